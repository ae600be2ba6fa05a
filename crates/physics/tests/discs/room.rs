//! Whole shots with three coins: at no moment do any two overlap, and every hit is one.

use super::contacts::{ROOM_M, own_places};
use super::reference::gap::Pair;
use super::*;
use std::cell::RefCell;
use tolley_physics::kernel::Kind;

/// Looks at every pair between two events, by halving; the least gap at the hits, m.
fn look_closely(number: usize, shot: &Shot) -> f64 {
    let before = RefCell::new(start(&shot.setup(), &shot.starts));
    let (mut last_s, mut farthest) = (0.0, 0.0f64);
    watch(shot, |setup, _, after, event| {
        for ids in [(0, 1), (0, 2), (1, 2)] {
            let (one, two) = ids;
            if [one, two].iter().any(|&b: &usize| before.borrow().bodies[b].mode() == Mode::Off) {
                continue;
            }
            let places = own_places(setup, before.borrow().clone(), ids);
            let reach_m = shot.coins[one].radius_m + shot.coins[two].radius_m;
            let bend_m_s2 = 9.81 * (shot.coins[one].friction_ratio + shot.coins[two].friction_ratio);
            let pair = Pair { places: &places, reach_m, bend_m_s2 };
            let (low, high) = (pair.look(last_s), pair.look(event.time_s));
            let deep = pair.first_below(-ROOM_M, low, high);
            assert!(deep.is_none(), "shot {number}: {ids:?} overlap before {event:?}: {deep:?}");
            if event.kind == Kind::Pair && (event.body as usize, event.other as usize) == ids {
                farthest = farthest.max(high.gap_m.abs());
                assert!(high.gap_m.abs() < ROOM_M && event.impulse_n_s > 0.0, "shot {number}: {high:?} {event:?}");
            }
        }
        (*before.borrow_mut(), last_s) = (after.clone(), event.time_s);
    });
    farthest
}

#[test]
fn coins_never_overlap_and_hit_only_in_touch() {
    let farthest = shots(3000).enumerate().map(|(number, shot)| look_closely(number, &shot)).fold(0.0, f64::max);
    println!("3000 shots: coins that hit are off by at most {farthest:.1e} m");
}
