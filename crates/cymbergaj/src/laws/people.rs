//! What people do wrong, and how often, and how well the referee sees it: `[human]` and `[referee]`.

use tolley_experiment::key::Set;
use tolley_experiment::{names, sets};

use super::choices::BandRule;
use super::clock::Clock;

/// Why a probability is an assumption.
const UNCOUNTED: &str = "nobody has counted; the preset human has a guess";

names! {
    /// What people do wrong.
    pub enum HumanPreset { Literal = "literal": "Nothing.", Human = "human": "A guess.", }
}

tolley_experiment::keys! {
    /// The referee.
    pub struct Referee in "referee" {
        /// Referees, whose readings are averaged
        count: u32 = 1, Law "number of referees", in 1..=10, drawn 1..=3, clause "CG-1.5";
        /// Standard deviation of a referee's reading of a line
        line_sd_m: f64 = 0.0, Ground "error of a referee's eye at a line", in 0.0..=0.1, plausible 0.0..=0.002,
            strata plausible "plausible range; preset human 0.5 mm", clause "CG-4.1b";
        /// A ball that rests so near a line is his to judge
        discretion_band_m: f64 = 5e-4, Law "distance from a line left to the referee", in 0.0..=0.1,
            plausible 0.0..=0.002, clause "CG-4.1b", assumed "the laws say: in special cases";
        /// How he judges it
        discretion: BandRule = BandRule::Geometry, Law "how the referee judges a close ball", clause "CG-4.1b";
        /// Probability that it is out
        p_award_in_band: f64 = 0.5, Ground "chance that a close ball is given as out", in 0.0..=1.0, drawn 0.0..=1.0,
            strata [0.3, 0.7] "a guess", clause "CG-4.1b", assumed "a coin's toss",
            only_with Referee.discretion = BandRule::Probability;
        /// Probability that a foul is seen
        p_detect_foul: f64 = 1.0, Ground "chance that the referee sees a foul", in 0.0..=1.0, drawn 0.5..=1.0,
            strata [0.8, 1.0] "preset human 0.95; low is a guess", clause "CG-1.5";
    }
}

tolley_experiment::keys! {
    /// Mistakes, each with its probability and the clause that it breaks.
    pub struct Human in "human" {
        /// What people do wrong: nothing, or a guess; a key that is set wins
        preset: HumanPreset = HumanPreset::Literal, Ground "whether people make mistakes",
            strata [HumanPreset::Literal, HumanPreset::Human] "the presets", sets HumanPreset::sets;
        /// A careless touch replaces the stroke
        p_accident: f64 = 0.0, Ground "chance of a careless touch", in 0.0..=1.0, plausible 0.0..=0.1,
            strata [0.0, 0.01] "preset human 0.003; high is a guess", clause "CG-1.9b", assumed UNCOUNTED;
        /// Speed of a careless touch
        accident_speed_m_s: f64 = 0.1, Ground "speed of a careless touch", in 0.0..=10.0, plausible 0.01..=0.5,
            strata plausible when "human.p_accident>0", clause "CG-1.9b", assumed "not measured";
        /// A stroke pushes or sweeps
        p_illegal_stroke: f64 = 0.0, Ground "chance of an illegal stroke", in 0.0..=1.0, plausible 0.0..=0.1,
            strata [0.0, 0.02] "preset human 0.005; high is a guess", clause "CG-1.10", assumed UNCOUNTED;
        /// The mover touches the other's coin when it is far
        p_touch_far: f64 = 0.0, Ground "chance of touching a coin that is far", in 0.0..=1.0, plausible 0.0..=0.1,
            strata [0.0, 0.01] "preset human 0.002; high is a guess", clause "CG-5.1c", assumed UNCOUNTED;
        /// The mover touches the other's coin when it is near
        p_touch_near: f64 = 0.0, Ground "chance of touching a coin that is near", in 0.0..=1.0, plausible 0.0..=0.1,
            strata [0.0, 0.05] "preset human 0.01; high is a guess", clause "CG-5.1c", assumed UNCOUNTED;
        /// Gap of the two coins that is near
        touch_reach_m: f64 = 0.020, Ground "distance at which a coin is near", in 0.0..=1.0, drawn 0.005..=0.04,
            strata [0.005, 0.04] "range it is drawn from" when "human.p_touch_near>0", clause "CG-5.1c",
            assumed "not measured";
        /// How far a touched coin is shifted, if nobody sees it
        touch_shift_m: f64 = 0.005, Ground "shift of a touched coin", in 0.0..=0.5, plausible 0.0..=0.02,
            strata plausible when "human.p_touch_near>0", clause "CG-5.1c, CG-5.1e", assumed "not measured";
        /// The mover touches his coin with something else than the comb
        p_hand_touch: f64 = 0.0, Ground "chance of touching one's coin by hand", in 0.0..=1.0, plausible 0.0..=0.1,
            strata [0.0, 0.01] "preset human 0.002; high is a guess", clause "CG-5.1e", assumed UNCOUNTED;
        /// The mover strokes once more than he may
        p_extra_move: f64 = 0.0, Ground "chance of a Move too many", in 0.0..=1.0, plausible 0.0..=0.1,
            strata [0.0, 0.01] "preset human 0.001; high is a guess", clause "CG-5.1f", assumed UNCOUNTED;
        /// A throw-in is not thrown as it must be
        p_bad_throw: f64 = 0.0, Ground "chance of a wrong throw-in", in 0.0..=1.0, plausible 0.0..=0.1,
            strata plausible "preset human 0.05; plausible range", clause "CG-5.2b", assumed UNCOUNTED;
        /// The struck coin hops on what it hits first
        p_hop: f64 = 0.0, Ground "chance of a hop that is only judged", in 0.0..=1.0, plausible 0.0..=0.1,
            strata [0.0, 0.02] "preset human 0.005; high is a guess", clause "CG-5.9", assumed UNCOUNTED;
        /// The lighter coin of a hard hit comes to lie on the other
        p_ride: f64 = 0.0, Ground "chance of a ride that is only judged", in 0.0..=1.0, plausible 0.0..=0.1,
            strata [0.0, 0.02] "preset human 0.002; high is a guess", clause "CG-5.9", assumed UNCOUNTED;
        /// Impulse above which a hit is hard
        ride_impulse_n_s: f64 = 0.004, Ground "impulse from which a coin may ride up", in 0.0..=1.0,
            drawn 0.002..=0.008, strata [0.002, 0.008] "range it is drawn from" when "human.p_ride>0", clause "CG-5.9",
            assumed "about 1 m/s of a coin on the ball";
    }
}

impl HumanPreset {
    fn sets(self) -> Vec<Set> {
        match self {
            HumanPreset::Literal => Vec::new(),
            HumanPreset::Human => sets! {
                Human {
                    p_accident: 0.003,
                    p_illegal_stroke: 0.005,
                    p_touch_far: 0.002,
                    p_touch_near: 0.01,
                    p_hand_touch: 0.002,
                    p_extra_move: 0.001,
                    p_bad_throw: 0.05,
                    p_hop: 0.005,
                    p_ride: 0.002,
                }
                Referee { p_detect_foul: 0.95, line_sd_m: 0.0005 }
                Clock { leader_slow_ratio: 1.3 }
            },
        }
    }
}

impl Referee {
    /// Standard deviation of a line call: the mean of all referees' readings, m, CG-1.5.
    pub fn reading_sd_m(&self) -> f64 {
        self.line_sd_m / f64::from(self.count).sqrt()
    }
}
