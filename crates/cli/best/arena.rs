//! Plays the shots of a search.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use tolley_answers::best::{Asked, Lifted, Pooled, Rest};
use tolley_experiment::best::Best;
use tolley_experiment::limits::BeyondLimit;
use tolley_experiment::plan::Plan;
use tolley_experiment::run::Control;
use tolley_experiment::trials::Unplayed;
use tolley_experiment::value::Value;
use tolley_search::best::Shot;
use tolley_search::space::Sequence;
use tolley_session::SessionError;
use tolley_session::studies::AnyStudy;

use super::ended::Ended;
use super::kept::KeptShots;
use crate::exit::Stop;

/// Shots that are played before they are kept.
const MOST_AT_ONCE: usize = 4096;

/// Shots that show what follows, played so many at a time until enough of them go on.
const AT_A_TIME: u64 = 128;
const ENOUGH: u64 = 60;
/// Parts of the budget for that, of which one is the most for each skill.
const MOST_PART: u64 = 20;
/// Seeds of these shots begin here, far from those of a search.
const FIRST_SEED: u64 = 1 << 50;

/// Where shots of one design point are played.
pub struct Arena<'a> {
    pub plan: &'a Plan,
    pub study: AnyStudy,
    pub best: &'a Best,
    pub asked: &'a Asked,
    pub point: u64,
    /// Of the objective.
    pub column: usize,
    pub threads: Option<usize>,
    pub control: &'a Control,
    /// What shots were worth that were played before the search was stopped, where they are kept.
    pub kept: Option<&'a Mutex<KeptShots>>,
}

