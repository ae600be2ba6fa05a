//! Posts, reeded rims, hops, stacks and curl, against hand calculation and their symmetries.

use super::*;
use tolley_physics::discs::{Energy, Extras, Lift, Post, Reeded, TrialSetup, curves, strike};
use tolley_physics::kernel::Kind;

/// The rims, with the rule for slow hits.
const SLOW: Contact = Contact { slow_speed_m_s: 0.001, ..RIMS };
const LIFT: Lift = Lift { restitution_ratio: 0.35, settle_speed_m_s: 0.1, ride_speed_m_s: 1.5 };

/// A way to look at a shot, and how long its lengths and times are.
type View<'a> = (&'a dyn Fn(DVec2) -> DVec2, f64, f64);

fn setup(coins: &[Coin], extras: Extras) -> Setup {
    let edge = Rectangle { half_length_m: 0.6, half_width_m: 0.3 };
    Setup::new(coins.to_vec(), 9.81, 0.9, SLOW, Some(edge), Vec::new()).with(extras).expect("allowed extras")
}

fn lifted() -> Extras {
    Extras { thickness_m: vec![0.002, 0.0017, 0.002], lift: Some(LIFT), ..Extras::default() }
}

fn play(setup: &Setup, state: &mut State) -> (Ending, Vec<Event>) {
    super::play(setup, state, f64::INFINITY)
}

fn kinds(events: &[Event]) -> Vec<Kind> {
    events.iter().map(|event| event.kind).collect()
}

#[test]
fn a_post_is_like_a_coin_of_endless_mass() {
    let post = Post { position_m: dvec2(0.2, 0.006), radius_m: 0.01 };
    let with_post = setup(&[PLAYER], Extras { posts: vec![post], ..Extras::default() });
    let struck = (DVec2::ZERO, dvec2(1.5, 0.0), 40.0);
    let mut state = start(&with_post, &[struck]);
    let (ending, events) = play(&with_post, &mut state);
    assert_eq!((ending, kinds(&events)), (Ending::Rest, vec![Kind::Post, Kind::Stop]));

    let heavy = Coin { radius_m: 0.01, mass_kg: 1e9, ..PLAYER };
    let with_coin = setup(&[PLAYER, heavy], Extras::default());
    let mut like = start(&with_coin, &[struck, (post.position_m, DVec2::ZERO, 0.0)]);
    let (_, hits) = play(&with_coin, &mut like);
    assert_eq!(events[0].time_s, hits[0].time_s);
    assert!((events[0].position_m - hits[0].position_m).length() < 1e-15);
    assert!((events[0].impulse_n_s / hits[0].impulse_n_s - 1.0).abs() < 1e-9);
    assert!((events[0].loss_j / hits[0].loss_j - 1.0).abs() < 1e-9);
    let way = state.bodies[0].position_m() - like.bodies[0].position_m();
    assert!(way.length() < 1e-9 && (state.bodies[0].angle_rad() - like.bodies[0].angle_rad()).abs() < 1e-7);
}

#[test]
fn a_coin_that_meets_a_post_on_the_edge_does_not_fall_there() {
    let posts = vec![Post { position_m: dvec2(0.6, 0.05), radius_m: 0.002 }];
    for (y, falls) in [(0.05, false), (0.0, true)] {
        let table = setup(&[BALL], Extras { posts: posts.clone(), ..Extras::default() });
        let mut state = start(&table, &[(dvec2(0.4, y), dvec2(1.5, 0.0), 0.0)]);
        let (_, events) = play(&table, &mut state);
        assert_eq!(
            (events[0].kind, state.bodies[0].mode() == Mode::Off),
            (if falls { Kind::Edge } else { Kind::Post }, falls)
        );
    }
}

#[test]
fn two_reeded_rims_are_rougher() {
    let spinning = [(DVec2::ZERO, dvec2(0.9, 0.0), 250.0), (dvec2(0.02, 0.0), DVec2::ZERO, 0.0)];
    for (reeds, friction) in [([true, true], 0.3), ([true, false], 0.2), ([false, false], 0.2)] {
        let reeded = Some(Reeded { coins: reeds.to_vec(), friction_ratio: 0.3 });
        let table = setup(&[PLAYER, BALL], Extras { reeded, ..Extras::default() });
        let mut state = start(&table, &spinning);
        let (_, events) = play(&table, &mut state);
        let normal = 1.85 * 0.9 / (1.0 / PLAYER.mass_kg + 1.0 / BALL.mass_kg);
        let expected = normal * libm::sqrt(1.0 + friction * friction);
        assert!((events[0].impulse_n_s / expected - 1.0).abs() < 1e-12, "{reeds:?}");
    }
}

