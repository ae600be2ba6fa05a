//! What a hand can do, and where it may knuckle down: TG-5b1, TG-5b3, TG-6a, TG-6b1, TG-6b2.

use glam::DVec2;
use tolley_experiment::key::{Key, Point};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::Stream;

use crate::player::Aim;
use crate::table::{Lying, is_free};

/// Keys of a hand that shoots from inside the ring.
pub const KEYS: &[Key] = &[
    Key::number("hand.knuckle_offset_m", 0.025, [0.0, 0.2], "How far the knuckle is behind the toley, TG-5b1")
        .plausible([0.01, 0.05])
        .assumed("the laws name no distance"),
    Key::number("hand.radius_m", 0.020, [0.0, 0.2], "Footprint of the hand round the knuckle, TG-6b1")
        .plausible([0.0, 0.04])
        .assumed("the laws say only that the knuckle touches the ring"),
    Key::count("hand.azimuth_count", 72, [4, 3600], "Directions tried before a lie is called unplayable, TG-6b2")
        .assumed("the laws say only that proper knuckling down is impossible"),
];

/// A hand: its reach, and what it needs of room.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Radius of the ring, m.
    pub ring_radius_m: f64,
    /// Release point inside the knuckle on the edge, m.
    pub release_inset_m: f64,
    /// Height of the released toley over the sand, m.
    pub release_height_m: f64,
    /// How far the knuckle is behind a toley inside the ring, m.
    pub knuckle_offset_m: f64,
    /// Footprint of the hand round the knuckle, m.
    pub radius_m: f64,
    /// Slowest and fastest shot, m/s.
    pub speed_m_s: [f64; 2],
    /// Steepest shot, rad.
    pub elevation_max_rad: f64,
    /// Most backspin and most topspin.
    pub spin_ratio: [f64; 2],
    /// How long a toley falls that is released level, s.
    fall_s: f64,
    /// Directions of the grid of TG-6b2.
    azimuths: Vec<DVec2>,
}

/// Where a player may shoot from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum From {
    /// From any point of the edge, TG-6a: his toley is in his hand.
    Edge,
    /// From above the place where his toley lies, TG-6b1.
    Ring(DVec2),
}

impl Hand {
    /// As the keys say.
    pub fn new(point: &Point) -> Hand {
        let player = |name: &str| point.number(&format!("player.{name}"));
        let count = point.count("hand.azimuth_count");
        let release_height_m = point.number("shot.release_height_m");
        let azimuth = |i| libm::sincos(core::f64::consts::TAU * i as f64 / count as f64);
        Hand {
            ring_radius_m: 0.5 * point.number("ring.diameter_m"),
            release_inset_m: point.number("ring.release_inset_m"),
            release_height_m,
            knuckle_offset_m: point.number("hand.knuckle_offset_m"),
            radius_m: point.number("hand.radius_m"),
            speed_m_s: [player("speed_min_m_s"), player("speed_max_m_s")],
            elevation_max_rad: player("elevation_max_rad"),
            spin_ratio: [player("spin_min_ratio"), player("spin_max_ratio")],
            fall_s: (2.0 * release_height_m / point.number("surface.gravity_m_s2")).sqrt(),
            azimuths: (0..count).map(azimuth).map(|(sine, cosine)| DVec2::new(cosine, sine)).collect(),
        }
    }

    /// The rules that join several keys.
    pub fn faults(point: &Point) -> Vec<Fault> {
        let is_empty = point.number("player.speed_min_m_s") > point.number("player.speed_max_m_s");
        let message = "the slowest shot of the hand is faster than player.speed_max_m_s".to_owned();
        is_empty.then_some(Fault { path: "player.speed_min_m_s", message }).into_iter().collect()
    }

