//! What a game brings: how to play one trial and which rows it leaves.

use crate::declare::hand::Hand;
use crate::declare::key::Path;
use crate::declare::keys::{KeySet, Setter};
use crate::declare::limits::{Beyond, LimitKeys};
use crate::declare::problem::Fault;
use crate::declare::problem::not_a_choice;
use crate::declare::row::Rows;
use crate::declare::schema::Schema;
use crate::declare::status::Status;
use crate::declare::table::{Measure, Table};
use crate::declare::value::Value;
use crate::declare::words::ProfileWord;
use crate::random::Streams;

/// A study says how to play one trial of a design point and which rows it leaves.
pub trait Study: Sync {
    /// The keys that a scenario may set or sweep.
    type Keys: KeySet + 'static;
    /// What all workers of one run share besides setups, such as a solution that several design points need: a handle,
    /// owned by who starts the run. `()` for most.
    type Shared: Clone + Default + Send + Sync;
    /// What never changes within a design point; made once for each and shared by the workers.
    type Setup: Send + Sync + 'static;
    /// Buffers of one worker at one design point, reused from trial to trial; carries nothing over that a row would
    /// show.
    type Scratch;

    /// As written in a scenario: `"tinsley-green/shot"`.
    const NAME: &'static str;
    /// What it was called in earlier versions, for a hint.
    const FORMER_NAMES: &'static [&'static str] = &[];
    /// Paths of keys in earlier versions, each with its path today, for a hint.
    const FORMER_KEYS: &'static [(&'static str, &'static str)] = &[];
    /// Trials in a block, which is the unit of work: at most some 10 s of the slowest of them.
    const BLOCK_TRIALS: u64;
    /// Which keys limit what others ask for; `None` where nothing does.
    const LIMITS: Option<LimitKeys> = None;
    /// What a profile may say in words.
    const WORDS: &'static [ProfileWord] = &[];

    /// The tables; the first has exactly one row a trial.
    fn tables() -> Vec<Table>;
    /// What the summary shows, for each design point; the first that has values is the
    /// headline by which points are sorted, best first.
    fn measures() -> Vec<Measure>;
    /// Resolves a design point; every rule that joins several keys is checked here.
    fn setup(keys: &Self::Keys) -> Result<Self::Setup, Vec<Fault>>;
    /// What is odd about a design point that can be played: told, not refused.
    fn remarks(_keys: &Self::Keys) -> Vec<Fault> {
        Vec::new()
    }
    /// What the keys ask for that cannot be done, whatever is to be played then. [`Study::setup`] refuses it, unless
    /// the keys allow the nearest.
    fn beyond(_keys: &Self::Keys) -> Vec<Beyond> {
        Vec::new()
    }
    /// What a player chooses, and how he errs at it; `None` where nothing is.
    fn hand(_keys: &Self::Keys) -> Option<Hand> {
        None
    }
    /// Buffers for the trials of one setup.
    fn scratch(setup: &Self::Setup, shared: &Self::Shared) -> Self::Scratch;
    /// Plays one trial and pushes its rows.
    fn play(setup: &Self::Setup, scratch: &mut Self::Scratch, streams: &Streams, rows: &mut Rows) -> Status;
}

