//! Designs that say which key an outcome depends on: the axes of a scenario and the keys that are swept besides them,
//! as far as they can be drawn together.

use std::fmt;

use serde_json::{Value, json};
use tolley_experiment::asked::Sensitivity;
use tolley_experiment::checked::spoiler;
use tolley_experiment::design::Design;
use tolley_experiment::key::{Condition, Key};
use tolley_experiment::plan::Plan;
use tolley_experiment::scenario::Overrides;

use crate::error::SessionError;
use crate::monitor::Monitor;
use crate::place;
use crate::request::{PlayRequest, ScenarioRequest, Source};
use crate::scenario::{self, refuse_stop};

/// Rows of a design whose number nobody says.
const ROWS: u64 = 128;

/// Which keys are swept besides the axes of a scenario; what is absent is as its table `[sensitivity]` says.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweepRequest {
    /// Every key in force that is an assumption.
    pub assumed: Option<bool>,
    /// Every key in force that is a clause of the laws.
    pub clauses: Option<bool>,
}

/// What is swept of a scenario.
pub struct Swept {
    /// The measure that its table names.
    pub measure: Option<String>,
    /// Keys that were asked for as a kind and that cannot be swept with the others.
    pub left_out: Vec<LeftOut>,
}

/// Makes requests those of what is played of a scenario: its own design if that is one of Saltelli, else such a design
/// on its axes and on those that are asked for.
pub fn sweep(
    asked: &SweepRequest,
    request: &mut ScenarioRequest,
    playing: &mut PlayRequest,
    monitor: &dyn Monitor,
) -> Result<Swept, SessionError> {
    if matches!(request.source, Source::Stream { .. }) {
        let message = "sensitivity reads its scenario twice, so not from stdin";
        return Err(SessionError::request("source", message));
    }
    let (plan, has_rows) = own_design(request, monitor)?;
    refuse_stop(&plan, "shares of a variance are of as many trials at each point")?;
    let table = plan.sensitivity.clone().unwrap_or_default();
    let said = &mut request.overrides;
    if !has_rows {
        said.design = Some("saltelli".to_owned());
        said.points = said.points.or(table.points).or(Some(ROWS));
        said.set.push("sweep.second_order=false".to_owned());
        // the bootstrap over rows holds the chance of each, but never one that all of them share
        if !plan.is_streams_said {
            said.set.push("streams=independent".to_owned());
        }
    }
    let asked = Sensitivity {
        assumed: asked.assumed.unwrap_or(table.assumed),
        clauses: asked.clauses.unwrap_or(table.clauses),
        ..table
    };
    if plan.grid.axes.is_empty() && !asked.assumed && !asked.clauses && asked.keys.is_empty() {
        let message = "nothing is swept: --assumed, --clauses, --sweep KEY=VALUES or a table [sensitivity] say what may \
                       matter";
        return Err(SessionError::request("sweep", message));
    }
    if let (None, Some(path)) = (&playing.output, request.source.path()) {
        playing.output =
            Some(place::of_this_physics(place::named_folder(path, &playing.with, "-sensitivity")?, monitor));
    }
    let left_out = add_axes(&plan, &asked, request, monitor)?;
    Ok(Swept { measure: asked.measure, left_out })
}

/// What the file says without the design that is said over it, which may not fit its own, and whether that has rows for
/// indices; ranges without steps are a plan only with such a design.
fn own_design(request: &ScenarioRequest, monitor: &dyn Monitor) -> Result<(Plan, bool), SessionError> {
    let said = &request.overrides;
    let read = |design: Option<&str>, points: Option<u64>| {
        let overrides = Overrides { design: design.map(str::to_owned), points, ..said.clone() };
        let request = ScenarioRequest { overrides, ..request.clone() };
        scenario::read(&request, monitor).map(|(plan, _)| plan)
    };
    match read(None, None) {
        Ok(plan) => {
            let has_rows = matches!(plan.grid.design, Design::Saltelli { .. });
            Ok((plan, has_rows))
        }
        // what is wrong with both is said of that which is played
        Err(_) => read(Some("saltelli"), said.points.or(Some(ROWS))).map(|plan| (plan, false)),
    }
}

/// A key that was asked for as a kind and that is not swept.
pub struct LeftOut {
    /// Its path.
    pub key: String,
    /// Why it is not swept.
    pub reason: String,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.reason)
    }
}

impl LeftOut {
    /// As one object.
    pub fn to_json(&self) -> Value {
        json!({ "key": self.key, "reason": self.reason })
    }
}

