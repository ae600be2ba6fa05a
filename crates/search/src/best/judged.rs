//! What the choice of a skill is worth and hangs on, by fresh shots.

use super::chosen::Chosen;
use super::confirmed::{Against, Edge, Fresh, NEARLY, Place, Table};
use super::near::{NOTHING, Near, along};
use super::places::{Placed, Placing};
use super::swept::Swept;
use super::task::{Play, Task};
use crate::maximise::Peak;
use crate::path::zone;
use crate::space::Space;
use crate::sweep::{Surface, Worth};

/// Candidates, the choice among them, that are moved to each place.
const MOVED: usize = 3;
/// How far beyond the end of a range is looked, in its width.
const BEYOND: f64 = 0.05;

/// The best choice of one skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What to aim at.
    pub at: Vec<f64>,
    /// What it is worth, by fresh shots.
    pub value: Fresh,
    /// As the sweep sees it: too good on average.
    pub seen: Option<Worth>,
    /// How it was chosen.
    pub chosen: Chosen,
    /// The one of all that were found which fresh shots put before it, if it surely is not the best of them (Hsu).
    pub before: Option<Against>,
    /// The other candidates.
    pub rivals: Vec<Against>,
    /// The aims that may be nearly as good.
    pub near: Near,
    /// Numbers that lie on an end of their range.
    pub edges: Vec<Edge>,
    /// For each number that nobody errs in.
    pub places: Vec<Place>,
    /// For each image of the task, how much more the best is worth than its image; `None` where that is not possible.
    pub images: Vec<Option<Against>>,
    /// For each skill what its best choice costs this one; its own is nothing.
    pub others: Vec<Option<Against>>,
}

/// One skill, to be confirmed.
pub(super) struct Judged<'a> {
    pub(super) task: &'a Task,
    pub(super) aims: &'a Space,
    pub(super) swept: &'a Swept,
    pub(super) skill: usize,
    pub(super) bests: &'a [&'a Peak],
}

/// Shots of one skill: for the choice at places, to look along numbers, and for what is told.
#[derive(Clone, Copy)]
pub(super) struct Shots {
    pub(super) places: u64,
    pub(super) along: u64,
    pub(super) fresh: u64,
}

/// Choices that are played beside the best, which is the first; each part knows where its own stand.
#[derive(Default)]
struct Beside {
    choices: Vec<(Vec<f64>, bool)>,
}

impl Beside {
    fn add(&mut self, at: Vec<f64>, is_free: bool) -> usize {
        let same = self.choices.iter().position(|(other, free)| *other == at && *free == is_free);
        same.unwrap_or_else(|| {
            self.choices.push((at, is_free));
            self.choices.len() - 1
        })
    }
}

