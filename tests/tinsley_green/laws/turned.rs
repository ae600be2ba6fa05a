//! TG-6a-T3: where on the ring the player knuckles down does not matter but for the rack.

use glam::{DVec2, DVec3};
use tolley_physics::kernel::{Ending, Silent};
use tolley_tinsley_green::players::{Aim, Errors};
use tolley_tinsley_green::simulator::PlacedBall;

use super::MARBLE_RADIUS_M;
use crate::tinsley_green::shots::ring;

/// An errorless shot at six marbles round one, from 0 and from 60 degrees.
#[track_caller]
pub fn assert_a_turn_of_the_position_turns_the_outcome() {
    let turn = DVec2::from_angle(core::f64::consts::FRAC_PI_3);
    let (straight, turned) = (outcome(0.0), outcome(core::f64::consts::FRAC_PI_3));
    for (i, at_m) in straight.iter().enumerate() {
        // the marbles are numbered round the rack, so that they change places
        let to = if i < 2 { i } else { 2 + (i - 1) % 6 };
        let apart_m = turn.rotate(*at_m).distance(turned[to]);
        assert!(apart_m < 1e-7, "ball {i}: {apart_m:e} m");
    }
}

/// Where toley and marbles end.
fn outcome(position_rad: f64) -> Vec<DVec2> {
    let ring = ring();
    let around = |i: i32| DVec2::from_angle(core::f64::consts::FRAC_PI_3 * f64::from(i)) * 0.03;
    let centres = [DVec2::ZERO].into_iter().chain((0..6).map(around));
    let balls: Vec<_> = centres.map(|at| PlacedBall { ball: ring.marble, at_m: at.extend(MARBLE_RADIUS_M) }).collect();
    let outward = DVec2::from_angle(position_rad);
    // a little beside the middle, so that nothing is hit square
    let direction = DVec2::from_angle(position_rad + 0.004) * -1.0;
    let release_m = 0.9144 * outward + 0.025 * direction;
    let aim = Aim {
        release_m,
        direction,
        speed_m_s: 2.0,
        elevation_rad: 0.0,
        spin_ratio: 0.0,
        side_spin_rad_s: 0.0,
        release_height_m: 0.0,
        error_ratio: 1.0,
        is_limited: false,
        is_fudged: false,
    };
    let mut simulator = ring.simulator;
    simulator.lay_out(&ring.toley, &balls);
    let ending = simulator.shoot(&aim, &aim.with(&Errors::default()), &mut Silent);
    assert_eq!(ending, Ending::Rest);
    let rests = (0..balls.len()).map(|i| simulator.ball(i).at_m);
    [simulator.toley().at_m].into_iter().chain(rests).map(DVec3::truncate).collect()
}
