//! On or off: TG-1a, TG-1b, TG-2 and TG-X1.

use super::events::Lie;
use super::rules::{OffCriterion, Rules};

/// Whether a ball is off. It is if it fell (TG-1b: it cannot roll back up); else its distance from the centre decides, as
/// the referee's eye has it (TG-2): a ball with its centre just on the edge is on (TG-X1).
///
/// With `support-lost` the worn rim has let go of a ball that physics saw fall, and of no other.
pub fn is_off(rules: &Rules, lie: &Lie, radius_m: f64, eye_error_m: f64) -> bool {
    if lie.fell {
        return true;
    }
    let Some(limit_m) = limit_m(rules, radius_m) else { return false };
    let at_m = lie.at_m.truncate();
    match eye_error_m == 0.0 {
        true => at_m.length_squared() > limit_m * limit_m,
        false => at_m.length() + eye_error_m > limit_m,
    }
}

/// How far out the centre of a ball may lie, m; `None` where physics alone decides.
fn limit_m(rules: &Rules, radius_m: f64) -> Option<f64> {
    match rules.off {
        OffCriterion::CentrePastEdge => Some(rules.ring_radius_m),
        OffCriterion::WholeBallPastEdge => Some(rules.ring_radius_m + radius_m),
        OffCriterion::SupportLost => None,
    }
}

/// How far inside the limit the centre of a ball lies, m; `None` where there is nothing to be judged by eye.
pub(super) fn margin_m(rules: &Rules, lie: &Lie, radius_m: f64) -> Option<f64> {
    let limit_m = limit_m(rules, radius_m).filter(|_| !lie.fell)?;
    Some(limit_m - lie.at_m.truncate().length())
}

/// Where physics has to let balls go, m: as far out as a ball of `widest_radius_m` may still be called on.
///
/// On a rim rounded by wear with radius f the ground falls away from R - f on; at the angle a round it the slope is tan(a). A
/// ball at rest is held as far as its rolling friction holds it, tan(a) = mu, which is f (1 - sin(a)) inside the ring.
pub fn physics_radius_m(rules: &Rules, widest_radius_m: f64, rolling_friction_ratio: f64) -> f64 {
    match rules.off {
        OffCriterion::CentrePastEdge => rules.ring_radius_m,
        OffCriterion::WholeBallPastEdge => rules.ring_radius_m + widest_radius_m,
        OffCriterion::SupportLost => {
            let mu = rolling_friction_ratio;
            rules.ring_radius_m - rules.edge_fillet_m * (1.0 - mu / (1.0 + mu * mu).sqrt())
        }
    }
}
