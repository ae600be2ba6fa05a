//! `tolley solve`: dice football exactly, and a sheet for people.

use std::path::Path;

use tolley_analysis::{Summary, summary};
use tolley_answers::answer::{
    Answer, Cell, Certainty, Column, ColumnPart, Form, Headline, Quantity, Sentence, Table, Verdict,
};
use tolley_answers::kinds::{Context, common};
use tolley_dataset::Dataset;
use tolley_experiment::ask::Ask;
use tolley_experiment::table::MeasureKind;
use tolley_session::share;
use tolley_session::solve::Solving;

use crate::again;
use crate::answered::{self, Showing};
use crate::args;
use crate::dry_run;
use crate::exit::{self, Stop};
use crate::list;
use crate::output;
use crate::playing::Playing;
use crate::run;
use crate::summary::Values;

/// Sums of exact numbers differ by so much for rounding alone.
const ROUNDING: f64 = 1e-12;

/// Solves scenarios, one after the other, and prints the sheet of each.
pub fn run(args: &args::Solve) -> Result<u8, Stop> {
    let [first, rest @ ..] = args.scenarios.as_slice() else {
        return list::scenarios(None);
    };
    if rest.is_empty() {
        return solve(first, args, true);
    }
    if args.flags.output.is_some() {
        return Err(Stop::new(exit::BAD_INPUT, "error: --output is for one scenario, not for several"));
    }
    let mut code = exit::DONE;
    for path in &args.scenarios {
        output::say(&format!("{}:", path.display()));
        code = code.max(solve(path, args, false)?);
    }
    Ok(code)
}

/// Solves one scenario; one of another study is refused, or among several passed over.
fn solve(path: &Path, args: &args::Solve, is_only: bool) -> Result<u8, Stop> {
    let flags = &args.flags;
    let playing = Playing::new(path, flags);
    let (plan, study) = playing.plan()?;
    if study.name() != Solving::STUDY {
        let message = format!("{} is not a scenario of the study {}; use `tolley run`", path.display(), Solving::STUDY);
        if is_only {
            return Err(Stop::new(exit::BAD_INPUT, format!("error: {message}")));
        }
        output::say(&format!("note: skipped: {message}"));
        return Ok(exit::DONE);
    }
    if flags.dry_run {
        return dry_run::run(&plan, study, &playing, flags.json);
    }
    let solving = Solving::new(&plan);
    if share(&playing.request.share, &playing.console)?.is_some() {
        return run::play_planned(&plan, solving.study(), &playing, flags, (args.details, Values::Raw));
    }
    let played = tolley_session::play::play(&plan, solving.study(), &playing.request, &playing.console)?;
    let (dataset, failed) = (played.dataset, played.failed);
    let summed = summary(&dataset)?;
    let context = Context { command: again::command(&["solve"], path, flags, &[]), ..Context::default() };
    let mut answer = answer(&dataset, &summed, &context);
    again::caution(&mut answer, &dataset)?;
    let missing = answer.about.missing;
    let showing = Showing { is_json: flags.json, has_details: args.details, ..Showing::default() };
    answered::print_and_keep(&[answer], None, showing)?;
    if !flags.json && args.details {
        output::result(&format!("\n{}", solving.sheet()?))?;
    }
    Ok(run::judged(&dataset, &missing, failed))
}

