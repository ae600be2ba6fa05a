//! Clusters of two to five balls, beside a program of its own that takes small steps, and beside smaller steps.

use super::*;

/// Friction of one contact in small steps, by its law alone: `F = k s + c z`, at most `mu Fn`, `s' = z` where it holds
/// and `s = 0` where it slides, `z = u + b0 / (1 + b0) q / m`.
#[derive(Clone, Copy, Default)]
struct Rub {
    stretch: DVec3,
    impulse: DVec3,
    taken_j: f64,
    forgets: bool,
}

/// Balls that touch, followed by explicit small steps: the middle of each by Euler, then the whole.
struct Small<'a> {
    balls: &'a [Ball],
    mu: f64,
    b0: f64,
    law: Hertz,
    rubs: Vec<Rub>,
}

#[derive(Clone)]
struct Moving {
    x: Vec<DVec3>,
    v: Vec<DVec3>,
    w: Vec<DVec3>,
}

impl Small<'_> {
    /// Forces and couples, and friction of each pair with its slip and elongation rate.
    fn forces(&self, now: &Moving, rubs: &mut [Rub], dt: f64) -> (Vec<DVec3>, Vec<DVec3>) {
        let n = self.balls.len();
        let (mut force, mut couple) = (vec![DVec3::ZERO; n], vec![DVec3::ZERO; n]);
        for j in 1..n {
            for i in 0..j {
                let rub = &mut rubs[i * n + j];
                let (a, b) = (&self.balls[i], &self.balls[j]);
                let span = now.x[j] - now.x[i];
                let (length, reach) = (span.length(), a.radius_m + b.radius_m);
                let depth = reach - length;
                if depth <= 0.0 {
                    *rub = Rub::default();
                    continue;
                }
                let normal = span / length;
                let relative = now.v[i] - now.v[j];
                let stiffness = self.law.stiffness([a, b]);
                let root = depth.sqrt();
                let loss = 1.5 * self.law.dissipation_s * root * relative.dot(normal);
                let push = (stiffness * (depth * root + loss)).max(0.0);
                let turning = (now.w[i] * a.radius_m + now.w[j] * b.radius_m) / reach;
                let slip = relative + turning.cross(span);
                let slip = slip - normal * slip.dot(normal);
                let (nu, memory) = (self.law.poisson_ratio, self.b0 / (1.0 + self.b0));
                let spring = 2.0 * (1.0 - nu) / (2.0 - nu) * 1.5 * stiffness * root;
                let across_kg = 1.0 / (3.5 * (1.0 / a.mass_kg + 1.0 / b.mass_kg));
                let dashpot = 2.0 * 2.0 * (spring * across_kg * (1.0 + self.b0)).sqrt();
                let drive = if rub.forgets { slip } else { slip + rub.impulse * (memory / across_kg) };
                let trial = rub.stretch * spring + drive * dashpot;
                let trial = trial - normal * trial.dot(normal);
                let holds = trial.length() <= self.mu * push;
                let p = if holds { trial } else { trial.normalize() * (self.mu * push) };
                rub.stretch = if holds { rub.stretch + drive * dt } else { DVec3::ZERO };
                rub.impulse += p * dt;
                rub.taken_j += p.dot(slip) * dt;
                if rub.taken_j < 0.0 && !rub.forgets {
                    (rub.forgets, rub.stretch) = (true, DVec3::ZERO);
                }
                force[i] -= normal * push + p;
                force[j] += normal * push + p;
                couple[i] -= span.cross(p) * (a.radius_m / reach);
                couple[j] -= span.cross(p) * (b.radius_m / reach);
            }
        }
        (force, couple)
    }

    fn go(&mut self, now: &mut Moving, dt: f64) {
        let ahead = |from: &Moving, by: &Moving, (force, couple): &(Vec<DVec3>, Vec<DVec3>), dt: f64| {
            let mut to = from.clone();
            for (k, ball) in self.balls.iter().enumerate() {
                to.x[k] += by.v[k] * dt;
                to.v[k] += force[k] / ball.mass_kg * dt;
                to.w[k] += couple[k] / ball.inertia_kg_m2() * dt;
            }
            to
        };
        let first = self.forces(now, &mut self.rubs.clone(), 0.5 * dt);
        let middle = ahead(now, now, &first, 0.5 * dt);
        let mut rubs = self.rubs.clone();
        let second = self.forces(&middle, &mut rubs, dt);
        *now = ahead(now, &middle, &second, dt);
        self.rubs = rubs;
    }
}

/// Some balls in a cluster that touch or nearly do, and one that is thrown at them.
fn cluster(dice: &mut Dice) -> (Vec<Ball>, Vec<Thrown>) {
    let count = 2 + (dice.next() % 4) as usize;
    let balls: Vec<Ball> = (0..count).map(|k| if k == 0 { toley() } else { marble() }).collect();
    let mut places: Vec<DVec3> = vec![];
    while places.len() < count - 1 {
        let beside = places.last().map_or(DVec3::ZERO, |&last| {
            last + dice.vector(1.0).normalize() * (2.0 * MARBLE_M + if dice.share() < 0.5 { 0.0 } else { 10e-6 })
        });
        if places.iter().all(|at| at.distance(beside) >= 2.0 * MARBLE_M - 1e-15) {
            places.push(beside);
        }
    }
    let towards = dice.vector(1.0).normalize();
    let cue = places[0] - towards * (TOLEY_M + MARBLE_M + 1e-6);
    let others = places[1..].iter().all(|at| at.distance(cue) > TOLEY_M + MARBLE_M);
    if !others {
        return cluster(dice);
    }
    let velocity = (towards + dice.vector(0.6)).normalize() * (0.5 + 2.5 * dice.share());
    let mut start = vec![(cue, velocity, dice.vector(200.0))];
    start.extend(places.into_iter().map(|at| (at, DVec3::ZERO, DVec3::ZERO)));
    (balls, start)
}

