//! The summary as aligned tables for a terminal.

use tolley_analysis::statistics::equivalence::{Comparison, LEVEL, Verdict};
use tolley_analysis::{Facts, MARGIN, MARGIN_ASSUMPTION, PointSummary, is_quarantine};
use tolley_experiment::table::MeasureKind;

use super::order::Order;
use crate::columns::{self, GAP, TextColumn};
use crate::needed;
use crate::number::{self, Shown};
use crate::words::{GroupedCount, counted, wrapped};

/// How much of a summary is shown.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Points, the best ones.
    pub rows: usize,
    /// Characters in a line; measures that do not fit follow in further tables.
    pub width: usize,
    /// In which order they come.
    pub order: Order,
}

/// A column whose first two cells are its name and its unit.
pub fn headed(head: &Shown, cells: impl Iterator<Item = String>) -> TextColumn {
    TextColumn::right([head.name.clone(), head.unit.clone()].into_iter().chain(cells))
}

/// A column of an axis: to the left where not all its cells are numbers.
pub fn axis(head: &Shown, cells: impl Iterator<Item = String>) -> TextColumn {
    let mut column = headed(head, cells);
    column.is_left = !column.cells[2..].iter().all(|cell| cell.parse::<f64>().is_ok());
    column
}

/// The best points for people: lengths in mm, angles in degrees, masses in g; `place` is where the dataset is.
pub fn text(summary: &Facts, points: impl Iterator<Item = PointSummary>, extent: Extent, place: &str) -> String {
    let shown = &points.take(extent.rows).collect::<Vec<_>>();
    let heading = heading(summary, shown.len(), extent.order);
    let heading: Vec<String> = heading.iter().map(|line| wrapped(line, extent.width, "  ")).collect();
    let text = heading.join("\n") + "\n\n";
    let text = text + &tables(&axis_columns(summary, shown), measure_columns(summary, shown), extent.width);
    text + &foot(summary, place, extent.width)
}

/// What stands under a card: how far the dataset is, what is left out, and where it lies.
pub fn under_card(summary: &Facts, place: &str, width: usize) -> String {
    let mut text = String::new();
    if !summary.is_complete() {
        let told = format!("{}. The same command continues the run.", state(summary));
        text += &format!("{}\n", wrapped(&told, width, "  "));
    }
    let missing = summary.missing();
    if missing.quarantined + missing.failed > 0 {
        text += &format!("{}\n", quarantine_line(summary));
    }
    text += &stop_line(summary, width);
    text + &format!("dataset: {place}\n")
}

/// What stands under the tables.
pub fn foot(summary: &Facts, place: &str, width: usize) -> String {
    let mut text = String::new();
    if summary.measures.iter().any(|measure| measure.kind == MeasureKind::Fair) {
        let told = format!("fair: within {MARGIN} of one half; an assumption: {MARGIN_ASSUMPTION}");
        text += &format!("\n{}\n", wrapped(&told, width, "  "));
    }
    text += &format!("\n{}\n", quarantine_line(summary));
    if let Some(narrower) = summary.narrower_share() {
        let percent = number::percent(narrower);
        let told = format!("When all trials are played the intervals will be about {percent} narrower.");
        text += &format!("{}\n", wrapped(&told, width, ""));
    }
    text += &stop_line(summary, width);
    if !summary.is_complete() {
        text += "The same command continues the run.\n";
    }
    text + &format!("dataset: {place}\n")
}

/// When points end, where there is a rule for it.
fn stop_line(summary: &Facts, width: usize) -> String {
    let Some(rule) = &summary.stop else { return String::new() };
    let goes_on = summary.next.as_ref().map_or(0, |next| next.open);
    let percent = number::percent(rule.confidence);
    let told = format!("points end when {} is within {} ({percent})", rule.metric, rule.half_width);
    format!("{}\n", wrapped(&format!("{told}; {} go on", GroupedCount(goes_on)), width, "  "))
}

