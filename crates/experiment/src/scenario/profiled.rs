//! What profiles say, put into a document before it is read: over the scenario, and below what flags say over both.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::declare::problem::{Problem, Problems, Severity};
use crate::declare::schema::{Preset, Schema};
use crate::declare::study::StudyInfo;
use crate::document::{Document, Entry, Item, Node, Place};
use crate::scenario::entries::{AXES, SWEEP, existing_table, put_entry, table_in, take_axis, take_entry};
use crate::scenario::overrides::Overridden;
use crate::scenario::profile::{self, Line, LineSet, Profile};

/// A profile as a dataset and an answer name it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileRecord {
    /// The file, as typed.
    pub file: String,
    /// What of it is played, a line each: `misses 3 cm at 1 m`.
    pub says: Vec<String>,
    /// Paths of the keys that it says, as far as they are no mere consequence of what it says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// What of the scenario is left out because of it: `shot.speed_m_s 4.5 and 5 m/s`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

impl ProfileRecord {
    /// What the profile is called: `me` of `profiles/me.toml`.
    pub fn name(&self) -> &str {
        let file = self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        file.strip_suffix(".toml").unwrap_or(file)
    }

    /// One line for an answer: `For me.toml: misses 3 cm at 1 m, hardest 4 m/s.`; nothing where nothing of it counts.
    pub fn sentence(&self) -> Option<String> {
        const MOST: usize = 5;
        if self.says.is_empty() {
            return None;
        }
        let more = self.says.len().saturating_sub(MOST);
        let says = self.says[..self.says.len() - more].join(", ");
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let left = self.left_out.join(", ");
        let left = if left.is_empty() { left } else { format!("; left out: {left}") };
        let file = self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        Some(format!("For {file}: {says}{more}{left}."))
    }
}

/// What profiles put into a document.
#[derive(Debug, Default)]
pub(super) struct Profiled {
    records: Vec<ProfileRecord>,
    puts: Vec<Put>,
}

/// A value that a line of a profile put into a document.
#[derive(Debug)]
struct Put {
    /// Number of the profile.
    profile: usize,
    /// Number of its line, of all profiles, and what that says.
    line: usize,
    says: String,
    is_derived: bool,
    key: usize,
    place: Place,
    typed: String,
    was: Option<String>,
}

/// What profiles say of the keys of a plan, by the numbers of the keys.
pub(super) type OfProfiles = BTreeMap<usize, KeyOfProfile>;

/// What a profile says of a key.
#[derive(Clone, Debug)]
pub(super) struct KeyOfProfile {
    /// Number of the profile.
    pub profile: usize,
    /// What its line says.
    pub line: String,
    /// Whether it only follows from what the line says.
    pub is_derived: bool,
}

/// Puts what the profiles say into the document of a scenario.
pub(super) fn put(document: &mut Document, paths: &[PathBuf], studies: &[Arc<StudyInfo>]) -> Profiled {
    let name = document.root().peek_text("study").map(str::to_owned);
    let Some(study) = studies.iter().find(|study| Some(study.name) == name.as_deref()) else {
        return Profiled::default();
    };
    let mut profiles = Vec::new();
    for path in paths {
        match profile::read(path, study, studies) {
            Ok(profile) => profiles.push(profile),
            Err(problems) => document.note_all(problems),
        }
    }
    profiles.iter().for_each(|profile| document.note_all(unused(profile, study)));
    let compared = compared(document);
    let mut putting = Putting { schema: &study.schema, document, compared, profiled: Profiled::default() };
    let lines = putting.kept(&profiles);
    let claimed = putting.claimed(&profiles, &lines);
    putting.presets(&claimed);
    for (key, claim) in &claimed {
        putting.value(*key, claim);
    }
    let record = |profile: &Profile| ProfileRecord { file: profile.file.clone(), ..ProfileRecord::default() };
    Profiled { records: profiles.iter().map(record).collect(), ..putting.profiled }
}

/// That what a profile says of other studies is not used.
fn unused(profile: &Profile, study: &StudyInfo) -> Problems {
    let Profile { file, others, lines } = profile;
    let told = match (others.is_empty(), lines.is_empty()) {
        (true, _) => return Problems::default(),
        (false, true) => format!("nothing of it is for {}: {}", study.name, others.join(", ")),
        (false, false) => format!("not for {}, and not used: {}", study.name, others.join(", ")),
    };
    let (file, key, severity) = (file.clone(), String::new(), Severity::Warning);
    Problems(vec![Problem { file, place: None, key, message: told, severity }])
}

