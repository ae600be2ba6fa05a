//! Broken balls: TG-8a and TG-8b.

use super::calls::Breakage;
use super::clause::Clause;
use super::events::{Ball, Lie};
use super::free_spot::nearest_free;
use super::game::{Game, Toley};
use super::log::{Log, What};
use super::rules::Laws;
use super::verdict::Verdict;

/// Whether a broken ball is off, and where its largest piece lies: if none can be told it counts as knocked off.
pub(super) fn resolve(laws: &Laws, lie: &mut Lie, radius_m: f64, breakage: &Breakage, log: &mut Log) -> bool {
    let clause = if breakage.ball.player().is_none() { Clause::Tg8a } else { Clause::Tg8b };
    let is_shattered = u8::from(breakage.piece_offset_m.is_none());
    log.push(clause, What::Broken, breakage.ball.player(), f64::from(is_shattered));
    let Some(offset_m) = breakage.piece_offset_m else { return true };
    lie.at_m += offset_m.extend(0.0);
    laws.ring.is_off(lie, radius_m, 0.0)
}

/// New balls take the places of broken ones that are on; where there is no room, as near as there is.
pub(super) fn replace(laws: &Laws, game: &Game, broken: &[Breakage], verdict: &mut Verdict) {
    for breakage in broken {
        match breakage.ball {
            Ball::Marble(i) if verdict.marbles[usize::from(i)].is_on => {
                let radius_m = game.marbles[usize::from(i)].radius_m;
                let at_m = room(laws, breakage.ball, radius_m, verdict);
                verdict.marbles[usize::from(i)].at_m = at_m.extend(radius_m);
                verdict.log.push(Clause::Tg8a, What::Replaced, None, at_m.length());
            }
            Ball::Marble(_) => {}
            Ball::Toley(player) => replace_toley(laws, player, breakage, verdict),
        }
    }
}

/// With leave he goes on with another of the same make, else with the standard toley.
fn replace_toley(laws: &Laws, player: u8, breakage: &Breakage, verdict: &mut Verdict) {
    let i = usize::from(player);
    if !breakage.is_own_make_approved {
        verdict.players[i].spec = laws.toley.standard();
    }
    let radius_m = verdict.players[i].spec.radius_m;
    if let Toley::OnRing(_) = verdict.players[i].toley {
        let at_m = room(laws, breakage.ball, radius_m, verdict);
        verdict.players[i].toley = Toley::OnRing(at_m.extend(radius_m));
    }
    verdict.log.push(Clause::Tg8b, What::Replaced, player, 2.0 * radius_m);
}

/// Moves a ball put down by a hand to where there is room for it, if it is on the ring.
pub(super) fn make_room(laws: &Laws, ball: Ball, verdict: &mut Verdict) {
    match ball {
        Ball::Marble(i) if verdict.marbles[usize::from(i)].is_on => {
            let radius_m = verdict.marbles[usize::from(i)].radius_m;
            verdict.marbles[usize::from(i)].at_m = room(laws, ball, radius_m, verdict).extend(radius_m);
        }
        Ball::Toley(i) if verdict.players[usize::from(i)].toley != Toley::InHand => {
            let radius_m = verdict.players[usize::from(i)].spec.radius_m;
            let at_m = room(laws, ball, radius_m, verdict).extend(radius_m);
            verdict.players[usize::from(i)].toley = Toley::OnRing(at_m);
        }
        _ => {}
    }
}

/// Where there is room on the ring for a ball that replaces `ball`.
pub(super) fn room(laws: &Laws, ball: Ball, radius_m: f64, verdict: &Verdict) -> glam::DVec2 {
    let wanted_m = match ball {
        Ball::Marble(i) => verdict.marbles[usize::from(i)].at_m.truncate(),
        Ball::Toley(i) => match verdict.players[usize::from(i)].toley {
            Toley::OnRing(at_m) => at_m.truncate(),
            Toley::InHand => glam::DVec2::ZERO,
        },
    };
    nearest_free(wanted_m, radius_m, laws.ring.radius_m(), &verdict.obstacles(Some(ball)))
}
