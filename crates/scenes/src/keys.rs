//! The keys of a scene: what each means, its default, and which values are possible and plausible.
//!
//! Within what is possible no product of a scene leaves what f64 can hold.

use tolley_experiment::{keys, names};
use tolley_physics::{discs, spheres};
use tolley_tinsley_green::keys::contact::{self, ContactLaw, GroundReaction, SlowRule};
use tolley_tinsley_green::keys::surface::{self, Landing, Resistance, SpeedTerm};

names! {
    /// The two worlds of the physics.
    pub(crate) enum WorldName { Spheres = "spheres": "Spheres on sand.", Discs = "discs": "Coins on a table.", }
}

names! {
    /// How discs hit each other.
    pub(crate) enum DiscLaw { Pairwise = "pairwise": "One pair at a time.", }
}

keys! {
    /// What stands above the tables.
    pub(crate) struct TopKeys in "scene" {
        /// Gravity; 0 is free flight without ground and friction
        gravity_m_s2: f64 = 9.81, Design "gravity", in 0.0..=1e6, plausible 0.0..=30.0;
    }
}

keys! {
    /// Each number of an array.
    pub(crate) struct ArrayKeys in "scene" {
        /// Centre of a body or post
        position_m: f64 = 0.0, Design "position", in -1e5..=1e5, plausible -20.0..=20.0;
        /// Velocity of a body
        velocity_m_s: f64 = 0.0, Design "velocity", in -1e5..=1e5, plausible -30.0..=30.0;
        /// Spin of a sphere, right-handed
        spin_rad_s: f64 = 0.0, Design "spin", in -1e8..=1e8, plausible -5e3..=5e3;
        /// Length and width of the table, centred on the origin
        rectangle_m: f64 = 1.0, Design "length and width of the table", in 1e-6..=1e5, plausible 0.05..=10.0;
        /// Where a line begins
        from_m: f64 = 0.0, Design "start of a line", in -1e5..=1e5, plausible -20.0..=20.0;
        /// Where a line ends
        to_m: f64 = 0.0, Design "end of a line", in -1e5..=1e5, plausible -20.0..=20.0;
    }
}

keys! {
    /// The ground of spheres.
    pub(crate) struct SphereSurface in "surface" {
        /// Coulomb friction of a sliding ball
        sliding_friction_ratio: f64 = 0.30, Design "sliding friction of the ground", in 0.0..=1e3, plausible 0.0..=2.0;
        /// Deceleration of a rolling ball over gravity
        rolling_friction_ratio: f64 = 0.10, Design "rolling friction of the ground", in 0.0..=1e3, plausible 0.0..=1.0;
        /// Whether the rolling couple also acts on a ball that slides; a plough does in any case
        rolling_while_sliding: bool = false, Design "rolling resistance of a sliding ball",
            only_with SphereSurface.resistance = Resistance::Couple;
        /// Vertical restitution of a landing
        restitution_ratio: f64 = 0.15, Design "bounce of a ball that lands", in 0.0..=1.0;
        /// A landing that would rebound slower stays down
        settle_speed_m_s: f64 = 0.10, Design "speed below which a landing stays down",
            in 0.0..=1e5, plausible 0.0..=1.0;
        /// Sinkage of a ball: decay of spin about the vertical, and the speed term
        sinkage_m: f64 = 0.5e-3, Design "depth to which a ball sinks", in 0.0..=1e3, plausible 0.0..=0.005;
        /// A ball that rolls slower stops
        trapping_speed_m_s: f64 = 0.0, Design "speed below which a rolling ball stops",
            in 0.0..=1e5, plausible 0.0..=0.2;
        /// What slows a rolling ball
        resistance: Resistance = Resistance::Couple, Design "way the ground slows a rolling ball";
        /// Whether a force with the square of the speed acts as well
        speed_term: SpeedTerm = SpeedTerm::None, Design "drag that grows with speed";
        /// What a landing does
        landing: Landing = Landing::Rebound, Design "way a ball lands";
        /// Density of the sand, for the speed term and deep landings
        sand_density_kg_m3: f64 = 1520.0, Design "density of the sand", in 1.0..=1e6, plausible 500.0..=5000.0;
        /// Friction of the grains among themselves
        sand_friction_ratio: f64 = 0.45, Design "friction between the grains", in 1e-3..=1e3, plausible 0.2..=1.0,
            only_with SphereSurface.landing = Landing::Deep;
        /// Friction of a ball that goes in, over its sliding friction
        sinking_friction_share: f64 = 0.22, Design "friction of a ball that digs in",
            in 0.0..=1.0, only_with SphereSurface.landing = Landing::Deep;
    }
}