/// Paths of the axes whose values a question of the scenario compares.
fn compared(document: &Document) -> BTreeSet<String> {
    let asks = document.root().entries().iter().filter(|entry| entry.name == "ask");
    let asks = asks.filter_map(|entry| if let Node::List(asks) = entry.node() { Some(asks) } else { None }).flatten();
    let tables = asks.filter_map(|ask| if let Node::Table(keys) = &ask.node { Some(keys) } else { None }).flatten();
    let named = tables.filter(|entry| ["over", "along", "against"].contains(&entry.name.as_str()));
    let texts = named.flat_map(|entry| match entry.node() {
        Node::Text(text) => vec![text.clone()],
        Node::List(items) => {
            let text = |item: &Item| if let Node::Text(text) = &item.node { Some(text.clone()) } else { None };
            items.iter().filter_map(text).collect()
        }
        _ => Vec::new(),
    });
    texts.collect()
}

/// What says a key.
struct Claim<'p> {
    profile: usize,
    number: usize,
    file: &'p str,
    line: &'p Line,
    set: &'p LineSet,
}

struct Putting<'d> {
    schema: &'d Schema,
    document: &'d mut Document,
    compared: BTreeSet<String>,
    profiled: Profiled,
}

impl Putting<'_> {
    fn path(&self, key: usize) -> String {
        self.schema.keys[key].path.to_string()
    }

    fn warn(&mut self, file: &str, line: &Line, message: String) {
        let place = self.document.elsewhere(file, line.place);
        self.document.note(place, &line.name, message, Severity::Warning);
    }

    /// Whether the scenario asks which value of a key that it sweeps is the better one.
    fn is_compared(&mut self, path: &str) -> bool {
        let axes = existing_table(self.document.entries_mut(), SWEEP).and_then(|sweep| existing_table(sweep, AXES));
        let is_axis = axes.is_some_and(|axes| axes.iter().any(|axis| axis.name == path));
        is_axis && self.compared.contains(path)
    }

    /// Profile and place of the lines that say nothing of what the scenario compares; of the others that is told.
    fn kept(&mut self, profiles: &[Profile]) -> Vec<(usize, usize)> {
        let mut kept = Vec::new();
        for (at, profile) in profiles.iter().enumerate() {
            for (number, line) in profile.lines.iter().enumerate() {
                let paths: Vec<String> = line.sets.iter().map(|set| self.path(set.key)).collect();
                match paths.iter().find(|path| self.is_compared(path)) {
                    Some(path) => {
                        let message = format!("not used: the scenario compares values of {path}");
                        self.warn(&profile.file, line, message);
                    }
                    None => kept.push((at, number)),
                }
            }
        }
        kept
    }

    /// Which line says each key; two that say the same are told.
    fn claimed<'p>(&mut self, profiles: &'p [Profile], lines: &[(usize, usize)]) -> BTreeMap<usize, Claim<'p>> {
        let mut claimed: BTreeMap<usize, Claim<'p>> = BTreeMap::new();
        for (number, (profile, line)) in lines.iter().enumerate() {
            let (of, line) = (&profiles[*profile], &profiles[*profile].lines[*line]);
            for set in &line.sets {
                let claim = Claim { profile: *profile, number, file: &of.file, line, set };
                match claimed.get(&set.key).map(|other| (other.set.is_derived, other)) {
                    None => drop(claimed.insert(set.key, claim)),
                    Some((true, _)) if !set.is_derived => drop(claimed.insert(set.key, claim)),
                    Some((false, _)) if set.is_derived => {}
                    Some((_, other)) => {
                        let (row, column) = other.line.place;
                        let other = format!("{}:{row}:{column}", other.file);
                        let message = format!("{} is said twice, at {other} too; leave one out", self.path(set.key));
                        let place = self.document.elsewhere(&of.file, line.place);
                        self.document.note(place, &line.name, message, Severity::Error);
                        break;
                    }
                }
            }
        }
        claimed
    }

    /// Takes the place of what a preset would set, and of a preset that would set nothing any longer.
    fn presets(&mut self, claimed: &BTreeMap<usize, Claim<'_>>) {
        let presets: Vec<Preset> = self.schema.presets.clone();
        for preset in &presets {
            let targets = preset.distinct_targets();
            if let Some(claim) = claimed.get(&preset.chooser) {
                for key in targets.iter().filter(|key| !claimed.contains_key(key)) {
                    self.unset(*key);
                    self.unswept(*key, claim);
                }
                continue;
            }
            let first = targets.first().and_then(|key| claimed.get(key));
            if let Some(claim) = first.filter(|_| targets.iter().all(|key| claimed.contains_key(key))) {
                self.unswept(preset.chooser, claim);
            }
        }
    }

    /// Takes the axis of a key out of the scenario, which is told; what is compared stays.
    fn unswept(&mut self, key: usize, claim: &Claim<'_>) -> Option<String> {
        let path = self.path(key);
        if self.is_compared(&path) {
            return None;
        }
        let was = take_axis(self.document.entries_mut(), &path)?;
        let message = format!("takes the place of the axis {path} of the scenario");
        self.warn(claim.file, claim.line, message);
        Some(was)
    }

    fn unset(&mut self, key: usize) {
        let path = self.schema.keys[key].path;
        let table = existing_table(self.document.entries_mut(), path.table);
        table.and_then(|table| take_entry(table, path.name));
    }

    fn value(&mut self, key: usize, claim: &Claim<'_>) {
        let swept = self.unswept(key, claim);
        let path = self.schema.keys[key].path;
        let place = self.document.elsewhere(claim.file, claim.line.place);
        let node = claim.set.node.clone();
        let typed = node.written();
        let Some(table) = table_in(self.document.entries_mut(), path.table, place) else { return };
        let was = put_entry(table, Entry { name: path.name.to_owned(), place, item: Item { place, node } });
        self.profiled.puts.push(Put {
            profile: claim.profile,
            line: claim.number,
            says: claim.line.says.clone(),
            is_derived: claim.set.is_derived,
            key,
            place,
            typed,
            was: swept.or(was),
        });
    }
}

