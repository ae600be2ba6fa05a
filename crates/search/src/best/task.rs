//! What is asked, and the shots that answer it.

use tolley_statistics::matrix::Matrix;

use crate::execution::{Acts, Law, Noise};
use crate::space::Space;
use crate::sweep::JUDGED_INSIDE;

/// How far a sweep reaches beyond what is aimed at, in standard deviations.
const BEYOND: f64 = 2.5;
/// The same where some shots are wild, in those of all shots together: nine in ten of the executions are swept for
/// shares up to a half and ratios up to 20.
const BEYOND_WILD: f64 = 3.1;
/// Shots that a kernel should amount to, where its width is free.
const KERNEL_SHOTS: f64 = 100.0;
/// Shots that it should amount to where later errors spread values as much as choices do.
const LATER_SHOTS: f64 = 400.0;
/// By how much errors are widened at a time until it does.
const WIDER: f64 = 1.1;
/// Between which parts of a range such a width lies.
const WIDTHS: [f64; 2] = [1.0 / 60.0, 1.0 / 8.0];
/// Beyond any width, in ranges.
const FAR: f64 = 1e3;
/// Halvings of a part of errors.
const STEPS: usize = 12;
/// How much of a range a number has that is not decided over: next to nothing.
const FIXED: f64 = 1e-9;
/// Part of a range within which a number is what it is next to: an end, or nothing.
const SETTLED: f64 = 1e-9;

/// A number of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// What may be aimed at; equal ends where it is not decided over and is only erred in.
    pub aims: [f64; 2],
    /// What may be executed.
    pub possible: [f64; 2],
    /// Whether its range comes round to where it began, so that its ends are no ends.
    pub is_round: bool,
    /// What errors do to it.
    pub acts: Acts,
    /// Standard deviation of the error of each skill; 0 without.
    pub sd: Vec<f64>,
    /// Mean of the error, whatever the skill: a habit of the hand.
    pub bias: f64,
}

/// How errors are distributed and hang together, whatever the skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// Of each error.
    pub law: Law,
    /// Two numbers whose errors are correlated, and how much, between -1 and 1; each pair once.
    pub correlated: Vec<([usize; 2], f64)>,
    /// Part of the shots whose errors are larger, and how many times.
    pub wild: Option<[f64; 2]>,
}

impl Number {
    /// Whether it is decided over.
    pub fn is_decided(&self) -> bool {
        self.aims[0] < self.aims[1]
    }

    /// Whether nobody errs in it.
    pub fn is_exact(&self) -> bool {
        self.sd.iter().all(|sd| *sd == 0.0)
    }

    /// An end of the range, or nothing, where it is as good as there; else as it is.
    fn settled(&self, x: f64) -> f64 {
        let [low, high] = self.aims;
        let is_at = |at: &f64| (x - at).abs() <= SETTLED * (high - low);
        [low, high, 0.0].into_iter().find(is_at).unwrap_or(x)
    }

    /// What is swept, so many standard deviations beyond what is aimed at.
    fn swept(&self, sds: f64) -> [f64; 2] {
        let reach = sds * self.sd.iter().copied().fold(0.0, f64::max);
        // shots with errors are swept where they are aimed, those without where they go
        let ends = [self.bias.min(0.0) - reach, self.bias.max(0.0) + reach];
        let [low, high] = [0, 1].map(|end| self.acts.apply(self.aims[end], ends[end]));
        [low.max(self.possible[0]), high.min(self.possible[1])]
    }

    /// How wide that is, in the measure of the errors.
    fn width(&self, sds: f64) -> f64 {
        let [low, high] = self.swept(sds);
        match self.acts {
            Acts::Added => high - low,
            Acts::Factor => libm::log(high / low),
        }
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The numbers of a choice, of which at least one is decided over.
    pub numbers: Vec<Number>,
    /// How errors are distributed and hang together.
    pub scatter: Scatter,
    /// Whether a value is none or one.
    pub is_share: bool,
    /// Whether the value hangs on errors besides those of the choice, so that shots without errors say nothing.
    pub is_later: bool,
    /// Whether the same shot is worth something else to each skill, so that each has a sweep of his own.
    pub is_of_skill: bool,
    /// For each image factor and shift of each number.
    pub images: Vec<Vec<[f64; 2]>>,
    /// For each image whether it is worth as much, in the long run.
    pub is_equal: Vec<bool>,
    /// Choices that are told, the best among them.
    pub told: usize,
    /// Values of each number that is decided over in the map of all choices; 0 without a map.
    pub map: u64,
    /// Shots to spend.
    pub shots: u64,
    /// Of the sweep.
    pub seed: u64,
}

/// A shot to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// Whose errors it has; `None` is executed exactly.
    pub skill: Option<usize>,
    /// To whom it is worth what is said of it.
    pub of: usize,
    /// Whether it only shows where to look: such shots may be played by a quicker law.
    pub is_look: bool,
    /// What is aimed at.
    pub at: Vec<f64>,
    /// Of all that is drawn.
    pub seed: u64,
    /// Whether it may be beyond what a hand can do; where other shots follow, they may then be too.
    pub is_free: bool,
}

