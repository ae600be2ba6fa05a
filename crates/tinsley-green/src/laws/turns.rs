//! From verdict to verdict: what becomes of the game, whose turn it is, TG-4c, TG-9b, TG-9c and TG-9d.

use super::breakage;
use super::calls::TurnCalls;
use super::clause::Clause;
use super::events::Ball;
use super::foul;
use super::game::{Ending, Form, Game, Phase, Reason, Status, Toley};
use super::log::{Log, NOBODY, What};
use super::rules::{EliminationGap, Rules};
use super::verdict::{Then, Verdict};
use super::winning;

/// Starts the turn of [`Game::shooter`]; the verdict is only a buffer.
pub fn start_turn(game: &mut Game, rules: &Rules, calls: TurnCalls, verdict: &mut Verdict, log: &mut Log) {
    log.at(game);
    let clause = if game.form == Form::Team { Clause::Tg9c } else { Clause::Tg11a };
    log.push(clause, What::Turn, game.shooter, f64::from(game.turn));
    game.phase = Phase::Placement;
    if let Some(side) = calls.warned {
        warn(game, rules, side, log);
    }
    let Some(has_leave) = calls.substitution.filter(|_| game.phase == Phase::Placement) else { return };
    log.push(Clause::Tg4c, What::Substitution, game.shooter, f64::from(u8::from(has_leave)));
    if has_leave {
        verdict.begin(game);
        swap_toley(game, rules, verdict);
    } else if rules.unapproved_sub_is_foul {
        verdict.begin(game);
        verdict.is_shot = false;
        foul::settle(game, rules, Clause::Tg4c, verdict, log);
        next(game, rules, verdict, log);
    }
}

/// He shoots with the standard toley from now on; on the ring it takes the place of the old one, as near as there is room.
fn swap_toley(game: &mut Game, rules: &Rules, verdict: &mut Verdict) {
    let i = usize::from(game.shooter);
    game.players[i].spec = rules.standard_toley;
    if let Toley::OnRing(_) = game.players[i].toley {
        let radius_m = rules.standard_toley.radius_m;
        let at_m = breakage::room(rules, Ball::Toley(game.shooter), radius_m, verdict);
        game.players[i].toley = Toley::OnRing(at_m.extend(radius_m));
    }
}

/// What becomes of the game by a verdict.
pub fn next(game: &mut Game, rules: &Rules, verdict: &Verdict, log: &mut Log) {
    log.at(game);
    let sides_before = game.sides_left();
    apply(game, rules, verdict);
    note_losses(game, sides_before, log);
    if verdict.warned != NOBODY {
        warn(game, rules, verdict.warned, log);
    }
    let ends_turn = verdict.then == Then::TurnEnds || verdict.ending.is_some();
    if ends_turn {
        end_break(game, rules, verdict, log);
    }
    if game.ending().is_some() {
        return;
    }
    let lost = || winning::after_losses(game, rules);
    let over = || if ends_turn { winning::after_break(game, rules) } else { None };
    if let Some(ending) = verdict.ending.or_else(lost).or_else(over) {
        end(game, ending, log);
    } else if ends_turn {
        pass_on(game, rules, log);
    }
}

fn apply(game: &mut Game, rules: &Rules, verdict: &Verdict) {
    game.marbles.clone_from(&verdict.marbles);
    game.players = verdict.players;
    game.points[usize::from(game.side_of(game.shooter))] += verdict.points;
    game.reached = verdict.reached;
    if verdict.is_shot {
        game.shot += 1;
        game.break_shots += 1;
        game.clock_s += rules.shot_s;
    }
    game.break_points += verdict.points;
}

/// The marbles of the break are gathered and the scorer is told, TG-9b.
fn end_break(game: &mut Game, rules: &Rules, verdict: &Verdict, log: &mut Log) {
    let side = usize::from(game.side_of(game.shooter));
    if game.break_points > 0 {
        let told = game.break_points.saturating_add_signed(verdict.miscount);
        game.told[side] += told;
        log.push(Clause::Tg9b, What::Collected, game.shooter, f64::from(told));
    }
    (game.break_points, game.break_shots) = (0, 0);
    game.turn += 1;
    game.clock_s += rules.turn_change_s;
}

/// A public warning; at the limit the side is disqualified from the match, TG-9d.
fn warn(game: &mut Game, rules: &Rules, side: u8, log: &mut Log) {
    let warnings = &mut game.warnings[usize::from(side)];
    *warnings += 1;
    let warnings = *warnings;
    log.push(Clause::Tg9d, What::Warning, NOBODY, f64::from(warnings));
    if rules.warning_limit == 0 || warnings < rules.warning_limit {
        return;
    }
    for i in 0..game.players.len() {
        let player = &mut game.players[i];
        if player.side == side && player.status != Status::Absent {
            player.status = Status::Disqualified;
            log.push(Clause::Tg9d, What::Disqualified, i as u8, f64::from(warnings));
            if player.toley != Toley::InHand {
                player.toley = Toley::InHand;
                log.push(Clause::TgX5, What::InHand, i as u8, 0.0);
            }
        }
    }
    let others = game.sides() & !(1 << side);
    let winner = if others.count_ones() == 1 { others.trailing_zeros() as u8 } else { NOBODY };
    end(game, Ending { reason: Reason::Disqualified, winner, level: 0 }, log);
}

fn end(game: &mut Game, ending: Ending, log: &mut Log) {
    let clause = winning::clause(game, ending.reason);
    if ending.is_truncated() {
        log.push(clause, What::CutShort, NOBODY, f64::from(game.turn));
    }
    let best = game.points.iter().copied().max().unwrap_or(0);
    let points = game.points.get(usize::from(ending.winner)).copied().unwrap_or(best);
    log.push(clause, What::GameEnds, NOBODY, f64::from(points));
    game.phase = Phase::Ended(ending);
}

fn note_losses(game: &Game, before: u16, log: &mut Log) {
    let after = game.sides_left();
    let lost = before & !after;
    for side in (0..16).filter(|side| lost >> side & 1 == 1) {
        log.push(Clause::TgX2, What::WipedOut, NOBODY, f64::from(side));
    }
    if lost != 0 && after == 0 {
        log.push(Clause::TgX3, What::NobodyLeft, NOBODY, 0.0);
    }
}

/// Whose turn is next: TG-9c, in an individual match TG-11a.
fn pass_on(game: &mut Game, rules: &Rules, log: &mut Log) {
    let alternates = game.form == Form::Team && rules.elimination_gap == EliminationGap::KeepAlternating;
    let slot = if alternates { alternating(game) } else { following(game, game.slot, |_| true) };
    log.at(game);
    let clause = if game.form == Form::Team { Clause::Tg9c } else { Clause::Tg11a };
    let count = game.slots.len();
    let passed = (1..).map(|k| (game.slot + k) % count).take_while(|&passed| passed != slot);
    for passed in
        passed.map(|passed| game.slots[passed]).filter(|&player| !game.players[usize::from(player)].is_active())
    {
        log.push(clause, What::SlotSkipped, passed, 0.0);
    }
    game.slot = slot;
    game.last_slot[usize::from(game.side_of(game.slots[slot]))] = slot as u8;
    game.shooter = game.slots[slot];
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
    let last = match game.last_slot[usize::from(other)] {
        // a side that has not played yet begins with its first
        NOBODY => game.slots.len() - 1,
        slot => usize::from(slot),
    };
    following(game, last, |side| side == other)
}
