//! Any legal shot: the floor that every other policy should clear.

use glam::DVec2;
use tolley_experiment::random::Stream;

use super::view::PlayerView;
use crate::aim::{Aim, Stroke};
use crate::laws::Stance;

/// Tries of a knuckle on the edge before it is taken to be full.
const TRIES: usize = 100;

pub(super) fn choose(view: &PlayerView, stream: &mut Stream) -> Option<Aim> {
    let (release_m, direction) = match view.stance {
        Stance::Edge => (0..TRIES).find_map(|_| from_edge(view, stream))?,
        Stance::InRing(at_m) => (at_m, view.hand.any_azimuth(at_m, view.toley.radius_m, view.balls, stream)?),
    };
    Some(view.hand.aim(release_m, direction, stroke(view, stream)))
}

/// From anywhere on the edge to anywhere on the ring.
fn from_edge(view: &PlayerView, stream: &mut Stream) -> Option<(DVec2, DVec2)> {
    let outward = view.hand.any_place(stream);
    let target_m = direction(stream) * (view.hand.ring.radius_m() * stream.uniform().sqrt());
    view.towards(target_m, outward)
}

/// Any direction.
pub(super) fn direction(stream: &mut Stream) -> DVec2 {
    let (sine, cosine) = libm::sincos(stream.uniform_in(0.0, core::f64::consts::TAU));
    DVec2::new(cosine, sine)
}

/// Any stroke of the hand.
pub(super) fn stroke(view: &PlayerView, stream: &mut Stream) -> Stroke {
    let hand = &view.hand.player;
    Stroke {
        speed_m_s: stream.uniform_in(hand.speed_min_m_s, hand.speed_max_m_s),
        elevation_rad: stream.uniform_in(hand.elevation_min_rad, hand.elevation_max_rad),
        spin_ratio: stream.uniform_in(hand.spin_min_ratio, hand.spin_max_ratio),
        side_spin_rad_s: 0.0,
    }
}