#[test]
fn of_coins_in_touch_the_pair_that_closes_fastest_is_told_first() {
    let reach = PLAYER.radius_m + BALL.radius_m;
    let beside = |degrees: f64| {
        let (sine, cosine) = libm::sincos(degrees * core::f64::consts::PI / 180.0);
        reach * dvec2(cosine, sine)
    };
    // the striker touches both balls; whichever lies more ahead is told first, whatever its number
    for (angles, first) in [([50.0, -20.0], 2), ([20.0, -50.0], 1), ([40.0, -40.0], 1)] {
        let table = setup(&[PLAYER, BALL, BALL], Extras::default());
        let starts = [
            (DVec2::ZERO, dvec2(1.0, 0.0), 0.0),
            (beside(angles[0]), DVec2::ZERO, 0.0),
            (beside(angles[1]), DVec2::ZERO, 0.0),
        ];
        let mut state = start(&table, &starts);
        let mut hits = crate::together::Hits::default();
        let (limits, mut scratch) = (Limits::for_bodies(3), Scratch::new(&table));
        let ending = kernel::run::<Discs, _>(&table, &mut state, &mut scratch, &limits, &mut hits);
        assert_eq!(ending, Ending::Rest);
        for (hit, other) in hits.0.iter().zip([first, 3 - first]) {
            assert_eq!((hit.time_s, hit.body, hit.other), (0.0, 0, other), "{angles:?}");
            assert!(hit.impulse_n_s > 0.0);
        }
    }
}

#[test]
fn a_hop_passes_over_lands_and_slides_on() {
    let table = setup(&[PLAYER, BALL], lifted_two());
    let starts = [(DVec2::ZERO, dvec2(1.2, 0.0), 0.0), (dvec2(0.05, 0.0), DVec2::ZERO, 0.0)];
    let mut flat = start(&table, &starts);
    assert_eq!(play(&table, &mut flat).1[0].kind, Kind::Pair);

    let mut state = start(&table, &starts);
    state.hop(&table, 0, 0.4);
    let (ending, events) = play(&table, &mut state);
    assert_eq!((ending, kinds(&events)), (Ending::Rest, vec![Kind::Hop, Kind::Ground, Kind::Ground, Kind::Stop]));
    assert_eq!(events[0].time_s, 0.0);
    // two bounces, both of a slide without spin: each brakes by mu (1 + e) v_n and takes 2 v_n / g
    let (toss, bounce) = (2.0 * 0.4 / 9.81, 2.0 * 0.14 / 9.81);
    assert!((events[1].time_s - toss).abs() < 1e-15 && (events[2].time_s - toss - bounce).abs() < 1e-15);
    let after = [1.2 - 0.2 * 1.35 * 0.4, 1.2 - 0.2 * 1.35 * (0.4 + 0.14)];
    let expected = 1.2 * toss + after[0] * bounce + after[1] * after[1] / (2.0 * 0.2 * 9.81);
    assert!((state.bodies[0].position_m().x - expected).abs() < 1e-12);
    assert_eq!(state.bodies[1].position_m(), starts[1].0, "the ball was not touched");
    let loss = 0.5 * PLAYER.mass_kg * (1.2 * 1.2 - after[0] * after[0] + 0.4 * 0.4 - 0.14 * 0.14);
    assert!((events[1].loss_j / loss - 1.0).abs() < 1e-12);
}

fn lifted_two() -> Extras {
    Extras { thickness_m: vec![0.002, 0.0017], ..lifted() }
}

#[test]
fn a_low_hop_hits_before_it_is_above_the_other() {
    let table = setup(&[PLAYER, BALL], lifted_two());
    // 1.7 mm are climbed in about 4.5 ms, in which 1.5 m/s makes 6.7 mm; the rims are 2 mm apart
    let starts = [(DVec2::ZERO, dvec2(1.5, 0.0), 0.0), (dvec2(0.022, 0.0), DVec2::ZERO, 0.0)];
    let mut state = start(&table, &starts);
    state.hop(&table, 0, 0.4);
    let (ending, events) = play(&table, &mut state);
    assert_eq!(ending, Ending::Rest);
    assert_eq!(kinds(&events[..2]), [Kind::Hop, Kind::Pair]);
    assert!((events[1].time_s - 0.002 / 1.5).abs() < 1e-12);
}

