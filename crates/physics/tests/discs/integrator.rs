//! Two hundred shots with three coins against an independent integrator in tiny steps.
//!
//! Bound: the integrator's own step error times the growth of errors `kappa`, which is far below 1e-6 m in most shots;
//! beyond `kappa` of 1e6 only the order of events counts.

use super::reference::stepper::{Stepper, What};
use super::*;
use tolley_physics::kernel::Kind;

/// Steps of the integrator, s.
const STEP_S: f64 = 5e-5;
/// What steps of that size leave of error on a path without impacts, m: measured 3e-11.
const STEP_ERROR_M: f64 = 1e-10;
/// How far starts are moved to see how errors grow, m.
const NUDGE_M: f64 = 1e-10;

fn what(event: &Event) -> Option<What> {
    match event.kind {
        Kind::Stop => Some(What::Stop(event.body.into())),
        Kind::Edge => Some(What::Edge(event.body.into())),
        Kind::Pair => Some(What::Pair(event.body.into(), event.other.into())),
        _ => None,
    }
}

/// How much farther apart shots end than they began, at most, over six small moves of the starts.
fn kappa(shot: &Shot, state: &State) -> f64 {
    let moves = (0..3).flat_map(|body| [(body, DVec2::X), (body, DVec2::Y)]);
    let grown = moves.map(|(body, aside)| {
        let mut other = shot.clone();
        other.starts[body].0 += NUDGE_M * aside;
        let (moved, _) = other.played();
        let apart = |n: usize| (moved.bodies[n].position_m() - state.bodies[n].position_m()).length() / NUDGE_M;
        (0..3).map(apart).fold(0.0, f64::max)
    });
    grown.fold(1.0, f64::max)
}

#[test]
fn shots_agree_with_tiny_steps() {
    let (mut worst, mut wildest, mut hits, mut only_order): (f64, f64, usize, usize) = (0.0, 0.0, 0, 0);
    let with_hits = (0..)
        .map(Shot::random)
        .enumerate()
        .filter(|(_, shot)| shot.played().1.iter().any(|event| event.kind == Kind::Pair));
    for (number, shot) in with_hits.take(200) {
        let (state, events) = shot.played();
        let mut steps = Stepper::new(&shot, STEP_S);
        steps.play();
        let here: Vec<(f64, What)> = events.iter().filter_map(|event| Some((event.time_s, what(event)?))).collect();
        let order = |events: &[(f64, What)]| events.iter().map(|event| event.1).collect::<Vec<_>>();
        assert_eq!(order(&here), order(&steps.events), "shot {number}: {here:?} {:?}", steps.events);
        hits += here.iter().filter(|event| matches!(event.1, What::Pair(..))).count();
        let kappa = kappa(&shot, &state);
        wildest = wildest.max(kappa);
        if kappa > 1e6 {
            only_order += 1;
            continue;
        }
        let bound = kappa * STEP_ERROR_M;
        for (body, coin) in state.bodies.iter().zip(&steps.coins) {
            let off = (body.position_m() - coin.place_m).length();
            worst = worst.max(off / kappa);
            assert!(off <= bound, "shot {number}: off by {off:e} m, kappa {kappa:.1}");
            assert!(
                (body.angle_rad() - coin.angle_rad).abs() <= 1000.0 * bound,
                "shot {number}: {} {}",
                body.angle_rad(),
                coin.angle_rad
            );
        }
        for (one, two) in here.iter().zip(&steps.events) {
            // a stop is told from the brakes of less than a step before
            let room = if matches!(one.1, What::Stop(_)) { 0.3 * STEP_S } else { 0.0 };
            assert!((one.0 - two.0).abs() <= 100.0 * bound + room, "shot {number}: {one:?} {two:?}");
        }
    }
    println!(
        "200 shots, {hits} hits: off by at most {worst:.1e} m times kappa, kappa up to {wildest:.1e}, {only_order} \
         beyond 1e6"
    );
    assert!(hits > 220 && only_order < 10, "too few hits to mean anything: {hits}");
}
