//! Random scenes.

use tolley_experiment::random::Streams;
use tolley_tinsley_green::rack::{Order, Packing, Rack};

use super::*;

/// A generator for tests: splitmix64.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    pub(super) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// In [-size, size).
    pub(super) fn within(&mut self, size: f64) -> f64 {
        (2.0 * self.share() - 1.0) * size
    }

    pub(super) fn vector(&mut self, size: f64) -> [f64; 3] {
        [self.within(size), self.within(size), self.within(size)]
    }
}

/// A shot at a loose group: balls, where they lie and what the first does.
pub(super) struct Scene {
    pub(super) balls: Vec<Ball>,
    pub(super) bodies: Vec<Thrown>,
    pub(super) ground: Ground,
    pub(super) contact: Contact,
    pub(super) ring_m: f64,
    pub(super) sand: Sand,
}

impl Scene {
    /// A toley shot at `marbles` of slightly unlike sizes, with spin, so that no two events tie.
    pub(super) fn random(dice: &mut Dice, marbles: usize) -> Scene {
        let mut balls = vec![toley()];
        let mut bodies: Vec<Thrown> = vec![];
        let speed = 1.0 + 3.0 * dice.share();
        let velocity = dvec3(speed, dice.within(0.1), 0.0);
        bodies.push((dvec3(-0.2, dice.within(0.005), TOLEY_M), velocity, DVec3::from_array(dice.vector(200.0))));
        while bodies.len() <= marbles {
            let radius = MARBLE_M * (1.0 - 0.1 * dice.share());
            let at = dvec3(dice.within(0.03), dice.within(0.03), radius);
            if bodies.iter().all(|b| b.0.xy().distance(at.xy()) > 2.0 * MARBLE_M) {
                balls.push(Ball::solid(radius, 2500.0, 0.3, 0.1));
                bodies.push((at, DVec3::ZERO, DVec3::ZERO));
            }
        }
        let reaction = if dice.share() < 0.5 { GroundReaction::None } else { GroundReaction::After };
        let contact = Contact { ground_reaction: reaction, ..contact(0.95, 0.12, 0.44) };
        let ground = Ground { trapping_speed_m_s: 0.0078125, rolling_while_sliding: dice.share() < 0.3, ..ground() };
        Scene { balls, bodies, ground, contact, ring_m: 0.5, sand: Sand::default() }
    }

    /// The same on any other sand, and perhaps with a toley that comes through the air.
    pub(super) fn varied(mut self, dice: &mut Dice) -> Scene {
        let ploughs = dice.share() < 0.4;
        let term = SpeedTerm { sinkage_m: 0.3e-3 + 0.7e-3 * dice.share(), sand_density_kg_m3: 1520.0 };
        let bed = Bed { density_kg_m3: 1520.0, friction_ratio: 0.45 };
        self.sand = Sand {
            resistance: if ploughs { Resistance::Plough } else { Resistance::Couple },
            speed_term: (dice.share() < 0.4).then_some(term),
            landing: match dice.share() < 0.3 {
                true => Landing::Deep { bed, friction_share: 0.22 },
                false => Landing::Rebound,
            },
        };
        self.ground.rolling_while_sliding = !ploughs && dice.share() < 0.4;
        self.ground.trapping_speed_m_s = if dice.share() < 0.5 { 0.0 } else { 0.02 };
        self.ground.restitution_ratio = 0.4 * dice.share();
        let (sliding, rolling) = (0.12 + 0.48 * dice.share(), 0.05 + 0.2 * dice.share());
        for ball in &mut self.balls {
            (ball.sliding_friction_ratio, ball.rolling_friction_ratio) = (sliding, rolling);
        }
        if dice.share() < 0.5 {
            self.bodies[0].0.z += 0.03 * dice.share();
            self.bodies[0].1.z = dice.within(1.0);
        }
        self
    }

    /// A toley shot at a rack with gaps.
    pub(super) fn rack(dice: &mut Dice, count: usize) -> Scene {
        let diameter_sd_m = if dice.share() < 0.5 { 0.0 } else { 0.15e-3 };
        let order = Order {
            count,
            packing: if dice.share() < 0.5 { Packing::NearestShell } else { Packing::HexagonPlus },
            diameter_m: 2.0 * MARBLE_M,
            diameter_sd_m,
            gap_mean_m: 120e-6 * dice.share(),
            phase_rad: None,
        };
        let rack = Rack::new(order);
        let mut laid = rack.buffers();
        rack.draw(&Streams::new(dice.next(), 0, None), &mut laid);
        let mut scene = Scene::random(dice, 0);
        for (at, &radius_m) in laid.centres_m.iter().zip(&laid.radii_m) {
            scene.balls.push(Ball::solid(radius_m, 2500.0, 0.3, 0.1));
            scene.bodies.push((at.extend(radius_m), DVec3::ZERO, DVec3::ZERO));
        }
        scene
    }

    pub(super) fn setup(&self) -> Setup {
        Setup::new(self.balls.clone(), self.ground, self.contact, Some(self.ring_m)).with_sand(self.sand)
    }

    pub(super) fn play(&self) -> (State, Vec<Event>) {
        let setup = self.setup();
        let mut state = start(&setup, &self.bodies);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(ending, Ending::Rest);
        (state, events)
    }

    /// The same scene seen through a map of vectors and one of axial vectors.
    pub(super) fn mapped(&self, vector: impl Fn(DVec3) -> DVec3, axial: impl Fn(DVec3) -> DVec3) -> Scene {
        let bodies = self.bodies.iter().map(|&(x, v, w)| (vector(x), vector(v), axial(w))).collect();
        Scene { balls: self.balls.clone(), bodies, ..*self }
    }
}

/// Bits of a vector, where both zeros are one.
pub(super) fn bits(v: DVec3) -> [u64; 3] {
    v.to_array().map(|x| (x + 0.0).to_bits())
}
