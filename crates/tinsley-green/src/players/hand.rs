//! What a hand can do, and where it may knuckle down: TG-5b1, TG-5b3, TG-6a, TG-6b1, TG-6b2.

use glam::DVec2;
use tolley_experiment::random::Stream;

use crate::aim::{Aim, Stroke};
use crate::keys::player::{Arc, HandRules, Player};
use crate::keys::ring::Ring;
use crate::keys::shot::Shot;
use crate::laws::Stance;
use crate::simulator::{PlacedBall, is_free};

/// Steps in which a flight is looked at.
const MEETING_STEPS: u32 = 16;

/// A hand on a ring: its reach, and what it needs of room.
#[derive(Clone, Debug)]
pub struct Hand {
    /// The ring.
    pub ring: Ring,
    /// The room that it needs.
    pub rules: HandRules,
    /// What it can do.
    pub player: Player,
    /// Height of the released toley over the sand, m.
    pub release_height_m: f64,
    gravity_m_s2: f64,
    /// The part of the edge that it may use, TG-6a; `None` is all of it.
    arc: Option<Arc>,
    /// Directions of the grid of TG-6b2.
    azimuths: Vec<DVec2>,
}

impl Hand {
    /// As the keys say, of the first side.
    pub fn new(ring: &Ring, rules: &HandRules, player: &Player, shot: &Shot, gravity_m_s2: f64) -> Hand {
        let count = rules.azimuth_count;
        let azimuth = |i| libm::sincos(core::f64::consts::TAU * f64::from(i) / f64::from(count));
        Hand {
            ring: *ring,
            rules: *rules,
            player: *player,
            release_height_m: shot.release_height_m,
            gravity_m_s2,
            arc: rules.arc_of(0),
            azimuths: (0..count).map(azimuth).map(|(sine, cosine)| DVec2::new(cosine, sine)).collect(),
        }
    }

    /// The same hand of a player of another side, TG-6a.
    #[must_use]
    pub fn of_side(&self, side: u8) -> Hand {
        Hand { arc: self.rules.arc_of(side), ..self.clone() }
    }

    /// The place on the edge nearest to one, both as unit vectors, where the knuckle may be, TG-6a.
    pub fn nearest_place(&self, outward: DVec2) -> DVec2 {
        self.arc.map_or(outward, |arc| arc.nearest(outward))
    }

    /// Whether the knuckle may not be there on the edge.
    pub fn is_barred(&self, outward: DVec2) -> bool {
        self.arc.is_some_and(|arc| !arc.holds(outward))
    }

    /// A place on the edge where the knuckle may be, as a unit vector, each as likely as any other.
    pub fn any_place(&self, stream: &mut Stream) -> DVec2 {
        let share = stream.uniform_in(0.0, core::f64::consts::TAU);
        let turn_rad = self.arc.map_or(share, |Arc { middle_rad, reach_rad }| {
            middle_rad + reach_rad * (share / core::f64::consts::PI - 1.0)
        });
        let (sine, cosine) = libm::sincos(turn_rad);
        DVec2::new(cosine, sine)
    }

    /// Where the toley is released: from the knuckle on the edge in the direction of `outward`, or above its rest
    /// point.
    pub fn release_m(&self, stance: Stance, outward: DVec2, direction: DVec2) -> DVec2 {
        match stance {
            Stance::Edge => self.ring.radius_m() * outward + self.ring.release_inset_m * direction,
            Stance::InRing(at_m) => at_m,
        }
    }

    /// Where the knuckle touches the ring for a shot that is released there.
    pub fn knuckle_m(&self, stance: Stance, release_m: DVec2, direction: DVec2) -> DVec2 {
        let behind_m = match stance {
            Stance::Edge => self.ring.release_inset_m,
            Stance::InRing(_) => self.rules.knuckle_offset_m,
        };
        release_m - behind_m * direction
    }

    /// Whether a player may shoot that way: the knuckle is on the ring, TG-5b1, on a part of the edge that is not
    /// barred, TG-6a, the hand touches no ball, TG-6b1, and neither does the released toley.
    pub fn allows(
        &self,
        stance: Stance,
        release_m: DVec2,
        direction: DVec2,
        radius_m: f64,
        balls: &[PlacedBall],
    ) -> bool {
        let has_room = match stance {
            Stance::Edge => self.arc.is_none_or(|arc| arc.holds(self.knuckle_m(stance, release_m, direction))),
            Stance::InRing(_) => {
                let (knuckle_m, ring_m) = (self.knuckle_m(stance, release_m, direction), self.ring.radius_m());
                knuckle_m.length_squared() <= ring_m * ring_m && self.is_clear(knuckle_m, balls)
            }
        };
        has_room && is_free(release_m, self.release_height_m, radius_m, balls)
    }

