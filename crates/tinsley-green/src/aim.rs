//! What a player means to play, and what he plays.

use glam::{DVec2, DVec3};
use tolley_experiment::key::Path;
use tolley_experiment::limits::{Beyond, LimitEnd};
use tolley_experiment::path;

use crate::keys::player::Player;
use crate::keys::ring::Ring;
use crate::keys::shot::Shot;

/// The shot that a player means to play.
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
    /// Spreads of aim and speed over those of the keys of the player, since they may depend on the speed, TG-5b2.
    pub error_ratio: f64,
    /// Whether keys asked for more than the hand can do, TG-5b3, so that the shot is the nearest one that it can.
    pub is_limited: bool,
    /// Whether the hand is to go forward with it, TG-7a.
    pub is_fudged: bool,
}

/// How hard, how steep and with what spin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stroke {
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Elevation, rad.
    pub elevation_rad: f64,
    /// Spin over that of natural roll.
    pub spin_ratio: f64,
    /// Spin about the vertical, rad/s, counter-clockwise.
    pub side_spin_rad_s: f64,
}

impl Stroke {
    /// As the keys of a shot say.
    pub fn of(shot: &Shot) -> Stroke {
        Stroke {
            speed_m_s: shot.speed_m_s,
            elevation_rad: shot.elevation_rad,
            spin_ratio: shot.spin_ratio,
            side_spin_rad_s: shot.side_spin_rad_s,
        }
    }

    /// What a player's hand cannot do of a stroke that these keys ask for, TG-5b3: speed, elevation, spin.
    pub fn beyond(self, [speed, elevation, spin]: [Path; 3], player: &Player) -> Vec<Beyond> {
        let of = |key, value, ends: [LimitEnd; 2]| Beyond::of("hand", (key, value), ends);
        let speeds = [
            LimitEnd::of(path!(Player.speed_min_m_s), player.speed_min_m_s),
            LimitEnd::of(path!(Player.speed_max_m_s), player.speed_max_m_s),
        ];
        let elevations = [
            LimitEnd::of(path!(Player.elevation_min_rad), player.elevation_min_rad),
            LimitEnd::of(path!(Player.elevation_max_rad), player.elevation_max_rad),
        ];
        let spins = [
            LimitEnd::of(path!(Player.spin_min_ratio), player.spin_min_ratio),
            LimitEnd::of(path!(Player.spin_max_ratio), player.spin_max_ratio),
        ];
        let all = [
            of(speed, self.speed_m_s, speeds),
            of(elevation, self.elevation_rad, elevations),
            of(spin, self.spin_ratio, spins),
        ];
        all.into_iter().flatten().collect()
    }

    /// The nearest stroke that a player's hand can do, TG-5b3.
    fn within(self, player: &Player) -> Stroke {
        let held = |value: f64, low: f64, high: f64| value.max(low).min(high);
        Stroke {
            speed_m_s: held(self.speed_m_s, player.speed_min_m_s, player.speed_max_m_s),
            elevation_rad: held(self.elevation_rad, player.elevation_min_rad, player.elevation_max_rad),
            spin_ratio: held(self.spin_ratio, player.spin_min_ratio, player.spin_max_ratio),
            side_spin_rad_s: self.side_spin_rad_s,
        }
    }
}

impl Aim {
    /// A shot that a player chooses, within what his hand can do, from a release point along a line, TG-5b3.
    pub fn new(player: &Player, release_height_m: f64, release_m: DVec2, direction: DVec2, wanted: Stroke) -> Aim {
        let able = wanted.within(player);
        Aim {
            release_m,
            direction,
            speed_m_s: able.speed_m_s,
            elevation_rad: able.elevation_rad,
            spin_ratio: able.spin_ratio,
            side_spin_rad_s: able.side_spin_rad_s,
            release_height_m,
            error_ratio: player.error_ratio(able.speed_m_s),
            is_limited: false,
            is_fudged: false,
        }
    }

    /// The shot of `[shot]`, or the nearest that the player's hand can do, from a release point along a line.
    pub fn as_keyed(shot: &Shot, player: &Player, release_m: DVec2, direction: DVec2) -> Aim {
        let wanted = Stroke::of(shot);
        let aim = Aim::new(player, shot.release_height_m, release_m, direction, wanted);
        Aim { is_limited: wanted.within(player) != wanted, ..aim }
    }

    /// Knuckling down at `shot.position_rad` on the edge, TG-6a; the aimed line passes the centre at
    /// `shot.aim_offset_m`. `None` when no line from there passes so far from the centre.
    pub fn from_edge(ring: &Ring, shot: &Shot, player: &Player) -> Option<Aim> {
        let outward = DVec2::new(libm::cos(shot.position_rad), libm::sin(shot.position_rad));
        let sine = shot.aim_offset_m / ring.radius_m();
        if sine.abs() >= 1.0 {
            return None;
        }
        let ahead = -outward;
        let direction = ahead * (1.0 - sine * sine).sqrt() + ahead.perp() * sine;
        let release_m = ring.radius_m() * outward + ring.release_inset_m * direction;
        Some(Aim::as_keyed(shot, player, release_m, direction))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn from_edge(shot: Shot) -> Option<Aim> {
        Aim::from_edge(&Ring::default(), &shot, &Player::default())
    }

    #[test]
    fn tg_6a_t1_the_knuckle_is_on_the_edge_and_the_release_25_mm_inside() {
        let aim = from_edge(Shot::default()).expect("aim");
        assert!((aim.release_m - DVec2::new(0.8894, 0.0)).length() < 1e-12, "{}", aim.release_m);
        assert_eq!(aim.direction, DVec2::new(-1.0, 0.0));
    }

    #[test]
    fn the_aimed_line_passes_the_centre_at_the_offset_on_the_left() {
        for (position_rad, aim_offset_m) in [(0.0, 0.03), (0.7, -0.05), (2.5, 0.0)] {
            let aim = from_edge(Shot { position_rad, aim_offset_m, ..Shot::default() }).expect("aim");
            // signed distance of the line from the centre, positive when the line passes left of it
            let passes_m = aim.direction.perp().dot(aim.release_m);
            assert!((passes_m - aim_offset_m).abs() < 1e-15, "{passes_m}");
        }
        assert!(from_edge(Shot { aim_offset_m: 0.95, ..Shot::default() }).is_none());
    }

    #[test]
    fn tg_5b3_t1_nine_metres_a_second_are_played_as_five_and_flagged_and_t2_0_3_are_legal() {
        for (speed_m_s, played, is_limited) in [(9.0, 5.0, true), (0.3, 0.3, false), (0.1, 0.3, true)] {
            let aim = from_edge(Shot { speed_m_s, ..Shot::default() }).expect("aim");
            assert_eq!((aim.speed_m_s, aim.is_limited), (played, is_limited));
        }
        assert!(from_edge(Shot { spin_ratio: -2.0, ..Shot::default() }).expect("aim").is_limited);
        for (elevation_rad, is_limited) in [(1.0, true), (-0.5, false), (-0.6, true)] {
            let aim = from_edge(Shot { elevation_rad, ..Shot::default() }).expect("aim");
            assert_eq!(aim.is_limited, is_limited, "{elevation_rad}");
        }
    }
}
