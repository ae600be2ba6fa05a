//! The same shot seen otherwise is the same to the bit.

use super::*;
use tolley_physics::discs::curves;

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
    let ray = curves::Curves::shared(0.0, 0.5).last_slip_ratio();
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

#[test]
fn fresh_predictions_and_pauses_change_nothing() {
    for shot in shots(300) {
        let setup = shot.setup();
        let (whole, events) = shot.played();
        let mut state = start(&setup, &shot.starts);
        let mut fresh = vec![];
        let mut scratch = Scratch::new(&setup);
        while let Some(mut event) = Discs::predict(&setup, &state, &mut scratch) {
            // looked at in between, as by a film
            Discs::settle(&setup, &mut state, 0.5 * (event.time_s + fresh.last().map_or(0.0, |e: &Event| e.time_s)));
            Discs::advance(&setup, &mut state, &event);
            Discs::resolve(&setup, &mut state, &mut scratch, &mut event);
            fresh.push(event);
            scratch = Scratch::new(&setup);
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
fn turned_tables_are_the_same_to_rounding() {
    let (mut worst, mut hits) = (0.0f64, 0);
    for (number, shot) in shots(400).enumerate() {
        // without edge and lines, whose sides lie along the axes
        let free = Shot { edge: Rectangle { half_length_m: 9.0, half_width_m: 9.0 }, lines: vec![], ..shot };
        let (sin, cos) = libm::sincos(0.37 + number as f64);
        let turn = |p: DVec2| dvec2(cos * p.x - sin * p.y, sin * p.x + cos * p.y);
        let turned = Shot { edge: free.edge, ..free.seen(turn, 1.0) };
        let ((state, events), (there, there_events)) = (free.played(), turned.played());
        assert_eq!(events.len(), there_events.len(), "shot {number}");
        let nudged = {
            let mut other = free.clone();
            other.starts[0].0.x += 1e-10;
            other.starts[1].0.y += 1e-10;
            other.played().0
        };
        for body in 0..3 {
            let (here, nudged) = (state.bodies[body].position_m(), nudged.bodies[body].position_m());
            let kappa = 1.0 + (nudged - here).length() / 1e-10;
            let off = (turn(here) - there.bodies[body].position_m()).length();
            worst = worst.max(off / kappa);
            assert!(off <= 1e-13 * kappa, "shot {number}: off by {off:e}, kappa {kappa:.1}");
        }
        hits += events.iter().filter(|event| event.other != kernel::NONE).count();
    }
    println!("400 turned shots, {hits} hits: off by at most {worst:.1e} m times kappa");
}

#[test]
fn slide_and_spin_approach_their_common_end() {
    // what stops last is neither: the slip speed ratio goes to eps* without ever turning back
    let ray = curves::Curves::shared(0.0, 0.5).last_slip_ratio();
    let setup = Setup::new(vec![PLAYER], 9.81, 0.0, RIMS, None, vec![]);
    for eps in [0.05, 0.3, 0.6, 0.7, 1.0, 3.0, 20.0] {
        let (speed, spin) = (0.5, 0.5 / eps / PLAYER.radius_m);
        let begun = [(DVec2::ZERO, dvec2(speed, 0.0), spin)];
        let mut state = start(&setup, &begun);
        let stop_s = play(&setup, &mut state, f64::INFINITY).1[0].time_s;
        let mut state = start(&setup, &begun);
        let (mut last, mut far) = (eps, (eps - ray).abs());
        for k in 1..200 {
            Discs::settle(&setup, &mut state, stop_s * (1.0 - libm::exp(-0.1 * f64::from(k))));
            let body = &state.bodies[0];
            let now = body.speed_m_s() / (PLAYER.radius_m * body.spin_rad_s());
            let from_end = (now - ray).abs();
            assert!(from_end <= far + 1e-9, "{eps}: {last} then {now}");
            (last, far) = (now, from_end);
        }
        assert!((last / ray - 1.0).abs() < 1e-2, "{eps}: ends at {last}");
        // the other sense of spin changes nothing but itself
        let mut mirrored = start(&setup, &[(DVec2::ZERO, dvec2(speed, 0.0), -spin)]);
        Discs::settle(&setup, &mut mirrored, 0.3 * stop_s);
        Discs::settle(&setup, &mut state, 0.3 * stop_s);
        let (one, other) = (&state.bodies[0], &mirrored.bodies[0]);
        assert_eq!((one.position_m(), one.speed_m_s()), (other.position_m(), other.speed_m_s()));
        assert_eq!((one.spin_rad_s(), one.angle_rad()), (-other.spin_rad_s(), -other.angle_rad()));
    }
}
