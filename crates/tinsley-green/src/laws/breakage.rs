//! Broken balls: TG-8a and TG-8b.

use super::calls::Breakage;
use super::clause::Clause;
use super::edge;
use super::events::{Ball, Lie};
use super::free_spot::nearest_free;
use super::game::{Game, Toley};
use super::log::{Log, NOBODY, What};
use super::rules::Rules;
use super::verdict::Verdict;

/// Whether a broken ball is off, and where its largest piece lies: if none can be told it counts as knocked off.
pub(super) fn resolve(rules: &Rules, lie: &mut Lie, radius_m: f64, breakage: &Breakage, log: &mut Log) -> bool {
    let (clause, player) = match breakage.ball {
        Ball::Marble(_) => (Clause::Tg8a, NOBODY),
        Ball::Toley(player) => (Clause::Tg8b, player),
    };
    log.push(clause, What::Broken, player, f64::from(u8::from(breakage.piece_offset_m.is_none())));
    let Some(offset_m) = breakage.piece_offset_m else { return true };
    lie.at_m += offset_m.extend(0.0);
    edge::is_off(rules, lie, radius_m, 0.0)
}

/// New balls take the places of broken ones that are on; where there is no room, as near as there is.
pub(super) fn replace(game: &Game, rules: &Rules, broken: &[Breakage], verdict: &mut Verdict, log: &mut Log) {
    for breakage in broken {
        match breakage.ball {
            Ball::Marble(i) if verdict.marbles[usize::from(i)].is_on => {
                let radius_m = game.marbles[usize::from(i)].radius_m;
                let at_m = room(rules, breakage.ball, radius_m, verdict);
                verdict.marbles[usize::from(i)].at_m = at_m.extend(radius_m);
                log.push(Clause::Tg8a, What::Replaced, NOBODY, at_m.length());
            }
            Ball::Marble(_) => {}
            Ball::Toley(player) => replace_toley(rules, player, breakage, verdict, log),
        }
    }
}

/// With leave he goes on with another of the same make, else with the standard toley.
fn replace_toley(rules: &Rules, player: u8, breakage: &Breakage, verdict: &mut Verdict, log: &mut Log) {
    let i = usize::from(player);
    if !breakage.is_own_make_approved {
        verdict.players[i].spec = rules.standard_toley;
    }
    let radius_m = verdict.players[i].spec.radius_m;
    if let Toley::OnRing(_) = verdict.players[i].toley {
        let at_m = room(rules, breakage.ball, radius_m, verdict);
        verdict.players[i].toley = Toley::OnRing(at_m.extend(radius_m));
    }
    log.push(Clause::Tg8b, What::Replaced, player, 2.0 * radius_m);
}

/// Moves a ball put down by a hand to where there is room for it, if it is on the ring.
pub(super) fn make_room(rules: &Rules, ball: Ball, verdict: &mut Verdict) {
    match ball {
        Ball::Marble(i) if verdict.marbles[usize::from(i)].is_on => {
            let radius_m = verdict.marbles[usize::from(i)].radius_m;
            verdict.marbles[usize::from(i)].at_m = room(rules, ball, radius_m, verdict).extend(radius_m);
        }
        Ball::Toley(i) if verdict.players[usize::from(i)].toley != Toley::InHand => {
            let radius_m = verdict.players[usize::from(i)].spec.radius_m;
            let at_m = room(rules, ball, radius_m, verdict).extend(radius_m);
            verdict.players[usize::from(i)].toley = Toley::OnRing(at_m);
        }
        _ => {}
    }
}

/// Where there is room on the ring for a ball that replaces `ball`.
pub(super) fn room(rules: &Rules, ball: Ball, radius_m: f64, verdict: &Verdict) -> glam::DVec2 {
    let wanted_m = match ball {
        Ball::Marble(i) => verdict.marbles[usize::from(i)].at_m.truncate(),
        Ball::Toley(i) => match verdict.players[usize::from(i)].toley {
            Toley::OnRing(at_m) => at_m.truncate(),
            Toley::InHand => glam::DVec2::ZERO,
        },
    };
    nearest_free(wanted_m, radius_m, rules.ring_radius_m, &verdict.obstacles(Some(ball)))
}
