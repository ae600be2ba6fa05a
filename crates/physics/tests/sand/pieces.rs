//! How good the short pieces of constant acceleration are, against the method of Runge and Kutta with steps that shrink
//! wherever a direction turns fast.

use super::*;

/// What acts on a ball, m/s2 and 1/m.
#[derive(Clone, Copy, Debug)]
struct Acting {
    sliding: f64,
    couple: f64,
    rolling: f64,
    plough: f64,
    drag: f64,
}

/// Place, velocity, and the velocity at which the rotation would roll.
#[derive(Clone, Copy, Debug)]
struct Now {
    x: DVec2,
    v: DVec2,
    q: DVec2,
}

fn along_or_none(a: DVec2) -> DVec2 {
    if a.length() > 0.0 { a / a.length() } else { DVec2::ZERO }
}

impl Acting {
    fn on(&self, now: Now) -> Now {
        let u = along_or_none(now.v - now.q) * self.sliding;
        let brake = self.plough + self.drag * now.v.length_squared();
        // what is held at nothing stays there
        let v = match now.v == DVec2::ZERO && self.plough >= self.sliding {
            true => DVec2::ZERO,
            false => -u - along_or_none(now.v) * brake,
        };
        let q = match now.q == DVec2::ZERO && 3.5 * self.couple >= 2.5 * self.sliding {
            true => DVec2::ZERO,
            false => u * 2.5 - along_or_none(now.q) * (3.5 * self.couple),
        };
        Now { x: now.v, v, q }
    }

    fn stepped(&self, now: Now, dt: f64) -> Now {
        let go = |by: Now, dt: f64| Now { x: now.x + by.x * dt, v: now.v + by.v * dt, q: now.q + by.q * dt };
        let a = self.on(now);
        let b = self.on(go(a, 0.5 * dt));
        let c = self.on(go(b, 0.5 * dt));
        let d = self.on(go(c, dt));
        let mean = |f: fn(Now) -> DVec2| (f(a) + (f(b) + f(c)) * 2.0 + f(d)) / 6.0;
        go(Now { x: mean(|n| n.x), v: mean(|n| n.v), q: mean(|n| n.q) }, dt)
    }

    /// The longest step in which no direction turns by much.
    fn step_s(&self, now: Now, finest: f64) -> f64 {
        let rate = self.on(now);
        let (u, du) = (now.v - now.q, rate.v - rate.q);
        let times = [(now.v, rate.v), (now.q, rate.q), (u, du)].map(|(a, da)| 0.02 * a.length() / da.length());
        times.into_iter().filter(|t| t.is_finite() && *t > 0.0).fold(2e-4, f64::min).max(finest)
    }

    /// Way and time to rest: place, and when.
    fn until_rest(&self, mut now: Now) -> (DVec2, f64) {
        let (mut t, scale) = (0.0, now.v.length() + now.q.length());
        let finest = 1e-8 * scale;
        let least = 1e-6 * scale;
        loop {
            let (u, speed) = (now.v - now.q, now.v.length());
            let grip = self.couple - 2.0 / 7.0 * (self.plough + self.drag * speed * speed);
            if u.length() <= least && grip.abs() <= self.sliding {
                let rest_grip = self.couple - 2.0 / 7.0 * self.plough;
                if rest_grip.abs() <= self.sliding {
                    let (way, time) = self.roll(speed);
                    return (now.x + along_or_none(now.v) * way, t + time);
                }
                // it rolls only until friction no longer holds it; then the rotation, or the centre, falls behind
                let dt = 1e-5;
                let slow = self.rolling + 5.0 / 7.0 * self.drag * speed * speed;
                let next = now.v * (1.0 - slow * dt / speed).max(0.0);
                now = Now { x: now.x + (now.v + next) * (0.5 * dt), v: next, q: next };
                t += dt;
                if speed <= 4.0 * slow * dt {
                    return (now.x, t);
                }
                let next_grip = self.couple - 2.0 / 7.0 * (self.plough + self.drag * next.length_squared());
                if next_grip.abs() > self.sliding {
                    now.q *= 1.0 - 4.0 * least / speed * next_grip.signum();
                }
                continue;
            }
            if speed <= least && self.plough >= self.sliding {
                // the rotation alone runs down
                return (now.x, t + now.q.length() / (2.5 * self.sliding));
            }
            if speed <= least && now.q.length() <= least {
                return (now.x, t);
            }
            if now.q.length() <= least && 3.5 * self.couple >= 2.5 * self.sliding {
                now.q = DVec2::ZERO;
            }
            let dt = self.step_s(now, finest);
            (now, t) = (self.stepped(now, dt), t + dt);
            assert!(t < 60.0, "no end: {self:?} {now:?}");
        }
    }

