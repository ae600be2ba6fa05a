//! What is counted, and the law of a step that it makes.

use std::collections::BTreeMap;

use super::course::{At, Course, Next, Step};

/// Steps, new beginnings and level ends.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// By situation and band.
    steps: Vec<BTreeMap<Step, u64>>,
    /// By break, of each situation.
    openings: Vec<Vec<u64>>,
    /// What the first side had of races that were level in the end, and how many they were.
    pub level: (f64, u64),
}

/// What may follow, and its chance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub gain: i32,
    pub spent: u32,
    pub to: To,
    pub chance: f64,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum To {
    Situation(usize),
    End(f64),
}

impl Counted {
    pub fn new(course: &impl Course) -> Counted {
        let classes = course.situations() * course.bands();
        Counted {
            steps: vec![BTreeMap::new(); classes],
            openings: vec![vec![0; course.situations()]; course.breaks().len()],
            level: (0.0, 0),
        }
    }

    pub fn add(&mut self, course: &impl Course, steps: &[(At, Step)], openings: &[(usize, usize)], level: Option<f64>) {
        for (at, step) in steps {
            let class = course.band(at.left) * course.situations() + at.situation;
            *self.steps[class].entry(*step).or_default() += 1;
        }
        for (place, situation) in openings {
            self.openings[*place][*situation] += 1;
        }
        if let Some(value) = level {
            self.level.0 += value;
            self.level.1 += 1;
        }
    }

    pub fn sum<'c>(course: &impl Course, of: impl Iterator<Item = &'c Counted>) -> Counted {
        let mut sum = Counted::new(course);
        for counted in of {
            for (into, from) in sum.steps.iter_mut().zip(&counted.steps) {
                from.iter().for_each(|(step, count)| *into.entry(*step).or_default() += count);
            }
            for (into, from) in sum.openings.iter_mut().zip(&counted.openings) {
                into.iter_mut().zip(from).for_each(|(into, from)| *into += from);
            }
            sum.level.0 += counted.level.0;
            sum.level.1 += counted.level.1;
        }
        sum
    }

    pub fn steps(&self) -> u64 {
        self.steps.iter().flat_map(BTreeMap::values).sum()
    }

    /// Shares of the situations in which a race begins anew; empty where none has.
    pub fn opening(&self, place: usize) -> Vec<(usize, f64)> {
        let total: u64 = self.openings[place].iter().sum();
        let seen = self.openings[place].iter().enumerate().filter(|(_, count)| **count > 0);
        seen.map(|(situation, count)| (situation, *count as f64 / total as f64)).collect()
    }

    /// The law of a situation in a band; where nothing was seen there, that of all bands.
    pub fn law(&self, course: &impl Course, situation: usize, band: usize) -> Vec<Branch> {
        let class = |band: usize| &self.steps[band * course.situations() + situation];
        let own = branches(class(band));
        if !own.is_empty() {
            return own;
        }
        let mut pooled = BTreeMap::new();
        for band in 0..course.bands() {
            class(band).iter().for_each(|(step, count)| *pooled.entry(*step).or_default() += *count);
        }
        branches(&pooled)
    }
}

/// Chances of steps; those of which the end was not seen are dealt to those of the same gain.
fn branches(counts: &BTreeMap<Step, u64>) -> Vec<Branch> {
    let mut by_gain: BTreeMap<i32, [u64; 2]> = BTreeMap::new();
    for (step, count) in counts {
        by_gain.entry(step.gain).or_default()[usize::from(step.next == Next::Unseen)] += count;
    }
    by_gain.retain(|_, [seen, _]| *seen > 0);
    let total: u64 = by_gain.values().flatten().sum();
    let branch = |(step, count): (&Step, &u64)| {
        let to = match step.next {
            Next::To(situation) => To::Situation(situation),
            Next::Over(halves) => To::End(f64::from(halves) / 2.0),
            Next::Unseen => return None,
        };
        let [seen, unseen] = by_gain[&step.gain];
        let chance = *count as f64 * (seen + unseen) as f64 / seen as f64 / total as f64;
        Some(Branch { gain: step.gain, spent: step.spent, to, chance })
    };
    counts.iter().filter_map(branch).collect()
}