/// Tables one under the other, each with its axes; as blocks of lines where not even one measure fits beside them.
pub fn tables(axes: &[TextColumn], measures: Vec<Vec<TextColumn>>, width: usize) -> String {
    let span = |columns: &[TextColumn]| columns.iter().map(|column| GAP.len() + column.width()).sum::<usize>();
    let widest = measures.iter().map(|columns| span(columns)).max().unwrap_or(0);
    if span(axes) + widest > width {
        return blocks(axes, &measures, width);
    }
    groups(axes, measures, width).join("\n")
}

/// A block of lines for each row.
fn blocks(axes: &[TextColumn], measures: &[Vec<TextColumn>], width: usize) -> String {
    let count = axes.iter().chain(measures.iter().flatten()).map(|column| column.cells.len()).max().unwrap_or(2);
    let cell = |column: &TextColumn, row: usize| {
        let at = |row: usize| column.cells.get(row).map_or("", String::as_str);
        let unit = if at(1).is_empty() { String::new() } else { format!(" {}", at(1)) };
        (!at(row).is_empty()).then(|| format!("{} {}{unit}", at(0), at(row)))
    };
    let line = |columns: &[TextColumn], row: usize| {
        columns.iter().filter_map(|column| cell(column, row)).collect::<Vec<_>>().join(", ")
    };
    let block = |row: usize| {
        let head = wrapped(&line(axes, row), width.saturating_sub(GAP.len()), GAP);
        let told = measures.iter().map(|columns| line(columns, row)).filter(|line| !line.is_empty());
        let told = told.map(|line| format!("{GAP}{}\n", wrapped(&line, width.saturating_sub(2), "    ")));
        format!("{head}\n{}", told.collect::<String>())
    };
    (2..count).map(block).collect::<Vec<_>>().join("\n")
}

fn heading(summary: &Facts, shown: usize, order: Order) -> Vec<String> {
    let least = summary.stop.as_ref().map(|rule| format!("{} to ", GroupedCount(rule.min_repeats)));
    let (points, most) = (counted(summary.point_count, "point"), counted(summary.repeats, "trial"));
    let extent = format!("{points} x {}{most}", least.unwrap_or_default());
    let state = state(summary);
    let mut lines = vec![format!("{}: {extent}, seed {}; {state}", summary.study, summary.seed)];
    if let Some(headline) = summary.headline() {
        let which = match summary.point_count {
            1 => String::new(),
            all if order == Order::AsDesigned && all == shown as u64 => {
                "all points in the order of the axes, which are assumptions; ".to_owned()
            }
            _ if order == Order::AsDesigned => format!("the first {shown} points in the order of the axes; "),
            all if all == shown as u64 => format!("all points by {}, best first; ", headline.column),
            _ if order == Order::SmoothedFirst => {
                format!("best {shown} points by {}, smoothed over all (--raw: as they are); ", headline.column)
            }
            _ => format!("best {shown} points by {}; ", headline.column),
        };
        let has_share = summary.measures.iter().any(|measure| measure.kind != MeasureKind::Mean);
        let how = match summary.repeats {
            1 if has_share => "shares with their 95 % interval, of one trial",
            1 => "of one trial each, which has no interval",
            _ => "values with their 95 % intervals",
        };
        lines.push(format!("{which}{how}"));
    }
    lines
}

/// How much of a dataset is there.
fn state(summary: &Facts) -> String {
    if summary.is_complete() {
        format!("complete: {}", counted(summary.trials[0], "trial"))
    } else {
        let [done, planned] = summary.trials.map(GroupedCount);
        let [done_blocks, planned_blocks] = summary.blocks.map(GroupedCount);
        let of_rounds = if summary.stop.is_some() { " so far" } else { "" };
        format!("PARTIAL: {done} of {planned} trials{of_rounds} ({done_blocks} of {planned_blocks} blocks)")
    }
}

/// The verdict, and where there is none yet how many trials would bring it.
fn said(comparison: &Comparison) -> String {
    match comparison.verdict() {
        Verdict::NotResolved => {
            format!("cannot tell yet, {}", needed::told(comparison.needed(LEVEL), "trials"))
        }
        verdict => verdict.name().to_owned(),
    }
}

