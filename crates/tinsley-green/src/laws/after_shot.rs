//! The four results of a fair shot: TG-5a and TG-5d1 to TG-5d4.

use super::choices::{EliminatedBy, KnockContinues};
use super::clause::Clause;
use super::game::{Game, Status, Toley};
use super::log::What;
use super::rules::Laws;
use super::verdict::{Then, Verdict};

/// A point for each marble that the shot knocked off, by whatever way, TG-5a.
pub(super) fn score(laws: &Laws, game: &Game, verdict: &mut Verdict) {
    verdict.points = verdict.marbles_knocked * laws.continuation.points_per_marble_count;
    verdict.players[usize::from(game.shooter)].points += verdict.points;
    if verdict.marbles_knocked > 0 {
        verdict.log.push(Clause::Tg5a, What::Points, game.shooter, f64::from(verdict.points));
    }
}

/// Owners of the toleys that were knocked off are out of the game, TG-5d3.
pub(super) fn eliminate(laws: &Laws, game: &Game, verdict: &mut Verdict) {
    for player in verdict.knocked_toleys() {
        verdict.log.push(Clause::Tg5d3, What::KnockedOff, player, f64::from(game.shooter));
        let by_mate = game.side_of(player) == game.side_of(game.shooter);
        let spared = by_mate && laws.continuation.eliminated_by == EliminatedBy::OpponentsOnly;
        if laws.continuation.eliminate_on_knockoff && !spared {
            put_out(Clause::Tg5d3, player, verdict);
        } else {
            verdict.log.push(Clause::Tg5d3, What::InHand, player, 0.0);
        }
    }
}

/// Puts a player out of the game; his toley does not stay on the ring, TG-X5.
pub(super) fn put_out(clause: Clause, player: u8, verdict: &mut Verdict) {
    let status = &mut verdict.players[usize::from(player)].status;
    if *status == Status::Active {
        *status = Status::Eliminated;
        verdict.log.push(clause, What::Eliminated, player, 0.0);
    }
    take_up(Clause::TgX5, player, verdict);
}

/// Takes a toley from the ring, if it is there.
pub(super) fn take_up(clause: Clause, player: u8, verdict: &mut Verdict) {
    let toley = &mut verdict.players[usize::from(player)].toley;
    if *toley != Toley::InHand {
        *toley = Toley::InHand;
        verdict.log.push(clause, What::InHand, player, 0.0);
    }
}

/// The clause of a fair shot by what left the ring.
fn result(verdict: &Verdict, goes_on: bool) -> Clause {
    match (verdict.own_off, verdict.marbles_knocked == 0, goes_on) {
        (true, true, _) => Clause::Tg5d1,
        (true, false, _) => Clause::Tg5d2,
        (false, _, false) => Clause::Tg5d3,
        (false, _, true) => Clause::Tg5d4,
    }
}

/// Settles what the shooter does next: another shot if his toley stays and something else was knocked off.
pub(super) fn go_on(laws: &Laws, game: &Game, verdict: &mut Verdict) {
    let something = verdict.marbles_knocked > 0 || toley_counts(laws, game, verdict);
    let goes_on = !verdict.own_off && something;
    verdict.clause = result(verdict, goes_on);
    note_own(game, verdict);
    if !goes_on || verdict.ending.is_some() {
        return;
    }
    if game.break_shots + 1 >= laws.continuation.shots_per_break_most_count {
        verdict.log.push(Clause::Tg5d4, What::BreakLimit, game.shooter, f64::from(game.break_shots + 1));
        return;
    }
    verdict.then = Then::ShootsAgain;
    let points = f64::from(game.break_points + verdict.points);
    verdict.log.push(Clause::Tg5d4, What::ShootsAgain, game.shooter, points);
}

fn note_own(game: &Game, verdict: &mut Verdict) {
    let (what, far_m) = match verdict.players[usize::from(game.shooter)].toley {
        Toley::InHand => (What::InHand, 0.0),
        Toley::OnRing(at_m) => (What::StaysOn, at_m.truncate().length()),
    };
    verdict.log.push(verdict.clause, what, game.shooter, far_m);
}

/// Whether a knocked off toley earns another shot, TG-5d4.
fn toley_counts(laws: &Laws, game: &Game, verdict: &Verdict) -> bool {
    let mut knocked = verdict.knocked_toleys();
    match laws.continuation.toley_knock {
        KnockContinues::Any => knocked.next().is_some(),
        KnockContinues::OpponentsOnly => knocked.any(|player| game.side_of(player) != game.side_of(game.shooter)),
        KnockContinues::None => false,
    }
}
