//! The second referee at work: he reads a match step by step and asks the laws what follows.

use glam::{DVec2, dvec2};
use tolley_cymbergaj::laws::{
    Clause, Ends, Layout, Line, Match, MatchDraws, Moment, MoveDraws, MoveEvents, Period, Phase, Piece, Restart, Seat,
    Verdict,
};
use tolley_cymbergaj::matches::{Exit, FoulKind, MatchKeys, Opening, Pairing, StepKind, Who, Whose, pairing};

use super::counts::{Counts, events, moved, strokes};
use crate::sheets::{Found, Sheet, agree, agree_on};

/// Numbers of the tables.
pub const MATCHES: usize = 1;
pub const MOVES: usize = 2;
pub const EVENTS: usize = 3;
pub const STEPS: usize = 4;

/// A step of a match as it stands in its row.
pub struct Row<'s> {
    pub sheet: &'s Sheet,
    pub row: usize,
    pub a_seat: Seat,
    /// Signs of the frame of the player whose turn it is.
    pub frame: DVec2,
    pub seat: Seat,
}

impl Row<'_> {
    pub fn number(&self, name: &str) -> f64 {
        self.sheet.number(self.row, name)
    }

    pub fn count(&self, name: &str) -> u32 {
        self.sheet.count(self.row, name)
    }

    pub fn is(&self, name: &str) -> bool {
        self.sheet.is(self.row, name)
    }

    pub fn seat_of(&self, name: &str) -> Option<Seat> {
        seat_of(self.sheet.name(self.row, name), self.a_seat)
    }

    /// A place, on the table.
    pub fn place(&self, name: &str) -> DVec2 {
        let [x, y] = ["x", "y"].map(|axis| self.number(&format!("{name}_{axis}_m")));
        dvec2(x, y) * self.frame
    }

    fn moment(&self, name: &str) -> Option<Moment> {
        let time_s = self.number(&format!("{name}_s"));
        (!time_s.is_nan()).then(|| Moment { time_s, at_m: self.place(name) })
    }

    fn piece(&self, name: &str) -> Option<Piece> {
        match self.sheet.name(self.row, name) {
            Whose::None => None,
            Whose::Own => Some(Piece::Coin(self.seat)),
            Whose::Other => Some(Piece::Coin(self.seat.other())),
            Whose::Ball => Some(Piece::Ball),
        }
    }

    fn layout(&self, [own, other, ball]: [&str; 3]) -> Layout {
        let mut layout = Layout::new(DVec2::ZERO, DVec2::ZERO, self.place(ball));
        layout.put(Piece::Coin(self.seat), self.place(own));
        layout.put(Piece::Coin(self.seat.other()), self.place(other));
        layout
    }

    /// What happened.
    fn events(&self, mut events: MoveEvents) -> MoveEvents {
        events.ball_hit_s = Some(self.number("ball_hit_s")).filter(|time_s| !time_s.is_nan());
        events.coins_hit = self.moment("coins_hit");
        events.first_hit = self.piece("first_hit");
        events.last_touch = self.seat_of("last_touch");
        events.ball_out = self.moment("ball_out");
        events.ball_fell = self.is("ball_fell");
        events.coin_out[self.seat.index()] = self.moment("own_out");
        events.coin_out[self.seat.other().index()] = self.moment("other_out");
        // how hard the hardest was is no matter for the laws, only who it was
        events.hardest = self.piece("hardest").zip(self.piece("hardest_with")).map(|(one, other)| (1.0, [one, other]));
        events.hard_count = self.count("hard_count");
        events.stack = self.piece("lies").zip(self.piece("lies_on")).map(|(upper, lower)| [upper, lower]);
        events.rest = self.layout(["own_rest", "other_rest", "ball_rest"]);
        events.unforeseen = self.is("is_given_up");
        events
    }

    /// What chance decided.
    fn draws(&self) -> MoveDraws {
        MoveDraws {
            // where to is a matter of the stroke, not of the laws
            accident_rad: self.is("accident").then_some(0.0),
            illegal_stroke: self.is("illegal_stroke"),
            touch: self.is("touch"),
            hand_touch: self.is("hand_touch"),
            shift_rad: self.number("shift_rad"),
            extra_move: self.is("extra_move"),
            bad_throw: self.is("bad_throw"),
            hop: self.is("hop"),
            ride: self.number("ride_ratio"),
            detected: self.is("detected"),
            award_goal_kick: self.is("award_goal_kick"),
            award_penalty: self.is("award_penalty"),
            reading_error_m: self.number("reading_error_m"),
            award_in_band: self.is("award_in_band"),
            tempo_ratio: self.number("tempo_ratio"),
        }
    }
}

