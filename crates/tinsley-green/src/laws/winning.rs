//! Who has won: TG-9g, TG-11c, TG-11d, TG-X2, TG-X3 and TG-X4.

use super::clause::Clause;
use super::game::{Ending, Game, MOST_PLAYERS, Reason};
use super::log::{Log, NOBODY, What};
use super::rules::{EndOnTarget, NobodyLeft, OnWipeout, Rules};
use super::verdict::Verdict;

/// Whether the shot just judged ends the game: the target is reached, or no marble is left.
pub(super) fn after_shot(game: &Game, rules: &Rules, verdict: &mut Verdict, log: &mut Log) {
    let side = game.side_of(game.shooter);
    let points = game.points[usize::from(side)] + verdict.points;
    if verdict.reached == NOBODY && points >= game.target {
        verdict.reached = side;
        log.push(game.form.winning_clause(), What::TargetReached, game.shooter, f64::from(points));
    }
    let at_once = verdict.reached != NOBODY && rules.end_on_target == EndOnTarget::Shot;
    if at_once {
        verdict.ending = Some(won(verdict.reached));
    } else if !verdict.marbles.iter().any(|marble| marble.is_on) {
        let mut totals = game.points;
        totals[usize::from(side)] = points;
        verdict.ending = Some(match verdict.reached {
            NOBODY => by_points(game, &totals, Reason::AllGone),
            winner => won(winner),
        });
    }
}

fn won(winner: u8) -> Ending {
    Ending { reason: Reason::Target, winner, level: 0 }
}

/// Whether the game is over at the end of a break.
pub(super) fn after_break(game: &Game, rules: &Rules) -> Option<Ending> {
    if game.reached != NOBODY && rules.end_on_target != EndOnTarget::AllMarbles {
        return Some(won(game.reached));
    }
    if rules.time_limit_s > 0.0 && game.clock_s >= rules.time_limit_s {
        return Some(cut_short(game, Reason::TimeLimit));
    }
    (game.turn >= rules.max_turns_per_game).then(|| cut_short(game, Reason::TurnLimit))
}

/// A game cut short by the clock or the guard: who has reached the target has won, else points decide. The guard is not
/// play: those who are level by it have drawn.
fn cut_short(game: &Game, reason: Reason) -> Ending {
    let ending = match game.reached {
        NOBODY => by_points(game, &game.points, reason),
        winner => Ending { reason, winner, level: 0 },
    };
    if reason == Reason::TurnLimit { Ending { level: 0, ..ending } } else { ending }
}

/// Whether the game is over because a side, or everybody, is out of it.
pub(super) fn after_losses(game: &Game, rules: &Rules) -> Option<Ending> {
    let left = game.sides_left();
    match (left.count_ones(), rules.on_wipeout) {
        (0, _) => Some(nobody_left(game, rules)),
        (1, OnWipeout::OpponentsWin) if game.sides().count_ones() > 1 => {
            Some(Ending { reason: Reason::WipedOut, winner: left.trailing_zeros() as u8, level: 0 })
        }
        _ => None,
    }
}

fn nobody_left(game: &Game, rules: &Rules) -> Ending {
    if game.reached != NOBODY {
        return won(game.reached);
    }
    let ending = by_points(game, &game.points, Reason::NobodyLeft);
    match rules.nobody_left {
        NobodyLeft::Points => ending,
        NobodyLeft::Draw => Ending { winner: NOBODY, level: 0, ..ending },
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
    match level.count_ones() {
        1 => Ending { reason, winner: level.trailing_zeros() as u8, level: 0 },
        _ => Ending { reason, winner: NOBODY, level },
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
