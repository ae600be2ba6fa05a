//! From verdict to verdict: what becomes of the game, and whose turn it is, TG-9b, TG-9c and TG-9d.

use super::choices::EliminationGap;
use super::clause::Clause;
use super::game::{Ending, Form, Game, Phase, Reason, Status, Toley, bits, only};
use super::log::{Log, What};
use super::rules::Laws;
use super::verdict::{Then, Verdict};
use super::winning;

impl Laws {
    /// What becomes of the game by a verdict.
    pub fn next(&self, game: &Game, verdict: &Verdict) -> Game {
        let mut after = apply(self, game, verdict);
        note_losses(game.sides_left(), &mut after);
        let disqualified = verdict.warned.and_then(|side| warn(self, &mut after, side));
        let lost = || winning::after_losses(self, &after);
        let mut ending = disqualified.or(verdict.ending).or_else(lost);
        // whatever ends the game in mid-break ends the turn with it
        if ending.is_none() && verdict.then != Then::TurnEnds {
            return after;
        }
        end_break(self, &mut after, verdict.miscount);
        ending = ending.or_else(|| winning::after_break(self, &after));
        match ending {
            Some(ending) => end(&mut after, ending),
            None => pass_on(self, &mut after),
        }
        after
    }
}

/// The game with what the verdict changes, and an empty log of this moment.
fn apply(laws: &Laws, game: &Game, verdict: &Verdict) -> Game {
    let mut after = Game {
        marbles: verdict.marbles.clone(),
        players: verdict.players.clone(),
        slots: game.slots.clone(),
        reached: verdict.reached,
        break_points: game.break_points + verdict.points,
        log: Log::at(game.moment()),
        ..*game
    };
    after.points[usize::from(game.side_of(game.shooter))] += verdict.points;
    if verdict.is_shot {
        after.shot += 1;
        after.break_shots += 1;
        after.clock_s += laws.format.shot_s;
    }
    after
}

/// The turn ends: the marbles of the break are gathered, and the scorer is told so many more of them, TG-9b.
pub(super) fn end_break(laws: &Laws, game: &mut Game, miscount: i32) {
    let side = usize::from(game.side_of(game.shooter));
    if game.break_points > 0 {
        let told = game.break_points.saturating_add_signed(miscount);
        game.told[side] += told;
        game.log.push(Clause::Tg9b, What::Collected, game.shooter, f64::from(told));
    }
    (game.break_points, game.break_shots) = (0, 0);
    game.turn += 1;
    game.clock_s += laws.format.turn_change_s;
}

/// A public warning; at the limit the side is disqualified from the match, which ends the game, TG-9d.
pub(super) fn warn(laws: &Laws, game: &mut Game, side: u8) -> Option<Ending> {
    let warnings = &mut game.warnings[usize::from(side)];
    *warnings += 1;
    let warnings = *warnings;
    game.log.push_side(Clause::Tg9d, What::Warning, side, f64::from(warnings));
    if laws.fouls.warning_limit_count == 0 || warnings < laws.fouls.warning_limit_count {
        return None;
    }
    for (i, player) in game.players.iter_mut().enumerate() {
        if player.side == side && player.status != Status::Absent {
            player.status = Status::Disqualified;
            game.log.push(Clause::Tg9d, What::Disqualified, i as u8, f64::from(warnings));
            if player.toley != Toley::InHand {
                player.toley = Toley::InHand;
                game.log.push(Clause::TgX5, What::InHand, i as u8, 0.0);
            }
        }
    }
    let winner = only(game.sides() & !(1 << side));
    Some(Ending { reason: Reason::Disqualified, winner, level: 0 })
}

/// The game ends.
pub(super) fn end(game: &mut Game, ending: Ending) {
    let clause = winning::clause(game, ending.reason);
    if ending.is_truncated() {
        game.log.push(clause, What::CutShort, None, f64::from(game.turn));
    }
    let best = game.points.iter().copied().max().unwrap_or(0);
    let points = ending.winner.map_or(best, |winner| game.points[usize::from(winner)]);
    game.log.push_side(clause, What::GameEnds, ending.winner, f64::from(points));
    game.phase = Phase::Ended(ending);
}

fn note_losses(before: u16, game: &mut Game) {
    let after = game.sides_left();
    let lost = before & !after;
    for side in bits(lost) {
        game.log.push_side(Clause::TgX2, What::WipedOut, side, f64::from(side));
    }
    if lost != 0 && after == 0 {
        game.log.push(Clause::TgX3, What::NobodyLeft, None, 0.0);
    }
}

/// Whose turn is next: TG-9c, in an individual match TG-11a.
fn pass_on(laws: &Laws, game: &mut Game) {
    let alternates = game.form == Form::Team && laws.format.elimination_gap == EliminationGap::KeepAlternating;
    let slot = if alternates { alternating(game) } else { following(game, game.slot, |_| true) };
    game.log.at = game.moment();
    let clause = if game.form == Form::Team { Clause::Tg9c } else { Clause::Tg11a };
    let count = game.slots.len();
    let passed = (1..).map(|k| (game.slot + k) % count).take_while(|&passed| passed != slot);
    for player in passed.map(|passed| game.slots[passed]) {
        if !game.players[usize::from(player)].is_active() {
            game.log.push(clause, What::SlotSkipped, player, 0.0);
        }
    }
    game.slot = slot;
    game.shooter = game.slots[slot];
    game.last_slot[usize::from(game.player().side)] = Some(slot as u8);
    game.phase = Phase::TurnStart;
}

/// The next slot after one whose player is active and wanted; the same if there is no other.
fn following(game: &Game, after: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let count = game.slots.len();
    let fits = |slot: &usize| {
        let player = game.slots[*slot];
        game.players[usize::from(player)].is_active() && wanted(game.side_of(player))
    };
    (1..=count).map(|k| (after + k) % count).find(fits).unwrap_or(after)
}

/// The next of the other side, from where that side has got to; of the same side if the other has nobody.
fn alternating(game: &Game) -> usize {
    let own = game.side_of(game.shooter);
    let others = game.sides_left() & !(1 << own);
    let other = if others == 0 { own } else { others.trailing_zeros() as u8 };
    // a side that has not played yet begins with its first
    let last = game.last_slot[usize::from(other)].map_or(game.slots.len() - 1, usize::from);
    following(game, last, |side| side == other)
}
