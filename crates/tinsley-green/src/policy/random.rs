//! Any legal shot: the floor that every other policy should clear.

use glam::DVec2;
use tolley_experiment::random::Stream;

use super::View;
use crate::hand::{From, Stroke};
use crate::player::Aim;

/// Tries of a knuckle on the edge before it is taken to be full.
const TRIES: usize = 100;

pub(super) fn choose(view: &View, stream: &mut Stream) -> Option<Aim> {
    let (release_m, direction) = match view.from {
        From::Edge => (0..TRIES).find_map(|_| from_edge(view, stream))?,
        From::Ring(at_m) => (at_m, view.hand.any_azimuth(at_m, view.toley.radius_m, view.lying, stream)?),
    };
    Some(view.hand.aim(release_m, direction, stroke(view, stream)))
}

/// From anywhere on the edge to anywhere on the ring.
fn from_edge(view: &View, stream: &mut Stream) -> Option<(DVec2, DVec2)> {
    let outward = direction(stream);
    let target_m = direction(stream) * (view.hand.ring_radius_m * stream.uniform().sqrt());
    view.towards(target_m, outward)
}

/// Any direction.
pub(super) fn direction(stream: &mut Stream) -> DVec2 {
    let (sine, cosine) = libm::sincos(stream.uniform_in(0.0, core::f64::consts::TAU));
    DVec2::new(cosine, sine)
}

/// Any stroke of the hand.
pub(super) fn stroke(view: &View, stream: &mut Stream) -> Stroke {
    let [slowest, fastest] = view.hand.speed_m_s;
    let [least, most] = view.hand.spin_ratio;
    Stroke {
        speed_m_s: stream.uniform_in(slowest, fastest),
        elevation_rad: stream.uniform_in(0.0, view.hand.elevation_max_rad),
        spin_ratio: stream.uniform_in(least, most),
    }
}