    /// Where the toley is released: from the knuckle on the edge in the direction of `outward`, or above its rest point.
    pub fn release_m(&self, from: From, outward: DVec2, direction: DVec2) -> DVec2 {
        match from {
            From::Edge => self.ring_radius_m * outward + self.release_inset_m * direction,
            From::Ring(at_m) => at_m,
        }
    }

    /// Where the knuckle touches the ring for a shot that is released there.
    pub fn knuckle_m(&self, from: From, release_m: DVec2, direction: DVec2) -> DVec2 {
        let behind_m = match from {
            From::Edge => self.release_inset_m,
            From::Ring(_) => self.knuckle_offset_m,
        };
        release_m - behind_m * direction
    }

    /// Whether a player may shoot that way: the knuckle is on the ring, TG-5b1, the hand touches no ball, TG-6b1, and neither
    /// does the released toley.
    pub fn allows(&self, from: From, release_m: DVec2, direction: DVec2, radius_m: f64, lying: &[Lying]) -> bool {
        let has_room = match from {
            From::Edge => true,
            From::Ring(_) => {
                let knuckle_m = self.knuckle_m(from, release_m, direction);
                knuckle_m.length_squared() <= self.ring_radius_m * self.ring_radius_m && self.is_clear(knuckle_m, lying)
            }
        };
        has_room && is_free(release_m, self.release_height_m, radius_m, lying)
    }

    /// Whether no ball is under the hand.
    fn is_clear(&self, knuckle_m: DVec2, lying: &[Lying]) -> bool {
        lying.iter().all(|other| {
            let reach_m = self.radius_m + other.ball.radius_m;
            knuckle_m.distance_squared(other.at_m.truncate()) >= reach_m * reach_m
        })
    }

    /// How far a level shot flies before it is down on the sand, m; nearer balls it flies over.
    pub fn flight_m(&self, speed_m_s: f64) -> f64 {
        speed_m_s * self.fall_s
    }

    /// The speed at which a level shot is down after so much way, m/s; infinite when it is never up.
    pub fn landing_speed_m_s(&self, way_m: f64) -> f64 {
        way_m / self.fall_s
    }

    /// Whether a toley at rest can be played at all, TG-6b2.
    pub fn can_play(&self, at_m: DVec2, radius_m: f64, lying: &[Lying]) -> bool {
        self.azimuths.iter().any(|&direction| self.allows(From::Ring(at_m), at_m, direction, radius_m, lying))
    }

    /// A legal direction of the grid, drawn among them; `None` when there is none.
    pub fn any_azimuth(&self, at_m: DVec2, radius_m: f64, lying: &[Lying], stream: &mut Stream) -> Option<DVec2> {
        let legal = |direction: &&DVec2| self.allows(From::Ring(at_m), at_m, **direction, radius_m, lying);
        let count = self.azimuths.iter().filter(legal).count();
        let chosen = stream.below(count as u64) as usize;
        self.azimuths.iter().filter(legal).nth(chosen).copied()
    }

    /// A shot of this hand, as fast, steep and spun as it can be played.
    pub fn aim(&self, release_m: DVec2, direction: DVec2, wanted: Stroke) -> Aim {
        let held = |value: f64, [low, high]: [f64; 2]| value.max(low).min(high);
        let able = Stroke {
            speed_m_s: held(wanted.speed_m_s, self.speed_m_s),
            elevation_rad: held(wanted.elevation_rad, [0.0, self.elevation_max_rad]),
            spin_ratio: held(wanted.spin_ratio, self.spin_ratio),
        };
        Aim {
            release_m,
            direction,
            speed_m_s: able.speed_m_s,
            elevation_rad: able.elevation_rad,
            spin_ratio: able.spin_ratio,
            side_spin_rad_s: 0.0,
            release_height_m: self.release_height_m,
            is_limited: able != wanted,
        }
    }
}

/// How hard, how steep and with what spin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Elevation, rad.
    pub elevation_rad: f64,
    /// Spin over that of natural roll.
    pub spin_ratio: f64,
}
