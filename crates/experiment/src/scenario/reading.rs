//! A scenario file, from what was typed to a [`Plan`]; everything that is wrong is told at once.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path as FilePath;
use std::sync::Arc;

use crate::declare::key::{Key, Path as KeyPath};
use crate::declare::problem::{Fault, Problems, Severity, nearest};
use crate::declare::schema::Schema;
use crate::declare::study::{Found, StudyInfo};
use crate::declare::value::{Kind, Value};
use crate::design::axis;
use crate::design::sweep::{Source, Swept, SweptAxis};
use crate::document::{Document, Entry, Node, Place, Reader, unknown};
use crate::scenario::ask_table;
use crate::scenario::asked_table;
use crate::scenario::best::Best;
use crate::scenario::best_table;
use crate::scenario::beyond;
use crate::scenario::checked;
use crate::scenario::cut;
use crate::scenario::kept;
use crate::scenario::overrides;
use crate::scenario::overrides::Overrides;
use crate::scenario::plan::{Plan, StreamsMode};
use crate::scenario::profile;
use crate::scenario::profiled::{self, Profiled};
use crate::scenario::stop;

/// Trials of a plan, unless the user allows more.
pub const MAX_TRIALS: u128 = 1_000_000_000;
/// Trials of a plan, whatever the user allows.
pub const MAX_TRIALS_EVER: u128 = 1_000_000_000_000;

/// Reads a scenario; with it come warnings.
pub fn read(path: &FilePath, studies: &[Arc<StudyInfo>], overrides: Overrides) -> Result<(Plan, Problems), Problems> {
    let folder = path.parent().unwrap_or(FilePath::new("."));
    resolve(Document::read_scenario(path)?, folder, studies, overrides)
}

/// As [`read`], from a text; `file` is how messages name it.
pub fn parse(
    file: &str,
    text: &str,
    studies: &[Arc<StudyInfo>],
    overrides: Overrides,
) -> Result<(Plan, Problems), Problems> {
    resolve(Document::parse(file, text)?, FilePath::new("."), studies, overrides)
}

/// As [`read`], of what is no file; `name` is how messages name it, and files are looked for in the current folder.
pub fn read_from(
    name: &str,
    from: impl Read,
    studies: &[Arc<StudyInfo>],
    overrides: Overrides,
) -> Result<(Plan, Problems), Problems> {
    resolve(Document::read_from(name, from)?, FilePath::new("."), studies, overrides)
}

/// The research questions to which the asks of a scenario belong, whatever else it says; none of what is no TOML.
pub fn questions(text: &str) -> Vec<String> {
    Document::parse("", text).map_or_else(|_| Vec::new(), |document| ask_table::questions(&document.root()))
}

fn resolve(
    mut document: Document,
    folder: &FilePath,
    studies: &[Arc<StudyInfo>],
    overrides: Overrides,
) -> Result<(Plan, Problems), Problems> {
    let mut profiled = profiled::put(&mut document, &overrides.with, studies);
    let said = overrides::apply(&mut document, &overrides);
    let schema = study_of(&document.root(), studies).map(|study| &study.schema);
    let overridden = profiled.settled(&mut document, schema, said);
    let found = Meaning::new(&document, studies).map(|mut meaning| {
        meaning.plan.overridden = overridden;
        meaning.plan.question = document.opening().map(str::to_owned);
        meaning.kept();
        meaning.header(&overrides);
        meaning.tables();
        meaning.sweep(folder, overrides.allow_large);
        meaning.profiles(profiled);
        meaning.limits();
        meaning.idle_keys();
        meaning.asked(overrides.is_draft);
        meaning.unknown_tables();
        meaning
    });
    let Some(meaning) = found else {
        return Err(document.finish().err().unwrap_or_default());
    };
    let is_played_once = meaning.is_played_once(overrides.repeats);
    let Meaning { plan, places, drawn_limits, .. } = &meaning;
    if !overrides.is_draft && !document.has_error() {
        check_points(&document, plan, places, drawn_limits);
    }
    // told where nothing else is wrong
    if is_played_once && !document.has_error() {
        let message = "is missing: each point is played once, which says next to nothing of chance";
        meaning.root.note("repeats", message.to_owned(), Severity::Warning);
    }
    let plan = meaning.plan;
    document.finish().map(|warnings| (plan, warnings))
}

/// The study that a document names, if there is one of that name.
fn study_of<'s>(root: &Reader<'_>, studies: &'s [Arc<StudyInfo>]) -> Option<&'s Arc<StudyInfo>> {
    let name = root.peek_text("study")?;
    studies.iter().find(|study| study.name == name)
}

