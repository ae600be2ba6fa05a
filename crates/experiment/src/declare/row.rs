//! Rows: declared once as a struct with [`row!`](crate::row!), kept by column, known to no file format.

use std::fmt;

use crate::declare::names::Named;
use crate::declare::status::Status;
use crate::declare::table::{Column, ColumnKind, Table, TableId};

/// The values of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// See [`ColumnKind::F64`].
    F64(Vec<f64>),
    /// See [`ColumnKind::U32`].
    U32(Vec<u32>),
    /// See [`ColumnKind::U64`].
    U64(Vec<u64>),
    /// See [`ColumnKind::Bool`].
    Bool(Vec<bool>),
    /// Indices into the names of [`ColumnKind::Name`].
    Name(Vec<u8>),
}

impl Values {
    /// Empty, with room for so many.
    fn new(kind: &ColumnKind, room: usize) -> Values {
        match kind {
            ColumnKind::F64 => Values::F64(Vec::with_capacity(room)),
            ColumnKind::U32 => Values::U32(Vec::with_capacity(room)),
            ColumnKind::U64 => Values::U64(Vec::with_capacity(room)),
            ColumnKind::Bool => Values::Bool(Vec::with_capacity(room)),
            ColumnKind::Name { .. } => Values::Name(Vec::with_capacity(room)),
        }
    }

    fn truncate(&mut self, len: usize) {
        match self {
            Values::F64(v) => v.truncate(len),
            Values::U32(v) => v.truncate(len),
            Values::U64(v) => v.truncate(len),
            Values::Bool(v) => v.truncate(len),
            Values::Name(v) => v.truncate(len),
        }
    }

    fn push_blank(&mut self) {
        match self {
            Values::F64(v) => v.push(f64::NAN),
            Values::U32(v) => v.push(0),
            Values::U64(v) => v.push(0),
            Values::Bool(v) => v.push(false),
            Values::Name(v) => v.push(0),
        }
    }
}

/// A value that can stand in a column; implemented for `f64 u32 u64 bool` and for everything [`Named`].
pub trait Cell {
    /// The kind of its column.
    fn kind() -> ColumnKind;
    /// Appends it.
    fn push(self, values: &mut Values);
}

macro_rules! cell {
    ($type:ty, $kind:ident) => {
        impl Cell for $type {
            fn kind() -> ColumnKind {
                ColumnKind::$kind
            }

            #[inline]
            fn push(self, values: &mut Values) {
                match values {
                    Values::$kind(v) => v.push(self),
                    _ => unreachable!("a column keeps its kind"),
                }
            }
        }
    };
}
cell!(f64, F64);
cell!(u32, U32);
cell!(u64, U64);
cell!(bool, Bool);

impl<T: Named> Cell for T {
    fn kind() -> ColumnKind {
        ColumnKind::of_names(T::NAMES)
    }

    #[inline]
    fn push(self, values: &mut Values) {
        match values {
            Values::Name(v) => v.push(self.index() as u8),
            _ => unreachable!("a column keeps its kind"),
        }
    }
}

/// A row: a struct made by [`row!`](crate::row!).
pub trait Row {
    /// Its columns, in order.
    fn columns() -> Vec<Column>;
    /// Appends one value to each column that is kept: one flag a column, or none where all are.
    fn push(self, columns: &mut [Values], kept: &[bool]);
}

impl Table {
    /// The table of a study's rows.
    pub fn of<R: Row>(name: &str, about: &str) -> Table {
        Table { name: name.to_owned(), about: about.to_owned(), columns: R::columns() }
    }
}

