//! `[sweep]` of a scenario, from what was typed to a design with its axes.

use std::path::Path;

use crate::declare::key::Key;
use crate::declare::problem::{Severity, nearest};
use crate::declare::study::StudyInfo;
use crate::declare::value::{Kind, Value};
use crate::design::axis::{self, Spread, Wrong};
use crate::design::designs::{self, Design};
use crate::design::drawn::drawn;
use crate::design::exclusion::{Exclusion, Term};
use crate::design::grid::Axis;
use crate::design::points_file;
use crate::document::{Document, Entry, Item, Node, Place, Reader};

/// Where a design comes from.
pub(crate) struct Source<'a> {
    pub(crate) document: &'a Document,
    pub(crate) study: &'a StudyInfo,
    /// Folder that names of files are relative to.
    pub(crate) folder: &'a Path,
    /// Seed of the experiment, by which a design is drawn and scrambled.
    pub(crate) seed: u64,
    /// Where each key was set.
    pub(crate) places: &'a [Option<Place>],
}

/// An axis with the number of its key, and where it stands.
pub(crate) struct SweptAxis {
    pub(crate) key: usize,
    pub(crate) place: Place,
    pub(crate) axis: Axis,
}

/// What `[sweep]` says.
#[derive(Default)]
pub(crate) struct Swept {
    pub(crate) design: Design,
    pub(crate) axes: Vec<SweptAxis>,
    pub(crate) exclude: Vec<Exclusion>,
}

