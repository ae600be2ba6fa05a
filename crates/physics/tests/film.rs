//! Films: at any time a film shows where a trial that ends at that time has its bodies.

#![expect(clippy::print_stdout, reason = "measured figures are read with --nocapture")]

use glam::{DVec2, DVec3, dvec2, dvec3};
use tolley_physics::discs::{self, Coin, Discs, Extras, Lift, Rectangle, Tilt};
use tolley_physics::film::Film;
use tolley_physics::kernel::{self, Ending, Kind, Limits, Silent};
use tolley_physics::spheres::{self, Contact, Hertz, Law, Setup, Spheres, State};

use crate::balls::{self, ground, marble, pack, pairwise, toley};
use crate::dice::Dice;

/// A toley that flies into a pack of so many marbles.
fn break_of(count: usize) -> (Setup, State) {
    let small = marble();
    let mut places = vec![(dvec3(-0.2, 0.001, 0.02), dvec3(3.0, 0.0, 0.1), dvec3(0.0, -100.0, 40.0))];
    let still = |at: DVec2| (at.extend(small.radius_m), DVec3::ZERO, DVec3::ZERO);
    places.extend(pack(count, 2e-5, 2e-5, &mut Dice(7)).into_iter().map(still));
    let contact = Contact { law: Law::Hertz(Hertz::GLASS), ..pairwise(f64::NAN, 0.12, 0.44) };
    let balls = std::iter::once(toley()).chain(std::iter::repeat_n(small, count)).collect();
    let setup = Setup::new(balls, ground(), contact, Some(0.5));
    let state = balls::start(&setup, &places);
    (setup, state)
}

fn film_of(setup: &Setup, mut state: State) -> Film {
    let mut recorder = spheres::Recorder::new(&state);
    let limits = Limits::for_bodies(state.bodies.len());
    let mut scratch = spheres::Scratch::new(setup);
    let ending = kernel::run::<Spheres, _>(setup, &mut state, &mut scratch, &limits, &mut recorder);
    assert_eq!(ending, Ending::Rest);
    recorder.finish(setup)
}

#[test]
fn a_film_of_a_break_is_the_motion_within_islands_too() {
    let (setup, start) = break_of(15);
    let film = film_of(&setup, start.clone());
    let hits: Vec<f64> =
        film.happenings.iter().filter(|h| h.event.kind == Kind::Pair).map(|h| h.event.time_s).collect();
    // between hits, and within the islands of the first ones
    let first_s = hits[0];
    let within = (1..60).map(|k| first_s + 4.3e-6 * f64::from(k));
    let between = (1..40).map(|k| film.end_s * f64::from(k) / 39.7);
    let mut worst = [0.0f64; 2];
    for (which, time_s) in within.map(|t| (0, t)).chain(between.map(|t| (1, t))) {
        let mut state = start.clone();
        let limits = Limits { until_s: time_s, ..Limits::for_bodies(state.bodies.len()) };
        kernel::run::<Spheres, _>(&setup, &mut state, &mut spheres::Scratch::new(&setup), &limits, &mut Silent);
        for (i, body) in state.bodies.iter().enumerate() {
            let off_m = film.piece(i, time_s).place_m(time_s).distance(body.position_m);
            worst[which] = worst[which].max(off_m);
            assert!(off_m < 1e-9, "ball {i} at {time_s}: off by {off_m} m");
        }
    }
    let pieces: usize = film.bodies.iter().map(Vec::len).sum();
    let pushed = film.bodies.iter().flatten().filter(|piece| piece.mode == "hit").count();
    println!("worst {worst:?} m; {pieces} pieces, {pushed} of them of contacts; {} hits", hits.len());
    assert!(pushed > 100);
}

#[test]
fn closing_speeds_are_those_just_before() {
    let (setup, start) = break_of(1);
    let film = film_of(&setup, start);
    let first = film.happenings.iter().find(|h| h.event.kind == Kind::Pair).expect("a hit");
    assert!(first.closing_m_s > 2.0 && first.event.loss_j > 0.0, "{first:?}");
    assert!(film.happenings.iter().all(|h| h.closing_m_s > -1e-9), "nothing hits what it leaves");
}

