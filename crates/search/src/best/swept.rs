//! Sweeps: shots spread evenly, then more of them near the hills of each skill.

use tolley_experiment::run;

use super::task::{NoValue, Play, Shot, Task};
use crate::execution::Noise;
use crate::maximise::Peak;
use crate::near::Near;
use crate::space::{Sequence, Space};
use crate::sweep::{self, Plan, Sweep};

/// States of the world that a sweep shares.
pub(super) const STATES: u64 = 16;
/// Hills of a skill that more shots go to.
const HILLS: usize = 3;
/// Best peaks of each other skill that are candidates too: a wide kernel may miss what another has found.
const OF_OTHERS: usize = 3;

/// A skill's sweep, and the kernel that it is seen with.
pub(super) struct Swept {
    pub(super) sweep: Sweep,
    pub(super) kernel: Noise,
    /// A narrower one where that one is wider than his errors: what it sees may be luck, and is a candidate alone.
    narrow: Option<Noise>,
}

impl Swept {
    /// Tops of hills, so many by each kernel.
    fn peaks(&self, aims: &Space, most: usize) -> Vec<Peak> {
        let of = |kernel| self.sweep.surface(kernel).map_or_else(Vec::new, |surface| surface.peaks(aims));
        let kernels = std::iter::once(&self.kernel).chain(&self.narrow);
        kernels.flat_map(|kernel| of(kernel).into_iter().take(most)).collect()
    }
}

/// What is swept, and with how many shots.
pub(super) struct Sweeping<'t> {
    pub(super) task: &'t Task,
    pub(super) space: Space,
    pub(super) aims: Space,
    pub(super) even: u64,
    pub(super) near: u64,
}

impl Sweeping<'_> {
    /// Sweeps for all skills.
    pub(super) fn play<E: From<NoValue>>(&self, play: &mut Play<'_, E>) -> Result<Vec<Swept>, E> {
        let skills = self.task.skills();
        let sweeps = if self.task.is_later { skills } else { 1 };
        let points = (self.even / sweeps as u64 / STATES).max(1);
        let mut even = Vec::new();
        for sweep in 0..sweeps {
            let plan = self.plan(points, sweep as u64);
            let at: Vec<(u64, Vec<f64>)> =
                (0..STATES).flat_map(|state| plan.points(state).map(move |point| (state, point))).collect();
            even.push(self.shots(at, sweep, play)?);
        }
        let is_wide = self.task.is_later;
        let kernel = |skill| self.task.kernel(skill, points * STATES, is_wide);
        let kernels: Option<Vec<Noise>> = (0..skills).map(kernel).collect();
        let kernels = kernels.ok_or(NoValue)?;
        let mut swept = Vec::new();
        for (skill, kernel) in kernels.into_iter().enumerate() {
            let even = &even[skill % sweeps];
            let hills = self.hills(&self.sweep(even, skill).ok_or(NoValue)?, &kernel);
            let near = Near::new(&self.space, &kernel, &hills);
            let count = self.near / skills as u64;
            let numbered = |number: u64| {
                let sequence = Sequence::scrambled(
                    self.space.dimensions(),
                    self.task.seed,
                    1000 + number % hills.len().max(1) as u64,
                );
                (number % STATES, near.point(number, &sequence))
            };
            let more = if hills.is_empty() { 0 } else { count };
            let mut shots = self.shots((0..more).map(numbered).collect(), skill, play)?;
            shots.extend(even.iter().cloned());
            let part = more as f64 / (more + points * STATES) as f64;
            shots.iter_mut().for_each(|shot| shot.density = near.density(&shot.point, part));
            let narrow = is_wide.then(|| self.task.kernel(skill, points * STATES, false)).flatten();
            swept.push(Swept { sweep: self.sweep(&shots, skill).ok_or(NoValue)?, kernel, narrow });
        }
        Ok(swept)
    }

    fn plan(&self, points: u64, sweep: u64) -> Plan {
        let seed = self.task.seed.wrapping_add(sweep);
        Plan { space: self.space.clone(), states: STATES, points, seed, outside: None }
    }

    fn sweep(&self, shots: &[sweep::Shot], skill: usize) -> Option<Sweep> {
        let told: Vec<sweep::Shot> = shots.iter().filter(|shot| shot.worth.is_finite()).cloned().collect();
        let left_out = (shots.len() - told.len()) as u64;
        let judged = self.task.judged(skill)?;
        (!told.is_empty()).then(|| Sweep::new(&self.plan(1, 0), left_out, &told).judged_in(judged))
    }

    fn shots<E>(&self, at: Vec<(u64, Vec<f64>)>, skill: usize, play: &mut Play<'_, E>) -> Result<Vec<sweep::Shot>, E> {
        let skill = self.task.is_later.then_some(skill);
        // with shots that follow the limits of the hand hold, for these would go beyond them too
        let is_free = !self.task.is_later;
        let asked: Vec<Shot> = at.into_iter().map(|(seed, at)| Shot { skill, at, seed, is_free }).collect();
        let worth = play(&asked)?;
        let told =
            |(shot, worth): (Shot, f64)| sweep::Shot { state: shot.seed as u32, point: shot.at, worth, density: 1.0 };
        Ok(asked.into_iter().zip(worth).map(told).collect())
    }

    fn hills(&self, sweep: &Sweep, kernel: &Noise) -> Vec<Vec<f64>> {
        let peaks: Vec<Peak> = sweep.surface(kernel).map_or_else(Vec::new, |surface| surface.peaks(&self.aims));
        peaks.into_iter().take(HILLS).map(|peak| peak.at).collect()
    }
}

/// Peaks of each skill by its own sweep, and the best of all others.
pub(super) fn candidates(swept: &[Swept], aims: &Space, most: usize) -> Vec<Vec<Peak>> {
    let own: Vec<Vec<Peak>> = run::each(swept, |swept| swept.peaks(aims, most));
    let of = |skill: usize| {
        let mut peaks: Vec<Peak> = own[skill].clone();
        let others = own.iter().enumerate().filter(|(other, _)| *other != skill);
        for peak in others.flat_map(|(_, peaks)| peaks.iter().take(OF_OTHERS)) {
            if peaks.iter().all(|own| own.at != peak.at) {
                peaks.push(peak.clone());
            }
        }
        peaks
    };
    (0..swept.len()).map(of).collect()
}
