//! The design, and every assumption that an answer stands on.

use tolley_answers::number::Shown;
use tolley_dataset::Dataset;
use tolley_experiment::key::Key;
use tolley_experiment::plan::{Plan, StreamsMode};
use tolley_experiment::value::{Kind, Value};
use tolley_report::{Markup, Section, document};

use super::cube::shown_text;

/// What is said of an assumption that is swept.
const SWEPT: &str = "swept";
/// Values of an axis that are told one by one.
const MOST_VALUES: usize = 12;

/// Choices that are told one by one.
const MOST_CHOICES: usize = 6;

/// The axes, repeats, seed and versions.
pub fn design(dataset: &Dataset) -> Section {
    let manifest = dataset.manifest();
    let plan = &manifest.plan;
    let streams = match plan.streams {
        StreamsMode::Common => "All points share their random numbers, so that differences between them are paired.",
        StreamsMode::Independent => "Each point has random numbers of its own.",
    };
    let design = serde_json::to_value(&plan.grid.design).ok();
    let design = design.as_ref().and_then(|design| design["name"].as_str()).unwrap_or("grid").to_owned();
    let about = format!(
        "Study {}, {}: {} points, {} trials each{}; design {design}; seed {}. {streams} Made by tolley {} (physics version {}).",
        plan.study,
        manifest.tables[0].about.trim_end_matches('.'),
        plan.grid.points(),
        plan.grid.repeats,
        if plan.stop.is_some() { " at most" } else { "" },
        plan.seed,
        manifest.tolley_version,
        manifest.physics_version
    );
    let mut body = Markup::new().element("p", &about);
    let rows: Vec<Vec<String>> = plan.grid.axes.iter().map(|axis| of_axis(dataset, axis)).collect();
    if !rows.is_empty() {
        body = body.with(&document::table(&head(&["axis", "values", "unit", "what it is"]), &rows, 4));
    }
    if !manifest.overridden.is_empty() {
        let over: Vec<String> = manifest.overridden.iter().map(|over| over.key.to_string()).collect();
        body = body.element("p", &format!("Said on the command line over the scenario: {}.", over.join(", ")));
    }
    Section::of("Design", body)
}

fn head(names: &[&str]) -> Vec<(String, String)> {
    names.iter().map(|name| ((*name).to_owned(), String::new())).collect()
}

fn of_axis(dataset: &Dataset, axis: &tolley_experiment::grid::Axis) -> Vec<String> {
    let column = dataset.manifest().key_column(&axis.key);
    let shown = column.map_or_else(|| Shown::plain(&axis.key), |column| Shown::of(&column.name, &column.unit));
    let values: Vec<String> = axis.values.iter().map(|value| shown_text(value, shown.factor)).collect();
    let values = match (&axis.distribution, values.as_slice()) {
        (Some(distribution), _) => serde_json::to_string(distribution).unwrap_or_default().replace('"', ""),
        (None, [first, .., last]) if values.len() > MOST_VALUES => {
            format!("{} values, {first} to {last}", values.len())
        }
        (None, _) => values.join(", "),
    };
    let about = column.map_or_else(String::new, |column| column.about.clone());
    vec![axis.key.clone(), values, shown.unit, about]
}

/// Every key in force whose source is an assumption; those that are not swept are marked.
pub fn assumptions(plan: Option<&Plan>) -> Section {
    let Some(plan) = plan else {
        let text = "This program does not know the keys of this dataset: `tolley list` of the version that made it says which \
                    of them are assumptions.";
        return Section::of("Assumptions in force", Markup::new().element("p", text));
    };
    let keys = plan.study.schema.keys.iter().enumerate();
    let assumed: Vec<(usize, &Key)> =
        keys.filter(|(number, key)| plan.is_assumed(*number) && plan.is_in_force(key)).collect();
    let varying = plan.varying();
    let swept = assumed.iter().filter(|(number, _)| varying.contains(number)).count();
    let mut rows: Vec<Vec<String>> = assumed.iter().map(|(number, key)| of_key(plan, *number, key, &varying)).collect();
    // what is swept first
    rows.sort_by_key(|row| row[3] != SWEPT);
    let about = format!(
        "Nobody has measured these {} numbers and choices; {swept} of them are swept here, the answer stands on the other {} \
         as they are.",
        assumed.len(),
        assumed.len() - swept
    );
    let table =
        document::table(&head(&["key", "value", "unit", "swept", "plausible", "why it is an assumption"]), &rows, 6);
    let body = Markup::new().element("p", &about).with(&table);
    Section::of("Assumptions in force", body)
}

fn of_key(plan: &Plan, number: usize, key: &Key, varying: &[usize]) -> Vec<String> {
    let shown = Shown::of_column(key.path.name);
    let plausible = match key.kind {
        Kind::Number { plausible: [low, high], .. } => {
            [low, high].map(|end| shown_text(&Value::Number(end), shown.factor)).join(" to ")
        }
        Kind::Count { plausible: [low, high], .. } => format!("{low} to {high}"),
        Kind::Choice(choices) if choices.len() > MOST_CHOICES => format!("{} choices", choices.len()),
        Kind::Choice(choices) => choices.join(", "),
        Kind::Flag => "true, false".to_owned(),
    };
    let is_swept = varying.contains(&number);
    let value = if is_swept { "several".to_owned() } else { shown_text(&plan.point(0)[number], shown.factor) };
    let why = key.assumption.unwrap_or_default().to_owned();
    let swept = if is_swept { SWEPT } else { "NOT SWEPT" };
    vec![key.path.to_string(), value, shown.unit, swept.to_owned(), plausible, why]
}