const COIN: Coin = Coin { radius_m: 0.01075, mass_kg: 5.21e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };

fn coins(extras: Extras) -> discs::Setup {
    let rims = discs::Contact {
        restitution_ratio: 0.85,
        friction_ratio: 0.2,
        tangential_restitution_ratio: 0.3,
        slow_speed_m_s: 1e-3,
    };
    let edge = Rectangle { half_length_m: 0.6, half_width_m: 0.3 };
    discs::Setup::new(vec![COIN; 3], 9.81, 0.5, rims, Some(edge), Vec::new()).with(extras).expect("allowed")
}

/// How far a film of coins is off at the most, m, and rad.
fn off(setup: &discs::Setup, begin: impl Fn(&mut discs::State), until: &[Kind]) -> [f64; 2] {
    let start = || {
        let mut state = discs::State::new(setup);
        state.place(setup, 0, dvec2(-0.3, 0.0), dvec2(2.0, 0.02), 140.0);
        state.place(setup, 1, DVec2::ZERO, DVec2::ZERO, 0.0);
        state.place(setup, 2, dvec2(0.1, 0.004), DVec2::ZERO, 30.0);
        begin(&mut state);
        state
    };
    let limits = Limits { max_events: 100_000, ..Limits::for_bodies(3) };
    let (mut state, mut scratch) = (start(), discs::Scratch::new(setup));
    let mut recorder = discs::Recorder::new(&state);
    kernel::run::<Discs, _>(setup, &mut state, &mut scratch, &limits, &mut recorder);
    let film = recorder.finish(setup);
    for kind in until {
        assert!(film.happenings.iter().any(|h| h.event.kind == *kind), "no {kind:?}");
    }
    let mut worst = [0.0f64; 2];
    for time_s in (0..200).map(|k| film.end_s * f64::from(k) / 199.3) {
        let (mut state, limits) = (start(), Limits { until_s: time_s, ..limits });
        kernel::run::<Discs, _>(setup, &mut state, &mut discs::Scratch::new(setup), &limits, &mut Silent);
        for (i, body) in state.bodies.iter().enumerate() {
            let piece = film.piece(i, time_s);
            let at_m = body.position_m().extend(body.height_m());
            // a coin that left in a hop is kept at the edge
            let off_m = if body.mode() == discs::Mode::Off { 0.0 } else { piece.place_m(time_s).distance(at_m) };
            let off_rad = (piece.angle_rad(time_s).expect("a coin") - body.angle_rad()).abs();
            worst = [worst[0].max(off_m), worst[1].max(off_rad)];
        }
    }
    let pieces: usize = film.bodies.iter().map(Vec::len).sum();
    println!("worst {worst:?}; {pieces} pieces, {} events", film.happenings.len());
    worst
}

#[test]
fn a_film_of_coins_is_their_motion() {
    let lift = Some(Lift { restitution_ratio: 0.35, settle_speed_m_s: 0.1, ride_speed_m_s: 1.5 });
    let thickness_m = vec![0.002; 3];
    let lifted = Extras { thickness_m: thickness_m.clone(), lift, ..Extras::default() };
    let curled = Extras { thickness_m, curl: true, ..Extras::default() };
    let tilted = Extras { tilt: Some(Tilt { downhill_m_s2: dvec2(0.05, 0.03), step_s: 0.004 }), ..Extras::default() };
    let plain = coins(Extras::default());
    let worst = [
        off(&plain, |_| {}, &[Kind::Pair, Kind::Stop]),
        off(&coins(curled), |_| {}, &[Kind::Pair]),
        off(&coins(lifted.clone()), |state| state.hop(&coins(lifted.clone()), 0, 0.4), &[Kind::Ground, Kind::Hop]),
        off(&coins(lifted.clone()), |state| state.ride_after(Some(0)), &[Kind::Stack]),
        off(&coins(tilted), |_| {}, &[Kind::Mode]),
    ];
    assert!(worst.iter().all(|[m, rad]| *m < 1e-9 && *rad < 1e-6), "{worst:?}");
}