/// Plays shots and says what each was worth, NaN where there is no result.
pub type Play<'p, E> = dyn FnMut(&[Shot]) -> Result<Vec<f64>, E> + 'p;

/// No shot that was played has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoValue;

impl Task {
    /// Skills that are asked about.
    pub fn skills(&self) -> usize {
        self.numbers.first().map_or(0, |number| number.sd.len())
    }

    /// The numbers that are places: decided over and erred in by nobody, beside others that are erred in.
    pub fn places(&self) -> Vec<usize> {
        if self.numbers.iter().all(Number::is_exact) {
            return Vec::new();
        }
        let is_place = |number: &Number| number.is_decided() && number.is_exact() && number.bias == 0.0;
        let places = self.numbers.iter().enumerate().filter(|(_, number)| is_place(number));
        places.map(|(at, _)| at).collect()
    }

    /// Whether a skill errs in nothing: what a sweep shows him is smoothed all the same.
    pub fn is_exact(&self, skill: usize) -> bool {
        self.numbers.iter().all(|number| number.sd[skill] == 0.0 && number.bias == 0.0)
    }

    /// Whether a sweep shows a skill what shots with his errors would: he errs in all numbers, and nothing else counts.
    pub fn is_seen_whole(&self, skill: usize) -> bool {
        !self.is_later && self.numbers.iter().all(|number| number.sd[skill] > 0.0)
    }

    /// The skills from the best hand down: by their errors together, each in the range of its number.
    pub fn by_error(&self) -> Vec<usize> {
        let beyond = self.beyond();
        let error =
            |skill: usize| self.numbers.iter().map(|number| number.sd[skill] / number.width(beyond)).sum::<f64>();
        let mut order: Vec<usize> = (0..self.skills()).collect();
        order.sort_by(|a, b| error(*a).total_cmp(&error(*b)));
        order
    }

    /// What may be aimed at.
    pub fn aims(&self) -> Option<Space> {
        let range = |number: &Number| match number.aims {
            aims if number.is_decided() => aims,
            [at, _] => [at - FIXED * number.width(self.beyond()), at + FIXED * number.width(self.beyond())],
        };
        Space::new(&self.numbers.iter().map(range).collect::<Vec<_>>())
    }

    /// Where the middles of executions lie: what may be aimed at, and all that is swept of what is not decided over.
    pub(super) fn middles(&self, aims: &Space, space: &Space) -> Space {
        let range = |i: usize| if self.numbers[i].is_decided() { aims.range(i) } else { space.range(i) };
        Space::new(&(0..aims.dimensions()).map(range).collect::<Vec<_>>()).unwrap_or_else(|| space.clone())
    }

    /// How far a sweep reaches beyond what is aimed at, in standard deviations.
    fn beyond(&self) -> f64 {
        let of_all = |[share, ratio]: [f64; 2]| (1.0 - share + share * ratio * ratio).sqrt();
        self.scatter.wild.map_or(BEYOND, |wild| BEYOND_WILD * of_all(wild))
    }

    /// What is swept.
    pub fn space(&self) -> Option<Space> {
        Space::new(&self.numbers.iter().map(|number| number.swept(self.beyond())).collect::<Vec<_>>())
    }

    /// Where executions of a skill count as swept: beyond it by far in the numbers that he does not err in.
    pub fn judged(&self, skill: usize) -> Option<Space> {
        let range = |number: &Number| {
            let [low, high] = number.swept(self.beyond());
            let far = if number.sd[skill] == 0.0 { FAR * (high - low) } else { 0.0 };
            [low - far, high + far]
        };
        Space::new(&self.numbers.iter().map(range).collect::<Vec<_>>())
    }

    /// The part of a skill's errors with which nine in ten of the executions of some aim are swept, as is wanted of an
    /// aim that is judged; 1 where they are with all of them.
    pub fn playable_part(&self, skill: usize) -> f64 {
        let is_playable = |part: f64| {
            let mut scaled = self.clone();
            scaled.numbers.iter_mut().for_each(|number| number.sd[skill] *= part);
            let (kernel, judged) = (scaled.kernel(skill, u64::MAX, false), scaled.judged(skill));
            let inside = kernel.zip(judged).map(|(kernel, judged)| kernel.inside(&scaled.middle(&judged), &judged));
            inside.is_some_and(|inside| inside >= JUDGED_INSIDE)
        };
        if is_playable(1.0) {
            return 1.0;
        }
        let [mut low, mut high] = [0.0, 1.0];
        for _ in 0..STEPS {
            let middle = 0.5 * (low + high);
            if is_playable(middle) { low = middle } else { high = middle }
        }
        low
    }

