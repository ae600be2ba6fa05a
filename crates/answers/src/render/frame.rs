//! A table of an answer as columns for data frames: SI, an estimate as its value, error, ends and count.

use tolley_analysis::Estimate;
use tolley_dataset::sheet::Cells;
use tolley_experiment::row::Values;
use tolley_experiment::table::{Column as FileColumn, ColumnKind, Table as FileTable};
use tolley_experiment::value::Value;

use super::json::column_names;
use crate::answer::{Cell, Certainty, Column, ColumnPart, Table};

/// A column of a frame with its cells.
type Framed = (FileColumn, Cells);

/// The columns of a table, whose names are those of the object with `_` for what no identifier holds.
pub fn frame(table: &Table) -> (FileTable, Vec<Cells>) {
    let names = column_names(&table.columns);
    let of_column = |(at, (column, name)): (usize, (&Column, &String))| {
        let cells: Vec<Option<&Cell>> = table.rows.iter().map(|row| row.get(at)).collect();
        framed(column, &identifier(name), &cells)
    };
    let all: Vec<Framed> = table.columns.iter().zip(&names).enumerate().flat_map(of_column).collect();
    let (columns, cells) = all.into_iter().unzip();
    (FileTable { name: table.name.to_owned(), about: table.title.text(), columns }, cells)
}

/// The columns that the cells of one column become.
fn framed(column: &Column, name: &str, cells: &[Option<&Cell>]) -> Vec<Framed> {
    let has = |is_it: fn(&Cell) -> bool| cells.iter().flatten().any(|cell| is_it(cell));
    // where nothing is known of any row the columns are there all the same
    let is_empty_result = matches!(column.part, ColumnPart::Result { .. }) && !has(|cell| *cell != Cell::Absent);
    if is_empty_result || has(|cell| matches!(cell, Cell::Estimate(_))) {
        return estimates(column, name, cells);
    }
    if has(|cell| matches!(cell, Cell::Verdict(..))) {
        return verdicts(name, cells);
    }
    if has(|cell| text_of(cell).is_some()) {
        let text = |cell: &Option<&Cell>| cell.and_then(word_of).unwrap_or_default();
        return vec![texts(name, &column.quantity.label, cells.iter().map(text))];
    }
    let counts: Option<Vec<u64>> = cells.iter().map(|cell| cell.and_then(count_of)).collect();
    if let Some(counts) = counts {
        let about = FileColumn::always(name, ColumnKind::U64, &column.quantity.label);
        return vec![(about, Cells::Values(Values::U64(counts)))];
    }
    vec![numbers(name, &column.quantity.label, cells.iter().map(|cell| cell.and_then(number_of)))]
}

/// Value, error, ends and count of estimates.
fn estimates(column: &Column, name: &str, cells: &[Option<&Cell>]) -> Vec<Framed> {
    let of = |cell: &Option<&Cell>| match cell {
        Some(Cell::Estimate(estimate)) => *estimate,
        _ => Estimate::default(),
    };
    let all: Vec<Estimate> = cells.iter().map(of).collect();
    let end = |at: usize| move |of: &Estimate| of.interval.map(|ends| ends[at]).filter(|end| end.is_finite());
    let label = &column.quantity.label;
    let n = FileColumn::always(&format!("{name}_n"), ColumnKind::U64, "Of how many values it is made.");
    vec![
        numbers(name, label, all.iter().map(|of| of.value)),
        numbers(&format!("{name}_std_error"), "Its standard error.", all.iter().map(|of| of.std_error)),
        numbers(&format!("{name}_conf_low"), "Lower end of its 95 % interval.", all.iter().map(end(0))),
        numbers(&format!("{name}_conf_high"), "Upper end of its 95 % interval.", all.iter().map(end(1))),
        (n, Cells::Values(Values::U64(all.iter().map(|of| of.n).collect()))),
    ]
}

/// What is said, and how sure that is.
fn verdicts(name: &str, cells: &[Option<&Cell>]) -> Vec<Framed> {
    let of = |cell: &Option<&Cell>| match cell {
        Some(Cell::Verdict(verdict, certainty)) => (verdict.name(), certainty.map_or("", Certainty::name)),
        _ => ("", ""),
    };
    let certainty = name.replacen("verdict", "certainty", 1);
    let said = cells.iter().map(|cell| of(cell).0.to_owned());
    let sure = cells.iter().map(|cell| of(cell).1.to_owned());
    vec![texts(name, "What is said of it.", said), texts(&certainty, "How sure that is.", sure)]
}

