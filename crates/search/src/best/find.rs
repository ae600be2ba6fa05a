//! The whole way from a budget of shots to an answer.

use super::chosen::{Chosen, choose, go_on};
use super::confirmed::{Against, Edge, Fresh, Place, Table};
use super::swept::{Sweeping, Swept, candidates};
use super::task::{NoValue, Play, Task};
use crate::maximise::{Peak, climb, starts};
use crate::path::{Jump, Optimum, Skills, Zone, zone};
use crate::space::Space;
use crate::sweep::{Surface, Worth};

/// Parts of the budget in hundredths: spread evenly, near the hills, for the choice; the rest is for what it is worth.
const EVEN: u64 = 25;
const NEAR: u64 = 20;
const CHOICE: u64 = 20;
/// The same where values hang on later errors, of which a sweep sees little: the last of them for the neighbours of the
/// choice.
const LATER: [u64; 4] = [20, 10, 15, 30];
/// Candidates of a skill besides those of the others, at least.
const CANDIDATES: usize = 8;
/// Values at which a number without error is looked at.
const PLACES: usize = 6;
/// Part of the best that choices within the zone are worth.
const NEARLY: f64 = 0.95;
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
    /// Whether it may be the best by fresh shots too.
    pub in_set: bool,
    /// The other candidates.
    pub rivals: Vec<Against>,
    /// The aims that may be nearly as good, by the sweep and by fresh shots.
    pub zone: Option<Zone>,
    /// Numbers that lie on an end of their range.
    pub edges: Vec<Edge>,
    /// For each number that nobody errs in.
    pub places: Vec<Place>,
    /// For each image of the task, how much more the best is worth than its image; `None` where that is not possible.
    pub images: Vec<Option<Against>>,
    /// For each skill what its best choice costs this one; its own is nothing.
    pub others: Vec<Option<Against>>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// For each skill.
    pub skills: Vec<Found>,
    /// Between which of them the best choice jumps.
    pub jumps: Vec<Jump>,
    /// Shots of the sweeps that had no value.
    pub left_out: u64,
}

/// Finds the best choice of each skill; `play` plays shots and says what each was worth, NaN where there is no result.
///
/// Fails where `play` does, or where no shot has a value.
pub fn find<E: From<NoValue>>(task: &Task, play: &mut Play<'_, E>) -> Result<Answer, E> {
    let (Some(aims), Some(space)) = (task.aims(), task.space()) else { return Err(NoValue.into()) };
    let part = |hundredths: u64| task.shots * hundredths / 100;
    let [even, near, choice, on] = if task.is_later { LATER } else { [EVEN, NEAR, CHOICE, 0] };
    let sweeping = Sweeping { task, space, aims: aims.clone(), even: part(even), near: part(near) };
    let swept = sweeping.play(play)?;
    let mut peaks = candidates(&swept, &aims, CANDIDATES.max(task.told));
    if peaks.iter().any(Vec::is_empty) {
        return Err(NoValue.into());
    }
    let skills = task.skills() as u64;
    let mut chosen = Vec::new();
    for (skill, peaks) in peaks.iter_mut().enumerate() {
        let mut found = choose(task, skill, peaks, (part(choice) / skills, 0), play)?;
        if on > 0 {
            go_on(task, skill, (&aims, peaks), &mut found, part(on) / skills, play)?;
        }
        chosen.push(found);
    }
    let bests: Vec<&Peak> = chosen.iter().zip(&peaks).map(|(chosen, peaks)| &peaks[chosen.choice.best]).collect();
    let shots = part(100 - even - near - choice - on) / skills;
    let mut found = Vec::new();
    for skill in 0..task.skills() {
        let judged = Judged { task, aims: &aims, swept: &swept[skill], skill, bests: &bests };
        found.push(judged.confirm(&chosen[skill], &peaks[skill], shots, play)?);
    }
    let left_out = if task.is_later {
        swept.iter().map(|swept| swept.sweep.left_out).sum()
    } else {
        swept.iter().map(|swept| swept.sweep.left_out).max().unwrap_or(0)
    };
    Ok(Answer { jumps: jumps(&swept, &aims, &bests), skills: found, left_out })
}

