//! The sand of the ring, TG-1c: what lies on it, and how it differs from one laying to the next.

use tolley_experiment::key::Point;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_physics::spheres::deep::Bed;
use tolley_physics::spheres::resistance::{layer_ratio, size_ratio};
use tolley_physics::spheres::{Ball, Ground, Landing, Resistance, Sand, Setup, SpeedTerm};

const SLIDING: Purpose = Purpose::named("surface sliding");
const ROLLING: Purpose = Purpose::named("surface rolling");
const RESTITUTION: Purpose = Purpose::named("surface restitution");

/// The ball for which `surface.rolling_friction_ratio` holds where size matters: three quarters of an inch.
const REFERENCE_RADIUS_M: f64 = 0.009525;

/// One laying of the sand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laid {
    /// Coulomb friction of a sliding ball.
    pub sliding_friction_ratio: f64,
    /// Deceleration of a rolling toley over gravity, before the laws of size and depth.
    pub rolling_friction_ratio: f64,
    /// Vertical restitution of a landing.
    pub restitution_ratio: f64,
}

/// How layings differ: deviations of logarithms, of that of the odds `e / (1 - e)` for the restitution.
#[derive(Clone, Copy, Debug)]
struct Variation {
    sliding_sd: f64,
    rolling_sd: f64,
    restitution_sd: f64,
}

/// How rolling friction depends on the size of the ball and the depth of the layer.
#[derive(Clone, Copy, Debug)]
struct RollingLaw {
    /// Power of the law of size; 0 without.
    size_exponent: f64,
    /// Depth of the layer, m, and its scale over the radius; `None` where the value is taken as given.
    layer: Option<(f64, f64)>,
    deep_ratio: f64,
}

/// The sand of `[surface]`.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    ground: Ground,
    sand: Sand,
    mean: Laid,
    variation: Option<Variation>,
    rolling: RollingLaw,
}

impl Surface {
    /// As the keys say.
    pub fn new(point: &Point) -> Surface {
        let number = |name: &str| point.number(&format!("surface.{name}"));
        let chosen = |name: &str| point.choice(&format!("surface.{name}"));
        let mean = Laid {
            sliding_friction_ratio: number("sliding_friction_ratio"),
            rolling_friction_ratio: number("rolling_friction_ratio"),
            restitution_ratio: number("restitution_ratio"),
        };
        let ground = Ground {
            gravity_m_s2: number("gravity_m_s2"),
            restitution_ratio: mean.restitution_ratio,
            settle_speed_m_s: number("settle_speed_m_s"),
            sinkage_m: number("sinkage_m"),
            trapping_speed_m_s: number("trapping_speed_m_s"),
            rolling_while_sliding: point.flag("surface.rolling_while_sliding"),
        };
        let variation = (chosen("variation") == "shot").then(|| Variation {
            sliding_sd: number("sliding_friction_sd_ratio"),
            rolling_sd: number("rolling_friction_sd_ratio"),
            restitution_sd: number("restitution_sd_ratio"),
        });
        let rolling = RollingLaw {
            size_exponent: if chosen("size_law") == "power" { number("size_exponent_ratio") } else { 0.0 },
            layer: (chosen("layer_law") == "exponential")
                .then(|| (number("layer_depth_m"), number("layer_scale_ratio"))),
            deep_ratio: number("deep_friction_ratio"),
        };
        Surface { ground, sand: sand(point), mean, variation, rolling }
    }

    /// The rules that join several keys of `[surface]`.
    pub fn faults(point: &Point) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |path, message: &str| faults.push(Fault { path, message: message.to_owned() });
        if point.choice("surface.resistance") == "plough" && point.flag("surface.rolling_while_sliding") {
            let message =
                "a plough has no couple and acts on a sliding ball in any case: true and \"plough\" exclude each other";
            fault("surface.rolling_while_sliding", message);
        }
        let drags = point.choice("surface.speed_term") == "quadratic";
        let stops = point.number("surface.rolling_friction_ratio").max(point.number("surface.trapping_speed_m_s"));
        if drags && stops == 0.0 {
            let message = "a ball that only the square of its speed slows never stops: rolling_friction_ratio or \
                           trapping_speed_m_s must be above 0";
            fault("surface.speed_term", message);
        }
        faults
    }

    /// Sand, for `Setup::with_sand`.
    pub fn sand(&self) -> Sand {
        self.sand
    }

    /// Ground, for `Setup::new`.
    pub fn ground(&self) -> Ground {
        self.ground
    }

    /// One laying, from its own random streams; the mean one where layings do not differ.
    pub fn draw(&self, streams: &Streams) -> Laid {
        let Some(sd) = self.variation else { return self.mean };
        let factor = |purpose, sd: f64| libm::exp(sd * streams.open(purpose).normal());
        let odds = factor(RESTITUTION, sd.restitution_sd);
        let e = self.mean.restitution_ratio;
        Laid {
            sliding_friction_ratio: self.mean.sliding_friction_ratio * factor(SLIDING, sd.sliding_sd),
            rolling_friction_ratio: self.mean.rolling_friction_ratio * factor(ROLLING, sd.rolling_sd),
            // the odds of a share stay between 0 and infinity, so that the share stays one
            restitution_ratio: e * odds / (1.0 - e + e * odds),
        }
    }

    /// A ball on the mean laying.
    pub fn ball(&self, radius_m: f64, density_kg_m3: f64) -> Ball {
        let rolling = self.rolling.ratio(self.mean.rolling_friction_ratio, radius_m);
        Ball::solid(radius_m, density_kg_m3, self.mean.sliding_friction_ratio, rolling)
    }

    /// The mean laying.
    pub fn mean(&self) -> Laid {
        self.mean
    }

    /// A ball on one laying.
    pub fn ball_on(&self, laid: &Laid, radius_m: f64, density_kg_m3: f64) -> Ball {
        let rolling = self.rolling.ratio(laid.rolling_friction_ratio, radius_m);
        Ball::solid(radius_m, density_kg_m3, laid.sliding_friction_ratio, rolling)
    }

    /// Whether layings differ from shot to shot.
    pub fn varies(&self) -> bool {
        self.variation.is_some()
    }

    /// Lays the sand under all balls; takes no memory.
    pub fn lay(&self, laid: &Laid, physics: &mut Setup) {
        for ball in &mut physics.balls {
            ball.sliding_friction_ratio = laid.sliding_friction_ratio;
            ball.rolling_friction_ratio = self.rolling.ratio(laid.rolling_friction_ratio, ball.radius_m);
        }
        physics.ground.restitution_ratio = laid.restitution_ratio;
        physics.renew();
    }
}

