//! Plays the shots of a search.

use tolley_answers::best::{Asked, Lifted};
use tolley_experiment::best::Best;
use tolley_experiment::limits::BeyondLimit;
use tolley_experiment::plan::Plan;
use tolley_experiment::run::Control;
use tolley_experiment::trials::Unplayed;
use tolley_experiment::value::Value;
use tolley_search::best::Shot;
use tolley_session::SessionError;
use tolley_session::studies::AnyStudy;

use super::ended::Ended;
use crate::exit::Stop;

/// Shots whose points are held in memory together.
const MOST_AT_ONCE: usize = 65_536;

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
}

impl Arena<'_> {
    /// What each shot was worth, NaN without a result.
    pub fn play(&self, shots: &[Shot]) -> Result<Vec<f64>, Ended> {
        let mut worth = Vec::with_capacity(shots.len());
        for some in shots.chunks(MOST_AT_ONCE) {
            worth.extend(self.play_some(some)?);
        }
        Ok(worth)
    }

    fn play_some(&self, shots: &[Shot]) -> Result<Vec<f64>, Ended> {
        let base = self.plan.point(self.point);
        let skill_keys = self.best.skills.first().into_iter().flat_map(|skill| skill.sets.iter().map(|(key, _)| *key));
        let limit_keys = self.asked.limits.iter().map(|(key, _)| *key);
        let alone_key = self.asked.alone.iter().map(|(key, _)| *key);
        let others = skill_keys.chain(limit_keys).chain(alone_key).chain(self.asked.biases.iter().copied());
        let keys: Vec<usize> = self.asked.keys.iter().copied().chain(others).collect();
        let mut points: Vec<Vec<Value>> = Vec::new();
        let mut places = Vec::with_capacity(shots.len());
        for (at, shot) in shots.iter().enumerate() {
            let is_same =
                |other: &Shot| (other.skill, &other.at, other.is_free) == (shot.skill, &shot.at, shot.is_free);
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
        self.study.numbers(&plan, self.threads, &trials, self.column, self.control).map_err(|unplayed| match unplayed {
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
        let bias = |key: &usize| if shot.skill.is_none() { Value::Number(0.0) } else { base[*key].clone() };
        let biases = self.asked.biases.iter().map(bias);
        numbers.chain(errors).chain(self.asked.limits.iter().map(limit)).chain(alone).chain(biases).collect()
    }
}
