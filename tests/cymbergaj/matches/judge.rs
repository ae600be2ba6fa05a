//! A second referee: makes every call again from the rows of the table of steps, with laws of his own.
//!
//! He knows the table (lines 10 mm inside the edges, the ball out when it is wholly beyond), the people of the preset
//! `human`, and the clauses of `docs/laws/cymbergaj.md`; he uses nothing of the laws' code but the names in the rows.

use tolley_cymbergaj::laws::{CallKind, Period, Restart};
use tolley_cymbergaj::matches::{Exit, FoulKind, MatchStudy, StepKind, Who};
use tolley_experiment::names::Named;
use tolley_experiment::row::Rows;

use super::plan;
use crate::cymbergaj::{counts, flags, names, numbers, play};

const STEPS: usize = 4;
const KEYS: &str = "repeats = 60\n[contest]\nrecord = \"steps\"\nseats = \"a-x\"\n[human]\npreset = \"human\"\n\
                    p_extra_move = 0.02\np_touch_near = 0.03\np_hand_touch = 0.02\np_illegal_stroke = 0.02\n\
                    [referee]\np_detect_foul = 0.7\nline_sd_m = \"2 mm\"\ndiscretion_band_m = \"3 mm\"\n\
                    [table]\nline_inset_m = \"10 mm\"\n[a]\npolicy = \"random\"\n";
/// Lines, m.
const LINES: [f64; 2] = [0.59, 0.29];
/// Where the ball's centre is as it leaves: wholly beyond the lines, m.
const OUT: [f64; 2] = [0.59 + 0.00925, 0.29 + 0.00925];
const HALF_GOAL: f64 = 0.05;
const AREA: [f64; 2] = [0.15, 0.15];
const BAND: f64 = 0.003;

/// A row with its columns by name.
struct Row<'r>(&'r Rows, usize);

impl Row<'_> {
    fn number(&self, name: &str) -> f64 {
        numbers::<MatchStudy>(self.0, STEPS, name)[self.1]
    }

    fn count(&self, name: &str) -> u32 {
        counts::<MatchStudy>(self.0, STEPS, name)[self.1]
    }

    fn is(&self, name: &str) -> bool {
        flags::<MatchStudy>(self.0, STEPS, name)[self.1]
    }

    fn name<T: Named>(&self, name: &str) -> T {
        T::at(usize::from(names::<MatchStudy>(self.0, STEPS, name)[self.1])).expect("a name")
    }

    fn place(&self, name: &str) -> [f64; 2] {
        ["x", "y"].map(|axis| self.number(&format!("{name}_{axis}_m")))
    }

    fn mover(&self) -> Who {
        self.name("mover")
    }
}

fn other(who: Who) -> Who {
    if who == Who::A { Who::B } else { Who::A }
}

/// What the second referee decides.
#[derive(Debug, PartialEq)]
struct Decision {
    call: CallKind,
    given_to: Who,
    at: [f64; 2],
    exit: Exit,
    foul: FoulKind,
    goal_to: Who,
    own_goal: bool,
    counts_for_scorer: bool,
}

impl Decision {
    fn plain(call: CallKind, given_to: Who, at: [f64; 2]) -> Decision {
        let (exit, foul) = (Exit::None, FoulKind::None);
        Decision { call, given_to, at, exit, foul, goal_to: Who::Nobody, own_goal: false, counts_for_scorer: false }
    }

    fn made(row: &Row<'_>) -> Decision {
        Decision {
            call: row.name("call"),
            given_to: row.name("given_to"),
            at: row.place("at"),
            exit: row.name("exit"),
            foul: row.name("foul"),
            goal_to: row.name("goal_to"),
            own_goal: row.is("own_goal"),
            counts_for_scorer: row.is("counts_for_scorer"),
        }
    }
}

/// How far beyond the lines of leaving.
fn beyond(at: [f64; 2]) -> f64 {
    (at[0].abs() - OUT[0]).max(at[1].abs() - OUT[1])
}

fn crossed(at: [f64; 2]) -> Exit {
    if at[0].abs() - OUT[0] < at[1].abs() - OUT[1] {
        return Exit::Side;
    }
    match (at[0] > 0.0, at[1].abs() <= HALF_GOAL) {
        (true, true) => Exit::OtherGoal,
        (true, false) => Exit::OtherEnd,
        (false, true) => Exit::OwnGoal,
        (false, false) => Exit::OwnEnd,
    }
}