/// Adds an axis for each key that is asked for; those that are asked for by kind alone and make points impossible are
/// left out, one after the other, until no point is.
fn add_axes(
    plan: &Plan,
    asked: &Sensitivity,
    request: &mut ScenarioRequest,
    monitor: &dyn Monitor,
) -> Result<Vec<LeftOut>, SessionError> {
    let keys = &plan.study.schema.keys;
    let own = request.overrides.sweep.clone();
    let is_named = |key: usize| is_named(&keys[key], asked);
    let left = |key: usize, reason: String| LeftOut { key: keys[key].path.to_string(), reason };
    let (mut swept, mut left_out) = (Vec::new(), Vec::new());
    for key in asked_keys(plan, asked) {
        match decided(plan, key).filter(|_| !is_named(key)) {
            Some(reason) => left_out.push(left(key, reason.to_owned())),
            None => swept.push(key),
        }
    }
    let told: Vec<usize> = asked_keys(plan, asked);
    left_out.extend(passed_over(plan, asked, &told).into_iter().map(|(key, reason)| left(key, reason)));
    let plain = plan.point(0);
    loop {
        let axis = |key: &usize| Some(format!("{}={}", keys[*key].path, keys[*key].drawn_axis().ok()?));
        request.overrides.sweep = own.iter().cloned().chain(swept.iter().filter_map(axis)).collect();
        let by_kind: Vec<usize> = swept.iter().copied().filter(|key| !is_named(*key)).collect();
        if by_kind.is_empty() {
            return Ok(left_out);
        }
        // a plan whose points may be impossible, and of which nothing is asked
        let mut draft = request.clone();
        draft.overrides.is_draft = true;
        let (draft, _) = scenario::read(&draft, monitor)?;
        let Some((key, fault)) = spoiler(&draft, &by_kind, &plain) else { return Ok(left_out) };
        swept.retain(|other| *other != key);
        let said = if keys[key].path == fault.path { String::new() } else { format!("{}: ", fault.path) };
        left_out.push(left(key, format!("{said}{}", fault.message)));
        // what meant something with one of its choices alone goes with it
        let is_lost = |other: usize| {
            keys[other].only_with.is_some_and(|with| with.key == keys[key].path) && !plan.is_in_force(&keys[other])
        };
        let (lost, kept) = swept.into_iter().partition(|other| is_lost(*other) && !is_named(*other));
        swept = kept;
        left_out.extend(Vec::into_iter(lost).map(|other| left(other, why(plan, &keys[other]))));
    }
}

/// What says of a key what it is, from point to point or for `[best]`.
fn decided(plan: &Plan, key: usize) -> Option<&'static str> {
    let is_best = plan.best.as_ref().is_some_and(|best| {
        let mut sets = best.skills.iter().flat_map(|skill| &skill.sets);
        sets.any(|(other, _)| *other == key) || best.aims.iter().any(|aim| aim.key == key)
    });
    // what differs from point to point and is not swept follows a preset
    let is_of_preset = plan.varying().contains(&key) && plan.axis_of(key).is_none();
    match (is_best, is_of_preset) {
        (true, _) => Some("[best] of the scenario says what it is"),
        (false, true) => Some("a preset that is swept says what it is"),
        (false, false) => None,
    }
}

/// Keys of the kinds that are asked for which have no axis at all, each with why; nobody asks for those that the
/// scenario sets.
fn passed_over(plan: &Plan, asked: &Sensitivity, told: &[usize]) -> Vec<(usize, String)> {
    let reason = |(number, key): (usize, &Key)| {
        let is_left = is_of_kind(key, asked) && !plan.is_set(number) && !told.contains(&number);
        is_left.then(|| (number, decided(plan, number).map_or_else(|| why(plan, key), str::to_owned)))
    };
    plan.study.schema.keys.iter().enumerate().filter_map(reason).collect()
}

/// Why a key of a kind that is asked for has no axis.
fn why(plan: &Plan, key: &Key) -> String {
    match (&key.only_with, key.kind) {
        (Some(with), _) if !plan.is_in_force(key) => {
            format!("means nothing here, only with {} {}", with.key, with.choice)
        }
        _ if !key.sets.is_empty() => "a preset, whose keys are drawn each by itself".to_owned(),
        _ => key.drawn_axis().err().unwrap_or_default().to_owned(),
    }
}

/// Numbers of the keys that are asked for and that the scenario leaves as they are.
fn asked_keys(plan: &Plan, asked: &Sensitivity) -> Vec<usize> {
    let is_asked = |number: usize, key: &Key| {
        // what nobody asks for by name is left out where it means nothing at any point
        let means = || plan.is_in_force(key) || key.only_with.is_some_and(|with| is_chosen(plan, asked, with));
        is_drawn(plan, number, key)
            && (is_named(key, asked) || is_of_kind(key, asked) && key.sets.is_empty() && means())
    };
    let keys = plan.study.schema.keys.iter().enumerate();
    keys.filter(|(number, key)| is_asked(*number, key)).map(|(number, _)| number).collect()
}

/// Whether some points have that choice: of a key that is drawn, and means something by itself.
fn is_chosen(plan: &Plan, asked: &Sensitivity, with: Condition) -> bool {
    let mut keys = plan.study.schema.keys.iter().enumerate();
    keys.find(|(_, key)| key.path == with.key).is_some_and(|(number, key)| {
        let is_swept =
            is_of_kind(key, asked) && key.sets.is_empty() && decided(plan, number).is_none() || is_named(key, asked);
        is_swept && is_drawn(plan, number, key) && key.draws(with.choice) && plan.is_in_force(key)
    })
}

/// Whether a key has an axis if it is asked for.
fn is_drawn(plan: &Plan, number: usize, key: &Key) -> bool {
    !plan.is_set(number) && key.drawn_axis().is_ok()
}

fn is_named(key: &Key, asked: &Sensitivity) -> bool {
    asked.keys.iter().any(|name| key.path.is(name))
}

fn is_of_kind(key: &Key, asked: &Sensitivity) -> bool {
    asked.clauses && key.clause.is_some() || asked.assumed && key.assumption.is_some()
}
