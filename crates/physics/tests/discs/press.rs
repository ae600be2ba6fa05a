//! Coins that press on each other: the contact lasts, ends, and carries the force that it must.

use super::*;
use tolley_physics::discs::{Extras, Post};
use tolley_physics::kernel::Counters;

const LIKE: Coin = Coin { radius_m: 0.01, mass_kg: 5e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };

/// Coins in touch or not, played to the end with an audit of every event.
fn played(coins: &[(Coin, Coined)], contact: Contact, rim_ratio: f64) -> (Ending, State, Counters) {
    among(vec![], coins, contact, rim_ratio)
}

/// The same among posts.
fn among(posts: Vec<Post>, coins: &[(Coin, Coined)], contact: Contact, rim_ratio: f64) -> (Ending, State, Counters) {
    let setup = Setup::new(coins.iter().map(|(coin, _)| *coin).collect(), 9.81, rim_ratio, contact, None, vec![]);
    let setup = setup.with(Extras { posts, ..Extras::default() }).expect("posts that stand free");
    let starts: Vec<Coined> = coins.iter().map(|(_, start)| *start).collect();
    let (mut state, mut counters) = (start(&setup, &starts), Counters::default());
    let limits = Limits::for_bodies(coins.len()).audited(true);
    let ending = kernel::run::<Discs, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut counters);
    (ending, state, counters)
}

fn slow(restitution_ratio: f64) -> Contact {
    Contact { restitution_ratio, slow_speed_m_s: 1e-3, ..RIMS }
}

fn along(at: DVec2, friction_ratio: f64, spin_rad_s: f64) -> (Coin, Coined) {
    (Coin { friction_ratio, ..LIKE }, (at, dvec2(1.0, 0.0), spin_rad_s))
}

/// Of two that touch and go alike the rear one is braked less, by its spin or by its friction.
#[test]
fn a_coin_that_pushes_another_comes_to_rest_with_it() {
    for at in [dvec2(0.02, 0.0), dvec2(0.016, 0.012)] {
        for (friction, spin) in [([0.2, 0.2], 200.0), ([0.1, 0.3], 0.0)] {
            for (e, rim_ratio) in [(0.85, 0.0), (0.0, 0.9), (0.85, 0.9)] {
                let coins = [along(DVec2::ZERO, friction[0], spin), along(at, friction[1], 0.0)];
                let (ending, _, counters) = played(&coins, slow(e), rim_ratio);
                assert_eq!(ending, Ending::Rest);
                assert!(counters.total() < 100, "{} events", counters.total());
            }
        }
    }
}

/// Two that touch and go alike, of unlike friction, one of them with a spin, on rims that hold each other or do not.
#[test]
fn coins_of_unlike_friction_come_to_rest_together() {
    for at in [dvec2(0.02, 0.0), dvec2(0.016, 0.012)] {
        for (friction, spins) in [([0.1, 0.3], [0.0, 200.0]), ([0.1, 0.6], [0.0, 200.0]), ([0.1, 0.6], [200.0, 0.0])] {
            for (e, friction_ratio) in [(0.85, 0.0), (0.85, 0.2), (0.0, 0.0), (0.0, 0.2)] {
                for rim_ratio in [0.0, 0.9] {
                    let coins = [along(DVec2::ZERO, friction[0], spins[0]), along(at, friction[1], spins[1])];
                    let (ending, _, counters) = played(&coins, Contact { friction_ratio, ..slow(e) }, rim_ratio);
                    assert_eq!(ending, Ending::Rest);
                    assert!(counters.total() < 100, "{} events", counters.total());
                }
            }
        }
    }
}

