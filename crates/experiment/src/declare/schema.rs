//! All keys of a study in a row, as a scenario is read and a dataset is described by them.

use std::borrow::Cow;

use crate::declare::key::{Condition, Drawn, Key, Path, Set};
use crate::declare::keys::{KeySet, Part};
use crate::declare::role::{self, Role, Strata};
use crate::declare::value::{Kind, Value};

/// A preset: a choice that sets other keys, as `player.preset = "novice"` does.
#[derive(Clone, Debug)]
pub struct Preset {
    /// Number of the key that is chosen.
    pub chooser: usize,
    /// For each choice, in order, numbers and values of the keys that it sets.
    pub options: Vec<Vec<(usize, Value)>>,
}

impl Preset {
    /// Numbers of the keys that any of its choices sets, in order, some of them more than once.
    pub fn targets(&self) -> impl Iterator<Item = usize> + '_ {
        self.options.iter().flatten().map(|(key, _)| *key)
    }

    /// Numbers of the keys that any of its choices sets, in order, each once.
    pub fn distinct_targets(&self) -> Vec<usize> {
        let mut keys: Vec<usize> = self.targets().collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

/// All keys of a study.
#[derive(Clone, Debug)]
pub struct Schema {
    /// In the order in which they are listed, stored and read.
    pub keys: Vec<Key>,
    /// In the order of their keys; what a scenario sets or sweeps wins over them.
    pub presets: Vec<Preset>,
}

impl Schema {
    /// The keys of a study.
    ///
    /// # Panics
    /// When the declaration of a key is wrong: a range that does not hold its default, or a condition or preset that
    /// names what is not there. A test of every study calls this.
    pub fn of<K: KeySet>() -> Schema {
        Schema::join(&K::parts())
    }

    /// The keys of these tables.
    fn join(parts: &[Part]) -> Schema {
        let mut keys = Vec::new();
        for part in parts {
            let placed = part.keys.iter().cloned().map(|key| placed(key, part, parts));
            keys.extend(placed.inspect(check_range).inspect(check_drawn).inspect(check_strata));
        }
        let mut schema = Schema { keys, presets: Vec::new() };
        let presets = schema.keys.iter().enumerate().filter(|(_, key)| !key.sets.is_empty());
        schema.presets = presets.map(|(chooser, key)| schema.preset(chooser, key)).collect();
        schema
    }

    fn preset(&self, chooser: usize, key: &Key) -> Preset {
        let target = |set: &Set| {
            // a key that the study does not offer keeps its default
            let target = self.find(set.key)?;
            let fits = self.keys[target].kind.fits(&set.value);
            assert!(fits, "{} sets {} to {}, which it cannot have", key.path, set.key, set.value);
            Some((target, set.value.clone()))
        };
        Preset { chooser, options: key.sets.iter().map(|sets| sets.iter().filter_map(target).collect()).collect() }
    }

    /// The tables of the keys of both sides; `None` where there are not two.
    pub fn sides(&self) -> Option<[&'static str; 2]> {
        role::two_sides(self.keys.iter().filter_map(|key| Some((key.path.table, key.of?))))
    }

    /// Number of the key at this path.
    pub fn find(&self, path: Path) -> Option<usize> {
        self.keys.iter().position(|key| key.path == path)
    }

    /// Number of the key written so: `"shot.speed_m_s"`.
    pub fn index(&self, path: &str) -> Option<usize> {
        self.keys.iter().position(|key| key.path.is(path))
    }

    /// The default of every key.
    pub fn defaults(&self) -> Vec<Value> {
        self.keys.iter().map(|key| key.default.clone()).collect()
    }

    /// Lets each preset set its keys, except where `is_set` says that the scenario did.
    pub fn apply_presets(&self, values: &mut [Value], is_set: impl Fn(usize) -> bool) {
        for preset in &self.presets {
            let Kind::Choice(choices) = self.keys[preset.chooser].kind else { continue };
            let Value::Choice(chosen) = &values[preset.chooser] else { continue };
            let option = choices.iter().position(|choice| choice == chosen);
            for (key, value) in option.map_or(&[][..], |option| &preset.options[option]) {
                if !is_set(*key) {
                    values[*key] = value.clone();
                }
            }
        }
    }
}

/// A key in its table: the tables that it names are those of the study.
fn placed(key: Key, part: &Part, parts: &[Part]) -> Key {
    // a struct that stands in several tables means its own one
    let table = |of: &'static str| {
        let named = || parts.iter().find(|other| other.of == of).map(|other| other.table);
        if of == part.of { part.table } else { named().unwrap_or(of) }
    };
    let moved = |path: Path| Path { table: table(path.table), name: path.name };
    let sets = |sets: Vec<Set>| sets.into_iter().map(|set| Set { key: moved(set.key), ..set }).collect();
    Key {
        path: Path { table: part.table, name: key.path.name },
        only_with: key.only_with.map(|condition| Condition { key: moved(condition.key), ..condition }),
        sets: key.sets.into_iter().map(sets).collect(),
        label: labelled(key.label, part.person),
        role: if key.role == Role::Side { part.role.unwrap_or(key.role) } else { key.role },
        of: part.side,
        strata: key.strata.map(|strata| strata_placed(strata, part.table)),
        ..key
    }
}

