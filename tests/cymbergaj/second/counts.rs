//! What the second referee counts, and the rows of the other tables beside it.

use tolley_cymbergaj::laws::{CallKind, Clause, Match, Period, Phase, Restart, Seat, Verdict, leader};
use tolley_cymbergaj::matches::{Exit, FoulKind, StepKind, Who};
use tolley_experiment::table::Measure;

use super::referee::{EVENTS, MATCHES, MOVES, Referee, Row, STEPS, of_match, seat_of};
use crate::sheets::{Found, Sheet, agree, agree_on};

/// What the columns of a restart begin with, in the order of [`Restart`].
const RESTARTS: [&str; 8] =
    ["open", "kick_off", "throw_in", "free_kick", "goal_kick", "corner", "penalty", "centre_kick"];

/// The counts of one match, by seat where there are two.
#[derive(Default)]
pub struct Counts {
    moves: u32,
    misses: u32,
    exits: u32,
    fouls: [u32; 2],
    contact_fouls: u32,
    own_goals: u32,
    unforeseen: u32,
    turns: [u32; 8],
    goals: [u32; 8],
    /// Penalties and goals of them.
    penalties: [[u32; 2]; 2],
    half_time: Option<[u32; 2]>,
    full_time: Option<[u32; 2]>,
    leader: Option<Option<Seat>>,
    starter: Option<Seat>,
    first_kicker: Option<Seat>,
}

impl Counts {
    pub fn begin(game: &Match) -> Counts {
        let mut counts = Counts { starter: Some(game.turn.seat), ..Counts::default() };
        counts.turn(game);
        counts
    }

    fn turn(&mut self, game: &Match) {
        let seat = game.turn.seat;
        self.turns[game.turn.restart as usize] += 1;
        self.penalties[seat.index()][0] += u32::from(game.turn.restart == Restart::Penalty);
        if game.period == Period::Series {
            self.first_kicker.get_or_insert(seat);
        }
    }

    pub fn step(&mut self, before: &Match, verdict: &Verdict, after: &Match, kind: StepKind) {
        if kind == StepKind::Moved {
            self.moves += 1;
            self.misses += u32::from(!verdict.ball_hit);
            self.exits += u32::from(verdict.exit.is_some());
        }
        if let Some((clause, seat)) = verdict.foul {
            self.fouls[seat.index()] += 1;
            self.contact_fouls += u32::from(clause == Clause::CoinBeforeBall);
        }
        if let Some(goal) = verdict.goal {
            self.own_goals += u32::from(goal.own && !before.period.is_shootout());
            let is_takers = u32::from(goal.to == before.turn.seat);
            self.goals[before.turn.restart as usize] += is_takers;
            self.penalties[goal.to.index()][1] += is_takers * u32::from(before.turn.restart == Restart::Penalty);
        }
        self.unforeseen += u32::from(verdict.call.kind == CallKind::Unforeseen);
        let is_over = after.phase == Phase::Over;
        if before.period == Period::FirstHalf && (after.period != before.period || is_over) {
            self.half_time = Some(after.score);
        }
        if before.period == Period::SecondHalf && (after.period != before.period || is_over) {
            self.full_time = Some(after.score);
        }
        if after.period == Period::SecondHalf && after.clock_s >= 0.6 * after.half_s {
            self.leader.get_or_insert(leader(after.score));
        }
        if after.turn_no != before.turn_no {
            self.turn(after);
        }
    }

    /// Compares them with the row of a match that is over.
    pub fn row(&self, end: &Match, a_seat: Seat, sheet: &Sheet, row: usize) -> Found {
        let [a, b] = [a_seat.index(), a_seat.other().index()];
        let starter = self.starter.map_or(0, Seat::index);
        let (half_time, full_time) = (self.half_time.unwrap_or_default(), self.full_time.unwrap_or(end.score));
        let counts = [
            ("a_goal_count", end.score[a]),
            ("b_goal_count", end.score[b]),
            ("starter_first_half_count", half_time[starter]),
            ("other_first_half_count", half_time[1 - starter]),
            ("own_goal_count", self.own_goals),
            ("a_full_time_count", full_time[a]),
            ("b_full_time_count", full_time[b]),
            ("a_series_count", end.series[a].goals),
            ("b_series_count", end.series[b].goals),
            ("round_count", end.centre_kicks[0].kicks),
            ("move_count", self.moves),
            ("miss_count", self.misses),
            ("a_foul_count", self.fouls[a]),
            ("b_foul_count", self.fouls[b]),
            ("contact_foul_count", self.contact_fouls),
            ("a_penalty_count", self.penalties[a][0]),
            ("a_penalty_goal_count", self.penalties[a][1]),
            ("unforeseen_count", self.unforeseen),
        ];
        for (name, own) in counts {
            agree(name, own, sheet.count(row, name))?;
        }
        for (restart, name) in RESTARTS.iter().enumerate() {
            let count = if *name == "open" { "open_turn_count".to_owned() } else { format!("{name}_count") };
            agree(name, self.turns[restart], sheet.count(row, &count))?;
            agree(name, self.goals[restart], sheet.count(row, &format!("{name}_goal_count")))?;
        }
        let seats = [
            ("winner", end.winner),
            ("starter", self.starter),
            ("first_kicker", self.first_kicker),
            ("leader", self.leader.flatten()),
        ];
        for (name, own) in seats {
            agree(name, own, seat_of(sheet.name(row, name), a_seat))?;
        }
        agree("decided_in", end.period, sheet.name(row, "decided_in"))?;
        agree("truncated", end.truncated, sheet.is(row, "truncated"))?;
        agree_on("duration_s", end.elapsed_s, sheet.number(row, "duration_s"))
    }
}