/// Whatever two coins that touch and go alike are made of, and however they spin: hits by which they only press on are
/// no events (with them 1 of 30 scenes of like friction reached 100, at the most 364).
#[test]
fn two_that_press_come_to_rest_in_a_hundred_events() {
    let (mut dice, mut steps) = (Dice(0x9E37_79B9_7F4A_7C15), 0);
    for number in 0..1000 {
        let is_alike = number % 2 == 0;
        let friction = |dice: &mut Dice| if is_alike { 0.2 } else { dice.between(0.1, 0.6) };
        let [one, two] = [(); 2].map(|()| Coin {
            radius_m: dice.between(0.008, 0.012),
            mass_kg: dice.between(2e-3, 8e-3),
            friction_ratio: friction(&mut dice),
            ..LIKE
        });
        let [spin, other] = [(); 2].map(|()| dice.between(-200.0, 200.0).max(0.0));
        let (sin, cos) = libm::sincos(dice.between(-3.2, 3.2));
        let velocity_m_s = dvec2(dice.between(0.2, 2.0), 0.0);
        let at = dvec2(cos, sin) * (one.radius_m + two.radius_m);
        let coins = [(one, (DVec2::ZERO, velocity_m_s, spin)), (two, (at, velocity_m_s, other))];
        let rim_ratio = if number % 4 < 2 { 0.0 } else { 0.9 };
        let (ending, _, counters) = played(&coins, slow([0.0, 0.85][number % 8 / 4]), rim_ratio);
        assert_eq!(ending, Ending::Rest);
        assert!(counters.total() < 100, "{number}: {} events", counters.total());
        steps += counters.of(kernel::Kind::Hold);
    }
    assert!(steps > 10_000, "{steps} steps");
}

/// Two that push go as one would: with the mean of their decelerations.
#[test]
fn coins_that_push_go_as_one() {
    for masses_kg in [[5e-3, 5e-3], [3e-3, 8e-3], [8e-3, 3e-3]] {
        let mut coins = [along(DVec2::ZERO, 0.1, 0.0), along(dvec2(0.02, 0.0), 0.3, 0.0)];
        (0..2).for_each(|k| coins[k].0.mass_kg = masses_kg[k]);
        let (ending, state, _) = played(&coins, slow(0.85), 0.9);
        assert_eq!(ending, Ending::Rest);
        let mean = (0.1 * masses_kg[0] + 0.3 * masses_kg[1]) / (masses_kg[0] + masses_kg[1]);
        let way_m = 1.0 / (2.0 * mean * 9.81);
        for (body, (_, (from_m, ..))) in state.bodies.iter().zip(&coins) {
            let off_m = body.position_m().x - from_m.x - way_m;
            // they come to rest up to a tenth of a millimetre apart
            assert!(off_m.abs() < 1e-3 * way_m, "{masses_kg:?}: off by {off_m:e} m of {way_m}");
        }
    }
}

/// Two to seven coins, most of them in touch from the start, all restitutions from 0.
fn heap(dice: &mut Dice) -> (Vec<(Coin, Coined)>, Contact, f64) {
    let count = dice.between(2.0, 8.0) as usize;
    let [alike, together, touch] = [0.5, 0.5, 0.6].map(|share| dice.between(0.0, 1.0) < share);
    let common_m_s = dvec2(dice.between(-1.5, 1.5), dice.between(-1.5, 1.5));
    let mut coins: Vec<(Coin, Coined)> = vec![];
    while coins.len() < count {
        let other = Coin {
            radius_m: dice.between(0.008, 0.012),
            mass_kg: dice.between(2e-3, 8e-3),
            friction_ratio: dice.between(0.1, 0.4),
            ..LIKE
        };
        let coin = if alike { LIKE } else { other };
        let (sin, cos) = libm::sincos(dice.between(-3.2, 3.2));
        let gap_m = if touch { 0.0 } else { dice.between(0.0, 0.03) };
        let beside = coins.get(dice.between(0.0, coins.len() as f64) as usize);
        let at = beside
            .map_or(DVec2::ZERO, |(one, (at, ..))| *at + dvec2(cos, sin) * (one.radius_m + coin.radius_m + gap_m));
        let velocity_m_s = match dice.between(0.0, 1.0) {
            _ if together => common_m_s,
            share if share < 0.4 => DVec2::ZERO,
            _ => dvec2(dice.between(-1.5, 1.5), dice.between(-1.5, 1.5)),
        };
        let spin = if dice.between(0.0, 1.0) < 0.5 { 0.0 } else { dice.between(-200.0, 200.0) };
        let reach = |one: &Coin| (one.radius_m + coin.radius_m) * (1.0 - 1e-14);
        if coins.iter().all(|(one, (there, ..))| there.distance(at) >= reach(one)) {
            coins.push((coin, (at, velocity_m_s, spin)));
        }
    }
    let e = [0.0, 0.2, 0.85, dice.between(0.0, 1.0)][dice.between(0.0, 4.0) as usize];
    let friction_ratio = [0.0, 0.2, 0.5][dice.between(0.0, 3.0) as usize];
    (coins, Contact { friction_ratio, ..slow(e) }, if dice.between(0.0, 1.0) < 0.5 { 0.0 } else { 0.9 })
}

