//! The plan of a dataset as a scenario, so that a page says how it is made again.

use std::fmt::Write as _;

use tolley_dataset::Dataset;
use tolley_experiment::design::Design;
use tolley_experiment::distribution::Distribution;
use tolley_experiment::exclusion::Term;
use tolley_experiment::grid::Axis;
use tolley_experiment::plan::{Plan, PlanRecord, StreamsMode};
use tolley_experiment::scenario::{self, Overrides};
use tolley_experiment::value::Value;
use tolley_session::studies;

/// The scenario that makes the same dataset; `None` where none says the same.
pub fn scenario(dataset: &Dataset) -> Option<String> {
    let (record, (plan, _)) = (&dataset.manifest().plan, studies::plan_of(dataset).ok()?);
    let text = text(dataset.manifest().question.as_deref(), record, &plan);
    let overrides = Overrides { allow_large: true, ..Overrides::default() };
    let (again, _) = scenario::parse("the report", &text, &studies::infos(), overrides).ok()?;
    (again.record() == *record).then_some(text)
}

fn text(question: Option<&str>, record: &PlanRecord, plan: &Plan) -> String {
    let mut text = String::new();
    if let Some(question) = question {
        let _ = writeln!(text, "# {}", question.replace(char::is_control, " "));
    }
    let _ = writeln!(text, "study = {:?}\nseed = {}", record.study, record.seed);
    if record.stop.is_none() {
        let _ = writeln!(text, "repeats = {}", record.grid.repeats);
    }
    if record.streams == StreamsMode::Independent {
        text += "streams = \"independent\"\n";
    }
    if let Some(stop) = &record.stop {
        let _ = writeln!(
            text,
            "\n[stop]\nmetric = {:?}\nhalf_width = {:?}\nconfidence = {:?}\nmin_repeats = {}\nmax_repeats = {}",
            stop.metric, stop.half_width, stop.confidence, stop.min_repeats, record.grid.repeats
        );
    }
    if let Some(columns) = &record.columns {
        let _ = writeln!(text, "\n[output]\ncolumns = {columns:?}");
    }
    let keys = &plan.study.schema.keys;
    let is_axis = |key: usize| plan.axis_of(key).is_some();
    let mut table = "";
    for (number, key) in keys.iter().enumerate().filter(|(number, _)| plan.is_set(*number) && !is_axis(*number)) {
        if key.path.table != table {
            table = key.path.table;
            let _ = writeln!(text, "\n[{table}]");
        }
        let _ = writeln!(text, "{} = {}", key.path.name, value(&plan.point(0)[number]));
    }
    text + &sweep(record)
}

fn sweep(record: &PlanRecord) -> String {
    let grid = &record.grid;
    if grid.axes.is_empty() {
        return String::new();
    }
    let mut text = "\n[sweep]\n".to_owned();
    let drawn = |name: &str, points: u64| format!("design = \"{name}\"\npoints = {points}\n");
    let scrambled = |scramble: &Option<u64>| if scramble.is_none() { "scramble = false\n" } else { "" };
    match &grid.design {
        Design::Grid => {}
        Design::List => return text + &list(&grid.axes) + &excluded(record),
        Design::Random { points, .. } => text += &drawn("random", *points),
        Design::LatinHypercube { points, .. } => text += &drawn("latin-hypercube", *points),
        Design::Halton { points, scramble } => text += &(drawn("halton", *points) + scrambled(scramble)),
        Design::Sobol { points, scramble } => text += &(drawn("sobol", *points) + scrambled(scramble)),
        Design::Saltelli { points, scramble, second_order } => {
            text += &(drawn("saltelli", *points) + scrambled(scramble));
            let _ = writeln!(text, "second_order = {second_order}");
        }
    }
    text += "\n[sweep.axes]\n";
    for axis in &grid.axes {
        let _ = writeln!(text, "{:?} = {}", axis.key, of_axis(axis));
    }
    text + &excluded(record)
}

fn list(axes: &[Axis]) -> String {
    let points = axes.first().map_or(0, |axis| axis.values.len());
    let row = |point: usize| {
        let cells = axes.iter().map(|axis| format!("{:?} = {}", axis.key, value(&axis.values[point])));
        format!("  {{ {} }},\n", cells.collect::<Vec<_>>().join(", "))
    };
    format!("design = \"list\"\nrows = [\n{}]\n", (0..points).map(row).collect::<String>())
}

fn of_axis(axis: &Axis) -> String {
    let values = || axis.values.iter().map(value).collect::<Vec<_>>().join(", ");
    let end = |name: &str, end: &Option<f64>| end.map_or_else(String::new, |end| format!(", {name} = {end:?}"));
    match &axis.distribution {
        None if axis.weights.is_empty() => format!("[{}]", values()),
        None => {
            let weights: Vec<String> = axis.weights.iter().map(|weight| format!("{weight:?}")).collect();
            format!("{{ values = [{}], weights = [{}] }}", values(), weights.join(", "))
        }
        Some(Distribution::Uniform { min, max }) => format!("{{ min = {min:?}, max = {max:?} }}"),
        Some(Distribution::LogUniform { min, max }) => format!("{{ min = {min:?}, max = {max:?}, scale = \"log\" }}"),
        Some(Distribution::Whole { min, max }) => format!("{{ min = {min}, max = {max} }}"),
        Some(Distribution::Normal { mean, sd, min, max }) => {
            let ends = end("min", min) + &end("max", max);
            format!("{{ distribution = \"normal\", mean = {mean:?}, sd = {sd:?}{ends} }}")
        }
        Some(Distribution::Triangular { min, mode, max }) => {
            format!("{{ distribution = \"triangular\", min = {min:?}, mode = {mode:?}, max = {max:?} }}")
        }
    }
}

fn excluded(record: &PlanRecord) -> String {
    let term = |term: &Term| {
        let ends = [("min", term.min), ("max", term.max)];
        let ends: Vec<String> =
            ends.iter().filter_map(|(name, end)| end.map(|end| format!("{name} = {end:?}"))).collect();
        let values: Vec<String> = term.values.iter().map(value).collect();
        let said =
            if values.is_empty() { format!("{{ {} }}", ends.join(", ")) } else { format!("[{}]", values.join(", ")) };
        format!("{:?} = {said}\n", term.key)
    };
    let one = |terms: &Vec<Term>| format!("\n[[sweep.exclude]]\n{}", terms.iter().map(term).collect::<String>());
    record.grid.exclude.iter().map(|exclusion| one(&exclusion.0)).collect()
}

fn value(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{number:?}"),
        other => other.to_string(),
    }
}