/// Reads the row of a Move, which says the same as its step.
pub fn moved(referee: &mut Referee<'_>, step: &Row<'_>, before: &Match) -> Found {
    let sheet = &referee.sheets[MOVES];
    let row = Row { sheet, row: referee.read[0], ..*step };
    referee.read[0] += 1;
    if sheet.trial.get(row.row) != Some(&referee.which.0) || row.count("match_no") != referee.which.1 {
        return Err("a Move without a row in the table of Moves".to_owned());
    }
    agree("move_no", before.move_count + 1, row.count("move_no"))?;
    for name in ["turn_no", "turn_move_no"] {
        agree(name, step.count(name), row.count(name))?;
    }
    for name in ["own", "other", "ball", "ball_after"] {
        agree(name, step.place(name), row.place(name))?;
    }
    for name in ["own_goal", "counts_for_scorer"] {
        agree(name, step.is(name), row.is(name))?;
    }
    for name in ["mover", "given_to", "goal_to"] {
        agree(name, step.seat_of(name), row.seat_of(name))?;
    }
    let left = step.sheet.name::<Exit>(step.row, "exit") as usize > 0;
    agree("ball_end", step.place(if left { "at" } else { "ball_rest" }), row.place("ball_end"))?;
    let is_foul = step.sheet.name::<FoulKind>(step.row, "foul") as usize > 0;
    agree("foul_by", is_foul.then_some(step.seat), row.seat_of("foul_by"))?;
    agree("ball_hit", !step.number("ball_hit_s").is_nan(), row.is("ball_hit"))?;
    agree_on("clock_s", step.number("clock_s"), row.number("clock_s"))?;
    let call = |row: &Row<'_>| row.sheet.name::<CallKind>(row.row, "call");
    agree("call", call(step), call(&row))?;
    let restart = |row: &Row<'_>| row.sheet.name::<Restart>(row.row, "restart");
    agree("restart", restart(step), restart(&row))?;
    let period = |row: &Row<'_>| row.sheet.name::<Period>(row.row, "period");
    agree("period", period(step), period(&row))
}

/// What the table of Moves alone knows of strokes adds up to the row of the match.
pub fn strokes(sheets: &[Sheet], match_row: usize) -> Found {
    let [matches, moves] = [&sheets[MATCHES], &sheets[MOVES]];
    let rows = of_match(moves, matches.trial[match_row], matches.count(match_row, "match_no"));
    let refused = rows.iter().filter(|row| moves.is(**row, "refused")).count() as u32;
    agree("refused_count", refused, matches.count(match_row, "refused_count"))?;
    let collisions = rows.iter().map(|row| moves.count(*row, "collision_count")).sum();
    agree("collision_count", collisions, matches.count(match_row, "collision_count"))
}

/// Reads the rows of the clauses that a step applied.
pub fn events(referee: &mut Referee<'_>) -> Found {
    let (sheet, game) = (&referee.sheets[EVENTS], referee.game);
    for clause in game.news.iter() {
        let row = referee.read[1];
        referee.read[1] += 1;
        if sheet.trial.get(row) != Some(&referee.which.0) || sheet.count(row, "match_no") != referee.which.1 {
            return Err(format!("{clause:?} without a row in the table of events"));
        }
        agree("clause", clause, sheet.name(row, "clause"))?;
        agree("move_no", game.move_count, sheet.count(row, "move_no"))?;
        agree("period", game.period, sheet.name(row, "period"))?;
        agree_on("elapsed_s", game.elapsed_s, sheet.number(row, "elapsed_s"))?;
        agree("turn_of", Some(game.turn.seat), seat_of(sheet.name(row, "turn_of"), referee.a_seat))?;
    }
    Ok(())
}