fn quarantine_line(summary: &Facts) -> String {
    let trials = |count| counted(count, "trial");
    let missing = summary.missing();
    let (count, failed) = (missing.quarantined, missing.failed);
    let mut line = format!("quarantined: {}", trials(count));
    if count > 0 {
        let reasons = summary.status.iter().filter(|(name, count)| is_quarantine(name) && *count > 0);
        let reasons: Vec<String> = reasons.map(|(name, count)| format!("{name} {}", GroupedCount(*count))).collect();
        let share = number::percent(missing.quarantined_share());
        line += &format!(" ({share}), left out above: {}", reasons.join(", "));
    }
    if failed > 0 {
        line += &format!("\nfailed: {}, left out above", trials(failed));
    }
    line
}

fn axis_columns(summary: &Facts, shown: &[PointSummary]) -> Vec<TextColumn> {
    let column = |(index, axis): (usize, &tolley_analysis::AxisInfo)| {
        let head = Shown::of(&axis.column, &axis.unit);
        let cells = shown.iter().map(|point| number::value(&point.values[index], head.factor));
        self::axis(&head, cells)
    };
    summary.axes.iter().enumerate().map(column).collect()
}

/// Each measure that has a value with its n, which is shown once where all measures have the same.
fn measure_columns(summary: &Facts, shown: &[PointSummary]) -> Vec<Vec<TextColumn>> {
    let n_of = |measure: usize| shown.iter().map(move |point| point.estimates[measure].n);
    // a measure that was not asked for has no value anywhere; --json says so
    let has_any = |measure: &usize| n_of(*measure).any(|n| n > 0);
    let mut told: Vec<usize> = (0..summary.measures.len()).filter(has_any).collect();
    if told.is_empty() {
        told.extend(0..summary.measures.len());
    }
    let same_n = told.iter().all(|measure| n_of(*measure).eq(n_of(told[0])));
    let last = told.last().copied();
    let columns = told.iter().map(|&index| {
        let measure = &summary.measures[index];
        let head = Shown::of(&measure.column, &measure.unit);
        let estimates = || shown.iter().map(|point| &point.estimates[index]);
        let digits = estimates().filter_map(|estimate| number::decimals(estimate, head.factor)).max().unwrap_or(3);
        let digits = digits.max(if matches!(measure.kind, MeasureKind::Share | MeasureKind::Pooled) { 2 } else { 0 });
        let cells = estimates().map(|estimate| number::estimate(estimate, head.factor, digits));
        let mut columns = vec![headed(&head, cells)];
        if measure.kind == MeasureKind::Fair {
            let said = shown.iter().map(|point| point.fairness[index].as_ref().map_or_else(String::new, said));
            columns.push(headed(&Shown::plain(&format!("fair within {MARGIN}")), said));
        }
        if !same_n || Some(index) == last {
            columns.push(headed(&Shown::plain("n"), n_of(index).map(|n| GroupedCount(n).to_string())));
        }
        columns
    });
    columns.collect()
}

/// Tables, each with the axes and as many measures as fit, at least one.
fn groups(axes: &[TextColumn], measures: Vec<Vec<TextColumn>>, width: usize) -> Vec<String> {
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
    let lines = |group: &Vec<TextColumn>| columns::rows(axes.iter().chain(group));
    // a row of units that are all empty says nothing
    let told = |group| lines(group).into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>();
    groups.iter().map(|group| columns::indented(&told(group))).collect()
}

#[cfg(test)]
mod tests {
    use tolley_analysis::{AxisInfo, Estimate, MeasureInfo};
    use tolley_experiment::value::Value;

    use super::*;

    fn estimate(n: u64, value: f64, interval: [f64; 2]) -> Estimate {
        Estimate { n, value: Some(value), std_error: None, interval: Some(interval) }
    }

    fn measure(column: &str, unit: &str, kind: MeasureKind) -> MeasureInfo {
        MeasureInfo { column: column.to_owned(), unit: unit.to_owned(), about: String::new(), kind, counts: None }
    }

    fn point(point: u64, speed_m_s: f64, estimates: [Estimate; 3], left_out_count: u64) -> PointSummary {
        PointSummary {
            point,
            values: vec![Value::Number(speed_m_s)],
            estimates: estimates.to_vec(),
            fairness: vec![None; 3],
            trial_count: 5,
            left_out_count,
        }
    }

