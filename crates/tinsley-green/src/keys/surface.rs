//! Keys of the sand, TG-1c.

use tolley_experiment::key::Set;
use tolley_experiment::problem::Fault;
use tolley_experiment::{fault, keys, names, sets};

/// The ball for which `surface.rolling_friction_ratio` holds where size matters: three quarters of an inch.
pub const REFERENCE_RADIUS_M: f64 = 0.009525;

names! {
    /// A kind of sand; sets other keys.
    pub enum SurfacePreset {
        Default = "default": "As the keys say.",
        Fast = "fast": "Dry and hard.",
        Damp = "damp": "Damp.",
    }
}

impl SurfacePreset {
    /// The ends of the plausible range of the rolling friction; no other key of the sand has a source for either.
    fn sets(self) -> Vec<Set> {
        match self {
            SurfacePreset::Default => Vec::new(),
            SurfacePreset::Fast => sets! { Surface { rolling_friction_ratio: 0.05 } },
            SurfacePreset::Damp => sets! { Surface { rolling_friction_ratio: 0.25 } },
        }
    }
}

names! {
    /// What slows a rolling ball.
    pub enum Resistance {
        Couple = "couple": "A couple.",
        Plough = "plough": "A force through its centre that acts while it slides too.",
    }
}

names! {
    /// A force that grows with the speed.
    pub enum SpeedTerm { None = "none": "None.", Quadratic = "quadratic": "With its square.", }
}

names! {
    /// Whether the sand slows smaller balls more.
    pub enum SizeLaw { None = "none": "It does not.", Power = "power": "By a power of the radius.", }
}

names! {
    /// Whether rolling friction depends on the depth of the layer.
    pub enum LayerLaw {
        None = "none": "It is taken as given.",
        Exponential = "exponential": "It goes exponentially to that of deep sand.",
    }
}

names! {
    /// What a landing does.
    pub enum Landing { Rebound = "rebound": "The ball rebounds.", Deep = "deep": "It digs a hole in deep sand.", }
}

names! {
    /// Whether the sand of one game or shot differs from that of another.
    pub enum Variation {
        None = "none": "It does not.",
        Game = "game": "It is drawn for each laying of a match; a shot by itself is played on the mean.",
        Shot = "shot": "It is drawn for each laying of a match, and for each shot by itself.",
    }
}

const NO_VALUE: &str = "no published value for a thin layer of sand";
const SMALLER_ROLLS_HARDER: &str = "published of loose sand (De Blasio and Saeter 2009) and of a ball on a rough plane \
                                    (exponent 1.5), never the other way; none is of a thin layer, so the default is \
                                    the weakest of them";
const LAYINGS: &str = "nobody has measured how layings differ";
const WHICH: &str = "both give the same rolling; which one thin sand has, nobody has measured";
const PRESETS: &str = "that rings differ is reported (very fast in the dry of 2004, damp sand put on in 2001), by how \
                       much is not: fast and damp are the ends of the plausible rolling friction, nothing of them is \
                       measured";
const BETWEEN: &str =
    "no published value for a thin layer of sand; a bump model gives 0.05 to 0.10, deep sand 0.43 to 0.50";

