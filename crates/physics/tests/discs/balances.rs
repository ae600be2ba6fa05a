//! Momentum, energy and room: what every shot of coins keeps.

use super::*;
use tolley_physics::kernel::Kind;

#[test]
fn impacts_keep_momentum_and_never_make_energy() {
    let (mut impacts, mut early) = (0, 0);
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
            let (change, rounding) = (sum(after) - sum(before), 8.0 * f64::EPSILON * (scale + event.impulse_n_s));
            // of coins that press on each other the table brakes the common motion a little early, and nothing else
            let braked = -change.dot(sum(before).normalize_or_zero());
            assert!(change.length() <= braked.max(0.0) + rounding && braked <= 1e-2 * scale);
            early += usize::from(braked > rounding);
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
            assert_eq!(setup.coins(), shot.coins);
        });
    }
    assert!(impacts > 500, "too few impacts to mean anything: {impacts}");
    assert!(early * 100 < impacts, "{early} of {impacts} are not impacts of two alone");
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
                let now = previous.energy(&setup).in_play_j;
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
