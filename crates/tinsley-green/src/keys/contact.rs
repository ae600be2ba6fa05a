//! Keys of how balls hit each other.

use tolley_experiment::problem::Fault;
use tolley_experiment::{fault, keys, names};

names! {
    /// How balls hit each other.
    pub enum ContactLaw {
        Hertz = "hertz": "In contacts that last and may overlap in time.",
        Pairwise = "pairwise": "One pair at a time.",
    }
}

names! {
    /// Whether the ground answers a hit.
    pub enum GroundReaction {
        After = "after": "Right after an impact; in a hit that is followed in time, during it.",
        None = "none": "Not at all.",
        Simultaneous = "simultaneous": "In the same instant, as rigid ground.",
    }
}

names! {
    /// A rule against inelastic collapse.
    pub enum SlowRule { Elastic = "elastic": "Slow hits lose nothing along the normal.", Plain = "plain": "No rule.", }
}

keys! {
    /// Contacts of two balls.
    pub struct Contact in "contact" {
        /// How balls hit each other: in contacts that last and may overlap in time, or one pair at a time
        law: ContactLaw = ContactLaw::Hertz, Ground "contact model of two balls",
            strata [ContactLaw::Pairwise, ContactLaw::Hertz];
        /// Whether the ground answers a hit: after or during it, not at all, or (pairwise) at once as rigid ground
        ground_reaction: GroundReaction = GroundReaction::After, Ground "response of the sand to a hit above it",
            strata [GroundReaction::None, GroundReaction::After],
            assumed "what sand does under a hit nobody has measured; the choice moves marbles by decimetres";
        /// Normal restitution of two marbles
        restitution_ratio: f64 = 0.957, Ground "bounce of two marbles", in 0.0..=1.0, plausible 0.90..=0.98,
            strata plausible "plausible range; 0.92 to 0.93 dropped on a floor",
            only_with Contact.law = ContactLaw::Pairwise;
        /// Young's modulus of the marbles; soda-lime glass
        young_modulus_pa: f64 = 70e9, Ground "stiffness of the marbles", in 1e8..=1e13, plausible 48e9..=72e9,
            strata plausible, only_with Contact.law = ContactLaw::Hertz;
        /// Poisson's ratio of the marbles; soda-lime glass
        poisson_ratio: f64 = 0.22, Ground "Poisson's ratio of the marbles", in 0.0..=0.5, plausible 0.20..=0.24,
            strata plausible, only_with Contact.law = ContactLaw::Hertz;
        /// Viscous loss of a contact, short against it; restitution of marbles is 0.957 at 1 m/s, less when faster
        dissipation_s: f64 = 3.0e-7, Ground "energy loss in a hit of two marbles", shown "ns", in 0.0..=1e-4,
            plausible 0.0..=1e-6, strata [1.4e-07, 7.2e-07] "a bounce of 0.98 and 0.90 at 1 m/s",
            assumed "chosen so that the restitution is the measured one at 1 m/s",
            only_with Contact.law = ContactLaw::Hertz;
        /// Coulomb friction of two marbles
        friction_ratio: f64 = 0.12, Ground "friction between two marbles", in 0.0..=5.0, plausible 0.05..=0.25,
            strata plausible;
        /// Tangential restitution of two marbles (Walton)
        tangential_restitution_ratio: f64 = 0.44, Ground "sideways bounce of two marbles", in 0.0..=1.0,
            plausible 0.0..=0.5, strata plausible;
        /// Against inelastic collapse: slow hits lose nothing along the normal, or no rule
        slow_rule: SlowRule = SlowRule::Elastic, Bookkeeping "rule for very slow hits";
        /// A hit that closes slower rebounds up to this speed
        slow_speed_m_s: f64 = 0.005, Bookkeeping "speed below which a hit counts as slow", shown "mm/s", in 0.0..=1.0,
            plausible 0.0..=0.02, assumed "a numerical rule; docs/decisions/004-slow-hits.md has its effect",
            only_with Contact.slow_rule = SlowRule::Elastic;
    }
}

impl Contact {
    /// The rules that join several keys.
    pub fn faults(&self) -> Option<Fault> {
        let excludes = self.law == ContactLaw::Hertz && self.ground_reaction == GroundReaction::Simultaneous;
        excludes.then(|| fault!(Contact.ground_reaction, "simultaneous goes with contact.law = \"pairwise\" only"))
    }
}
