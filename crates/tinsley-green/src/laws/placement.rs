//! Knuckling down: TG-5b1, TG-5c, TG-6a, TG-6b1, TG-6b2.

use glam::DVec2;
use tolley_experiment::decimal::decimal;

use super::clause::Clause;
use super::log::{Log, What};
use super::rules::Laws;
use super::situation::{Situation, Stance};

/// Relative tolerance of a point that has to be on the edge or at the rest point.
const SAME_PLACE: f64 = 1e-9;

/// A way to knuckle down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Where the index-finger knuckle touches the ring, m.
    pub knuckle_m: DVec2,
    /// Where the toley is released, m.
    pub release_m: DVec2,
    /// Unit vector along the aimed line.
    pub direction: DVec2,
}

impl Placement {
    /// On the edge at a polar angle, along a unit vector: the release lies ahead of the knuckle, TG-6a.
    pub fn edge(laws: &Laws, position_rad: f64, direction: DVec2) -> Placement {
        let knuckle_m = laws.ring.radius_m() * DVec2::new(libm::cos(position_rad), libm::sin(position_rad));
        Placement { knuckle_m, release_m: knuckle_m + laws.ring.release_inset_m * direction, direction }
    }

    /// In the ring, above the rest point, along a unit vector: the knuckle is behind the toley, TG-6b1.
    pub fn in_ring(laws: &Laws, rest_m: DVec2, direction: DVec2) -> Placement {
        Placement { knuckle_m: rest_m - laws.hand.knuckle_offset_m * direction, release_m: rest_m, direction }
    }
}

/// Why a way to knuckle down is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The clause that it breaks.
    pub clause: Clause,
    /// In words.
    pub reason: &'static str,
}

/// Knuckles down: the referee checks it, and the log tells of it.
pub fn knuckle_down(situation: &Situation, placement: &Placement, log: &mut Log) -> Result<(), Refusal> {
    log.at = situation.game.moment();
    let far_m = placement.knuckle_m.length();
    let checked = check(situation, placement);
    match checked {
        Err(refusal) => log.push(refusal.clause, What::Refused, situation.shooter(), far_m),
        Ok(()) => {
            let clause = if situation.stance() == Stance::Edge { Clause::Tg6a } else { Clause::Tg6b1 };
            log.push(clause, What::KnucklesDown, situation.shooter(), far_m);
        }
    }
    checked
}

/// Tells of a shot that was asked of a hand that cannot do it: the nearest one that it can is played, TG-5b3.
pub fn note_limited(situation: &Situation, speed_m_s: f64, log: &mut Log) {
    log.at = situation.game.moment();
    log.push(Clause::Tg5b3, What::Limited, situation.shooter(), speed_m_s);
}

/// Whether the player may knuckle down so.
pub fn check(situation: &Situation, placement: &Placement) -> Result<(), Refusal> {
    match situation.stance() {
        Stance::Edge => check_edge(situation, placement),
        Stance::InRing(rest_m) => check_in_ring(situation, placement, rest_m),
    }
}

fn check_edge(situation: &Situation, placement: &Placement) -> Result<(), Refusal> {
    let ring_m = situation.laws.ring.radius_m();
    if (placement.knuckle_m.length() - ring_m).abs() > SAME_PLACE * ring_m {
        return refuse(Clause::Tg6a, "from off the ring the knuckle touches the edge");
    }
    let arc = situation.laws.hand.arc_of(situation.game.player().side);
    if arc.is_some_and(|arc| !arc.holds(placement.knuckle_m)) {
        return refuse(Clause::Tg6a, "this part of the edge is barred");
    }
    let ahead_m = placement.knuckle_m + situation.laws.ring.release_inset_m * placement.direction;
    if placement.release_m.distance(ahead_m) > SAME_PLACE * ring_m {
        return refuse(Clause::Tg6a, "from off the ring the toley is released just ahead of the knuckle");
    }
    clear(situation, placement.release_m)
}

fn check_in_ring(situation: &Situation, placement: &Placement, rest_m: DVec2) -> Result<(), Refusal> {
    let laws = situation.laws;
    let near_m = laws.hand.in_ring_offset_max_m + SAME_PLACE * laws.ring.radius_m();
    if placement.release_m.distance(rest_m) > near_m {
        let from_edge = placement.knuckle_m.length() >= laws.ring.radius_m() * (1.0 - SAME_PLACE);
        return match from_edge {
            true => refuse(Clause::Tg5c, "a player whose toley lies on the ring does not shoot from off it"),
            false => refuse(Clause::Tg6b1, "the toley is released above its rest point"),
        };
    }
    let behind_m = placement.release_m - laws.hand.knuckle_offset_m * placement.direction;
    if placement.knuckle_m.distance(behind_m) > SAME_PLACE * laws.ring.radius_m() {
        return refuse(Clause::Tg5b1, "the knuckle is right behind the toley");
    }
    if decimal(placement.knuckle_m.length()) > laws.ring.radius_m() {
        return refuse(Clause::Tg5b1, "the knuckle has to rest on the ring");
    }
    let blocks = |at_m: DVec2, radius_m: f64| {
        placement.knuckle_m.distance_squared(at_m) < (laws.hand.radius_m + radius_m) * (laws.hand.radius_m + radius_m)
    };
    if situation.others().any(|ball| blocks(ball.at_m.truncate(), ball.radius_m)) {
        return refuse(Clause::Tg6b1, "the hand would touch a ball");
    }
    clear(situation, placement.release_m)
}

/// No ball where the toley is released, touching is allowed.
fn clear(situation: &Situation, release_m: DVec2) -> Result<(), Refusal> {
    let radius_m = situation.radius_m();
    let from_m = release_m.extend(radius_m + situation.laws.shot.release_height_m);
    let overlaps = situation.others().any(|ball| {
        let reach_m = (ball.radius_m + radius_m) * (1.0 - SAME_PLACE);
        ball.at_m.distance_squared(from_m) < reach_m * reach_m
    });
    if overlaps { refuse(Clause::Tg5b1, "a ball lies where the toley would be released") } else { Ok(()) }
}

fn refuse(clause: Clause, reason: &'static str) -> Result<(), Refusal> {
    Err(Refusal { clause, reason })
}

/// Direction number `i` of the grid of azimuths that is searched for a legal one, TG-6b2.
pub fn grid_direction(laws: &Laws, i: u32) -> DVec2 {
    let azimuth_rad = core::f64::consts::TAU * f64::from(i) / f64::from(laws.hand.azimuth_count);
    DVec2::new(libm::cos(azimuth_rad), libm::sin(azimuth_rad))
}

/// The directions of the grid along which a player whose toley lies on the ring may shoot.
pub fn legal_directions<'a>(situation: &'a Situation<'a>) -> impl Iterator<Item = DVec2> + 'a {
    let grid = (0..situation.laws.hand.azimuth_count).map(|i| grid_direction(situation.laws, i));
    grid.filter(move |&direction| match situation.stance() {
        Stance::InRing(rest_m) => check(situation, &Placement::in_ring(situation.laws, rest_m, direction)).is_ok(),
        Stance::Edge => false,
    })
}

/// Whether proper knuckling down is possible, TG-6b2; from off the ring it always is.
pub fn is_playable(situation: &Situation) -> bool {
    situation.stance() == Stance::Edge || legal_directions(situation).next().is_some()
}