    /// Two speeds, five trials each.
    fn by_hand() -> (Facts, Vec<PointSummary>) {
        let stays = [estimate(4, 1.0, [0.5101092, 1.0]), estimate(5, 0.6, [0.2307243, 0.8823792])];
        let travel = [estimate(2, 20.0, [-107.0620474, 147.0620474]), estimate(5, 3.0, [1.0367568, 4.9632432])];
        let off = [estimate(4, 2.5, [0.4457397, 4.5542603]), estimate(5, 0.0, [0.0, 0.0])];
        let facts = Facts {
            study: "toy/shot".to_owned(),
            seed: 1,
            repeats: 5,
            point_count: 2,
            headline: 0,
            stop: None,
            next: None,
            blocks: [1, 1],
            trials: [10, 10],
            status: vec![("ok".to_owned(), 9), ("event-budget".to_owned(), 1), ("panic".to_owned(), 0)],
            axes: vec![AxisInfo {
                key: "shot.speed_m_s".to_owned(),
                column: "shot_speed_m_s".to_owned(),
                unit: "m/s".to_owned(),
            }],
            measures: vec![
                measure("stays", "", MeasureKind::Share),
                measure("travel_m", "m", MeasureKind::Mean),
                measure("off_count", "", MeasureKind::Mean),
            ],
        };
        let best = point(1, 3.0, [stays[0], travel[0], off[0]], 1);
        (facts, vec![best, point(0, 2.0, [stays[1], travel[1], off[1]], 0)])
    }

    fn told((facts, points): &(Facts, Vec<PointSummary>), extent: Extent) -> String {
        text(facts, points.iter().cloned(), extent, "runs/by_hand")
    }

    const ALL: Extent = Extent { rows: 20, width: 100, order: Order::BestFirst };

    #[test]
    fn the_text_is_a_table_in_units_people_read() {
        let want = "\
toy/shot: 2 points x 5 trials, seed 1; complete: 10 trials
all points by stays, best first; values with their 95 % intervals

  shot_speed              stays  n                   travel  n  off_count  n
         m/s                                             mm
           3  1.00 [0.51, 1.00]  4  20000 [-107062, 147062]  2   2 [0, 5]  4
           2  0.60 [0.23, 0.88]  5        3000 [1037, 4963]  5   0 [0, 0]  5

quarantined: 1 trial (10 %), left out above: event-budget 1
dataset: runs/by_hand
";
        assert_eq!(told(&by_hand(), ALL), want);
    }

    #[test]
    fn the_margin_of_a_verdict_is_told_as_an_assumption() {
        let mut fair = by_hand();
        assert!(!told(&fair, ALL).contains("assumption"));
        fair.0.measures[0].kind = MeasureKind::Fair;
        let (n, off, standard_error, reach, margin) = (100, 0.01, 0.03, 0.5, 0.01);
        fair.1[0].fairness[0] = Some(Comparison { n, known: n, off, standard_error, reach, unseen_one: reach, margin });
        let text = told(&fair, ALL);
        assert!(
            text.contains("cannot tell yet") && text.contains("within 0.01 of one half; an assumption: "),
            "{text}"
        );
    }

    #[test]
    fn measures_that_do_not_fit_go_to_further_tables() {
        let text = told(&by_hand(), Extent { width: 60, ..ALL });
        assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
        assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("shot_speed ")).count(), 2, "{text}");
    }

    #[test]
    fn only_the_best_rows_are_shown() {
        let text = told(&by_hand(), Extent { rows: 1, ..ALL });
        assert!(text.contains("best 1 points by stays") && !text.contains("0.60 ["), "{text}");
    }

    #[test]
    fn a_partial_dataset_says_so() {
        let mut partial = by_hand();
        (partial.0.blocks, partial.0.trials) = ([1, 3], [10, 24]);
        partial.1[1].estimates[0] = Estimate::default();
        let text = told(&partial, ALL);
        assert!(text.contains("PARTIAL: 10 of 24 trials (1 of 3 blocks)"), "{text}");
        assert!(text.contains("the intervals will be about 35 % narrower"), "{text}");
        assert!(text.contains(" - ") && text.contains("continues the run") && !text.contains("NaN"), "{text}");
    }
}
