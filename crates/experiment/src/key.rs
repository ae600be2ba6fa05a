//! Keys: what a scenario may say, declared once by the study that reads it.

use crate::unit::Dimension;

/// What a key holds, with what is possible (else an error) and what is plausible (else a warning).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number in the unit of the key's name.
    Number {
        /// Outside is an error.
        possible: [f64; 2],
        /// Outside is a warning that shows the value in SI.
        plausible: [f64; 2],
    },
    /// A whole number.
    Count {
        /// Outside is an error.
        possible: [u64; 2],
        /// Outside is a warning.
        plausible: [u64; 2],
    },
    /// One of these names; also used for the ids of coins.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
}

/// One value of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// SI.
    Number(f64),
    /// Whole.
    Count(u64),
    /// One of the key's choices.
    Choice(&'static str),
    /// True or false.
    Flag(bool),
}

/// One key: `shot.speed_m_s`.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Dotted path in the scenario; the last segment ends in the SI unit.
    pub path: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Its value where the scenario and its presets are silent.
    pub default: Value,
    /// What it means, one sentence.
    pub about: &'static str,
    /// Why the default is an assumption; `None` when it has a source or is a choice.
    pub assumption: Option<&'static str>,
    /// A choice key and its choice without which this key has no effect.
    pub only_with: Option<(&'static str, &'static str)>,
}

impl Key {
    /// A number; the same range is possible and plausible until [`Key::plausible`] narrows it.
    pub const fn number(path: &'static str, default: f64, possible: [f64; 2], about: &'static str) -> Key {
        let kind = Kind::Number { possible, plausible: possible };
        Key { path, kind, default: Value::Number(default), about, assumption: None, only_with: None }
    }

    /// A whole number.
    pub const fn count(path: &'static str, default: u64, possible: [u64; 2], about: &'static str) -> Key {
        let kind = Kind::Count { possible, plausible: possible };
        Key { path, kind, default: Value::Count(default), about, assumption: None, only_with: None }
    }

    /// One of `choices`; the first is the default.
    pub const fn choice(path: &'static str, choices: &'static [&'static str], about: &'static str) -> Key {
        Key {
            path,
            kind: Kind::Choice(choices),
            default: Value::Choice(choices[0]),
            about,
            assumption: None,
            only_with: None,
        }
    }

    /// True or false.
    pub const fn flag(path: &'static str, default: bool, about: &'static str) -> Key {
        Key { path, kind: Kind::Flag, default: Value::Flag(default), about, assumption: None, only_with: None }
    }

    /// Narrows what is plausible of a number.
    pub const fn plausible(mut self, plausible: [f64; 2]) -> Key {
        if let Kind::Number { possible, .. } = self.kind {
            self.kind = Kind::Number { possible, plausible };
        }
        self
    }

    /// Marks the default as an assumption.
    pub const fn assumed(mut self, why: &'static str) -> Key {
        self.assumption = Some(why);
        self
    }

    /// Says that the key has an effect only when another key has that choice.
    pub const fn only_with(mut self, path: &'static str, choice: &'static str) -> Key {
        self.only_with = Some((path, choice));
        self
    }

    /// The last segment of the path: `speed_m_s`.
    pub fn name(&self) -> &'static str {
        self.path.rsplit('.').next().unwrap_or(self.path)
    }

    /// The dimension that the name's unit has; dimensionless for counts, flags, choices and `_ratio`.
    pub fn dimension(&self) -> Dimension {
        Dimension::of_name(self.name())
    }
}

/// A choice that sets the defaults of other keys: `surface.preset = "damp"`, `striker.coin = "PL-2zl-1994"`.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Path of the choice key.
    pub path: &'static str,
    /// For each choice, the keys it sets.
    pub options: &'static [(&'static str, &'static [(&'static str, Value)])],
}

/// All keys of a study.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// In the order in which they are listed and stored.
    pub keys: &'static [Key],
    /// Choices that set the defaults of other keys; a key set in the file or by an axis wins over them.
    pub presets: &'static [Preset],
}

impl Schema {
    /// Number of the key with this path.
    pub fn index(&self, path: &str) -> Option<usize> {
        self.keys.iter().position(|key| key.path == path)
    }

    /// Column of a key: its last segment where that is unique among the keys, else `table_segment`.
    pub fn column(&self, index: usize) -> String {
        let key = &self.keys[index];
        let unique = self.keys.iter().filter(|other| other.name() == key.name()).count() == 1;
        if unique { key.name().to_owned() } else { key.path.replace('.', "_") }
    }
}

/// A design point: a value for every key of the schema.
#[derive(Clone, Debug)]
pub struct Point {
    /// The keys.
    pub schema: &'static Schema,
    /// In the order of the keys.
    pub values: Vec<Value>,
}

impl Point {
    /// The point at which every key has its default.
    pub fn default_of(schema: &'static Schema) -> Point {
        let mut point = Point { schema, values: schema.keys.iter().map(|key| key.default).collect() };
        point.apply_presets(|_| false);
        point
    }

    /// Lets each preset set its keys, except where `is_set` says that the scenario did.
    pub fn apply_presets(&mut self, is_set: impl Fn(usize) -> bool) {
        for preset in self.schema.presets {
            let chosen = self.choice(preset.path);
            let Some((_, sets)) = preset.options.iter().find(|(name, _)| *name == chosen) else {
                continue;
            };
            for (path, value) in *sets {
                let index = self.index_of(path);
                if !is_set(index) {
                    self.values[index] = *value;
                }
            }
        }
    }

    /// The number at `path`, SI.
    ///
    /// # Panics
    /// When the schema has no such number, which is a bug of the study.
    pub fn number(&self, path: &str) -> f64 {
        match self.values[self.index_of(path)] {
            Value::Number(number) => number,
            other => panic!("{path} is not a number but {other:?}"),
        }
    }

    /// The whole number at `path`; panics like [`Point::number`].
    pub fn count(&self, path: &str) -> u64 {
        match self.values[self.index_of(path)] {
            Value::Count(count) => count,
            other => panic!("{path} is not a count but {other:?}"),
        }
    }

    /// The choice at `path`; panics like [`Point::number`].
    pub fn choice(&self, path: &str) -> &'static str {
        match self.values[self.index_of(path)] {
            Value::Choice(choice) => choice,
            other => panic!("{path} is not a choice but {other:?}"),
        }
    }

    /// The flag at `path`; panics like [`Point::number`].
    pub fn flag(&self, path: &str) -> bool {
        match self.values[self.index_of(path)] {
            Value::Flag(flag) => flag,
            other => panic!("{path} is not a flag but {other:?}"),
        }
    }

    fn index_of(&self, path: &str) -> usize {
        self.schema.index(path).unwrap_or_else(|| panic!("the schema has no key {path}"))
    }
}
