//! A player's hand: where the toley is released and with what error.

use glam::{DVec2, DVec3};
use tolley_experiment::key::Point;
use tolley_experiment::noise::Noise;
use tolley_experiment::random::{Purpose, Streams};

const AIM: Purpose = Purpose::named("aim");
const SPEED: Purpose = Purpose::named("speed");
const ELEVATION: Purpose = Purpose::named("elevation");
const SPIN: Purpose = Purpose::named("spin");
const SIDE_SPIN: Purpose = Purpose::named("side spin");

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
    /// Spin about the vertical, rad/s, counter-clockwise.
    pub side_spin_rad_s: f64,
    /// Height of the toley over the sand as it leaves the hand, m.
    pub release_height_m: f64,
    /// Whether more was asked than the hand can do, TG-5b3, so that the shot is the nearest one that it can.
    pub is_limited: bool,
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
        let release_m = ring_m * outward + point.number("ring.release_inset_m") * direction;
        Some(Aim::within_the_hand(point, release_m, direction))
    }

    /// A shot from a release point along a line; speed, elevation and spin of `[shot]`, as far as the hand allows, TG-5b3.
    pub fn within_the_hand(point: &Point, release_m: DVec2, direction: DVec2) -> Aim {
        let mut is_limited = false;
        let mut held = |path: &str, low: f64, high: f64| {
            let wanted = point.number(path);
            let able = wanted.max(low).min(high);
            is_limited |= able != wanted;
            able
        };
        let hand = |name: &str| point.number(&format!("player.{name}"));
        let speed_m_s = held("shot.speed_m_s", hand("speed_min_m_s"), hand("speed_max_m_s"));
        let elevation_rad = held("shot.elevation_rad", 0.0, hand("elevation_max_rad"));
        let spin_ratio = held("shot.spin_ratio", hand("spin_min_ratio"), hand("spin_max_ratio"));
        Aim {
            release_m,
            direction,
            speed_m_s,
            elevation_rad,
            spin_ratio,
            side_spin_rad_s: point.number("shot.side_spin_rad_s"),
            release_height_m: point.number("shot.release_height_m"),
            is_limited,
        }
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
    side_spin_sd_rad_s: f64,
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
    /// Spin about the vertical, rad/s, counter-clockwise.
    pub side_spin_rad_s: f64,
}

impl Launch {
    /// Velocity of the centre, m/s.
    pub fn velocity_m_s(&self) -> DVec3 {
        let (rise, ahead) = libm::sincos(self.elevation_rad);
        (self.direction * ahead).extend(rise) * self.speed_m_s
    }

    /// Spin of a ball of a radius, rad/s: natural roll turns about `(z x v) / R`.
    pub fn spin_rad_s(&self, radius_m: f64) -> DVec3 {
        let roll_rad_s = self.direction.perp() * (self.spin_ratio * self.speed_m_s / radius_m);
        roll_rad_s.extend(self.side_spin_rad_s)
    }
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
            side_spin_sd_rad_s: point.number("player.side_spin_sd_rad_s"),
        }
    }

    /// The same hand with all its errors times a ratio.
    pub fn scaled(&self, ratio: f64) -> Skill {
        Skill {
            noise: self.noise,
            aim_sd_rad: ratio * self.aim_sd_rad,
            speed_sd_ratio: ratio * self.speed_sd_ratio,
            elevation_sd_rad: ratio * self.elevation_sd_rad,
            spin_sd_ratio: ratio * self.spin_sd_ratio,
            side_spin_sd_rad_s: ratio * self.side_spin_sd_rad_s,
        }
    }

    /// Draws the errors of one shot, each from its own stream.
    pub fn errors(&self, streams: &Streams) -> Errors {
        let error = |purpose| self.noise.draw(&mut streams.open(purpose));
        Errors {
            aim_rad: self.aim_sd_rad * error(AIM),
            speed_log: self.speed_sd_ratio * error(SPEED),
            elevation_rad: self.elevation_sd_rad * error(ELEVATION),
            spin_ratio: self.spin_sd_ratio * error(SPIN),
            side_spin_rad_s: self.side_spin_sd_rad_s * error(SIDE_SPIN),
        }
    }

    /// Executes an aim.
    pub fn execute(&self, aim: &Aim, streams: &Streams) -> Launch {
        aim.with(&self.errors(streams))
    }
}

