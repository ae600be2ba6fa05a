//! A player's hand: where the toley is released and with what error.

use glam::DVec2;
use tolley_experiment::key::Point;
use tolley_experiment::noise::Noise;
use tolley_experiment::random::{Purpose, Streams};

const AIM: Purpose = Purpose::named("aim");
const SPEED: Purpose = Purpose::named("speed");
const ELEVATION: Purpose = Purpose::named("elevation");
const SPIN: Purpose = Purpose::named("spin");

/// The shot that a player means to play, resolved once per design point.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Release point, m.
    pub release_m: DVec2,
    /// Unit vector along the aimed line.
    pub direction: DVec2,
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Elevation above the sand, rad.
    pub elevation_rad: f64,
    /// Spin over that of natural roll; negative is backspin.
    pub spin_ratio: f64,
}

impl Aim {
    /// Knuckling down at `shot.position_rad` on the edge, TG-6a; the aimed line passes the centre at
    /// `shot.aim_offset_m`. `None` when no line from there passes so far from the centre.
    pub fn from_edge(point: &Point) -> Option<Aim> {
        let (ring_m, position_rad) = (0.5 * point.number("ring.diameter_m"), point.number("shot.position_rad"));
        let outward = DVec2::new(libm::cos(position_rad), libm::sin(position_rad));
        let sine = point.number("shot.aim_offset_m") / ring_m;
        if sine.abs() >= 1.0 {
            return None;
        }
        let ahead = -outward;
        let direction = ahead * (1.0 - sine * sine).sqrt() + ahead.perp() * sine;
        Some(Aim {
            release_m: ring_m * outward + point.number("ring.release_inset_m") * direction,
            direction,
            speed_m_s: point.number("shot.speed_m_s"),
            elevation_rad: point.number("shot.elevation_rad"),
            spin_ratio: point.number("shot.spin_ratio"),
        })
    }
}

/// The errors of a player, each a standard deviation.
#[derive(Clone, Copy, Debug)]
pub struct Skill {
    noise: Noise,
    aim_sd_rad: f64,
    speed_sd_ratio: f64,
    elevation_sd_rad: f64,
    spin_sd_ratio: f64,
}

/// A shot as executed: the errors are turns within the player's own frame, so that a mirrored shot is the mirror image.
#[derive(Clone, Copy, Debug)]
pub struct Launch {
    /// Error of the azimuth, rad, left positive.
    pub aim_error_rad: f64,
    /// Unit vector along the ground.
    pub direction: DVec2,
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Elevation, rad.
    pub elevation_rad: f64,
    /// Spin ratio.
    pub spin_ratio: f64,
}

impl Skill {
    /// The skill of `[player]`.
    pub fn new(point: &Point) -> Skill {
        Skill {
            noise: Noise::named(point.choice("player.noise"), point.number("player.noise_dof")),
            aim_sd_rad: point.number("player.aim_sd_rad"),
            speed_sd_ratio: point.number("player.speed_sd_ratio"),
            elevation_sd_rad: point.number("player.elevation_sd_rad"),
            spin_sd_ratio: point.number("player.spin_sd_ratio"),
        }
    }

    /// Executes an aim; each error has its own stream, and the speed stays positive because its logarithm errs.
    pub fn execute(&self, aim: &Aim, streams: &Streams) -> Launch {
        let error = |purpose| self.noise.draw(&mut streams.open(purpose));
        let aim_error_rad = self.aim_sd_rad * error(AIM);
        let (sine, cosine) = libm::sincos(aim_error_rad);
        Launch {
            aim_error_rad,
            direction: aim.direction * cosine + aim.direction.perp() * sine,
            speed_m_s: aim.speed_m_s * libm::exp(self.speed_sd_ratio * error(SPEED)),
            elevation_rad: aim.elevation_rad + self.elevation_sd_rad * error(ELEVATION),
            spin_ratio: aim.spin_ratio + self.spin_sd_ratio * error(SPIN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys;
    use tolley_experiment::key::Value;

    fn point(set: &[(&str, f64)]) -> Point {
        let mut point = Point::default_of(&keys::SHOT);
        for &(path, value) in set {
            point.values[keys::SHOT.index(path).expect("a key")] = Value::Number(value);
        }
        point
    }

    #[test]
    fn tg_6a_t1_the_knuckle_is_on_the_edge_and_the_release_25_mm_inside() {
        let aim = Aim::from_edge(&point(&[])).expect("aim");
        assert!((aim.release_m - DVec2::new(0.8894, 0.0)).length() < 1e-12, "{}", aim.release_m);
        assert_eq!(aim.direction, DVec2::new(-1.0, 0.0));
    }

    #[test]
    fn the_aimed_line_passes_the_centre_at_the_offset_on_the_left() {
        for (position_rad, offset_m) in [(0.0, 0.03), (0.7, -0.05), (2.5, 0.0)] {
            let aim = Aim::from_edge(&point(&[("shot.position_rad", position_rad), ("shot.aim_offset_m", offset_m)]));
            let aim = aim.expect("aim");
            // signed distance of the line from the centre, positive when the line passes left of it
            let passes_m = aim.direction.perp().dot(aim.release_m);
            assert!((passes_m - offset_m).abs() < 1e-15, "{passes_m}");
        }
        assert!(Aim::from_edge(&point(&[("shot.aim_offset_m", 0.95)])).is_none());
    }

    #[test]
    fn tg_5b2_t1_without_errors_the_shot_is_the_intended_one() {
        let zero = ["aim_sd_rad", "speed_sd_ratio", "elevation_sd_rad", "spin_sd_ratio"];
        let paths: Vec<String> = zero.iter().map(|name| format!("player.{name}")).collect();
        let set: Vec<(&str, f64)> = paths.iter().map(|path| (path.as_str(), 0.0)).collect();
        let point = point(&set);
        let aim = Aim::from_edge(&point).expect("aim");
        let launch = Skill::new(&point).execute(&aim, &Streams::new(1, 2, None));
        assert_eq!((launch.direction, launch.speed_m_s), (aim.direction, aim.speed_m_s));
    }
}