impl Judged<'_> {
    pub(super) fn confirm<E>(
        &self,
        chosen: &Chosen,
        peaks: &[Peak],
        shots: Shots,
        play: &mut Play<'_, E>,
    ) -> Result<Found, E> {
        let best = self.task.settled(&self.bests[self.skill].at);
        let surface = self.swept.sweep.surface(&self.swept.kernel);
        let mut beside = Beside::default();
        beside.add(best.clone(), false);
        let mut rivals = Vec::new();
        for arm in &chosen.order[1..] {
            if rivals.len() + 1 >= self.task.told {
                break;
            }
            let at = beside.add(self.task.settled(&peaks[*arm].at), false);
            // two tops may settle to the same
            if at > 0 && !rivals.contains(&at) {
                rivals.push(at);
            }
        }
        let finals: Vec<Vec<f64>> = beside.choices.iter().take(MOVED).map(|(at, _)| at.clone()).collect();
        let placing =
            Placing { task: self.task, aims: self.aims, skill: self.skill, surface: surface.as_ref(), finals: &finals };
        let placed = placing.choose(shots.places, play)?;
        let places: Vec<Vec<usize>> =
            placed.iter().map(|placed| placed.at.iter().map(|at| beside.add(at.clone(), false)).collect()).collect();
        let images: Vec<Option<usize>> =
            (0..self.task.images.len()).map(|image| self.image(image, &best, &mut beside)).collect();
        let edges: Vec<(usize, bool, f64, usize)> = self.edges(&best, &mut beside);
        let others: Vec<usize> =
            self.bests.iter().map(|other| beside.add(self.task.settled(&other.at), false)).collect();
        let times = shots.fresh / beside.choices.len() as u64;
        let table = Table::play(self.task, self.skill, &beside.choices, (0, times.max(2)), play)?;
        let against = |at: usize, in_set: bool| Against {
            at: beside.choices[at].0.clone(),
            value: table.value(at),
            loss: table.difference(0, at),
            in_set,
            is_candidate: table.has_values(at),
        };
        // all that was found anywhere, the rivals first
        let mut all: Vec<usize> = std::iter::once(0).chain(rivals.iter().copied()).collect();
        for at in places.iter().flatten().chain(&others) {
            if !all.contains(at) {
                all.push(*at);
            }
        }
        let set = table.set(&all);
        let mean = |at: usize| table.value(at).estimate.value.unwrap_or(f64::NEG_INFINITY);
        let may = all.iter().zip(&set).filter(|(_, may)| **may).map(|(at, _)| *at);
        let first = may.max_by(|a, b| mean(*a).total_cmp(&mean(*b)));
        let near = if self.task.is_later || self.task.is_of_skill || self.task.is_exact(self.skill) {
            along((self.task, self.skill), self.aims, &best, &table, shots.along, play)?
        } else {
            self.zone(surface.as_ref(), &table, &beside)
        };
        Ok(Found {
            value: table.value(0),
            seen: surface.as_ref().and_then(|surface| surface.at(&self.bests[self.skill].at)),
            chosen: chosen.clone(),
            before: first.filter(|_| !set[0]).map(|at| against(at, true)),
            rivals: rivals
                .iter()
                .zip(&set[1..])
                .map(|(at, in_set)| against(*at, *in_set))
                .filter(|rival| rival.is_candidate)
                .collect(),
            near,
            edges: edges
                .into_iter()
                .map(|(number, is_high, beyond, at)| Edge { number, is_high, beyond, gain: table.difference(at, 0) })
                .collect(),
            places: placed.iter().zip(&places).map(|(placed, at)| place(placed, at, &table, &against)).collect(),
            images: images.into_iter().map(|at| at.map(|at| against(at, true))).collect(),
            others: others
                .iter()
                .enumerate()
                .map(|(other, at)| (other != self.skill).then(|| against(*at, true)))
                .collect(),
            at: best,
        })
    }

    /// The aims that are not seen to lose more than a twentieth, by the sweep or by shots of their own.
    fn zone(&self, surface: Option<&Surface<'_>>, table: &Table, beside: &Beside) -> Near {
        let Some(surface) = surface else { return Near::Unknown("the sweep shows nothing") };
        let at = self.bests[self.skill].at.clone();
        let told = table.value(0).estimate.value.unwrap_or(f64::NAN);
        // the sweep promises too much of what it has chosen, and may not reach as far as another's choice
        let seen = surface.value(&at);
        let value = if seen.is_finite() { seen.min(told) } else { told };
        let Some(zone) = zone(surface, self.aims, &Peak { value, at }, NEARLY) else { return Near::Unknown(NOTHING) };
        let is_near = |choice: &usize| {
            let loss = table.difference(0, *choice).estimate.interval;
            let (at, is_free) = &beside.choices[*choice];
            !is_free && self.aims.holds(at) && loss.is_some_and(|[low, _]| low <= (1.0 - NEARLY) * told)
        };
        let played = (0..beside.choices.len()).filter(is_near);
        Near::Swept(played.fold(zone, |zone, choice| zone.with(&beside.choices[choice].0)))
    }

    fn image(&self, image: usize, best: &[f64], beside: &mut Beside) -> Option<usize> {
        let at = self.task.image(image, best);
        let is_possible = self.task.numbers.iter().zip(&at).all(|(number, x)| {
            let [low, high] = number.possible;
            (low..=high).contains(x)
        });
        is_possible.then(|| beside.add(at, false))
    }

    /// Where the best lies on an end of a range: the number, whether it is the upper end, a value beyond, its choice.
    fn edges(&self, best: &[f64], beside: &mut Beside) -> Vec<(usize, bool, f64, usize)> {
        let has_end = |number: &usize| self.task.numbers[*number].is_decided() && !self.task.numbers[*number].is_round;
        let mut edges = Vec::new();
        for number in self.aims.edges(best).into_iter().filter(has_end) {
            let [low, high] = self.aims.range(number);
            let is_high = best[number] > 0.5 * (low + high);
            let by = BEYOND * (high - low);
            let [least, most] = self.task.numbers[number].possible;
            let beyond = if is_high { high + by } else { low - by };
            if (least..=most).contains(&beyond) {
                let mut at = best.to_vec();
                at[number] = beyond;
                edges.push((number, is_high, beyond, beside.add(at, true)));
            }
        }
        edges
    }
}

fn place(placed: &Placed, at: &[usize], table: &Table, against: &impl Fn(usize, bool) -> Against) -> Place {
    let compared: Vec<Against> = at.iter().zip(table.set(at)).map(|(at, in_set)| against(*at, in_set)).collect();
    let values = compared.iter().filter_map(|against| against.value.estimate.value);
    let best = values.fold(f64::NEG_INFINITY, f64::max);
    let spread = table.spread(at);
    let matters = spread.estimate.interval.is_some_and(|[low, _]| low > (1.0 - NEARLY) * best.abs());
    Place { number: placed.number, at: compared, tried: placed.tried, spread, matters }
}
