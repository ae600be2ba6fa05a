//! What coins slide on, and how they hit each other: `[surface]` and `[contact]`.

tolley_experiment::keys! {
    /// The table as coins feel it.
    pub struct Surface in "surface" {
        /// Gravity
        gravity_m_s2: f64 = 9.81, Design "gravity", in 0.1..=100.0, plausible 9.78..=9.83;
        /// Coulomb friction of a coin on the table
        sliding_friction_ratio: f64 = 0.20, Ground "friction of a coin on the table", in 0.0..=5.0,
            plausible 0.10..=0.35, strata [0.12, 0.35] "as shipped scenarios",
            assumed "coins on varnish or laminate have not been measured";
        /// Inner over outer radius of the rim on which a coin slides; 0 is a full face
        rim_ratio: f64 = 0.9, Ground "inner over outer radius of the coin's rim", in 0.0..=0.95, drawn 0.8..=0.95,
            strata [0.0, 0.95],
            assumed "a coin touches on its raised rim; distances differ by less than 3.5 % from a full face";
        /// Whether a spinning coin's path bends, by 0.6 degrees at most on a full face, 0.4 on a rim of 0.9
        curl: bool = false, Ground "whether a spinning coin's path bends", strata plausible;
        /// Restitution of a coin that lands flat after a hop
        landing_restitution_ratio: f64 = 0.35, Ground "bounce of a coin that lands flat", in 0.0..=0.99,
            plausible 0.2..=0.6, strata plausible when "events.p_hop>0 or events.p_ride>0", assumed "not measured";
        /// A bounce of a hop that would be slower is none
        settle_speed_m_s: f64 = 0.1, Ground "speed below which a hop ends", in 1e-4..=10.0, plausible 0.01..=0.3,
            strata plausible when "events.p_hop>0 or events.p_ride>0", assumed "a bounce of 0.1 m/s is half a millimetre high";
    }
}

tolley_experiment::keys! {
    /// Two coins, edge on edge.
    pub struct Contact in "contact" {
        /// Normal restitution of two coins
        restitution_ratio: f64 = 0.85, Ground "bounce of two coins", in 0.0..=1.0, plausible 0.6..=0.95,
            strata plausible "plausible range; a puck on an air table has 0.93",
            assumed "coins edge on edge have not been measured; a puck has 0.93";
        /// Standard deviation of the restitution from shot to shot, cut to 0.3 to 0.98
        restitution_sd_ratio: f64 = 0.0, Ground "change of the coins' bounce between shots", in 0.0..=0.3,
            plausible 0.0..=0.08, strata plausible, assumed "nobody has measured it; 0.03 is a guess";
        /// Coulomb friction of two coins
        friction_ratio: f64 = 0.20, Ground "friction between two coins", in 0.0..=5.0, plausible 0.08..=0.40,
            strata plausible "plausible range; a puck on an air table has 0.12",
            assumed "coins edge on edge have not been measured; a puck has 0.12";
        /// Coulomb friction of two coins with reeded edges
        reeded_friction_ratio: f64 = 0.30, Ground "friction between two reeded edges", in 0.0..=5.0,
            plausible 0.08..=0.5, strata plausible "plausible range; matters where two reeded edges meet",
            assumed "teeth do not interlock, reeds are only rougher; not measured";
        /// Tangential restitution of two coins (Walton)
        tangential_restitution_ratio: f64 = 0.30, Ground "sideways bounce of two coins", in 0.0..=1.0,
            plausible 0.0..=0.5, strata plausible, assumed "taken from steel balls";
        /// Hits of coins closing slower are elastic, against inelastic collapse; from posts such do not rebound
        slow_speed_m_s: f64 = 0.001, Bookkeeping "speed below which a hit is elastic", shown "mm/s", in 0.0..=1.0,
            plausible 0.0..=0.02, assumed "a numerical rule; docs/decisions/004-slow-hits.md has its effect";
    }
}
