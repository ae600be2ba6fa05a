//! Shares as tables: the cases by the axis that decides, and every point.

use tolley_analysis::course::Course;
use tolley_analysis::dataset::Method;
use tolley_analysis::fair::Fairness;

use super::case::{Case, CaseGroup, ShareClass, by_axis, worst};
use crate::answer::sentence::estimate_text;
use crate::answer::{Cell, Certainty, Column, ColumnPart, Form, Quantity, Table, Verdict, say};
use crate::catalogue::word;
use crate::kinds::limit::tables::short_axis;

/// Cases that stand in the answer one by one.
const MOST_CASES: usize = 6;

/// The cases as a table of the answer itself: one by one where they are few, else counted by the axis that decides.
pub fn grouped(cases: &[Case], measure: &Quantity) -> Option<Table> {
    if cases.len() < 2 {
        return None;
    }
    let groups = by_axis(cases);
    if cases.len() <= MOST_CASES || groups.is_empty() {
        return Some(one_by_one(cases, measure));
    }
    Some(counted(&groups, measure))
}

fn one_by_one(cases: &[Case], measure: &Quantity) -> Table {
    let mut columns = axes(cases, true);
    columns.push(Column::other(measure.clone()).headed(word("fair.head_share")));
    columns.push(Column::other(Quantity::plain("class", word("fair.column_verdict"))));
    let row = |case: &Case| {
        let mut cells = axis_cells(case);
        cells.push(Cell::Name(estimate_text(&case.estimate, measure, Form::WithInterval)));
        cells.push(Cell::Name(said(case)));
        cells
    };
    let title = say("fair.title_each");
    Table { name: "cases", title, columns, rows: cases.iter().map(row).collect(), is_brief: true }
}

fn counted(groups: &[CaseGroup<'_>], measure: &Quantity) -> Table {
    let mut columns = vec![short_axis(groups[0].at.0.clone())];
    let classes: Vec<ShareClass> = [ShareClass::Same]
        .into_iter()
        .chain(ShareClass::TESTED)
        .filter(|class| groups.iter().any(|group| group.count(*class) > 0))
        .collect();
    let count = |class: &ShareClass| Column {
        part: ColumnPart::Other,
        ..Column::other(Quantity::plain(class.head(), word("fair.cases"))).headed(class.head())
    };
    columns.extend(classes.iter().map(count));
    columns.push(Column::other(measure.clone()).headed(word("fair.head_at_worst")));
    let row = |group: &CaseGroup<'_>| {
        let mut cells = vec![Cell::Value(group.at.1.clone())];
        cells.extend(classes.iter().map(|class| Cell::Count(group.count(*class) as u64)));
        let worst = worst(group.cases.iter().copied());
        let value = worst.and_then(|case| case.estimate.value);
        cells.push(value.map_or(Cell::Absent, |value| Cell::Name(alone(value, measure))));
        cells
    };
    let title = say("fair.title_counted");
    Table { name: "cases", title, columns, rows: groups.iter().map(row).collect(), is_brief: true }
}

/// A share without its interval, to a tenth of a point.
pub fn alone(value: f64, measure: &Quantity) -> String {
    measure.with_unit(&crate::number::rounded(value * measure.factor, if measure.factor == 1.0 { 3 } else { 1 }))
}

fn said(case: &Case) -> String {
    match case.class {
        ShareClass::Same => word("fair.said_same").to_owned(),
        ShareClass::Open => word("fair.said_open").to_owned(),
        class if class.is_off() => word("fair.said_unfair").to_owned(),
        class => class.head().to_owned(),
    }
}

fn axes(cases: &[Case], is_short: bool) -> Vec<Column> {
    let values = cases.first().map_or(&[][..], |case| &case.values);
    let column = |axis: &Quantity| if is_short { short_axis(axis.clone()) } else { Column::axis(axis.clone()) };
    values.iter().map(|(axis, _)| column(axis)).collect()
}

fn axis_cells(case: &Case) -> Vec<Cell> {
    case.values.iter().map(|(_, value)| Cell::Value(value.clone())).collect()
}

fn point_column() -> Column {
    Column { quantity: Quantity::plain("point", "point"), head: None, part: ColumnPart::Point }
}