fn numbers(name: &str, about: &str, values: impl Iterator<Item = Option<f64>>) -> Framed {
    let values = values.map(|value| value.unwrap_or(f64::NAN)).collect();
    (FileColumn::measured(name, ColumnKind::F64, about), Cells::Values(Values::F64(values)))
}

fn texts(name: &str, about: &str, values: impl Iterator<Item = String>) -> Framed {
    (FileColumn::always(name, ColumnKind::of_names(&[]), about), Cells::Texts(values.collect()))
}

/// A cell that is no number.
fn text_of(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Name(name) => Some(name.clone()),
        Cell::Value(Value::Choice(choice)) => Some(choice.to_string()),
        Cell::Value(value @ Value::Flag(_)) => Some(value.to_string()),
        _ => None,
    }
}

/// A cell as text, of a column in which at least one is no number.
fn word_of(cell: &Cell) -> Option<String> {
    text_of(cell).or_else(|| count_of(cell).map(|count| count.to_string())).or_else(|| {
        let number = number_of(cell)?;
        Some(format!("{number:?}"))
    })
}

fn count_of(cell: &Cell) -> Option<u64> {
    match cell {
        Cell::Count(count) | Cell::Value(Value::Count(count)) => Some(*count),
        _ => None,
    }
}

fn number_of(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Number(number) | Cell::P(number) | Cell::Value(Value::Number(number)) => Some(*number),
        cell => count_of(cell).map(|count| count as f64),
    }
}

/// A name that stands in code: `goal mean` becomes `goal_mean`, and `shot.speed_m_s` what datasets call it.
fn identifier(name: &str) -> String {
    let letters = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' });
    letters.collect::<String>().split('_').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Quantity, Verdict};

    fn table() -> Table {
        let estimate = Estimate { n: 9, value: Some(0.9), std_error: Some(0.1), interval: Some([0.67, f64::INFINITY]) };
        let quantity = |name: &str| Quantity::plain(name, name);
        Table {
            name: "values",
            columns: vec![
                Column::axis(quantity("shot.speed_m_s")),
                Column::result(quantity("goal"), "goal", "mean", "wilson"),
                Column::verdict(),
                Column::other(quantity("trials")),
                Column::other(quantity("policy")),
            ],
            rows: vec![
                vec![
                    Cell::Value(Value::Number(2.0)),
                    Cell::Estimate(estimate),
                    Cell::Verdict(Verdict::Best, Some(Certainty::Clearly)),
                    Cell::Count(3),
                    Cell::Name("direct".to_owned()),
                ],
                vec![Cell::Value(Value::Count(3)), Cell::Absent, Cell::Absent, Cell::Count(4), Cell::Number(0.5)],
            ],
            ..Table::default()
        }
    }

    #[test]
    fn every_cell_has_a_column_of_its_kind() {
        let (frame, cells) = frame(&table());
        let names: Vec<&str> = frame.columns.iter().map(|column| column.name.as_str()).collect();
        let of_estimates =
            ["goal_mean", "goal_mean_std_error", "goal_mean_conf_low", "goal_mean_conf_high", "goal_mean_n"];
        let expected = [&["shot_speed_m_s"][..], &of_estimates, &["verdict", "certainty", "trials", "policy"]].concat();
        assert_eq!((names, frame.columns[0].unit.as_str()), (expected, "m/s"));
        assert_eq!(cells[0], Cells::Values(Values::F64(vec![2.0, 3.0])));
        assert_eq!(cells[5], Cells::Values(Values::U64(vec![9, 0])));
        let texts = |cells: &Cells| if let Cells::Texts(texts) = cells { texts.join(" ") } else { String::new() };
        assert_eq!([6, 7, 9].map(|at| texts(&cells[at])), ["best ", "clearly ", "direct 0.5"]);
        assert_eq!(cells[8], Cells::Values(Values::U64(vec![3, 4])));
        // an end that is open is none
        assert!(matches!(&cells[4], Cells::Values(Values::F64(ends)) if ends.iter().all(|end| end.is_nan())));
        let batch = tolley_dataset::sheet::batch(&frame, cells).expect("a batch");
        assert_eq!((batch.num_rows(), batch.num_columns()), (2, 10));
    }

    #[test]
    fn results_that_are_absent_have_the_columns_of_results() {
        let mut table = table();
        table.rows.iter_mut().for_each(|row| row[1] = Cell::Absent);
        let names = |table: &Table| frame(table).0.columns.into_iter().map(|column| column.name).collect::<Vec<_>>();
        assert_eq!(names(&table), names(&self::table()));
    }

    #[test]
    fn names_are_identifiers() {
        assert_eq!(["goal mean #2", "a.mass_ratio", "sure?"].map(identifier), ["goal_mean_2", "a_mass_ratio", "sure"]);
    }
}
