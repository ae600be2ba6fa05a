//! Hits at one instant have one solution together, in both worlds: no numbering and no side counts, energy never rises,
//! and the cases that have a known answer have it.

use glam::{DVec2, DVec3, dvec2, dvec3};
use tolley_physics::kernel::{self, Event, EventSink, Hit, Kind, Limits, World};
use tolley_physics::{discs, spheres};

use crate::balls::{self, MARBLE_M, TOLEY_M, ground, marble, near, pairwise, toley};
use crate::dice::Dice;

/// Keeps all hits, each as an impact of its own.
#[derive(Default)]
pub struct Hits(pub Vec<Event>);

impl<W: World> EventSink<W> for Hits {
    fn record(&mut self, _: &W::Setup, _: &W::State, event: &Event, hits: &[Hit]) {
        self.0.extend(event.each_hit(hits).filter(|hit| hit.kind == Kind::Pair));
    }
}

const COIN: discs::Coin = discs::Coin { radius_m: 0.01, mass_kg: 5e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };

fn rims(e: f64, mu: f64, b0: f64) -> discs::Contact {
    discs::Contact { restitution_ratio: e, friction_ratio: mu, tangential_restitution_ratio: b0, slow_speed_m_s: 1e-3 }
}

/// Place, velocity and spin of something.
type Thrown = (DVec2, DVec2, f64);

/// Positions (or velocities, if the trial ends at once) and spins of coins, in the order in which they are given,
/// whatever numbers they have.
fn coins(contact: discs::Contact, thrown: &[(discs::Coin, Thrown)], numbers: &[usize], until_s: f64) -> Vec<DVec3> {
    let mut order: Vec<usize> = (0..thrown.len()).collect();
    order.sort_by_key(|&k| numbers[k]);
    // within an instant no table brakes
    let gravity_m_s2 = if until_s == 0.0 { 0.0 } else { 9.81 };
    let all = order.iter().map(|&k| thrown[k].0).collect();
    let setup = discs::Setup::new(all, gravity_m_s2, 0.9, contact, None, vec![]);
    let mut state = discs::State::new(&setup);
    for (k, (_, (at_m, velocity_m_s, spin_rad_s))) in thrown.iter().enumerate() {
        state.place(&setup, numbers[k], *at_m, *velocity_m_s, *spin_rad_s);
    }
    let came_j = state.energy(&setup).in_play_j;
    let limits = Limits { until_s: until_s.max(1e-10), ..Limits::for_bodies(thrown.len()).audited(true) };
    let mut hits = Hits::default();
    let mut scratch = discs::Scratch::new(&setup);
    let ending = kernel::run::<discs::Discs, _>(&setup, &mut state, &mut scratch, &limits, &mut hits);
    assert!(!matches!(ending, kernel::Ending::Quarantined(_)), "{ending:?}");
    assert!(state.energy(&setup).in_play_j <= came_j * (1.0 + 1e-13), "energy rises");
    let bodies = numbers.iter().map(|&number| &state.bodies[number]);
    if until_s == 0.0 {
        bodies.map(|body| body.velocity_m_s().extend(body.spin_rad_s() * 0.01)).collect()
    } else {
        bodies.map(|body| body.position_m().extend(0.01 * body.angle_rad())).collect()
    }
}

/// All orders of the first numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let shorter = orders(count - 1);
    let longer = |order: &Vec<usize>, at: usize| [&order[..at], &[count - 1], &order[at..]].concat();
    shorter.iter().flat_map(|order| (0..count).map(move |at| longer(order, at))).collect()
}

#[track_caller]
fn same(one: &[DVec3], two: &[DVec3], tolerance: f64) {
    for (a, b) in one.iter().zip(two) {
        assert!(a.distance(*b) <= tolerance, "{a} is not {b}: off by {:e}", a.distance(*b));
    }
}

