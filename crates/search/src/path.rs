//! How the best choice changes with skill: where it drifts, where it jumps, and what it costs to play another's best.

use tolley_experiment::run;
use tolley_statistics::Estimate;
use tolley_statistics::estimates::{Means, Moments, normal_quantile_at, t_quantile_at};

use crate::execution::Noise;
use crate::maximise::{Peak, climb};
use crate::mcb::{AgainstBest, against_best};
use crate::space::{Sequence, Space};
use crate::sweep::{JUDGED_INSIDE, Surface, Sweep};

/// Aims by which a zone is found: over all of the space, and near the best.
const ZONE_AIMS: u64 = 2048;
/// How far from the best the near ones lie, in finest details.
const ZONE_NEAR: f64 = 4.0;
/// With which an aim outside of a zone is worth less than asked.
const ZONE_CONFIDENCE: f64 = 0.95;

/// The best choice for one skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// The best, then the other hills, each lower.
    pub peaks: Vec<Peak>,
    /// Numbers of the best that lie on an end of their range: beyond it the value may still rise.
    pub edges: Vec<usize>,
}

impl Optimum {
    /// The best aim.
    pub fn best(&self) -> &Peak {
        &self.peaks[0]
    }
}

/// Between two neighbouring skills the best choice changes to another hill.
#[derive(Clone, Debug, PartialEq)]
pub struct Jump {
    /// It is the last skill for which the old hill is best; the new one is from the next skill on.
    pub after: usize,
    /// The share of the way to the next skill at which both are worth the same, if values change evenly: as sure as
    /// the gain is large against the error of a value.
    pub share: f64,
    /// The best of the old skill.
    pub from: Vec<f64>,
    /// The best of the next one.
    pub to: Vec<f64>,
    /// By how much it is better for the next skill than the top of the old hill is then: small against the error of a
    /// value, the jump is not sure.
    pub gain: f64,
}

/// A sweep seen by players of rising or falling skill.
#[derive(Clone, Debug)]
pub struct Skills<'a> {
    surfaces: Vec<Surface<'a>>,
    aims: &'a Space,
}

impl<'a> Skills<'a> {
    /// Of players in order of skill; `None` unless all noises are of as many numbers as the sweep and the aims.
    pub fn new(sweep: &'a Sweep, noises: &'a [Noise], aims: &'a Space) -> Option<Skills<'a>> {
        let fits = noises.iter().all(|noise| noise.dimensions() == aims.dimensions());
        let surfaces = noises.iter().map(|noise| sweep.surface(noise)).collect::<Option<Vec<_>>>()?;
        fits.then_some(Skills { surfaces, aims })
    }

    /// Of players who each have seen a sweep of their own; `None` unless all are of as many numbers as the aims.
    pub fn of(surfaces: Vec<Surface<'a>>, aims: &'a Space) -> Option<Skills<'a>> {
        let fits = surfaces.iter().all(|surface| surface.detail(aims).len() == aims.dimensions());
        fits.then_some(Skills { surfaces, aims })
    }

    /// The best choice for each skill; each is also climbed to from the best of its neighbours, so that it is not
    /// missed where a neighbour has found it. `None` where nothing near can be judged.
    pub fn path(&self) -> Vec<Option<Optimum>> {
        let found: Vec<Vec<Peak>> = self.surfaces.iter().map(|surface| surface.peaks(self.aims)).collect();
        let near = |k: usize| &found[k.saturating_sub(1)..(k + 2).min(found.len())];
        (0..found.len())
            .map(|k| {
                let bests = near(k).iter().filter_map(|peaks| peaks.first());
                let starts: Vec<Peak> = found[k].iter().chain(bests).map(|peak| self.worth(k, &peak.at)).collect();
                let peaks = self.climb(k, &starts);
                let edges = self.aims.edges(&peaks.first()?.at);
                Some(Optimum { peaks, edges })
            })
            .collect()
    }

    /// Where a path changes from one hill to another that it had not drifted to.
    pub fn jumps(&self, path: &[Option<Optimum>]) -> Vec<Jump> {
        (1..path.len())
            .filter_map(|k| self.jump(k - 1, path[k - 1].as_ref()?.best(), path[k].as_ref()?.best()))
            .collect()
    }

    /// What each skill (row) loses by the best choice of each other (column); NaN where that cannot be judged.
    pub fn regrets(&self, path: &[Option<Optimum>]) -> Vec<Vec<f64>> {
        let value = |k: usize, of: &Option<Optimum>| {
            let value = of.as_ref().map(|of| self.surfaces[k].value(&of.best().at));
            value.filter(|value| value.is_finite()).unwrap_or(f64::NAN)
        };
        (0..path.len()).map(|k| path.iter().map(|other| value(k, &path[k]) - value(k, other)).collect()).collect()
    }

    fn climb(&self, k: usize, starts: &[Peak]) -> Vec<Peak> {
        let surface = &self.surfaces[k];
        let mut starts = starts.to_vec();
        starts.retain(|peak| peak.value > f64::NEG_INFINITY);
        climb(self.aims, &surface.detail(self.aims), &starts, |aim| surface.value(aim))
    }

