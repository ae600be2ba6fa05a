//! What the referee puts back after a Move, before play goes on: CG-5.3 coins knocked out, CG-5.9 stacking, CG-6.1
//! overlaps.

use glam::{DVec2, dvec2};

use super::choices::CoinReturn;
use super::clause::Clause;
use super::draws::MoveDraws;
use super::events::MoveEvents;
use super::layout::Layout;
use super::parts::Laws;
use super::pitch::Clearance;
use super::placement::{Placement, Region, directions};
use super::seat::{Ends, Piece, Seat};
use super::state::Match;
use super::verdict::{Call, CallKind, Verdict};

/// Pieces on the table while the referee puts things in order; those that lie elsewhere are in nobody's way.
struct Arrangement<'a> {
    laws: &'a Laws,
    ends: Ends,
    layout: Layout,
    /// In the order of [`Piece::index`].
    present: [bool; 3],
}

/// Puts everything in order after a verdict.
#[inline]
pub(super) fn after(laws: &Laws, game: &Match, events: &MoveEvents, draws: &MoveDraws, verdict: &mut Verdict) {
    let is_settled = verdict.call.kind == CallKind::Settled;
    let stacked = stack(laws, game, events, draws);
    if stacked.is_some() || events.coin_out != [None; 2] {
        put_in_order(laws, game, events, stacked, verdict);
    }
    let stays = is_settled || verdict.call.kind == CallKind::ThrowIn;
    if stays && !is_legal(laws, &verdict.layout, is_settled) {
        clear(laws, game.ends, game.turn.seat, &mut verdict.layout);
        let kind = if is_settled { CallKind::Unforeseen } else { verdict.call.kind };
        verdict.call = Call { kind, ..verdict.call };
        verdict.clauses = verdict.clauses.with(Clause::FinalVerdict);
    }
}

fn put_in_order(laws: &Laws, game: &Match, events: &MoveEvents, stacked: Option<[Piece; 2]>, verdict: &mut Verdict) {
    let [x_out, y_out] = events.coin_out;
    let present = [x_out.is_none(), y_out.is_none(), verdict.call.kind == CallKind::Settled];
    let mut arranged = Arrangement { laws, ends: game.ends, layout: verdict.layout, present };
    // a stack that a foul caused is repaired by the foul's restart
    let on_table = |pair: &[Piece; 2]| pair.iter().all(|piece| present[piece.index()]);
    if let Some([upper, lower]) = stacked.filter(on_table).filter(|_| verdict.foul.is_none()) {
        let came_from_m = game.layout.of(upper);
        let at_m = arranged.beside(upper, lower, came_from_m).or_else(|| arranged.room(upper, came_from_m));
        let at_m = at_m.unwrap_or(came_from_m);
        arranged.layout.put(upper, at_m);
        verdict.clauses = verdict.clauses.with(Clause::Stacking);
    }
    for seat in in_order_of_falling(game.turn.seat, events) {
        if let Some(out) = events.coin_out[seat.index()] {
            arranged.put_back(Piece::Coin(seat), out.at_m);
            let with_ball = verdict.exit.is_some();
            verdict.clauses = verdict.clauses.with(Clause::CoinOut).with_if(with_ball, Clause::CoinAndBallOut);
        }
    }
    verdict.layout = arranged.layout;
}

/// Who fell first comes back first; at the same time the mover's coin.
fn in_order_of_falling(mover: Seat, events: &MoveEvents) -> [Seat; 2] {
    let time_s = |seat: Seat| events.coin_out[seat.index()].map_or(f64::INFINITY, |moment| moment.time_s);
    let other = mover.other();
    if time_s(other) < time_s(mover) { [other, mover] } else { [mover, other] }
}

/// What came to lie on what, CG-5.9: told by physics, or drawn for the stroke or its hard hits.
#[inline]
fn stack(laws: &Laws, game: &Match, events: &MoveEvents, draws: &MoveDraws) -> Option<[Piece; 2]> {
    let mover = Piece::Coin(game.turn.seat);
    let hop = || events.first_hit.filter(|_| draws.hop).map(|lower| [mover, lower]);
    let ride = || {
        let (_, [one, other]) = events.hardest.filter(|_| draws.ride < 1.0)?;
        let p = 1.0 - libm::pow(1.0 - laws.human.p_ride, f64::from(events.hard_count));
        let pair = if other == Piece::Ball { [other, one] } else { [one, other] };
        (draws.ride < p).then_some(pair)
    };
    events.stack.or_else(hop).or_else(ride)
}

