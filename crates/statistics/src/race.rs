//! The chance to win a race of two sides, step by step: a Markov chain whose steps are counted in races that were run.
//!
//! Before a step the chain knows a situation (whose step it is, and what else is told), the lead of the first side and
//! what is left of the race; after it the situation, lead and rest that follow. The counts are the maximum likelihood
//! estimate of the chain, which is then solved exactly (R. S. Sutton and A. G. Barto, Reinforcement Learning, 2nd ed.
//! (2018), 6.3: certainty equivalence). Races are dealt to groups in turn; how the solution moves when a group is left
//! out gives its standard error (the delete-a-group jackknife: P. S. Kott, J. Off. Stat. 17 (2001) 521).

mod course;
mod law;
mod solved;

pub use course::{At, Break, Course, Next, Step};

use crate::estimates::{Estimate, t_quantile};
use law::Counted;
use solved::Solved;

/// Groups to which races are dealt.
pub const GROUPS: usize = 20;

/// What was counted in races.
#[derive(Clone, Debug)]
pub struct Races {
    groups: Vec<Counted>,
    count: u64,
}

impl Races {
    /// Nothing yet.
    pub fn new(course: &impl Course) -> Races {
        Races { groups: vec![Counted::new(course); GROUPS], count: 0 }
    }

    /// Races that were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Steps that were counted.
    pub fn steps(&self) -> u64 {
        self.groups.iter().map(Counted::steps).sum()
    }

    /// Takes a race: each step with where it began; the situations in which it began anew, by break; and, if lead and
    /// rest left it level, what the first side had in the end. Races that share their chance have the same number.
    pub fn add(
        &mut self,
        course: &impl Course,
        number: u64,
        steps: &[(At, Step)],
        openings: &[(usize, usize)],
        level: Option<f64>,
    ) {
        self.groups[(number % GROUPS as u64) as usize].add(course, steps, openings, level);
        self.count += 1;
    }

    /// The solution of all races, and of all without each group; `None` where a group has no race.
    pub fn fit(&self, course: &impl Course) -> Option<Fit> {
        if self.groups.iter().any(|group| group.steps() == 0) {
            return None;
        }
        let all = Counted::sum(course, self.groups.iter());
        let full = Solved::of(course, &all, &all);
        let without = (0..GROUPS).map(|left_out| {
            let others = self.groups.iter().enumerate().filter(|(group, _)| *group != left_out);
            Solved::of(course, &Counted::sum(course, others.map(|(_, group)| group)), &all)
        });
        Some(Fit { full, without: without.collect(), count: self.count })
    }
}

/// The chance of the first side wherever a race may stand.
#[derive(Clone, Debug)]
pub struct Fit {
    full: Solved,
    without: Vec<Solved>,
    count: u64,
}

impl Fit {
    /// The chance with its 95 % interval, which never leaves 0 to 1; n are races.
    pub fn chance(&self, at: At) -> Estimate {
        let value = self.full.at(at);
        let std_error = self.error(|solved| solved.at(at));
        // on the scale of logits, where an interval is symmetric (first order)
        let spread = std_error / (value * (1.0 - value));
        let half = t_quantile(GROUPS as u64 - 1) * spread;
        let logit = libm::log(value / (1.0 - value));
        let end = |shift: f64| 1.0 / (1.0 + libm::exp(-(logit + shift)));
        let interval = (half.is_finite() && half > 0.0).then(|| [end(-half), end(half)]);
        Estimate { n: self.count, value: Some(value), std_error: Some(std_error), interval }
    }

    /// By how much it grows from one place to another, with its 95 % interval (Student's t).
    pub fn change(&self, from: At, to: Place) -> Estimate {
        let change = |solved: &Solved| to.of(solved) - solved.at(from);
        let (value, std_error) = (change(&self.full), self.error(change));
        let half = t_quantile(GROUPS as u64 - 1) * std_error;
        let interval = (half > 0.0).then(|| [(value - half).max(-1.0), (value + half).min(1.0)]);
        Estimate { n: self.count, value: Some(value), std_error: Some(std_error), interval }
    }

    /// The chance, of all races.
    pub fn value(&self, at: At) -> f64 {
        self.full.at(at)
    }

    /// What the first side has of races that lead and rest leave level, with its error.
    pub fn level(&self) -> Estimate {
        let (value, std_error) = (self.full.level, self.error(|solved| solved.level));
        let half = t_quantile(GROUPS as u64 - 1) * std_error;
        let interval = (half > 0.0).then(|| [(value - half).max(0.0), (value + half).min(1.0)]);
        Estimate { n: self.full.level_count, value: Some(value), std_error: Some(std_error), interval }
    }

    /// The chance as it is without the races of the group of this number.
    pub fn without(&self, number: u64, at: At) -> f64 {
        self.without[(number % GROUPS as u64) as usize].at(at)
    }

    fn error(&self, of: impl Fn(&Solved) -> f64) -> f64 {
        let values: Vec<f64> = self.without.iter().map(of).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        ((GROUPS - 1) as f64 / GROUPS as f64 * squares).sqrt()
    }
}

/// Where a step led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// On.
    At(At),
    /// To a race that is level when nothing is left.
    Level,
    /// To the end, and what the first side has there.
    End(f64),
}

impl Place {
    fn of(self, solved: &Solved) -> f64 {
        match self {
            Place::At(at) => solved.at(at),
            Place::Level => solved.level,
            Place::End(value) => value,
        }
    }
}

#[cfg(test)]
mod tests;
