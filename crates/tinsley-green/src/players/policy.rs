//! Which shot a policy chooses.

use tolley_experiment::random::Stream;

use super::planner::ShotPlanner;
use super::utility::Utility;
use super::view::PlayerView;
use super::{nearest, random};
use crate::aim::Aim;
use crate::keys::policy::Policy;

/// Chooses a shot; `stream` is the player's own, for what he leaves to chance.
///
/// `None` when the lie leaves no legal shot.
pub fn choose(policy: Policy, view: &PlayerView, planner: &mut ShotPlanner, stream: &mut Stream) -> Option<Aim> {
    match policy {
        Policy::Random => random::choose(view, stream),
        Policy::Nearest => nearest::choose(view, stream),
        Policy::Sampled | Policy::Valued | Policy::Safe | Policy::Hunter | Policy::StopShort => {
            planner.choose(view, &Utility::new(policy, view), stream)
        }
    }
}
