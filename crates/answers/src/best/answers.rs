//! All that is answered, design point by design point.

use tolley_experiment::best::{Aim, Best};
use tolley_experiment::plan::Plan;
use tolley_experiment::value::Value;
use tolley_search::best::{Answer, Between};

use super::asked::Asked;

/// Shares of the way between two skills at which a jump is found: next to either nothing says that it is between them.
const ENDS: [f64; 2] = [0.005, 0.995];

/// The answer at one design point, a stratum.
pub struct Stratum {
    /// Column and value of each axis.
    pub values: Vec<(String, Value)>,
    /// What was asked there.
    pub asked: Asked,
    /// What was found.
    pub answer: Answer,
}

impl Stratum {
    /// What is decided over by a number.
    pub fn aim(&self, number: usize) -> Option<&Aim> {
        self.asked.aims.iter().find(|aim| aim.key == self.asked.keys[number])
    }

    /// Whether fresh shots show that the less skilled of the two loses by the best choice of the other.
    pub fn shows(&self, between: &Between) -> bool {
        let [from, to] = between.skills;
        let loss = self.answer.skills[to].others[from].as_ref();
        loss.is_some_and(|loss| loss.loss.estimate.interval.is_some_and(|[low, _]| low > 0.0))
    }

    /// The deviation of the direction, between those of two skills, at which the best choice jumps: its key and its
    /// value; `None` where it is not found between them.
    pub fn jumps_at(&self, best: &Best, between: &Between) -> Option<(usize, f64)> {
        let key = self.asked.aim_sd?;
        let share = Some(between.jump.share).filter(|share| (ENDS[0]..ENDS[1]).contains(share))?;
        let sd = |skill: usize| match best.skills[skill].sets.iter().find(|(set, _)| *set == key) {
            Some((_, Value::Number(sd))) => Some(*sd),
            _ => None,
        };
        let [from, to] = between.skills.map(sd);
        let (from, to) = (from?, to?);
        Some((key, from + share * (to - from)))
    }
}

/// All that is answered.
pub struct Answers<'a> {
    /// What was asked of which study.
    pub plan: &'a Plan,
    /// What is to be as large as possible, and for whom.
    pub best: &'a Best,
    /// Of each design point, in order.
    pub strata: Vec<Stratum>,
}