    /// Whether no ball is under the hand.
    fn is_clear(&self, knuckle_m: DVec2, balls: &[PlacedBall]) -> bool {
        balls.iter().all(|other| {
            let reach_m = self.rules.radius_m + other.ball.radius_m;
            knuckle_m.distance_squared(other.at_m.truncate()) >= reach_m * reach_m
        })
    }

    /// The elevation, rad, at which a toley of this speed comes down where it has gone so far, so that what lies there
    /// is met and not flown over; level where a level shot is down before, and never steeper than the hand can.
    ///
    /// Of the parabola `h + x t - k (1 + t^2) = 0` with `k = g x^2 / 2 v^2`, `t` the tangent, the flatter solution.
    pub fn elevation_rad(&self, speed_m_s: f64, way_m: f64) -> f64 {
        let falls_m = 0.5 * self.gravity_m_s2 * way_m * way_m / (speed_m_s * speed_m_s);
        let above_m = self.release_height_m - falls_m;
        if above_m <= 0.0 {
            return 0.0;
        }
        let tangent = -2.0 * above_m / (way_m + (way_m * way_m + 4.0 * falls_m * above_m).sqrt());
        libm::atan(tangent).max(self.player.elevation_min_rad)
    }

    /// How far the steepest shot downwards of this speed goes before it is down on the sand, m.
    pub fn steep_m(&self, speed_m_s: f64) -> f64 {
        let (rise, ahead) = libm::sincos(self.player.elevation_min_rad);
        let fall_m_s = -rise * speed_m_s;
        let lands_m_s = (fall_m_s * fall_m_s + 2.0 * self.gravity_m_s2 * self.release_height_m).sqrt();
        ahead * speed_m_s * (lands_m_s - fall_m_s) / self.gravity_m_s2
    }

    /// Whether a toley of this speed and elevation meets a ball that far away on its line or comes down before: seen
    /// from the side, the point of its way that is nearest to the ball is looked for in small steps.
    pub fn meets(&self, speed_m_s: f64, elevation_rad: f64, far_m: f64, radii_m: [f64; 2]) -> bool {
        let (rise, ahead) = libm::sincos(elevation_rad);
        let (reach_m, on_sand_m) = (radii_m[0] + radii_m[1], radii_m[0] - radii_m[1]);
        (0..=MEETING_STEPS).any(|i| {
            let way_m = far_m * f64::from(i) / f64::from(MEETING_STEPS);
            let time_s = way_m / (speed_m_s * ahead);
            let fallen_m = (0.5 * self.gravity_m_s2 * time_s - speed_m_s * rise) * time_s;
            let above_m = on_sand_m + (self.release_height_m - fallen_m).max(0.0);
            let beside_m = far_m - way_m;
            above_m * above_m + beside_m * beside_m < reach_m * reach_m
        })
    }

    /// Whether a toley can be played at all from where it is, TG-6b2; from the hand it always can.
    pub fn can_play(&self, stance: Stance, radius_m: f64, balls: &[PlacedBall]) -> bool {
        let Stance::InRing(at_m) = stance else { return true };
        self.azimuths.iter().any(|&direction| self.allows(stance, at_m, direction, radius_m, balls))
    }

    /// A legal direction of the grid for a toley on the ring, drawn among them; `None` when there is none.
    pub fn any_azimuth(&self, at_m: DVec2, radius_m: f64, balls: &[PlacedBall], stream: &mut Stream) -> Option<DVec2> {
        let legal = |direction: &&DVec2| self.allows(Stance::InRing(at_m), at_m, **direction, radius_m, balls);
        let count = self.azimuths.iter().filter(legal).count();
        let chosen = stream.below(count as u64) as usize;
        self.azimuths.iter().filter(legal).nth(chosen).copied()
    }

    /// The directions of the grid, from the nearest to a unit vector on; of equals the first of the grid.
    pub(super) fn grid_from(&self, direction: DVec2) -> impl Iterator<Item = DVec2> + use<> {
        let mut sorted = self.azimuths.clone();
        sorted.sort_by(|one, two| two.dot(direction).total_cmp(&one.dot(direction)));
        sorted.into_iter()
    }

    /// A shot of this hand, as fast, steep and spun as it can be played.
    pub fn aim(&self, release_m: DVec2, direction: DVec2, wanted: Stroke) -> Aim {
        Aim::new(&self.player, self.release_height_m, release_m, direction, wanted)
    }
}
