//! No trial takes memory once its worker has played one.

use allocation_counter::measure;
use glam::{DVec2, DVec3, dvec2, dvec3};
use tolley_physics::kernel::{self, Counters, Ending, Kind, Limits};
use tolley_physics::{discs, spheres};

/// Plays trials with the memory of the first; how often the others ask for more, and what all met.
fn taken(count: u32, mut play: impl FnMut(u32, &mut Counters) -> Ending) -> (u64, Counters) {
    let mut counters = Counters::default();
    assert_eq!(play(0, &mut counters), Ending::Rest);
    let mut endings_ok = true;
    let info = measure(|| {
        for shot in 1..count {
            endings_ok &= play(shot, &mut counters) == Ending::Rest;
        }
    });
    assert!(endings_ok);
    (info.count_total, counters)
}

#[test]
fn the_counter_counts() {
    assert_eq!(measure(|| drop(std::hint::black_box(vec![1u8; 100]))).count_total, 1);
    assert_eq!(measure(|| _ = std::hint::black_box([1u8; 100])).count_total, 0);
}

#[test]
fn marbles_take_no_memory() {
    use spheres::{Ball, Contact, Ground, GroundReaction, Hertz, Law, Scratch, Setup, SlowContact, Spheres, State};
    for (rolling_while_sliding, law) in
        [(false, Law::Pairwise), (true, Law::Pairwise), (false, Law::Hertz(Hertz::GLASS))]
    {
        let mut balls = vec![Ball::solid(0.009525, 2500.0, 0.3, 0.1)];
        balls.resize(13, Ball::solid(0.00635, 2500.0, 0.3, 0.1));
        let ground = Ground {
            gravity_m_s2: 9.81,
            restitution_ratio: 0.15,
            settle_speed_m_s: 0.1,
            sinkage_m: 0.5e-3,
            trapping_speed_m_s: 0.0,
            rolling_while_sliding,
        };
        let contact = Contact {
            law,
            restitution_ratio: 0.957,
            friction_ratio: 0.12,
            tangential_restitution_ratio: 0.44,
            ground_reaction: GroundReaction::After,
            slow: SlowContact::Elastic { below_m_s: 0.005 },
        };
        let setup = Setup::new(balls, ground, contact, Some(0.5));
        let (mut state, mut scratch) = (State::new(&setup), Scratch::new(&setup));
        let limits = Limits::for_bodies(13);
        let (taken, met) = taken(100, |shot, counters| {
            let (sin, cos) = libm::sincos(0.003 * f64::from(shot) - 0.15);
            let velocity = dvec3(cos, sin, 0.0) * (2.0 + 0.02 * f64::from(shot));
            let spin = dvec3(1.0, f64::from(shot), -50.0);
            state.place(&setup, 0, dvec3(-0.3, 0.001, 0.009525), velocity, spin);
            for i in 1..13 {
                let (column, line) = (f64::from((i - 1) % 3), f64::from((i - 1) / 3));
                let at = dvec3(0.0128 * column, 0.0129 * line - 0.02, 0.00635);
                state.place(&setup, i as usize, at, DVec3::ZERO, DVec3::ZERO);
            }
            scratch.clear();
            kernel::run::<Spheres, _>(&setup, &mut state, &mut scratch, &limits, counters)
        });
        assert_eq!(taken, 0, "{law:?}");
        for kind in [Kind::Stop, Kind::Mode, Kind::Edge, Kind::Ground, Kind::Pair] {
            assert!(met.of(kind) > 100, "{kind:?}: {}", met.of(kind));
        }
    }
}

/// Posts, reeds, hops, stacks and curl.
fn every_extra() -> discs::Extras {
    use discs::{Extras, Lift, Post, Reeded};
    Extras {
        thickness_m: vec![0.002, 0.0017, 0.002],
        posts: vec![Post { position_m: dvec2(0.15, 0.03), radius_m: 0.01 }],
        reeded: Some(Reeded { coins: vec![true, true, false], friction_ratio: 0.3 }),
        lift: Some(Lift { restitution_ratio: 0.35, settle_speed_m_s: 0.05, ride_speed_m_s: 0.8 }),
        curl: true,
        tilt: None,
    }
}

#[test]
fn coins_take_no_memory() {
    use discs::{Coin, Contact, Discs, Line, Rectangle, Scratch, Setup, State};
    let coin = Coin { radius_m: 0.01075, mass_kg: 5.21e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };
    let ball = Coin { radius_m: 0.00925, mass_kg: 3.22e-3, ..coin };
    let contact = Contact {
        restitution_ratio: 0.85,
        friction_ratio: 0.2,
        tangential_restitution_ratio: 0.3,
        slow_speed_m_s: 1e-3,
    };
    let edge = Rectangle { half_length_m: 0.3, half_width_m: 0.2 };
    let goal = Line { from_m: dvec2(0.2, -0.2), to_m: dvec2(0.2, 0.2) };
    let plain = Setup::new(vec![coin, ball, coin], 9.81, 0.9, contact, Some(edge), vec![goal]);
    let full = plain.clone().with(every_extra()).expect("allowed extras");
    for (setup, all) in [(plain, false), (full, true)] {
        let (mut state, mut scratch) = (State::new(&setup), Scratch::new(&setup));
        let limits = Limits::for_bodies(3);
        let (taken, met) = taken(300, |shot, counters| {
            let (sin, cos) = libm::sincos(0.001 * f64::from(shot) - 0.15);
            state.clear(&setup);
            state.place(
                &setup,
                0,
                dvec2(-0.1, 0.0),
                dvec2(cos, sin) * (0.5 + 0.005 * f64::from(shot)),
                f64::from(shot),
            );
            state.place(&setup, 1, DVec2::ZERO, DVec2::ZERO, 0.0);
            state.place(&setup, 2, dvec2(0.05, 0.01), DVec2::ZERO, 0.0);
            if all && shot % 3 == 0 {
                state.hop(&setup, 0, 0.002 * f64::from(shot));
            }
            state.ride_after((all && shot % 4 == 0).then_some(0));
            scratch.clear();
            kernel::run::<Discs, _>(&setup, &mut state, &mut scratch, &limits, counters)
        });
        assert_eq!(taken, 0);
        let more: &[Kind] = if all { &[Kind::Hop, Kind::Ground, Kind::Stack, Kind::Post] } else { &[Kind::Edge] };
        for &kind in [Kind::Stop, Kind::Line, Kind::Pair].iter().chain(more) {
            assert!(met.of(kind) > 20, "{kind:?}: {}", met.of(kind));
        }
    }
}
