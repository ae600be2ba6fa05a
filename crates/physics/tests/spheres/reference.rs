//! A deliberately slow second program for the same equations: small fixed steps, its own search for contacts, its own
//! vectors. It shares no code with the physics, only the laws as they are written down.

type V = [f64; 3];

fn sum(a: V, b: V, times: f64) -> V {
    [a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times]
}

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn size(a: V) -> f64 {
    dot(a, a).sqrt()
}

/// The laws of a scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laws {
    pub(super) g: f64,
    pub(super) landing_e: f64,
    pub(super) settle: f64,
    pub(super) sinkage: f64,
    pub(super) e: f64,
    pub(super) mu: f64,
    pub(super) b0: f64,
    pub(super) ring: f64,
    /// Speed at which grains hold a rolling ball.
    pub(super) trap: f64,
    pub(super) pit: Option<Pit>,
}

/// Sand deeper than balls go: its density, its friction, and the share of its friction below a ball that goes in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pit {
    pub(super) density: f64,
    pub(super) grains: f64,
    pub(super) share: f64,
}

impl Pit {
    /// How deep a ball goes, by small steps of z'' = g - (k/m) z - z'^2 / d1.
    fn depth(&self, b: &Marble, g: f64, speed: f64) -> f64 {
        let pushed = self.density * 4.0 * b.r * b.r;
        let (d1, k) = (b.m / (0.8 * pushed), 16.6 * self.grains * pushed * g / b.m);
        let pull = |z: f64, v: f64| g - k * z - v * v / d1;
        let (mut z, mut v, dt) = (0.0, speed, 1e-6);
        loop {
            let (half_z, half_v) = (z + 0.5 * dt * v, v + 0.5 * dt * pull(z, v));
            let (next_z, next_v) = (z + dt * half_v, v + dt * pull(half_z, half_v));
            if next_v <= 0.0 && z > 0.0 {
                return z + (next_z - z) * (v / (v - next_v));
            }
            (z, v) = (next_z, next_v);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    Rests,
    Spins,
    Rolls,
    Slides,
    Flies,
    Gone,
}

/// A ball: radius, mass, friction and rolling resistance, where it is, how it moves and turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marble {
    pub(super) r: f64,
    pub(super) m: f64,
    pub(super) mu_s: f64,
    pub(super) mu_r: f64,
    pub(super) x: V,
    pub(super) v: V,
    pub(super) w: V,
    pub(super) way: Way,
}

impl Marble {
    /// Velocity of the lowest point over the ground.
    fn slip(&self) -> V {
        [self.v[0] - self.r * self.w[1], self.v[1] + self.r * self.w[0], 0.0]
    }

    /// What it does next, from the numbers alone.
    fn look(&mut self, trap: f64) {
        if self.x[2] > self.r || self.v[2] != 0.0 {
            self.way = Way::Flies;
        } else if size(self.slip()) > 1e-12 {
            self.way = Way::Slides;
        } else if size(self.v) > trap.max(1e-12) {
            self.way = Way::Rolls;
        } else {
            self.v = [0.0; 3];
            (self.w[0], self.w[1]) = (0.0, 0.0);
            self.way = if self.w[2] == 0.0 { Way::Rests } else { Way::Spins };
        }
    }

    /// One step of the equations of motion.
    fn step(&mut self, laws: &Laws, dt: f64) {
        let pull = match self.way {
            Way::Rests | Way::Gone => return,
            Way::Spins => [0.0; 3],
            Way::Flies => [0.0, 0.0, -laws.g],
            Way::Rolls => sum([0.0; 3], self.v, -self.mu_r * laws.g / size(self.v)),
            Way::Slides => sum([0.0; 3], self.slip(), -self.mu_s * laws.g / size(self.slip())),
        };
        let before = self.v;
        self.v = sum(self.v, pull, dt);
        self.x = sum(sum(self.x, before, 0.5 * dt), self.v, 0.5 * dt);
        if self.way == Way::Flies {
            return;
        }
        if self.way == Way::Slides {
            // the couple of the friction at the lowest point: I w' = R (-z) x F
            let couple = cross([0.0, 0.0, -self.r], sum([0.0; 3], pull, self.m));
            self.w = sum(self.w, couple, dt / (0.4 * self.m * self.r * self.r));
        }
        if self.way == Way::Rolls {
            (self.w[0], self.w[1]) = (-self.v[1] / self.r, self.v[0] / self.r);
        }
        let patch = (laws.sinkage * (2.0 * self.r - laws.sinkage)).sqrt();
        let decay = 5.0 / 3.0 * self.mu_s * laws.g * patch / (self.r * self.r) * dt;
        self.w[2] = if self.w[2].abs() <= decay { 0.0 } else { self.w[2] - decay * self.w[2].signum() };
    }

