//! A player from outside: somebody else chooses, a learner or another program.

use glam::DVec2;

use super::view::PlayerView;
use crate::aim::{Aim, Stroke};
use crate::laws::Stance;

/// Chooses in a player's place; his hand errs as ever, and the laws hold.
pub trait Outside {
    /// A legal shot; `None` gives the match up.
    fn aim(&self, view: &PlayerView) -> Option<Aim>;
}

/// Chooses by six numbers from -1 to 1.
///
/// The first two are the point of the ring that the shot goes at, over its radius. The third is the place on the edge
/// that a toley in the hand is shot from, over half a turn. Then speed, elevation and spin, each from the least to the
/// most of the hand. Where no such shot is legal, TG-6a, TG-6b1, the place, or from within the ring the direction, is
/// the nearest one of the grid of TG-6b2 from which or in which one is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers(pub [f64; 6]);

impl Outside for Numbers {
    fn aim(&self, view: &PlayerView) -> Option<Aim> {
        let [x, y, place, fast, steep, spun] = self.0;
        let hand = &view.hand.player;
        let between = |low: f64, high: f64, number: f64| low + (high - low) * (0.5 + 0.5 * number);
        let stroke = Stroke {
            speed_m_s: between(hand.speed_min_m_s, hand.speed_max_m_s, fast),
            elevation_rad: between(hand.elevation_min_rad, hand.elevation_max_rad, steep),
            spin_ratio: between(hand.spin_min_ratio, hand.spin_max_ratio, spun),
            side_spin_rad_s: 0.0,
        };
        let target_m = DVec2::new(x, y) * view.hand.ring.radius_m();
        let (sine, cosine) = libm::sincos(core::f64::consts::PI * place);
        let (release_m, direction) = nearest(view, target_m, DVec2::new(cosine, sine))?;
        Some(view.hand.aim(release_m, direction, stroke))
    }
}

/// Release and direction of the legal shot that is nearest to the one from there at the target.
fn nearest(view: &PlayerView, target_m: DVec2, outward: DVec2) -> Option<(DVec2, DVec2)> {
    if let Some(legal) = view.towards(target_m, outward) {
        return Some(legal);
    }
    match view.stance {
        Stance::Edge => view.hand.grid_from(outward).find_map(|outward| view.towards(target_m, outward)),
        Stance::InRing(at_m) => {
            let wanted = (target_m - at_m).try_normalize().unwrap_or(-outward);
            view.hand.grid_from(wanted).find(|way| view.allows(at_m, *way)).map(|direction| (at_m, direction))
        }
    }
}
