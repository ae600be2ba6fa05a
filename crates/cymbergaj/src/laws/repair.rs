//! What the referee puts back after a Move, before play goes on: CG-5.3 coins knocked out, CG-5.9 stacking, CG-6.1 overlaps.

use glam::{DVec2, dvec2};

use super::Laws;
use super::ask::turned;
use super::clause::Clause;
use super::events::MoveEvents;
use super::game::Match;
use super::judge::{Call, CallKind, Verdict};
use super::layout::Layout;
use super::luck::Luck;
use super::options::CoinReturn;
use super::seat::{Ends, Piece, Seat};

/// Puts everything in order after a verdict.
pub(super) fn after(laws: &Laws, game: &Match, events: &MoveEvents, luck: &Luck, verdict: &mut Verdict) {
    let ball_stays = verdict.call.kind == CallKind::Settled;
    let stacked = stack(laws, game, events, luck).filter(|pair| lies(events, pair, ball_stays));
    // a stack that a foul caused is repaired by the foul's restart
    if let Some([upper, lower]) = stacked.filter(|_| verdict.foul.is_none()) {
        let came_from_m = game.layout.of(upper);
        let at_m = beside(laws, game.ends, &verdict.layout, upper, lower, came_from_m, ball_stays);
        verdict.layout.put(upper, at_m.unwrap_or(came_from_m));
        verdict.clauses = verdict.clauses.with(Clause::Stacking);
    }
    for seat in Seat::ALL {
        if let Some(out) = events.coin_out[seat.index()] {
            put_back(laws, game.ends, &mut verdict.layout, *seat, out.at_m, ball_stays);
            let with_ball = verdict.exit.is_some();
            verdict.clauses = verdict.clauses.with(Clause::CoinOut).with_if(with_ball, Clause::CoinAndBallOut);
        }
    }
    if ball_stays && !is_legal(laws, &verdict.layout) {
        clear(laws, game.ends, &mut verdict.layout);
        verdict.call = Call { kind: CallKind::Unforeseen, ..verdict.call };
        verdict.clauses = verdict.clauses.with(Clause::FinalVerdict);
    }
}

/// What came to lie on what, CG-5.9: told by physics, or drawn for the stroke or its hardest hit.
fn stack(laws: &Laws, game: &Match, events: &MoveEvents, luck: &Luck) -> Option<[Piece; 2]> {
    let mover = Piece::Coin(game.turn.seat);
    let hop = || events.first_hit.filter(|_| luck.hop).map(|lower| [mover, lower]);
    let ride = || {
        let (_, [one, other]) = events.hardest?;
        let p = 1.0 - libm::pow(1.0 - laws.human.p_ride, f64::from(events.hard_count));
        let pair = if other == Piece::Ball { [other, one] } else { [one, other] };
        (luck.ride < p).then_some(pair)
    };
    events.stack.or_else(hop).or_else(ride)
}

/// Whether both pieces are still on the table.
fn lies(events: &MoveEvents, pair: &[Piece; 2], ball_stays: bool) -> bool {
    pair.iter().all(|piece| match piece {
        Piece::Ball => ball_stays,
        Piece::Coin(seat) => events.coin_out[seat.index()].is_none(),
    })
}

/// CG-5.9: a free place for `upper` that touches `lower`, towards where it came from or as near as can be.
fn beside(
    laws: &Laws,
    ends: Ends,
    layout: &Layout,
    upper: Piece,
    lower: Piece,
    came_from_m: DVec2,
    ball_stays: bool,
) -> Option<DVec2> {
    let lower_m = layout.of(lower);
    let towards = (came_from_m - lower_m).try_normalize().or_else(|| (-lower_m).try_normalize());
    let towards = towards.unwrap_or(dvec2(0.0, ends.hand_sign));
    let reach_m = laws.pitch.reach(upper, lower);
    turned(towards, ends.hand_sign)
        .map(|direction| lower_m + direction * reach_m)
        .find(|at_m| is_free(laws, layout, upper, *at_m, ball_stays))
}

