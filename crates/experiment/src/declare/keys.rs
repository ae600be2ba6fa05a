//! Tables of keys: [`keys!`](crate::keys!) declares one table of a scenario as a struct, [`key_set!`](crate::key_set!)
//! joins tables to all that a study reads.

use crate::declare::key::{Key, Path};
use crate::declare::role::Role;
use crate::declare::value::{Field, Value};

/// One table of a scenario: a struct made by [`keys!`](crate::keys!).
pub trait KeyTable: Default {
    /// Its name in a scenario, unless the study's list says another.
    const NAME: &'static str;
    /// Its keys, in the order of the fields.
    fn keys() -> Vec<Key>;
    /// Takes a value for each field that the study offers; the others have their defaults.
    fn read(values: &mut FieldReader<'_>) -> Self;
    /// The values of the fields, in order.
    fn values(&self) -> Vec<Value>;
    /// What puts a value into the field of this name.
    fn setter(name: &str) -> Option<fn(&mut Self, &Value)>;
}

/// Puts a value into one field of the keys of a study.
pub type Setter<K> = Box<dyn Fn(&mut K, &Value) + Send + Sync>;

/// All keys of a study: a struct made by [`key_set!`](crate::key_set!).
pub trait KeySet: Default + Clone + Send + Sync {
    /// Its tables, in order.
    fn parts() -> Vec<Part>;
    /// Of the values of all keys of the schema, in its order.
    fn read(values: &[Value]) -> Self;
    /// The values of all keys that are offered, in the order of the schema.
    fn values(&self) -> Vec<Value>;
    /// What puts a value into the field of this key.
    fn setter(path: Path) -> Option<Setter<Self>>;
}

/// One table of a study.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name in a scenario.
    pub table: &'static str,
    /// [`KeyTable::NAME`], by which conditions and presets name it.
    pub of: &'static str,
    /// The keys that the study offers.
    pub keys: Vec<Key>,
    /// Who stands for `{}` in their labels: `"player A"`.
    pub person: Option<&'static str>,
    /// Which side's they are: `"a"`.
    pub side: Option<&'static str>,
    /// What those of a side are in a study that has no sides.
    pub role: Option<Role>,
}

impl Part {
    /// The table of a struct without some of its keys.
    pub fn new<T: KeyTable>(table: &'static str, without: &[&str]) -> Part {
        let keys = T::keys().into_iter().filter(|key| !without.contains(&key.path.name)).collect();
        Part { table, of: T::NAME, keys, person: None, side: None, role: None }
    }
}

/// Hands out the values of a schema, table by table.
#[derive(Debug)]
pub struct FieldReader<'v> {
    values: std::slice::Iter<'v, Value>,
    without: &'static [&'static str],
}

impl<'v> FieldReader<'v> {
    /// From the first value on.
    pub fn new(values: &'v [Value]) -> FieldReader<'v> {
        FieldReader { values: values.iter(), without: &[] }
    }

    /// Reads the next table, some of whose keys the study does not offer.
    pub fn table<T: KeyTable>(&mut self, without: &'static [&'static str]) -> T {
        self.without = without;
        T::read(self)
    }

    /// The value of the next field; `None` when the study does not offer it.
    ///
    /// # Panics
    /// When the values are those of another schema, which is a bug: a plan holds only values of its own keys.
    pub fn field<T: Field>(&mut self, name: &str) -> Option<T> {
        if self.without.contains(&name) {
            return None;
        }
        Some(field_of(self.values.next(), name))
    }

    /// Ends the reading.
    ///
    /// # Panics
    /// When values are left, which is a bug.
    pub fn finish(mut self) {
        assert!(self.values.next().is_none(), "the values are those of another schema");
    }
}

/// A value as that of a field.
///
/// # Panics
/// When it cannot be, which is a bug: a plan holds only values of its own keys.
pub fn field_of<T: Field>(value: Option<&Value>, name: &str) -> T {
    value.and_then(T::of).unwrap_or_else(|| panic!("{value:?} cannot be the value of {name}"))
}

/// The value of a field of this type.
pub fn value_for<T, F: Field>(_: impl Fn(&T) -> F, value: F) -> Value {
    value.value()
}

