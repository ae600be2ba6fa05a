//! On or off: TG-1a, TG-1b, TG-2 and TG-X1.
//!
//! The edge belongs to the ring, TG-X1. It is at the decimal that its keys mean, and distances are compared with that
//! alone: along an axis they are exact, elsewhere as near as two coordinates can say.

use tolley_experiment::decimal::decimal;

use super::events::Lie;
use crate::keys::ring::{OffCriterion, Ring};

impl Ring {
    /// Whether a ball is off. It is if it fell (TG-1b: it cannot roll back up); else its distance from the centre
    /// decides, as the referee's eye has it (TG-2): a ball with its centre just on the edge is on (TG-X1).
    ///
    /// With `support-lost` the worn rim has let go of a ball that physics saw fall, and of no other.
    pub fn is_off(&self, lie: &Lie, radius_m: f64, eye_error_m: f64) -> bool {
        if lie.fell {
            return true;
        }
        let Some(limit_m) = self.limit_m(radius_m) else { return false };
        lie.at_m.truncate().length() + eye_error_m > limit_m
    }

    /// How far inside the limit the centre of a ball lies, m; `None` where there is nothing to be judged by eye.
    pub fn margin_m(&self, lie: &Lie, radius_m: f64) -> Option<f64> {
        let limit_m = self.limit_m(radius_m).filter(|_| !lie.fell)?;
        Some(limit_m - lie.at_m.truncate().length())
    }

    /// How far out the centre of a ball may lie, m; `None` where physics alone decides.
    fn limit_m(&self, radius_m: f64) -> Option<f64> {
        match self.off {
            OffCriterion::CentrePastEdge => Some(self.radius_m()),
            OffCriterion::WholeBallPastEdge => Some(decimal(self.radius_m() + radius_m)),
            OffCriterion::SupportLost => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    /// TG-X1: a ball with its centre just on the edge is on, and one a bit farther is off; with the whole ball as the
    /// criterion the same at its own distance.
    #[test]
    fn the_edge_belongs_to_the_ring() {
        let table: [(OffCriterion, f64, f64); 4] = [
            (OffCriterion::CentrePastEdge, 1.8288, 0.9144),
            (OffCriterion::CentrePastEdge, 1.83, 0.915),
            (OffCriterion::WholeBallPastEdge, 1.8288, 0.92075),
            (OffCriterion::WholeBallPastEdge, 0.7, 0.35635),
        ];
        for (off, diameter_m, edge_m) in table {
            let ring = Ring { off, diameter_m, ..Ring::default() };
            for along in [DVec3::X, -DVec3::Y] {
                let is_off = |far_m: f64| ring.is_off(&Lie::at(along * far_m), 0.00635, 0.0);
                let says = [edge_m.next_down(), edge_m, edge_m.next_up()].map(is_off);
                assert_eq!(says, [false, false, true], "{off:?} {edge_m}");
            }
        }
    }
}
