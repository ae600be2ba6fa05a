//! A scenario file, from what was typed to a [`Plan`]; everything that is wrong is told at once.

use std::collections::BTreeSet;
use std::path::Path;

use crate::axis;
use crate::document::{Document, Entry, Node, Place, Reader, unknown};
use crate::key::{Kind, Value};
use crate::plan::{Axis, Plan, StreamsMode};
use crate::problem::{Problems, Severity, nearest};
use crate::study::StudyInfo;

/// Trials of a plan, unless the user allows more.
pub const MAX_TRIALS: u128 = 1_000_000_000;
/// Trials of a plan, whatever the user allows.
pub const MAX_TRIALS_EVER: u128 = 1_000_000_000_000;
/// Up to so many points all are checked, else the corners of the design.
const CHECKED_POINTS: u64 = 20_000;

/// What the command line says over the file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// Instead of `repeats`.
    pub repeats: Option<u64>,
    /// Instead of `seed`.
    pub seed: Option<u64>,
    /// Allows more than [`MAX_TRIALS`].
    pub allow_large: bool,
}

/// Reads a scenario; with it come warnings.
pub fn read(path: &Path, studies: &[StudyInfo], overrides: Overrides) -> Result<(Plan, StudyInfo, Problems), Problems> {
    resolve(Document::read(path)?, studies, overrides)
}

/// As [`read`], from a text; `file` is how messages name it.
pub fn parse(
    file: &str,
    text: &str,
    studies: &[StudyInfo],
    overrides: Overrides,
) -> Result<(Plan, StudyInfo, Problems), Problems> {
    resolve(Document::parse(file, text)?, studies, overrides)
}

fn resolve(
    document: Document,
    studies: &[StudyInfo],
    overrides: Overrides,
) -> Result<(Plan, StudyInfo, Problems), Problems> {
    let found = Meaning::new(&document, studies).map(|mut meaning| {
        meaning.header(overrides);
        meaning.tables();
        meaning.sweep();
        meaning.size(overrides);
        meaning.unknown_tables();
        meaning
    });
    let Some(meaning) = found else {
        return Err(document.finish().err().unwrap_or_default());
    };
    let (plan, study, places) = (meaning.plan, meaning.study, meaning.places);
    let is_sound = !document.has_error();
    if is_sound {
        check_points(&document, &plan, &study, &places);
    }
    document.finish().map(|warnings| (plan, study, warnings))
}

/// The reading of one file.
struct Meaning<'a> {
    document: &'a Document,
    root: Reader<'a>,
    study: StudyInfo,
    plan: Plan,
    /// Where each key was set.
    places: Vec<Option<Place>>,
}

