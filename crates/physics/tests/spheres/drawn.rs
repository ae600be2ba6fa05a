//! Drawn scenes of spheres of eight kinds under each law, for what must hold in all of them.

use super::*;
use tolley_physics::spheres::{Hertz, Law};

/// What a drawn scene is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Like {
    /// A shot at loose marbles.
    Sparse,
    /// A shot past the rim of marbles.
    Grazing,
    /// A shot at marbles that touch each other.
    Pack,
    /// A shot at a pile on three marbles.
    Stack,
    /// Marbles in a row that touch, of which all move.
    Row,
    /// Something light between two that are heavy.
    HeavyLightHeavy,
    /// A shot at a pack beside the edge.
    Edge,
    /// Balls in the air, some of them above others.
    Flight,
}

pub(super) const LIKES: [Like; 8] =
    [Like::Sparse, Like::Grazing, Like::Pack, Like::Stack, Like::Row, Like::HeavyLightHeavy, Like::Edge, Like::Flight];

/// Each law of contact with each answer of the ground that it has.
pub(super) fn laws() -> [Contact; 5] {
    let of = |ground_reaction, law| Contact { law, ground_reaction, ..pairwise(0.957, 0.12, 0.44) };
    let hertz = Law::Hertz(Hertz::GLASS);
    [
        of(GroundReaction::None, Law::Pairwise),
        of(GroundReaction::After, Law::Pairwise),
        of(GroundReaction::Simultaneous, Law::Pairwise),
        of(GroundReaction::None, hertz),
        of(GroundReaction::After, hertz),
    ]
}

fn still(at: DVec3) -> Thrown {
    (at, DVec3::ZERO, DVec3::ZERO)
}

/// A ball that lies on the ground at a place.
fn lying(at: DVec2) -> (Ball, Thrown) {
    (marble(), still(at.extend(MARBLE_M)))
}

/// A toley that comes along x at a place, up to `fast_m_s`, with any spin.
fn shot(dice: &mut Dice, at: DVec2, fast_m_s: f64) -> (Ball, Thrown) {
    let velocity = dvec3(fast_m_s * (0.2 + 0.8 * dice.share()), dice.within(0.05), 0.0);
    (toley(), (at.extend(TOLEY_M), velocity, dice.vector(100.0)))
}

/// Three marbles that touch, and what lies on them.
fn pile(dice: &mut Dice) -> Vec<(Ball, Thrown)> {
    let side_m = 2.0 * MARBLE_M;
    let far_m = side_m / 3f64.sqrt();
    let foot = |turn: f64| {
        let (sin, cos) = libm::sincos(turn * std::f64::consts::TAU / 3.0);
        lying(DVec2::new(far_m * cos, far_m * sin))
    };
    let (ball, radius_m) = if dice.share() < 0.5 { (marble(), MARBLE_M) } else { (toley(), TOLEY_M) };
    let high_m = MARBLE_M + ((MARBLE_M + radius_m).powi(2) - far_m * far_m).sqrt();
    let drop_m = if dice.share() < 0.5 { 0.0 } else { 0.01 * dice.share() };
    vec![foot(0.0), foot(1.0), foot(2.0), (ball, still(dvec3(0.0, 0.0, high_m + drop_m)))]
}

/// Balls on the ground in a row that touch each other, all with velocities of their own.
fn row(dice: &mut Dice) -> Vec<(Ball, Thrown)> {
    let count = 3 + (dice.next() % 4) as usize;
    let closes = dice.share() < 0.5;
    let place = |k: usize| DVec2::new(2.0 * MARBLE_M * k as f64, 0.0).extend(MARBLE_M);
    (0..count)
        .map(|k| {
            let along = if closes { 1.0 - 2.0 * k as f64 / count as f64 } else { dice.within(1.0) };
            (marble(), (place(k), dvec3(along, dice.within(0.1), 0.0), dice.vector(30.0)))
        })
        .collect()
}

