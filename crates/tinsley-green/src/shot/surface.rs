//! What lies on the ring, TG-1c: from the keys of the sand and of contacts to physics, and how one laying differs
//! from the next.

use tolley_experiment::random::{Purpose, Streams};
use tolley_physics::spheres::deep::Bed;
use tolley_physics::spheres::resistance::{layer_ratio, size_ratio};
use tolley_physics::spheres::{self, Ball, Ground, Hertz, Law, Sand, Setup, SlowContact, TrialSetup};

use crate::keys::balls::{Marble, Spec};
use crate::keys::contact::{Contact, ContactLaw, GroundReaction, SlowRule};
use crate::keys::surface::{Landing, LayerLaw, REFERENCE_RADIUS_M, Resistance, SizeLaw, SpeedTerm, Surface, Variation};
use crate::simulator::RingPhysics;

const SLIDING: Purpose = Purpose::named("surface sliding");
const ROLLING: Purpose = Purpose::named("surface rolling");
const RESTITUTION: Purpose = Purpose::named("surface restitution");

/// Closing speed of hits whose restitution stands for all, m/s: about that of marbles in a break.
const IMAGINED_M_S: f64 = 1.0;

/// One laying of the sand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SandDraw {
    /// Coulomb friction of a sliding ball.
    pub sliding_friction_ratio: f64,
    /// Deceleration of a rolling toley over gravity, before the laws of size and depth.
    pub rolling_friction_ratio: f64,
    /// Vertical restitution of a landing.
    pub restitution_ratio: f64,
}

impl Surface {
    /// The mean laying.
    pub fn mean(&self) -> SandDraw {
        SandDraw {
            sliding_friction_ratio: self.sliding_friction_ratio,
            rolling_friction_ratio: self.rolling_friction_ratio,
            restitution_ratio: self.restitution_ratio,
        }
    }

    /// Whether the layings of matches differ.
    pub fn varies(&self) -> bool {
        self.variation != Variation::None
    }

    /// Whether shots that are played by themselves lie on different layings.
    pub fn varies_by_shot(&self) -> bool {
        self.variation == Variation::Shot
    }

    /// The laying of a shot that is played by itself.
    pub fn draw_of_shot(&self, streams: &Streams) -> SandDraw {
        if self.varies_by_shot() { self.draw(streams) } else { self.mean() }
    }

    /// One laying of a match, from its own random streams; the mean one where layings do not differ.
    pub fn draw(&self, streams: &Streams) -> SandDraw {
        let mean = self.mean();
        if !self.varies() {
            return mean;
        }
        let factor = |purpose, sd: f64| libm::exp(sd * streams.open(purpose).normal());
        let odds = factor(RESTITUTION, self.restitution_sd_ratio);
        let e = mean.restitution_ratio;
        SandDraw {
            sliding_friction_ratio: mean.sliding_friction_ratio * factor(SLIDING, self.sliding_friction_sd_ratio),
            rolling_friction_ratio: mean.rolling_friction_ratio * factor(ROLLING, self.rolling_friction_sd_ratio),
            // the odds of a share stay between 0 and infinity, so that the share stays one
            restitution_ratio: e * odds / (1.0 - e + e * odds),
        }
    }

    /// A ball on one laying.
    pub fn ball(&self, sand: &SandDraw, ball: Spec) -> Ball {
        let rolling = self.rolling_ratio(sand.rolling_friction_ratio, ball.radius_m);
        Ball::solid(ball.radius_m, ball.density_kg_m3, sand.sliding_friction_ratio, rolling)
    }

    /// Lays the sand under all balls of a design point; takes no memory.
    pub fn lay(&self, sand: &SandDraw, design: &Setup, physics: &mut TrialSetup) {
        let balls = design.balls().iter().map(|ball| Ball {
            sliding_friction_ratio: sand.sliding_friction_ratio,
            rolling_friction_ratio: self.rolling_ratio(sand.rolling_friction_ratio, ball.radius_m),
            ..*ball
        });
        physics.remake(balls, Ground { restitution_ratio: sand.restitution_ratio, ..*design.ground() });
    }