/// The errors of one shot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// Of the azimuth, rad, left positive.
    pub aim_rad: f64,
    /// Of the logarithm of the speed, so that the speed stays positive.
    pub speed_log: f64,
    /// Of the elevation, rad.
    pub elevation_rad: f64,
    /// Of the spin ratio.
    pub spin_ratio: f64,
    /// Of the spin about the vertical, rad/s.
    pub side_spin_rad_s: f64,
}

impl Aim {
    /// The shot with errors.
    pub fn with(&self, errors: &Errors) -> Launch {
        let (sine, cosine) = libm::sincos(errors.aim_rad);
        Launch {
            aim_error_rad: errors.aim_rad,
            direction: self.direction * cosine + self.direction.perp() * sine,
            speed_m_s: self.speed_m_s * libm::exp(errors.speed_log),
            elevation_rad: self.elevation_rad + errors.elevation_rad,
            spin_ratio: self.spin_ratio + errors.spin_ratio,
            side_spin_rad_s: self.side_spin_rad_s + errors.side_spin_rad_s,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys;
    use tolley_experiment::key::Value;

    const DEG: f64 = core::f64::consts::PI / 180.0;

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
    fn tg_5b3_t1_nine_metres_a_second_are_played_as_five_and_flagged_and_t2_0_3_are_legal() {
        for (wanted, played, is_limited) in [(9.0, 5.0, true), (0.3, 0.3, false), (0.1, 0.3, true)] {
            let aim = Aim::from_edge(&point(&[("shot.speed_m_s", wanted)])).expect("aim");
            assert_eq!((aim.speed_m_s, aim.is_limited), (played, is_limited));
        }
        assert!(Aim::from_edge(&point(&[("shot.spin_ratio", -2.0)])).expect("aim").is_limited);
        assert!(Aim::from_edge(&point(&[("shot.elevation_rad", 1.0)])).expect("aim").is_limited);
    }

    #[test]
    fn tg_5b2_t2_ten_thousand_aims_have_the_deviation_asked_for() {
        let point = point(&[("player.aim_sd_rad", DEG)]);
        let (aim, skill) = (Aim::from_edge(&point).expect("aim"), Skill::new(&point));
        let errors = (0..10_000).map(|i| skill.execute(&aim, &Streams::new(1, i, None)).aim_error_rad);
        let sd = (errors.map(|error| error * error).sum::<f64>() / 10_000.0).sqrt();
        // four standard errors
        assert!((sd / DEG - 1.0).abs() < 0.028, "{sd}");
    }

    #[test]
    fn natural_roll_forwards_turns_about_the_left() {
        let point = point(&[("player.spin_sd_ratio", 0.0), ("shot.spin_ratio", 1.0), ("shot.side_spin_rad_s", 9.0)]);
        let aim = Aim::from_edge(&point).expect("aim");
        let launch =
            Launch { direction: DVec2::new(1.0, 0.0), ..Skill::new(&point).execute(&aim, &Streams::new(1, 2, None)) };
        let spin_rad_s = launch.spin_rad_s(0.01);
        assert_eq!((spin_rad_s.x, spin_rad_s.z), (0.0, 9.0));
        assert!((spin_rad_s.y * 0.01 - launch.speed_m_s).abs() < 1e-12);
    }

    #[test]
    fn tg_5b2_t1_without_errors_the_shot_is_the_intended_one() {
        let zero = ["aim_sd_rad", "speed_sd_ratio", "elevation_sd_rad", "spin_sd_ratio", "side_spin_sd_rad_s"];
        let paths: Vec<String> = zero.iter().map(|name| format!("player.{name}")).collect();
        let set: Vec<(&str, f64)> = paths.iter().map(|path| (path.as_str(), 0.0)).collect();
        let point = point(&set);
        let aim = Aim::from_edge(&point).expect("aim");
        let launch = Skill::new(&point).execute(&aim, &Streams::new(1, 2, None));
        assert_eq!((launch.direction, launch.speed_m_s), (aim.direction, aim.speed_m_s));
    }
}
