//! The ground under the balls, and gravity.

/// The ground, the plane z = 0, and gravity towards it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Gravity, m/s2; 0 is free flight: there is no ground at all and every ball is in the air.
    pub gravity_m_s2: f64,
    /// Vertical rebound over vertical landing speed.
    pub restitution_ratio: f64,
    /// A landing that would rebound slower than this stays down, m/s.
    pub settle_speed_m_s: f64,
    /// Depth of the contact patch of a ball that spins about the vertical, m; it sets how fast that spin decays.
    pub sinkage_m: f64,
    /// A ball that rolls no faster than this is held by the grains and rests, m/s.
    pub trapping_speed_m_s: f64,
    /// Whether the rolling couple also acts while a ball still slides.
    pub rolling_while_sliding: bool,
}