/// Where the chosen ones jump.
fn jumps(swept: &[Swept], aims: &Space, bests: &[&Peak]) -> Vec<Jump> {
    let surfaces: Option<Vec<_>> = swept.iter().map(|swept| swept.sweep.surface(&swept.kernel)).collect();
    let path: Vec<Option<Optimum>> =
        bests.iter().map(|best| Some(Optimum { peaks: vec![(*best).clone()], edges: Vec::new() })).collect();
    surfaces.and_then(|surfaces| Skills::of(surfaces, aims)).map_or_else(Vec::new, |skills| skills.jumps(&path))
}

/// One skill, to be confirmed.
struct Judged<'a> {
    task: &'a Task,
    aims: &'a Space,
    swept: &'a Swept,
    skill: usize,
    bests: &'a [&'a Peak],
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
    fn confirm<E>(&self, chosen: &Chosen, peaks: &[Peak], shots: u64, play: &mut Play<'_, E>) -> Result<Found, E> {
        let best = self.task.settled(&self.bests[self.skill].at);
        let mut beside = Beside::default();
        beside.add(best.clone(), false);
        let rivals: Vec<usize> = chosen.order[1..]
            .iter()
            .take(self.task.told.saturating_sub(1))
            .map(|arm| beside.add(self.task.settled(&peaks[*arm].at), false))
            .filter(|at| *at > 0)
            .collect();
        let places: Vec<(usize, Vec<usize>)> = self.places(&best, &mut beside);
        let images: Vec<Option<usize>> =
            (0..self.task.images.len()).map(|image| self.image(image, &best, &mut beside)).collect();
        let edges: Vec<(usize, bool, f64, usize)> = self.edges(&best, &mut beside);
        let others: Vec<usize> =
            self.bests.iter().map(|other| beside.add(self.task.settled(&other.at), false)).collect();
        let times = shots / beside.choices.len() as u64;
        let table = Table::play(self.task, self.skill, &beside.choices, times.max(2), play)?;
        let against = |at: usize, in_set: bool| Against {
            at: beside.choices[at].0.clone(),
            value: table.value(at),
            loss: table.difference(0, at),
            in_set,
        };
        let all: Vec<usize> = std::iter::once(0).chain(rivals.iter().copied()).collect();
        let set = table.set(&all);
        let surface = self.swept.sweep.surface(&self.swept.kernel);
        Ok(Found {
            value: table.value(0),
            seen: surface.as_ref().and_then(|surface| surface.at(&self.bests[self.skill].at)),
            chosen: chosen.clone(),
            in_set: set[0],
            rivals: rivals.iter().zip(&set[1..]).map(|(at, in_set)| against(*at, *in_set)).collect(),
            zone: surface.as_ref().and_then(|surface| self.zone(surface, &table, &beside)),
            edges: edges
                .into_iter()
                .map(|(number, is_high, beyond, at)| Edge { number, is_high, beyond, gain: table.difference(at, 0) })
                .collect(),
            places: places.into_iter().map(|(number, at)| place(number, &at, &table, &against)).collect(),
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
    fn zone(&self, surface: &Surface<'_>, table: &Table, beside: &Beside) -> Option<Zone> {
        let at = self.bests[self.skill].at.clone();
        let told = table.value(0).estimate.value.unwrap_or(f64::NAN);
        // the sweep promises too much of what it has chosen
        let value = surface.value(&at).min(told);
        let zone = zone(surface, self.aims, &Peak { value, at }, NEARLY)?;
        let is_near = |choice: &usize| {
            let loss = table.difference(0, *choice).estimate.interval;
            let (at, is_free) = &beside.choices[*choice];
            !is_free && self.aims.holds(at) && loss.is_some_and(|[low, _]| low <= (1.0 - NEARLY) * told)
        };
        let played = (0..beside.choices.len()).filter(is_near);
        Some(played.fold(zone, |zone, choice| zone.with(&beside.choices[choice].0)))
    }

    /// The best at some values of each number that nobody errs in, by the sweep.
    fn places(&self, best: &[f64], beside: &mut Beside) -> Vec<(usize, Vec<usize>)> {
        let Some(surface) = self.swept.sweep.surface(&self.swept.kernel) else { return Vec::new() };
        let value = |aim: &[f64]| self.with_images(aim, |aim| surface.value(aim));
        let exact = |number: &usize| {
            let number = &self.task.numbers[*number];
            number.is_decided() && number.is_exact() && self.task.numbers.iter().any(|other| !other.is_exact())
        };
        let mut places = Vec::new();
        for number in (0..best.len()).filter(exact) {
            let at = |k: usize| {
                let [low, high] = self.aims.range(number);
                let place = low + (high - low) * (k as f64 + 0.5) / PLACES as f64;
                let half = 1e-9 * (high - low);
                let ranges: Vec<[f64; 2]> = (0..best.len())
                    .map(|i| if i == number { [place - half, place + half] } else { self.aims.range(i) })
                    .collect();
                let within = Space::new(&ranges)?;
                let detail = surface.detail(&within);
                let peak = climb(&within, &detail, &starts(&within, &detail, value), value).into_iter().next()?;
                Some(self.task.settled(&peak.at))
            };
            let mut found: Vec<Vec<f64>> = (0..PLACES).filter_map(at).collect();
            self.share(number, &mut found, value);
            places.push((number, found.into_iter().map(|at| beside.add(at, false)).collect()));
        }
        places
    }

    /// The mean of what an aim is worth and of what those of its images are that are worth as much.
    fn with_images(&self, aim: &[f64], value: impl Fn(&[f64]) -> f64) -> f64 {
        let images = (0..self.task.images.len()).filter(|image| self.task.is_equal[*image]);
        let images = images.map(|image| self.task.image(image, aim)).filter(|at| self.aims.holds(at));
        let (sum, count) = images.fold((value(aim), 1.0), |(sum, count), at| (sum + value(&at), count + 1.0));
        sum / count
    }

    /// A place whose image is another place, and worth as much, has the better of what was found at both: else it would
    /// be told apart by how well the sweep was searched there.
    fn share(&self, number: usize, found: &mut [Vec<f64>], value: impl Fn(&[f64]) -> f64) {
        let [low, high] = self.aims.range(number);
        for image in (0..self.task.images.len()).filter(|image| self.task.is_equal[*image]) {
            for from in 0..found.len() {
                let mut at = self.task.image(image, &found[from]);
                let is_there = |place: &Vec<f64>| (place[number] - at[number]).abs() < 1e-6 * (high - low);
                let Some(to) = found.iter().position(is_there) else { continue };
                at[number] = found[to][number];
                if to != from && self.aims.holds(&at) && value(&at) >= value(&found[to]) {
                    found[to] = at;
                }
            }
        }
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

fn place(number: usize, at: &[usize], table: &Table, against: &impl Fn(usize, bool) -> Against) -> Place {
    let set = table.set(at);
    let compared: Vec<Against> = at.iter().zip(set).map(|(at, in_set)| against(*at, in_set)).collect();
    let mean = |place: &usize| compared[*place].value.estimate.value.unwrap_or(f64::NAN);
    let order = |a: &usize, b: &usize| mean(a).total_cmp(&mean(b));
    let ends = (0..at.len()).max_by(order).zip((0..at.len()).min_by(order));
    let spread = ends.map_or_else(Fresh::default, |(high, low)| table.difference(at[high], at[low]));
    let best = ends.map_or(f64::NAN, |(high, _)| mean(&high));
    let matters = spread.estimate.interval.is_some_and(|[low, _]| low > (1.0 - NEARLY) * best.abs());
    Place { number, at: compared, spread, matters }
}
