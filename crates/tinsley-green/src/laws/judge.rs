//! Adjudication, strictly in the order of section 0 of the document: breakages, fouls, points, knocked off toleys, who has
//! won, the shooter's own toley.

use super::after_shot;
use super::breakage;
use super::calls::Calls;
use super::clause::Clause;
use super::edge;
use super::events::{Ball, Lie, ShotEvents};
use super::foul;
use super::game::{Form, Game, Toley};
use super::log::{Log, NOBODY, What};
use super::rules::{BlockByOther, Rules, Unplayable};
use super::verdict::{Then, Verdict};
use super::winning;

/// Judges a shot of the player whose turn it is, once everything rests.
pub fn judge(game: &Game, rules: &Rules, events: &ShotEvents, calls: &Calls, verdict: &mut Verdict, log: &mut Log) {
    log.at(game);
    verdict.begin(game);
    verdict.miscount = calls.miscount;
    calls.unseen.iter().for_each(|&clause| log.push(clause, What::Unseen, game.shooter, 0.0));
    if is_taken_again(game, rules, calls) {
        block(game, rules, calls, verdict, log);
        log.push(Clause::Tg7c, What::Replay, game.shooter, 0.0);
        (verdict.clause, verdict.then) = (Clause::Tg7c, Then::Replay);
        return;
    }
    resolve(game, rules, events, calls, verdict, log);
    block(game, rules, calls, verdict, log);
    if let Some(breach) = calls.foul {
        foul::settle(game, rules, breach, verdict, log);
        return;
    }
    after_shot::score(game, rules, verdict, log);
    after_shot::eliminate(game, rules, verdict, log);
    winning::after_shot(game, rules, verdict, log);
    after_shot::go_on(game, rules, verdict, log);
}

/// The player cannot knuckle down at all: his turn stops and his toley is taken off, TG-6b2.
pub fn judge_unplayable(game: &Game, rules: &Rules, verdict: &mut Verdict, log: &mut Log) {
    log.at(game);
    verdict.begin(game);
    (verdict.clause, verdict.is_shot) = (Clause::Tg6b2, false);
    log.push(Clause::Tg6b2, What::Unplayable, game.shooter, f64::from(game.break_points));
    after_shot::take_up(Clause::Tg6b2, game.shooter, verdict, log);
    if rules.unplayable == Unplayable::Eliminate {
        after_shot::put_out(Clause::Tg6b2, game.shooter, verdict, log);
    }
}

/// Whether the shot is taken again because somebody else blocked it; the guard of TG-5d4 holds for this too.
fn is_taken_again(game: &Game, rules: &Rules, calls: &Calls) -> bool {
    let guarded = game.break_shots + 1 >= rules.max_shots_per_break;
    calls.blocker.is_some() && rules.block_by_other == BlockByOther::Replay && !guarded
}

/// Somebody else blocked a ball: one foul for him and in a team match a warning, TG-7c.
fn block(game: &Game, rules: &Rules, calls: &Calls, verdict: &mut Verdict, log: &mut Log) {
    let Some(blocker) = calls.blocker else { return };
    let fouls = foul::count(rules, blocker, verdict, log);
    log.push(Clause::Tg7c, What::BlockedByOther, blocker, f64::from(fouls));
    if game.form == Form::Team {
        verdict.warned = game.side_of(blocker);
    }
}

/// Moves every ball to where it lies and finds what is off; breakages are resolved on the way, TG-8.
fn resolve(game: &Game, rules: &Rules, events: &ShotEvents, calls: &Calls, verdict: &mut Verdict, log: &mut Log) {
    for (i, lie) in events.marbles.iter().enumerate().filter(|(i, _)| game.marbles[*i].is_on) {
        let mut lie = *lie;
        let eye_error_m = calls.edge_errors_m.get(i).copied().unwrap_or(0.0);
        let off = is_off(rules, Ball::Marble(i as u8), &mut lie, game.marbles[i].radius_m, eye_error_m, calls, log);
        verdict.marbles[i].at_m = lie.at_m;
        verdict.marbles[i].is_on = !off;
        if off {
            verdict.off.push(i as u8);
        }
    }
    for (i, lie) in events.toleys.iter().enumerate() {
        let &Some(mut lie) = lie else { continue };
        let eye_error_m = calls.edge_errors_m.get(game.marbles.len() + i).copied().unwrap_or(0.0);
        let radius_m = game.players[i].spec.radius_m;
        let off = is_off(rules, Ball::Toley(i as u8), &mut lie, radius_m, eye_error_m, calls, log);
        verdict.players[i].toley = if off { Toley::InHand } else { Toley::OnRing(lie.at_m) };
        match i == usize::from(game.shooter) {
            true => verdict.own_off = off,
            false => verdict.toleys_off |= u16::from(off) << i,
        }
    }
    verdict.marbles_knocked = verdict.off.len() as u32;
    verdict.toleys_knocked = verdict.toleys_off.count_ones();
    breakage::replace(game, rules, &calls.broken, verdict, log);
    if let Some(ball) = calls.blocked.filter(|&ball| events.lie(ball).is_some_and(|lie| lie.fell)) {
        breakage::make_room(rules, ball, verdict);
    }
}

/// A ball that a hand stopped before the edge lies just inside, TG-7c.
fn stop(rules: &Rules, lie: &mut Lie, radius_m: f64) {
    if lie.fell {
        let out = lie.at_m.truncate().normalize_or(glam::DVec2::X);
        *lie = Lie::at((out * (rules.ring_radius_m - radius_m)).extend(radius_m));
    }
}

/// The referee's call for one ball.
fn is_off(
    rules: &Rules,
    ball: Ball,
    lie: &mut Lie,
    radius_m: f64,
    eye_error_m: f64,
    calls: &Calls,
    log: &mut Log,
) -> bool {
    if calls.blocked == Some(ball) {
        stop(rules, lie, radius_m);
    }
    if let Some(breakage) = calls.broken.iter().find(|breakage| breakage.ball == ball) {
        return breakage::resolve(rules, lie, radius_m, breakage, log);
    }
    let off = edge::is_off(rules, lie, radius_m, eye_error_m);
    let player = match ball {
        Ball::Marble(_) => NOBODY,
        Ball::Toley(player) => player,
    };
    let far_m = lie.at_m.truncate().length_squared();
    if lie.fell {
        log.push(Clause::Tg1b, What::Leaves, player, far_m.sqrt());
    } else if off || far_m > rules.ring_radius_m * rules.ring_radius_m {
        log.push(Clause::TgX1, What::EdgeCall, player, f64::from(u8::from(off)));
    }
    if eye_error_m != 0.0 && off != edge::is_off(rules, lie, radius_m, 0.0) {
        log.push(Clause::Tg2, What::EyeErrs, player, f64::from(u8::from(off)));
    }
    off
}
