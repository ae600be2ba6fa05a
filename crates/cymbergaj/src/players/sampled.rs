//! `sampled`: tries strokes in his head, through the same physics and the same laws, and makes the best.
//!
//! Every candidate is tried some times with his own errors. A trial is worth 1 for a goal, -1 for a goal against him, and
//! otherwise what the match that follows promises: the chance of the next shot at goal, his or the other's, and for a
//! restart a fixed worth. Where he has another Move after this one, the best candidates are played on: his next Move by
//! plain geometry, tried too.

use glam::DVec2;
use tolley_experiment::random::Stream;

use super::field::View;
use super::shot::{self, AIMS, Shot};
use super::skill::Intent;
use super::{Player, cautious, direct};
use crate::contest::Pairing;
use crate::laws::{Luck, Match, Phase, Restart, Seat};
use crate::play::{Bench, Stand};

/// How much he tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Candidates a Move.
    pub candidates: u32,
    /// Trials a candidate.
    pub trials: u32,
}

/// The most candidates there may be.
pub const MOST: usize = 64;
/// Candidates that are played on where another Move follows.
const PLAYED_ON: usize = 3;
/// A Move of his own that follows at once is worth more than the chance of its shot: the ball may be carried on.
const TO_MOVE: f64 = 0.05;

/// A stroke and what it is worth.
#[derive(Clone, Copy)]
struct Candidate {
    intent: Intent,
    worth: f64,
}

/// The stroke to make.
pub fn stroke(player: &Player, pairing: &Pairing, game: &Match, bench: &mut Bench, thought: &mut Stream) -> Intent {
    let mut candidates = [Candidate { intent: direct::stroke(&player.field, &View::of(game)), worth: 0.0 }; MOST];
    let count = fill(player, game, thought, &mut candidates);
    let candidates = &mut candidates[..count];
    for candidate in candidates.iter_mut() {
        let worth = (0..player.budget.trials).map(|_| {
            let next = imagine(player, pairing, game, &candidate.intent, bench, thought);
            promise(pairing, &next, game)
        });
        candidate.worth = worth.sum::<f64>() / f64::from(player.budget.trials);
    }
    candidates.sort_unstable_by(|one, two| two.worth.total_cmp(&one.worth));
    if game.turn.moves_left > 1 {
        let best = &mut candidates[..PLAYED_ON.min(count)];
        for candidate in best.iter_mut() {
            candidate.worth = played_on(player, pairing, game, &candidate.intent, bench, thought);
        }
        best.sort_unstable_by(|one, two| two.worth.total_cmp(&one.worth));
    }
    candidates[0].intent
}

/// Geometry first: what the other policies would do, shots at every part of the goal, the ball carried this way and
/// that, each harder and softer; then the same with an error.
fn fill(player: &Player, game: &Match, thought: &mut Stream, candidates: &mut [Candidate; MOST]) -> usize {
    let (field, view) = (&player.field, View::of(game));
    let wanted = (player.budget.candidates as usize).clamp(1, MOST);
    let mut count = 1;
    let mut add = |intent: Option<Intent>| {
        if let Some(intent) = intent.filter(|_| count < wanted) {
            candidates[count].intent = intent;
            count += 1;
        }
    };
    add(Some(cautious::stroke(field, &view)));
    for aim in AIMS {
        let target_m = field.goal_m(aim * field.half_goal_m);
        add(Shot::towards(field, &view, target_m, 0.3 * field.out_m.x).map(|shot| shot.intent));
    }
    let ahead = (field.goal_m(0.0) - view.stand.ball_m).normalize_or(DVec2::X);
    for (cosine, sine) in [(1.0, 0.0), (0.8, 0.6), (0.8, -0.6), (0.28, 0.96), (0.28, -0.96)] {
        let wish = ahead * cosine + ahead.perp() * sine;
        for way in [0.08, 0.25, 0.6] {
            let shot = shot::carry(field, &view, wish, way * field.out_m.x, 0.1 * field.out_m.y);
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
    let (sine, cosine) = libm::sincos(0.04 * thought.normal());
    let direction = intent.direction * cosine + intent.direction.perp() * sine;
    Intent { direction, speed_m_s: intent.speed_m_s * libm::exp(0.3 * thought.normal()), ..*intent }
}

/// The match after this stroke, made with his errors and judged without the referee's.
fn imagine(
    player: &Player,
    pairing: &Pairing,
    game: &Match,
    intent: &Intent,
    bench: &mut Bench,
    thought: &mut Stream,
) -> Match {
    let (laws, seat) = (&pairing.laws, game.turn.seat);
    let launch = player.field.skill.imagine(intent, thought);
    let stand = Stand::of(&game.layout, seat, game.ends);
    let mut told = laws.events(game);
    bench.play(&pairing.grounds[seat.index()], (seat, game.ends), &stand, &launch, &mut told);
    laws.next(game, &laws.judge(game, &told, &Luck::NONE))
}

/// What a candidate is worth when the next Move is played too.
fn played_on(
    player: &Player,
    pairing: &Pairing,
    game: &Match,
    intent: &Intent,
    bench: &mut Bench,
    thought: &mut Stream,
) -> f64 {
    let mut sum = 0.0;
    for _ in 0..player.budget.trials {
        let next = imagine(player, pairing, game, intent, bench, thought);
        let goes_on = next.phase == Phase::Stroke && next.turn.seat == game.turn.seat;
        if goes_on && next.score == game.score {
            let then = direct::stroke(&player.field, &View::of(&next));
            let last = imagine(player, pairing, &next, &then, bench, thought);
            sum += promise(pairing, &last, game);
        } else {
            sum += promise(pairing, &next, game);
        }
    }
    sum / f64::from(player.budget.trials)
}

/// What a match promises the player whose turn it was in `before`.
fn promise(pairing: &Pairing, next: &Match, before: &Match) -> f64 {
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
            let view = View { goal_counts: true, ..View::of(next) };
            let shot = shot::at_goal(&pairing.players[taker.index()].field, &view);
            TO_MOVE + shot.map_or(0.0, |(_, chance)| chance)
        }
        _ => worth(next.turn.restart),
    };
    if taker == me { chance } else { -chance }
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
