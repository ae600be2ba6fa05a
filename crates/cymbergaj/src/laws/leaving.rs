//! What follows when the ball leaves: CG-4.1, CG-5.2a, CG-5.5, CG-5.6 with CG-3.2b, CG-3.2c and CG-FB1; of a throw
//! CG-5.2d.

use glam::DVec2;

use super::choices::{Attribution, FirstOwnGoal};
use super::clause::{Clause, Clauses};
use super::layout::Layout;
use super::parts::Laws;
use super::pitch::Line;
use super::seat::Seat;
use super::state::Match;
use super::verdict::{Call, CallKind, Goal, Verdict};

/// The verdict on a ball that left in a Move at `at_m`; `last` touched it last.
pub(super) fn left(laws: &Laws, game: &Match, last: Seat, at_m: DVec2, layout: Layout) -> Verdict {
    let mover = game.turn.seat;
    let who = |rule| if rule == Attribution::Mover { mover } else { last };
    let line = laws.pitch.crossed(at_m, game.ends);
    let passive = Clauses::NONE.with_if(last != mover, Clause::LastTouch);
    let (kind, seat, clauses) = match line {
        Line::Goal(end) => goal(laws, game, end),
        // whoever put it over the other's end-line gives a goal kick, over his own a corner
        Line::End(end) if who(laws.rules.out_attribution) == end.other() => {
            (CallKind::GoalKick, end, passive.with(Clause::GoalKick))
        }
        Line::End(end) => (CallKind::Corner, end.other(), passive.with(Clause::Corner)),
        Line::Side => (CallKind::ThrowIn, who(laws.rules.throw_award).other(), passive.with(Clause::ThrowIn)),
    };
    let goal = (kind == CallKind::Goal).then(|| {
        let own = line == Line::Goal(mover);
        Goal { to: seat, own, counts_for_scorer: !own && !game.period.is_shootout() }
    });
    let clauses = clauses.with_if(goal.is_some_and(|goal| !goal.counts_for_scorer), Clause::Scorer);
    Verdict { call: Call { kind, seat }, goal, exit: Some(line), clauses, ..Verdict::of(kind, seat, at_m, layout) }
}

/// The ball crossed the goal line at the end of `end`.
fn goal(laws: &Laws, game: &Match, end: Seat) -> (CallKind, Seat, Clauses) {
    let (turn, in_goal) = (&game.turn, Clauses::of(&[Clause::Goal]));
    let (mover, own) = (turn.seat, turn.seat == end);
    let counts = turn.goal_counts() || (own && laws.rules.first_move_own_goal == FirstOwnGoal::Counts);
    match (counts, own) {
        (true, true) => (CallKind::Goal, end.other(), in_goal.with(Clause::Scored).with(Clause::OwnGoal)),
        (true, false) => (CallKind::Goal, end.other(), in_goal.with(Clause::Scored)),
        (false, false) => (CallKind::GoalKick, mover.other(), in_goal.with(turn.restart.denial())),
        (false, true) if laws.rules.first_move_own_goal == FirstOwnGoal::GoalKick => {
            (CallKind::GoalKick, mover.other(), in_goal.with(Clause::FirstOwnGoal))
        }
        (false, true) => {
            let clauses = in_goal.with(Clause::FirstOwnGoal).with(Clause::OwnGoalRestart);
            (CallKind::Corner, mover.other(), clauses)
        }
    }
}

/// CG-5.2d: the verdict on a throw that went out at `at_m`.
pub(super) fn thrown_out(laws: &Laws, game: &Match, at_m: DVec2, layout: Layout) -> Verdict {
    let thrower = game.turn.seat;
    let line = laws.pitch.crossed(at_m, game.ends);
    if matches!(line, Line::Goal(_)) && laws.rules.throw_goal_allowed {
        return left(laws, game, thrower, at_m, layout);
    }
    let kind = match line {
        Line::Side => CallKind::ThrowIn,
        Line::Goal(end) | Line::End(end) if end == thrower => CallKind::Corner,
        Line::Goal(_) | Line::End(_) => CallKind::GoalKick,
    };
    let verdict = Verdict::of(kind, thrower.other(), at_m, layout).by(Clause::ThrowOut);
    let in_goal = matches!(line, Line::Goal(_));
    Verdict { exit: Some(line), clauses: verdict.clauses.with_if(in_goal, Clause::Goal), ..verdict }
}
