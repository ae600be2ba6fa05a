//! Fouls, CG-5.1: what breaks the laws, and what the victim gets, CG-5.1a and CG-5.1b.

use glam::{DVec2, dvec2};

use super::choices::{ContactFirst, IllegalStroke};
use super::clause::Clause;
use super::draws::MoveDraws;
use super::events::{Moment, MoveEvents};
use super::layout::Layout;
use super::parts::Laws;
use super::repair;
use super::seat::{Piece, Seat};
use super::state::{Match, Phase};
use super::verdict::{CallKind, Verdict};

/// A coin that moves less than this has not moved, CG-5.1d with `moved-only`, m.
const MOVED_M: f64 = 1e-3;

/// The verdict on a foul of the mover against `clause` at `spot_m`.
pub(super) fn foul(
    laws: &Laws,
    game: &Match,
    clause: Clause,
    spot_m: DVec2,
    layout: Layout,
    draws: &MoveDraws,
) -> Verdict {
    let offender = game.turn.seat;
    let victim = offender.other();
    let in_area = |seat: Seat| laws.pitch.in_area(spot_m, seat, game.ends);
    let (kind, award) = if in_area(victim) && draws.award_goal_kick {
        (CallKind::GoalKick, Some(Clause::FoulAtHome))
    } else if in_area(offender) && draws.award_penalty {
        (CallKind::Penalty, Some(Clause::FoulAway))
    } else {
        (CallKind::FreeKick, None)
    };
    let verdict = Verdict::of(kind, victim, spot_m, layout).by(Clause::Foul).by(clause);
    let verdict = award.map_or(verdict, |award| verdict.by(award));
    Verdict { foul: Some((clause, offender)), ..verdict }
}

/// A foul of the hand before the stroke: the coins go back to where they were. CG-1.10, CG-5.1c, CG-5.1e.
#[inline]
pub(super) fn stroke_foul(laws: &Laws, game: &Match, draws: &MoveDraws) -> Option<Verdict> {
    if !(draws.hand_touch || draws.touch || draws.illegal_stroke) || !draws.detected {
        return None;
    }
    let mover = game.turn.seat;
    let (own_m, other_m) = (game.layout.coin(mover), game.layout.coin(mover.other()));
    Some(if draws.hand_touch {
        foul(laws, game, Clause::HandTouch, own_m, game.layout, draws)
    } else if draws.touch {
        foul(laws, game, Clause::TouchOpponent, other_m, game.layout, draws)
    } else if laws.rules.illegal_stroke == IllegalStroke::WarnReplay {
        Verdict::of(CallKind::Replay, mover, own_m, game.layout).by(Clause::Technique)
    } else {
        foul(laws, game, Clause::Technique, own_m, game.layout, draws)
    })
}

/// CG-1.10a: whether the stroke misses the ball and hardly moves its coin; a careless touch is another matter, CG-1.9b.
pub(super) fn wastes_time(laws: &Laws, game: &Match, events: &MoveEvents, draws: &MoveDraws) -> bool {
    let mover = game.turn.seat;
    let is_stroke = game.phase == Phase::Stroke && draws.accident_rad.is_none();
    let moved_m = events.rest.coin(mover).distance(game.layout.coin(mover));
    is_stroke && events.ball_hit_s.is_none() && moved_m < laws.rules.least_stroke_m
}

impl Laws {
    /// CG-1.10a: the coins go back to where they were, and it is a foul.
    pub(super) fn wasted_time(&self, game: &Match, draws: &MoveDraws) -> Verdict {
        foul(self, game, Clause::LeastStroke, game.layout.coin(game.turn.seat), game.layout, draws)
    }

    /// The match in which the mover strokes: a touch that nobody saw has shifted a coin, CG-5.1c, CG-5.1e, unless
    /// something is in its way.
    pub fn disturbed(&self, game: &Match, draws: &MoveDraws) -> Match {
        let mut game = *game;
        if draws.detected || !(draws.hand_touch || draws.touch) {
            return game;
        }
        let mover = game.turn.seat;
        let coin = Piece::Coin(if draws.hand_touch { mover } else { mover.other() });
        let (sine, cosine) = libm::sincos(draws.shift_rad);
        let shift_m = dvec2(cosine, sine) * self.human.touch_shift_m * game.ends.frame(mover);
        let mut shifted = game.layout;
        shifted.put(coin, shifted.of(coin) + shift_m);
        if repair::is_legal(self, &shifted, true) {
            game.layout = shifted;
        }
        game
    }
}

/// CG-5.1d: when and where the mover's coin hit the other coin before the ball; hits at the same instant are no foul.
#[inline]
pub(super) fn contact_foul(laws: &Laws, game: &Match, events: &MoveEvents) -> Option<Moment> {
    let first = events.coins_hit?;
    if events.ball_hit_s.is_some_and(|ball_s| ball_s <= first.time_s) {
        return None;
    }
    let other = game.turn.seat.other();
    let counts = match laws.rules.contact_first_foul {
        ContactFirst::Strict => true,
        ContactFirst::MovedOnly => {
            let moved_m = events.rest.coin(other).distance(game.layout.of(Piece::Coin(other)));
            moved_m > MOVED_M
        }
        ContactFirst::Off => false,
    };
    counts.then_some(first)
}