    /// Way and time of rolling to rest, in closed form.
    fn roll(&self, v: f64) -> (f64, f64) {
        let (a, b) = (self.rolling, 5.0 / 7.0 * self.drag);
        match b > 0.0 {
            true => ((b * v * v / a).ln_1p() / (2.0 * b), (v * (b / a).sqrt()).atan() / (a * b).sqrt()),
            false => (v * v / (2.0 * a), v / a),
        }
    }
}

/// One random ball that slides: the errors of its place and its time, over its way and its time.
fn errors(dice: &mut Dice, plough: bool, couple: bool, drag: bool) -> [f64; 2] {
    let (sliding, rolling) = (0.1 + 0.5 * dice.share(), 0.05 + 0.2 * dice.share());
    let sand = Sand {
        resistance: if plough { Resistance::Plough } else { Resistance::Couple },
        speed_term: drag.then_some(TERM),
        landing: Landing::Rebound,
    };
    let ball = Ball::solid(TOLEY_M, 2500.0, sliding, rolling);
    let ground = Ground { rolling_while_sliding: couple, ..ground() };
    let setup = Setup::new(vec![ball], ground, pairwise(0.95, 0.12, 0.44), None).with_sand(sand);
    let aside = |dice: &mut Dice, size: f64| DVec2::new(dice.within(size), dice.within(size));
    let (v, q) = (aside(dice, 3.0), aside(dice, 3.0));
    let (state, events) = sent(&setup, v, q);
    let acting = Acting {
        sliding: sliding * G,
        couple: if couple { rolling * G } else { 0.0 },
        rolling: rolling * G,
        plough: if plough { 1.4 * rolling * G } else { 0.0 },
        drag: if drag {
            let cap_m2 = 4.0 / 3.0 * TERM.sinkage_m * (2.0 * TOLEY_M * TERM.sinkage_m).sqrt();
            0.8 * TERM.sand_density_kg_m3 * cap_m2 / ball.mass_kg
        } else {
            0.0
        },
    };
    let (x, t) = acting.until_rest(Now { x: DVec2::ZERO, v, q });
    let stop_s = events.last().map_or(f64::NAN, |event| event.time_s);
    // the whole way there and back, not only how far it comes
    let way_m = v.length() * t;
    [(state.bodies[0].position_m.xy() - x).length() / way_m, (stop_s - t).abs() / t]
}

/// The bounds that `spheres/coupled.rs` and `spheres/drag.rs` state: places to 2e-3 of the way, times to 1e-3, and half
/// of all places to 3e-5.
fn check(plough: bool, couple: bool, drag: bool) {
    let mut dice = Dice(41);
    let mut places = Vec::new();
    for case in 0..600 {
        let [place, time] = errors(&mut dice, plough, couple, drag);
        assert!(place <= 2e-3 && time <= 1e-3, "case {case}: {place:.1e} of the way, {time:.1e} of the time");
        places.push(place);
    }
    places.sort_by(f64::total_cmp);
    assert!(places[300] <= 3e-5, "half of the places are off by {:.1e}", places[300]);
}

#[test]
fn the_rolling_couple_while_sliding() {
    check(false, true, false);
    check(false, true, true);
}

#[test]
fn the_plough() {
    check(true, false, false);
    check(true, false, true);
}

#[test]
fn the_speed_term_alone() {
    check(false, false, true);
}
