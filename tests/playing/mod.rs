//! The marbles game played through the kernel: shots from any layout, policies, whole games.

mod games;
mod policies;
mod questions;
mod shots;
mod start;

use tolley_experiment::key::Point;
use tolley_experiment::random::Streams;
use tolley_physics::spheres::{Ball, Contact, GroundReaction, Law, SlowContact};
use tolley_tinsley_green::hand::Hand;
use tolley_tinsley_green::keys;
use tolley_tinsley_green::player::Skill;
use tolley_tinsley_green::policy::Owner;
use tolley_tinsley_green::rack::{Order, Packing, Rack};
use tolley_tinsley_green::surface::Surface;
use tolley_tinsley_green::table::{Arena, Lying, Table};

/// A ring with its hand, and nothing on it.
pub struct Ring {
    pub table: Table,
    pub hand: Hand,
    pub skill: Skill,
    pub marble: Ball,
    pub toley: Ball,
}

/// The default ring.
pub fn ring() -> Ring {
    let point = Point::default_of(&keys::SHOT);
    let surface = Surface::new(&point);
    let (marble, toley) = (surface.ball(0.00635, 2500.0), surface.ball(0.009525, 2500.0));
    let contact = Contact {
        law: Law::Pairwise,
        restitution_ratio: 0.957,
        friction_ratio: 0.12,
        tangential_restitution_ratio: 0.44,
        ground_reaction: GroundReaction::After,
        slow: SlowContact::Elastic { below_m_s: 0.005 },
    };
    let arena = Arena { ground: surface.ground(), sand: surface.sand(), contact, fall_radius_m: 0.9144, spare: marble };
    Ring { table: Table::new(&arena, 61), hand: Hand::new(&point), skill: Skill::new(&point), marble, toley }
}

/// The rack of 49 as the study draws it.
pub fn opening(ring: &Ring, streams: &Streams) -> Vec<Lying> {
    let order = Order {
        count: 49,
        packing: Packing::NearestShell,
        diameter_m: 0.0127,
        diameter_sd_m: 0.0,
        gap_mean_m: 60e-6,
        phase_rad: Some(0.0),
    };
    let rack = Rack::new(order);
    let mut laid = rack.buffers();
    rack.draw(streams, &mut laid);
    let lies = |centre_m: &glam::DVec2| Lying { ball: ring.marble, at_m: centre_m.extend(ring.marble.radius_m) };
    laid.centres_m.iter().map(lies).collect()
}

/// Takes the balls that fell, and moves the others to where they lie.
pub fn carry_over(table: &Table, lying: &mut Vec<Lying>, owners: &mut Vec<Owner>) {
    let rests: Vec<_> = (0..lying.len()).map(|i| table.ball(i)).collect();
    let mut stays = rests.iter().map(|rest| !rest.fell);
    owners.retain(|_| stays.next() == Some(true));
    let mut rest = rests.iter();
    lying.retain_mut(|ball| {
        let rest = rest.next().expect("a rest for each ball");
        ball.at_m = rest.at_m;
        !rest.fell
    });
}