    /// Rolling friction of a ball of a radius, by the laws of size and depth.
    fn rolling_ratio(&self, reference_ratio: f64, radius_m: f64) -> f64 {
        let is_by_size = self.size_law == SizeLaw::Power && self.size_exponent_ratio != 0.0;
        let thin_ratio = match is_by_size {
            false => reference_ratio,
            true => size_ratio(reference_ratio, REFERENCE_RADIUS_M, radius_m, self.size_exponent_ratio),
        };
        match self.layer_law {
            LayerLaw::None => thin_ratio,
            LayerLaw::Exponential => {
                let scale_m = self.layer_scale_ratio * radius_m;
                layer_ratio(thin_ratio, self.deep_friction_ratio, self.layer_depth_m, scale_m)
            }
        }
    }

    /// Ground, for `Setup::new`.
    pub fn ground(&self) -> Ground {
        Ground {
            gravity_m_s2: self.gravity_m_s2,
            restitution_ratio: self.restitution_ratio,
            settle_speed_m_s: self.settle_speed_m_s,
            sinkage_m: self.sinkage_m,
            trapping_speed_m_s: self.trapping_speed_m_s,
            rolling_while_sliding: self.rolling_while_sliding,
        }
    }

    /// Sand, for `Setup::with_sand`.
    pub fn sand(&self) -> Sand {
        let (sinkage_m, sand_density_kg_m3) = (self.sinkage_m, self.sand_density_kg_m3);
        Sand {
            resistance: match self.resistance {
                Resistance::Couple => spheres::Resistance::Couple,
                Resistance::Plough => spheres::Resistance::Plough,
            },
            speed_term: match self.speed_term {
                SpeedTerm::None => None,
                SpeedTerm::Quadratic => Some(spheres::SpeedTerm { sinkage_m, sand_density_kg_m3 }),
            },
            landing: match self.landing {
                Landing::Rebound => spheres::Landing::Rebound,
                Landing::Deep => spheres::Landing::Deep {
                    bed: Bed { density_kg_m3: sand_density_kg_m3, friction_ratio: self.sand_friction_ratio },
                    friction_share: self.sinking_friction_share,
                },
            },
        }
    }
}

impl RingPhysics {
    /// Of a ring at whose `fall_radius_m` balls fall; marbles of the mean size stand where no ball is.
    pub fn new(surface: &Surface, contact: &Contact, marble: &Marble, fall_radius_m: f64) -> RingPhysics {
        RingPhysics {
            ground: surface.ground(),
            sand: surface.sand(),
            contact: contact.physics(),
            fall_radius_m,
            spare: surface.ball(&surface.mean(), marble.mean()),
        }
    }

    /// The same ring with hits one pair at a time, with the restitution that marbles have at `IMAGINED_M_S`.
    #[must_use]
    pub fn pairwise(&self) -> RingPhysics {
        let restitution_ratio = match self.contact.law {
            Law::Hertz(hertz) => hertz.course([&self.spare; 2], IMAGINED_M_S).restitution_ratio,
            Law::Pairwise => self.contact.restitution_ratio,
        };
        let contact = spheres::Contact { law: Law::Pairwise, restitution_ratio, ..self.contact };
        RingPhysics { contact, ..*self }
    }
}

