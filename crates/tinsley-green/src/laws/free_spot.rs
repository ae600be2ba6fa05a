//! The free spot nearest to a point, for balls that are put on the ring by hand: TG-7i, TG-8a and TG-8b.

use glam::{DVec2, DVec3};

/// A ball in the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// Centre, m.
    pub at_m: DVec3,
    /// Radius, m.
    pub radius_m: f64,
}

/// Relative tolerance of "touching is allowed", and of "equally near".
const TOUCHING: f64 = 1e-12;

/// A circle about an obstacle on which the centre of the ball to be placed would touch it.
#[derive(Clone, Copy)]
struct Circle {
    at: DVec2,
    reach: f64,
}

impl Circle {
    /// `None` where the ball fits under or over it.
    fn about(obstacle: &Obstacle, wanted_m: DVec2, radius_m: f64) -> Option<Circle> {
        let (touch, rise) = (obstacle.radius_m + radius_m, obstacle.at_m.z - radius_m);
        let reach2 = touch * touch - rise * rise;
        (reach2 > 0.0).then(|| Circle { at: obstacle.at_m.truncate() - wanted_m, reach: reach2.sqrt() })
    }
}

/// Where a ball of a radius, lying on the sand, fits nearest to a point, its centre within `limit_m` of the middle;
/// touching is allowed, of equally near spots the one with the smallest polar angle about the point is taken.
///
/// The free region is bounded by circles round the obstacles and by the limit, so its nearest point is the wanted
/// one, the nearest of one circle, or a crossing of two. If no spot is free within the limit, the wanted one is left
/// as it is.
pub fn nearest_free(wanted_m: DVec2, radius_m: f64, limit_m: f64, obstacles: &[Obstacle]) -> DVec2 {
    let circles: Vec<Circle> = obstacles.iter().filter_map(|at| Circle::about(at, wanted_m, radius_m)).collect();
    let limit = Circle { at: -wanted_m, reach: limit_m };
    let mut search = Search { circles: &circles, limit, best: None };
    search.offer(DVec2::ZERO);
    if search.best.is_none() {
        search.offer(nearest_of(limit));
        for (i, &circle) in circles.iter().enumerate() {
            search.offer(nearest_of(circle));
            for &other in circles[i + 1..].iter().chain([&limit]) {
                crossings(circle, other).into_iter().flatten().for_each(|spot| search.offer(spot));
            }
        }
    }
    wanted_m + search.best.unwrap_or(DVec2::ZERO)
}

struct Search<'a> {
    circles: &'a [Circle],
    limit: Circle,
    best: Option<DVec2>,
}

impl Search<'_> {
    fn offer(&mut self, spot: DVec2) {
        let nearer = self.best.is_none_or(|best| is_nearer(spot, best));
        if nearer && self.is_free(spot) {
            self.best = Some(spot);
        }
    }

    fn is_free(&self, spot: DVec2) -> bool {
        spot.distance(self.limit.at) <= self.limit.reach * (1.0 + TOUCHING)
            && self.circles.iter().all(|circle| spot.distance(circle.at) >= circle.reach * (1.0 - TOUCHING))
    }
}

fn is_nearer(spot: DVec2, best: DVec2) -> bool {
    let (near, far) = (spot.length(), best.length());
    if (near - far).abs() > TOUCHING * far.max(near) { near < far } else { angle(spot) < angle(best) }
}

/// Polar angle in [0, 2 pi).
fn angle(at: DVec2) -> f64 {
    let angle = libm::atan2(at.y, at.x);
    if angle < 0.0 { angle + core::f64::consts::TAU } else { angle }
}

/// The point of a circle nearest to the origin; of a circle about the origin the one at the polar angle 0.
fn nearest_of(circle: Circle) -> DVec2 {
    let distance = circle.at.length();
    if distance > 0.0 { circle.at * (1.0 - circle.reach / distance) } else { DVec2::new(circle.reach, 0.0) }
}

fn crossings(a: Circle, b: Circle) -> [Option<DVec2>; 2] {
    let between = b.at - a.at;
    let distance2 = between.length_squared();
    let along = 0.5 * ((a.reach * a.reach - b.reach * b.reach) / distance2 + 1.0);
    let across2 = a.reach * a.reach / distance2 - along * along;
    // not a number where the circles have one centre, and then there is no crossing
    if across2.is_nan() || across2 < 0.0 {
        return [None; 2];
    }
    let (foot, across) = (a.at + between * along, between.perp() * across2.sqrt());
    [Some(foot + across), Some(foot - across)]
}