/// When and where the ball left, by what the referee read.
fn left(row: &Row<'_>) -> Option<(f64, [f64; 2])> {
    let seen = row.number("ball_out_s");
    let out = (!seen.is_nan()).then(|| (seen, row.place("ball_out")));
    let rest = row.place("ball_rest");
    if row.is("ball_fell") || beyond(rest).abs() > BAND {
        return out;
    }
    (beyond(rest) + row.number("reading_error_m") > 0.0).then(|| out.unwrap_or((f64::INFINITY, rest)))
}

/// The first Move on which a goal counts.
fn goal_from(restart: Restart) -> u32 {
    match restart {
        Restart::KickOff | Restart::FreeKick | Restart::GoalKick | Restart::Corner => 2,
        Restart::Open | Restart::ThrowIn | Restart::Penalty | Restart::CentreKick => 1,
    }
}

fn foul(row: &Row<'_>, foul: FoulKind, at: [f64; 2]) -> Decision {
    let is_within = |depth: f64| depth <= AREA[0] && at[1].abs() <= AREA[1];
    let call = if is_within(LINES[0] - at[0]) && row.is("award_goal_kick") {
        CallKind::GoalKick
    } else if is_within(LINES[0] + at[0]) && row.is("award_penalty") {
        CallKind::Penalty
    } else {
        CallKind::FreeKick
    };
    Decision { foul, ..Decision::plain(call, other(row.mover()), at) }
}

fn gone(row: &Row<'_>, at: [f64; 2]) -> Decision {
    let (me, exit) = (row.mover(), crossed(at));
    let last = match row.name("last_touch") {
        Who::Nobody => row.name("touched_before"),
        who => who,
    };
    let goal_counts = row.count("turn_move_no") >= goal_from(row.name("restart"));
    let is_shootout = matches!(row.name("period"), Period::Series | Period::CentreKicks);
    let (call, to) = match exit {
        Exit::OtherGoal if goal_counts => (CallKind::Goal, me),
        Exit::OwnGoal if goal_counts => (CallKind::Goal, other(me)),
        Exit::OtherGoal => (CallKind::GoalKick, other(me)),
        Exit::OwnGoal => (CallKind::Corner, other(me)),
        Exit::OtherEnd if last == me => (CallKind::GoalKick, other(me)),
        Exit::OtherEnd => (CallKind::Corner, me),
        Exit::OwnEnd if last == me => (CallKind::Corner, other(me)),
        Exit::OwnEnd => (CallKind::GoalKick, me),
        Exit::Side | Exit::None => (CallKind::ThrowIn, other(last)),
    };
    let own_goal = call == CallKind::Goal && to != me;
    let goal_to = if call == CallKind::Goal { to } else { Who::Nobody };
    let counts_for_scorer = call == CallKind::Goal && !own_goal && !is_shootout;
    Decision { exit, goal_to, own_goal, counts_for_scorer, ..Decision::plain(call, to, at) }
}

fn decide(row: &Row<'_>, is_throw: bool) -> Decision {
    let me = row.mover();
    match row.name("step") {
        StepKind::Ruled if is_throw => Decision::plain(CallKind::ThrowIn, other(me), row.place("ball")),
        StepKind::Ruled if row.is("hand_touch") => foul(row, FoulKind::HandTouch, row.place("own")),
        StepKind::Ruled if row.is("touch") => foul(row, FoulKind::TouchOpponent, row.place("other")),
        StepKind::Ruled => foul(row, FoulKind::Technique, row.place("own")),
        StepKind::Thrown => match left(row) {
            None => Decision::plain(CallKind::Settled, me, row.place("ball_rest")),
            Some((_, at)) => {
                let exit = crossed(at);
                let call = match exit {
                    Exit::OtherGoal | Exit::OtherEnd => CallKind::GoalKick,
                    Exit::OwnGoal | Exit::OwnEnd => CallKind::Corner,
                    Exit::Side | Exit::None => CallKind::ThrowIn,
                };
                Decision { exit, ..Decision::plain(call, other(me), at) }
            }
        },
        StepKind::Moved | StepKind::Placed => {
            let (out, coins, ball) = (left(row), row.number("coins_hit_s"), row.number("ball_hit_s"));
            let is_foul = !coins.is_nan() && (ball.is_nan() || coins < ball) && out.is_none_or(|(at, _)| coins <= at);
            let is_last = row.count("moves_left") == 1 && !row.is("is_extra");
            match out {
                _ if is_foul && row.is("detected") => foul(row, FoulKind::CoinBeforeBall, row.place("coins_hit")),
                Some((_, at)) => gone(row, at),
                None if row.is("extra_move") && is_last && row.is("detected") => {
                    foul(row, FoulKind::ExtraMove, row.place("own_rest"))
                }
                None => Decision::plain(CallKind::Settled, me, row.place("ball_rest")),
            }
        }
    }
}

