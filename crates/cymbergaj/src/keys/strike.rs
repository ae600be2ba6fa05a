//! What a comb gives a coin: `[strike]`.

use core::f64::consts::FRAC_PI_2;

tolley_experiment::names! {
    /// What the comb gives every coin alike.
    pub enum StrikeBy { Speed = "speed": "The same speed.", Impulse = "impulse": "The same impulse.", }
}

tolley_experiment::keys! {
    /// How coins are struck, and the stroke of a flick.
    pub struct Strike in "strike" {
        /// Whether the comb gives every coin the same speed, or the impulse that gives the nominal coin that speed
        by: StrikeBy = StrikeBy::Speed,
            assumed "nobody has measured which a comb does, and it turns the sign of what a heavier coin is worth";
        /// Speed of the struck coin, or of the nominal coin by impulse
        speed_m_s: f64 = 1.5, in 0.01..=30.0, plausible 0.1..=3.5, assumed "no comb strike has been measured";
        /// Where on the centre circle, in his half, the striker stands: 0 is straight behind the ball, to his left
        /// positive
        position_rad: f64 = 0.0, in -FRAC_PI_2..=FRAC_PI_2;
        /// Where the aimed line passes the ball's centre, left positive
        aim_offset_m: f64 = 0.0, in -1.0..=1.0, plausible -0.02..=0.02;
        /// Line of the stroke off the coin's centre over its radius; positive spins counter-clockwise
        offset_ratio: f64 = 0.0, in -1.0..=1.0, plausible -0.3..=0.3;
        /// Coulomb friction of comb and coin; limits the offset
        comb_friction_ratio: f64 = 0.30, in 0.0..=5.0, plausible 0.15..=0.5,
            assumed "no comb strike has been measured";
    }
}

impl Strike {
    /// The speed that a stroke gives a coin which would give the nominal one `nominal_m_s`: the coin weighs
    /// `mass_ratio` of the nominal mass, and in this trial `drawn_ratio` of that.
    #[inline]
    pub fn coin_m_s(&self, nominal_m_s: f64, mass_ratio: f64, drawn_ratio: f64) -> f64 {
        match self.by {
            StrikeBy::Speed => nominal_m_s,
            StrikeBy::Impulse => nominal_m_s * (1.0 / mass_ratio) / drawn_ratio,
        }
    }
}