impl Contact {
    /// The law of two balls, for `Setup::new`.
    pub fn physics(&self) -> spheres::Contact {
        spheres::Contact {
            law: match self.law {
                ContactLaw::Pairwise => Law::Pairwise,
                ContactLaw::Hertz => Law::Hertz(Hertz {
                    young_modulus_pa: self.young_modulus_pa,
                    poisson_ratio: self.poisson_ratio,
                    dissipation_s: self.dissipation_s,
                    ..Hertz::GLASS
                }),
            },
            restitution_ratio: self.restitution_ratio,
            friction_ratio: self.friction_ratio,
            tangential_restitution_ratio: self.tangential_restitution_ratio,
            ground_reaction: match self.ground_reaction {
                GroundReaction::After => spheres::GroundReaction::After,
                GroundReaction::None => spheres::GroundReaction::None,
                GroundReaction::Simultaneous => spheres::GroundReaction::Simultaneous,
            },
            slow: match self.slow_rule {
                SlowRule::Elastic => SlowContact::Elastic { below_m_s: self.slow_speed_m_s },
                SlowRule::Plain => SlowContact::Plain,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARBLE: Spec = Spec { radius_m: 0.00635, density_kg_m3: 2500.0 };
    const REFERENCE: Spec = Spec { radius_m: REFERENCE_RADIUS_M, density_kg_m3: 2500.0 };

    fn rolling(surface: &Surface, ball: Spec) -> f64 {
        surface.ball(&surface.mean(), ball).rolling_friction_ratio
    }

    #[test]
    fn by_default_a_toley_rolls_as_the_key_says_and_a_marble_harder() {
        let surface = Surface::default();
        assert_eq!(rolling(&surface, REFERENCE), 0.10);
        // (9.525 / 6.35)^0.5
        assert!((rolling(&surface, MARBLE) - 0.122474).abs() < 1e-6);
        assert_eq!(rolling(&Surface { size_law: SizeLaw::None, ..surface }, MARBLE), 0.10);
        let streams = Streams::new(1, 2, None);
        assert_eq!(surface.draw_of_shot(&streams), surface.mean());
        assert_ne!(surface.draw(&streams), surface.mean());
        let level = Surface { variation: Variation::None, ..surface };
        assert_eq!(level.draw(&streams), level.mean());
    }

    #[test]
    fn laws_of_size_and_depth_join() {
        let surface = Surface { size_law: SizeLaw::Power, ..Surface::default() };
        assert!((rolling(&surface, MARBLE) - 0.122474).abs() < 1e-6);
        assert_eq!(rolling(&surface, REFERENCE), 0.10);
        // 0.8 mm of sand on 0.35 R = 3.33 mm: 21.3 % of the way to 0.45
        let surface = Surface { layer_law: LayerLaw::Exponential, ..surface };
        assert!((rolling(&surface, REFERENCE) - 0.174671).abs() < 1e-5);
    }

    #[test]
    fn tg_1c_t1_layings_differ_and_t3_the_same_seed_lays_the_same() {
        let surface = Surface { variation: Variation::Shot, ..Surface::default() };
        let laid = |repeat| surface.draw(&Streams::new(7, repeat, None));
        assert_eq!(laid(1), laid(1));
        assert_ne!(laid(1), laid(2));
        let n = 10_000;
        let logs: Vec<f64> = (0..n).map(|i| libm::log(laid(i).rolling_friction_ratio / 0.10)).collect();
        let mean = logs.iter().sum::<f64>() / n as f64;
        let sd = (logs.iter().map(|log| (log - mean) * (log - mean)).sum::<f64>() / n as f64).sqrt();
        // four standard errors
        assert!(mean.abs() < 0.012 && (sd - 0.30).abs() < 0.009, "{mean} {sd}");
        assert!((0..n).all(|i| (0.0..=1.0).contains(&laid(i).restitution_ratio)));
    }

    #[test]
    fn a_laying_reaches_every_ball() {
        let surface = Surface { size_law: SizeLaw::Power, ..Surface::default() };
        let balls = [REFERENCE, MARBLE].map(|ball| surface.ball(&surface.mean(), ball));
        let contact = Contact::default().physics();
        let design = Setup::new(balls.to_vec(), surface.ground(), contact, None).with_sand(surface.sand());
        let mut trial = TrialSetup::of(&design);
        let sand = SandDraw { sliding_friction_ratio: 0.4, rolling_friction_ratio: 0.2, restitution_ratio: 0.3 };
        surface.lay(&sand, &design, &mut trial);
        let (balls, ground) = (trial.setup().balls(), trial.setup().ground());
        assert_eq!((balls[0].rolling_friction_ratio, ground.restitution_ratio), (0.2, 0.3));
        assert!((balls[1].rolling_friction_ratio - 0.244949).abs() < 1e-6);
        assert!(balls.iter().all(|ball| ball.sliding_friction_ratio == 0.4));
    }
}