impl Small<'_> {
    /// For how long nothing can touch, s; 0 where something does.
    fn apart_s(&self, now: &Moving) -> f64 {
        let mut least_s = f64::INFINITY;
        for j in 1..self.balls.len() {
            for i in 0..j {
                let gap = now.x[i].distance(now.x[j]) - self.balls[i].radius_m - self.balls[j].radius_m;
                least_s = least_s.min(gap.max(0.0) / now.v[i].distance(now.v[j]).max(1e-9));
            }
        }
        least_s
    }

    /// Goes on to a time, where nothing touches without steps.
    fn follow(&mut self, now: &mut Moving, until_s: f64, dt: f64) {
        let mut left_s = until_s;
        while left_s > 0.0 {
            let apart_s = self.apart_s(now).min(left_s);
            if apart_s > dt {
                now.x.iter_mut().zip(&now.v).for_each(|(x, v)| *x += *v * apart_s);
                self.rubs.fill(Rub::default());
                left_s -= apart_s;
            } else {
                self.go(now, dt.min(left_s));
                left_s -= dt;
            }
        }
    }
}

/// How far velocities are from those of small steps a millisecond later, over the speed that came in.
fn off_small_steps(dice: &mut Dice, every_hit: bool) -> f64 {
    let (balls, start) = cluster(dice);
    let (mu, b0) = (0.25 * dice.share(), 0.6 * dice.share());
    let law = Hertz { every_hit, ..Hertz::GLASS };
    let (state, _) = play(balls.clone(), contact(law, mu, b0), &start, 1e-3);
    let count = balls.len();
    let mut small = Small { balls: &balls, mu, b0, law, rubs: vec![Rub::default(); count * count] };
    let mut now = Moving {
        x: start.iter().map(|body| body.0).collect(),
        v: start.iter().map(|body| body.1).collect(),
        w: start.iter().map(|body| body.2).collect(),
    };
    small.follow(&mut now, 1e-3, STEP_S);
    let off = |k: usize| {
        let body = &state.bodies[k];
        let spin_m_s = (body.spin_rad_s - now.w[k]).length() * balls[k].radius_m;
        body.velocity_m_s.distance(now.v[k]).max(0.4 * spin_m_s) / start[0].1.length()
    };
    (0..count).map(off).fold(0.0, f64::max)
}

/// Of small steps, s.
const STEP_S: f64 = 2e-8;

/// Final velocities of 900 clusters of two to five balls are those of small steps, to half a hundredth of the speed,
/// whether lone hits are followed or not. Of 6,000 in closed form seven are farther off, at most 1.1e-2: in the three
/// that were looked at a ball grazes another again.
#[test]
fn clusters_end_as_small_steps_have_them() {
    for every_hit in [false, true] {
        let mut off = vec![];
        for seed in [41, 42, 43] {
            let mut dice = Dice(seed);
            off.extend((0..300).map(|_| off_small_steps(&mut dice, every_hit)));
        }
        off.sort_by(f64::total_cmp);
        let [median, most, worst] = [off[450], off[890], off[899]];
        assert!(median < 2e-4 && most < 2.5e-3 && worst < 5e-3, "{every_hit}: {median:e} {most:e} {worst:e}");
    }
}

/// The error of the step that is used, ten seeds together: mostly far below a thousandth of the speed that came in.
#[test]
fn the_error_of_the_step_is_as_told() {
    let mut errors = vec![];
    for seed in 42..52 {
        let mut dice = Dice(seed);
        for _ in 0..200 {
            let (balls, start) = cluster(&mut dice);
            let (mu, b0) = (0.25 * dice.share(), 0.6 * dice.share());
            let end = |step_count| {
                let law = Hertz { every_hit: true, step_count, ..Hertz::GLASS };
                play(balls.clone(), contact(law, mu, b0), &start, 0.02).0
            };
            let (used, fine) = (end(Hertz::GLASS.step_count), end(1024));
            let off = used.bodies.iter().zip(&fine.bodies).map(|(a, b)| a.velocity_m_s.distance(b.velocity_m_s));
            errors.push(off.fold(0.0, f64::max) / start[0].1.length());
        }
    }
    errors.sort_by(f64::total_cmp);
    let [median, most, thousandth, worst] = [errors[1000], errors[1980], errors[1998], errors[1999]];
    assert!(
        median < 1e-4 && most < 1.0e-3 && thousandth < 2.5e-3 && worst < 4.0e-3,
        "{median:e} {most:e} {thousandth:e} {worst:e}"
    );
}