impl Source<'_> {
    /// Reads `[sweep]`; `has_size` says whether so many points may be made, and notes it when they may not.
    pub(crate) fn read(&self, root: &Reader<'_>, has_size: impl Fn(Option<u128>) -> bool) -> Swept {
        let Some(sweep) = root.table("sweep") else {
            has_size(Some(1));
            return Swept::default();
        };
        let typed = sweep.choice("design", &designs::NAMES);
        let name = typed.unwrap_or("grid");
        // of a name that is none nothing else is told
        let is_known = typed.is_some() || !sweep.has("design");
        let design = if is_known { self.design(&sweep, name) } else { None };
        let axes = sweep.table("axes");
        let entries = axes.as_ref().map_or(&[][..], |axes| axes.entries());
        let listed = self.listed(&sweep, is_known.then_some(name == "list"));
        let excluded = sweep.tables("exclude");
        let Some(design) = design else { return Swept::default() };
        sweep.finish();
        let axes = match (&design, listed) {
            (Design::List, rows) => {
                if let Some(entry) = entries.first() {
                    self.wrong(entry.place, "sweep.axes", "a list has rows or a file, and no axes".to_owned());
                }
                match rows.first().map(|first| first.axis.values.len() as u128) {
                    Some(points) if has_size(Some(points)) => rows,
                    // what is wrong has been told
                    _ => Vec::new(),
                }
            }
            (Design::Grid, _) => self.of_grid(entries, has_size),
            _ => self.of_drawn(&sweep, &design, entries, has_size),
        };
        let exclude = self.exclusions(&excluded, &design, &axes);
        Swept { design, axes, exclude }
    }

    fn wrong(&self, place: Place, key: &str, message: String) {
        self.document.note(place, key, message, Severity::Error);
    }

    fn note_all(&self, key: &str, severity: Severity, all: Vec<Wrong>) {
        all.into_iter().for_each(|(place, message)| self.document.note(place, key, message, severity));
    }

    /// The design of this name with what it needs; `None` when something is wrong with that.
    fn design(&self, sweep: &Reader<'_>, name: &str) -> Option<Design> {
        let points = match sweep.item("points").map(|item| &item.node) {
            None => None,
            Some(Node::Number { whole: Some(whole), .. }) if *whole >= 1 => Some(*whole as u64),
            Some(other) => {
                sweep.wrong("points", format!("{} is not a whole number from 1 on", other.shown()));
                return None;
            }
        };
        let (scramble, second_order) = (sweep.flag("scramble"), sweep.flag("second_order"));
        let is_drawn = !matches!(name, "grid" | "list");
        let is_sequence = matches!(name, "halton" | "sobol" | "saltelli");
        let mut is_sound = true;
        for (key, is_there, is_for, whose) in [
            ("points", points.is_some(), is_drawn, "random, latin-hypercube, halton, sobol, saltelli"),
            ("scramble", scramble.is_some(), is_sequence, "halton, sobol, saltelli"),
            ("second_order", second_order.is_some(), name == "saltelli", "saltelli"),
        ] {
            if is_there && !is_for {
                sweep.wrong(key, format!("is not for design = \"{name}\", only for: {whose}"));
                is_sound = false;
            }
        }
        if is_drawn && points.is_none() {
            sweep.wrong("points", format!("design = \"{name}\" needs the number of its points"));
        }
        let seed = self.seed;
        let scramble = scramble.unwrap_or(true).then_some(seed);
        let points = if is_drawn { points? } else { 0 };
        if matches!(name, "sobol" | "saltelli") && !points.is_power_of_two() {
            let message = format!("{points} is not a power of 2, which a Sobol sequence needs to be even");
            sweep.note("points", message, Severity::Warning);
        }
        is_sound.then_some(match name {
            "list" => Design::List,
            "random" => Design::Random { points, seed },
            "latin-hypercube" => Design::LatinHypercube { points, seed },
            "halton" => Design::Halton { points, scramble },
            "sobol" => Design::Sobol { points, scramble },
            "saltelli" => Design::Saltelli { points, scramble, second_order: second_order.unwrap_or(true) },
            _ => Design::Grid,
        })
    }

    /// The key that an axis names.
    fn key(&self, entry: &Entry) -> Option<(usize, &Key)> {
        let schema = &self.study.schema;
        let Some(key) = schema.index(&entry.name) else {
            self.wrong(entry.place, &entry.name, not_an_axis(self.study, entry));
            return None;
        };
        if let Some(place) = self.places[key] {
            let message = "the value is not used: an axis sweeps the key".to_owned();
            self.document.note(place, &entry.name, message, Severity::Warning);
        }
        Some((key, &schema.keys[key]))
    }

    fn of_grid(&self, entries: &[Entry], has_size: impl Fn(Option<u128>) -> bool) -> Vec<SweptAxis> {
        let typed = |entry| {
            let (key, described) = self.key(entry)?;
            let spread = Spread::of(described, &entry.item);
            let spread = spread.map_err(|wrong| self.note_all(&entry.name, Severity::Error, wrong)).ok()?;
            Some((key, described, &entry.item, spread))
        };
        let typed: Vec<_> = entries.iter().filter_map(typed).collect();
        // counted before anything is made of them
        let counts = typed.iter().map(|(.., spread)| u128::from(spread.count()));
        if !has_size(counts.into_iter().try_fold(1u128, u128::checked_mul)) {
            return Vec::new();
        }
        let axis = |(key, described, item, spread)| {
            let values = self.values(described, item, &spread)?;
            Some(SweptAxis { key, place: item.place, axis: Axis::of_values(&described.path.to_string(), values) })
        };
        typed.into_iter().filter_map(axis).collect()
    }

    fn values(&self, key: &Key, item: &Item, spread: &Spread<'_>) -> Option<Vec<Value>> {
        let path = key.path.to_string();
        let values = spread.values(key).map_err(|wrong| self.note_all(&path, Severity::Error, wrong)).ok()?;
        // one warning an axis is enough
        let unusual = |(i, value)| axis::implausible(key, value).map(|found| (spread.place(i), found));
        let unusual = values.iter().enumerate().find_map(unusual);
        let remark = spread.remark(key).map(|remark| (item.place, remark));
        self.note_all(&path, Severity::Warning, unusual.into_iter().chain(remark).collect());
        Some(values)
    }

    fn of_drawn(
        &self,
        sweep: &Reader<'_>,
        design: &Design,
        entries: &[Entry],
        has_size: impl Fn(Option<u128>) -> bool,
    ) -> Vec<SweptAxis> {
        if entries.is_empty() {
            sweep.wrong("axes", "a design that draws its points needs axes");
        }
        if !has_size(design.points(entries.len())) {
            return Vec::new();
        }
        let axis = |entry: &Entry| {
            let (key, described) = self.key(entry)?;
            let found = drawn(described, &entry.item, design.has_zero());
            let found = found.map_err(|wrong| self.note_all(&entry.name, Severity::Error, wrong)).ok()?;
            self.note_all(&entry.name, Severity::Warning, found.remarks);
            Some(SweptAxis { key, place: entry.item.place, axis: found.axis })
        };
        entries.iter().filter_map(axis).collect()
    }

    /// The axes of a list, inline or in a file.
    fn listed(&self, sweep: &Reader<'_>, is_list: Option<bool>) -> Vec<SweptAxis> {
        let (rows, file) = (sweep.tables("rows"), sweep.text("file"));
        let Some(is_list) = is_list else { return Vec::new() };
        match (is_list, rows.is_empty(), file) {
            (false, true, None) => Vec::new(),
            (false, ..) => {
                let name = if file.is_some() { "file" } else { "rows" };
                sweep.wrong(name, "is for design = \"list\"");
                Vec::new()
            }
            (true, false, None) => self.rows(&rows),
            (true, true, Some(file)) => {
                let read = points_file::read(&self.folder.join(file), &self.study.schema);
                match read {
                    Ok(axes) => {
                        let place = sweep.place();
                        axes.into_iter().map(|(key, axis)| SweptAxis { key, place, axis }).collect()
                    }
                    Err(messages) => {
                        messages.into_iter().for_each(|message| sweep.wrong("file", message));
                        Vec::new()
                    }
                }
            }
            (true, ..) => {
                sweep.wrong("rows", "a list has either rows or a file");
                Vec::new()
            }
        }
    }

    fn rows(&self, rows: &[Reader<'_>]) -> Vec<SweptAxis> {
        let first: Vec<&str> = rows[0].entries().iter().map(|entry| entry.name.as_str()).collect();
        for row in rows {
            let names: Vec<&str> = row.entries().iter().map(|entry| entry.name.as_str()).collect();
            let is_alike = names.len() == first.len() && first.iter().all(|name| names.contains(name));
            if !is_alike {
                let message = format!("names {}; the first row names {}", names.join(", "), first.join(", "));
                self.wrong(row.place(), "sweep.rows", message);
                return Vec::new();
            }
        }
        let axis = |entry: &Entry| {
            let (key, described) = self.key(entry)?;
            let of_row = |row: &Reader<'_>| {
                let item = &row.entries().iter().find(|other| other.name == entry.name)?.item;
                let value = axis::value(described, &item.node);
                value.map_err(|message| self.wrong(item.place, &entry.name, message)).ok()
            };
            let values: Vec<Value> = rows.iter().filter_map(of_row).collect();
            Some(SweptAxis { key, place: entry.item.place, axis: Axis::of_values(&entry.name, values) })
        };
        rows[0].entries().iter().filter_map(axis).collect()
    }

    fn exclusions(&self, tables: &[Reader<'_>], design: &Design, axes: &[SweptAxis]) -> Vec<Exclusion> {
        if let (Some(table), Design::Saltelli { .. }) = (tables.first(), design) {
            self.wrong(table.place(), "sweep.exclude", "the matrices of Saltelli are whole or nothing".to_owned());
        }
        let exclusion = |table: &Reader<'_>| {
            let term = |entry: &Entry| {
                let Some(swept) = axes.iter().find(|swept| swept.axis.key == entry.name) else {
                    self.wrong(entry.place, &entry.name, "an exclusion names swept keys".to_owned());
                    return None;
                };
                let found = term(&self.study.schema.keys[swept.key], &swept.axis, &entry.item);
                found.map_err(|(place, message)| self.wrong(place, &entry.name, message)).ok()
            };
            Exclusion(table.entries().iter().filter_map(term).collect())
        };
        tables.iter().map(exclusion).collect()
    }
}