pub fn seat_of(who: Who, a_seat: Seat) -> Option<Seat> {
    match who {
        Who::A => Some(a_seat),
        Who::B => Some(a_seat.other()),
        Who::Nobody => None,
    }
}

/// Judges one match again: that of a row of the table of matches.
pub fn judge(keys: &MatchKeys, opening: Opening, sheets: &[Sheet], match_row: usize) -> Found {
    let [matches, steps] = [&sheets[MATCHES], &sheets[STEPS]];
    let (trial, match_no) = (matches.trial[match_row], matches.count(match_row, "match_no"));
    let a_seat: Seat = matches.name(match_row, "a_seat");
    let pairing = pairing(keys, opening, a_seat).unwrap_or_else(|faults| panic!("{faults:?}"));
    let rows = of_match(steps, trial, match_no);
    let draws = match_draws(&pairing, sheets, match_row, &rows);
    let mut referee = Referee::begin(&pairing, sheets, (trial, match_no), a_seat, draws);
    events(&mut referee)?;
    for row in rows {
        referee.step(row).map_err(|differs| format!("step {row}, match {match_no} of trial {trial}: {differs}"))?;
    }
    agree("the match goes on", referee.game.phase, Phase::Over)?;
    for (table, read) in [MOVES, EVENTS].into_iter().zip(referee.read) {
        let rows = of_match(&sheets[table], trial, match_no);
        agree("rows of a table", read, rows.last().map_or(read, |last| last + 1))?;
    }
    strokes(sheets, match_row)?;
    referee.counts.row(&referee.game, a_seat, matches, match_row)
}

/// The rows of one match in a table.
pub fn of_match(sheet: &Sheet, trial: u64, match_no: u32) -> Vec<usize> {
    let first = sheet.trial.partition_point(|other| *other < trial);
    let rows = (first..sheet.trial.len()).take_while(|row| sheet.trial[*row] == trial);
    rows.filter(|row| sheet.count(*row, "match_no") == match_no).collect()
}

/// The tosses, by who began what, and the added time, by when a half was to end.
fn match_draws(pairing: &Pairing, sheets: &[Sheet], match_row: usize, rows: &[usize]) -> MatchDraws {
    let [matches, steps] = [&sheets[MATCHES], &sheets[STEPS]];
    let a_seat: Seat = matches.name(match_row, "a_seat");
    let who = |name: &str| seat_of(matches.name(match_row, name), a_seat).unwrap_or(Seat::X);
    let first = |period: Period| rows.iter().find(|row| steps.name::<Period>(**row, "period") == period);
    let ratio = |period: Period| {
        let half_s = if period.is_extra() { pairing.laws.clock.extra_half_s } else { pairing.laws.clock.half_s };
        first(period).map_or(0.0, |row| (steps.number(*row, "limit_s") - half_s) / 30.0)
    };
    let extra = first(Period::FirstExtra).and_then(|row| seat_of(steps.name(*row, "mover"), a_seat));
    let periods = [Period::FirstHalf, Period::SecondHalf, Period::FirstExtra, Period::SecondExtra];
    MatchDraws {
        toss: who("starter"),
        extra_toss: extra.unwrap_or(Seat::X),
        series_toss: who("first_kicker"),
        last_toss: who("winner"),
        added_ratio: periods.map(ratio),
    }
}