keys! {
    /// The table of discs.
    pub(crate) struct DiscSurface in "surface" {
        /// Coulomb friction of a coin
        sliding_friction_ratio: f64 = 0.20, Design "sliding friction of the table", in 0.0..=1e3, plausible 0.0..=2.0;
        /// Inner over outer radius of the contact: 0 a face, 0.95 a rim
        rim_ratio: f64 = 0.0, Design "inner over outer radius of the coin's rim", in 0.0..=0.95;
    }
}

keys! {
    /// The law of two spheres.
    pub(crate) struct SphereContact in "contact" {
        /// How balls hit each other
        law: ContactLaw = ContactLaw::Pairwise, Design "way balls hit each other";
        /// Normal restitution
        restitution_ratio: f64 = 0.957, Design "bounce of a hit",
            in 0.0..=1.0, only_with SphereContact.law = ContactLaw::Pairwise;
        /// Young's modulus of all spheres
        young_modulus_pa: f64 = 70e9, Design "stiffness of the balls", in 1e6..=1e15, plausible 1e6..=1e12,
            only_with SphereContact.law = ContactLaw::Hertz;
        /// Poisson's ratio of all spheres
        poisson_ratio: f64 = 0.22, Design "Poisson's ratio of the balls",
            in 0.0..=0.5, plausible 0.1..=0.5, only_with SphereContact.law = ContactLaw::Hertz;
        /// Loss, from which restitution follows; 0 is elastic
        dissipation_s: f64 = 3.0e-7, Design "loss in a hit", in 0.0..=1e-4, plausible 0.0..=1e-5,
            only_with SphereContact.law = ContactLaw::Hertz;
        /// Coulomb friction
        friction_ratio: f64 = 0.12, Design "friction of a hit", in 0.0..=1e3, plausible 0.0..=2.0;
        /// Tangential restitution of a sticking contact
        tangential_restitution_ratio: f64 = 0.44, Design "sideways bounce of a hit", in 0.0..=1.0;
        /// Whether slow hits lose nothing along the normal
        slow_rule: SlowRule = SlowRule::Elastic, Design "rule for slow hits";
        /// A hit that closes slower is slow
        slow_speed_m_s: f64 = 0.005, Design "speed below which a hit is slow", in 0.0..=1e5, plausible 0.0..=0.1;
        /// Whether the ground answers a hit
        ground_reaction: GroundReaction = GroundReaction::After, Design "whether the ground answers a hit";
    }
}

keys! {
    /// The law of two discs.
    pub(crate) struct DiscContact in "contact" {
        /// How coins hit each other
        law: DiscLaw = DiscLaw::Pairwise, Design "way coins hit each other";
        /// Normal restitution
        restitution_ratio: f64 = 0.85, Design "bounce of a hit", in 0.0..=1.0;
        /// Coulomb friction
        friction_ratio: f64 = 0.20, Design "friction of a hit", in 0.0..=1e3, plausible 0.0..=2.0;
        /// Tangential restitution of a sticking contact
        tangential_restitution_ratio: f64 = 0.30, Design "sideways bounce of a hit", in 0.0..=1.0;
        /// Whether slow hits lose nothing along the normal
        slow_rule: SlowRule = SlowRule::Elastic, Design "rule for slow hits";
        /// A hit that closes slower is slow
        slow_speed_m_s: f64 = 0.001, Design "speed below which a hit is slow", in 0.0..=1e5, plausible 0.0..=0.1;
    }
}

keys! {
    /// A ring around the origin, for spheres.
    pub(crate) struct RingKeys in "edge" {
        /// Its radius; without one there is no ring
        ring_radius_m: f64 = 0.9144, Design "radius of the ring", in 1e-6..=1e5, plausible 0.05..=10.0;
    }
}