/// How the rows of a study may be had faster. Each item has a default that is right for any study, and none may change
/// what a trial leaves.
pub trait Shortcuts: Study {
    /// Repeats of a point that are played in a row at least, so that what is prepared for the point is worth it.
    const ROUND_REPEATS: u64 = 8;
    /// Groups of keys that [`Shortcuts::alter`] takes; none where each setup is made anew.
    const ALTERED: &'static [&'static [&'static str]] = &[];

    /// Makes a setup as [`Study::setup`] does, beside that of another point from which much may be taken.
    fn setup_beside(_other: &Self::Setup, keys: &Self::Keys) -> Result<Self::Setup, Vec<Fault>> {
        Self::setup(keys)
    }
    /// Takes the keys of some groups of [`Shortcuts::ALTERED`], a bit each, all others being those of which the setup
    /// was made: what comes of it is the setup of these keys. After a fault the setup is to be given other keys before
    /// it is played.
    fn alter(setup: &mut Self::Setup, keys: &Self::Keys, _groups: u32) -> Result<(), Vec<Fault>> {
        *setup = Self::setup(keys)?;
        Ok(())
    }
    /// Makes the buffers those of a setup that was altered.
    fn follow(_scratch: &mut Self::Scratch, _setup: &Self::Setup, _groups: u32) {}
    /// Makes buffers for the trials of another setup of those of one that the next one was made beside.
    fn scratch_again(
        _used: Self::Scratch,
        _of: &Self::Setup,
        setup: &Self::Setup,
        shared: &Self::Shared,
    ) -> Self::Scratch {
        Self::scratch(setup, shared)
    }
    /// Names what the first trial of a point prepares for all trials of this and of other points, which then have the
    /// same name; `None` where each point prepares its own. For estimates of time alone.
    fn preparation(_keys: &Self::Keys) -> Option<String> {
        None
    }
    /// Makes what all players of an estimate share: under it what takes many seconds is only begun.
    fn sketch() -> Self::Shared {
        Self::Shared::default()
    }
    /// Says how many times as long what was begun under a [`sketch`](Shortcuts::sketch) since this was asked last takes
    /// when it is finished; 1 where nothing was.
    fn unfinished(_shared: &Self::Shared) -> f64 {
        1.0
    }
}

/// How much of a study is played at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// [`Study::BLOCK_TRIALS`].
    pub block_trials: u64,
    /// [`Shortcuts::ROUND_REPEATS`].
    pub round_repeats: u64,
}

/// Of the values of all keys at one point, and the keys in which points differ, makes what looks at one after the
/// other; `None` where one of them is no key of the study.
pub type Checker = fn(&[Value], &[Path]) -> Option<Check>;

/// Finds what the values of a point ask for that cannot be done.
pub type LimitCheck = Box<dyn FnMut(&[Value]) -> Vec<Beyond>>;

/// Says what is wrong with the values of a point, or worth knowing.
pub type Check = Box<dyn FnMut(&[Value]) -> Found>;

/// What is wrong with a point, and what is odd about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The faults that [`Study::setup`] finds.
    pub faults: Vec<Fault>,
    /// What [`Study::remarks`] tells.
    pub remarks: Vec<Fault>,
}

/// Which groups of [`Shortcuts::ALTERED`] hold these keys, a bit each, if all are in some.
pub(crate) fn altered<S: Shortcuts>(paths: impl IntoIterator<Item = Path>) -> Option<u32> {
    let is_it = |path: Path| move |key: &&str| key.split_once('.') == Some((path.table, path.name));
    let group = |path: Path| S::ALTERED.iter().position(|keys| keys.iter().any(is_it(path)));
    paths.into_iter().try_fold(0, |groups, path| Some(groups | 1 << group(path)?))
}

fn checker<S: Shortcuts>(values: &[Value], varying: &[Path]) -> Option<Check> {
    let setters: Vec<Setter<S::Keys>> = varying.iter().map(|path| S::Keys::setter(*path)).collect::<Option<_>>()?;
    let (mut keys, mut last) = (S::Keys::read(values), None);
    let groups = altered::<S>(varying.iter().copied());
    Some(Box::new(move |values| {
        setters.iter().zip(values).for_each(|(set, value)| set(&mut keys, value));
        let checked = match (&mut last, groups) {
            (Some(last), Some(groups)) => S::alter(last, &keys, groups),
            (last, _) => {
                let setup = last.as_ref().map_or_else(|| S::setup(&keys), |last| S::setup_beside(last, &keys));
                setup.map(|setup| *last = Some(setup))
            }
        };
        Found { faults: checked.err().unwrap_or_default(), remarks: S::remarks(&keys) }
    }))
}

fn limit_checker<S: Study>(values: &[Value], varying: &[Path]) -> Option<LimitCheck> {
    let setters: Vec<Setter<S::Keys>> = varying.iter().map(|path| S::Keys::setter(*path)).collect::<Option<_>>()?;
    let mut keys = S::Keys::read(values);
    Some(Box::new(move |values| {
        setters.iter().zip(values).for_each(|(set, value)| set(&mut keys, value));
        S::beyond(&keys)
    }))
}