impl Arrangement<'_> {
    /// CG-5.9: a free place for `upper` that touches `lower`, towards where it came from or as near as can be.
    fn beside(&self, upper: Piece, lower: Piece, came_from_m: DVec2) -> Option<DVec2> {
        let lower_m = self.layout.of(lower);
        let towards = (came_from_m - lower_m).try_normalize().or_else(|| (-lower_m).try_normalize());
        let towards = towards.unwrap_or(dvec2(0.0, self.ends.hand_sign));
        let reach_m = self.laws.pitch.reach(upper, lower);
        let inside_m = self.laws.pitch.wholly_m(upper);
        directions(towards, self.ends.hand_sign)
            .map(|direction| lower_m + direction * reach_m)
            .find(|at_m| at_m.abs().cmple(inside_m).all() && self.is_free(upper, *at_m))
    }

    /// A free place on the table near to this one.
    fn room(&self, piece: Piece, at_m: DVec2) -> Option<DVec2> {
        let pitch = &self.laws.pitch;
        // a coin may lie beyond inset lines, a ball in play not
        let high_m = if piece == Piece::Ball { pitch.inside_m(piece) } else { pitch.wholly_m(piece) };
        let mut clear = [None; 2];
        for (slot, other) in clear.iter_mut().zip(self.others(piece)) {
            *slot = Some(Clearance { at_m: self.layout.of(other), far_m: pitch.reach(piece, other) });
        }
        let region = Region::Rectangle { low_m: -high_m, high_m };
        let (seat, clause, hand_sign) = (Seat::X, Clause::FinalVerdict, self.ends.hand_sign);
        let (post, slack_m) = (pitch.post(piece), pitch.slack_m());
        Placement { seat, piece, clause, region, clear, post, slack_m, hand_sign }.nearest(at_m)
    }

    /// The others that lie on the table.
    fn others(&self, piece: Piece) -> impl Iterator<Item = Piece> + Clone + use<> {
        let present = self.present;
        Piece::ALL.into_iter().filter(move |other| *other != piece && present[other.index()])
    }

    /// Whether a piece there overlaps no other and no post.
    fn is_free(&self, piece: Piece, at_m: DVec2) -> bool {
        let off_post = !self.laws.pitch.on_post(piece, at_m);
        off_post && self.others(piece).all(|other| !self.laws.pitch.overlap(piece, at_m, other, self.layout.of(other)))
    }

    /// CG-5.3a: a coin that left at `at_m` goes back to the nearest free place at the edge.
    fn put_back(&mut self, coin: Piece, at_m: DVec2) {
        let pitch = &self.laws.pitch;
        let edge_m = match self.laws.rules.coin_return {
            CoinReturn::InsideTangent => pitch.inside_m(coin),
            CoinReturn::CentreOnEdge => pitch.table.lines_m().min(pitch.table.edge_m()),
        };
        let home_m = at_m.max(-edge_m).min(edge_m);
        // along the edge: x runs there when the coin is held back in y
        let along_x = home_m.y.abs() == edge_m.y;
        let shifted = || {
            let touching =
                |other| shifts(home_m, self.layout.of(other), pitch.reach(coin, other), along_x, self.ends.hand_sign);
            let places = self.others(coin).flat_map(touching);
            let free = places.filter(|place_m| place_m.abs().cmple(edge_m).all() && self.is_free(coin, *place_m));
            free.min_by(|one, two| order(*one, home_m).total_cmp(&order(*two, home_m)))
        };
        let free = self.is_free(coin, home_m).then_some(home_m);
        let place_m = free.or_else(shifted).or_else(|| self.room(coin, home_m)).unwrap_or(home_m);
        self.layout.put(coin, place_m);
        self.present[coin.index()] = true;
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

/// Whether all are on the table and none overlaps another or a post; the ball may be out.
#[inline]
pub(super) fn is_legal(laws: &Laws, layout: &Layout, with_ball: bool) -> bool {
    let [x, y, ball] = Piece::ALL;
    let apart = |one: Piece, two: Piece| !laws.pitch.overlap(one, layout.of(one), two, layout.of(two));
    let edge_m = laws.pitch.table.edge_m() * (1.0 + 1e-9);
    let on_table = |piece: Piece| {
        let at_m = layout.of(piece);
        at_m.abs().cmple(edge_m).all() && !laws.pitch.on_post(piece, at_m)
    };
    let coins = on_table(x) && on_table(y) && apart(x, y);
    coins && (!with_ball || (on_table(ball) && apart(x, ball) && apart(y, ball)))
}

/// CG-6.1: brings all three on the table; the ball stays, then each coin, the mover's first, makes room for those
/// before.
pub(super) fn clear(laws: &Laws, ends: Ends, mover: Seat, layout: &mut Layout) {
    let mut arranged = Arrangement { laws, ends, layout: *layout, present: [false; 3] };
    for piece in [Piece::Ball, Piece::Coin(mover), Piece::Coin(mover.other())] {
        let at_m = layout.of(piece);
        let limit_m = if piece == Piece::Ball { laws.pitch.out_m() } else { laws.pitch.table.edge_m() };
        let fits = at_m.abs().cmple(limit_m).all() && arranged.is_free(piece, at_m);
        let place_m = if fits { Some(at_m) } else { arranged.room(piece, at_m) };
        arranged.layout.put(piece, place_m.unwrap_or(at_m));
        arranged.present[piece.index()] = true;
    }
    *layout = arranged.layout;
}