/// Whose turn follows, and what it begins with, within one part of the match.
fn follows(row: &Row<'_>, decision: &Decision) -> (Who, Restart) {
    let (me, restart) = (row.mover(), row.name("restart"));
    let to = decision.given_to;
    let is_unseen = row.is("extra_move") && !row.is("detected") && !row.is("is_extra");
    match decision.call {
        CallKind::Settled if row.name::<StepKind>("step") == StepKind::Thrown => (me, restart),
        CallKind::Settled if row.count("moves_left") > 1 || is_unseen => (me, restart),
        CallKind::Settled | CallKind::Unforeseen => (other(me), Restart::Open),
        CallKind::Replay => (me, restart),
        CallKind::Goal => (other(to), Restart::KickOff),
        CallKind::ThrowIn => (to, Restart::ThrowIn),
        CallKind::FreeKick => (to, Restart::FreeKick),
        CallKind::GoalKick => (to, Restart::GoalKick),
        CallKind::Corner => (to, Restart::Corner),
        CallKind::Penalty => (to, Restart::Penalty),
    }
}

#[test]
fn a_second_referee_makes_every_call_again() {
    let rows = play::<MatchStudy>(&plan(KEYS));
    let mut seen = [0_u32; 6];
    let mut last_turn = (0, 0);
    for number in 0..rows.tables[STEPS].trial.len() {
        let row = Row(&rows, number);
        let kind: StepKind = row.name("step");
        if kind == StepKind::Placed {
            continue;
        }
        // the first step of a throw-in that is no Move is the throw
        let turn = (rows.tables[STEPS].trial[number], row.count("turn_no"));
        let is_throw = row.name::<Restart>("restart") == Restart::ThrowIn && turn != last_turn;
        last_turn = turn;
        let (made, mine) = (Decision::made(&row), decide(&row, is_throw));
        assert_eq!(made, mine, "row {number}");
        let period: Period = row.name("period");
        let is_shootout = matches!(period, Period::Series | Period::CentreKicks);
        let is_last = row.0.tables[STEPS].trial.get(number + 1) != Some(&turn.0);
        let goes_on = period == row.name("next_period") && !is_last;
        // a penalty is taken though the time is up
        let is_late = mine.call == CallKind::Penalty
            || (mine.call == CallKind::Replay && row.name::<Restart>("restart") == Restart::Penalty);
        let is_over = row.number("clock_s") + row.number("took_s") >= row.number("limit_s");
        if !is_shootout && !is_late {
            assert_eq!(is_over, !goes_on, "row {number}: the time is up");
        }
        if goes_on && !is_shootout {
            assert_eq!((row.name("next_turn"), row.name("next_restart")), follows(&row, &mine), "row {number}");
        }
        let of = [
            mine.foul != FoulKind::None,
            mine.exit != Exit::None,
            mine.goal_to != Who::Nobody,
            mine.own_goal,
            !row.is("detected") && (row.is("touch") || row.is("hand_touch") || row.is("extra_move")),
            row.is("is_extra"),
        ];
        seen.iter_mut().zip(of).for_each(|(count, of)| *count += u32::from(of));
    }
    assert!(seen.iter().all(|count| *count > 3), "fouls, exits, goals, own goals, unseen, extra: {seen:?}");
}

#[test]
fn a_ball_that_leaves_ends_where_it_left_by_the_rules() {
    let keys = "repeats = 30\n[contest]\nrecord = \"moves\"\n[table]\nline_inset_m = \"10 mm\"\n";
    let rows = play::<MatchStudy>(&plan(keys));
    let (x, y) = (numbers::<MatchStudy>(&rows, 2, "ball_end_x_m"), numbers::<MatchStudy>(&rows, 2, "ball_end_y_m"));
    let (calls, counted) = (names::<MatchStudy>(&rows, 2, "call"), flags::<MatchStudy>(&rows, 2, "counts_for_scorer"));
    let mut goals = 0;
    for row in (0..x.len()).filter(|row| usize::from(calls[*row]) == CallKind::Goal as usize) {
        assert!((x[row].abs() - OUT[0]).abs() < 1e-12 && y[row].abs() <= HALF_GOAL, "{} {}", x[row], y[row]);
        goals += u32::from(counted[row]);
    }
    assert!(goals > 50);
}