impl RollingLaw {
    fn ratio(&self, reference_ratio: f64, radius_m: f64) -> f64 {
        let thin_ratio = match self.size_exponent == 0.0 {
            true => reference_ratio,
            false => size_ratio(reference_ratio, REFERENCE_RADIUS_M, radius_m, self.size_exponent),
        };
        match self.layer {
            None => thin_ratio,
            Some((depth_m, scale_ratio)) => layer_ratio(thin_ratio, self.deep_ratio, depth_m, scale_ratio * radius_m),
        }
    }
}

fn sand(point: &Point) -> Sand {
    let number = |name: &str| point.number(&format!("surface.{name}"));
    Sand {
        resistance: match point.choice("surface.resistance") {
            "plough" => Resistance::Plough,
            _ => Resistance::Couple,
        },
        speed_term: (point.choice("surface.speed_term") == "quadratic")
            .then(|| SpeedTerm { sinkage_m: number("sinkage_m"), sand_density_kg_m3: number("sand_density_kg_m3") }),
        landing: match point.choice("surface.landing") {
            "deep" => Landing::Deep {
                bed: Bed { density_kg_m3: number("sand_density_kg_m3"), friction_ratio: number("sand_friction_ratio") },
                friction_share: number("sinking_friction_share"),
            },
            _ => Landing::Rebound,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys;
    use tolley_experiment::key::Value;

    fn point(set: &[(&str, Value)]) -> Point {
        let mut point = Point::default_of(&keys::SHOT);
        for &(path, value) in set {
            point.values[keys::SHOT.index(path).expect("a key")] = value;
        }
        point
    }

    #[test]
    fn by_default_every_ball_rolls_as_the_key_says() {
        let surface = Surface::new(&point(&[]));
        assert_eq!(surface.ball(0.00635, 2500.0).rolling_friction_ratio, 0.10);
        assert_eq!(surface.draw(&Streams::new(1, 2, None)), surface.mean);
    }

    #[test]
    fn laws_of_size_and_depth_join() {
        let power = ("surface.size_law", Value::Choice("power"));
        let layer = ("surface.layer_law", Value::Choice("exponential"));
        let surface = Surface::new(&point(&[power]));
        assert!((surface.ball(0.00635, 2500.0).rolling_friction_ratio - 0.122474).abs() < 1e-6);
        assert_eq!(surface.ball(REFERENCE_RADIUS_M, 2500.0).rolling_friction_ratio, 0.10);
        // 0.8 mm of sand on 0.35 R = 3.33 mm: 21.3 % of the way to 0.45
        let surface = Surface::new(&point(&[power, layer]));
        assert!((surface.ball(REFERENCE_RADIUS_M, 2500.0).rolling_friction_ratio - 0.174671).abs() < 1e-5);
    }

    #[test]
    fn tg_1c_t1_layings_differ_and_t3_the_same_seed_lays_the_same() {
        let surface = Surface::new(&point(&[("surface.variation", Value::Choice("shot"))]));
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
        let surface = Surface::new(&point(&[("surface.size_law", Value::Choice("power"))]));
        let balls = vec![surface.ball(REFERENCE_RADIUS_M, 2500.0), surface.ball(0.00635, 2500.0)];
        let contact = crate::shot::contact(&point(&[]));
        let mut physics = Setup::new(balls, surface.ground(), contact, None).with_sand(surface.sand());
        let laid = Laid { sliding_friction_ratio: 0.4, rolling_friction_ratio: 0.2, restitution_ratio: 0.3 };
        surface.lay(&laid, &mut physics);
        assert_eq!((physics.balls[0].rolling_friction_ratio, physics.ground.restitution_ratio), (0.2, 0.3));
        assert!((physics.balls[1].rolling_friction_ratio - 0.244949).abs() < 1e-6);
        assert!(physics.balls.iter().all(|ball| ball.sliding_friction_ratio == 0.4));
    }
}