/// What the solution says; nothing in it is a sample.
fn answer(dataset: &Dataset, summed: &Summary, context: &Context<'_>) -> Answer {
    let manifest = dataset.manifest();
    let measures = &manifest.measures;
    let first = measures.iter().position(|measure| measure.kind == MeasureKind::Fair).unwrap_or(0);
    let quantities: Vec<Quantity> = measures.iter().map(|measure| measured(dataset, &measure.column)).collect();
    let table = table(dataset, summed, &quantities);
    let value = |row: &Vec<Cell>| match row.get(manifest.plan.grid.axes.len() + 1 + first) {
        Some(Cell::Number(value)) => Some(*value),
        _ => None,
    };
    let values: Vec<f64> = table.rows.iter().filter_map(value).collect();
    let ends = [values.iter().copied().reduce(f64::min), values.iter().copied().reduce(f64::max)];
    let about = common::about(&Ask::default(), dataset, context, summed.facts.missing());
    Answer {
        about: tolley_answers::answer::About { kind: "solve", ..about },
        headline: Headline {
            verdict: Verdict::Exact,
            certainty: Certainty::Clearly,
            sentence: sentence(quantities.get(first), ends),
            amount: Vec::new(),
            depends_on: Vec::new(),
        },
        findings: Vec::new(),
        tables: vec![brief(dataset, &quantities, &table), table],
        notes: Vec::new(),
        next: Vec::new(),
    }
}

fn measured(dataset: &Dataset, column: &str) -> Quantity {
    let table = &dataset.manifest().tables[0];
    table.index(column).map_or_else(|| Quantity::plain(column, column), |at| Quantity::of_column(&table.columns[at]))
}

/// `Exact: the points of who kicks off are 49.3 %.`, of several points from where to where.
fn sentence(quantity: Option<&Quantity>, ends: [Option<f64>; 2]) -> Sentence {
    let (Some(quantity), [Some(low), Some(high)]) = (quantity, ends) else {
        return Sentence::words("exact, but nothing is known of what is measured.");
    };
    let exact = |value: f64| tolley_analysis::Estimate { value: Some(value), ..tolley_analysis::Estimate::default() };
    let of = Sentence::words("exact, with best play: ").name(&quantity.label).and(" ");
    let of = of.estimate(exact(low), quantity, Form::Alone);
    if low == high { of.and(".") } else { of.and(" to ").estimate(exact(high), quantity, Form::Alone).and(".") }
}

/// Every measure at every point.
fn table(dataset: &Dataset, summed: &Summary, quantities: &[Quantity]) -> Table {
    let manifest = dataset.manifest();
    let axes = manifest.plan.grid.axes.iter().map(|axis| Column::axis(Quantity::of_key(manifest, &axis.key)));
    let point = Column { quantity: Quantity::plain("point", "point"), head: None, part: ColumnPart::Point };
    let rows = summed.by_number().map(|of| {
        let number = of.point;
        let values = of.values.into_iter().map(Cell::Value);
        let cells =
            of.estimates.iter().map(|estimate| estimate.value.map_or(Cell::Absent, |value| Cell::Number(plain(value))));
        values.chain([Cell::Count(number)]).chain(cells).collect()
    });
    Table {
        name: "points",
        title: Sentence::words("the exact solution at every point"),
        columns: axes.chain([point]).chain(quantities.iter().cloned().map(Column::other)).collect(),
        rows: rows.collect(),
        is_brief: false,
    }
}

/// A number that is 0 but for rounding is 0.
fn plain(value: f64) -> f64 {
    if value.abs() < ROUNDING { 0.0 } else { value }
}

/// Of one point its measures, a line each.
fn brief(dataset: &Dataset, quantities: &[Quantity], whole: &Table) -> Table {
    let skipped = dataset.manifest().plan.grid.axes.len() + 1;
    let shown = |(quantity, cell): (&Quantity, &Cell)| {
        let column = Column::other(quantity.clone());
        let text = tolley_answers::render::text::cell_text(cell, &column);
        vec![Cell::Name(quantity.label.clone()), Cell::Name(text)]
    };
    let rows = match whole.rows.as_slice() {
        [one] => quantities.iter().zip(&one[skipped..]).map(shown).collect(),
        _ => Vec::new(),
    };
    let other = |name: &str| Column::other(Quantity::plain(name, name));
    Table {
        name: "solution",
        title: Sentence::words("what the solution says"),
        columns: vec![other("with best play"), other("exactly")],
        is_brief: !rows.is_empty(),
        rows,
    }
}