/// Whether a piece there is on the pitch and overlaps no other.
fn is_free(laws: &Laws, layout: &Layout, piece: Piece, at_m: DVec2, ball_stays: bool) -> bool {
    let inside = at_m.abs().cmple(laws.pitch.inside_m(piece)).all();
    let others = Piece::ALL.into_iter().filter(|other| *other != piece && (ball_stays || *other != Piece::Ball));
    inside && others.into_iter().all(|other| !laws.pitch.overlap(piece, at_m, other, layout.of(other)))
}

/// CG-5.3a: a coin that left at `at_m` goes back to the nearest free place at the edge.
fn put_back(laws: &Laws, ends: Ends, layout: &mut Layout, seat: Seat, at_m: DVec2, ball_stays: bool) {
    let coin = Piece::Coin(seat);
    let edge_m = match laws.rules.coin_return {
        CoinReturn::InsideTangent => laws.pitch.inside_m(coin),
        CoinReturn::CentreOnEdge => laws.pitch.lines_m().min(laws.pitch.edge_m()),
    };
    let home_m = at_m.max(-edge_m).min(edge_m);
    layout.put(coin, home_m);
    let others = Piece::ALL.into_iter().filter(|other| *other != coin && (ball_stays || *other != Piece::Ball));
    let is_free = |place_m: DVec2| {
        let mut others = others.clone();
        others.all(|other| !laws.pitch.overlap(coin, place_m, other, layout.of(other)))
    };
    if is_free(home_m) {
        return;
    }
    // along the edge: x runs there when the coin is held back in y
    let along_x = home_m.y.abs() == edge_m.y;
    let nearest = others
        .clone()
        .flat_map(|other| shifts(home_m, layout.of(other), laws.pitch.reach(coin, other), along_x, ends.hand_sign))
        .filter(|place_m| place_m.abs().cmple(edge_m).all() && is_free(*place_m))
        .min_by(|one, two| order(*one, home_m).total_cmp(&order(*two, home_m)));
    if let Some(place_m) = nearest {
        layout.put(coin, place_m);
    }
}

/// Near to home, and of two as near the one nearer to the Centre Spot.
fn order(place_m: DVec2, home_m: DVec2) -> f64 {
    place_m.distance_squared(home_m) * (1.0 + 1e-9 * place_m.length_squared() / home_m.length_squared())
}

/// The two places along the edge through `home_m` at which a coin touches a piece.
fn shifts(home_m: DVec2, piece_m: DVec2, reach_m: f64, along_x: bool, hand_sign: f64) -> [DVec2; 2] {
    let off_m = if along_x { home_m.y - piece_m.y } else { home_m.x - piece_m.x };
    let run_m = (reach_m * reach_m - off_m * off_m).max(0.0).sqrt() * hand_sign;
    [run_m, -run_m].map(|run_m| match along_x {
        true => dvec2(piece_m.x + run_m, home_m.y),
        false => dvec2(home_m.x, piece_m.y + run_m),
    })
}

/// Whether all three are on the table and none overlaps another.
#[inline]
pub(super) fn is_legal(laws: &Laws, layout: &Layout) -> bool {
    let [x, y, ball] = Piece::ALL;
    let apart = |one: Piece, two: Piece| !laws.pitch.overlap(one, layout.of(one), two, layout.of(two));
    let edge_m = laws.pitch.edge_m() * (1.0 + 1e-9);
    let on_table = layout.at_m.iter().all(|at_m| at_m.abs().cmple(edge_m).all());
    on_table && apart(x, y) && apart(x, ball) && apart(y, ball)
}

/// CG-6.1: moves coins until all three are on the table and none overlaps another; the ball moves least.
pub(super) fn clear(laws: &Laws, ends: Ends, layout: &mut Layout) {
    for piece in Piece::ALL {
        let edge_m = laws.pitch.inside_m(piece);
        layout.put(piece, layout.of(piece).max(-edge_m).min(edge_m));
    }
    for seat in Seat::ALL {
        let coin = Piece::Coin(*seat);
        let overlaps = |other: Piece| laws.pitch.overlap(coin, layout.of(coin), other, layout.of(other));
        let others = [Piece::Ball, Piece::Coin(seat.other())];
        if let Some(lower) = others.into_iter().find(|other| overlaps(*other)) {
            let came_from_m = layout.of(coin);
            if let Some(at_m) = beside(laws, ends, layout, coin, lower, came_from_m, true) {
                layout.put(coin, at_m);
            }
        }
    }
}