keys! {
    /// A post on the table of discs.
    pub(crate) struct PostKeys in "posts" {
        /// Its radius
        radius_m: f64 = 0.002, Design "radius of a post", in 0.0..=1e3, plausible 0.0..=0.2;
    }
}

keys! {
    /// A sphere.
    pub(crate) struct SphereBody in "body" {
        /// Radius; needed
        radius_m: f64 = 0.01, Design "radius", in 1e-6..=1e3, plausible 1e-3..=0.2;
        /// Density; this or the mass is needed
        density_kg_m3: f64 = 2500.0, Design "density", in 1e-3..=1e6, plausible 500.0..=20_000.0;
        /// Mass
        mass_kg: f64 = 0.005, Design "mass", in 1e-9..=1e6, plausible 1e-5..=2.0;
        /// Sliding friction, instead of the surface's
        sliding_friction_ratio: f64 = 0.30, Design "sliding friction of this ball", in 0.0..=1e3, plausible 0.0..=2.0;
        /// Rolling friction, instead of the surface's
        rolling_friction_ratio: f64 = 0.10, Design "rolling friction of this ball", in 0.0..=1e3, plausible 0.0..=1.0;
    }
}

keys! {
    /// A disc.
    pub(crate) struct DiscBody in "body" {
        /// Radius; needed
        radius_m: f64 = 0.01, Design "radius", in 1e-6..=1e3, plausible 1e-3..=0.2;
        /// Mass; needed
        mass_kg: f64 = 0.005, Design "mass", in 1e-9..=1e6, plausible 1e-5..=2.0;
        /// Moment of inertia over mass and radius squared
        inertia_ratio: f64 = 0.5, Design "moment of inertia, over mass and radius squared", in 0.0..=1.0;
        /// Sliding friction, instead of the surface's
        sliding_friction_ratio: f64 = 0.20, Design "sliding friction of this coin", in 0.0..=1e3, plausible 0.0..=2.0;
        /// Spin, counter-clockwise
        spin_rad_s: f64 = 0.0, Design "spin", in -1e8..=1e8, plausible -5e3..=5e3;
    }
}

impl SphereSurface {
    /// The ground and its sand, as the physics knows them.
    pub(crate) fn physics(&self, gravity_m_s2: f64) -> (spheres::Ground, spheres::Sand) {
        let surface = surface::Surface {
            gravity_m_s2,
            rolling_while_sliding: self.rolling_while_sliding,
            restitution_ratio: self.restitution_ratio,
            settle_speed_m_s: self.settle_speed_m_s,
            sinkage_m: self.sinkage_m,
            trapping_speed_m_s: self.trapping_speed_m_s,
            resistance: self.resistance,
            speed_term: self.speed_term,
            landing: self.landing,
            sand_density_kg_m3: self.sand_density_kg_m3,
            sand_friction_ratio: self.sand_friction_ratio,
            sinking_friction_share: self.sinking_friction_share,
            ..surface::Surface::default()
        };
        (surface.ground(), surface.sand())
    }
}

impl SphereContact {
    /// The law, as the physics knows it.
    pub(crate) fn physics(&self) -> spheres::Contact {
        let contact = contact::Contact {
            law: self.law,
            ground_reaction: self.ground_reaction,
            restitution_ratio: self.restitution_ratio,
            young_modulus_pa: self.young_modulus_pa,
            poisson_ratio: self.poisson_ratio,
            dissipation_s: self.dissipation_s,
            friction_ratio: self.friction_ratio,
            tangential_restitution_ratio: self.tangential_restitution_ratio,
            slow_rule: self.slow_rule,
            slow_speed_m_s: self.slow_speed_m_s,
        };
        contact.physics()
    }
}

impl DiscContact {
    /// The law, as the physics knows it.
    pub(crate) fn physics(&self) -> discs::Contact {
        discs::Contact {
            restitution_ratio: self.restitution_ratio,
            friction_ratio: self.friction_ratio,
            tangential_restitution_ratio: self.tangential_restitution_ratio,
            slow_speed_m_s: match self.slow_rule {
                SlowRule::Plain => 0.0,
                SlowRule::Elastic => self.slow_speed_m_s,
            },
        }
    }
}