    /// Meets the ground, from above or driven by a hit at this very time.
    fn lands(&mut self, laws: &Laws, driven: bool) {
        let down = -self.v[2];
        let pit = laws.pit.filter(|_| !driven);
        let up = if pit.is_some() || laws.landing_e * down < laws.settle { 0.0 } else { laws.landing_e * down };
        let slip = self.slip();
        let below = pit.map_or(1.0, |pit| pit.share);
        let kick = (below * self.mu_s * (down + up)).min(2.0 / 7.0 * size(slip));
        if size(slip) > 0.0 {
            let push = sum([0.0; 3], slip, -kick / size(slip));
            self.v = sum(self.v, push, 1.0);
            let turn = cross([0.0, 0.0, -self.r], push);
            self.w = sum(self.w, turn, 2.5 / (self.r * self.r));
        }
        if let Some(pit) = pit {
            self.v[2] = 0.0;
            let turning = self.w[0] * self.w[0] + self.w[1] * self.w[1];
            let there = 0.5 * dot(self.v, self.v) + 0.2 * self.r * self.r * turning;
            let price = laws.g * (pit.depth(self, laws.g, down) - pit.depth(self, laws.g, 0.0));
            let left = if there > price { (1.0 - price / there).sqrt() } else { 0.0 };
            self.v = sum([0.0; 3], self.v, left);
            (self.w[0], self.w[1]) = (self.w[0] * left, self.w[1] * left);
        }
        (self.v[2], self.x[2]) = (up, self.r);
        self.look(laws.trap);
    }
}

/// Something that happened: when, what, and to whom; of pairs the lower number first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Happening {
    pub(super) time: f64,
    pub(super) what: &'static str,
    pub(super) who: (usize, usize),
}

/// A scene that is stepped through.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) laws: Laws,
    pub(super) marbles: Vec<Marble>,
    time: f64,
    /// When each was last hit by another.
    hit: Vec<f64>,
    pub(super) story: Vec<Happening>,
}

impl Table {
    pub(super) fn new(laws: Laws, mut marbles: Vec<Marble>) -> Table {
        marbles.iter_mut().for_each(|b| b.look(laws.trap));
        let hit = vec![-1.0; marbles.len()];
        Table { laws, marbles, time: 0.0, hit, story: vec![] }
    }

    /// Steps until nothing moves.
    pub(super) fn play(&mut self, dt: f64) {
        while self.marbles.iter().any(|b| !matches!(b.way, Way::Rests | Way::Gone)) {
            let mut left = dt;
            while left > 0.0 {
                left -= self.step(left);
            }
            assert!(self.time < 60.0 && self.story.len() < 10_000, "no end");
        }
    }

    /// A whole step, or as much of it as passes before the first thing happens; gives its length.
    fn step(&mut self, dt: f64) -> f64 {
        let mut after = self.marbles.clone();
        after.iter_mut().for_each(|b| b.step(&self.laws, dt));
        if self.first_trouble(&after).is_none() {
            (self.marbles, self.time) = (after, self.time + dt);
            return dt;
        }
        let (mut before, mut later) = (0.0, dt);
        for _ in 0..50 {
            let t = 0.5 * (before + later);
            after.clone_from(&self.marbles);
            after.iter_mut().for_each(|b| b.step(&self.laws, t));
            if self.first_trouble(&after).is_none() { before = t } else { later = t }
        }
        after.clone_from(&self.marbles);
        after.iter_mut().for_each(|b| b.step(&self.laws, later));
        let trouble = self.first_trouble(&after).expect("it was seen");
        (self.marbles, self.time) = (after, self.time + later);
        self.happen(trouble);
        later
    }