impl<'a> Meaning<'a> {
    /// Finds the study; without one nothing else can be said.
    fn new(document: &'a Document, studies: &[StudyInfo]) -> Option<Meaning<'a>> {
        let root = document.root();
        let names: Vec<&'static str> = studies.iter().map(|study| study.name).collect();
        if !root.has("study") {
            root.wrong("study", format!("the key is missing; it is one of: {}", names.join(", ")));
            return None;
        }
        let name = root.choice("study", &names)?;
        let study = *studies.iter().find(|study| study.name == name)?;
        let places = vec![None; study.schema.keys.len()];
        Some(Meaning { document, root, study, plan: Plan::of_study(&study), places })
    }

    fn header(&mut self, overrides: Overrides) {
        let whole = |name, least: i64| match self.root.item(name).map(|item| &item.node) {
            None => None,
            Some(Node::Number { whole: Some(whole), .. }) if *whole >= least => Some(*whole as u64),
            Some(other) => {
                self.root.wrong(name, format!("{} is not a whole number from {least} on", other.shown()));
                None
            }
        };
        let (seed, repeats) = (whole("seed", 0), whole("repeats", 1));
        self.plan.seed = overrides.seed.or(seed).unwrap_or(0);
        self.plan.repeats = overrides.repeats.or(repeats).unwrap_or(1);
        if self.root.choice("streams", &["common", "independent"]) == Some("independent") {
            self.plan.streams = StreamsMode::Independent;
        }
    }

    /// The tables of the schema, `[ring]`, `[shot]`, ...
    fn tables(&mut self) {
        let schema = self.plan.schema;
        let names: BTreeSet<&'static str> = schema.keys.iter().filter_map(|key| key.path.split('.').next()).collect();
        for name in names {
            let Some(table) = self.root.table(name) else { continue };
            for entry in table.entries() {
                let path = table.path_of(&entry.name);
                match schema.index(&path) {
                    Some(key) => self.set(key, entry),
                    None => {
                        let known = schema.keys.iter().map(|key| key.path);
                        let inside = known.clone().filter_map(|path| path.strip_prefix(name)?.strip_prefix('.'));
                        let message = match (nearest(&entry.name, inside.clone()), nearest(&path, known)) {
                            (None, Some(elsewhere)) => format!("unknown key; did you mean {elsewhere}?"),
                            _ => unknown(&entry.name, inside),
                        };
                        self.document.note(entry.place, &path, message, Severity::Error);
                    }
                }
            }
        }
    }

    fn set(&mut self, key: usize, entry: &Entry) {
        let (described, place) = (&self.plan.schema.keys[key], entry.item.place);
        match axis::value(described, &entry.item.node) {
            Ok(value) => {
                self.warn(key, value, place);
                self.plan.base[key] = value;
                self.plan.is_set[key] = true;
                self.places[key] = Some(place);
            }
            Err(message) => self.document.note(place, described.path, message, Severity::Error),
        }
    }

    fn warn(&self, key: usize, value: Value, place: Place) {
        let key = &self.plan.schema.keys[key];
        if let Some(message) = axis::implausible(key, value) {
            self.document.note(place, key.path, message, Severity::Warning);
        }
    }

    fn sweep(&mut self) {
        let Some(sweep) = self.root.table("sweep") else { return };
        sweep.choice("design", &["grid"]);
        if let Some(axes) = sweep.table("axes") {
            for entry in axes.entries() {
                self.axis(entry);
            }
        }
        sweep.finish();
    }

    fn axis(&mut self, entry: &Entry) {
        let schema = self.plan.schema;
        let wrong = |message| self.document.note(entry.place, &entry.name, message, Severity::Error);
        let Some(key) = schema.index(&entry.name) else {
            let message = unknown(&entry.name, schema.keys.iter().map(|key| key.path));
            return wrong(message.replacen("unknown key", "an axis names a key of the study; unknown key", 1));
        };
        if self.plan.is_set[key] {
            return wrong("the key is set in its table and swept by an axis; keep one".to_owned());
        }
        match axis::values(&schema.keys[key], &entry.item) {
            Ok(values) => {
                // one warning an axis is enough: the value farthest out is at an end
                for value in [values[0], values[values.len() - 1]] {
                    self.warn(key, value, entry.item.place);
                }
                self.plan.is_set[key] = true;
                self.plan.base[key] = values[0];
                self.places[key] = Some(entry.item.place);
                self.plan.axes.push(Axis { key, values });
            }
            Err(message) => self.document.note(entry.item.place, &entry.name, message, Severity::Error),
        }
    }

    /// Counts the trials before anything is made of them.
    fn size(&self, overrides: Overrides) {
        let trials = self.plan.checked_points().and_then(|points| points.checked_mul(u128::from(self.plan.repeats)));
        let limit = if overrides.allow_large { MAX_TRIALS_EVER } else { MAX_TRIALS + 1 };
        if trials.is_some_and(|trials| trials < limit) {
            return;
        }
        let count = trials.map_or_else(|| "more than 10^38".to_owned(), |trials| trials.to_string());
        let hint = if overrides.allow_large { "fewer than 10^12" } else { "10^9; more needs --allow-large" };
        self.root.wrong("repeats", format!("the plan has {count} trials; allowed: {hint}"));
    }

    /// Top-level keys that no part of the reading asked for.
    fn unknown_tables(&self) {
        self.root.finish();
    }
}

/// Lets the study check every design point, or the corners of a large design.
fn check_points(document: &Document, plan: &Plan, study: &StudyInfo, places: &[Option<Place>]) {
    let mut told: BTreeSet<(&str, String)> = BTreeSet::new();
    let mut check = |number: u64| {
        for fault in (study.check)(&plan.point(number)) {
            if told.len() < 20 && told.insert((fault.path, fault.message.clone())) {
                let place = plan.schema.index(fault.path).and_then(|key| places[key]).unwrap_or((1, 1));
                let at = at_point(plan, number);
                document.note(place, fault.path, format!("{}{at}", fault.message), Severity::Error);
            }
        }
    };
    if plan.points() <= CHECKED_POINTS {
        (0..plan.points()).for_each(&mut check);
    } else {
        corners(plan).into_iter().for_each(&mut check);
    }
}

/// The points at which every axis is at one of its ends.
fn corners(plan: &Plan) -> BTreeSet<u64> {
    let mut corners = BTreeSet::from([0]);
    for axis in &plan.axes {
        let last = axis.values.len() as u64 - 1;
        let next = |point: &u64| [point * (last + 1), point * (last + 1) + last];
        corners = corners.iter().flat_map(next).take(CHECKED_POINTS as usize).collect();
    }
    corners
}

/// The swept values of a point, for a message.
fn at_point(plan: &Plan, number: u64) -> String {
    if plan.axes.is_empty() {
        return String::new();
    }
    let value = |(axis, index): (&Axis, usize)| {
        let key = &plan.schema.keys[axis.key];
        format!("{} = {}", key.path, axis::shown(key, axis.values[index]))
    };
    let values: Vec<String> = plan.axes.iter().zip(plan.axis_indices(number)).map(value).collect();
    format!(" (at {})", values.join(", "))
}

/// A key's kind, range and default as text, for lists of keys.
pub fn describe(key: &crate::key::Key) -> (String, String) {
    let unit = key.dimension().si();
    let range = match key.kind {
        Kind::Number { possible: [low, high], .. } => format!("{low} to {high} {unit}").trim_end().to_owned(),
        Kind::Count { possible: [low, high], .. } => format!("{low} to {high}"),
        Kind::Choice(choices) => choices.join(" | "),
        Kind::Flag => "true | false".to_owned(),
    };
    (range, axis::shown(key, key.default))
}
