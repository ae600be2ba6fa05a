//! Keys of the rack and its marbles, TG-3, TG-9e, TG-11b, TG-11d.

use tolley_experiment::{keys, names};

names! {
    /// Which sites of the lattice a rack takes.
    pub enum Packing {
        NearestShell = "nearest-shell":
            "By distance from the centre; the round of cells that does not fit is filled evenly.",
        HexagonPlus = "hexagon-plus":
            "By whole hexagons (1, 7, 19, 37, 61); what is left over is spread evenly over the next.",
    }
}

names! {
    /// How the gaps between neighbours are spread.
    pub enum GapLaw {
        Exponential = "exponential": "A share of pairs touch, the gaps of the others are exponential.",
        Even = "even": "Each marble lies evenly within half the mean gap of its site.",
    }
}

names! {
    /// How a rack is turned.
    pub enum Phase { Fixed = "fixed": "By an angle.", Random = "random": "Anyhow, drawn for each shot or game.", }
}

keys! {
    /// The rack.
    pub struct Rack in "rack" {
        /// Marbles of the rack
        count: u32 = 49, Law "number of marbles in the rack", in 1..=61, drawn 37..=61, clause "TG-9e";
        /// Mean gap between neighbours of the rack
        gap_mean_m: f64 = 60e-6, Ground "mean gap between marbles of the rack", shown "um", in 0.0..=0.01,
            plausible 0.0..=300e-6,
            strata [0.0, 0.0002] "as shipped scenarios",
            assumed "nobody has measured the gaps of a rack packed by hand on sand";
        /// How the gaps of marbles of one size are spread; unlike ones lie evenly
        gap_law: GapLaw = GapLaw::Exponential, Ground "distribution of the gaps in the rack",
            strata [GapLaw::Exponential, GapLaw::Even],
            assumed "nobody has measured the gaps of a rack packed by hand on sand";
        /// Share of neighbours that touch
        touching_share: f64 = 0.2, Ground "share of neighbours in the rack that touch", in 0.0..=0.3, drawn 0.0..=0.3,
            strata [0.0, 0.3], assumed "nobody has measured the gaps of a rack packed by hand on sand",
            only_with Rack.gap_law = GapLaw::Exponential;
        /// Sites filled by distance, or by whole hexagons; what is left over is spread evenly
        packing: Packing = Packing::NearestShell, Ground "way the rack is packed",
            strata [Packing::NearestShell, Packing::HexagonPlus], clause "TG-9e",
            assumed "49 fills neither whole shells nor a hexagon, and the laws say only close packed";
        /// Whether the rack is turned by phase_rad, or anyhow for each shot
        phase: Phase = Phase::Fixed, Design "whether the rack is turned at random",
            assumed "the laws name no direction, and nobody has told how racks are turned";
        /// Turn of a rack with a fixed phase, counter-clockwise
        phase_rad: f64 = 0.0, Design "angle to which the rack is turned", in -6.3..=6.3;
        /// Marbles of each player of an individual match
        individual_per_player_count: u32 = 4, Law "marbles per player of an individual match", in 0..=30, drawn 2..=6,
            clause "TG-11b";
        /// Least marbles of an individual match
        individual_least_count: u32 = 25, Law "fewest marbles of an individual match", in 0..=61, drawn 13..=37,
            clause "TG-11b";
        /// Marbles of a tie-break or challenge
        tie_break_count: u32 = 13, Law "number of marbles in a tie-break", in 1..=61, drawn 13..=25,
            clause "TG-11d, TG-11e";
    }
}

impl Rack {
    /// Turn of the rack, rad, counter-clockwise; `None` draws it.
    pub fn fixed_phase_rad(&self) -> Option<f64> {
        (self.phase == Phase::Fixed).then_some(self.phase_rad)
    }
}
