//! What a comb gives a coin: `[strike]`.

use core::f64::consts::FRAC_PI_2;

use tolley_experiment::limits::{Beyond, BeyondLimit, LimitEnd, LimitKeys};
use tolley_experiment::path;
use tolley_physics::discs::strike;

tolley_experiment::names! {
    /// What the comb gives every coin alike.
    pub enum StrikeBy {
        Speed = "speed": "The same speed.",
        Impulse = "impulse": "The same impulse.",
        Comb = "comb": "What a comb of mass `comb_mass_kg` gives in an impact, between both.",
    }
}

tolley_experiment::keys! {
    /// How coins are struck, and the stroke of a flick.
    pub struct Strike in "strike" {
        /// Whether the comb gives every coin the same speed, or the impulse that gives a coin of the mass believed that
        /// speed, or hits it as a body of comb_mass_kg that is as fast for every coin
        by: StrikeBy = StrikeBy::Speed, Ground "what the comb gives every coin alike",
            strata [StrikeBy::Speed, StrikeBy::Impulse],
            assumed "nobody has measured which a comb does, and it turns the sign of what a heavier coin is worth";
        /// Mass with which comb and hand hit a coin; nearly none gives the same impulse, very much the same speed
        comb_mass_kg: f64 = 0.02, Ground "mass of comb and hand", in 1e-15..=1e15, plausible 0.005..=0.5,
            strata plausible,
            assumed "a comb weighs about 20 g; how much of the hand moves with it has not been measured",
            only_with Strike.by = StrikeBy::Comb;
        /// Speed of the struck coin; by impulse or comb of a coin of the mass believed
        speed_m_s: f64 = 1.5, Choice "speed of the flick", in 0.01..=30.0, plausible 0.1..=3.5,
            assumed "no comb strike has been measured";
        /// Where on the centre circle, in his half, the striker stands: 0 is straight behind the ball, to his left
        /// positive
        position_rad: f64 = 0.0, Choice "position of the striker's coin", in -FRAC_PI_2..=FRAC_PI_2;
        /// Where the aimed line passes the ball's centre, left positive
        aim_offset_m: f64 = 0.0, Choice "aim offset from the ball's centre", in -1.0..=1.0, plausible -0.02..=0.02;
        /// Line of the stroke off the coin's centre over its radius; positive spins counter-clockwise
        offset_ratio: f64 = 0.0, Choice "offset of the stroke, which gives spin", in -1.0..=1.0, plausible -0.28..=0.28;
        /// What is played where offset_ratio is more than the friction of comb and coin allows: f / sqrt(1 + f^2) at
        /// most. Where a design draws that friction, it is the nearest unless this key is set; an error of the player
        /// beyond it always slips to the nearest
        beyond_limit: BeyondLimit = BeyondLimit::Refuse, Bookkeeping "what is played beyond the comb's limit";
        /// Coulomb friction of comb and coin; limits the offset
        comb_friction_ratio: f64 = 0.30, Ground "friction of comb and coin", in 0.0..=5.0, plausible 0.15..=0.5,
            strata plausible, assumed "no comb strike has been measured";
    }
}

/// What limits the stroke of a flick.
pub const LIMITS: LimitKeys = LimitKeys {
    by: path!(Strike.beyond_limit),
    asking: &[path!(Strike.offset_ratio)],
    limiting: &[path!(Strike.comb_friction_ratio)],
    column: "launch_limited",
};

impl Strike {
    /// The offset of a flick, where it lies outside the comb's friction cone.
    pub fn beyond(&self) -> Option<Beyond> {
        let most_ratio = strike::offset_limit_ratio(self.comb_friction_ratio);
        let end =
            |allowed| LimitEnd { key: path!(Strike.comb_friction_ratio), value: self.comb_friction_ratio, allowed };
        Beyond::of("comb", (path!(Strike.offset_ratio), self.offset_ratio), [end(-most_ratio), end(most_ratio)])
    }

    /// Speed of a struck coin of this mass over that of a coin of the mass believed, struck alike.
    ///
    /// A comb of mass M and speed V leaves a coin of mass m with `(1 + e) V / (1 + m / M)` (impact of two bodies: D. T.
    /// Greenwood, Principles of Dynamics, 2nd ed., 1988, sec. 4.7).
    #[inline]
    pub fn speed_ratio(&self, believed_kg: f64, mass_kg: f64) -> f64 {
        match self.by {
            StrikeBy::Speed => 1.0,
            StrikeBy::Impulse => believed_kg / mass_kg,
            StrikeBy::Comb => (self.comb_mass_kg + believed_kg) / (self.comb_mass_kg + mass_kg),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comb_joins_speed_and_impulse() {
        let ratio = |by, comb_mass_kg, mass_ratio| {
            Strike { by, comb_mass_kg, ..Strike::default() }.speed_ratio(0.00521, 0.00521 * mass_ratio)
        };
        for mass_ratio in [0.5, 0.92, 1.0, 1.08, 3.0] {
            let [speed, impulse] = [StrikeBy::Speed, StrikeBy::Impulse].map(|by| ratio(by, 0.02, mass_ratio));
            let [light, usual, heavy] = [1e-15, 0.02, 1e15].map(|kg| ratio(StrikeBy::Comb, kg, mass_ratio));
            assert!((light / impulse - 1.0).abs() < 1e-12 && (heavy / speed - 1.0).abs() < 1e-12, "{mass_ratio}");
            assert!((impulse - usual) * (usual - speed) >= 0.0, "{mass_ratio}: {usual}");
            assert!((usual - (1.0 + 0.2605) / (1.0 + 0.2605 * mass_ratio)).abs() < 1e-15);
        }
    }
}