    /// What went wrong during a step: a slip or a roll that turned round, an edge, the ground or another ball passed.
    fn first_trouble(&self, after: &[Marble]) -> Option<(&'static str, usize, usize)> {
        for (i, (a, b)) in self.marbles.iter().zip(after).enumerate() {
            let turned = match b.way {
                Way::Slides => dot(a.slip(), b.slip()) <= 0.0,
                Way::Rolls => dot(a.v, b.v) <= 0.0 || size(b.v) <= self.laws.trap,
                Way::Spins => b.w[2] == 0.0,
                _ => false,
            };
            if turned {
                return Some(("mode", i, usize::MAX));
            }
            if b.way != Way::Gone && b.x[0] * b.x[0] + b.x[1] * b.x[1] > self.laws.ring * self.laws.ring {
                return Some(("edge", i, usize::MAX));
            }
            if b.way == Way::Flies && b.x[2] <= b.r && b.v[2] < 0.0 {
                return Some(("ground", i, usize::MAX));
            }
        }
        for (i, a) in after.iter().enumerate() {
            for (j, b) in after.iter().enumerate().skip(i + 1) {
                let (apart, speed) = (sum(b.x, a.x, -1.0), sum(b.v, a.v, -1.0));
                let reach = a.r + b.r;
                let near = dot(apart, apart) <= reach * reach && dot(apart, speed) < 0.0;
                if near && a.way != Way::Gone && b.way != Way::Gone {
                    return Some(("pair", i, j));
                }
            }
        }
        None
    }

    fn happen(&mut self, (what, i, j): (&'static str, usize, usize)) {
        let mut note = |what, who| self.story.push(Happening { time: self.time, what, who });
        let b = &mut self.marbles[i];
        match what {
            "mode" => {
                match b.way {
                    Way::Slides => (b.w[0], b.w[1]) = (-b.v[1] / b.r, b.v[0] / b.r),
                    _ => b.v = [0.0; 3],
                }
                if b.way != Way::Slides {
                    (b.w[0], b.w[1]) = (0.0, 0.0);
                }
                b.look(self.laws.trap);
                note(if b.way == Way::Rests { "stop" } else { "mode" }, (i, j));
            }
            "edge" => {
                b.way = Way::Gone;
                note("edge", (i, j));
            }
            "ground" => {
                let driven = (self.time - self.hit[i]) * b.v[2].abs() < 1e-11 * b.r;
                b.lands(&self.laws, driven);
                note("ground", (i, j));
            }
            _ => {
                let grounded = [i, j].map(|k| self.marbles[k].way != Way::Flies);
                note("pair", (i, j));
                self.collide(i, j);
                (self.hit[i], self.hit[j]) = (self.time, self.time);
                for (k, grounded) in [i, j].into_iter().zip(grounded) {
                    if grounded && self.marbles[k].v[2] < 0.0 {
                        self.marbles[k].lands(&self.laws, true);
                        self.story.push(Happening { time: self.time, what: "ground", who: (k, usize::MAX) });
                    }
                }
            }
        }
    }

    fn collide(&mut self, i: usize, j: usize) {
        let (a, b) = (self.marbles[i], self.marbles[j]);
        let apart = sum(b.x, a.x, -1.0);
        let n = sum([0.0; 3], apart, 1.0 / size(apart));
        // velocities of the two points that touch
        let (at_a, at_b) = (sum([0.0; 3], n, a.r), sum([0.0; 3], n, -b.r));
        let meeting = sum(sum(a.v, cross(a.w, at_a), 1.0), sum(b.v, cross(b.w, at_b), 1.0), -1.0);
        let closing = dot(meeting, n);
        let across = sum(meeting, n, -closing);
        let light = 1.0 / a.m + 1.0 / b.m;
        let along = (1.0 + self.laws.e) * closing / light;
        let rub = (self.laws.mu * along).min((1.0 + self.laws.b0) * size(across) / (3.5 * light));
        let mut push = sum([0.0; 3], n, along);
        if size(across) > 0.0 {
            push = sum(push, across, rub / size(across));
        }
        let (one, two) = (&mut self.marbles[i], -1.0);
        one.v = sum(one.v, push, two / a.m);
        one.w = sum(one.w, cross(at_a, push), two / (0.4 * a.m * a.r * a.r));
        let other = &mut self.marbles[j];
        other.v = sum(other.v, push, 1.0 / b.m);
        other.w = sum(other.w, cross(at_b, push), 1.0 / (0.4 * b.m * b.r * b.r));
        self.marbles[i].look(self.laws.trap);
        self.marbles[j].look(self.laws.trap);
    }
}