/// At most one of a thousand heaps is given up; before contacts lasted it was one of five.
#[test]
fn heaps_come_to_rest() {
    let mut given_up = vec![];
    for number in 0..10_000 {
        let dice = &mut Dice(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(number + 77));
        let (coins, contact, rim_ratio) = heap(dice);
        if played(&coins, contact, rim_ratio).0 != Ending::Rest {
            given_up.push(number);
        }
    }
    assert!(given_up.len() <= 10, "{} of 10000: {given_up:?}", given_up.len());
}

/// One to three posts beside coins, half of them in touch.
fn posts_beside(dice: &mut Dice, coins: &[(Coin, Coined)]) -> Vec<Post> {
    let (count, mut posts) = (dice.between(1.0, 4.0) as usize, Vec::<Post>::new());
    while posts.len() < count {
        let (coin, (at, ..)) = coins[dice.between(0.0, coins.len() as f64) as usize];
        let radius_m = dice.between(0.001, 0.01);
        let gap_m = if dice.between(0.0, 1.0) < 0.5 { 0.0 } else { dice.between(0.0, 0.03) };
        let (sin, cos) = libm::sincos(dice.between(-3.2, 3.2));
        let position_m = at + dvec2(cos, sin) * (coin.radius_m + radius_m + gap_m);
        let is_free = |(one, (there, ..)): &(Coin, Coined)| {
            there.distance(position_m) >= (one.radius_m + radius_m) * (1.0 - 1e-14)
        };
        let stands_alone = |post: &Post| post.position_m.distance(position_m) > post.radius_m + radius_m;
        if coins.iter().all(is_free) && posts.iter().all(stands_alone) {
            posts.push(Post { position_m, radius_m });
        }
    }
    posts
}

/// Coins that are pressed against posts, by others or by their spin, come to rest as well: at most one of a thousand is
/// given up, where it was one of a hundred as long as each contact was hit by itself.
#[test]
fn heaps_among_posts_come_to_rest() {
    let mut given_up = vec![];
    for number in 0..10_000 {
        let dice = &mut Dice(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(number + 7777));
        let (coins, contact, rim_ratio) = heap(dice);
        let posts = posts_beside(dice, &coins);
        if among(posts, &coins, contact, rim_ratio).0 != Ending::Rest {
            given_up.push(number);
        }
    }
    assert!(given_up.len() <= 10, "{} of 10000: {given_up:?}", given_up.len());
}

/// What rounding leaves of a speed that two posts stop is none: a coin that still span hit one of them for ever.
#[test]
fn a_coin_that_two_posts_stop_spins_between_them_until_it_rests() {
    for k in 0..400 {
        let dice = &mut Dice(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(k + 99));
        let radius_m = dice.between(0.0, 0.006);
        let (reach_m, turn) = (LIKE.radius_m + radius_m, dice.between(-3.2, 3.2));
        let (ahead, half) = (DVec2::from_angle(turn), dice.between(0.3, 1.4));
        let post = |angle: f64| Post { position_m: DVec2::from_angle(turn + angle) * reach_m, radius_m };
        let coin = (DVec2::ZERO, ahead * dice.between(0.01, 2.0), dice.between(-200.0, 200.0));
        let contact = Contact { friction_ratio: 0.0, ..slow(0.0) };
        let (ending, state, counters) = among(vec![post(half), post(-half)], &[(LIKE, coin)], contact, 0.0);
        assert_eq!(ending, Ending::Rest, "{k}");
        assert!(counters.total() < 10, "{k}: {} events", counters.total());
        assert!(state.bodies[0].position_m().length() < 1e-12, "{k}: it stays there");
    }
}
