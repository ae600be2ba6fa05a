//! Plays trials of a plan one after the other: what a worker of a run does, and how a single trial is replayed.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::declare::problem::Fault;
use crate::declare::row::Rows;
use crate::declare::study::{Shortcuts, Study, altered};
use crate::scenario::plan::Plan;
use crate::scenario::point_keys::PointKeys;

/// A point that breaks a rule of the study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Number of the point.
    pub point: u64,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

/// A setup that is made by the first who needs it.
type Slot<S> = Arc<OnceLock<Result<<S as Study>::Setup, Vec<Fault>>>>;

/// The setups of the design points that are being played: each is made once and shared by the workers.
pub struct Setups<'s, S: Shortcuts> {
    shared: &'s S::Shared,
    keys: PointKeys<'s, S::Keys>,
    /// Which groups of [`Shortcuts::ALTERED`] hold the keys that vary, if all are in some.
    groups: Option<u32>,
    slots: Mutex<BTreeMap<u64, Slot<S>>>,
}

impl<'s, S: Shortcuts> Setups<'s, S> {
    /// None yet.
    pub fn new(plan: &'s Plan, shared: &'s S::Shared) -> Setups<'s, S> {
        let (varying, keys) = (plan.varying(), &plan.study.schema.keys);
        let groups = altered::<S>(varying.iter().map(|key| keys[*key].path)).filter(|groups| *groups > 0);
        Setups { shared, keys: PointKeys::of(plan), groups, slots: Mutex::default() }
    }

    /// The setup of a point, made beside that of the one played last; waits while another worker makes it.
    fn at(&self, point: u64, last: Option<&S::Setup>) -> Slot<S> {
        let slot = {
            let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            // those that no worker is at any more go
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
            slots.entry(point).or_default().clone()
        };
        slot.get_or_init(|| {
            let keys = self.keys.at(point);
            last.map_or_else(|| S::setup(&keys), |last| S::setup_beside(last, &keys))
        });
        slot
    }
}

/// How a worker has the setup of its point.
enum Made<S: Study> {
    /// Shared with other workers.
    Shared(Slot<S>),
    /// His own, where points differ in keys of [`Shortcuts::ALTERED`] alone: the next point is this setup, altered, by
    /// these keys with other values.
    Own(Box<(S::Setup, S::Keys)>),
    /// Not: what is wrong with the point.
    Refused(Vec<Fault>),
}

impl<S: Study> Made<S> {
    fn setup(&self) -> Option<&S::Setup> {
        match self {
            Made::Shared(slot) => slot.get()?.as_ref().ok(),
            Made::Own(own) => Some(&own.0),
            Made::Refused(_) => None,
        }
    }

    fn faults(&self) -> Vec<Fault> {
        match self {
            Made::Shared(slot) => slot.get().and_then(|made| made.as_ref().err().cloned()).unwrap_or_default(),
            Made::Own(_) => Vec::new(),
            Made::Refused(faults) => faults.clone(),
        }
    }
}

/// The rows of the trials played so far.
#[derive(Clone, Debug)]
pub struct Played {
    /// The rows.
    pub rows: Rows,
    /// The first trial that panicked, and its message.
    pub first_panic: Option<(u64, String)>,
}

/// A worker at its design point: setup, buffers and rows.
pub struct Player<'p, S: Shortcuts> {
    plan: &'p Plan,
    setups: &'p Setups<'p, S>,
    point: Option<(u64, Made<S>)>,
    scratch: Option<S::Scratch>,
    played: Played,
}

impl<'p, S: Shortcuts> Player<'p, S> {
    /// At no point yet.
    pub fn new(plan: &'p Plan, setups: &'p Setups<'p, S>) -> Player<'p, S> {
        let played = Played { rows: Rows::keeping(&plan.study.tables, &plan.study.kept), first_panic: None };
        Player { plan, setups, point: None, scratch: None, played }
    }

    /// Plays a trial, each once; when it panics, that costs its own row only.
    pub fn play(&mut self, trial: u64) -> Result<(), Refused> {
        self.played.rows.begin(trial);
        catch_unwind(AssertUnwindSafe(|| self.try_play(trial))).unwrap_or_else(|panic| {
            self.played.rows.fail();
            // the buffers may be half changed: the next trial gets new ones
            self.scratch = None;
            self.played.first_panic.get_or_insert_with(|| (trial, message(panic.as_ref())));
            Ok(())
        })
    }

    /// Hands over the rows so far; the next trial may have any number.
    pub fn take(&mut self) -> Played {
        let empty = Played { rows: self.played.rows.emptied(&self.plan.study.tables), first_panic: None };
        std::mem::replace(&mut self.played, empty)
    }

    /// Plays trials, those of a point best in a row, and returns their rows.
    pub fn rows_of(&mut self, trials: impl IntoIterator<Item = u64>) -> Result<Rows, Vec<Fault>> {
        for trial in trials {
            self.play(trial).map_err(|refused| refused.faults)?;
        }
        Ok(self.take().rows)
    }

    fn try_play(&mut self, trial: u64) -> Result<(), Refused> {
        let (number, _) = self.plan.grid.locate(trial);
        if self.point.as_ref().is_none_or(|(point, _)| *point != number) {
            self.go_to(number);
        }
        let Some(setup) = setup_of::<S>(self.point.as_ref()) else { return Err(self.refused(number)) };
        let scratch = self.scratch.get_or_insert_with(|| S::scratch(setup, self.setups.shared));
        let status = S::play(setup, scratch, &self.plan.streams_of(trial), &mut self.played.rows);
        self.played.rows.end(status);
        Ok(())
    }

    fn go_to(&mut self, number: u64) {
        if let Some((at, Made::Own(own))) = &mut self.point {
            let (setup, keys) = &mut **own;
            *at = number;
            self.setups.keys.put(keys, number);
            let groups = self.setups.groups.unwrap_or_default();
            match (S::alter(setup, keys, groups), &mut self.scratch) {
                (Err(faults), _) => self.point = Some((number, Made::Refused(faults))),
                (Ok(()), Some(scratch)) => S::follow(scratch, setup, groups),
                (Ok(()), None) => {}
            }
            return;
        }
        let (last, used) = (self.point.take(), self.scratch.take());
        let from = setup_of::<S>(last.as_ref());
        let slot = self.setups.at(number, from);
        let made = match slot.get() {
            Some(Ok(setup)) if self.setups.groups.is_some() => {
                let keys = self.setups.keys.at(number);
                S::setup_beside(setup, &keys).map_or_else(Made::Refused, |setup| Made::Own(Box::new((setup, keys))))
            }
            _ => Made::Shared(slot),
        };
        self.point = Some((number, made));
        if let (Some(from), Some(used), Some(setup)) = (from, used, setup_of::<S>(self.point.as_ref())) {
            self.scratch = Some(S::scratch_again(used, from, setup, self.setups.shared));
        }
    }

    fn refused(&self, point: u64) -> Refused {
        Refused { point, faults: self.point.as_ref().map(|(_, made)| made.faults()).unwrap_or_default() }
    }
}

fn setup_of<S: Study>(point: Option<&(u64, Made<S>)>) -> Option<&S::Setup> {
    point.and_then(|(_, made)| made.setup())
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panicked without a message".to_owned())
}

/// Plays some trials of a plan in memory, those of a point best in a row, and returns their rows.
pub fn play_some<S: Shortcuts>(plan: &Plan, trials: impl IntoIterator<Item = u64>) -> Result<Rows, Vec<Fault>> {
    let shared = S::Shared::default();
    Player::<S>::new(plan, &Setups::new(plan, &shared)).rows_of(trials)
}
