//! Random scenes.

use super::*;
use crate::balls;

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
        bodies.push((dvec3(-0.2, dice.within(0.005), TOLEY_M), velocity, dice.vector(200.0)));
        while bodies.len() <= marbles {
            let radius = MARBLE_M * (1.0 - 0.1 * dice.share());
            let at = dvec3(dice.within(0.03), dice.within(0.03), radius);
            if bodies.iter().all(|b| b.0.xy().distance(at.xy()) > 2.0 * MARBLE_M) {
                balls.push(Ball::solid(radius, 2500.0, 0.3, 0.1));
                bodies.push((at, DVec3::ZERO, DVec3::ZERO));
            }
        }
        let reaction = if dice.share() < 0.5 { GroundReaction::None } else { GroundReaction::After };
        let contact = Contact { ground_reaction: reaction, ..pairwise(0.95, 0.12, 0.44) };
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

    /// A toley shot at a close pack with gaps, turned anyhow, half of them of unlike marbles.
    pub(super) fn pack(dice: &mut Dice, count: usize) -> Scene {
        let spread_m = if dice.share() < 0.5 { 0.0 } else { 0.15e-3 };
        let (gap_m, (sin, cos)) = (120e-6 * dice.share(), libm::sincos(6.3 * dice.share()));
        let mut scene = Scene::random(dice, 0);
        for at in balls::pack(count, gap_m + spread_m, gap_m, dice) {
            let radius_m = MARBLE_M + 0.5 * dice.within(spread_m);
            scene.balls.push(Ball::solid(radius_m, 2500.0, 0.3, 0.1));
            scene.bodies.push((DVec2::new(cos, sin).rotate(at).extend(radius_m), DVec3::ZERO, DVec3::ZERO));
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
