//! Who has won: TG-9g, TG-11c, TG-11d, TG-X2, TG-X3 and TG-X4.

use super::choices::{EndOnTarget, NobodyLeft, OnWipeout};
use super::clause::Clause;
use super::game::{Ending, Game, MOST_PLAYERS, Reason, only};
use super::log::What;
use super::rules::Laws;
use super::verdict::Verdict;

/// Whether the shot just judged ends the game: the target is reached, or no marble is left.
pub(super) fn after_shot(laws: &Laws, game: &Game, verdict: &mut Verdict) {
    let side = game.side_of(game.shooter);
    let points = game.points[usize::from(side)] + verdict.points;
    if verdict.reached.is_none() && points >= game.target {
        verdict.reached = Some(side);
        verdict.log.push(game.form.winning_clause(), What::TargetReached, game.shooter, f64::from(points));
    }
    verdict.ending = match verdict.reached {
        Some(winner) if laws.format.end_on_target == EndOnTarget::Shot => Some(won(winner)),
        _ if verdict.marbles.iter().any(|marble| marble.is_on) => None,
        Some(winner) => Some(won(winner)),
        None => {
            let mut totals = game.points;
            totals[usize::from(side)] = points;
            Some(by_points(game, &totals, Reason::AllGone))
        }
    };
}

fn won(winner: u8) -> Ending {
    Ending { reason: Reason::Target, winner: Some(winner), level: 0 }
}

/// Whether the game is over at the end of a break.
pub(super) fn after_break(laws: &Laws, game: &Game) -> Option<Ending> {
    let format = &laws.format;
    if let Some(winner) = game.reached.filter(|_| format.end_on_target != EndOnTarget::AllMarbles) {
        return Some(won(winner));
    }
    if format.time_limit_s > 0.0 && game.clock_s >= format.time_limit_s {
        return Some(cut_short(game, Reason::TimeLimit));
    }
    (game.turn >= format.turns_most_count).then(|| cut_short(game, Reason::TurnLimit))
}

/// A game cut short by the clock or the guard: who has reached the target has won, else points decide. The guard is not
/// play: those who are level by it have drawn.
fn cut_short(game: &Game, reason: Reason) -> Ending {
    let ending = match game.reached {
        None => by_points(game, &game.points, reason),
        winner => Ending { reason, winner, level: 0 },
    };
    if reason == Reason::TurnLimit { Ending { level: 0, ..ending } } else { ending }
}

/// Whether the game is over because a side, or everybody, is out of it.
pub(super) fn after_losses(laws: &Laws, game: &Game) -> Option<Ending> {
    let left = game.sides_left();
    match (left.count_ones(), laws.format.on_wipeout) {
        (0, _) => Some(nobody_left(laws, game)),
        (1, OnWipeout::OpponentsWin) if game.sides().count_ones() > 1 => {
            Some(Ending { reason: Reason::WipedOut, winner: only(left), level: 0 })
        }
        _ => None,
    }
}

fn nobody_left(laws: &Laws, game: &Game) -> Ending {
    if let Some(winner) = game.reached {
        return won(winner);
    }
    let ending = by_points(game, &game.points, Reason::NobodyLeft);
    match laws.format.nobody_left {
        NobodyLeft::Points => ending,
        NobodyLeft::Draw => Ending { winner: None, level: 0, ..ending },
    }
}

/// The most points win; those who are level with the best are to play on, TG-11d.
fn by_points(game: &Game, points: &[u32; MOST_PLAYERS], reason: Reason) -> Ending {
    let sides = game.sides();
    let (mut best, mut level) = (0, 0_u16);
    for (side, &points) in points.iter().enumerate().filter(|(side, _)| sides >> side & 1 == 1) {
        if points > best {
            (best, level) = (points, 0);
        }
        level |= u16::from(points == best) << side;
    }
    match only(level) {
        None => Ending { reason, winner: None, level },
        winner => Ending { reason, winner, level: 0 },
    }
}

/// The clause under which a game ended so.
pub(super) fn clause(game: &Game, reason: Reason) -> Clause {
    match reason {
        Reason::Target | Reason::AllGone => game.form.winning_clause(),
        Reason::WipedOut => Clause::TgX2,
        Reason::NobodyLeft => Clause::TgX3,
        Reason::TurnLimit | Reason::TimeLimit => Clause::TgX4,
        Reason::Disqualified => Clause::Tg9d,
    }
}
