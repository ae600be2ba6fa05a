//! Cabbaging, TG-7b: a player moves his toley to the spot beside its rest point from where he thinks to do best.

use glam::DVec2;
use tolley_experiment::random::Stream;

use crate::keys::policy::Policy;
use crate::laws::Stance;
use crate::players::{Aim, PlayerView, ShotPlanner, Utility, choose};

/// Spots round the rest point that he looks at.
const SPOTS: u32 = 8;

/// The best spot so far from where the toley lies, and the shot from there: of each spot the shot that his policy
/// chooses is tried in mind, with the same errors for all. `None` where there is no room for any.
pub(super) fn better_spot(
    view: &PlayerView,
    policy: Policy,
    planner: &mut ShotPlanner,
    stream: &Stream,
    far_m: f64,
) -> Option<Aim> {
    let Stance::InRing(rest_m) = view.stance else { return None };
    let spots = (0..SPOTS).map(|i| {
        let (sine, cosine) = libm::sincos(core::f64::consts::TAU * f64::from(i) / f64::from(SPOTS));
        rest_m + far_m * DVec2::new(cosine, sine)
    });
    let mut best: Option<(Aim, f64)> = None;
    let ring_m = view.hand.ring.radius_m();
    for spot_m in spots.filter(|spot_m| spot_m.length() <= ring_m) {
        let view = PlayerView { stance: Stance::InRing(spot_m), ..*view };
        if !view.hand.can_play(view.stance, view.toley.radius_m, view.balls) {
            continue;
        }
        let Some(aim) = choose(policy, &view, planner, &mut stream.clone()) else { continue };
        let worth = planner.worth(&view, &Utility::new(policy, &view), aim, &mut stream.clone());
        // of equals the first
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((aim, worth));
        }
    }
    best.map(|(aim, _)| aim)
}