/// Declares a row struct and its columns in one place: `/// about`, then `name: type, "label";`. The unit is that in
/// which the name ends. Before the label stands its role, unless it is an outcome. After it may stand `of` whom it is,
/// and the unit in which it is `shown` where that is not the one of its ending.
#[macro_export]
macro_rules! row {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $(
            #[doc = $about:literal]
            $field:ident : $type:ty, $($role:ident)? $label:literal $(of $of:literal)? $(shown $shown:literal)?;
        )*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $name { $(#[doc = $about] pub $field: $type,)* }

        impl $crate::row::Row for $name {
            fn columns() -> Vec<$crate::table::Column> {
                vec![$({
                    let kind = <$type as $crate::row::Cell>::kind();
                    let role = [$($crate::role::Role::$role,)? $crate::role::Role::Outcome][0];
                    let column = $crate::table::Column::measured(stringify!($field), kind, $about.trim_ascii());
                    let column = column.labelled(role, $label);
                    $(let column = column.owned_by($of);)?
                    $(let column = column.shown_in($shown);)?
                    column
                }),*]
            }

            #[inline]
            fn push(self, columns: &mut [$crate::row::Values], kept: &[bool]) {
                let (mut columns, mut kept) = (columns.iter_mut(), kept.iter());
                $(if kept.next() != Some(&false) && let Some(column) = columns.next() {
                    $crate::row::Cell::push(self.$field, column);
                })*
            }
        }
    };
}

/// The rows of one table in one block.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRows {
    /// Trial of each row; the rows of a trial follow each other.
    pub trial: Vec<u64>,
    /// The study's columns, each as long as `trial`.
    pub columns: Vec<Values>,
    /// Rows whose study columns are all null, because the trial failed; ascending.
    pub blank: Vec<usize>,
}

impl TableRows {
    /// Empty, with room for so many.
    fn new(table: &Table, room: usize) -> TableRows {
        TableRows {
            trial: Vec::with_capacity(room),
            columns: table.columns.iter().map(|column| Values::new(&column.kind, room)).collect(),
            blank: Vec::new(),
        }
    }
}

/// The rows of one block: a [`TableRows`] for each table of the study, and the status of each trial.
#[derive(Clone, PartialEq)]
pub struct Rows {
    /// In the order of the study's tables; the first has exactly one row a trial.
    pub tables: Vec<TableRows>,
    /// One for each trial, which is each row of the first table.
    pub status: Vec<Status>,
    /// Whether each column that the study has in the first table is kept; empty where all are.
    kept: Vec<bool>,
    trial: u64,
}

impl fmt::Debug for Rows {
    /// What is kept shows in the tables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rows { tables, status, trial, .. } = self;
        f.debug_struct("Rows").field("tables", tables).field("status", status).field("trial", trial).finish()
    }
}

impl Rows {
    /// Empty rows for these tables.
    pub fn new(tables: &[Table]) -> Rows {
        let tables = tables.iter().map(|table| TableRows::new(table, 0)).collect();
        Rows { tables, status: Vec::new(), kept: Vec::new(), trial: 0 }
    }

    /// The same, whose first table has only some of the columns that the study has: for each whether it is kept.
    pub fn keeping(tables: &[Table], kept: &[bool]) -> Rows {
        Rows { kept: kept.to_vec(), ..Rows::new(tables) }
    }

    /// Empty rows for the same tables, with room for as many: blocks differ little.
    pub(crate) fn emptied(&self, tables: &[Table]) -> Rows {
        let of_table = |(table, rows): (&Table, &TableRows)| TableRows::new(table, rows.trial.len());
        Rows {
            tables: tables.iter().zip(&self.tables).map(of_table).collect(),
            status: Vec::with_capacity(self.status.len()),
            kept: self.kept.clone(),
            trial: 0,
        }
    }

    /// Appends a row of the running trial to a table of the study.
    #[inline]
    pub fn push<R: Row>(&mut self, table: TableId<R>, row: R) {
        let number = table.number();
        let rows = &mut self.tables[number];
        rows.trial.push(self.trial);
        row.push(&mut rows.columns, if number == 0 { &self.kept } else { &[] });
    }

    /// Opens a trial; the rows pushed from now on are its rows.
    pub(crate) fn begin(&mut self, trial: u64) {
        self.trial = trial;
    }

    /// Closes a trial that ended by itself.
    ///
    /// # Panics
    /// When the trial did not leave exactly one row in the first table, which is a bug of the study.
    pub(crate) fn end(&mut self, status: Status) {
        assert_eq!(self.tables[0].trial.len(), self.status.len() + 1, "rows of the first table: one a trial");
        self.status.push(status);
    }