/// A striker comes between two coins that touch: both go as far, whatever the numbers, and turned anyhow.
#[test]
fn a_striker_between_two_coins_prefers_neither() {
    let side = |sign: f64| (COIN, (dvec2(0.0, sign * COIN.radius_m), DVec2::ZERO, 0.0));
    let thrown = [(COIN, (dvec2(-0.1, 0.0), dvec2(1.5, 0.0), 0.0)), side(1.0), side(-1.0)];
    let straight = coins(rims(0.85, 0.2, 0.3), &thrown, &[0, 1, 2], f64::INFINITY);
    near(straight[0].y, 0.0, 1e-15);
    same(&[straight[1]], &[straight[2] * dvec3(1.0, -1.0, -1.0)], 1e-15);
    for numbers in orders(3) {
        same(&coins(rims(0.85, 0.2, 0.3), &thrown, &numbers, f64::INFINITY), &straight, 1e-15);
        let turn = |at: DVec2, sign: f64| dvec2(0.8, 0.6 * sign).rotate(at);
        let turned = thrown.map(|(coin, (x, v, w))| (coin, (turn(x, 1.0), turn(v, 1.0), w)));
        let ends = coins(rims(0.85, 0.2, 0.3), &turned, &numbers, f64::INFINITY);
        let back: Vec<_> = ends.iter().map(|end| turn(end.truncate(), -1.0).extend(end.z)).collect();
        same(&back, &straight, 1e-12);
    }
}

/// Coins in touch, some of them unlike, all of them moving and spinning.
fn heap(dice: &mut Dice, count: usize) -> Vec<(discs::Coin, Thrown)> {
    let like = dice.share() < 0.5;
    let mut heap: Vec<(discs::Coin, Thrown)> = vec![];
    let sites = balls::pack(count, 2.0 * (COIN.radius_m - MARBLE_M), 0.0, dice);
    for at_m in sites {
        let mass_kg = if like { COIN.mass_kg } else { 2e-3 + 8e-3 * dice.share() };
        let velocity_m_s = dvec2(dice.within(1.0), dice.within(1.0)) - at_m * 20.0;
        heap.push((discs::Coin { mass_kg, ..COIN }, (at_m, velocity_m_s, dice.within(100.0))));
    }
    heap
}

#[test]
fn heaps_of_coins_do_not_know_their_numbers_nor_their_sides() {
    let mut dice = Dice(31);
    for shot in 0..300 {
        let count = 3 + shot % 3;
        let thrown = heap(&mut dice, count);
        let e = [0.0, 0.3, 0.85, 1.0][shot % 4];
        let contact = rims(e, [0.0, 0.2, 1.0][shot % 3], [0.0, 0.3, 1.0][shot / 2 % 3]);
        let in_order: Vec<usize> = (0..count).collect();
        let first = coins(contact, &thrown, &in_order, 0.0);
        for numbers in orders(count) {
            same(&coins(contact, &thrown, &numbers, 0.0), &first, 1e-12);
        }
        let seen = |(x, v, w): Thrown| (dvec2(x.x, -x.y), dvec2(v.x, -v.y), -w);
        let mirrored: Vec<_> = thrown.iter().map(|&(coin, thrown)| (coin, seen(thrown))).collect();
        let image: Vec<_> = first.iter().map(|v| *v * dvec3(1.0, -1.0, -1.0)).collect();
        same(&coins(contact, &mirrored, &in_order, 0.0), &image, 1e-12);
    }
}

/// Coins that hit at one instant, and all that follows, are the same to the bit whatever their numbers.
#[test]
fn no_number_of_a_coin_counts() {
    let mut dice = Dice(32);
    for shot in 0..200 {
        let count = 3 + shot % 3;
        let thrown = heap(&mut dice, count);
        let contact = rims([0.0, 0.3, 0.85][shot % 3], [0.0, 0.2, 1.0][shot / 3 % 3], 0.3);
        let in_order: Vec<usize> = (0..count).collect();
        for until_s in [0.0, f64::INFINITY] {
            let first = coins(contact, &thrown, &in_order, until_s);
            for numbers in orders(count) {
                same(&coins(contact, &thrown, &numbers, until_s), &first, 0.0);
            }
        }
    }
}