keys! {
    /// The sand.
    pub struct Surface in "surface" {
        /// Sets the surface keys below; a key that is set wins
        preset: SurfacePreset = SurfacePreset::Default, Ground "kind of sand",
            strata [SurfacePreset::Fast, SurfacePreset::Damp] "the presets", assumed PRESETS, sets SurfacePreset::sets;
        /// Gravity
        gravity_m_s2: f64 = 9.81, Design "gravity", in 0.1..=100.0, plausible 9.78..=9.83;
        /// Coulomb friction of a sliding ball
        sliding_friction_ratio: f64 = 0.30, Ground "sliding friction of the sand", in 0.0..=5.0, plausible 0.12..=0.60,
            strata plausible, assumed NO_VALUE;
        /// Deceleration of a rolling ball over gravity
        rolling_friction_ratio: f64 = 0.10, Ground "rolling friction of the sand", in 0.0..=5.0, plausible 0.05..=0.25,
            strata plausible "presets fast and damp", assumed BETWEEN;
        /// Vertical restitution of a landing
        restitution_ratio: f64 = 0.15, Ground "bounce of a ball that lands on the sand", in 0.0..=1.0,
            plausible 0.0..=0.4, strata plausible, assumed NO_VALUE;
        /// A landing that would rebound slower stays down
        settle_speed_m_s: f64 = 0.10, Ground "speed below which a landing stays down", in 0.0..=10.0,
            plausible 0.0..=0.5, strata plausible, assumed "below it a hop is lower than 0.5 mm";
        /// Sinkage of a ball on the sand: decay of spin about the vertical, and the speed term
        sinkage_m: f64 = 0.5e-3, Ground "depth to which a ball sinks into the sand", in 0.0..=0.005,
            plausible 0.0..=1.0e-3, strata plausible, assumed NO_VALUE;
        /// A ball that rolls slower is held by the grains
        trapping_speed_m_s: f64 = 0.02, Ground "speed at which the grains stop a ball", in 0.0..=1.0,
            plausible 0.0..=0.05, strata plausible, assumed "estimated from the static hold of grains";
        /// Whether the rolling couple also acts on a ball that still slides
        rolling_while_sliding: bool = false, Ground "rolling resistance of a sliding ball",
            strata plausible,
            assumed "nobody has measured it; the choice moves marbles by decimetres";
        /// What slows a rolling ball: a couple, or a force through its centre that acts while it slides too
        resistance: Resistance = Resistance::Couple, Ground "way the sand slows a rolling ball",
            strata [Resistance::Couple, Resistance::Plough], assumed WHICH;
        /// Whether a force with the square of the speed acts as well, on the cap that the ball pushes through the sand
        speed_term: SpeedTerm = SpeedTerm::None, Ground "drag of the sand that grows with speed",
            strata [SpeedTerm::None, SpeedTerm::Quadratic],
            assumed "measured for balls dropped on sand; for light cylinders that roll on sand, the part that does not depend \
                     on speed is larger (van Wal and others 2017)";
        /// Density of the loose sand; glass beads 1520
        sand_density_kg_m3: f64 = 1520.0, Ground "density of the loose sand", in 100.0..=10000.0,
            plausible 1300.0..=2000.0, strata plausible when "surface.speed_term=quadratic or surface.landing=deep";
        /// Whether the sand slows smaller balls more: (R of a toley / R)^p
        size_law: SizeLaw = SizeLaw::Power, Ground "whether the sand slows smaller balls more",
            strata [SizeLaw::None, SizeLaw::Power], assumed SMALLER_ROLLS_HARDER;
        /// size_law power: the power p
        size_exponent_ratio: f64 = 0.5, Ground "strength of the size effect on rolling", in -5.0..=5.0,
            plausible 0.0..=1.5, strata [0.5, 1.5] "published exponents are 0.5 to 1.5" when "surface.size_law=power",
            assumed SMALLER_ROLLS_HARDER;
        /// Whether rolling friction goes from its own value to that of deep sand with the depth of the layer
        layer_law: LayerLaw = LayerLaw::None, Ground "effect of the sand's depth on rolling",
            strata [LayerLaw::None, LayerLaw::Exponential],
            assumed "the shape of the law is a guess, its two ends are not";
        /// layer_law exponential: depth of the layer
        layer_depth_m: f64 = 0.8e-3, Ground "depth of the sand", in 0.0..=1.0, plausible 0.2e-3..=3.0e-3,
            strata plausible when "surface.layer_law=exponential",
            assumed "a thin layer, say the rules of the ring; no depth is told";
        /// layer_law exponential: scale of depth over radius
        layer_scale_ratio: f64 = 0.35, Ground "scale of the sand's depth, in ball radii", in 1e-6..=1e6,
            plausible 0.1..=1.0, strata plausible when "surface.layer_law=exponential",
            assumed "the shape of the law is a guess, its two ends are not";
        /// layer_law exponential: rolling friction of deep sand
        deep_friction_ratio: f64 = 0.45, Ground "rolling friction of deep sand", in 0.0..=5.0, plausible 0.43..=0.50,
            strata plausible when "surface.layer_law=exponential";
        /// A landing rebounds, or digs a hole in deep sand: no rebound, and the ball pays to get out or stays
        landing: Landing = Landing::Rebound, Ground "behaviour of a ball that lands",
            strata [Landing::Rebound, Landing::Deep];
        /// landing deep: friction of the grains among themselves
        sand_friction_ratio: f64 = 0.45, Ground "friction between grains of the sand", in 0.01..=5.0,
            plausible 0.3..=0.8, strata plausible when "surface.landing=deep";
        /// landing deep: friction of a ball that goes in, over its sliding friction
        sinking_friction_share: f64 = 0.22, Ground "friction on a ball that sinks in", in 0.0..=1.0,
            plausible 0.2..=0.25, strata plausible when "surface.landing=deep",
            assumed "reported as 4 to 5 times below the sand's own, for marbles that ricochet";
        /// Whether the sand differs from game to game; ring.sand says how often it is laid
        variation: Variation = Variation::Game, Ground "whether layings of the sand differ",
            strata [Variation::None, Variation::Shot], clause "TG-1c", assumed LAYINGS;
        /// variation: deviation of ln(sliding friction)
        sliding_friction_sd_ratio: f64 = 0.15, Ground "change of sliding friction between layings", shown "%",
            in 0.0..=2.0, plausible 0.0..=0.4, strata plausible when "surface.variation!=none", assumed LAYINGS;
        /// variation: deviation of ln(rolling friction)
        rolling_friction_sd_ratio: f64 = 0.30, Ground "change of rolling friction between layings", shown "%",
            in 0.0..=2.0, plausible 0.0..=0.5, strata plausible when "surface.variation!=none",
            assumed "nobody has measured how layings differ; fast and damp lie 2.3 and 3.1 such deviations out";
        /// variation: deviation of ln(e / (1 - e)) of the restitution of a landing
        restitution_sd_ratio: f64 = 0.30, Ground "change of bounce between layings", in 0.0..=3.0, plausible 0.0..=1.0,
            strata plausible when "surface.variation!=none", assumed LAYINGS;
    }
}

impl Surface {
    /// The rules that join several keys.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.resistance == Resistance::Plough && self.rolling_while_sliding {
            faults.push(fault!(
                Surface.rolling_while_sliding,
                "a plough has no couple and acts on a sliding ball in any case: true and \"plough\" exclude each other"
            ));
        }
        let stops = self.rolling_friction_ratio.max(self.trapping_speed_m_s);
        if self.speed_term == SpeedTerm::Quadratic && stops == 0.0 {
            faults.push(fault!(
                Surface.speed_term,
                "a ball that only the square of its speed slows never stops: rolling_friction_ratio or \
                 trapping_speed_m_s must be above 0"
            ));
        }
        faults
    }
}