#[test]
fn a_hop_that_ends_on_another_coin_lies_there_and_goes_on_with_it() {
    let table = setup(&[PLAYER, BALL, PLAYER], lifted());
    let toss = 0.4 / 9.81 + libm::sqrt(0.16 - 2.0 * 9.81 * 0.0017) / 9.81;
    let at = dvec2(1.5 * toss + 0.005, 0.002);
    let starts = [(DVec2::ZERO, dvec2(1.5, 0.0), 30.0), (at, DVec2::ZERO, 0.0), (dvec2(-0.3, 0.0), DVec2::ZERO, 0.0)];
    let mut state = start(&table, &starts);
    state.hop(&table, 0, 0.4);
    let before_j = state.energy(&table).in_play_j;
    let (ending, events) = play(&table, &mut state);
    assert_eq!((ending, kinds(&events)), (Ending::Rest, vec![Kind::Hop, Kind::Stack, Kind::Stop]));
    assert!((events[1].time_s - toss).abs() < 1e-12);
    assert_eq!((state.bodies[0].mode(), state.bodies[0].carrier()), (Mode::Top, Some(1)));
    let common = 1.5 * PLAYER.mass_kg / (PLAYER.mass_kg + BALL.mass_kg);
    let way = common * common / (2.0 * 0.2 * 9.81);
    assert!((state.bodies[1].position_m() - at - dvec2(way, 0.0)).length() < 1e-12);
    let offset = state.bodies[0].position_m() - state.bodies[1].position_m();
    assert!((offset - dvec2(-0.005, -0.002)).length() < 1e-12, "it was carried: {offset}");
    let after_j = 0.5 * (PLAYER.mass_kg + BALL.mass_kg) * common * common;
    assert!((events[1].loss_j - (before_j - after_j)).abs() < 1e-15);
}

#[test]
fn the_numbered_hard_hit_ends_in_a_ride() {
    let table = setup(&[PLAYER, BALL], lifted_two());
    let starts = [(DVec2::ZERO, dvec2(2.5, 0.0), 0.0), (dvec2(0.05, 0.0), DVec2::ZERO, 0.0)];
    for (after, expected) in [(None, Kind::Pair), (Some(0), Kind::Stack), (Some(1), Kind::Pair)] {
        let mut state = start(&table, &starts);
        state.ride_after(after);
        let (ending, events) = play(&table, &mut state);
        assert_eq!((ending, events[0].kind), (Ending::Rest, expected));
        assert_eq!(state.bodies[0].carrier().is_some(), expected == Kind::Stack, "the striking coin rides");
    }
    let gentle = [(DVec2::ZERO, dvec2(1.0, 0.0), 0.0), starts[1]];
    let mut state = start(&table, &gentle);
    state.ride_after(Some(0));
    assert_eq!(play(&table, &mut state).1[0].kind, Kind::Pair, "too slow to be hard");
}

#[test]
fn what_lies_on_a_coin_falls_with_it() {
    let table = setup(&[PLAYER, BALL], lifted_two());
    let starts = [(dvec2(0.5, 0.0), dvec2(3.0, 0.0), 0.0), (dvec2(0.55, 0.0), DVec2::ZERO, 0.0)];
    let mut state = start(&table, &starts);
    state.ride_after(Some(0));
    let (ending, events) = play(&table, &mut state);
    assert_eq!((ending, kinds(&events)), (Ending::Rest, vec![Kind::Stack, Kind::Edge]));
    assert!(state.bodies.iter().all(|body| body.mode() == Mode::Off));
}