/// Equal smooth elastic coins, and balls without a ground, from velocities at one instant to velocities after it.
fn elastic(places_m: &[DVec2], velocities_m_s: &[DVec2]) -> Vec<DVec2> {
    let numbers: Vec<usize> = (0..places_m.len()).collect();
    let thrown: Vec<_> = places_m.iter().zip(velocities_m_s).map(|(&x, &v)| (COIN, (x * 0.02, v, 0.0))).collect();
    let coins = coins(rims(1.0, 0.0, 0.0), &thrown, &numbers, 0.0);
    let free = spheres::Ground { gravity_m_s2: 0.0, ..ground() };
    let setup = spheres::Setup::new(vec![marble(); numbers.len()], free, pairwise(1.0, 0.0, 0.0), None);
    let at = |(&x, &v): (&DVec2, &DVec2)| ((x * 2.0 * MARBLE_M).extend(0.0), v.extend(0.0), DVec3::ZERO);
    let thrown: Vec<_> = places_m.iter().zip(velocities_m_s).map(at).collect();
    let mut state = balls::start(&setup, &thrown);
    balls::play(&setup, &mut state, 1e-9);
    for (coin, ball) in coins.iter().zip(&state.bodies) {
        assert!(coin.truncate().distance(ball.velocity_m_s.truncate()) < 1e-12, "{coin} {}", ball.velocity_m_s);
    }
    coins.iter().map(|v| v.truncate()).collect()
}

#[track_caller]
fn leave(places_m: &[DVec2], before_m_s: &[DVec2], after_m_s: &[DVec2]) {
    for (one, two) in elastic(places_m, before_m_s).iter().zip(after_m_s) {
        assert!(one.distance(*two) < 1e-12, "{one} is not {two}");
    }
}

fn row(numbers: &[f64]) -> Vec<DVec2> {
    numbers.iter().map(|&x| dvec2(x, 0.0)).collect()
}

/// Contacts of a row close one after the other: as many leave as came.
#[test]
fn newtons_cradle() {
    leave(&row(&[0.0, 1.0]), &row(&[1.0, 0.0]), &row(&[0.0, 1.0]));
    leave(&row(&[0.0, 1.0, 2.0]), &row(&[1.0, 0.0, 0.0]), &row(&[0.0, 0.0, 1.0]));
    leave(&row(&[0.0, 1.0, 2.0]), &row(&[1.0, 1.0, 0.0]), &row(&[0.0, 1.0, 1.0]));
    leave(&row(&[0.0, 1.0, 2.0, 3.0]), &row(&[1.0, 1.0, 0.0, 0.0]), &row(&[0.0, 0.0, 1.0, 1.0]));
    // both contacts of the one in the middle close at once
    leave(&row(&[0.0, 1.0, 2.0]), &row(&[1.0, 0.0, -1.0]), &row(&[-1.0, 0.0, 1.0]));
}

/// The problem of Jakob Bernoulli, whose answer follows from symmetry, momentum and energy (row D22).
#[test]
fn one_between_two() {
    let (h, s) = (0.5, 0.75f64.sqrt());
    let places_m = [dvec2(0.0, 0.0), dvec2(s, h), dvec2(s, -h)];
    let after_m_s = [dvec2(-0.2, 0.0), dvec2(0.6, 0.6 * h / s), dvec2(0.6, -0.6 * h / s)];
    leave(&places_m, &[dvec2(1.0, 0.0), DVec2::ZERO, DVec2::ZERO], &after_m_s);
}