/// The reading of one file.
struct Meaning<'a> {
    document: &'a Document,
    root: Reader<'a>,
    study: Arc<StudyInfo>,
    plan: Plan,
    /// Where each key was set.
    places: Vec<Option<Place>>,
    /// The study with all columns, and the names of those that are kept, where not all are.
    whole: Option<(Arc<StudyInfo>, Vec<String>)>,
    /// Limits that are drawn, so that the nearest is played of what lies beyond them.
    drawn_limits: BTreeSet<KeyPath>,
}

impl<'a> Meaning<'a> {
    /// Finds the study; without one nothing else can be said.
    fn new(document: &'a Document, studies: &[Arc<StudyInfo>]) -> Option<Meaning<'a>> {
        let root = document.root();
        let names: Vec<&'static str> = studies.iter().map(|study| study.name).collect();
        if !root.has("study") {
            // mistyped, it is told where it stands
            let mistyped = root.entries().iter().find(|entry| nearest(&entry.name, std::iter::once("study")).is_some());
            if profile::is_profile(root.entries(), studies) {
                root.wrong("study", "this is a profile, not a scenario: tolley run SCENARIO --with FILE takes it");
            } else if let Some(entry) = mistyped {
                document.note(entry.place, &entry.name, "unknown key; did you mean study?".to_owned(), Severity::Error);
            } else {
                root.wrong("study", format!("the key is missing; it is one of: {}", names.join(", ")));
            }
            return None;
        }
        if let Some(now) =
            root.peek_text("study").and_then(|name| studies.iter().find(|study| study.former_names.contains(&name)))
        {
            root.wrong("study", format!("the study is named \"{}\" now", now.name));
            return None;
        }
        let name = root.choice("study", &names)?;
        let study = studies.iter().find(|study| study.name == name)?.clone();
        let places = vec![None; study.schema.keys.len()];
        let plan = Plan::of_study(study.clone());
        Some(Meaning { document, root, plan, study, places, whole: None, drawn_limits: BTreeSet::new() })
    }

    /// What is kept, before anything is asked of it.
    fn kept(&mut self) {
        if let Some(names) = kept::read(&self.root, self.document, &self.study) {
            self.plan.keep(&names);
            self.whole = Some((std::mem::replace(&mut self.study, self.plan.study.clone()), names));
        }
    }

    /// What is played of what cannot be done; where that is the nearest, rows say so whatever else is kept.
    fn limits(&mut self) {
        self.drawn_limits = beyond::allow_drawn(&mut self.plan);
        let column = self.study.limits.filter(|_| self.plan.plays_nearest()).map(|limits| limits.column.to_owned());
        if let (Some(column), Some((whole, names))) = (column, &self.whole) {
            self.plan.study = whole.clone();
            self.plan.keep(&[&names[..], &[column]].concat());
            self.study = self.plan.study.clone();
        }
    }

    fn header(&mut self, overrides: &Overrides) {
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
        self.plan.grid.repeats = overrides.repeats.or(repeats).unwrap_or(1);
        if let Some((rule, most)) = stop::read(&self.root, &self.study, overrides.repeats) {
            self.plan.grid.repeats = most;
            self.plan.stop = Some(rule);
        }
        let streams = self.root.choice("streams", &["common", "independent"]);
        self.plan.is_streams_said = streams.is_some();
        if streams == Some("independent") {
            self.plan.streams = StreamsMode::Independent;
        }
    }

    /// The tables of the schema, `[ring]`, `[shot]`, ...
    fn tables(&mut self) {
        let study = self.study.clone();
        let schema = &study.schema;
        // a former table is asked for where it stands, so that nobody is told that it is known
        let former = study.former_keys.iter().filter_map(|(path, _)| path.split('.').next());
        let former = former.filter(|name| self.root.has(name));
        let names: BTreeSet<&'static str> = schema.keys.iter().map(|key| key.path.table).chain(former).collect();
        for name in names {
            let Some(table) = self.root.table(name) else { continue };
            for entry in table.entries() {
                let path = table.path_of(&entry.name);
                match schema.index(&path) {
                    Some(key) => self.set(key, entry),
                    None => {
                        let message = || unknown_key(&study, name, entry);
                        self.document.note_with(entry.place, &path, Severity::Error, message);
                    }
                }
            }
        }
    }

    fn set(&mut self, key: usize, entry: &Entry) {
        let study = self.study.clone();
        let (described, place) = (&study.schema.keys[key], entry.item.place);
        match axis::value(described, &entry.item.node) {
            Ok(value) => {
                if let Some(message) = axis::implausible(described, &value) {
                    self.note(place, described, message, Severity::Warning);
                }
                self.plan.set(key, value);
                self.places[key] = Some(place);
            }
            Err(message) => self.note(place, described, message, Severity::Error),
        }
    }

    fn note(&self, place: Place, key: &Key, message: String, severity: Severity) {
        self.document.note(place, &key.path.to_string(), message, severity);
    }

    fn sweep(&mut self, folder: &FilePath, allow_large: bool) {
        let study = self.study.clone();
        let source =
            Source { document: self.document, study: &study, folder, seed: self.plan.seed, places: &self.places };
        let Swept { design, axes, exclude } = source.read(&self.root, |points| self.has_size(points, allow_large));
        for SweptAxis { key, place, axis } in axes {
            self.places[key] = Some(place);
            self.plan.sweep_axis(key, axis);
        }
        self.plan.grid.change(|grid| (grid.design, grid.exclude) = (design, exclude));
        if !self.document.has_error()
            && let Err(message) = self.plan.grid.check()
        {
            self.root.wrong("sweep", message);
        }
    }

    /// What profiles say of keys that are in force and not swept, and what is left out because of their hands.
    fn profiles(&mut self, profiled: Profiled) {
        let study = self.study.clone();
        let keys = &study.schema.keys;
        let is_played = |key: usize| self.plan.axis_of(key).is_none() && self.plan.is_in_force(&keys[key]);
        let played = profiled.played(&study.schema, is_played);
        self.plan.take_profiles(played);
        if !self.document.has_error() {
            let mut told = Vec::new();
            cut::leave_out(&mut self.plan, |key, message, severity| told.push((key, message, severity)));
            for (key, message, severity) in told {
                self.note(self.places[key].unwrap_or((1, 1)), &keys[key], message, severity);
            }
        }
    }

    /// What other commands are asked, which is read against keys and axes that are sound, so not of a draft.
    fn asked(&mut self, is_draft: bool) {
        if is_draft || self.document.has_error() {
            for table in ["best", "ask", "sensitivity"] {
                self.root.item(table);
            }
            return;
        }
        self.plan.best = best_table::read(&self.root, self.document, &self.plan);
        self.plan.asks = ask_table::read(&self.root, self.document, &self.plan);
        self.plan.sensitivity = asked_table::sensitivity(&self.root, self.document, &self.plan);
    }

    /// Whether points are played once because nobody said how often.
    fn is_played_once(&self, repeats: Option<u64>) -> bool {
        let is_said = repeats.is_some() || ["repeats", "stop", "best"].iter().any(|name| self.root.has(name));
        // one trial may be a whole answer where a block is no more
        !is_said && self.study.pace.block_trials > 1
    }

    /// Keys that the file sets or sweeps and that have no effect at any point.
    fn idle_keys(&self) {
        let first = self.plan.point(0);
        for (index, place) in self.places.iter().enumerate() {
            let key = &self.study.schema.keys[index];
            let (Some(place), Some(condition)) = (place, key.only_with) else { continue };
            let Some(other) = self.study.schema.find(condition.key) else { continue };
            let has_choice = |value: &Value| matches!(value, Value::Choice(choice) if choice == condition.choice);
            let swept = self.plan.axis_of(other);
            let has_effect = swept.map_or_else(|| has_choice(&first[other]), |axis| axis.values.iter().any(has_choice));
            if !has_effect {
                let is_swept = self.plan.axis_of(index).is_some();
                let severity = if is_swept { Severity::Error } else { Severity::Warning };
                let message = format!("has no effect without {} = \"{}\"", condition.key, condition.choice);
                self.note(*place, key, message, severity);
            }
        }
    }

    /// Whether the plan has no more trials than are allowed.
    fn has_size(&self, points: Option<u128>, allow_large: bool) -> bool {
        let trials = points.and_then(|points| points.checked_mul(u128::from(self.plan.grid.repeats)));
        let limit = if allow_large { MAX_TRIALS_EVER } else { MAX_TRIALS + 1 };
        if trials.is_some_and(|trials| trials < limit) {
            return true;
        }
        let count = trials.map_or_else(|| "more than 10^38".to_owned(), |trials| trials.to_string());
        let hint = if allow_large { "fewer than 10^12" } else { "10^9; more needs --allow-large" };
        self.root.wrong("repeats", format!("the plan has {count} trials; allowed: {hint}"));
        false
    }

    /// Top-level keys that no part of the reading asked for.
    fn unknown_tables(&self) {
        self.root.finish();
    }
}

/// The message for a key that table `name` does not have.
fn unknown_key(study: &StudyInfo, name: &str, entry: &Entry) -> String {
    let path = format!("{name}.{}", entry.name);
    if let Some((_, now)) = study.former_keys.iter().find(|(former, _)| *former == path) {
        return format!("the key is named {now} now");
    }
    let schema = &study.schema;
    let inside = schema.keys.iter().filter(|key| key.path.table == name).map(|key| key.path.name);
    let known: Vec<String> = schema.keys.iter().map(|key| key.path.to_string()).collect();
    let elsewhere = nearest(&path, known.iter().map(String::as_str));
    match (nearest(&entry.name, inside.clone()), elsewhere) {
        (None, Some(elsewhere)) => format!("unknown key; did you mean {elsewhere}?"),
        _ => unknown(&entry.name, inside),
    }
}

/// Where a key got its value: in the file, or by a preset in the file.
fn place_of(schema: &Schema, places: &[Option<Place>], path: KeyPath) -> Option<Place> {
    let key = schema.find(path)?;
    let presets = schema.presets.iter().filter(|preset| preset.targets().any(|target| target == key));
    places[key].or_else(|| presets.into_iter().find_map(|preset| places[preset.chooser]))
}

/// Lets the study check every design point, or some of a large design; what is decided over by `[best]` is given
/// values within the limits.
fn check_points(document: &Document, plan: &Plan, places: &[Option<Place>], drawn: &BTreeSet<KeyPath>) {
    let (mut told, varying): (BTreeSet<(KeyPath, String)>, _) = (BTreeSet::new(), plan.varying());
    let paths: Vec<KeyPath> = varying.iter().map(|key| plan.study.schema.keys[*key].path).collect();
    let mut note = |number: u64, fault: Fault, severity: Severity| {
        if told.len() < 20 && !is_decided(plan, fault.path) && told.insert((fault.path, fault.message.clone())) {
            let place = place_of(&plan.study.schema, places, fault.path).unwrap_or((1, 1));
            let at = at_point(plan, number);
            document.note(place, &fault.path.to_string(), format!("{}{at}", fault.message), severity);
        }
    };
    let found = (plan.study.checker)(&plan.point(0), &paths);
    let mut found = found.unwrap_or_else(|| unreachable!("the keys of a plan are those of its study"));
    let values = plan.values_of(&varying);
    for number in checked::points(plan) {
        let Found { faults, remarks } = found(&values(number));
        faults.into_iter().for_each(|fault| note(number, fault, Severity::Error));
        remarks.into_iter().for_each(|fault| note(number, fault, Severity::Warning));
    }
    beyond::beyond(plan, drawn, |number, fault| note(number, fault, Severity::Error));
}

/// Whether a search decides over a key that limits of the hand hold for.
fn is_decided(plan: &Plan, path: KeyPath) -> bool {
    let is_aim = |best: &Best| best.aims.iter().any(|aim| plan.study.schema.keys[aim.key].path == path);
    plan.study.limits.is_some_and(|limits| limits.asking.contains(&path)) && plan.best.as_ref().is_some_and(is_aim)
}

/// The swept values of a point, for a message.
fn at_point(plan: &Plan, number: u64) -> String {
    let schema = &plan.study.schema;
    let value = |axis: usize| {
        let swept = plan.grid.axis_value(axis, number);
        let path = &plan.grid.axes[axis].key;
        let shown = schema.index(path).map_or_else(String::new, |key| axis::shown(&schema.keys[key], &swept));
        format!("{path} = {shown}")
    };
    let values: Vec<String> = (0..plan.grid.axes.len()).map(value).collect();
    if values.is_empty() { String::new() } else { format!(" (at {})", values.join(", ")) }
}

/// A key's kind, range and default as text, for lists of keys.
pub fn describe(key: &Key) -> (String, String) {
    let unit = key.dimension().si();
    let range = match key.kind {
        Kind::Number { possible: [low, high], .. } => format!("{low} to {high} {unit}").trim_end().to_owned(),
        Kind::Count { possible: [low, high], .. } => format!("{low} to {high}"),
        Kind::Choice(choices) => choices.join(" | "),
        Kind::Flag => "true | false".to_owned(),
    };
    (range, axis::shown(key, &key.default))
}