/// Whether a row of the table of contests is what the matches of its trial add up to.
pub fn contest(sheets: &[Sheet], measures: &[Measure], row: usize) -> Found {
    let (sheet, matches) = (&sheets[0], &sheets[MATCHES]);
    let trial = sheet.trial[row];
    let rows: Vec<usize> = (0..matches.trial.len()).filter(|at| matches.trial[*at] == trial).collect();
    let sum = |name: &str| rows.iter().map(|row| matches.count(*row, name)).sum::<u32>();
    let mean = |total: u32| f64::from(total) / rows.len() as f64;
    for (name, total) in [
        ("goal_count", sum("a_goal_count") + sum("b_goal_count")),
        ("foul_count", sum("a_foul_count") + sum("b_foul_count")),
        ("contact_foul_count", sum("contact_foul_count")),
        ("move_count", sum("move_count")),
        (
            "foul_goal_count",
            sum("free_kick_goal_count") + sum("penalty_goal_count") - sum("a_series_count") - sum("b_series_count"),
        ),
    ] {
        agree_on(name, mean(total), sheet.number(row, name))?;
    }
    let lead = f64::from(sum("starter_first_half_count")) - f64::from(sum("other_first_half_count"));
    agree_on("starter_lead_count", lead / rows.len() as f64, sheet.number(row, "starter_lead_count"))?;
    let steps = &sheets[STEPS];
    let first = steps.trial.partition_point(|other| *other < trial);
    let of_trial = (first..steps.trial.len()).take_while(|row| steps.trial[*row] == trial);
    let is_exit = |row: &usize| {
        steps.name::<StepKind>(*row, "step") == StepKind::Moved && steps.name::<Exit>(*row, "exit") as usize > 0
    };
    let exits = of_trial.filter(is_exit).count() as u32;
    let when = |holds: &dyn Fn(usize) -> bool| rows.iter().filter(|row| holds(**row)).count() as u32;
    let who = |row: usize, name: &str| matches.name::<Who>(row, name);
    let is_level = |row: usize| matches.count(row, "a_full_time_count") == matches.count(row, "b_full_time_count");
    let is_played = |row: usize| !is_shootout(sheets, matches, row);
    let is_drawn = |row: usize| is_played(row) && is_level(row);
    let decided = |row: usize| matches.name::<Period>(row, "decided_in");
    let mut counts = vec![
        ("match_count".to_owned(), rows.len() as u32),
        ("all_move_count".to_owned(), sum("move_count")),
        ("refused_move_count".to_owned(), sum("refused_count")),
        ("exit_move_count".to_owned(), exits),
        ("full_time_match_count".to_owned(), when(&is_played)),
        ("level_match_count".to_owned(), when(&is_drawn)),
        ("extra_decided_match_count".to_owned(), when(&|row| is_drawn(row) && decided(row).is_extra())),
        ("extra_a_win_match_count".to_owned(), when(&|row| is_drawn(row) && who(row, "winner") == Who::A)),
        ("series_match_count".to_owned(), when(&|row| who(row, "first_kicker") != Who::Nobody)),
        ("first_kicker_win_match_count".to_owned(), when(&|row| who(row, "first_kicker") == who(row, "winner"))),
        ("led_match_count".to_owned(), when(&|row| who(row, "leader") != Who::Nobody)),
        ("leader_win_match_count".to_owned(), when(&|row| who(row, "leader") == who(row, "winner"))),
    ];
    for name in RESTARTS.iter().map(|name| if *name == "open" { "open_turn" } else { name }).chain(["a_penalty"]) {
        for column in [format!("{name}_count"), format!("{}_goal_count", name.trim_end_matches("_turn"))] {
            let total = sum(&column);
            counts.push((column, total));
        }
    }
    for (name, own) in counts {
        agree(&name, own, sheet.count(row, &name))?;
    }
    for Measure { column, counts, .. } in measures {
        if let Some([yes, of]) = counts {
            let [yes, of] = [yes, of].map(|name| f64::from(sheet.count(row, name)));
            agree_on(column, yes / of, sheet.number(row, column))?;
        }
    }
    let won = |column: &str| mean(when(&|row| who(row, "winner") == who(row, column)));
    let a_wins = mean(when(&|row| who(row, "winner") == Who::A));
    agree_on("a_win_share", a_wins, sheet.number(row, "a_win_share"))?;
    agree_on("starter_win_share", won("starter"), sheet.number(row, "starter_win_share"))
}

/// Whether a match began with the penalty series.
fn is_shootout(sheets: &[Sheet], matches: &Sheet, row: usize) -> bool {
    let steps = &sheets[STEPS];
    let rows = of_match(steps, matches.trial[row], matches.count(row, "match_no"));
    rows.first().is_some_and(|first| steps.name::<Period>(*first, "period").is_shootout())
}