/// Balls with these numbers, after a time, and when the first two hits were.
fn played(
    contact: spheres::Contact,
    thrown: &[(spheres::Ball, balls::Thrown)],
    numbers: &[usize],
    until_s: f64,
) -> (Vec<spheres::Body>, [f64; 2]) {
    let mut all = vec![marble(); thrown.len()];
    (0..thrown.len()).for_each(|k| all[numbers[k]] = thrown[k].0);
    let setup = spheres::Setup::new(all, ground(), contact, None);
    let mut state = spheres::State::new(&setup);
    for (k, (_, (x, v, w))) in thrown.iter().enumerate() {
        state.place(&setup, numbers[k], *x, *v, *w);
    }
    let limits = Limits { until_s, ..Limits::for_bodies(thrown.len()).audited(true) };
    let (mut scratch, mut hits) = (spheres::Scratch::new(&setup), Hits::default());
    let ending = kernel::run::<spheres::Spheres, _>(&setup, &mut state, &mut scratch, &limits, &mut hits);
    assert!(!matches!(ending, kernel::Ending::Quarantined(_)), "{ending:?}");
    (numbers.iter().map(|&number| state.bodies[number]).collect(), [hits.0[0].time_s, hits.0[1].time_s])
}

const REACTIONS: [spheres::GroundReaction; 2] = [spheres::GroundReaction::After, spheres::GroundReaction::None];

/// How far before the line of two marbles that touch each other a toley touches both.
fn ahead_m() -> f64 {
    (4.0 * TOLEY_M * MARBLE_M - MARBLE_M * MARBLE_M).sqrt()
}

fn lying(x: f64, y: f64) -> (spheres::Ball, balls::Thrown) {
    (marble(), (dvec3(x, y, MARBLE_M), DVec3::ZERO, DVec3::ZERO))
}

/// A toley comes between two marbles on the ground that touch each other, and all roll on: pairwise hits with friction,
/// and what the ground answers.
#[test]
fn a_toley_between_two_marbles_prefers_neither() {
    let toley_at_m = dvec3(-ahead_m() - 0.1, 0.0, TOLEY_M);
    let shot = (toley(), (toley_at_m, dvec3(2.0, 0.0, 0.0), dvec3(0.0, 100.0, 0.0)));
    let thrown = [shot, lying(0.0, MARBLE_M), lying(0.0, -MARBLE_M)];
    for ground_reaction in REACTIONS {
        for numbers in orders(3) {
            let contact = spheres::Contact { ground_reaction, ..pairwise(0.95, 0.12, 0.44) };
            let (bodies, first_s) = played(contact, &thrown, &numbers, f64::INFINITY);
            assert_eq!(first_s[0], first_s[1]);
            let [striker, one, two] = [0, 1, 2].map(|k| bodies[k].position_m);
            near(striker.y, 0.0, 1e-12);
            near(one.distance(two * dvec3(1.0, -1.0, 1.0)), 0.0, 1e-12);
            assert!(one.y > 2.0 * MARBLE_M);
        }
    }
}

/// A toley touches the first two of five marbles that touch each other: what the hits of that instant and the ground
/// make of them, all numbered anyhow.
#[test]
fn a_rack_of_marbles_does_not_know_its_numbers() {
    let row = 3f64.sqrt() * MARBLE_M;
    let shot = (toley(), (dvec3(-ahead_m(), 0.0, TOLEY_M), dvec3(2.0, 0.3, 0.0), dvec3(30.0, 100.0, 20.0)));
    let rack = [(0.0, 1.0), (0.0, -1.0), (row, 2.0), (row, 0.0), (row, -2.0)];
    let thrown: Vec<_> = std::iter::once(shot).chain(rack.map(|(x, y)| lying(x, y * MARBLE_M))).collect();
    for ground_reaction in REACTIONS {
        let contact = spheres::Contact { ground_reaction, ..pairwise(0.95, 0.12, 0.44) };
        let (first, _) = played(contact, &thrown, &[0, 1, 2, 3, 4, 5], 1e-9);
        for numbers in orders(6) {
            for (one, two) in first.iter().zip(&played(contact, &thrown, &numbers, 1e-9).0) {
                near(one.velocity_m_s.distance(two.velocity_m_s), 0.0, 1e-12);
                near(one.spin_rad_s.distance(two.spin_rad_s), 0.0, 1e-10);
            }
        }
    }
}