/// A condition of an exclusion: a value, an array of them, or `{ min, max }`.
fn term(key: &Key, axis: &Axis, item: &Item) -> Result<Term, Wrong> {
    let empty = Term { key: key.path.to_string(), values: Vec::new(), min: None, max: None };
    let of = |item: &Item| {
        let value = axis::value(key, &item.node).map_err(|message| (item.place, message))?;
        let is_there = axis.values.contains(&value);
        let message = || format!("the axis has no value {}; a range is {{ min, max }}", axis::shown(key, &value));
        if is_there { Ok(value.clone()) } else { Err((item.place, message())) }
    };
    match &item.node {
        Node::Table(entries) if matches!(key.kind, Kind::Number { .. } | Kind::Count { .. }) => {
            let mut term = empty;
            for entry in entries {
                let end = match entry.name.as_str() {
                    "min" => &mut term.min,
                    "max" => &mut term.max,
                    other => return Err((entry.place, format!("{other} is not one of: min, max"))),
                };
                let number = entry.item.node.quantity(key.dimension());
                *end = Some(number.map_err(|error| (entry.item.place, format!("{}: {error}", entry.name)))?);
            }
            if term.min.is_none() && term.max.is_none() {
                return Err((item.place, "a range has min, max or both".to_owned()));
            }
            Ok(term)
        }
        Node::List(items) => Ok(Term { values: items.iter().map(of).collect::<Result<_, _>>()?, ..empty }),
        _ => Ok(Term { values: vec![of(item)?], ..empty }),
    }
}

/// The message for a name that no axis can have.
fn not_an_axis(study: &StudyInfo, entry: &Entry) -> String {
    if let Some((_, now)) = study.former_keys.iter().find(|(former, _)| *former == entry.name) {
        return format!("the key is named {now} now");
    }
    let schema = &study.schema;
    // shot.speed_m_s without quotes is a table of its own
    if let Node::Table(inner) = &entry.item.node
        && let Some(path) =
            inner.iter().map(|inner| format!("{}.{}", entry.name, inner.name)).find(|path| schema.index(path).is_some())
    {
        return format!("an axis is named by one path in quotes: \"{path}\"");
    }
    let known: Vec<String> = schema.keys.iter().map(|key| key.path.to_string()).collect();
    // a key without its table
    let bare: Vec<&String> = known.iter().filter(|path| path.split('.').nth(1) == Some(entry.name.as_str())).collect();
    if let [only] = bare.as_slice() {
        return format!("an axis names a key with its table: \"{only}\"");
    }
    match (nearest(&entry.name, known.iter().map(String::as_str)), known.first()) {
        (Some(hint), _) => format!("an axis names a key of the study; did you mean {hint}?"),
        (None, example) => {
            format!("an axis names a key of the study, such as \"{}\"", example.map_or("", String::as_str))
        }
    }
}
