//! What never changes in a trial: balls, ground, sand, the law of contact, the edge; and how the next trial gets its
//! own.

use super::ball::Ball;
use super::contact::{Contact, GroundReaction};
use super::ground::Ground;
use super::rates::Rates;
use super::sand::Sand;
use super::soft_spheres;

/// Balls, ground and laws; nothing of it changes once it is made.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) balls: Vec<Ball>,
    pub(super) ground: Ground,
    pub(super) contact: Contact,
    pub(super) ring_radius_m: Option<f64>,
    pub(super) sand: Sand,
    /// What follows from each ball, the ground and the sand.
    pub(super) rates: Vec<Rates>,
    /// How the ground is damped under balls that others press on it, over critical damping.
    pub(super) damping_ratio: f64,
}

impl Setup {
    /// Balls on a ground, and the law of their contacts. With a ring, m, a ball whose centre crosses that circle round
    /// the origin has left; `None`: no edge. The values must already be possible ones.
    ///
    /// ```
    /// use tolley_physics::spheres::{Ball, Contact, Ground, GroundReaction, Hertz, Law, Setup, SlowContact};
    ///
    /// let ground = Ground {
    ///     gravity_m_s2: 9.81,
    ///     restitution_ratio: 0.15,
    ///     settle_speed_m_s: 0.1,
    ///     sinkage_m: 0.5e-3,
    ///     trapping_speed_m_s: 0.0,
    ///     rolling_while_sliding: false,
    /// };
    /// let glass = Contact {
    ///     law: Law::Hertz(Hertz::GLASS),
    ///     restitution_ratio: 0.957,
    ///     friction_ratio: 0.12,
    ///     tangential_restitution_ratio: 0.44,
    ///     ground_reaction: GroundReaction::After,
    ///     slow: SlowContact::Elastic { below_m_s: 0.005 },
    /// };
    /// let (toley, marble) = (Ball::solid(0.009525, 2500.0, 0.3, 0.1), Ball::solid(0.00635, 2500.0, 0.3, 0.1));
    /// let setup = Setup::new(vec![toley, marble, marble], ground, glass, Some(0.9144));
    /// assert_eq!((setup.balls().len(), setup.ring_radius_m()), (3, Some(0.9144)));
    /// ```
    pub fn new(balls: Vec<Ball>, ground: Ground, contact: Contact, ring_radius_m: Option<f64>) -> Setup {
        let sand = Sand::default();
        let rates = balls.iter().map(|ball| Rates::of(ball, &ground, &sand)).collect();
        let damping_ratio = damping_ratio(&ground, &contact);
        Setup { balls, ground, contact, ring_radius_m, sand, rates, damping_ratio }
    }

    /// The same with other laws of the sand.
    pub fn with_sand(self, sand: Sand) -> Setup {
        let rates = self.balls.iter().map(|ball| Rates::of(ball, &self.ground, &sand)).collect();
        Setup { sand, rates, ..self }
    }

    /// The balls, by number.
    pub fn balls(&self) -> &[Ball] {
        &self.balls
    }

    /// The ground.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The law of contact.
    pub fn contact(&self) -> &Contact {
        &self.contact
    }

    /// Radius of the ring round the origin, m; `None`: no edge.
    pub fn ring_radius_m(&self) -> Option<f64> {
        self.ring_radius_m
    }

    /// What the sand does beyond the friction of the balls.
    pub fn sand(&self) -> &Sand {
        &self.sand
    }

    /// Whether there is a ground at all.
    pub(super) fn has_ground(&self) -> bool {
        self.ground.gravity_m_s2 > 0.0
    }
}

/// How a ground that answers is damped by its restitution; one that only swallows gives nothing back.
fn damping_ratio(ground: &Ground, contact: &Contact) -> f64 {
    match contact.ground_reaction {
        GroundReaction::None => soft_spheres::damping(0.0),
        GroundReaction::After | GroundReaction::Simultaneous => soft_spheres::damping(ground.restitution_ratio),
    }
}

/// The setups of trials that differ in their balls and their ground, one after the other in the same memory.
#[derive(Clone, Debug)]
pub struct TrialSetup {
    setup: Setup,
}

impl TrialSetup {
    /// Begins with the setup of a design point; its laws stay those of all trials.
    pub fn of(design: &Setup) -> TrialSetup {
        TrialSetup { setup: design.clone() }
    }

    /// Makes the setup of the next trial: all balls and the ground are its own, and nothing of the trial before is
    /// left. Takes memory only for more balls than there ever were.
    pub fn remake(&mut self, balls: impl IntoIterator<Item = Ball>, ground: Ground) -> &Setup {
        let Setup { balls: own, rates, sand, .. } = &mut self.setup;
        own.clear();
        own.extend(balls);
        rates.clear();
        rates.extend(own.iter().map(|ball| Rates::of(ball, &ground, sand)));
        if ground.restitution_ratio != self.setup.ground.restitution_ratio {
            self.setup.damping_ratio = damping_ratio(&ground, &self.setup.contact);
        }
        self.setup.ground = ground;
        &self.setup
    }

    /// The setup of this trial.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }
}
