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

    /// To rest: the place, the length of the way there, and when.
    fn until_rest(&self, mut now: Now) -> (DVec2, f64, f64) {
        let (mut t, mut way_m, scale) = (0.0, 0.0, now.v.length() + now.q.length());
        let finest = 1e-8 * scale;
        let least = 1e-6 * scale;
        loop {
            let (u, speed) = (now.v - now.q, now.v.length());
            let grip = self.couple - 2.0 / 7.0 * (self.plough + self.drag * speed * speed);
            if u.length() <= least && grip.abs() <= self.sliding {
                let rest_grip = self.couple - 2.0 / 7.0 * self.plough;
                if rest_grip.abs() <= self.sliding {
                    let (way, time) = self.roll(speed);
                    return (now.x + along_or_none(now.v) * way, way_m + way, t + time);
                }
                // it rolls only until friction no longer holds it; then the rotation, or the centre, falls behind
                let dt = 1e-5;
                let slow = self.rolling + 5.0 / 7.0 * self.drag * speed * speed;
                let next = now.v * (1.0 - slow * dt / speed).max(0.0);
                now = Now { x: now.x + (now.v + next) * (0.5 * dt), v: next, q: next };
                t += dt;
                way_m += speed * dt;
                if speed <= 4.0 * slow * dt {
                    return (now.x, way_m, t);
                }
                let next_grip = self.couple - 2.0 / 7.0 * (self.plough + self.drag * next.length_squared());
                if next_grip.abs() > self.sliding {
                    now.q *= 1.0 - 4.0 * least / speed * next_grip.signum();
                }
                continue;
            }
            if speed <= least && self.plough >= self.sliding {
                // the rotation alone runs down
                return (now.x, way_m, t + now.q.length() / (2.5 * self.sliding));
            }
            if speed <= least && now.q.length() <= least {
                return (now.x, way_m, t);
            }
            if now.q.length() <= least && 3.5 * self.couple >= 2.5 * self.sliding {
                now.q = DVec2::ZERO;
            }
            let dt = self.step_s(now, finest);
            way_m += speed * dt;
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

/// What acts on a ball that slides.
#[derive(Clone, Copy)]
struct Laws {
    plough: bool,
    couple: bool,
    drag: bool,
}

/// A ball, how deep it sinks, and how fast it may go and turn along each axis.
struct Sent {
    radius_m: f64,
    sinkage_m: f64,
    within_m_s: f64,
}

const TOLEY: Sent = Sent { radius_m: TOLEY_M, sinkage_m: TERM.sinkage_m, within_m_s: 3.0 };
/// A toley of 7.2 mm at up to 30 m/s, with 32 times the drag of a large one.
const FAST: Sent = Sent { radius_m: 0.0036, sinkage_m: 1e-3, within_m_s: 21.0 };

/// How far off one ball is.
struct Errors {
    /// Of the place of rest, over the speed at first times the time.
    thrown: f64,
    /// Of the same, over the length of the way.
    way: f64,
    time: f64,
    pieces: usize,
}

/// One random ball that slides.
fn errors(dice: &mut Dice, laws: Laws, ball: &Sent) -> Errors {
    let (sliding, rolling) = (0.1 + 0.5 * dice.share(), 0.05 + 0.2 * dice.share());
    let (radius_m, sinkage_m) = (ball.radius_m, ball.sinkage_m);
    let sand = Sand {
        resistance: if laws.plough { Resistance::Plough } else { Resistance::Couple },
        speed_term: laws.drag.then_some(SpeedTerm { sinkage_m, ..TERM }),
        landing: Landing::Rebound,
    };
    let ground = Ground { rolling_while_sliding: laws.couple, ..ground() };
    let solid = Ball::solid(radius_m, 2500.0, sliding, rolling);
    let setup = Setup::new(vec![solid], ground, pairwise(0.95, 0.12, 0.44), None).with_sand(sand);
    let aside = |dice: &mut Dice| DVec2::new(dice.within(ball.within_m_s), dice.within(ball.within_m_s));
    let (v, q) = (aside(dice), aside(dice));
    let (state, events) = sent(&setup, v, q);
    let cap_m2 = 4.0 / 3.0 * sinkage_m * (2.0 * radius_m * sinkage_m).sqrt();
    let acting = Acting {
        sliding: sliding * G,
        couple: if laws.couple { rolling * G } else { 0.0 },
        rolling: rolling * G,
        plough: if laws.plough { 1.4 * rolling * G } else { 0.0 },
        drag: if laws.drag { 0.8 * TERM.sand_density_kg_m3 * cap_m2 / solid.mass_kg } else { 0.0 },
    };
    let (x, way_m, t) = acting.until_rest(Now { x: DVec2::ZERO, v, q });
    let off_m = (state.bodies[0].position_m.xy() - x).length();
    let stop_s = events.last().map_or(f64::NAN, |event| event.time_s);
    let time = (stop_s - t).abs() / t;
    Errors { thrown: off_m / (v.length() * t), way: off_m / way_m, time, pieces: events.len() }
}

/// The bounds that `spheres/coupled.rs` and `spheres/drag.rs` state: places to 2e-3 of the way, times to 1e-3, and half
/// of all places to 3e-5.
fn check(laws: Laws) {
    let mut dice = Dice(41);
    let mut places = Vec::new();
    for case in 0..600 {
        let Errors { thrown, time, .. } = errors(&mut dice, laws, &TOLEY);
        assert!(thrown <= 2e-3 && time <= 1e-3, "case {case}: {thrown:.1e} of the way, {time:.1e} of the time");
        places.push(thrown);
    }
    places.sort_by(f64::total_cmp);
    assert!(places[300] <= 3e-5, "half of the places are off by {:.1e}", places[300]);
}

/// The same where a small toley is fast and the drag is strong: all places to 2e-3 of the way itself, half to 6e-5, in
/// at most 900 pieces.
fn check_fast(laws: Laws) {
    let mut dice = Dice(41);
    let mut places = Vec::new();
    for case in 0..400 {
        let Errors { way, time, pieces, .. } = errors(&mut dice, laws, &FAST);
        assert!(way <= 2e-3 && time <= 1e-3, "case {case}: {way:.1e} of the way, {time:.1e} of the time");
        assert!(pieces <= 900, "case {case}: {pieces} pieces");
        places.push(way);
    }
    places.sort_by(f64::total_cmp);
    assert!(places[200] <= 6e-5, "half of the places are off by {:.1e}", places[200]);
}

const NONE: Laws = Laws { plough: false, couple: false, drag: false };

#[test]
fn the_rolling_couple_while_sliding() {
    let laws = Laws { couple: true, ..NONE };
    check(laws);
    check(Laws { drag: true, ..laws });
    check_fast(Laws { drag: true, ..laws });
}

#[test]
fn the_plough() {
    let laws = Laws { plough: true, ..NONE };
    check(laws);
    check(Laws { drag: true, ..laws });
    check_fast(Laws { drag: true, ..laws });
}

#[test]
fn the_speed_term_alone() {
    check(Laws { drag: true, ..NONE });
    check_fast(Laws { drag: true, ..NONE });
}