impl Profiled {
    /// Lets flags win: what they say over a document that profiles changed takes the place of what those say. Returns
    /// what both say.
    pub fn settled(
        &mut self,
        document: &mut Document,
        schema: Option<&Schema>,
        said: Vec<Overridden>,
    ) -> Vec<Overridden> {
        let Some(schema) = schema else { return said };
        let chosen = |put: &Put| {
            let presets = schema.presets.iter().filter(|preset| preset.targets().any(|target| target == put.key));
            let mut choosers = presets.map(|preset| schema.keys[preset.chooser].path.to_string());
            choosers.any(|path| said.iter().any(|over| over.key == path))
        };
        let (lost, kept): (Vec<Put>, Vec<Put>) = std::mem::take(&mut self.puts).into_iter().partition(|put| {
            let path = schema.keys[put.key].path;
            let Some(table) = existing_table(document.entries_mut(), path.table) else { return true };
            let is_there = table.iter().any(|entry| entry.name == path.name && entry.place == put.place);
            let is_lost = !is_there || chosen(put);
            if is_there && is_lost {
                take_entry(table, path.name);
            }
            is_lost
        });
        let over = |put: &Put| Overridden {
            flag: format!("--with {}", self.records[put.profile].file),
            key: schema.keys[put.key].path.to_string(),
            value: put.typed.clone(),
            was: put.was.clone(),
        };
        let by_flag = |mut over: Overridden| {
            let put = lost.iter().find(|put| schema.keys[put.key].path.is(&over.key));
            put.iter().for_each(|put| over.was.clone_from(&put.was));
            over
        };
        let all = kept.iter().map(over).chain(said.into_iter().map(by_flag)).collect();
        self.puts = kept;
        all
    }

    /// What is played of the profiles, as far as the keys that they say are in force, and what they say of each key.
    pub fn played(self, schema: &Schema, is_in_force: impl Fn(usize) -> bool) -> (Vec<ProfileRecord>, OfProfiles) {
        let (mut records, mut keys) = (self.records, OfProfiles::new());
        let mut puts: Vec<Put> = self.puts.into_iter().filter(|put| is_in_force(put.key)).collect();
        puts.sort_by_key(|put| put.line);
        for Put { profile, says, is_derived, key, .. } in puts {
            let record = &mut records[profile];
            if record.says.last() != Some(&says) {
                record.says.push(says.clone());
            }
            if !is_derived {
                record.keys.push(schema.keys[key].path.to_string());
            }
            keys.insert(key, KeyOfProfile { profile, line: says, is_derived });
        }
        (records, keys)
    }
}

/// What profiles say of the keys of a plan that is known by its record.
pub(super) fn of_records(records: &[ProfileRecord], schema: &Schema) -> OfProfiles {
    let of = |(profile, record): (usize, &ProfileRecord)| {
        let keys = record.keys.iter().filter_map(|path| schema.index(path)).collect::<Vec<_>>();
        keys.into_iter().map(move |key| (key, KeyOfProfile { profile, line: String::new(), is_derived: false }))
    };
    records.iter().enumerate().flat_map(of).collect()
}
