//! `sampled`: tries strokes in his head, through the same physics and the same laws, and makes the best.
//!
//! Every candidate is tried some times with his own errors. A trial is worth 1 for a goal, -1 for a goal against him,
//! and otherwise what the match that follows promises: the chance of the next shot at goal, his or the other's, and for
//! a restart a fixed worth. Where he has another Move after this one, the best candidates are played on: his next Move
//! by plain geometry, tried too.

use glam::DVec2;
use tolley_experiment::random::Stream;

use super::aim::{self, AIMS};
use super::field::Field;
use super::model::{Decision, Model};
use super::planner::Planner;
use super::{cautious, direct};
use crate::laws::{Match, Phase, Restart, Seat, turned};
use crate::shot::{Intent, PlayerView, Workspace};

/// Candidates that are played on where another Move follows, or tried again where none does.
const PLAYED_ON: usize = 4;
/// How often these are tried again.
const AGAIN: u32 = 4;
/// A Move of his own that follows at once is worth more than the chance of its shot: the ball may be carried on.
const TO_MOVE: f64 = 0.05;

/// How much of his own next chance the other player's Move leaves.
const LEFT: f64 = 0.3;

/// A stroke and what it is worth.
#[derive(Clone, Copy)]
struct Candidate {
    intent: Intent,
    worth: f64,
}

/// The stroke to make.
pub fn stroke(
    planner: &Planner,
    model: &Model<'_>,
    game: &Match,
    workspace: &mut Workspace,
    thought: &mut Stream,
) -> Intent {
    let field = model.field(game.turn.seat);
    let first = Candidate { intent: direct::stroke(field, &Decision::of(game)), worth: 0.0 };
    let mut candidates = [first; Planner::MOST_CANDIDATES];
    let count = fill(planner, field, game, thought, &mut candidates);
    let candidates = &mut candidates[..count];
    let mut trials = Trials { count: planner.trials_count, field, model, game, workspace, thought };
    for candidate in candidates.iter_mut() {
        candidate.worth = trials.worth(&candidate.intent);
    }
    candidates.sort_unstable_by(|one, two| two.worth.total_cmp(&one.worth));
    // the best of many noisy trials is flattered: the first few are tried again
    let best = &mut candidates[..PLAYED_ON.min(count)];
    for candidate in best.iter_mut() {
        candidate.worth = if game.turn.moves_left > 1 {
            trials.played_on(&candidate.intent)
        } else {
            (0..AGAIN).map(|_| trials.worth(&candidate.intent)).sum::<f64>() / f64::from(AGAIN)
        };
    }
    best.sort_unstable_by(|one, two| two.worth.total_cmp(&one.worth));
    candidates[0].intent
}

/// Geometry first: what the other policies would do, shots at every part of the goal, the ball carried this way and
/// that, each harder and softer; then the same with an error.
fn fill(planner: &Planner, field: &Field, game: &Match, thought: &mut Stream, candidates: &mut [Candidate]) -> usize {
    let decision = Decision::of(game);
    let wanted = (planner.candidates_count as usize).clamp(1, candidates.len());
    let mut count = 1;
    let mut add = |intent: Option<Intent>| {
        if let Some(intent) = intent.filter(|_| count < wanted) {
            candidates[count].intent = intent;
            count += 1;
        }
    };
    add(Some(cautious::stroke(field, &decision)));
    let (half_length_m, half_width_m) = (field.out.half_length_m, field.out.half_width_m);
    for aim in AIMS {
        add(aim::firm(field, &decision, field.goal_m(aim * field.half_goal_m)).map(|shot| shot.intent));
    }
    let ahead = (field.goal_m(0.0) - decision.view.ball_m).normalize_or(DVec2::X);
    for (cosine, sine) in [(1.0, 0.0), (0.8, 0.6), (0.8, -0.6), (0.28, 0.96), (0.28, -0.96)] {
        let wish = ahead * cosine + ahead.perp() * sine;
        for way in [0.08, 0.25, 0.6] {
            let shot = aim::carry(field, &decision, wish, way * half_length_m, 0.1 * half_width_m);
            add(shot.map(|shot| shot.intent));
        }
    }
    let known = count;
    while count < wanted {
        let model = candidates[count % known].intent;
        candidates[count].intent = varied(&model, thought);
        count += 1;
    }
    count
}