    fn worth(&self, k: usize, aim: &[f64]) -> Peak {
        Peak { at: aim.to_vec(), value: self.surfaces[k].value(aim) }
    }

    fn jump(&self, k: usize, old: &Peak, new: &Peak) -> Option<Jump> {
        let followed = |k: usize, peak: &Peak| self.climb(k, &[self.worth(k, &peak.at)]).into_iter().next();
        let here = followed(k + 1, old)?;
        let detail = self.surfaces[k + 1].detail(self.aims);
        let apart = |a: &Peak, b: &Peak| (0..detail.len()).any(|i| (a.at[i] - b.at[i]).abs() > 0.5 * detail[i]);
        // who climbs from the old best may be led away from a hill that is the new one too
        if !apart(old, new) || !apart(&here, new) {
            return None;
        }
        // by this surface, whatever a peak was found by
        let gain = self.worth(k + 1, &new.at).value - here.value;
        let before = followed(k, new).map_or(f64::NAN, |peak| self.worth(k, &old.at).value - peak.value);
        // where the new one is not seen to be better there is no place at which it begins to be
        let share = if gain > 0.0 { (before / (before + gain)).clamp(0.0, 1.0) } else { f64::NAN };
        Some(Jump { after: k, share, from: old.at.clone(), to: new.at.clone(), gain })
    }
}

/// The aims that may be nearly as good as the best: all others are seen to be worth less.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// Which part of all aims they are.
    pub share: f64,
    /// Between which values each of their numbers lies.
    pub extent: Vec<[f64; 2]>,
}

impl Zone {
    /// The same with another aim in it.
    pub fn with(mut self, aim: &[f64]) -> Zone {
        self.extent.iter_mut().zip(aim).for_each(|(ends, x)| *ends = [ends[0].min(*x), ends[1].max(*x)]);
        self
    }
}

/// The aims that may be worth a share of the best, such as 0.95: whose value, by the spread between states, is not
/// below that with 95 %, each for itself. Of a best that was chosen by the same sweep let `best.value` be no more than
/// shots of its own say. `None` unless the best is worth more than nothing.
pub fn zone(surface: &Surface, aims: &Space, best: &Peak, share: f64) -> Option<Zone> {
    if best.value.is_nan() || best.value <= 0.0 {
        return None;
    }
    let detail = surface.detail(aims);
    let near: Vec<[f64; 2]> = (0..aims.dimensions())
        .map(|i| [-1.0, 1.0].map(|side| best.at[i] + side * ZONE_NEAR * detail[i]))
        .zip((0..aims.dimensions()).map(|i| aims.range(i)))
        .map(|([low, high], [least, most])| [low.max(least), high.min(most)])
        .collect();
    let may_be = |aim: &Vec<f64>| {
        surface.at(aim).filter(|worth| worth.inside >= JUDGED_INSIDE).is_some_and(|worth| {
            let quantile = match worth.states {
                0 | 1 => normal_quantile_at(ZONE_CONFIDENCE),
                states => t_quantile_at(states - 1, ZONE_CONFIDENCE),
            };
            worth.value + quantile * worth.std_error >= share * best.value
        })
    };
    let sequence = Sequence::new(aims.dimensions());
    let within = |space: &Space| -> Vec<Vec<f64>> {
        let all: Vec<Vec<f64>> = (0..ZONE_AIMS).map(|number| space.at(&sequence.point(number))).collect();
        let within = run::each(&all, may_be);
        all.into_iter().zip(within).filter(|(_, within)| *within).map(|(aim, _)| aim).collect()
    };
    let everywhere = within(aims);
    let near = Space::new(&near).map_or_else(Vec::new, |near| within(&near));
    let zone =
        Zone { share: everywhere.len() as f64 / ZONE_AIMS as f64, extent: best.at.iter().map(|x| [*x, *x]).collect() };
    Some(everywhere.iter().chain(&near).fold(zone, |zone, aim| zone.with(aim)))
}

/// Which hills may be the best: compared state by state, all at once with 95 %. `None` with a single hill or state, or
/// where a state says nothing of one of them.
pub fn contenders(surface: &Surface, peaks: &[Peak]) -> Option<Vec<AgainstBest>> {
    let values: Vec<Vec<f64>> = peaks.iter().map(|peak| surface.states(&peak.at)).collect();
    values.iter().flatten().all(|value| value.is_finite()).then(|| against_best(&values, 0.95)).flatten()
}

/// How much better one aim is than another, as its mirror image: paired state by state, with a 95 % interval.
pub fn difference(surface: &Surface, aim: &[f64], other: &[f64]) -> Estimate {
    let mut moments = Moments::default();
    let pairs = surface.states(aim).into_iter().zip(surface.states(other));
    pairs.map(|(a, b)| a - b).filter(|off| off.is_finite()).for_each(|off| moments.add(off));
    Means::default().estimate(&moments)
}