/// A match that is judged again.
pub struct Referee<'s> {
    pub sheets: &'s [Sheet],
    /// Trial and number of the match.
    pub which: (u64, u32),
    pub a_seat: Seat,
    pub game: Match,
    pub counts: Counts,
    /// Rows read of the tables of Moves and of events.
    pub read: [usize; 2],
    pairing: &'s Pairing,
    step_no: u32,
}

impl Referee<'_> {
    fn begin<'s>(
        pairing: &'s Pairing,
        sheets: &'s [Sheet],
        which: (u64, u32),
        a_seat: Seat,
        draws: MatchDraws,
    ) -> Referee<'s> {
        let game = pairing.opening.begin(&pairing.laws, Ends::FIRST, draws);
        let read = [MOVES, EVENTS].map(|table| of_match(&sheets[table], which.0, which.1).first().copied());
        let read = read.map(Option::unwrap_or_default);
        let counts = Counts::begin(&game);
        Referee { sheets, which, a_seat, game, counts, read, pairing, step_no: 0 }
    }

    fn step(&mut self, number: usize) -> Found {
        let (seat, laws, before) = (self.game.turn.seat, &self.pairing.laws, self.game);
        let (sheet, frame) = (&self.sheets[STEPS], before.ends.frame(seat));
        let row = Row { sheet, row: number, a_seat: self.a_seat, frame, seat };
        self.step_no += 1;
        agree("step_no", self.step_no, row.count("step_no"))?;
        self.before(&row)?;
        let kind: StepKind = sheet.name(number, "step");
        let draws = row.draws();
        let (verdict, after) = match (before.phase, kind) {
            (Phase::Place, StepKind::Placed) => {
                let asked = laws.to_place(&before).ok_or("nothing is to be put")?;
                agree("placed", Some(asked.piece), row.piece("placed"))?;
                let put = row.layout(["own", "other", "ball"]);
                let after = laws.place(&before, put.of(asked.piece)).map_err(|refusal| format!("{refusal:?}"))?;
                agree("places of a piece that is put", after.layout, put)?;
                (None, after)
            }
            (Phase::Throw | Phase::Stroke, StepKind::Ruled) => {
                let verdict = laws.before(&before, &draws).ok_or("no mistake decides before")?;
                agree("places", before.layout, row.layout(["own", "other", "ball"]))?;
                (Some(verdict), laws.next(&before, &verdict))
            }
            (Phase::Throw, StepKind::Thrown) | (Phase::Stroke, StepKind::Moved) => {
                agree("a mistake decides before", laws.before(&before, &draws), None)?;
                let is_throw = before.phase == Phase::Throw;
                let game = if is_throw { before } else { laws.disturbed(&before, &draws) };
                agree("places", game.layout, row.layout(["own", "other", "ball"]))?;
                let verdict = laws.judge(&game, &row.events(laws.events(&game)), &draws);
                (Some(verdict), laws.next(&game, &verdict))
            }
            (phase, kind) => return Err(format!("{kind:?} where {phase:?} is due")),
        };
        if let Some(verdict) = &verdict {
            self.decided(&row, verdict)?;
        }
        self.game = after;
        self.after(&row, &before, verdict.is_some())?;
        if let Some(verdict) = &verdict {
            self.counts.step(&before, verdict, &after, kind);
            if kind == StepKind::Moved {
                moved(self, &row, &before)?;
            }
            events(self)?;
        }
        Ok(())
    }

    /// What stands of the match before a step.
    fn before(&self, row: &Row<'_>) -> Found {
        let Match { turn, period, clock_s, turn_no, move_count, idle_count, .. } = self.game;
        agree("period", period, row.sheet.name(row.row, "period"))?;
        agree("mover", Some(turn.seat), row.seat_of("mover"))?;
        agree("restart", turn.restart, row.sheet.name(row.row, "restart"))?;
        let counts = [("move_count", move_count), ("turn_no", turn_no), ("idle_count", idle_count)];
        let of_turn = [("turn_move_no", turn.move_no), ("moves_left", turn.moves_left)];
        for (name, own) in counts.into_iter().chain(of_turn) {
            agree(name, own, row.count(name))?;
        }
        agree("is_extra", turn.is_extra, row.is("is_extra"))?;
        agree("touched_before", Some(self.game.last_touch), row.seat_of("touched_before"))?;
        agree_on("clock_s", clock_s, row.number("clock_s"))?;
        // the share of the added time is read from it, to the last bits
        let (own, stands) = (self.game.limit_s(), row.number("limit_s"));
        if own == stands || (own - stands).abs() < 1e-9 { Ok(()) } else { agree_on("limit_s", own, stands) }
    }

    /// What stands of the decision.
    fn decided(&self, row: &Row<'_>, verdict: &Verdict) -> Found {
        let goal = verdict.goal;
        agree("call", verdict.call.kind, row.sheet.name(row.row, "call"))?;
        agree("given_to", Some(verdict.call.seat), row.seat_of("given_to"))?;
        agree("at", verdict.at_m, row.place("at"))?;
        agree("exit", exit(verdict.exit, row.seat), row.sheet.name(row.row, "exit"))?;
        agree("foul", foul(verdict.foul), row.sheet.name(row.row, "foul"))?;
        agree("goal_to", goal.map(|goal| goal.to), row.seat_of("goal_to"))?;
        agree("own_goal", goal.is_some_and(|goal| goal.own), row.is("own_goal"))?;
        agree("counts_for_scorer", goal.is_some_and(|goal| goal.counts_for_scorer), row.is("counts_for_scorer"))?;
        agree("places after it", verdict.layout, row.layout(["own_after", "other_after", "ball_after"]))
    }

    /// What stands of the match after a step.
    fn after(&self, row: &Row<'_>, before: &Match, is_judged: bool) -> Found {
        let after = &self.game;
        agree_on("took_s", after.elapsed_s - before.elapsed_s, row.number("took_s"))?;
        agree("next_turn", Some(after.turn.seat), row.seat_of("next_turn"))?;
        agree::<Restart>("next_restart", after.turn.restart, row.sheet.name(row.row, "next_restart"))?;
        agree("next_period", after.period, row.sheet.name(row.row, "next_period"))?;
        agree("is_dropped", is_judged && after.news.has(Clause::Stall), row.is("is_dropped"))?;
        for (who, seat) in [("a", self.a_seat), ("b", self.a_seat.other())] {
            let shootout = after.series[seat.index()].goals + after.centre_kicks[seat.index()].goals;
            agree(who, after.score[seat.index()], row.count(&format!("{who}_goal_count")))?;
            agree(who, shootout, row.count(&format!("{who}_shootout_goal_count")))?;
        }
        Ok(())
    }
}

fn exit(line: Option<Line>, seat: Seat) -> Exit {
    match line {
        None => Exit::None,
        Some(Line::Side) => Exit::Side,
        Some(Line::Goal(end)) => [Exit::OtherGoal, Exit::OwnGoal][usize::from(end == seat)],
        Some(Line::End(end)) => [Exit::OtherEnd, Exit::OwnEnd][usize::from(end == seat)],
    }
}

fn foul(foul: Option<(Clause, Seat)>) -> FoulKind {
    match foul.map(|(clause, _)| clause) {
        Some(Clause::Technique) => FoulKind::Technique,
        Some(Clause::LeastStroke) => FoulKind::LeastStroke,
        Some(Clause::TouchOpponent) => FoulKind::TouchOpponent,
        Some(Clause::CoinBeforeBall) => FoulKind::CoinBeforeBall,
        Some(Clause::HandTouch) => FoulKind::HandTouch,
        Some(Clause::ExtraMove) => FoulKind::ExtraMove,
        _ => FoulKind::None,
    }
}