/// Declares one table of a scenario: its struct, and for each field the key with its meaning, type, default, role,
/// label, range, strata, clause, assumption, and what it depends on.
///
/// The [role](crate::role::Role) and the label, what it is in plain words, stand after the default. Where several
/// people have the table, the label says `{}` for them; [`key_set!`](crate::key_set!) names them. `shown` is the unit
/// in which people read it, where that is not the one of its ending.
///
/// A number or count needs a range, `in`; outside it a value is an error, outside `plausible` a warning. Where nobody
/// says which values to draw, the plausible ones are, or those from one to another, `drawn`, or these, `drawn_of`, or
/// none, for the reason of `undrawn`.
/// What nobody has measured has `strata`: a low and a high value beside the default, `[0.05, 0.25]`, or the ends of
/// what is `plausible`. After them may stand why these, and `when` they matter. `no_strata` says why there are none.
/// `clause` names the law, `assumed` says why nobody vouches for the default, `only_with` names the choice without
/// which the key has no effect, and `sets` makes a choice a preset: it takes a function from the choice to what it
/// [sets](crate::sets!). They stand in this order. A macro that makes keys may give the meaning as
/// `#[doc = concat!(...)]`.
///
/// ```
/// use tolley_experiment::keys::KeyTable;
/// tolley_experiment::names! {
///     /// A distribution.
///     pub enum Noise { Normal = "normal", StudentT = "student-t", }
/// }
/// tolley_experiment::keys! {
///     /// What a player's errors are.
///     pub struct Player in "player" {
///         /// Distribution of the errors
///         noise: Noise = Noise::Normal, Skill "distribution of the errors";
///         /// Degrees of freedom
///         noise_dof: f64 = 5.0, Skill "heaviness of the tails", in 2.1..=1000.0,
///             only_with Player.noise = Noise::StudentT;
///         /// Standard deviation of the direction
///         aim_sd_rad: f64 = 0.02, Skill "spread of the aim", in 0.0..=1.6, plausible 0.0..=0.1, strata [0.01, 0.06],
///             assumed "nobody has measured it";
///     }
/// }
/// assert_eq!(Player::default().aim_sd_rad, 0.02);
/// assert_eq!(Player::keys()[2].path.to_string(), "player.aim_sd_rad");
/// ```
#[macro_export]
macro_rules! keys {
    ($(#[$meta:meta])* $vis:vis struct $table:ident in $name:literal { $(
        $(#[doc = $about:expr])+
        $field:ident : $type:ty = $default:expr, $role:ident $label:expr
        $(, shown $shown:literal)?
        $(, in $possible:expr)?
        $(, plausible $plausible:expr)?
        $(, drawn $drawn:expr)?
        $(, drawn_of $among:expr)?
        $(, undrawn $undrawn:expr)?
        $(, strata $strata:tt $($basis:literal)? $(when $when:literal)?)?
        $(, no_strata $no_strata:expr)?
        $(, clause $clause:expr)?
        $(, assumed $why:expr)?
        $(, only_with $of:ident . $chooser:ident = $choice:expr)?
        $(, sets $sets:expr)?
        ;
    )* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $table { $($(#[doc = $about])+ pub $field: $type,)* }

        impl Default for $table {
            fn default() -> $table {
                $table { $($field: $default,)* }
            }
        }

        impl $crate::keys::KeyTable for $table {
            const NAME: &'static str = $name;

            fn keys() -> Vec<$crate::key::Key> {
                vec![$({
                    let key = $crate::key::Key::new::<$type>(
                        $crate::path!($table.$field), concat!($($about),+).trim_ascii(), $default,
                        $crate::role::Role::$role, $label,
                    );
                    $(let key = $crate::key::Key { shown: $shown, ..key };)?
                    $(let key = key.possible::<$type>($possible);)?
                    $(let key = key.plausible::<$type>($plausible);)?
                    $(let key = key.drawn::<$type>($drawn);)?
                    $(let key = key.drawn_of::<$type>(&$among);)?
                    $(let key = $crate::key::Key { drawn: $crate::key::Drawn::Nothing($undrawn), ..key };)?
                    $(let key = $crate::strata!(key, $type, $strata)
                        .with_strata_reasons(concat!($($basis)?), concat!($($when)?));)?
                    $(let key = $crate::key::Key { no_strata: Some($no_strata), ..key };)?
                    $(let key = $crate::key::Key { clause: Some($clause), ..key };)?
                    $(let key = $crate::key::Key { assumption: Some($why), ..key };)?
                    $(let key = $crate::key::Key { only_with: Some($crate::condition!($of.$chooser = $choice)), ..key };)?
                    $(let key = key.with_sets::<$type>($sets);)?
                    key
                }),*]
            }

            fn read(values: &mut $crate::keys::FieldReader<'_>) -> $table {
                $table { $($field: values.field(stringify!($field)).unwrap_or($default),)* }
            }

            fn values(&self) -> Vec<$crate::value::Value> {
                vec![$($crate::value::Field::value(self.$field)),*]
            }

            fn setter(name: &str) -> Option<fn(&mut $table, &$crate::value::Value)> {
                $(if name == stringify!($field) {
                    return Some(|table, value| {
                        table.$field = $crate::keys::field_of(Some(value), stringify!($field));
                    });
                })*
                None
            }
        }
    };
}

/// The strata of a key, as [`keys!`](crate::keys!) writes them.
#[doc(hidden)]
#[macro_export]
macro_rules! strata {
    ($key:ident, $type:ty, plausible) => {
        $key.strata_plausible()
    };
    ($key:ident, $type:ty, $ends:expr) => {
        $key.strata::<$type>($ends)
    };
}

/// Joins tables to all keys of a study: `shot: Shot;`, `a: Player in "a";` for a table of another name,
/// `ring: Ring without [height_m];` for a table some of whose keys the study does not offer: they keep their defaults.
/// `a: Player in "a" of "player A" side "a";` says who stands for `{}` in the labels, and which side's the keys are.
/// `striker: Coin in "striker" of "the striker" role Choice;` says what those of a side are where there are no sides.
#[macro_export]
macro_rules! key_set {
    ($(#[$meta:meta])* $vis:vis struct $set:ident { $(
        $(#[$fmeta:meta])* $field:ident : $table:ident $(in $name:literal)?
        $(of $person:literal)? $(side $side:literal)? $(role $role:ident)? $(without [$($absent:ident),* $(,)?])?;
    )* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        $vis struct $set { $($(#[$fmeta])* pub $field: $table,)* }

        impl $crate::keys::KeySet for $set {
            fn parts() -> Vec<$crate::keys::Part> {
                vec![$({
                    let name = <$table as $crate::keys::KeyTable>::NAME;
                    $(let name = { let _ = name; $name };)?
                    let part = $crate::keys::Part::new::<$table>(name, &[$($($crate::path!($table.$absent).name),*)?]);
                    $(let part = $crate::keys::Part { person: Some($person), ..part };)?
                    $(let part = $crate::keys::Part { side: Some($side), ..part };)?
                    $(let part = $crate::keys::Part { role: Some($crate::role::Role::$role), ..part };)?
                    part
                }),*]
            }

            fn read(values: &[$crate::value::Value]) -> $set {
                let mut reader = $crate::keys::FieldReader::new(values);
                let set = $set { $($field: reader.table(&[$($(stringify!($absent)),*)?]),)* };
                reader.finish();
                set
            }

            fn values(&self) -> Vec<$crate::value::Value> {
                let mut values = Vec::new();
                $({
                    let absent: &[&str] = &[$($(stringify!($absent)),*)?];
                    let keys = <$table as $crate::keys::KeyTable>::keys();
                    let of_table = $crate::keys::KeyTable::values(&self.$field);
                    let offered = keys.into_iter().zip(of_table).filter(|(key, _)| !absent.contains(&key.path.name));
                    values.extend(offered.map(|(_, value)| value));
                })*
                values
            }

            fn setter(path: $crate::key::Path) -> Option<$crate::keys::Setter<$set>> {
                $({
                    let name = <$table as $crate::keys::KeyTable>::NAME;
                    $(let name = { let _ = name; $name };)?
                    let absent: &[&str] = &[$($(stringify!($absent)),*)?];
                    if path.table == name
                        && !absent.contains(&path.name)
                        && let Some(set) = <$table as $crate::keys::KeyTable>::setter(path.name)
                    {
                        return Some(Box::new(move |keys, value| set(&mut keys.$field, value)));
                    }
                })*
                None
            }
        }
    };
}

/// The path of a key by table and field, `path!(Ring.diameter_m)`; `path!("a", Player.aim_sd_rad)` where the study
/// gives the table another name. A field that is not there does not compile.
#[macro_export]
macro_rules! path {
    ($table:ident . $field:ident) => {
        $crate::path!(<$table as $crate::keys::KeyTable>::NAME, $table.$field)
    };
    ($name:expr, $table:ident . $field:ident) => {{
        let _ = |table: &$table| {
            let _ = &table.$field;
        };
        $crate::key::Path { table: $name, name: stringify!($field) }
    }};
}

/// A choice of another key, `condition!(Player.noise = Noise::StudentT)`.
#[macro_export]
macro_rules! condition {
    ($table:ident . $field:ident = $choice:expr) => {{
        let _ = |table: &mut $table| table.$field = $choice;
        $crate::key::Condition { key: $crate::path!($table.$field), choice: $choice.name() }
    }};
}

/// What a choice of a preset sets: `sets! { Player { aim_sd_rad: 0.06, speed_sd_ratio: 0.15 } }`.
#[macro_export]
macro_rules! sets {
    ($($table:ident { $($field:ident : $value:expr),* $(,)? })*) => {{
        vec![$($($crate::key::Set {
            key: $crate::path!($table.$field),
            value: $crate::keys::value_for(|table: &$table| table.$field, $value),
        }),*),*]
    }};
}

/// What is wrong with a value that a scenario gives, `fault!(Ring.diameter_m, "TG-1a: ...", ...)`; the path is written
/// as for [`path!`](crate::path!).
#[macro_export]
macro_rules! fault {
    ($table:ident . $field:ident, $($message:tt)+) => {
        $crate::problem::Fault { path: $crate::path!($table.$field), message: format!($($message)+) }
    };
    ($name:expr => $table:ident . $field:ident, $($message:tt)+) => {
        $crate::problem::Fault { path: $crate::path!($name, $table.$field), message: format!($($message)+) }
    };
}