    /// The aim whose executions are as far as can be from both ends of what is swept.
    fn middle(&self, swept: &Space) -> Vec<f64> {
        let of = |(number, i): (&Number, usize)| {
            let [low, high] = swept.range(i);
            let middle = match number.acts {
                Acts::Factor if low > 0.0 => (low * high).sqrt(),
                _ => 0.5 * (low + high),
            };
            number.acts.apply(middle, -self.habit(number)).clamp(number.aims[0], number.aims[1])
        };
        self.numbers.iter().zip(0..).map(of).collect()
    }

    /// A point with what is not decided over at its value, and no number next to an end of its range or to nothing.
    pub fn settled(&self, at: &[f64]) -> Vec<f64> {
        let settle =
            |(number, x): (&Number, &f64)| if number.is_decided() { number.settled(*x) } else { number.aims[0] };
        self.numbers.iter().zip(at).map(settle).collect()
    }

    /// The image of a choice.
    pub fn image(&self, image: usize, at: &[f64]) -> Vec<f64> {
        self.images[image].iter().zip(at).map(|([factor, shift], x)| factor * x + shift).collect()
    }

    /// What a sweep of so many shots is smoothed with for a skill: his errors, and where he has none a width that is as
    /// narrow as so many shots allow. `is_wide` where the value hangs on later errors too, whose spread is as large as
    /// the value: his errors are then widened until the kernel amounts to enough shots, else hills of a few lucky ones
    /// would be the highest.
    pub fn kernel(&self, skill: usize, shots: u64, is_wide: bool) -> Option<Noise> {
        // a sweep of shots with errors has been smoothed by them once
        let part = if self.is_later { 0.5 } else { 1.0 };
        let erred: Vec<f64> = self.numbers.iter().map(|number| part * number.sd[skill]).collect();
        let free = erred.iter().filter(|sd| **sd == 0.0).count();
        // a normal kernel of deviation s amounts to 2 sqrt(pi) s of a line
        let line = 2.0 * core::f64::consts::PI.sqrt();
        let covered = |sds: &[f64]| -> f64 {
            let numbers = self.numbers.iter().zip(sds).filter(|(_, sd)| **sd > 0.0);
            numbers.map(|(number, sd)| (line * sd / number.width(self.beyond())).min(1.0)).product()
        };
        let wanted = libm::pow(KERNEL_SHOTS / (shots as f64 * covered(&erred)), 1.0 / free.max(1) as f64) / line;
        let width = wanted.clamp(WIDTHS[0], WIDTHS[1]);
        let sd = |(number, sd): (&Number, &f64)| if *sd > 0.0 { *sd } else { width * number.width(self.beyond()) };
        let mut sds: Vec<f64> = self.numbers.iter().zip(&erred).map(sd).collect();
        while is_wide && shots as f64 * covered(&sds) < LATER_SHOTS && self.is_below(WIDTHS[1], &sds) {
            let widened =
                |(number, sd): (&Number, &f64)| (WIDER * sd).min(WIDTHS[1] * number.width(self.beyond())).max(*sd);
            sds = self.numbers.iter().zip(&sds).map(widened).collect();
        }
        self.scattered(&erred, &sds)
    }

    /// The mean of an error that a sweep has yet to be given: one of shots with errors has it already.
    fn habit(&self, number: &Number) -> f64 {
        if self.is_later { 0.0 } else { number.bias }
    }

    /// Errors of these deviations, which hang together where somebody errs.
    fn scattered(&self, erred: &[f64], sds: &[f64]) -> Option<Noise> {
        let errs = |i: usize| f64::from(u8::from(erred[i] > 0.0));
        let correlation = |i: usize, j: usize| {
            let pair = self.scatter.correlated.iter().find(|(pair, _)| *pair == [i, j] || *pair == [j, i]);
            if i == j { 1.0 } else { pair.map_or(0.0, |(_, ratio)| ratio * errs(i) * errs(j)) }
        };
        let times = |size: f64| {
            let sds: Vec<f64> = (0..sds.len()).map(|i| if erred[i] > 0.0 { size * sds[i] } else { sds[i] }).collect();
            let covariance = Matrix::of(sds.len(), sds.len(), |i, j| correlation(i, j) * sds[i] * sds[j]);
            Noise::new(self.scatter.law, self.numbers.iter().map(|number| self.habit(number)).collect(), &covariance)
        };
        let acts: Vec<Acts> = self.numbers.iter().map(|number| number.acts).collect();
        let noise = match self.scatter.wild {
            Some([share, ratio]) => Noise::mixture(1.0 - share, times(1.0)?, times(ratio)?)?,
            None => times(1.0)?,
        };
        noise.acting(&acts)
    }

    /// Whether one of these deviations is below a part of its number's range.
    fn is_below(&self, part: f64, sds: &[f64]) -> bool {
        self.numbers.iter().zip(sds).any(|(number, sd)| *sd < part * number.width(self.beyond()))
    }
}
