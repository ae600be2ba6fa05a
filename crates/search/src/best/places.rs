//! Whether a place matters: at each a shot that is chosen for it, so that what is compared are places and not how well
//! each of them was searched.

use super::chosen::choose;
use super::swept::Swept;
use super::task::{Play, Task};
use crate::arms::FIRST;
use crate::maximise::{Peak, climb, starts};
use crate::space::Space;
use crate::sweep::Surface;

/// Values at which a number without error is looked at.
const PLACES: usize = 6;
/// Round of the choice at a place: on seeds that neither other choices nor what is told have.
const ROUND: u64 = 16;

/// What is to be played at places.
pub(super) struct Placed {
    /// The number.
    pub(super) number: usize,
    /// Shots among which that of a place was chosen, at most.
    pub(super) tried: usize,
    /// The shot of each place.
    pub(super) at: Vec<Vec<f64>>,
}

/// Where and among what is chosen.
pub(super) struct Placing<'a> {
    pub(super) task: &'a Task,
    pub(super) aims: &'a Space,
    pub(super) skill: usize,
    pub(super) surface: Option<&'a Surface<'a>>,
    /// The choice and other good ones: each is moved to every place.
    pub(super) finals: &'a [Vec<f64>],
}

/// The best moved to each place, and the best of the sweep there.
pub(super) fn at_places((task, aims): (&Task, &Space), swept: &Swept, best: &[f64]) -> Vec<Vec<f64>> {
    let surface = swept.sweep.surface(&swept.kernel);
    let placing = Placing { task, aims, skill: 0, surface: surface.as_ref(), finals: &[best.to_vec()] };
    let of = |number: usize| {
        (0..PLACES)
            .flat_map(|k| placing.arms(number, middle(aims.range(number), k)))
            .map(|arm| task.settled(&arm.at))
            .collect::<Vec<_>>()
    };
    task.places().into_iter().flat_map(of).collect()
}

/// The middle of a part of a range.
fn middle([low, high]: [f64; 2], k: usize) -> f64 {
    low + (high - low) * (k as f64 + 0.5) / PLACES as f64
}

impl Placing<'_> {
    /// Chooses a shot for each place of each number that is one, with so many shots.
    pub(super) fn choose<E>(&self, shots: u64, play: &mut Play<'_, E>) -> Result<Vec<Placed>, E> {
        let numbers = self.task.places();
        let each = shots / (PLACES * numbers.len()).max(1) as u64;
        numbers.into_iter().map(|number| self.choose_at(number, each, play)).collect()
    }

    fn choose_at<E>(&self, number: usize, shots: u64, play: &mut Play<'_, E>) -> Result<Placed, E> {
        let mut placed = Placed { number, tried: 1, at: Vec::new() };
        for k in 0..PLACES {
            let place = middle(self.aims.range(number), k);
            // a place whose image is another one, and worth as much, has the image of the shot there
            if let Some(at) = placed.at.iter().find_map(|at| self.imaged(number, place, at)) {
                placed.at.push(at);
                continue;
            }
            let mut arms = self.arms(number, place);
            arms.truncate((shots / FIRST).max(1) as usize);
            let chosen = if arms.len() > 1 {
                choose(self.task, self.skill, &arms, (shots, ROUND), play)?.choice.best
            } else {
                0
            };
            placed.tried = placed.tried.max(arms.len());
            placed.at.extend(arms.get(chosen).map(|arm| self.task.settled(&arm.at)));
        }
        Ok(placed)
    }

    /// The first of the good ones, moved there, the best of the sweep there, then the others, each once.
    fn arms(&self, number: usize, place: f64) -> Vec<Peak> {
        let moved = |at: &Vec<f64>| {
            let images = (0..self.task.images.len()).filter(|image| self.task.is_equal[*image]);
            let all = std::iter::once(at.clone()).chain(images.map(|image| self.task.image(image, at)));
            all.map(|mut at| {
                at[number] = place;
                at
            })
            .collect::<Vec<_>>()
        };
        let mut all: Vec<Vec<f64>> = self.finals.iter().flat_map(moved).filter(|at| self.aims.holds(at)).collect();
        all.splice(all.len().min(1)..all.len().min(1), self.swept(number, place));
        let mut arms: Vec<Peak> = Vec::new();
        for at in all {
            if arms.iter().all(|arm| arm.at != at) {
                arms.push(Peak { at, value: f64::NAN });
            }
        }
        arms
    }

    /// The best at a place by the sweep.
    fn swept(&self, number: usize, place: f64) -> Option<Vec<f64>> {
        let surface = self.surface?;
        let half = 1e-9 * self.aims.width(number);
        let range = |i: usize| if i == number { [place - half, place + half] } else { self.aims.range(i) };
        let within = Space::new(&(0..self.aims.dimensions()).map(range).collect::<Vec<_>>())?;
        let detail = surface.detail(&within);
        let value = |aim: &[f64]| self.with_images(aim, |aim| surface.value(aim));
        let peak = climb(&within, &detail, &starts(&within, &detail, value), value).into_iter().next()?;
        let mut at = peak.at;
        at[number] = place;
        Some(at)
    }

    /// The mean of what an aim is worth and of what those of its images are that are worth as much.
    fn with_images(&self, aim: &[f64], value: impl Fn(&[f64]) -> f64) -> f64 {
        let images = (0..self.task.images.len()).filter(|image| self.task.is_equal[*image]);
        let images = images.map(|image| self.task.image(image, aim)).filter(|at| self.aims.holds(at));
        let (sum, count) = images.fold((value(aim), 1.0), |(sum, count), at| (sum + value(&at), count + 1.0));
        sum / count
    }

    /// The image of a shot that lies at this place.
    fn imaged(&self, number: usize, place: f64, shot: &[f64]) -> Option<Vec<f64>> {
        let images = (0..self.task.images.len()).filter(|image| self.task.is_equal[*image]);
        images.map(|image| self.task.image(image, shot)).find_map(|mut at| {
            let is_there = (at[number] - place).abs() < 1e-6 * self.aims.width(number);
            at[number] = place;
            (is_there && self.aims.holds(&at)).then_some(at)
        })
    }
}
