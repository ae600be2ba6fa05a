//! What holds for every shot of coins: symmetries to the bit, balances, no overlap, no dependence on predictions.

use super::{BALL, Coined, PLAYER, RIMS, play, start};
use glam::{DVec2, dvec2};
use tolley_physics::discs::{Coin, Contact, Discs, Line, Mode, Rectangle, Scratch, Setup, State};
use tolley_physics::kernel::{self, Ending, Event, Kind, Limits, Reason, Trace, World};

/// Marsaglia's xorshift: the shots of these tests must not change with a library.
struct Dice(u64);

impl Dice {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        for shift in [13i32, -7, 17] {
            self.0 ^= if shift > 0 { self.0 << shift } else { self.0 >> -shift };
        }
        low + (high - low) * (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A shot with three unlike coins.
#[derive(Clone)]
struct Shot {
    coins: Vec<Coin>,
    starts: Vec<Coined>,
    rim_ratio: f64,
    contact: Contact,
    edge: Rectangle,
    lines: Vec<Line>,
}

impl Shot {
    /// Every coin may move and spin from the start; they stand close, so that most shots have several impacts.
    fn random(number: u64) -> Shot {
        let dice = &mut Dice(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(number + 1));
        let mut shot = Shot {
            coins: vec![],
            starts: vec![],
            rim_ratio: if number.is_multiple_of(2) { 0.0 } else { 0.9 },
            contact: Contact { restitution_ratio: dice.between(0.5, 1.0), slow_speed_m_s: 1e-3, ..RIMS },
            edge: Rectangle { half_length_m: 0.3, half_width_m: 0.2 },
            lines: vec![
                Line { from_m: dvec2(0.3, -0.05), to_m: dvec2(0.3, 0.05) },
                Line { from_m: dvec2(-0.1, -0.2), to_m: dvec2(0.13, 0.2) },
            ],
        };
        while shot.coins.len() < 3 {
            let friction_ratio = dice.between(0.05, 0.5);
            let radius_m = dice.between(0.008, 0.012);
            let place = dvec2(dice.between(-0.09, 0.09), dice.between(-0.07, 0.07));
            let aim = dvec2(dice.between(-0.03, 0.03), dice.between(-0.03, 0.03));
            let speed = if dice.between(0.0, 1.0) < 0.4 { 0.0 } else { dice.between(0.1, 1.5) };
            let velocity = speed * (aim - place).normalize();
            let spin = if dice.between(0.0, 1.0) < 0.5 { 0.0 } else { dice.between(-150.0, 150.0) };
            let clear = |other: (&Coin, &Coined)| (other.1.0 - place).length() > radius_m + other.0.radius_m;
            if shot.coins.iter().zip(&shot.starts).all(clear) {
                let mass_kg = 15.0 * radius_m * radius_m * dice.between(2.0, 4.0);
                shot.coins.push(Coin { radius_m, mass_kg, inertia_ratio: 0.5, friction_ratio });
                shot.starts.push((place, velocity, spin));
            }
        }
        shot
    }

    fn setup(&self) -> Setup {
        Setup::new(self.coins.clone(), 9.81, self.rim_ratio, self.contact, Some(self.edge), self.lines.clone())
    }

    fn played(&self) -> (State, Vec<Event>) {
        let setup = self.setup();
        let mut state = start(&setup, &self.starts);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(ending, Ending::Rest);
        (state, events)
    }

    /// The same shot seen otherwise: vectors by `see`, spin times `spin`.
    fn seen(&self, see: impl Fn(DVec2) -> DVec2, spin: f64) -> Shot {
        let mut shot = self.clone();
        shot.starts.iter_mut().for_each(|(p, v, w)| (*p, *v, *w) = (see(*p), see(*v), spin * *w));
        shot.lines.iter_mut().for_each(|l| (l.from_m, l.to_m) = (see(l.from_m), see(l.to_m)));
        let half = see(dvec2(shot.edge.half_length_m, shot.edge.half_width_m)).abs();
        (shot.edge.half_length_m, shot.edge.half_width_m) = (half.x, half.y);
        shot
    }
}

/// Everything about a body, to be compared bit by bit (but -0 is 0).
fn facts(state: &State, body: usize) -> (Mode, f64, DVec2, DVec2, f64, f64) {
    let body = &state.bodies[body];
    (body.mode(), body.time_s(), body.position_m(), body.velocity_m_s(), body.spin_rad_s(), body.angle_rad())
}

fn assert_same_view(shot: &Shot, other: &Shot, see: impl Fn(DVec2) -> DVec2, spin: f64) {
    let ((state, events), (seen, seen_events)) = (shot.played(), other.played());
    assert_eq!(events.len(), seen_events.len());
    for (event, seen) in events.iter().zip(&seen_events) {
        let place = see(event.position_m.truncate()).extend(0.0);
        assert_eq!(Event { position_m: place, ..*event }, *seen);
    }
    for body in 0..3 {
        let (mode, time, place, velocity, turn, angle) = facts(&state, body);
        assert_eq!((mode, time, see(place), see(velocity), spin * turn, spin * angle), facts(&seen, body));
    }
}

fn shots(count: u64) -> impl Iterator<Item = Shot> {
    (0..count).map(Shot::random)
}

#[test]
fn mirrored_and_swapped_axes_are_the_same_to_the_bit() {
    let (up, side, swap) = (|p: DVec2| dvec2(p.x, -p.y), |p: DVec2| dvec2(-p.x, p.y), |p: DVec2| dvec2(p.y, p.x));
    for shot in shots(400) {
        assert_same_view(&shot, &shot.seen(up, -1.0), up, -1.0);
        assert_same_view(&shot, &shot.seen(side, -1.0), side, -1.0);
        assert_same_view(&shot, &shot.seen(swap, -1.0), swap, -1.0);
    }
}

#[test]
fn numbering_does_not_matter_to_the_bit() {
    for shot in shots(400) {
        let order = [2usize, 0, 1];
        let mut other = shot.clone();
        other.coins = order.map(|b| shot.coins[b]).to_vec();
        other.starts = order.map(|b| shot.starts[b]).to_vec();
        let ((state, events), (renumbered, other_events)) = (shot.played(), other.played());
        for (new, old) in order.into_iter().enumerate() {
            assert_eq!(facts(&renumbered, new), facts(&state, old));
        }
        let what = |e: &Event| (e.time_s, e.kind, e.position_m, e.impulse_n_s, e.line);
        assert_eq!(events.iter().map(what).collect::<Vec<_>>(), other_events.iter().map(what).collect::<Vec<_>>());
    }
}

#[test]
fn four_times_the_lengths_and_twice_the_times_are_the_same_to_the_bit() {
    for shot in shots(400) {
        let mut large = shot.clone();
        large.coins.iter_mut().for_each(|c| c.radius_m *= 4.0);
        large.starts.iter_mut().for_each(|(p, v, w)| (*p, *v, *w) = (4.0 * *p, 2.0 * *v, 0.5 * *w));
        large.lines.iter_mut().for_each(|l| (l.from_m, l.to_m) = (4.0 * l.from_m, 4.0 * l.to_m));
        large.edge = Rectangle { half_length_m: 4.0 * 0.3, half_width_m: 4.0 * 0.2 };
        large.contact.slow_speed_m_s *= 2.0;
        let ((state, events), (scaled, scaled_events)) = (shot.played(), large.played());
        for (event, large) in events.iter().zip(&scaled_events) {
            assert_eq!(
                (event.kind, 2.0 * event.time_s, 4.0 * event.position_m),
                (large.kind, large.time_s, large.position_m)
            );
            assert_eq!((2.0 * event.impulse_n_s, 4.0 * event.loss_j), (large.impulse_n_s, large.loss_j));
        }
        for body in 0..3 {
            let (mode, time, place, velocity, spin, angle) = facts(&state, body);
            assert_eq!((mode, 2.0 * time, 4.0 * place, 2.0 * velocity, 0.5 * spin, angle), facts(&scaled, body));
        }
    }
}

#[test]
fn twice_the_speed_and_spin_goes_four_times_as_far() {
    let setup = Setup::new(vec![PLAYER], 9.81, 0.0, RIMS, None, vec![]);
    for (speed, spin) in [(0.7, 0.0), (0.0, 30.0), (0.7, 5.0), (0.7, 300.0), (1e-7, 90.0), (0.7, 1e-5)] {
        let [once, twice] = [1.0, 2.0].map(|f| {
            let mut state = start(&setup, &[(DVec2::ZERO, dvec2(f * speed, 0.0), f * spin)]);
            play(&setup, &mut state, f64::INFINITY);
            (state.bodies[0].time_s(), state.bodies[0].position_m().x, state.bodies[0].angle_rad())
        });
        assert_eq!((2.0 * once.0, 4.0 * once.1, 4.0 * once.2), twice);
    }
}

#[test]
fn the_laws_join_where_one_takes_over_from_another() {
    let setup = Setup::new(vec![PLAYER], 9.81, 0.0, RIMS, None, vec![]);
    let at_rest = |speed: f64, spin: f64| {
        let mut state = start(&setup, &[(DVec2::ZERO, dvec2(speed, 0.0), spin)]);
        play(&setup, &mut state, f64::INFINITY);
        [state.bodies[0].time_s(), state.bodies[0].position_m().x, state.bodies[0].angle_rad()]
    };
    // across the ray where slide and spin die together, and across the ends of the table, wherever they are
    let ray = 0.653001789206;
    let ends = (10..24).map(|k| f64::from(1 << k)).flat_map(|far| [far + ray, 1.0 / (far + 1.0 / ray)]);
    for eps in ends.chain([ray]) {
        for step in [1e-9, 1e-4] {
            let (speed, spin) = (0.5 * eps.min(1.0), 0.5 * eps.min(1.0) / eps / PLAYER.radius_m);
            let [a, b] = [1.0 - step, 1.0 + step].map(|f| at_rest(speed * f, spin));
            for (a, b) in a.into_iter().zip(b) {
                assert!((a / b - 1.0).abs() < 4.1 * step + 1e-8, "{eps} {step}: {a} {b}");
            }
        }
    }
}

/// Plays event by event, with a look at the state before and after each.
fn watch(shot: &Shot, mut look: impl FnMut(&Setup, &State, &State, &Event)) {
    let setup = shot.setup();
    let mut state = start(&setup, &shot.starts);
    let mut scratch = Scratch::new(&setup);
    while let Some(mut event) = Discs::next(&setup, &state, &mut scratch) {
        Discs::advance(&setup, &mut state, &event);
        let before = state.clone();
        Discs::resolve(&setup, &mut state, &mut event);
        Discs::forget(&setup, &state, &mut scratch, &event);
        look(&setup, &before, &state, &event);
    }
}

#[test]
fn impacts_keep_momentum_and_never_make_energy() {
    let mut impacts = 0;
    for shot in shots(1000) {
        watch(&shot, |setup, before, after, event| {
            if event.kind != Kind::Pair {
                return;
            }
            impacts += 1;
            let ids = [event.body as usize, event.other as usize];
            let sum = |state: &State| -> DVec2 {
                ids.iter().map(|&b| shot.coins[b].mass_kg * state.bodies[b].velocity_m_s()).sum()
            };
            let scale: f64 = ids.iter().map(|&b| shot.coins[b].mass_kg * before.bodies[b].speed_m_s()).sum();
            assert!((sum(after) - sum(before)).length() <= 8.0 * f64::EPSILON * (scale + event.impulse_n_s));
            let energy = |state: &State| -> f64 {
                let coin = |b: usize| {
                    let (coin, body) = (&shot.coins[b], &state.bodies[b]);
                    let spin = coin.radius_m * body.spin_rad_s();
                    0.5 * coin.mass_kg * (body.speed_m_s().powi(2) + coin.inertia_ratio * spin * spin)
                };
                ids.into_iter().map(coin).sum()
            };
            let (had, has) = (energy(before), energy(after));
            assert!(has <= had * (1.0 + 1e-14), "{had} {has}");
            assert!(event.loss_j >= 0.0 && (had - has - event.loss_j).abs() <= 1e-14 * had);
            for b in ids {
                assert_eq!(before.bodies[b].angle_rad(), after.bodies[b].angle_rad());
            }
            assert_eq!(setup.coins, shot.coins);
        });
    }
    assert!(impacts > 500, "too few impacts to mean anything: {impacts}");
}

#[test]
fn nothing_overlaps_and_energy_falls_between_events() {
    let (mut tightest, mut looks) = (f64::INFINITY, 0u32);
    for (number, shot) in shots(2000).enumerate() {
        let (setup, dice) = (shot.setup(), &mut Dice(number as u64 + 77));
        let (mut last, mut energy) = (0.0, f64::INFINITY);
        let mut previous = start(&setup, &shot.starts);
        watch(&shot, |_, _, after, event| {
            let mut times = [0.0; 12].map(|_| last + (event.time_s - last) * dice.between(0.0, 1.0));
            times.sort_by(f64::total_cmp);
            // on the way to the event, and the event itself
            for time in times.into_iter().chain([event.time_s]) {
                Discs::settle(&setup, &mut previous, time);
                let now = previous.energy_j(&setup);
                assert!(now <= energy * (1.0 + 1e-14) + 1e-18, "shot {number} at {time}: {energy} {now}");
                energy = now;
                for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                    let (one, two) = (&previous.bodies[i], &previous.bodies[j]);
                    if one.mode() != Mode::Off && two.mode() != Mode::Off {
                        let gap = (one.position_m() - two.position_m()).length();
                        tightest = tightest.min(gap - shot.coins[i].radius_m - shot.coins[j].radius_m);
                        looks += 1;
                        assert!(tightest > -1e-12, "shot {number} at {time}: gap {tightest}");
                    }
                }
            }
            (previous, last) = (after.clone(), event.time_s);
        });
    }
    assert!(looks > 100_000 && tightest < 1e-15, "{looks} looks, tightest {tightest}: the test has no teeth");
}

#[test]
fn fresh_predictions_and_pauses_change_nothing() {
    for shot in shots(300) {
        let setup = shot.setup();
        let (whole, events) = shot.played();
        let mut state = start(&setup, &shot.starts);
        let mut fresh = vec![];
        while let Some(mut event) = Discs::next(&setup, &state, &mut Scratch::new(&setup)) {
            // looked at in between, as by a film
            Discs::settle(&setup, &mut state, 0.5 * (event.time_s + fresh.last().map_or(0.0, |e: &Event| e.time_s)));
            Discs::advance(&setup, &mut state, &event);
            Discs::resolve(&setup, &mut state, &mut event);
            fresh.push(event);
        }
        assert_eq!(fresh, events);
        for body in 0..3 {
            let (mode, _, place, velocity, spin, angle) = facts(&state, body);
            let (mode_whole, _, place_whole, velocity_whole, spin_whole, angle_whole) = facts(&whole, body);
            assert_eq!((mode, place, velocity), (mode_whole, place_whole, velocity_whole));
            assert_eq!((spin, angle), (spin_whole, angle_whole));
        }
    }
}

#[test]
fn a_cleared_state_plays_the_next_trial_alike() {
    let shot = Shot::random(4);
    let setup = shot.setup();
    let (expected, events) = shot.played();
    let (mut state, mut scratch) = (shot.played().0, Scratch::new(&setup));
    for _ in 0..2 {
        state.clear(&setup);
        scratch.clear();
        shot.starts.iter().enumerate().for_each(|(b, &(p, v, w))| state.place(&setup, b, p, v, w));
        let mut trace = Trace::default();
        kernel::run::<Discs, _>(&setup, &mut state, &mut scratch, &Limits::for_bodies(3), &mut trace);
        assert_eq!(trace.events, events);
        assert_eq!(facts(&state, 1), facts(&expected, 1));
    }
}

#[test]
fn without_friction_nothing_rests_and_the_clock_can_still_stop_it() {
    let coins = [Coin { friction_ratio: 0.0, ..PLAYER }, Coin { friction_ratio: 0.0, ..BALL }];
    let elastic = Contact { restitution_ratio: 1.0, friction_ratio: 0.0, ..RIMS };
    let setup = Setup::new(coins.to_vec(), 9.81, 0.0, elastic, None, vec![]);
    let begin = [(DVec2::ZERO, dvec2(1.0, 0.0), 3.0), (dvec2(1.0, 0.0), dvec2(-1.0, 0.0), 0.0)];
    let mut state = start(&setup, &begin);
    let (ending, events) = play(&setup, &mut state, f64::INFINITY);
    assert_eq!(ending, Ending::Quarantined(Reason::NeverRests));
    assert_eq!(events.len(), 1);
    assert!((events[0].time_s - 0.49).abs() < 1e-15, "{}", events[0].time_s);
    let mut state = start(&setup, &begin);
    assert_eq!(play(&setup, &mut state, 2.0).0, Ending::Until);
    assert!((state.bodies[0].angle_rad() - 6.0).abs() < 1e-14);
    let (m, n) = (PLAYER.mass_kg, BALL.mass_kg);
    let back = (m - 3.0 * n) / (m + n);
    assert!((state.bodies[0].position_m().x - (0.49 + 1.51 * back)).abs() < 1e-14);
}

#[test]
fn a_goal_line_on_the_edge_is_crossed_before_the_fall() {
    let edge = Rectangle { half_length_m: 0.6, half_width_m: 0.3 };
    let goal = Line { from_m: dvec2(0.6, -0.05), to_m: dvec2(0.6, 0.05) };
    let setup = Setup::new(vec![BALL], 9.81, 0.0, RIMS, Some(edge), vec![goal]);
    for number in 0..500 {
        let dice = &mut Dice(number + 1);
        let (from, to) = (dvec2(0.3, dice.between(-0.2, 0.2)), dvec2(0.6, dice.between(-0.07, 0.07)));
        let mut state = start(&setup, &[(from, 2.0 * (to - from).normalize(), dice.between(-9.0, 9.0))]);
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        let kinds: Vec<Kind> = events.iter().map(|e| e.kind).collect();
        let expected = if to.y.abs() < 0.05 { vec![Kind::Line, Kind::Edge] } else { vec![Kind::Edge] };
        assert_eq!(kinds, expected, "{from} {to}");
        assert_eq!(state.bodies[0].mode(), Mode::Off);
        assert!(state.bodies[0].speed_m_s() > 0.0, "the speed at the edge is kept");
    }
}

#[test]
fn a_line_is_crossed_once_each_way() {
    // three joined lines, crossed at a joint; a coin that starts on a line; a coin knocked back over it
    let joined = [-0.1, 0.0, 0.1].map(|y| Line { from_m: dvec2(0.1, y), to_m: dvec2(0.1, y + 0.1) });
    let setup = Setup::new(vec![BALL], 9.81, 0.0, RIMS, None, joined.to_vec());
    for (begin, crossings) in [(0.0, 1), (0.1, 0), (-0.4, 0)] {
        let mut state = start(&setup, &[(dvec2(begin, 0.0), dvec2(1.0, 0.0), 0.0)]);
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(events.iter().filter(|e| e.kind == Kind::Line).count(), crossings, "from {begin}");
    }
    let setup = Setup::new(vec![BALL, PLAYER], 9.81, 0.0, RIMS, None, joined[1..2].to_vec());
    let wall = (dvec2(0.16, 0.03), dvec2(-1.0, 0.0), 0.0);
    let mut state = start(&setup, &[(dvec2(0.075, 0.03), dvec2(1.0, 0.0), 0.0), wall]);
    let (_, events) = play(&setup, &mut state, f64::INFINITY);
    let over = |body: u16| events.iter().filter(|e| e.kind == Kind::Line && e.body == body).count();
    assert_eq!((over(0), over(1)), (2, 0));
    assert!(state.bodies[0].position_m().x < 0.1 && state.bodies[1].position_m().x > 0.1);
}

#[test]
fn touching_coins_that_approach_collide_at_once_and_slow_ones_bounce_fully() {
    let slow = Contact { slow_speed_m_s: 0.01, friction_ratio: 0.0, ..RIMS };
    let setup = Setup::new(vec![BALL, BALL], 9.81, 0.0, slow, None, vec![]);
    for (speed, elastic) in [(0.009, true), (0.011, false)] {
        let coins = [(DVec2::ZERO, dvec2(speed, 0.0), 0.0), (dvec2(2.0 * BALL.radius_m, 0.0), DVec2::ZERO, 0.0)];
        let (_, events) = play(&setup, &mut start(&setup, &coins), f64::INFINITY);
        assert_eq!((events[0].time_s, events[0].kind), (0.0, Kind::Pair));
        assert_eq!(events[0].loss_j == 0.0, elastic);
    }
    let apart = [(DVec2::ZERO, dvec2(-1.0, 0.0), 0.0), (dvec2(2.0 * BALL.radius_m, 0.0), DVec2::ZERO, 0.0)];
    let (_, events) = play(&setup, &mut start(&setup, &apart), f64::INFINITY);
    assert!(events.iter().all(|e| e.kind != Kind::Pair));
}
