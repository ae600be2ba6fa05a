//! Where the energy of a shot goes: friction work, impact loss, and what falls off the edge with it.
//!
//! The books of the program balance to rounding; against quadrature of the friction power along its flights they
//! balance to the error of the tables, which is promised to be below 1e-8.

use super::reference::{friction, gauss};
use super::*;
use std::cell::RefCell;
use tolley_physics::kernel::Kind;

/// Energy of one coin, J.
fn energy_j(coin: &Coin, speed: f64, spin: f64) -> f64 {
    let rim = coin.radius_m * spin;
    0.5 * coin.mass_kg * (speed * speed + coin.inertia_ratio * rim * rim)
}

/// What friction takes from a coin between two times of one flight, by quadrature of `mu m g (v F + u T)`.
fn work_j(shot: &Shot, setup: &Setup, state: &State, body: usize, from_s: f64, to_s: f64) -> f64 {
    let (coin, state) = (&shot.coins[body], RefCell::new(state.clone()));
    let motion = |time_s: f64| {
        let mut state = state.borrow_mut();
        Discs::settle(setup, &mut state, time_s);
        (state.bodies[body].speed_m_s(), coin.radius_m * state.bodies[body].spin_rad_s().abs())
    };
    let power = |time_s: f64| {
        let (slide, rim) = motion(time_s);
        let full = coin.friction_ratio * coin.mass_kg * 9.81;
        if rim == 0.0 {
            return full * slide;
        }
        let [force, torque] = friction::annulus(shot.rim_ratio, slide / rim);
        full * (slide * force + rim * torque)
    };
    // the law has kinks where the slip of the outer or the inner rim vanishes: panels crowd there and at the ends
    let excess = |knot: f64, time_s: f64| {
        let (slide, rim) = motion(time_s);
        slide - knot * rim
    };
    let mut cuts = vec![from_s, to_s];
    for knot in [1.0, shot.rim_ratio].into_iter().filter(|knot| *knot > 0.0) {
        let (mut low, mut high) = (from_s, from_s + (to_s - from_s) * (1.0 - 1e-9));
        let begins = excess(knot, low) > 0.0;
        if begins == (excess(knot, high) > 0.0) {
            continue;
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if (excess(knot, middle) > 0.0) == begins { low = middle } else { high = middle }
        }
        cuts.push(high);
    }
    cuts.sort_by(f64::total_cmp);
    let mut work = 0.0;
    for pair in cuts.windows(2) {
        let middle = 0.5 * (pair[0] + pair[1]);
        gauss::graded(pair[0], middle, pair[0], &mut |t, weight| work += weight * power(t));
        gauss::graded(middle, pair[1], pair[1], &mut |t, weight| work += weight * power(t));
    }
    work
}

/// What a coin's energy falls by between two times of one flight.
fn drop_j(shot: &Shot, setup: &Setup, state: &State, body: usize, from_s: f64, to_s: f64) -> f64 {
    let mut state = state.clone();
    let mut at = |time_s: f64| {
        Discs::settle(setup, &mut state, time_s);
        energy_j(&shot.coins[body], state.bodies[body].speed_m_s(), state.bodies[body].spin_rad_s())
    };
    at(from_s) - at(to_s)
}

/// By how much, relative, the energy at the start differs from all that was spent.
fn imbalance(shot: &Shot, taken: fn(&Shot, &Setup, &State, usize, f64, f64) -> f64) -> f64 {
    let begun = |b: usize| energy_j(&shot.coins[b], shot.starts[b].1.length(), shot.starts[b].2);
    let had: f64 = (0..3).map(begun).sum();
    let (mut spent, mut last_s) = (0.0, 0.0);
    let mut before = start(&shot.setup(), &shot.starts);
    watch(shot, |setup, _, after, event| {
        for body in (0..3).filter(|&b| before.bodies[b].mode() == Mode::Slide) {
            spent += taken(shot, setup, &before, body, last_s, event.time_s);
        }
        spent += event.loss_j;
        if event.kind == Kind::Edge {
            let (number, body) = (event.body as usize, &after.bodies[event.body as usize]);
            spent += energy_j(&shot.coins[number], body.speed_m_s(), body.spin_rad_s());
        }
        (before, last_s) = (after.clone(), event.time_s);
    });
    if had == 0.0 { 0.0 } else { (spent / had - 1.0).abs() }
}

#[test]
fn the_books_balance() {
    for (number, shot) in shots(2000).enumerate() {
        let error = imbalance(&shot, drop_j);
        assert!(error < 1e-12, "shot {number}: {error:e}");
    }
}

#[test]
fn friction_takes_what_quadrature_says() {
    let mut worst = [0.0f64; 2];
    for (number, shot) in shots(400).enumerate() {
        let error = imbalance(&shot, work_j);
        let worst = &mut worst[usize::from(shot.rim_ratio > 0.0)];
        *worst = worst.max(error);
        assert!(error < 2e-10, "shot {number}: {error:e}");
    }
    println!(
        "energy of 400 shots: off by {:.1e} (uniform contact) and {:.1e} (rim 0.9) of the start",
        worst[0], worst[1]
    );
}
