//! Whole shots by the classical Runge-Kutta method in tiny fixed steps, contacts found by looking after every step.

use super::friction;
use crate::discs::Shot;
use glam::{DVec2, dvec2};

/// What happens, to whom; the second number of a pair is the higher one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    Stop(usize),
    Edge(usize),
    Pair(usize, usize),
}

/// One coin.
#[derive(Clone, Copy, Debug)]
pub struct Coin {
    pub place_m: DVec2,
    pub velocity_m_s: DVec2,
    pub spin_rad_s: f64,
    pub angle_rad: f64,
    pub off: bool,
}

/// A shot under way.
pub struct Stepper<'a> {
    shot: &'a Shot,
    step_s: f64,
    pub time_s: f64,
    pub coins: Vec<Coin>,
    pub events: Vec<(f64, What)>,
}

impl<'a> Stepper<'a> {
    pub fn new(shot: &'a Shot, step_s: f64) -> Stepper<'a> {
        let coin = |&(place_m, velocity_m_s, spin_rad_s): &(DVec2, DVec2, f64)| Coin {
            place_m,
            velocity_m_s,
            spin_rad_s,
            angle_rad: 0.0,
            off: false,
        };
        Stepper { shot, step_s, time_s: 0.0, coins: shot.starts.iter().map(coin).collect(), events: vec![] }
    }

    /// Plays to rest.
    pub fn play(&mut self) {
        while self.coins.iter().any(moves) {
            let all = |h: f64| -> Vec<Coin> { (0..self.coins.len()).map(|n| self.moved(n, h)).collect() };
            let mut after = all(self.step_s);
            let mut first: Option<(f64, What)> = None;
            for what in self.all_kinds() {
                if let Some(h) = self.when(what, &after)
                    && first.is_none_or(|(earliest, _)| h < earliest)
                {
                    first = Some((h, what));
                }
            }
            let h = first.map_or(self.step_s, |(h, _)| h);
            if first.is_some() {
                after = all(h);
            }
            (self.coins, self.time_s) = (after, self.time_s + h);
            if let Some((_, what)) = first {
                self.happens(what);
                self.events.push((self.time_s, what));
            }
        }
    }

    fn all_kinds(&self) -> Vec<What> {
        let n = self.coins.len();
        let on = |i: &usize| !self.coins[*i].off;
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).filter(|(i, j)| on(i) && on(j));
        let pairs = pairs.filter(|&(i, j)| moves(&self.coins[i]) || moves(&self.coins[j]));
        let singles = (0..n).filter(|&i| moves(&self.coins[i])).flat_map(|i| [What::Stop(i), What::Edge(i)]);
        singles.chain(pairs.map(|(i, j)| What::Pair(i, j))).collect()
    }

    /// After which part of this step something happens, if it does.
    fn when(&self, what: What, after: &[Coin]) -> Option<f64> {
        match what {
            What::Stop(i) => self.time_left(i).filter(|left| *left <= self.step_s),
            What::Edge(i) => {
                let out = |coin: &Coin| {
                    let over = coin.place_m.abs() - dvec2(self.shot.edge.half_length_m, self.shot.edge.half_width_m);
                    over.max_element() > 0.0
                };
                out(&after[i]).then(|| self.cut(0.0, self.step_s, |h| out(&self.moved(i, h))))
            }
            What::Pair(i, j) => self.meeting(i, j, after),
        }
    }

    /// The last of all: less than two steps before rest, where brakes no longer change.
    fn time_left(&self, i: usize) -> Option<f64> {
        let coin = &self.coins[i];
        let (slide, rim) = (coin.velocity_m_s.length(), self.shot.coins[i].radius_m * coin.spin_rad_s.abs());
        let [force, torque] = self.brakes(i, slide, rim);
        Some((slide + rim) / (force + torque))
    }

    fn meeting(&self, i: usize, j: usize, after: &[Coin]) -> Option<f64> {
        let reach = self.shot.coins[i].radius_m + self.shot.coins[j].radius_m;
        let look = |one: &Coin, two: &Coin| {
            let apart = two.place_m - one.place_m;
            (apart.length() - reach, (two.velocity_m_s - one.velocity_m_s).dot(apart))
        };
        let at = |h: f64| look(&self.moved(i, h), &self.moved(j, h));
        let ((gap, opening), (_, opening_now)) = (look(&after[i], &after[j]), look(&self.coins[i], &self.coins[j]));
        if gap < 0.0 && opening < 0.0 {
            return Some(self.cut(0.0, self.step_s, |h| at(h).0 < 0.0 && at(h).1 < 0.0));
        }
        if opening_now >= 0.0 || opening <= 0.0 || gap > 1e-3 {
            return None;
        }
        // it closes and opens again within the step: how near does it come
        let nearest = self.cut(0.0, self.step_s, |h| at(h).1 > 0.0);
        (at(nearest).0 < 0.0).then(|| self.cut(0.0, nearest, |h| at(h).0 < 0.0))
    }

