//! The choice among candidates, by shots with errors on the same seeds for all.

use super::task::{Play, Shot, Task};
use crate::arms::{Choice, Pull};
use crate::lucb::KlLucb;
use crate::maximise::Peak;
use crate::ocba::Ocba;

/// Seeds of the choice begin here, far from those of sweeps.
pub(super) const FIRST_SEED: u64 = 1 << 20;
/// Parts in which a budget is spent, each where the last one says.
const PARTS: u64 = 40;
/// Chance that KL-LUCB is wrong once it has an answer.
const DELTA: f64 = 0.05;

/// The candidate that was chosen, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// As the shots of the choice see it.
    pub choice: Choice,
    /// The method: `KL-LUCB` or `OCBA`.
    pub method: &'static str,
    /// Candidates from the best mean down.
    pub order: Vec<usize>,
}

/// Either way to choose.
enum Chooser {
    Lucb(KlLucb),
    Ocba(Ocba),
}

impl Chooser {
    fn ask(&mut self) -> Option<Vec<Pull>> {
        match self {
            Chooser::Lucb(lucb) => lucb.ask(),
            Chooser::Ocba(ocba) => ocba.ask(),
        }
    }

    fn tell(&mut self, arm: usize, value: f64) {
        match self {
            Chooser::Lucb(lucb) => lucb.tell(arm, value),
            Chooser::Ocba(ocba) => ocba.tell(arm, value),
        }
    }

    fn choice(&self) -> Choice {
        match self {
            Chooser::Lucb(lucb) => lucb.choice(),
            Chooser::Ocba(ocba) => ocba.choice(),
        }
    }
}

/// Chooses among the tops of hills with at most so many shots: shot number `k` of every candidate has the same seed.
pub(super) fn choose<E>(
    task: &Task,
    skill: usize,
    peaks: &[Peak],
    shots: u64,
    play: &mut Play<'_, E>,
) -> Result<Chosen, E> {
    let count = peaks.len();
    let mut chooser = if task.is_share {
        Chooser::Lucb(KlLucb::new(count, DELTA))
    } else {
        Chooser::Ocba(Ocba::new(count, shots, shots / PARTS))
    };
    let (mut drawn, mut sums) = (vec![0; count], vec![(0.0, 0u64); count]);
    while drawn.iter().sum::<u64>() < shots {
        let Some(pulls) = chooser.ask() else { break };
        let mut asked = Vec::new();
        for Pull { arm, times } in pulls {
            let seeds = (drawn[arm]..drawn[arm] + times).map(|k| FIRST_SEED + k);
            drawn[arm] += times;
            asked.extend(seeds.map(|seed| (arm, shot(task, skill, &peaks[arm], seed))));
        }
        let told = play(&asked.iter().map(|(_, shot)| shot.clone()).collect::<Vec<_>>())?;
        for ((arm, _), value) in asked.iter().zip(told).filter(|(_, value)| value.is_finite()) {
            chooser.tell(*arm, value);
            sums[*arm] = (sums[*arm].0 + value, sums[*arm].1 + 1);
        }
    }
    let mean = |arm: &usize| sums[*arm].0 / sums[*arm].1.max(1) as f64;
    let choice = chooser.choice();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    // of equal means the one that was chosen stands first
    order.retain(|arm| *arm != choice.best);
    order.insert(0, choice.best);
    Ok(Chosen { choice, method: if task.is_share { "KL-LUCB" } else { "OCBA" }, order })
}

fn shot(task: &Task, skill: usize, peak: &Peak, seed: u64) -> Shot {
    Shot { skill: Some(skill), at: task.settled(&peak.at), seed, is_free: false }
}
