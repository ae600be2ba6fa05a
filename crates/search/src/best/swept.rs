//! Sweeps: shots spread over what is executed, then more of them near the hills of each skill.

use tolley_experiment::run;

use super::task::{NoValue, Play, Shot, Task};
use crate::execution::Noise;
use crate::maximise::Peak;
use crate::near::{Near, Spread};
use crate::space::{Sequence, Space};
use crate::sweep::{self, JUDGED_INSIDE, Plan, Sweep, Worth};

/// States of the world that a sweep shares.
pub(super) const STATES: u64 = 16;
/// Hills of a skill that more shots go to, and then more of them.
const HILLS: [usize; 2] = [6, 3];
/// The sequence of what is spread where aims are executed; that of the whole space is number 0.
const INNER: u64 = 1 << 32;
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

impl Swept {
    /// What tops are worth, with the variance of that; none where no shot is near. The spread between a few states is
    /// known badly: what it says of one shot is the mean over all tops.
    pub(super) fn worth(&self, peaks: &[Peak]) -> Vec<Option<[f64; 2]>> {
        let Some(surface) = self.sweep.surface(&self.kernel) else { return vec![None; peaks.len()] };
        // too little of what another's choice is to this one may have been swept
        let is_judged = |worth: &Worth| worth.inside >= JUDGED_INSIDE;
        let worth: Vec<Option<Worth>> = peaks.iter().map(|peak| surface.at(&peak.at).filter(is_judged)).collect();
        let of_one = worth.iter().flatten().map(|worth| worth.std_error * worth.std_error * worth.shots).sum::<f64>();
        let of_one = of_one / worth.iter().flatten().count().max(1) as f64;
        worth.into_iter().map(|worth| worth.map(|worth| [worth.value, of_one / worth.shots])).collect()
    }
}

/// What is swept, and with how many shots.
pub(super) struct Sweeping<'t> {
    pub(super) task: &'t Task,
    pub(super) space: Space,
    pub(super) aims: Space,
    pub(super) even: u64,
    pub(super) near: [u64; 2],
}

impl Sweeping<'_> {
    /// Sweeps for all skills.
    pub(super) fn play<E: From<NoValue>>(&self, play: &mut Play<'_, E>) -> Result<Vec<Swept>, E> {
        let skills = self.task.skills();
        let sweeps = if self.task.is_later || self.task.is_of_skill { skills } else { 1 };
        let points = (self.even / sweeps as u64 / STATES).max(1);
        let kernel = |skill| self.task.kernel(skill, points * STATES, self.task.is_later);
        let kernels: Option<Vec<Noise>> = (0..skills).map(kernel).collect();
        let kernels = kernels.ok_or(NoValue)?;
        let spread = Spread::new(&self.space, &kernels[0], &self.task.middles(&self.aims, &self.space));
        let even: Vec<Vec<sweep::Shot>> =
            (0..sweeps).map(|sweep| self.spread(&spread, sweep, points, play)).collect::<Result<_, E>>()?;
        let mut swept = Vec::new();
        for (skill, kernel) in kernels.into_iter().enumerate() {
            let shots = self.closer(even[skill % sweeps].clone(), (skill, &kernel), &spread, play)?;
            let narrow = self.task.is_later.then(|| self.task.kernel(skill, points * STATES, false)).flatten();
            swept.push(Swept { sweep: self.sweep(&shots, skill).ok_or(NoValue)?, kernel, narrow });
        }
        Ok(swept)
    }

    /// The shots of a sweep that are spread, so many in each state.
    fn spread<E>(
        &self,
        spread: &Spread,
        sweep: usize,
        points: u64,
        play: &mut Play<'_, E>,
    ) -> Result<Vec<sweep::Shot>, E> {
        let seed = self.task.seed.wrapping_add(sweep as u64);
        let sequences = [0, INNER].map(|number| Sequence::scrambled(self.space.dimensions(), seed, number));
        let at = (0..points * STATES).map(|number| (number / points, spread.point(number, sequences.each_ref())));
        let mut shots = self.shots(at.collect(), sweep, play)?;
        shots.iter_mut().for_each(|shot| shot.density = spread.density(&shot.point));
        Ok(shots)
    }

    /// Shots of a skill with those near the hills that they show, and then nearer to the best of these.
    fn closer<E: From<NoValue>>(
        &self,
        mut shots: Vec<sweep::Shot>,
        (skill, kernel): (usize, &Noise),
        spread: &Spread,
        play: &mut Play<'_, E>,
    ) -> Result<Vec<sweep::Shot>, E> {
        let even = shots.len() as f64;
        let mut rounds: Vec<(f64, Near)> = Vec::new();
        for (round, (most, part)) in (1..).zip(HILLS.into_iter().zip(self.near)) {
            let (count, sweep) = (part / self.task.skills() as u64, self.sweep(&shots, skill).ok_or(NoValue)?);
            let hills = if count > 0 { self.hills(&sweep, kernel, most) } else { Vec::new() };
            if hills.is_empty() {
                continue;
            }
            let near = Near::new(&self.space, kernel, &hills);
            let numbered = |number: u64| {
                let of = 1000 * round + number % hills.len() as u64;
                let sequence = Sequence::scrambled(self.space.dimensions(), self.task.seed, of);
                (number * STATES / count, near.point(number, &sequence))
            };
            shots.extend(self.shots((0..count).map(numbered).collect(), skill, play)?);
            rounds.push((count as f64, near));
            let all = shots.len() as f64;
            let density = |point: &[f64]| {
                let near = rounds.iter().map(|(count, near)| count * near.density(point)).sum::<f64>();
                (even * spread.density(point) + near) / all
            };
            shots.iter_mut().for_each(|shot| shot.density = density(&shot.point));
        }
        Ok(shots)
    }

    fn sweep(&self, shots: &[sweep::Shot], skill: usize) -> Option<Sweep> {
        let left_out = shots.iter().filter(|shot| !shot.worth.is_finite()).count();
        let judged = self.task.judged(skill)?;
        let plan = Plan { space: self.space.clone(), states: STATES, points: 0, seed: self.task.seed, outside: None };
        (left_out < shots.len()).then(|| Sweep::new(&plan, left_out as u64, shots).judged_in(judged))
    }

    fn shots<E>(&self, at: Vec<(u64, Vec<f64>)>, skill: usize, play: &mut Play<'_, E>) -> Result<Vec<sweep::Shot>, E> {
        let (of, skill) = (skill, self.task.is_later.then_some(skill));
        // with shots that follow the limits of the hand hold, for these would go beyond them too
        let is_free = !self.task.is_later;
        let asked: Vec<Shot> =
            at.into_iter().map(|(seed, at)| Shot { skill, of, is_look: true, at, seed, is_free }).collect();
        let worth = play(&asked)?;
        let told =
            |(shot, worth): (Shot, f64)| sweep::Shot { state: shot.seed as u32, point: shot.at, worth, density: 1.0 };
        Ok(asked.into_iter().zip(worth).map(told).collect())
    }

    fn hills(&self, sweep: &Sweep, kernel: &Noise, most: usize) -> Vec<Vec<f64>> {
        let peaks: Vec<Peak> = sweep.surface(kernel).map_or_else(Vec::new, |surface| surface.peaks(&self.aims));
        peaks.into_iter().take(most).map(|peak| peak.at).collect()
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