/// A light ball between two heavy ones, of which one comes down or along.
fn heavy_light_heavy(dice: &mut Dice) -> Vec<(Ball, Thrown)> {
    // diameters of 5 to 50 mm and densities of 1,200 to 20,000 kg/m3
    let light_m = 0.0025 + 0.005 * dice.share();
    let light = Ball::solid(light_m, 1200.0 + 3000.0 * dice.share(), 0.3, 0.1);
    let heavy_m = light_m + (0.025 - light_m) * dice.share();
    let heavy = Ball::solid(heavy_m, 2500.0 * libm::pow(8.0, dice.share()), 0.3, 0.1);
    let touch_m = 2.0 * (light_m * heavy_m).sqrt();
    let mut scene = vec![(light, still(dvec3(0.0, 0.0, light_m)))];
    // beside each other heavy balls would meet before they reach one that is much smaller
    if dice.share() < 0.5 || 4.0 * light_m < heavy_m {
        let aside = DVec2::new(dice.within(1.0), dice.within(1.0)) * (0.5 * light_m * dice.share());
        let high_m = 2.0 * light_m + heavy_m + 0.02 * dice.share();
        scene.push((heavy, (aside.extend(high_m), dvec3(0.0, 0.0, -2.0 * dice.share()), dice.vector(20.0))));
    } else {
        scene.push((heavy, still(dvec3(touch_m, 0.0, heavy_m))));
        let coming = dvec3(0.2 + 2.0 * dice.share(), dice.within(0.1), 0.0);
        scene.push((heavy, (dvec3(-touch_m - 0.01, dice.within(0.002), heavy_m), coming, DVec3::ZERO)));
    }
    scene
}

/// Balls in the air, one above the other or beside each other.
fn flight(dice: &mut Dice) -> Vec<(Ball, Thrown)> {
    let mut scene: Vec<(Ball, Thrown)> = Vec::new();
    while scene.len() < 4 {
        let at = dvec3(dice.within(0.02), dice.within(0.02), 0.012 + 0.05 * dice.share());
        if scene.iter().all(|(_, body)| body.0.distance(at) > TOLEY_M + MARBLE_M) {
            let ball = if scene.is_empty() { toley() } else { marble() };
            scene.push((ball, (at, dice.vector(1.5), dice.vector(100.0))));
        }
    }
    scene
}

/// Draws a scene.
pub(super) fn draw(dice: &mut Dice, like: Like, contact: Contact) -> Scene {
    let pack = |dice: &mut Dice, count: usize, apart_m: f64| -> Vec<(Ball, Thrown)> {
        crate::balls::pack(count, apart_m, 0.0, dice).into_iter().map(lying).collect()
    };
    let some = 3 + (dice.next() % 6) as usize;
    let mut all = match like {
        Like::Sparse => pack(dice, some, 0.004),
        Like::Grazing => pack(dice, some, 0.002),
        Like::Pack | Like::Edge => pack(dice, some, 0.0),
        Like::Stack => pile(dice),
        Like::Row => row(dice),
        Like::HeavyLightHeavy => heavy_light_heavy(dice),
        Like::Flight => flight(dice),
    };
    let from = match like {
        Like::Sparse | Like::Pack | Like::Edge => Some(dice.within(0.006)),
        Like::Grazing => Some((TOLEY_M + MARBLE_M) * (1.0 - 1e-3 * dice.share())),
        // at some piles nobody shoots
        Like::Stack if dice.share() < 0.7 => Some(dice.within(0.004)),
        Like::Stack | Like::Row | Like::HeavyLightHeavy | Like::Flight => None,
    };
    if let Some(aside_m) = from {
        all.push(shot(dice, DVec2::new(-0.08, aside_m), 5.0));
    }
    let (balls, bodies) = all.into_iter().unzip();
    let ring_m = if like == Like::Edge { 0.012 } else { 0.9 };
    let ground = Ground { trapping_speed_m_s: 0.02, ..ground() };
    Scene { balls, bodies, ground, contact, ring_m, sand: Sand::default() }
}
