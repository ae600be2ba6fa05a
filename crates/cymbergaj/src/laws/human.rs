//! What people do wrong, and how often: all zero in the preset `literal`.

/// Probabilities of human events, each with the clause it breaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Human {
    /// A careless touch replaces the stroke, CG-1.9b.
    pub p_accident: f64,
    /// Speed of such a touch, m/s.
    pub accident_speed_m_s: f64,
    /// The stroke pushes or sweeps, CG-1.10.
    pub p_illegal_stroke: f64,
    /// The mover touches the other's coin when it is far, CG-5.1c.
    pub p_touch_far: f64,
    /// The same when the coins are within [`Human::reach_m`].
    pub p_touch_near: f64,
    /// Gap between the coins that counts as near, m.
    pub reach_m: f64,
    /// The mover touches his coin with something else than the comb, CG-5.1e.
    pub p_hand_touch: f64,
    /// The mover strokes once more than he may, CG-5.1f.
    pub p_extra_move: f64,
    /// A throw-in is not thrown as it must be, CG-5.2b.
    pub p_bad_throw: f64,
    /// The struck coin hops on what it hits first, CG-5.9.
    pub p_hop: f64,
    /// The lighter coin of a hard hit rides up on the other, CG-5.9.
    pub p_ride: f64,
    /// Impulse above which a hit is hard, N s.
    pub ride_impulse_n_s: f64,
    /// The referee sees a foul, CG-1.5.
    pub p_detect_foul: f64,
}

impl Human {
    /// Nobody errs.
    pub const LITERAL: Human = Human {
        p_accident: 0.0,
        accident_speed_m_s: 0.1,
        p_illegal_stroke: 0.0,
        p_touch_far: 0.0,
        p_touch_near: 0.0,
        reach_m: 0.020,
        p_hand_touch: 0.0,
        p_extra_move: 0.0,
        p_bad_throw: 0.0,
        p_hop: 0.0,
        p_ride: 0.0,
        ride_impulse_n_s: 0.004,
        p_detect_foul: 1.0,
    };

    /// The document's assumptions about people.
    pub const HUMAN: Human = Human {
        p_accident: 0.003,
        p_illegal_stroke: 0.005,
        p_touch_far: 0.002,
        p_touch_near: 0.01,
        p_hand_touch: 0.002,
        p_extra_move: 0.001,
        p_bad_throw: 0.05,
        p_hop: 0.005,
        p_ride: 0.002,
        p_detect_foul: 0.95,
        ..Human::LITERAL
    };
}