/// What a study says of itself: enough to read a scenario and to describe a dataset.
#[derive(Clone, Debug)]
pub struct StudyInfo {
    /// [`Study::NAME`].
    pub name: &'static str,
    /// [`Study::FORMER_NAMES`].
    pub former_names: &'static [&'static str],
    /// [`Study::FORMER_KEYS`].
    pub former_keys: &'static [(&'static str, &'static str)],
    /// The keys of [`Study::Keys`].
    pub schema: Schema,
    /// How much is played at a time.
    pub pace: Pace,
    /// [`Study::tables`], of the first the columns that are kept.
    pub tables: Vec<Table>,
    /// Whether each column of the first of [`Study::tables`] is kept; empty where all are.
    pub kept: Vec<bool>,
    /// Names of the columns that are not.
    pub dropped: Vec<String>,
    /// [`Study::measures`] of what is kept.
    pub measures: Vec<Measure>,
    /// The faults that [`Study::setup`] finds in the values of all keys.
    pub check: fn(&[Value]) -> Vec<Fault>,
    /// The same of many points.
    pub checker: Checker,
    /// [`Shortcuts::preparation`] of the values of all keys.
    pub preparation: fn(&[Value]) -> Option<String>,
    /// [`Study::hand`] at the values of all keys.
    pub hand: fn(&[Value]) -> Option<Hand>,
    /// [`Study::LIMITS`].
    pub limits: Option<LimitKeys>,
    /// [`Study::WORDS`].
    pub words: &'static [ProfileWord],
    /// Of the values of all keys at one point, and the keys in which points differ, makes what finds [`Study::beyond`]
    /// at one after the other; `None` where one of them is no key of the study.
    pub beyond: fn(&[Value], &[Path]) -> Option<LimitCheck>,
}

impl StudyInfo {
    /// Of a study.
    pub fn of<S: Shortcuts>() -> StudyInfo {
        StudyInfo {
            name: S::NAME,
            former_names: S::FORMER_NAMES,
            former_keys: S::FORMER_KEYS,
            schema: Schema::of::<S::Keys>(),
            pace: Pace { block_trials: S::BLOCK_TRIALS, round_repeats: S::ROUND_REPEATS },
            tables: S::tables(),
            kept: Vec::new(),
            dropped: Vec::new(),
            measures: S::measures(),
            checker: checker::<S>,
            check: |values| S::setup(&S::Keys::read(values)).err().unwrap_or_default(),
            preparation: |values| S::preparation(&S::Keys::read(values)),
            hand: |values| S::hand(&S::Keys::read(values)),
            limits: S::LIMITS,
            words: S::WORDS,
            beyond: limit_checker::<S>,
        }
    }

    /// [`Study::beyond`] at the values of all keys.
    pub fn beyond_at(&self, values: &[Value]) -> Vec<Beyond> {
        (self.beyond)(values, &[]).map_or_else(Vec::new, |mut beyond| beyond(&[]))
    }

    /// The same with only these columns of all that the first table has, and what a pooled share of them counts.
    #[must_use]
    pub fn keeping(&self, names: &[String]) -> StudyInfo {
        let mut study = self.clone();
        let counted = self.measures.iter().filter(|measure| names.contains(&measure.column));
        let counted: Vec<&String> = counted.flat_map(|measure| &measure.counts).flatten().collect();
        let is_kept = |name: &String| names.contains(name) || counted.contains(&name);
        study.kept = self.tables[0].columns.iter().map(|column| is_kept(&column.name)).collect();
        let all = self.tables[0].columns.iter().map(|column| column.name.clone());
        study.dropped = all.filter(|name| !is_kept(name)).collect();
        study.tables[0].columns.retain(|column| is_kept(&column.name));
        study.measures.retain(|measure| names.contains(&measure.column));
        study
    }

    /// Says that a name is none of those known, of measures or columns.
    pub fn not_known(&self, name: &str, known: &[&str]) -> String {
        if self.dropped.iter().any(|dropped| dropped == name) {
            return format!("\"{name}\" is not kept by [output]; it may be one of: {}", known.join(", "));
        }
        not_a_choice(name, known)
    }
}
