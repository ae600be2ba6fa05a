//! The whole way from a budget of shots to an answer.

use super::chosen::{Chosen, choose, go_on, try_others};
use super::judged::{Found, Judged, Shots};
use super::map::{Cell, maps};
use super::places::at_places;
use super::swept::{Sweeping, Swept, candidates};
use super::task::{NoValue, Play, Task};
use crate::maximise::Peak;
use crate::path::{Jump, Optimum, Skills};
use crate::space::Space;

/// Parts of the budget in hundredths; the rest is for what the choice is worth.
struct Parts {
    /// Spread over what is executed.
    even: u64,
    /// Near the hills, and then near the best of these.
    near: [u64; 2],
    /// For the choice among their tops.
    choice: u64,
    /// For the neighbours of the choice.
    on: u64,
    /// For what was found elsewhere: at places, and by other skills.
    others: u64,
    /// For the choice at each place.
    places: u64,
    /// To look along each number.
    along: u64,
}

const PARTS: Parts = Parts { even: 25, near: [12, 8], choice: 17, on: 0, others: 8, places: 5, along: 0 };
/// Where the sweep is smoothed by nothing but errors it sees more than as many shots with errors at candidates would.
const ERRED: Parts = Parts { even: 25, near: [30, 15], choice: 5, on: 0, others: 4, places: 0, along: 0 };
/// Where each skill has a sweep of its own, of quick shots.
const OF_SKILL: Parts = Parts { even: 24, near: [10, 6], choice: 8, on: 25, others: 2, places: 0, along: 8 };
/// Where values hang on later errors a sweep sees little of them.
const LATER: Parts = Parts { even: 20, near: [0, 10], choice: 12, on: 25, others: 0, places: 7, along: 10 };
/// Of who errs in nothing one in so many of the shots that tell a value look along each number.
const ALONG_EXACT: u64 = 4;
/// Candidates of a skill besides those of the others, at least.
const CANDIDATES: usize = 8;

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// For each skill.
    pub skills: Vec<Found>,
    /// Between which of them, in the order of their errors, the best choice jumps.
    pub jumps: Vec<Between>,
    /// For each skill what every choice of [`Task::cells`] is worth, by the sweep; none where no map is asked for.
    pub maps: Vec<Vec<Cell>>,
    /// Shots of the sweeps that had no value.
    pub left_out: u64,
}

/// A jump of the best choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Between {
    /// The better hand, for which the old choice is best, and the next one.
    pub skills: [usize; 2],
    /// What jumps, and where between them.
    pub jump: Jump,
}