    /// Where a condition begins to hold.
    fn cut(&self, mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if holds(middle) { high = middle } else { low = middle }
        }
        high
    }

    fn brakes(&self, i: usize, slide: f64, rim: f64) -> [f64; 2] {
        let coin = &self.shot.coins[i];
        let full = coin.friction_ratio * 9.81;
        if rim <= 0.0 {
            return [full, 0.0];
        }
        let [force, torque] = friction::annulus(self.shot.rim_ratio, slide.max(0.0) / rim);
        [full * force, full * torque / coin.inertia_ratio]
    }

    /// A coin one step of `h` later.
    fn moved(&self, i: usize, h: f64) -> Coin {
        let coin = self.coins[i];
        if !moves(&coin) {
            return coin;
        }
        let radius = self.shot.coins[i].radius_m;
        let (v, u) = (coin.velocity_m_s.length(), radius * coin.spin_rad_s.abs());
        let heading = if v > 0.0 { coin.velocity_m_s / v } else { DVec2::ZERO };
        let rate = |v: f64, u: f64| self.brakes(i, v, u);
        let one = rate(v, u);
        let two = rate(v - 0.5 * h * one[0], u - 0.5 * h * one[1]);
        let three = rate(v - 0.5 * h * two[0], u - 0.5 * h * two[1]);
        let four = rate(v - h * three[0], u - h * three[1]);
        let speed = |n: usize| h / 6.0 * (one[n] + 2.0 * (two[n] + three[n]) + four[n]);
        let path = |n: usize| h * h / 6.0 * (one[n] + two[n] + three[n]);
        let turn = (h * u - path(1)) / radius * coin.spin_rad_s.signum();
        Coin {
            place_m: coin.place_m + heading * (h * v - if v > 0.0 { path(0) } else { 0.0 }),
            velocity_m_s: heading * (v - speed(0)).max(0.0),
            spin_rad_s: (u - speed(1)).max(0.0) / radius * coin.spin_rad_s.signum(),
            angle_rad: coin.angle_rad + if u > 0.0 { turn } else { 0.0 },
            off: false,
        }
    }

    fn happens(&mut self, what: What) {
        match what {
            What::Stop(i) => (self.coins[i].velocity_m_s, self.coins[i].spin_rad_s) = (DVec2::ZERO, 0.0),
            What::Edge(i) => self.coins[i].off = true,
            What::Pair(i, j) => self.hit(i, j),
        }
    }

    /// Impulses at the rims: restitution along the centres, friction or partial spring-back across.
    fn hit(&mut self, i: usize, j: usize) {
        let (one, two, law) = (self.shot.coins[i], self.shot.coins[j], &self.shot.contact);
        let normal = (self.coins[j].place_m - self.coins[i].place_m).normalize();
        let across = normal.perp();
        let rim = |n: usize, radius: f64| self.coins[n].velocity_m_s + across * (self.coins[n].spin_rad_s * radius);
        let slip = rim(i, one.radius_m) - rim(j, -two.radius_m);
        let mass = 1.0 / (1.0 / one.mass_kg + 1.0 / two.mass_kg);
        let light = (1.0 + 1.0 / one.inertia_ratio) / one.mass_kg + (1.0 + 1.0 / two.inertia_ratio) / two.mass_kg;
        let closing = slip.dot(normal);
        let e = if closing < law.slow_speed_m_s { 1.0 } else { law.restitution_ratio };
        let push = (1.0 + e) * mass * closing;
        let most = law.friction_ratio * push;
        let rub = ((1.0 + law.tangential_restitution_ratio) / light * slip.dot(across)).clamp(-most, most);
        for (n, coin, sign) in [(i, one, -1.0), (j, two, 1.0)] {
            self.coins[n].velocity_m_s += sign * (push * normal + rub * across) / coin.mass_kg;
            self.coins[n].spin_rad_s -= rub / (coin.inertia_ratio * coin.mass_kg * coin.radius_m);
        }
    }
}

fn moves(coin: &Coin) -> bool {
    !coin.off && (coin.velocity_m_s != DVec2::ZERO || coin.spin_rad_s != 0.0)
}