/// Every point that was solved.
pub fn solved(cases: &[Case], measure: &Quantity) -> Table {
    let mut columns = vec![point_column()];
    columns.extend(axes(cases, false));
    columns.push(Column::result(measure.clone(), &measure.name, "exact", "solved").headed(word("fair.head_share")));
    columns.push(Column::verdict());
    let row = |case: &Case| {
        let mut cells = vec![Cell::Count(case.point)];
        cells.extend(axis_cells(case));
        cells.push(Cell::Estimate(case.estimate));
        cells.push(case.verdict.map_or(Cell::Absent, |verdict| Cell::Verdict(verdict, None)));
        cells
    };
    let title = say("fair.title_every");
    Table { name: "points", title, columns, rows: cases.iter().map(row).collect(), is_brief: false }
}

/// Every point that was played, with its tests.
pub fn points(cases: &[Case], measure: &Quantity, found: &Fairness) -> Table {
    let is_sequential = found.courses.is_some();
    let method = if is_sequential { "share, at all looks together" } else { Method::WilsonEffectiveN.name() };
    let mut columns = vec![point_column()];
    columns.extend(axes(cases, false));
    columns.push(Column::result(measure.clone(), &measure.name, "mean", method).headed(word("fair.head_share")));
    columns.push(Column::verdict());
    for (name, label) in [
        ("n", "fair.column_n"),
        ("alone", "fair.column_alone"),
        ("p_within", "fair.column_p_within"),
        ("p_outside", "fair.column_p_outside"),
        ("p_differs", "fair.column_p_differs"),
        ("needed_as_seen", "fair.column_needed_as_seen"),
        ("needed_if_equal", "fair.column_needed_if_equal"),
        ("never_differed", "fair.column_never_differed"),
        ("look_n", "fair.column_decided_after"),
        ("look_llr", "fair.column_ln_ratio"),
    ] {
        columns.push(Column::other(Quantity::plain(name, word(label))));
    }
    let row = |(at, case): (usize, &Case)| {
        let course = found.courses.as_ref().and_then(|courses| courses.get(at)?.as_ref());
        row_of_point(case, course)
    };
    let rows: Vec<Vec<Cell>> = cases.iter().enumerate().map(row).collect();
    without_empty(Table { name: "points", title: say("fair.title_tests"), columns, rows, is_brief: false })
}

fn verdict_alone(class: ShareClass) -> Option<Verdict> {
    Some(match class {
        ShareClass::Above | ShareClass::Below => Verdict::Unfair,
        ShareClass::Odd => Verdict::Effect,
        ShareClass::Even => Verdict::Fair,
        ShareClass::Same => Verdict::Identical,
        ShareClass::Open | ShareClass::Absent => return None,
    })
}

fn row_of_point(case: &Case, course: Option<&Course>) -> Vec<Cell> {
    let mut cells = vec![Cell::Count(case.point)];
    cells.extend(axis_cells(case));
    cells.push(Cell::Estimate(case.estimate));
    let certainty = case.certainty();
    // what only its own test says is probable
    let verdict = if certainty == Certainty::Probably { verdict_alone(case.alone) } else { case.verdict };
    cells.push(verdict.map_or(Cell::Absent, |verdict| Cell::Verdict(verdict, Some(certainty))));
    cells.push(Cell::Count(case.estimate.n));
    cells.push(Cell::Name(case.alone.head().to_owned()));
    let p = case.p.map_or([None; 3], |p| [Some(p.within), Some(p.outside), Some(p.differs)]);
    cells.extend(p.map(|p| p.map_or(Cell::Absent, Cell::P)));
    let needed = case.needed.map_or([None; 2], |needed| [needed.as_seen, needed.if_equal]);
    cells.extend(needed.map(|count| count.map_or(Cell::Absent, Cell::Count)));
    cells.push(if case.never_differed { Cell::Name(word("common.yes").to_owned()) } else { Cell::Absent });
    cells.push(course.map_or(Cell::Absent, |course| Cell::Count(course.n)));
    cells.push(course.map_or(Cell::Absent, |course| Cell::Number(course.llr)));
    cells
}

/// A table without the columns in which nothing stands.
pub fn without_empty(table: Table) -> Table {
    let is_kept: Vec<bool> =
        (0..table.columns.len()).map(|at| table.rows.iter().any(|row| row[at] != Cell::Absent)).collect();
    let mut kept = is_kept.iter();
    let columns = table.columns.into_iter().filter(|_| kept.next() == Some(&true)).collect();
    let rows = table.rows.into_iter().map(|row| {
        let kept = row.into_iter().zip(&is_kept).filter(|(_, is_kept)| **is_kept);
        kept.map(|(cell, _)| cell).collect()
    });
    Table { columns, rows: rows.collect(), ..table }
}
