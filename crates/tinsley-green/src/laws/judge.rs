//! Adjudication, strictly in the order of section 0 of the document: breakages, fouls, points, knocked off toleys,
//! who has won, the shooter's own toley.

use super::after_shot;
use super::breakage;
use super::calls::Calls;
use super::choices::{BlockByOther, Unplayable};
use super::clause::Clause;
use super::events::{Ball, Lie, ShotEvents};
use super::foul;
use super::game::{Form, Game, Toley};
use super::log::{Log, What};
use super::rules::Laws;
use super::verdict::{Then, Verdict};
use super::winning;

impl Laws {
    /// Judges a shot of the player whose turn it is, once everything rests.
    pub fn judge(&self, game: &Game, events: &ShotEvents, calls: &Calls) -> Verdict {
        let mut verdict = Verdict::of(game);
        verdict.miscount = calls.miscount;
        calls.unseen.iter().for_each(|&(clause, player)| verdict.log.push(clause, What::Unseen, player, 0.0));
        note_stopped(events, calls, &mut verdict);
        if is_taken_again(self, game, calls) {
            block(self, game, calls, &mut verdict);
            verdict.log.push(Clause::Tg7c, What::Replay, game.shooter, 0.0);
            (verdict.clause, verdict.then) = (Clause::Tg7c, Then::Replay);
            return verdict;
        }
        resolve(self, game, events, calls, &mut verdict);
        block(self, game, calls, &mut verdict);
        if let Some(breach) = calls.foul {
            foul::settle(self, game, breach, &mut verdict);
            return verdict;
        }
        after_shot::score(self, game, &mut verdict);
        after_shot::eliminate(self, game, &mut verdict);
        winning::after_shot(self, game, &mut verdict);
        after_shot::go_on(self, game, &mut verdict);
        verdict
    }

    /// The player cannot knuckle down at all: his turn stops and his toley is taken off, TG-6b2.
    pub fn judge_unplayable(&self, game: &Game) -> Verdict {
        let mut verdict = Verdict::of(game);
        (verdict.clause, verdict.is_shot) = (Clause::Tg6b2, false);
        verdict.log.push(Clause::Tg6b2, What::Unplayable, game.shooter, f64::from(game.break_points));
        after_shot::take_up(Clause::Tg6b2, game.shooter, &mut verdict);
        if self.continuation.unplayable == Unplayable::Eliminate {
            after_shot::put_out(Clause::Tg6b2, game.shooter, &mut verdict);
        }
        verdict
    }
}

/// Notes that a hand stopped a ball, seen or not, and whether it had left the ring, TG-7c.
fn note_stopped(events: &ShotEvents, calls: &Calls, verdict: &mut Verdict) {
    let Some(lie) = calls.blocked.and_then(|ball| events.lie(ball)) else { return };
    verdict.log.push(Clause::Tg7c, What::Stopped, calls.hand, f64::from(u8::from(lie.fell)));
}

/// Whether the shot is taken again because somebody else blocked it; the guard of TG-5d4 holds for this too.
fn is_taken_again(laws: &Laws, game: &Game, calls: &Calls) -> bool {
    let guarded = game.break_shots + 1 >= laws.continuation.shots_per_break_most_count;
    calls.blocker.is_some() && laws.fouls.block_by_other == BlockByOther::Replay && !guarded
}

/// Somebody else blocked a ball: one foul for him and in a team match a warning, TG-7c.
fn block(laws: &Laws, game: &Game, calls: &Calls, verdict: &mut Verdict) {
    let Some(blocker) = calls.blocker else { return };
    let fouls = foul::count(laws, blocker, verdict);
    verdict.log.push(Clause::Tg7c, What::BlockedByOther, blocker, f64::from(fouls));
    if game.form == Form::Team {
        verdict.warned = Some(game.side_of(blocker));
    }
}

/// Moves every ball to where it lies and finds what is off; breakages are resolved on the way, TG-8.
fn resolve(laws: &Laws, game: &Game, events: &ShotEvents, calls: &Calls, verdict: &mut Verdict) {
    for (i, lie) in events.marbles.iter().enumerate().filter(|(i, _)| game.marbles[*i].is_on) {
        let ball = Resting { ball: Ball::Marble(i as u8), lie: *lie, radius_m: game.marbles[i].radius_m };
        let (at_m, off) = call(laws, ball, calls.edge_error_m(i), calls, &mut verdict.log);
        verdict.marbles[i].at_m = at_m;
        verdict.marbles[i].is_on = !off;
        if off {
            verdict.off.push(i as u8);
        }
    }
    for (i, lie) in events.toleys.iter().enumerate() {
        let &Some(lie) = lie else { continue };
        let ball = Resting { ball: Ball::Toley(i as u8), lie, radius_m: game.players[i].spec.radius_m };
        let (at_m, off) = call(laws, ball, calls.edge_error_m(game.marbles.len() + i), calls, &mut verdict.log);
        verdict.players[i].toley = if off { Toley::InHand } else { Toley::OnRing(at_m) };
        match i == usize::from(game.shooter) {
            true => (verdict.own_off, verdict.own_left) = (off, off && laws.ring.is_off(&lie, ball.radius_m, 0.0)),
            false => verdict.toleys_off |= u16::from(off) << i,
        }
    }
    verdict.marbles_knocked = verdict.off.len() as u32;
    verdict.toleys_knocked = verdict.toleys_off.count_ones();
    breakage::replace(laws, game, &calls.broken, verdict);
    if let Some(ball) = calls.blocked.filter(|&ball| events.lie(ball).is_some_and(|lie| lie.fell)) {
        breakage::make_room(laws, ball, verdict);
    }
}

/// A ball at rest that is to be called on or off.
#[derive(Clone, Copy)]
struct Resting {
    ball: Ball,
    lie: Lie,
    radius_m: f64,
}

/// The referee's call for one ball: where it lies, and whether it is off.
fn call(laws: &Laws, resting: Resting, eye_error_m: f64, calls: &Calls, log: &mut Log) -> (glam::DVec3, bool) {
    let Resting { ball, mut lie, radius_m } = resting;
    if calls.blocked == Some(ball) {
        stop(laws, &mut lie, radius_m);
    }
    if let Some(breakage) = calls.broken.iter().find(|breakage| breakage.ball == ball) {
        let off = breakage::resolve(laws, &mut lie, radius_m, breakage, log);
        return (lie.at_m, off);
    }
    let off = laws.ring.is_off(&lie, radius_m, eye_error_m);
    let (player, far_m) = (ball.player(), lie.at_m.truncate().length());
    if lie.fell {
        log.push(Clause::Tg1b, What::Leaves, player, far_m);
    } else if off || far_m > laws.ring.radius_m() {
        log.push(Clause::TgX1, What::EdgeCall, player, f64::from(u8::from(off)));
    }
    if eye_error_m != 0.0 && off != laws.ring.is_off(&lie, radius_m, 0.0) {
        log.push(Clause::Tg2, What::EyeErrs, player, f64::from(u8::from(off)));
    }
    (lie.at_m, off)
}

/// A ball that a hand stopped before the edge lies just inside, TG-7c.
fn stop(laws: &Laws, lie: &mut Lie, radius_m: f64) {
    if lie.fell {
        let out = lie.at_m.truncate().normalize_or(glam::DVec2::X);
        *lie = Lie::at((out * (laws.ring.radius_m() - radius_m)).extend(radius_m));
    }
}