/// A stroke like this one.
fn varied(intent: &Intent, thought: &mut Stream) -> Intent {
    let direction = turned(intent.direction, 0.04 * thought.normal());
    Intent { direction, speed_m_s: intent.speed_m_s * libm::exp(0.3 * thought.normal()), ..*intent }
}

/// Trials of candidates, in the head of the player whose turn it is.
struct Trials<'a> {
    count: u32,
    field: &'a Field,
    model: &'a Model<'a>,
    game: &'a Match,
    workspace: &'a mut Workspace,
    thought: &'a mut Stream,
}

impl Trials<'_> {
    /// The match after this stroke, made with his errors and judged without the referee's.
    fn imagine(&mut self, game: &Match, intent: &Intent) -> Match {
        let launch = self.field.imagine(intent, self.thought);
        self.model.after(game, &launch, self.workspace)
    }

    /// What a stroke is worth by what the match promises after it.
    fn worth(&mut self, intent: &Intent) -> f64 {
        let promised = (0..self.count).map(|_| {
            let next = self.imagine(self.game, intent);
            promise(self.model, &next, self.game)
        });
        promised.sum::<f64>() / f64::from(self.count)
    }

    /// What it is worth when the next Move is played too.
    fn played_on(&mut self, intent: &Intent) -> f64 {
        let mut sum = 0.0;
        for _ in 0..self.count {
            let mut next = self.imagine(self.game, intent);
            let goes_on = next.phase == Phase::Stroke && next.turn.seat == self.game.turn.seat;
            if goes_on && next.score == self.game.score {
                let then = direct::stroke(self.field, &Decision::of(&next));
                next = self.imagine(&next, &then);
            }
            sum += promise(self.model, &next, self.game);
        }
        sum / f64::from(self.count)
    }
}

/// What a match promises the player whose turn it was in `before`.
fn promise(model: &Model<'_>, next: &Match, before: &Match) -> f64 {
    let me = before.turn.seat;
    let goals = |game: &Match, seat: Seat| {
        let index = seat.index();
        f64::from(game.score[index] + game.series[index].goals + game.centre_kicks[index].goals)
    };
    let gained = |seat: Seat| goals(next, seat) - goals(before, seat);
    let goal = gained(me) - gained(me.other());
    // a shootout's attempt that is over promises nothing more
    if goal != 0.0 || next.phase == Phase::Over || next.period != before.period || is_next_kick(next, before) {
        return goal;
    }
    let taker = next.turn.seat;
    let chance = match next.phase {
        Phase::Stroke => {
            let decision = Decision { goal_counts: true, ..Decision::of(next) };
            let shot = aim::at_goal(model.field(taker), &decision);
            let chance = TO_MOVE + shot.map_or(0.0, |(_, chance)| chance);
            // what the other leaves of the place that his coin has
            let left = if taker == me { 0.0 } else { LEFT * aim::outlook(model.field(me), &seen_by(next, me)) };
            return if taker == me { chance } else { left - chance };
        }
        _ => worth(next.turn.restart),
    };
    if taker == me { chance } else { -chance }
}

fn seen_by(game: &Match, seat: Seat) -> PlayerView {
    PlayerView::of(&game.layout, seat, game.ends)
}

fn is_next_kick(next: &Match, before: &Match) -> bool {
    next.period.is_shootout() && (next.turn.seat != before.turn.seat || next.phase == Phase::Place)
}

/// What a restart is worth to its taker.
fn worth(restart: Restart) -> f64 {
    match restart {
        Restart::Penalty => 0.8,
        Restart::FreeKick => 0.4,
        Restart::Corner => 0.35,
        Restart::CentreKick => 0.3,
        Restart::ThrowIn => 0.2,
        Restart::KickOff | Restart::GoalKick | Restart::Open => 0.15,
    }
}