    /// Closes a trial that panicked: what it had pushed goes, a blank row stands for it.
    pub(crate) fn fail(&mut self) {
        let trial = self.trial;
        for rows in &mut self.tables {
            let kept = rows.trial.iter().rposition(|&t| t != trial).map_or(0, |last| last + 1);
            rows.trial.truncate(kept);
            rows.columns.iter_mut().for_each(|column| column.truncate(kept));
        }
        let first = &mut self.tables[0];
        first.blank.push(first.trial.len());
        first.trial.push(trial);
        first.columns.iter_mut().for_each(Values::push_blank);
        self.status.push(Status::Panic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role::Role;

    crate::names! {
            /// A side.
            enum Side { Left = "left", Right = "right", }
    }

    row! {
        /// One shot.
        struct Shot {
            /// How far.
            travel_m: f64, "distance";
            /// How many.
            off_count: u32, Bookkeeping "number of those off" of "a";
            /// Which.
            id: u64, Bookkeeping "identifier";
            /// Whether.
            stays: bool, "chance to stay" shown "";
            /// Where.
            side: Side, "side";
        }
    }

    crate::tables! {
        /// Two of the same rows.
        struct Tables {
            /// one shot
            SHOTS = "shots": Shot;
            /// one hit
            HITS = "hits": Shot;
        }
    }

    fn shot(travel_m: f64) -> Shot {
        Shot { travel_m, off_count: 3, id: 1 << 40, stays: true, side: Side::Right }
    }

    fn travels(rows: &Rows, table: usize) -> &[f64] {
        if let Values::F64(values) = &rows.tables[table].columns[0] { values } else { &[] }
    }

    #[test]
    fn a_row_declares_its_columns_once() {
        let columns = Shot::columns();
        let said = |i: usize| (columns[i].name.as_str(), columns[i].unit.as_str(), columns[i].about.as_str());
        assert_eq!([said(0), said(1)], [("travel_m", "m", "How far."), ("off_count", "", "How many.")]);
        assert_eq!(columns[4].kind, ColumnKind::of_names(&["left", "right"]));
        let told = |i: usize| (columns[i].label.as_str(), columns[i].shown.as_str(), columns[i].role);
        assert_eq!(
            [told(0), told(3)],
            [("distance", "mm", Some(Role::Outcome)), ("chance to stay", "", Some(Role::Outcome))]
        );
        assert_eq!((columns[1].role, columns[1].of.as_deref()), (Some(Role::Bookkeeping), Some("a")));
        assert_eq!(Side::ALL, [Side::Left, Side::Right]);
    }

    #[test]
    fn a_failed_trial_leaves_a_blank_row_and_takes_back_the_rest() {
        let mut rows = Rows::new(&Tables::all());
        for (trial, fails) in [(7, false), (8, true), (9, false), (10, true)] {
            rows.begin(trial);
            rows.push(Tables::HITS, shot(trial as f64));
            rows.push(Tables::SHOTS, shot(trial as f64));
            rows.push(Tables::HITS, shot(trial as f64));
            if fails { rows.fail() } else { rows.end(Status::Ok) }
        }
        let first = &rows.tables[0];
        assert_eq!((first.trial.as_slice(), first.blank.as_slice()), ([7, 8, 9, 10].as_slice(), [1, 3].as_slice()));
        assert_eq!(rows.tables[1].trial, [7, 7, 9, 9]);
        assert!(rows.tables[1].blank.is_empty());
        assert_eq!(rows.status, [Status::Ok, Status::Panic, Status::Ok, Status::Panic]);
        assert_eq!((travels(&rows, 0)[0], travels(&rows, 0)[2]), (7.0, 9.0));
        assert!(travels(&rows, 0)[1].is_nan());
        assert_eq!(travels(&rows, 1), [7.0, 7.0, 9.0, 9.0]);
        assert_eq!(
            first.columns[1..],
            [
                Values::U32(vec![3, 0, 3, 0]),
                Values::U64(vec![1 << 40, 0, 1 << 40, 0]),
                Values::Bool(vec![true, false, true, false]),
                Values::Name(vec![1, 0, 1, 0]),
            ]
        );
    }

    #[test]
    #[should_panic(expected = "one a trial")]
    fn a_trial_without_a_row_is_a_bug_of_the_study() {
        let mut rows = Rows::new(&Tables::all());
        rows.begin(0);
        rows.push(Tables::HITS, shot(1.0));
        rows.end(Status::Ok);
    }
}
