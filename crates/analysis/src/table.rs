//! The summary as an aligned table for a terminal.

use tolley_experiment::study::MeasureKind;

use crate::fairness::{Fairness, MARGIN};
use crate::number::{self, Shown, grouped};
use crate::summary::{PointSummary, Summary, is_quarantine};

/// Between two columns.
const GAP: &str = "  ";

/// Cells of one column, header first; the second cell is the unit.
struct TextColumn {
    cells: Vec<String>,
    is_left: bool,
}

impl TextColumn {
    fn new(name: &str, unit: &str, cells: impl Iterator<Item = String>) -> TextColumn {
        let head = [name.to_owned(), unit.to_owned()];
        TextColumn { cells: head.into_iter().chain(cells).collect(), is_left: false }
    }

    fn width(&self) -> usize {
        self.cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

impl Summary {
    /// The best `rows` points for people: lengths in mm, angles in degrees, masses in g; `place` is where the dataset is.
    /// Measures that do not fit in `width` characters follow in further tables.
    pub fn to_text(&self, rows: usize, width: usize, place: &str) -> String {
        let shown = &self.points[..rows.min(self.points.len())];
        let mut lines = self.heading(shown.len());
        for group in groups(&self.axis_columns(shown), self.measure_columns(shown), width) {
            lines.push(String::new());
            lines.extend(group);
        }
        lines.push(String::new());
        lines.push(self.quarantine_line());
        if !self.is_complete() {
            lines.push("The same command continues the run.".to_owned());
        }
        lines.push(format!("dataset: {place}"));
        lines.join("\n") + "\n"
    }

    fn heading(&self, shown: usize) -> Vec<String> {
        let [done, planned] = self.trials.map(grouped);
        let extent = format!("{} points x {} trials", grouped(self.points.len() as u64), grouped(self.repeats));
        let state = if self.is_complete() {
            format!("complete: {done} trials")
        } else {
            let [done_blocks, planned_blocks] = self.blocks.map(grouped);
            format!("PARTIAL: {done} of {planned} trials ({done_blocks} of {planned_blocks} blocks)")
        };
        let mut lines = vec![format!("{}: {extent}, seed {}; {state}", self.study, self.seed)];
        if let Some(headline) = self.measures.first() {
            let which = match self.points.len() {
                1 => String::new(),
                all if all == shown => format!("all points by {}, best first; ", headline.column),
                _ => format!("best {shown} points by {}; ", headline.column),
            };
            lines.push(format!("{which}each value with its 95 % interval"));
        }
        lines
    }

    fn quarantine_line(&self) -> String {
        let trials = |count| format!("{} {}", grouped(count), if count == 1 { "trial" } else { "trials" });
        let (count, failed) = (self.quarantined_count(), self.failed_count());
        let mut line = format!("quarantined: {}", trials(count));
        if count > 0 {
            let reasons = self.status.iter().filter(|(name, count)| is_quarantine(name) && *count > 0);
            let reasons: Vec<String> = reasons.map(|(name, count)| format!("{name} {}", grouped(*count))).collect();
            let share = number::percent(self.quarantined_share());
            line += &format!(" ({share}), left out above: {}", reasons.join(", "));
        }
        if failed > 0 {
            line += &format!("\nfailed: {}, left out above", trials(failed));
        }
        line
    }

    fn axis_columns(&self, shown: &[PointSummary]) -> Vec<TextColumn> {
        let mut columns = Vec::new();
        for (index, axis) in self.axes.iter().enumerate() {
            let head = Shown::of(&axis.column, &axis.unit);
            let cells = shown.iter().map(|point| number::scalar(&point.values[index], head.factor));
            let mut column = TextColumn::new(&head.name, &head.unit, cells);
            let is_number = |cell: &String| cell.parse::<f64>().is_ok();
            column.is_left = !column.cells[2..].iter().all(is_number);
            columns.push(column);
        }
        columns
    }

    /// Each measure that has a value with its n, which is shown once where all measures have the same.
    fn measure_columns(&self, shown: &[PointSummary]) -> Vec<Vec<TextColumn>> {
        let n_of = |measure: usize| shown.iter().map(move |point| point.estimates[measure].n);
        // a measure that was not asked for has no value anywhere; --json says so
        let has_any = |measure: &usize| n_of(*measure).any(|n| n > 0);
        let mut told: Vec<usize> = (0..self.measures.len()).filter(has_any).collect();
        if told.is_empty() {
            told.extend(0..self.measures.len());
        }
        let same_n = told.iter().all(|measure| n_of(*measure).eq(n_of(told[0])));
        let last = told.last().copied();
        let columns = told.iter().map(|&index| {
            let measure = &self.measures[index];
            let head = Shown::of(&measure.column, &measure.unit);
            let estimates = || shown.iter().map(|point| &point.estimates[index]);
            let digits = estimates().filter_map(|estimate| number::decimals(estimate, head.factor)).max().unwrap_or(3);
            let digits = digits.max(if measure.kind == MeasureKind::Share { 2 } else { 0 });
            let cells = estimates().map(|estimate| number::estimate(estimate, head.factor, digits));
            let mut columns = vec![TextColumn::new(&head.name, &head.unit, cells)];
            if measure.kind == MeasureKind::Fair {
                let said = shown.iter().map(|point| point.fairness[index].map_or("", Fairness::name).to_owned());
                columns.push(TextColumn::new(&format!("fair within {MARGIN}"), "", said));
            }
            if !same_n || Some(index) == last {
                columns.push(TextColumn::new("n", "", n_of(index).map(grouped)));
            }
            columns
        });
        columns.collect()
    }
}

/// Tables of lines, each with the axes and as many measures as fit, at least one.
fn groups(axes: &[TextColumn], measures: Vec<Vec<TextColumn>>, width: usize) -> Vec<Vec<String>> {
    let span = |columns: &[TextColumn]| columns.iter().map(|column| GAP.len() + column.width()).sum::<usize>();
    let mut groups: Vec<Vec<TextColumn>> = Vec::new();
    let mut room = 0;
    for columns in measures {
        let wanted = span(&columns);
        match groups.last_mut() {
            Some(group) if wanted <= room => {
                group.extend(columns);
                room -= wanted;
            }
            _ => {
                room = width.saturating_sub(span(axes) + wanted);
                groups.push(columns);
            }
        }
    }
    groups.iter().map(|group| lines(&axes.iter().chain(group).collect::<Vec<_>>())).collect()
}

fn lines(columns: &[&TextColumn]) -> Vec<String> {
    let rows = columns.first().map_or(0, |column| column.cells.len());
    let line = |row: usize| {
        let mut line = String::new();
        for column in columns {
            let (cell, width) = (&column.cells[row], column.width());
            line.push_str(GAP);
            line.push_str(&if column.is_left { format!("{cell:<width$}") } else { format!("{cell:>width$}") });
        }
        line.trim_end().to_owned()
    };
    (0..rows).map(line).filter(|line| !line.is_empty()).collect()
}