impl Arena<'_> {
    /// What each shot was worth, NaN without a result.
    pub fn play(&self, shots: &[Shot]) -> Result<Vec<f64>, Ended> {
        let kept = || self.kept.map(|kept| kept.lock().unwrap_or_else(PoisonError::into_inner));
        let mut worth = kept().map_or_else(Vec::new, |mut kept| kept.next(shots));
        self.control.trials_played.fetch_add(worth.len() as u64, Ordering::Relaxed);
        for some in shots[worth.len()..].chunks(MOST_AT_ONCE) {
            let played = self.worth_of(some)?;
            kept().map_or(Ok(()), |mut kept| kept.keep(some, &played)).map_err(|error| Ended::Failed(error.into()))?;
            worth.extend(played);
        }
        Ok(worth)
    }

    fn worth_of(&self, shots: &[Shot]) -> Result<Vec<f64>, Ended> {
        let Some(pooled) = self.asked.pooled.as_ref().filter(|_| shots.iter().all(|shot| shot.is_look)) else {
            return self.play_some(shots, &[self.column]);
        };
        let found = self.play_some(shots, &[pooled.so_far, pooled.goes_on])?;
        let follows = |shot: &Shot| pooled.rest.get(shot.of).map_or(0.0, |rest| rest.mean);
        Ok(shots.iter().zip(found.chunks(2)).map(|(shot, found)| found[0] + found[1] * follows(shot)).collect())
    }

    /// What follows a shot that goes on, in the mean over shots with a skill's errors that are aimed all over the
    /// range.
    pub fn rest(&self, pooled: &Pooled, skill: usize) -> Result<Rest, Ended> {
        let task = &self.asked.task;
        let Some(aims) = task.aims() else { return Ok(Rest::default()) };
        let sequence = Sequence::scrambled(aims.dimensions(), task.seed, FIRST_SEED + skill as u64);
        let (mut sum, mut count, mut played) = (0.0, 0, 0);
        let most = task.shots / MOST_PART / task.skills() as u64;
        // one batch at least, though that is a larger part of few shots
        while count < ENOUGH && (played == 0 || played + AT_A_TIME <= most) {
            let shot = |number: u64| Shot {
                skill: Some(skill),
                of: skill,
                is_look: false,
                at: task.settled(&aims.at(&sequence.point(number))),
                seed: FIRST_SEED + number,
                is_free: false,
            };
            let shots: Vec<Shot> = (played..played + AT_A_TIME).map(shot).collect();
            let found = self.play_some(&shots, &[self.column, pooled.so_far, pooled.goes_on])?;
            for rest in found.chunks(3).filter(|found| found[2] == 1.0).map(|found| found[0] - found[1]) {
                (sum, count) = (sum + rest, count + 1);
            }
            played += AT_A_TIME;
        }
        Ok(Rest { mean: if count > 0 { sum / count as f64 } else { 0.0 }, count, played })
    }

    fn play_some(&self, shots: &[Shot], columns: &[usize]) -> Result<Vec<f64>, Ended> {
        let base = self.plan.point(self.point);
        let skill_keys = self.best.skills.first().into_iter().flat_map(|skill| skill.sets.iter().map(|(key, _)| *key));
        let limit_keys = self.asked.limits.iter().map(|(key, _)| *key);
        let set_keys = self.asked.alone.iter().chain(&self.asked.quick).map(|(key, _)| *key);
        let others = skill_keys.chain(limit_keys).chain(set_keys).chain(self.asked.biases.iter().copied());
        let keys: Vec<usize> = self.asked.keys.iter().copied().chain(others).collect();
        let mut points: Vec<Vec<Value>> = Vec::new();
        let mut places = Vec::with_capacity(shots.len());
        for (at, shot) in shots.iter().enumerate() {
            let of = |shot: &Shot| (shot.skill, shot.is_free, shot.is_look);
            let is_same = |other: &Shot| of(other) == of(shot) && other.at == shot.at;
            if at == 0 || !is_same(&shots[at - 1]) {
                points.push(self.point_of(shot, &base));
            }
            places.push((points.len() as u64 - 1, shot.seed));
        }
        let mut plan = self.plan.of_list(self.point, &keys, &points);
        // what is tried beyond a limit shows what errors beyond it come to; what is aimed at lies within
        if let Some(by) = plan.study.limits.and_then(|limits| plan.study.schema.find(limits.by)) {
            plan.set(by, Value::Choice(BeyondLimit::Nearest.name().into()));
        }
        let trials: Vec<u64> = places.into_iter().map(|(point, seed)| plan.grid.trial(point, seed)).collect();
        self.study.numbers(&plan, self.threads, &trials, columns, self.control).map_err(|unplayed| match unplayed {
            Unplayed::Stopped => Ended::Stopped,
            Unplayed::Threads(message) => Ended::Failed(SessionError::Threads(message).into()),
            Unplayed::Refused(refused) => Ended::Failed(Stop::refused(&refused.faults)),
        })
    }

    /// The values of its keys: the numbers, the errors, the limits of the hand.
    fn point_of(&self, shot: &Shot, base: &[Value]) -> Vec<Value> {
        let numbers = shot.at.iter().map(|x| Value::Number(*x));
        let of_skill = |(key, value): &(usize, Value)| match (shot.skill, value) {
            (None, Value::Number(_)) => (*key, Value::Number(0.0)),
            _ => (*key, value.clone()),
        };
        let skill = self.best.skills.get(shot.skill.unwrap_or(0));
        let errors = skill.into_iter().flat_map(|skill| skill.sets.iter().map(of_skill).map(|(_, value)| value));
        let limit = |(key, lifted): &(usize, Lifted)| match (lifted, &base[*key]) {
            (Lifted::To(most), _) if shot.is_free => most.clone(),
            (Lifted::ToAim { number, is_high }, Value::Number(limit)) if shot.is_free => {
                let aimed = shot.at[*number];
                Value::Number(if *is_high { limit.max(aimed) } else { limit.min(aimed) })
            }
            (_, limit) => limit.clone(),
        };
        let alone = self.asked.alone.iter().map(|(_, value)| value.clone());
        let quick = |(key, value): &(usize, Value)| if shot.is_look { value.clone() } else { base[*key].clone() };
        let bias = |key: &usize| if shot.skill.is_none() { Value::Number(0.0) } else { base[*key].clone() };
        let biases = self.asked.biases.iter().map(bias);
        numbers
            .chain(errors)
            .chain(self.asked.limits.iter().map(limit))
            .chain(alone)
            .chain(self.asked.quick.iter().map(quick))
            .chain(biases)
            .collect()
    }
}