/// Finds the best choice of each skill; `play` plays shots and says what each was worth, NaN where there is no result.
///
/// Fails where `play` does, or where no aim is seen of whose shots half have a value.
pub fn find<E: From<NoValue>>(task: &Task, play: &mut Play<'_, E>) -> Result<Answer, E> {
    let (Some(aims), Some(space)) = (task.aims(), task.space()) else { return Err(NoValue.into()) };
    let part = |hundredths: u64| task.shots * hundredths / 100;
    let skills = task.skills() as u64;
    let parts = match task.is_later {
        true => LATER,
        false if task.is_of_skill => OF_SKILL,
        false if (0..task.skills()).all(|skill| task.is_seen_whole(skill)) => ERRED,
        false => PARTS,
    };
    let has_places = !task.places().is_empty();
    let places = if has_places { parts.places } else { 0 };
    let parts = Parts { places, others: if skills > 1 || has_places { parts.others } else { 0 }, ..parts };
    let near = parts.near.map(part);
    let sweeping = Sweeping { task, space, aims: aims.clone(), even: part(parts.even), near };
    let swept = sweeping.play(play)?;
    let mut peaks = candidates(&swept, &aims, CANDIDATES.max(task.told));
    if peaks.iter().any(Vec::is_empty) {
        return Err(NoValue.into());
    }
    let mut chosen = chosen(task, &aims, (&swept, &mut peaks), &parts, play)?;
    if parts.others > 0 {
        let bests: Vec<Vec<f64>> = bests(&chosen, &peaks).into_iter().map(|peak| task.settled(&peak.at)).collect();
        for (skill, (chosen, peaks)) in chosen.iter_mut().zip(&mut peaks).enumerate() {
            // who goes on from the choice looks at other places too
            let placed =
                if task.is_later { Vec::new() } else { at_places((task, &aims), &swept[skill], &bests[skill]) };
            let others: Vec<Vec<f64>> = placed.into_iter().chain(bests.iter().cloned()).collect();
            try_others(task, (skill, &swept[skill]), (&others, peaks), chosen, part(parts.others) / skills, play)?;
        }
    }
    let bests = bests(&chosen, &peaks);
    let spent = parts.even
        + parts.near[0]
        + parts.near[1]
        + parts.choice
        + parts.on
        + parts.others
        + parts.places
        + parts.along;
    let [places, along, fresh] = [parts.places, parts.along, 100 - spent].map(|hundredths| part(hundredths) / skills);
    let mut found = Vec::new();
    for skill in 0..task.skills() {
        // of who errs in nothing a sweep shows no zone
        let more = if task.is_exact(skill) && !task.is_later { fresh / ALONG_EXACT } else { 0 };
        let shots = Shots { places, along: along + more, fresh: fresh - more };
        let judged = Judged { task, aims: &aims, swept: &swept[skill], skill, bests: &bests };
        found.push(judged.confirm(&chosen[skill], &peaks[skill], shots, play)?);
    }
    let left_out = if task.is_later || task.is_of_skill {
        swept.iter().map(|swept| swept.sweep.left_out).sum()
    } else {
        swept.iter().map(|swept| swept.sweep.left_out).max().unwrap_or(0)
    };
    Ok(Answer { jumps: jumps(task, &swept, &aims, &bests), skills: found, maps: maps(task, &swept), left_out })
}

/// The choice of each skill among its candidates, and where it goes on from there.
fn chosen<E>(
    task: &Task,
    aims: &Space,
    (swept, peaks): (&[Swept], &mut [Vec<Peak>]),
    parts: &Parts,
    play: &mut Play<'_, E>,
) -> Result<Vec<Chosen>, E> {
    let part = |hundredths: u64| task.shots * hundredths / 100 / task.skills() as u64;
    let mut chosen = Vec::new();
    for (skill, peaks) in peaks.iter_mut().enumerate() {
        let mut found = choose(task, skill, peaks, (part(parts.choice), 0), play)?;
        if task.is_seen_whole(skill) {
            found.with_sweep(&swept[skill].worth(peaks));
        }
        if parts.on > 0 {
            go_on(task, skill, (aims, peaks), &mut found, part(parts.on), play)?;
        }
        chosen.push(found);
    }
    Ok(chosen)
}

/// What each skill has chosen so far.
fn bests<'p>(chosen: &[Chosen], peaks: &'p [Vec<Peak>]) -> Vec<&'p Peak> {
    chosen.iter().zip(peaks).map(|(chosen, peaks)| &peaks[chosen.choice.best]).collect()
}

/// Where the chosen ones jump, from the best hand down.
fn jumps(task: &Task, swept: &[Swept], aims: &Space, bests: &[&Peak]) -> Vec<Between> {
    let order = task.by_error();
    let surfaces: Option<Vec<_>> =
        order.iter().map(|skill| swept[*skill].sweep.surface(&swept[*skill].kernel)).collect();
    let optimum = |skill: &usize| Some(Optimum { peaks: vec![bests[*skill].clone()], edges: Vec::new() });
    let path: Vec<Option<Optimum>> = order.iter().map(optimum).collect();
    let found = surfaces.and_then(|surfaces| Skills::of(surfaces, aims));
    let jumps = found.map_or_else(Vec::new, |skills| skills.jumps(&path));
    let settled = |jump: Jump| Jump { from: task.settled(&jump.from), to: task.settled(&jump.to), ..jump };
    let between = |jump: Jump| Between { skills: [order[jump.after], order[jump.after + 1]], jump: settled(jump) };
    jumps.into_iter().map(between).collect()
}