#[test]
fn a_pile_is_hit_with_the_mass_of_all_its_coins() {
    let table = setup(&[PLAYER, BALL, PLAYER], lifted());
    let rest = |x: f64| (dvec2(x, 0.0), DVec2::ZERO, 0.0);
    let mut state = start(&table, &[(DVec2::ZERO, dvec2(2.0, 0.0), 0.0), rest(0.03), rest(0.06)]);
    state.ride_after(Some(0));
    let before_j = state.energy(&table).in_play_j;
    let (ending, events) = play(&table, &mut state);
    assert_eq!((ending, kinds(&events)), (Ending::Rest, vec![Kind::Stack, Kind::Pair, Kind::Stop, Kind::Stop]));
    let pile_kg = PLAYER.mass_kg + BALL.mass_kg;
    let first_m_s = libm::sqrt(2.0 * 2.0 - 2.0 * 0.2 * 9.81 * 0.01) * PLAYER.mass_kg / pile_kg;
    let way_m = 0.06 - 0.03 - PLAYER.radius_m - BALL.radius_m;
    let closing_m_s = libm::sqrt(first_m_s * first_m_s - 2.0 * 0.2 * 9.81 * way_m);
    let impulse = 1.85 * closing_m_s / (1.0 / pile_kg + 1.0 / PLAYER.mass_kg);
    assert!((events[1].impulse_n_s / impulse - 1.0).abs() < 1e-12);
    let books = state.energy(&table);
    let spent_j = books.friction_work_j + events.iter().map(|event| event.loss_j).sum::<f64>();
    assert!((spent_j / before_j - 1.0).abs() < 1e-13 && books.left_j == 0.0 && books.in_play_j == 0.0);
}

#[test]
fn what_extras_need_is_asked_for() {
    let coins = || Setup::new(vec![PLAYER], 9.81, 0.9, SLOW, None, Vec::new());
    let wrong = [
        Extras { curl: true, ..Extras::default() },
        Extras { thickness_m: vec![0.0], lift: Some(LIFT), ..Extras::default() },
        Extras { thickness_m: vec![0.002], lift: Some(Lift { restitution_ratio: 1.0, ..LIFT }), ..Extras::default() },
        Extras { thickness_m: vec![0.002], lift: Some(Lift { settle_speed_m_s: 0.0, ..LIFT }), ..Extras::default() },
        Extras { reeded: Some(Reeded { coins: vec![], friction_ratio: 0.3 }), ..Extras::default() },
        Extras { posts: vec![Post { position_m: DVec2::ZERO, radius_m: f64::NAN }], ..Extras::default() },
    ];
    for extras in wrong {
        assert!(coins().with(extras.clone()).is_err(), "{extras:?}");
    }
    assert!(coins().with(Extras::default()).is_ok());
}

/// Where the energy of a shot went.
struct Books {
    before_j: f64,
    lost_j: f64,
    after: Energy,
}

/// A shot with everything on: hop, ride, posts, reeds and curl. Lengths are `4^k`, times `2^k` the usual ones.
fn everything(
    number: u64,
    see: impl Fn(DVec2) -> DVec2,
    spin: f64,
    lengths: f64,
    times: f64,
) -> (State, Vec<Event>, Books) {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(number + 1));
    let speeds = lengths / times;
    let coins: Vec<Coin> = [PLAYER, BALL, PLAYER].map(|c| Coin { radius_m: lengths * c.radius_m, ..c }).to_vec();
    let half = see(dvec2(0.2, 0.12)).abs() * lengths;
    let edge = Rectangle { half_length_m: half.x, half_width_m: half.y };
    let post = |y: f64| Post { position_m: see(dvec2(0.2, y)) * lengths, radius_m: 0.003 * lengths };
    let extras = Extras {
        thickness_m: [0.002, 0.0017, 0.002].map(|t| t * lengths).to_vec(),
        posts: vec![post(0.031), post(-0.05)],
        reeded: Some(Reeded { coins: vec![true, true, false], friction_ratio: 0.3 }),
        lift: Some(Lift { settle_speed_m_s: 0.1 * speeds, ride_speed_m_s: 0.8 * speeds, ..LIFT }),
        curl: true,
        tilt: None,
    };
    let contact = Contact { slow_speed_m_s: 0.001 * speeds, ..RIMS };
    let table = Setup::new(coins, 9.81, 0.9, contact, Some(edge), Vec::new()).with(extras).expect("allowed");
    let mut state = State::new(&table);
    let places = [dvec2(-0.05, 0.0), dvec2(0.02, 0.004), dvec2(0.06, -0.01)];
    for (body, place) in places.into_iter().enumerate() {
        let jitter = dvec2(dice.between(-0.01, 0.01), dice.between(-0.01, 0.01));
        let velocity = dvec2(dice.between(0.5, 3.0), dice.between(-0.5, 0.5)) * if body == 0 { 1.0 } else { 0.1 };
        let turn = spin * dice.between(-90.0, 90.0) / times;
        state.place(&table, body, see(place + jitter) * lengths, see(velocity) * speeds, turn);
    }
    if dice.between(0.0, 1.0) < 0.6 {
        state.hop(&table, 0, dice.between(0.05, 0.6) * speeds);
    }
    let rides = dice.between(0.0, 1.0);
    state.ride_after((rides < 0.5).then_some(u32::from(rides < 0.2)));
    let before_j = state.energy(&table).in_play_j;
    let (ending, events) = play(&table, &mut state);
    assert_eq!(ending, Ending::Rest, "shot {number}");
    let lost_j = events.iter().map(|event| event.loss_j).sum();
    let books = Books { before_j, lost_j, after: state.energy(&table) };
    (state, events, books)
}

