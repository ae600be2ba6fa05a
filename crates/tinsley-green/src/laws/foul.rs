//! What follows a foul shot: TG-7i, TG-7ii, TG-7score, TG-7three.

use glam::DVec2;

use super::after_shot::{put_out, take_up};
use super::choices::FoulRestore;
use super::clause::Clause;
use super::free_spot::nearest_free;
use super::game::Game;
use super::log::What;
use super::rules::Laws;
use super::verdict::{Then, Verdict};

/// Settles a foul shot of the shooter: no points, the turn ends, and what was knocked off goes back.
pub(super) fn settle(laws: &Laws, game: &Game, breach: Clause, verdict: &mut Verdict) {
    (verdict.foul, verdict.clause, verdict.then) = (Some(breach), Clause::Tg7score, Then::TurnEnds);
    // it is not in the way of what comes back
    take_up(Clause::Tg7score, game.shooter, verdict);
    match laws.fouls.restore {
        FoulRestore::KnockedOffOnly => put_back(laws, verdict),
        FoulRestore::FullRollback => roll_back(game, verdict),
    }
    for player in verdict.knocked_toleys() {
        if game.side_of(player) == game.side_of(game.shooter) {
            put_out(Clause::Tg7ii, player, verdict);
        } else {
            verdict.log.push(Clause::Tg7ii, What::InHand, player, 0.0);
        }
    }
    // rolled back, it lies where it lay
    take_up(Clause::Tg7score, game.shooter, verdict);
    let fouls = count(laws, game.shooter, verdict);
    verdict.log.push(breach, What::Foul, game.shooter, f64::from(fouls));
    verdict.log.push(Clause::Tg7score, What::PointsKept, game.shooter, f64::from(game.break_points));
}

/// Counts a foul of a player; at the limit he is out of the game, TG-7three.
pub(super) fn count(laws: &Laws, player: u8, verdict: &mut Verdict) -> u32 {
    let fouls = &mut verdict.players[usize::from(player)].fouls;
    *fouls += 1;
    let fouls = *fouls;
    if laws.fouls.limit_count > 0 && fouls >= laws.fouls.limit_count {
        put_out(Clause::Tg7three, player, verdict);
    }
    fouls
}

/// Each marble knocked off goes back on the ring as near the middle as there is room, TG-7i.
fn put_back(laws: &Laws, verdict: &mut Verdict) {
    for k in 0..verdict.off.len() {
        let i = usize::from(verdict.off[k]);
        let radius_m = verdict.marbles[i].radius_m;
        let at_m = nearest_free(DVec2::ZERO, radius_m, laws.ring.radius_m(), &verdict.obstacles(None));
        verdict.marbles[i].at_m = at_m.extend(radius_m);
        verdict.marbles[i].is_on = true;
        verdict.log.push(Clause::Tg7i, What::PutBack, None, at_m.length());
    }
}

/// Every marble, and every toley that was not knocked off, goes back to where it was, TG-7i read the other way.
fn roll_back(game: &Game, verdict: &mut Verdict) {
    verdict.marbles.clone_from(&game.marbles);
    for (i, player) in game.players.iter().enumerate() {
        // who has just been put out has taken his toley away
        if verdict.toleys_off >> i & 1 == 0 && verdict.players[i].is_active() {
            verdict.players[i].toley = player.toley;
        }
    }
    for &i in &verdict.off {
        let at_m = verdict.marbles[usize::from(i)].at_m.truncate();
        verdict.log.push(Clause::Tg7i, What::PutBack, None, at_m.length());
    }
}
