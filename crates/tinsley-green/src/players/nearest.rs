//! At the nearest marble, straight, by geometry alone: from the edge the marble nearest to it, from within the ring
//! the one nearest to the toley. A toley leaves the hand above the sand: what it would fly over is not aimed at,
//! unless there is nothing else; then the shot is as slow as lets it land before.

use glam::{DVec2, Vec3Swizzles};
use tolley_experiment::random::Stream;

use super::aim::{Aim, Stroke};
use super::random;
use super::view::PlayerView;
use crate::laws::Stance;

/// Share of the range of speeds at which it plays: hard enough to carry a marble over the edge.
const SPEED_SHARE: f64 = 0.5;

pub(super) fn choose(view: &PlayerView, stream: &mut Stream) -> Option<Aim> {
    // where no marble can be aimed at, whatever is legal
    nearest(view).or_else(|| random::choose(view, stream))
}

/// The shortest legal straight shot at a marble that it does not fly over.
pub(super) fn nearest(view: &PlayerView) -> Option<Aim> {
    let slowest = view.hand.player.speed_min_m_s;
    let brisk_m_s = slowest + SPEED_SHARE * (view.hand.player.speed_max_m_s - slowest);
    let (shot, speed_m_s) = match shortest(view, view.hand.flight_m(brisk_m_s)) {
        Some(shot) => (shot, brisk_m_s),
        None => {
            let shot = shortest(view, 0.0)?;
            (shot, brisk_m_s.min(view.hand.landing_speed_m_s(shot.clear_m)))
        }
    };
    let stroke = Stroke { speed_m_s: speed_m_s.max(slowest), ..Stroke::default() };
    Some(view.hand.aim(shot.release_m, shot.direction, stroke))
}

/// A straight shot at a marble.
#[derive(Clone, Copy)]
struct Straight {
    release_m: DVec2,
    direction: DVec2,
    /// Way of the toley until it touches, m.
    clear_m: f64,
}

/// The legal shot with the shortest way, which is at least `least_m`.
fn shortest(view: &PlayerView, least_m: f64) -> Option<Straight> {
    let mut best: Option<Straight> = None;
    for marble in view.marbles() {
        let at_m = marble.at_m.xy();
        let touch_m = view.toley.radius_m + marble.ball.radius_m;
        let clear_m = (way_m(view, at_m) - touch_m).max(if view.stance == Stance::Edge { least_m } else { 0.0 });
        if clear_m < least_m || best.is_some_and(|best| clear_m >= best.clear_m) {
            continue;
        }
        let turn = turn(view, at_m, clear_m + touch_m + view.hand.ring.release_inset_m);
        let sides = [turn, DVec2::new(turn.x, -turn.y)].map(|turn| turn.rotate(side(at_m)));
        if let Some((release_m, direction)) = sides.into_iter().find_map(|side| view.towards(at_m, side)) {
            best = Some(Straight { release_m, direction, clear_m });
        }
    }
    best
}

/// How far round the edge, from the point nearest to a marble, the knuckle is that has so much way to it; as a unit
/// vector.
fn turn(view: &PlayerView, at_m: DVec2, way_m: f64) -> DVec2 {
    let (ring_m, far_m) = (view.hand.ring.radius_m(), at_m.length());
    // law of cosines; a way too short or too long for the ring is the nearest or the farthest point of it
    let cosine = (ring_m * ring_m + far_m * far_m - way_m * way_m) / (2.0 * ring_m * far_m);
    let cosine = if cosine.is_finite() { cosine.clamp(-1.0, 1.0) } else { 1.0 };
    DVec2::new(cosine, (1.0 - cosine * cosine).sqrt())
}

/// How far a marble is from where a shot at it can start, m.
pub(super) fn way_m(view: &PlayerView, at_m: DVec2) -> f64 {
    match view.stance {
        Stance::Edge => view.hand.ring.radius_m() - view.hand.ring.release_inset_m - at_m.length(),
        Stance::InRing(toley_m) => toley_m.distance(at_m),
    }
}

/// The side of the edge that is nearest to a place; for the middle any will do.
pub(super) fn side(at_m: DVec2) -> DVec2 {
    at_m.try_normalize().unwrap_or(DVec2::X)
}
