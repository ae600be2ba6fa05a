//! Tables and columns as they are declared, written and read: the one description of them.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::declare::key::Key;
use crate::declare::role::{Role, Strata};
use crate::declare::shown;
use crate::declare::unit::Dimension;
use crate::declare::value::{Kind, Value};

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ColumnKind {
    /// A measurement or a number; NaN in a buffer means "there is none" (null in a dataset).
    F64,
    /// A count.
    U32,
    /// An identifier or a large count.
    U64,
    /// True or false.
    Bool,
    /// One of a fixed list of names.
    Name {
        /// The names, by index.
        names: Vec<String>,
    },
}

impl ColumnKind {
    /// One of these names.
    pub fn of_names(names: &[&str]) -> ColumnKind {
        ColumnKind::Name { names: names.iter().map(|name| (*name).to_owned()).collect() }
    }

    /// Whether a column of keys of this kind can hold the value.
    pub fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (ColumnKind::F64, Value::Number(_))
            | (ColumnKind::U64, Value::Count(_))
            | (ColumnKind::Bool, Value::Flag(_)) => true,
            (ColumnKind::Name { names }, Value::Choice(choice)) => names.iter().any(|name| name == choice),
            _ => false,
        }
    }
}

/// One column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Name in the struct and in Parquet; ends in its SI unit, `_ratio`, `_count` or `_share`.
    pub name: String,
    /// What it holds.
    #[serde(flatten)]
    pub kind: ColumnKind,
    /// Unit as text, `""` for none: that in which the name ends.
    pub unit: String,
    /// What it means, one sentence.
    pub about: String,
    /// Whether a row may be without a value.
    pub nullable: bool,
    /// What it is in plain words; empty in datasets of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The unit in which it is shown, `""` for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub shown: String,
    /// What part it plays; `None` in datasets of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Whose it is: a side, `"a"`, or who begins, leads and the like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Of a key that nobody has measured: the values for each of which a result is told by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strata: Option<Strata>,
}

impl Column {
    /// A column whose rows may be without a value; the unit is that in which the name ends.
    pub fn measured(name: &str, kind: ColumnKind, about: &str) -> Column {
        let unit = Dimension::of_name(name).si().to_owned();
        let (name, about) = (name.to_owned(), about.to_owned());
        let (label, shown) = (String::new(), String::new());
        Column { name, kind, unit, about, nullable: true, label, shown, role: None, of: None, strata: None }
    }

    /// The same with what it is in plain words and the part it plays; it is shown in the unit of its name.
    #[must_use]
    pub fn labelled(self, role: Role, label: &str) -> Column {
        let shown = shown::column_unit(&self.name, self.kind == ColumnKind::Bool).to_owned();
        Column { label: label.to_owned(), shown, role: Some(role), ..self }
    }

    /// The same, of somebody.
    #[must_use]
    pub fn owned_by(self, whose: &str) -> Column {
        Column { of: Some(whose.to_owned()), ..self }
    }

    /// The same, shown in another unit.
    #[must_use]
    pub fn shown_in(self, unit: &str) -> Column {
        Column { shown: unit.to_owned(), ..self }
    }

    /// A column that has a value in every row.
    pub fn always(name: &str, kind: ColumnKind, about: &str) -> Column {
        Column { nullable: false, ..Column::measured(name, kind, about) }
    }

    /// The column of a key, in every table that has it: `shot_speed_m_s`.
    pub fn of_key(key: &Key) -> Column {
        let kind = match key.kind {
            Kind::Number { .. } => ColumnKind::F64,
            Kind::Count { .. } => ColumnKind::U64,
            Kind::Choice(choices) => ColumnKind::of_names(choices),
            Kind::Flag => ColumnKind::Bool,
        };
        let column = Column::always(&key.path.column(), kind, key.about).labelled(key.role, &key.label);
        Column {
            shown: key.shown.to_owned(),
            of: key.of.map(str::to_owned),
            strata: key.strata.clone().map(|strata| Strata { when: key.strata_when(), ..strata }),
            ..column
        }
    }
}

/// One table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Folder name in a dataset: `"shots"`.
    pub name: String,
    /// What one row is.
    pub about: String,
    /// Its columns, in order; of a study its own ones, before which the key columns stand in a dataset.
    pub columns: Vec<Column>,
}

