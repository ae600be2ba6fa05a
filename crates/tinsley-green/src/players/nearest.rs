//! At the nearest marble, straight, by geometry alone: from the edge the marble nearest to it, from within the ring
//! the one nearest to the toley. A toley leaves the hand above the sand: it is shot downwards so that it comes down
//! where the marble lies; at one too near for that it is shot as steep as the hand can, and if it would still fly over,
//! so slowly that it falls on it.

use glam::{DVec2, Vec3Swizzles};
use tolley_experiment::random::Stream;

use super::random;
use super::view::PlayerView;
use crate::aim::{Aim, Stroke};
use crate::laws::Stance;

/// Share of the range of speeds that is hard enough to carry a marble over the edge.
pub(super) const BRISK: f64 = 0.5;
/// As hard as the hand can.
pub(super) const HARD: f64 = 1.0;
/// Speeds that are looked at, evenly down to rest.
const SLOWER_MOST: u32 = 8;

pub(super) fn choose(view: &PlayerView, stream: &mut Stream) -> Option<Aim> {
    // where no marble can be aimed at, whatever is legal
    nearest(view, BRISK, 0.0).or_else(|| random::choose(view, stream))
}

/// The shortest legal straight shot at a marble, at a share of the range of speeds, with a spin.
pub(super) fn nearest(view: &PlayerView, speed_share: f64, spin_ratio: f64) -> Option<Aim> {
    let hand = &view.hand.player;
    let wanted_m_s = hand.speed_min_m_s + speed_share * (hand.speed_max_m_s - hand.speed_min_m_s);
    let shot = shortest(view, view.hand.steep_m(wanted_m_s))?;
    let meets = |speed_m_s: f64| {
        let elevation_rad = view.hand.elevation_rad(speed_m_s, shot.clear_m);
        view.hand.meets(speed_m_s, elevation_rad, shot.far_m, [view.toley.radius_m, shot.marble_m])
    };
    let slower = (0..SLOWER_MOST).map(|i| wanted_m_s * (1.0 - f64::from(i) / f64::from(SLOWER_MOST)));
    let speed_m_s = slower.filter(|speed_m_s| *speed_m_s >= hand.speed_min_m_s).find(|&speed_m_s| meets(speed_m_s));
    let speed_m_s = speed_m_s.unwrap_or(hand.speed_min_m_s);
    let elevation_rad = view.hand.elevation_rad(speed_m_s, shot.clear_m);
    let stroke = Stroke { speed_m_s, elevation_rad, spin_ratio, ..Stroke::default() };
    Some(view.hand.aim(shot.release_m, shot.direction, stroke))
}

/// A straight shot at a marble.
#[derive(Clone, Copy)]
struct Straight {
    release_m: DVec2,
    direction: DVec2,
    /// From the release to the marble's centre, seen from above, m.
    far_m: f64,
    /// Way of the toley on the sand until it touches, m.
    clear_m: f64,
    /// Radius of the marble, m.
    marble_m: f64,
}

/// The legal shot with the shortest way; from the edge the toley goes at least `steep_m` before it touches.
fn shortest(view: &PlayerView, steep_m: f64) -> Option<Straight> {
    let mut best: Option<Straight> = None;
    for marble in view.marbles() {
        let (at_m, marble_m) = (marble.at_m.xy(), marble.ball.radius_m);
        // at what is too near the edge he shoots from further round it
        let least_m = if view.stance == Stance::Edge { steep_m + view.touch_m(marble_m) } else { 0.0 };
        let far_m = way_m(view, at_m).max(least_m);
        if best.is_some_and(|best| far_m >= best.far_m) {
            continue;
        }
        let turn = turn(view, at_m, far_m + view.hand.ring.release_inset_m);
        let mut sides = [turn, DVec2::new(turn.x, -turn.y)].map(|turn| turn.rotate(side(at_m)));
        if view.hand.is_barred(sides[0]) {
            sides.swap(0, 1);
        }
        if let Some((release_m, direction)) = sides.into_iter().find_map(|side| view.towards(at_m, side)) {
            // where both are barred the way from the nearest place that is not is another
            let far_m = if view.hand.is_barred(sides[0]) { release_m.distance(at_m) } else { far_m };
            if best.is_some_and(|best| far_m >= best.far_m) {
                continue;
            }
            let clear_m = (far_m - view.touch_m(marble_m)).max(0.0);
            best = Some(Straight { release_m, direction, far_m, clear_m, marble_m });
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