/// The label of a key, of somebody.
fn labelled(label: Cow<'static, str>, person: Option<&str>) -> Cow<'static, str> {
    match person {
        Some(person) if label.contains("{}") => Cow::Owned(label.replace("{}", person)),
        _ => label,
    }
}

/// When strata matter by a key of their own table, that key gets its path.
fn strata_placed(strata: Strata, table: &str) -> Strata {
    let placed = |when: String| if when.contains(['.', ' ']) { when } else { format!("{table}.{when}") };
    Strata { when: strata.when.map(placed), ..strata }
}

fn check_range(key: &Key) {
    let holds = match (key.kind, &key.default) {
        (Kind::Number { possible, plausible }, Value::Number(number)) => {
            within(possible, *number) && plausible.iter().all(|end| within(possible, *end))
        }
        (Kind::Count { possible, plausible }, Value::Count(count)) => {
            within(possible, *count) && plausible.iter().all(|end| within(possible, *end))
        }
        _ => true,
    };
    assert!(holds, "{}: the range {:?} does not hold the default {}", key.path, key.kind, key.default);
}

/// What is drawn is plausible.
fn check_drawn(key: &Key) {
    let is_plausible = |value: &Value| match (key.kind, value) {
        (Kind::Number { plausible, .. }, Value::Number(value)) => within(plausible, *value),
        (Kind::Count { plausible, .. }, Value::Count(value)) => within(plausible, *value),
        (Kind::Choice(choices), Value::Choice(choice)) => choices.contains(&choice.as_ref()),
        _ => false,
    };
    let holds = match &key.drawn {
        Drawn::Plausible | Drawn::Nothing(_) => true,
        Drawn::Between(low, high) => is_plausible(low) && is_plausible(high) && rises(low, high),
        Drawn::Among(values) => values.contains(&key.default) && values.len() > 1 && values.iter().all(is_plausible),
    };
    assert!(holds, "{}: what is drawn, {:?}, is not plausible: {:?}", key.path, key.drawn, key.kind);
}

/// Strata are possible, and differ.
fn check_strata(key: &Key) {
    let Some(strata) = &key.strata else { return };
    let is_possible = |value: &Value| match (key.kind, value) {
        (Kind::Number { possible, .. }, Value::Number(value)) => within(possible, *value),
        (Kind::Count { possible, .. }, Value::Count(value)) => within(possible, *value),
        (kind, value) => kind.fits(value),
    };
    let holds = strata.values.len() > 1 && strata.values.iter().all(is_possible);
    assert!(holds, "{}: the strata {:?} are not possible: {:?}", key.path, strata.values, key.kind);
}

/// Whether one number is below another.
fn rises(low: &Value, high: &Value) -> bool {
    match (low, high) {
        (Value::Number(low), Value::Number(high)) => low < high,
        (Value::Count(low), Value::Count(high)) => low < high,
        _ => false,
    }
}

fn within<T: PartialOrd>([low, high]: [T; 2], value: T) -> bool {
    low <= value && value <= high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::keys::KeyTable;
    use crate::{key_set, keys, names, sets};

    names! {
            /// Skill.
            enum Skill { Club = "club", Novice = "novice", }
    }

    names! {
            /// What decides.
            enum Mode { Plain = "plain", Wild = "wild", }
    }

    fn skill(skill: Skill) -> Vec<Set> {
        match skill {
            Skill::Club => Vec::new(),
            Skill::Novice => sets! { Player { aim_sd_rad: 0.06, hidden_ratio: 0.5 } Game { turn_count: 7 } },
        }
    }

    keys! {
        /// A player.
        struct Player in "player" {
            /// Sets the keys below;
            /// in two lines
            preset: Skill = Skill::Club, Skill "skill of {}", sets skill;
            /// Error of the aim
            aim_sd_rad: f64 = 0.02, Side "spread of the aim", in 0.0..=1.6, plausible 0.0..=0.1,
                strata plausible when "wild_ratio>1", assumed "not measured";
            /// Not offered
            hidden_ratio: f64 = 0.25, Skill "hidden", in 0.0..=1.0;
            /// Only sometimes
            wild_ratio: f64 = 1.0, Ground "wildness", shown "%", in 0.0..=9.0, strata [0.5, 2.0] "a guess",
                only_with Game.mode = Mode::Wild;
        }
    }

    keys! {
        /// The game.
        struct Game in "match" {
            /// How
            mode: Mode = Mode::Plain, Law "what decides", clause "X-1";
            /// Turns
            turn_count: u32 = 3, Law "number of turns", in 1..=9;
        }
    }

    key_set! {
        /// All.
        struct All {
            a: Player in "a" of "player A" side "a" without [hidden_ratio];
            b: Player in "b" role Choice without [hidden_ratio];
            game: Game;
        }
    }

    #[test]
    fn tables_become_keys_in_a_row() {
        let schema = Schema::of::<All>();
        let paths: Vec<String> = schema.keys.iter().map(|key| key.path.to_string()).collect();
        assert_eq!(
            paths,
            [
                "a.preset",
                "a.aim_sd_rad",
                "a.wild_ratio",
                "b.preset",
                "b.aim_sd_rad",
                "b.wild_ratio",
                "match.mode",
                "match.turn_count"
            ]
        );
        assert_eq!(schema.keys[0].about, "Sets the keys below; in two lines");
        assert_eq!(schema.keys[6].clause, Some("X-1"));
        assert_eq!(schema.keys[5].only_with.map(|with| with.key.to_string()), Some("match.mode".to_owned()));
        assert_eq!(schema.keys[1].path.column(), "a_aim_sd_rad");
        assert_eq!((schema.index("b.aim_sd_rad"), schema.index("player.aim_sd_rad")), (Some(4), None));
    }

    #[test]
    fn keys_know_what_they_are_whose_and_between_which_values_nobody_decides() {
        let schema = Schema::of::<All>();
        let told = |key: usize| (schema.keys[key].label.as_ref(), schema.keys[key].role, schema.keys[key].of);
        assert_eq!(
            [told(0), told(3)],
            [("skill of player A", Role::Skill, Some("a")), ("skill of {}", Role::Skill, None)]
        );
        assert_eq!([told(1).1, told(4).1], [Role::Side, Role::Choice]);
        assert_eq!([schema.keys[1].shown, schema.keys[2].shown, schema.keys[7].shown], ["deg", "%", ""]);
        let strata = |key: usize| schema.keys[key].strata.as_ref().expect("strata");
        let numbers = |values: &[f64]| values.iter().map(|value| Value::Number(*value)).collect::<Vec<_>>();
        assert_eq!((&strata(1).values, strata(1).basis.as_str()), (&numbers(&[0.0, 0.02, 0.1]), "plausible range"));
        assert_eq!((&strata(2).values, strata(2).basis.as_str()), (&numbers(&[0.5, 1.0, 2.0]), "a guess"));
        let when = [4, 5, 7].map(|key| schema.keys[key].strata_when());
        assert_eq!(when, [Some("b.wild_ratio>1".to_owned()), Some("match.mode=wild".to_owned()), None]);
    }

    #[test]
    fn what_is_read_is_what_was_meant() {
        let schema = Schema::of::<All>();
        let mut values = schema.defaults();
        assert_eq!(All::read(&values), All::default());
        assert_eq!(All::default().values(), values);
        values[3] = Value::Choice("novice".into());
        schema.apply_presets(&mut values, |key| key == 7);
        let all = All::read(&values);
        // b's preset sets b's keys, not a's, and not what the scenario has set
        assert_eq!((all.a.aim_sd_rad, all.b.aim_sd_rad, all.game.turn_count), (0.02, 0.06, 3));
        assert_eq!(all.b.hidden_ratio, 0.25);
        schema.apply_presets(&mut values, |_| false);
        assert_eq!(All::read(&values).game.turn_count, 7);
    }

    #[test]
    fn another_macro_may_make_the_keys() {
        macro_rules! weights {
            ($($number:literal $weight:ident)*) => {
                keys! {
                    /// Weights.
                    struct Weights in "dice" { $(
                        #[doc = concat!("Weight of face ", $number, " of the ", stringify!(black), " die")]
                        $weight: f64 = $number as f64, Ground concat!("weight ", $number), in 0.0..=9.0;
                    )* }
                }
            };
        }
        weights! { 1 weight_1 2 weight_2 }
        let said: Vec<(&str, &str)> = Weights::keys().iter().map(|key| (key.path.name, key.about)).collect();
        let expected =
            [("weight_1", "Weight of face 1 of the black die"), ("weight_2", "Weight of face 2 of the black die")];
        assert_eq!(said, expected);
        assert_eq!(Weights::default().weight_2, 2.0);
    }

    #[test]
    #[should_panic(expected = "does not hold the default")]
    fn a_number_needs_its_range() {
        keys! {
            /// Wrong.
            struct Wrong in "wrong" {
                /// No range
                speed_m_s: f64 = 1.0, Choice "speed";
            }
        }
        key_set! {
            /// All.
            struct AllWrong { wrong: Wrong; }
        }
        let _ = Schema::of::<AllWrong>();
    }

    #[test]
    #[should_panic(expected = "those of another schema")]
    fn values_of_another_schema_are_a_bug() {
        let mut values = Schema::of::<All>().defaults();
        values.push(Value::Flag(true));
        let _ = All::read(&values);
    }
}