#[test]
fn everything_at_once_keeps_the_symmetries_to_the_bit() {
    let plain = |p: DVec2| p;
    let swap = |p: DVec2| dvec2(p.y, p.x);
    let mut found = [0; kernel::KINDS];
    for number in 0..600 {
        let (state, events, books) = everything(number, plain, 1.0, 1.0, 1.0);
        let (had_j, left) = (books.before_j, books.after);
        assert!(events.iter().all(|event| event.loss_j >= -1e-15 * had_j), "shot {number}");
        let spent_j = books.lost_j + left.friction_work_j + left.left_j + left.in_play_j;
        assert!((spent_j / had_j - 1.0).abs() < 1e-12, "shot {number}: {spent_j} of {had_j}");
        assert!(left.in_play_j == 0.0 && left.friction_work_j > 0.0, "shot {number}: {left:?}");
        events.iter().for_each(|event| found[event.kind as usize] += 1);
        let up = |p: DVec2| dvec2(p.x, -p.y);
        let views: [View; 3] = [(&up, 1.0, 1.0), (&swap, 1.0, 1.0), (&plain, 4.0, 2.0)];
        for (see, lengths, times) in views {
            let spin = if lengths == 1.0 { -1.0 } else { 1.0 };
            let (seen, seen_events, _) = everything(number, see, spin, lengths, times);
            assert_eq!(kinds(&events), kinds(&seen_events), "shot {number}");
            for (event, seen) in events.iter().zip(&seen_events) {
                assert_eq!((event.time_s * times, event.body, event.other), (seen.time_s, seen.body, seen.other));
            }
            for (body, seen) in state.bodies.iter().zip(&seen.bodies) {
                assert_eq!((see(body.position_m()) * lengths, body.mode()), (seen.position_m(), seen.mode()));
                assert_eq!(spin * body.angle_rad(), seen.angle_rad());
            }
        }
    }
    for kind in [Kind::Post, Kind::Hop, Kind::Stack, Kind::Ground, Kind::Pair, Kind::Edge] {
        assert!(found[kind as usize] > 50, "{}: {found:?}", kind.name());
    }
}

/// A trial's own masses and restitution make the setup that would be made of them at once, whatever the trial before
/// had.
#[test]
fn the_setup_of_a_trial_is_as_if_made_for_it() {
    let mut trial = TrialSetup::of(&setup(&[PLAYER, BALL], lifted_two()));
    trial.remake(|_| 0.1, 0.2);
    trial.remake(|body| [0.0052, 0.0031][body], 0.7);
    let coins = [Coin { mass_kg: 0.0052, ..PLAYER }, Coin { mass_kg: 0.0031, ..BALL }];
    let edge = Rectangle { half_length_m: 0.6, half_width_m: 0.3 };
    let law = Contact { restitution_ratio: 0.7, ..SLOW };
    let made = Setup::new(coins.to_vec(), 9.81, 0.9, law, Some(edge), Vec::new()).with(lifted_two()).expect("allowed");
    assert_eq!((trial.setup().coins(), trial.setup().contact()), (made.coins(), made.contact()));
    let starts = [(DVec2::ZERO, dvec2(1.5, 0.1), 20.0), (dvec2(0.05, 0.0), DVec2::ZERO, 0.0)];
    let played = |setup: &Setup| {
        let mut state = start(setup, &starts);
        state.hop(setup, 1, 0.3);
        let (ending, events) = play(setup, &mut state);
        (ending, events, state.energy(setup))
    };
    assert_eq!(played(trial.setup()), played(&made));
    assert!((strike::speed_m_s(&trial.setup().coins()[0], 0.0052) - 1.0).abs() < 1e-15);
    assert!(curves::supports(0.9, 0.5).is_ok());
}