impl Table {
    /// Number of the column with this name.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

/// A table of a study as [`tables!`](crate::tables!) declares it: it takes rows of one type.
#[derive(Clone, Copy, Debug)]
pub struct TableId<R> {
    number: usize,
    row: PhantomData<fn(R)>,
}

impl<R> TableId<R> {
    /// For [`tables!`](crate::tables!), which counts its tables.
    #[doc(hidden)]
    pub const fn numbered(number: usize) -> TableId<R> {
        TableId { number, row: PhantomData }
    }

    /// Place among the tables of the study.
    #[inline]
    pub(crate) const fn number(&self) -> usize {
        self.number
    }
}

/// Declares the tables of a study in order, each with the type of its rows: `/// about`, then `NAME = "name": Row;`.
/// A row is pushed by such a name; keep it as private as the study, so that no other study can push into it.
///
/// ```
/// # use tolley_experiment::row::Rows;
/// tolley_experiment::row! {
///     /// One throw.
///     struct Throw {
///         /// What came up.
///         face_count: u32, "face that came up";
///     }
/// }
/// tolley_experiment::tables! {
///     /// Where rows go.
///     struct Tables {
///         /// one throw
///         THROWS = "throws": Throw;
///     }
/// }
/// fn play(rows: &mut Rows) {
///     rows.push(Tables::THROWS, Throw { face_count: 6 }); // any other row does not compile
/// }
/// # play(&mut Rows::new(&Tables::all()));
/// ```
#[macro_export]
macro_rules! tables {
    ($(#[$meta:meta])* $vis:vis struct $set:ident {
        $(#[doc = $about:literal] $table:ident = $name:literal : $row:ty;)+
    }) => {
        $(#[$meta])*
        $vis struct $set;

        const _: () = {
            #[allow(clippy::upper_case_acronyms, reason = "they are called as the tables are")]
            enum Number { $($table),+ }

            impl $set {
                $(#[doc = $about]
                $vis const $table: $crate::table::TableId<$row> =
                    $crate::table::TableId::numbered(Number::$table as usize);)+

                /// Describes all of them, in order.
                $vis fn all() -> Vec<$crate::table::Table> {
                    vec![$($crate::table::Table::of::<$row>($name, $about.trim_ascii())),+]
                }
            }
        };
    };
}

/// What the summary of a dataset shows of a column of the first table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// The column.
    pub column: String,
    /// How its rows are summed up; rows without a value are left out.
    pub kind: MeasureKind,
    /// Of a pooled share the columns that count how often and of how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<[String; 2]>,
    /// Of a mean whose trials may end before all of it is known: the column of what is known by then, and the flag of
    /// trials that go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub so_far: Option<[String; 2]>,
}

/// How a column is summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeasureKind {
    /// Of a flag.
    Share,
    /// Of a number or a count, or of a flag that is exact: one value has no interval.
    Mean,
    /// Mean of a number that is a share of each trial, tested for being one half.
    Fair,
    /// Share of all that is counted in all trials together: one sum over another, with the trials as clusters.
    Pooled,
}

/// The measures of a row, `measures! { ShotRow: Mean marbles_off_count, Share toley_stays, Pooled goal_share
/// (goal_count of shot_count) }`; a mean of which a trial may know a part alone names that and who goes on:
/// `Mean break_points_count [marbles_off_count, shoots_again]`. A column that is not there does not compile.
#[macro_export]
macro_rules! measures {
    ($row:ident : $($kind:ident $column:ident $(($count:ident of $all:ident))?
        $([$so_far:ident, $goes_on:ident])?),* $(,)?) => {
        vec![$({
            let _ = |row: &$row| {
                let _ = &row.$column;
                $(let _: (&u32, &u32) = (&row.$count, &row.$all);)?
                $(let _: (&u32, &bool) = (&row.$so_far, &row.$goes_on);)?
            };
            $crate::table::Measure {
                column: stringify!($column).to_owned(),
                kind: $crate::table::MeasureKind::$kind,
                counts: None$(.or_else(|| Some([stringify!($count).to_owned(), stringify!($all).to_owned()])))?,
                so_far: None$(.or_else(|| Some([stringify!($so_far).to_owned(), stringify!($goes_on).to_owned()])))?,
            }
        }),*]
    };
}
