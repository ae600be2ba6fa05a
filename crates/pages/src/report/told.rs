//! The page of a dataset: its parts in the order in which they are read.

use serde_json::{Value as Json, json};
use tolley_analysis::contrasts::Contrast;
use tolley_analysis::fair::Fairness;
use tolley_analysis::sensitivity::{Sensitivity, sensitivity};
use tolley_analysis::{AnalysisError, Facts, Missing, Summary, smoothed};
use tolley_answers::limited;
use tolley_answers::number::{self, Shown};
use tolley_answers::render::shell_line;
use tolley_answers::summary::Order;
use tolley_answers::tidy::Tidy;
use tolley_answers::words::GroupedCount;
use tolley_dataset::Dataset;
use tolley_experiment::design::Design;
use tolley_report::{Document, Figure, Markup, Section};

use super::cube::{Cube, MOST_POINTS, plain, titled, told, where_asked};
use super::forest::{AlongAxis, MOST_TRIALS};
use super::known::Known;
use super::screen::{self, RingPlan};
use super::wins::{self, Wins};
use super::{assumed, dice, fairness, forest, indices, maps, remake, sweeps, tables};
use crate::PageError;

/// The page of a dataset.
pub struct DatasetPage {
    /// What it shows.
    pub document: Document,
    /// Its numbers.
    pub tidy: Tidy,
    /// What is missing from them.
    pub missing: Missing,
}

/// Makes the page of a dataset and its numbers.
pub fn page(dataset: &Dataset, known: &Known) -> Result<DatasetPage, PageError> {
    let summary = tolley_analysis::summary(dataset)?;
    let facts = &summary.facts;
    // charts and the table of the best; the files beside the page have means as they are
    let smoothed = match Order::of(known.plan.as_ref()) {
        Order::BestFirst => smoothed::best_of(dataset, &summary, tables::MOST_ROWS)?,
        Order::SmoothedFirst | Order::AsDesigned => None,
    };
    let drawn = smoothed.as_ref().unwrap_or(&summary);
    let cube = Cube::of(dataset, drawn, known.plan.as_ref());
    let found = cube.as_ref().map(Found::of).transpose()?;
    let answers = screen::answers(dataset, known)?;
    let mut sections = sections((dataset, known), drawn, cube.as_ref(), found.as_ref())?;
    let mut doubts = doubtful(known, facts, cube.is_some(), found.as_ref().and_then(|found| found.indices.as_ref()));
    let (answer, first) = match answers.split_first() {
        Some((first, others)) => {
            doubts.splice(0..0, limited::told(dataset, known.plan.as_ref())?);
            let told = answers.iter().map(|answer| answer.headline.text()).collect();
            let ground = known.plan.as_ref().and_then(RingPlan::of);
            let picture =
                already_drawn(first.about.kind, &mut sections).or_else(|| screen::picture(first, ground.as_ref()));
            let also = others.iter().map(|other| screen::also(other, screen::picture(other, ground.as_ref())));
            let before: Vec<Section> = also.chain(screen::details(first)).collect();
            sections.splice(0..0, before);
            (told, Some(screen::screen(first, picture)))
        }
        None => (answer((dataset, known), facts, cube.as_ref(), found.as_ref())?, None),
    };
    let document = Document { question: question(dataset), answer, doubts, screen: first, sections };
    let mut rows = tables::estimate_rows(&summary);
    if let (Some(cube), Some(found)) = (&cube, &found) {
        rows.extend(forest::rows(cube, facts.headline, &found.along));
        rows.extend(found.fair.iter().flat_map(fairness::rows));
        rows.extend(found.indices.iter().flat_map(indices::rows));
        if let Some(Wins::Curves(curves)) = &found.wins {
            rows.extend(curves.rows());
        }
    }
    let points = cube.as_ref().map(|cube| cube.points.as_slice());
    Ok(DatasetPage { document, tidy: Tidy::of(points, dataset, rows), missing: facts.missing() })
}

/// The large picture that the page has already: the board of a solution, and the map of a question for one.
fn already_drawn(kind: &str, sections: &mut [Section]) -> Option<Figure> {
    let is_it = |figure: &Figure| figure.kind == "board" || (kind == "map" && matches!(figure.kind, "map" | "heat"));
    sections.iter_mut().find_map(|section| {
        let at = section.figures.iter().position(is_it)?;
        Some(section.figures.remove(at))
    })
}

/// What is found beside the estimates.
struct Found {
    along: Vec<AlongAxis>,
    fair: Option<Fairness>,
    indices: Option<Sensitivity>,
    wins: Option<Wins>,
}

impl Found {
    fn of(cube: &Cube<'_>) -> Result<Found, AnalysisError> {
        let grid = cube.grid();
        let is_saltelli = matches!(grid.design, Design::Saltelli { .. }) && grid.trials() <= MOST_TRIALS;
        let indices = if is_saltelli { where_asked(sensitivity(cube.dataset, None))? } else { None };
        let along = forest::along_axes(cube, cube.facts.headline)?;
        Ok(Found { along, fair: fairness::found(cube)?, indices, wins: wins::found(cube)? })
    }
}

fn question(dataset: &Dataset) -> String {
    let manifest = dataset.manifest();
    match &manifest.question {
        Some(question) => question.clone(),
        None => format!("{}: {}", manifest.plan.study, manifest.tables[0].about),
    }
}

/// The answer, and before it where the nearest was played of what was asked.
fn answer(
    (dataset, known): (&Dataset, &Known),
    facts: &Facts,
    cube: Option<&Cube<'_>>,
    found: Option<&Found>,
) -> Result<Vec<String>, PageError> {
    let sentences = sentences(facts, cube, found);
    Ok(limited::told(dataset, known.plan.as_ref())?.into_iter().chain(sentences).collect())
}

/// The answer: what the measures say.
fn sentences(facts: &Facts, cube: Option<&Cube<'_>>, found: Option<&Found>) -> Vec<String> {
    let (Some(cube), Some(found)) = (cube, found) else {
        let text = format!("{} design points: the numbers stand in the tables of the dataset.", facts.point_count);
        return vec![text];
    };
    let mut told = Vec::new();
    if let Some(fair) = &found.fair {
        told.push(fairness::sentence(fair));
        told.extend(fairness::tolerance(fair));
    }
    told.extend(found.indices.as_ref().and_then(hangs_on));
    if found.fair.is_none() {
        told.extend(extremes(cube));
        told.extend(strongest(cube, &found.along));
    }
    told
}

/// The key that an outcome hangs on most, where that is known.
fn hangs_on(found: &Sensitivity) -> Option<String> {
    let first = found.inputs.first()?;
    let total = first.indices?.total;
    let [low, high] = total.interval?;
    let (measure, value) = (found.measure.replace('_', " "), total.value);
    Some(format!(
        "{measure} hangs most on {}: {value:.2} [{low:.2}, {high:.2}] of its variance would stay if all else were known.",
        first.key
    ))
}

/// The greatest and the least value of the headline, and where they are.
fn extremes(cube: &Cube<'_>) -> Vec<String> {
    let measure = cube.facts.headline;
    let shown = cube.shown(measure);
    let Some(best) = cube.best(measure) else {
        return vec!["No trial has a value of any measure.".to_owned()];
    };
    let value = |point: usize| {
        let estimate = &cube.points[point].estimates[measure];
        let told = told(estimate, shown.factor);
        format!("{told} {}", shown.unit).trim_end().to_owned()
    };
    let at = |point: usize| {
        let values = cube.axes.iter().zip(&cube.points[point].values).map(|(axis, value)| axis.at(value));
        values.collect::<Vec<_>>().join(", ").replace('_', " ")
    };
    let (name, n) = (plain(&shown.name), cube.points[best].estimates[measure].n);
    let count = cube.points.len();
    let has_interval = cube.points[best].estimates[measure].interval.is_some();
    if count == 1 {
        let how = match n {
            _ if has_interval => "95 % interval",
            0 | 1 => "too few for an interval",
            _ => "it never varied, and has no interval",
        };
        return vec![format!("{name} is {} ({how}, n = {}).", value(best), GroupedCount(n))];
    }
    let of = |point: usize| cube.points[point].estimates[measure].value.unwrap_or(f64::INFINITY);
    let worst = (0..count).min_by(|a, b| of(*a).total_cmp(&of(*b))).unwrap_or(best);
    if !cube.is_grid() {
        // what stands at a drawn point says little: the charts show each axis
        let text = format!(
            "{name} goes from {} to {} over {count} drawn points, n = {} each.",
            value(worst),
            value(best),
            GroupedCount(n)
        );
        return vec![text];
    }
    if of(worst) == of(best) {
        return vec![format!("{name} is {} at all {count} points (n = {} each).", value(best), GroupedCount(n))];
    }
    let is_smoothed = cube.is_smoothed(measure);
    let luck = if count > 8 && !is_smoothed { " The greatest of many points is partly the luckiest." } else { "" };
    let how = match n {
        _ if is_smoothed => "smoothed over all points, 95 % intervals",
        _ if has_interval => "95 % intervals",
        0 | 1 => "too few trials for intervals",
        _ => "95 % intervals but of what never varied",
    };
    vec![format!(
        "{name} goes from {} at {} to {} at {} ({count} points, {how}, n = {} each).{luck}",
        value(worst),
        at(worst),
        value(best),
        at(best),
        GroupedCount(n)
    )]
}

/// The axis whose first value differs most from another, among those of which a corrected test says that they do.
fn strongest(cube: &Cube<'_>, along: &[AlongAxis]) -> Option<String> {
    const LEVEL: f64 = 0.05;
    let shown = cube.shown(cube.facts.headline);
    let arms = along.iter().flat_map(|along| along.found.arms.iter().map(move |arm| (along, arm)));
    let differs = |arm: &Contrast| arm.p.is_some_and(|p| p.differs < LEVEL);
    let size = |arm: &Contrast| arm.difference.value.map_or(0.0, f64::abs);
    let (axis, arm) = arms.filter(|(_, arm)| differs(arm)).max_by(|a, b| size(a.1).total_cmp(&size(b.1)))?;
    let of = &cube.axes[axis.axis];
    let control = &axis.found.arms[axis.found.control].values[0].1;
    let difference = &arm.difference;
    let told = told(difference, shown.factor);
    let text = format!(
        "The largest effect of one axis: {} instead of {} changes it by {told} {} (paired on {} repeats, all else averaged over).",
        of.at(&arm.values[0].1),
        number::value(control, of.shown.factor),
        shown.unit,
        GroupedCount(difference.n)
    );
    Some(text.replace('_', " ").replace("  ", " "))
}

fn doubtful(known: &Known, facts: &Facts, has_charts: bool, indices: Option<&Sensitivity>) -> Vec<String> {
    let mut told: Vec<String> = indices.into_iter().flat_map(|found| found.notes.iter().cloned()).collect();
    if !facts.is_complete() {
        let [done, planned] = facts.trials.map(GroupedCount);
        told.push(format!("PARTIAL: {done} of {planned} trials; the same command continues the run."));
    }
    let missing = facts.missing();
    if missing.is_doubtful() {
        told.push(format!(
            "{} of {} trials are quarantined, more than 1 in 100,000: what is left may not be a fair sample.",
            GroupedCount(missing.quarantined),
            GroupedCount(missing.trials)
        ));
    }
    if missing.failed > 0 {
        told.push(format!("{} trials failed: a bug.", GroupedCount(missing.failed)));
    }
    let written = tables::points_written(facts);
    if facts.point_count > written as u64 {
        told.push(format!(
            "The files beside the page have the best {written} points alone; `tolley data export` has all."
        ));
    }
    if !has_charts {
        told.push(format!("More than {MOST_POINTS} design points: no chart is drawn."));
    }
    told.extend(known.notice.as_ref().map(|notice| notice.trim().replace('\n', " ")));
    told
}

fn sections(
    (dataset, known): (&Dataset, &Known),
    summary: &Summary,
    cube: Option<&Cube<'_>>,
    found: Option<&Found>,
) -> Result<Vec<Section>, AnalysisError> {
    let mut sections = Vec::new();
    if let (Some(cube), Some(found)) = (cube, found) {
        let mut figures: Vec<Figure> = Vec::new();
        figures.extend(found.fair.as_ref().and_then(|fair| fairness::figure(cube, fair)));
        figures.extend(dice::figures(cube)?);
        let maps = maps::figures(cube)?;
        figures.extend(found.indices.as_ref().map(|found| indices(cube, found)));
        figures.extend(sweeps::figures(cube));
        figures.extend(forest::figure(cube, cube.facts.headline, &found.along));
        figures.extend(maps);
        let mut body = found.fair.as_ref().map_or_else(Markup::new, |fair| fairness::markup(dataset, fair));
        body = maps::missing(cube).into_iter().fold(body, |body, told| body.element("p", told));
        match &found.wins {
            Some(Wins::Curves(curves)) => figures.push(curves.figure(cube)),
            Some(Wins::Without(why)) => body = body.element("p", why),
            None => {}
        }
        sections.push(Section { heading: "What was found".to_owned(), body, figures });
    }
    sections.push(assumed::design(dataset));
    sections.push(tables::estimates(summary));
    sections.push(tables::quarantine(&summary.facts));
    sections.push(assumed::assumptions(known.plan.as_ref()));
    sections.push(made(dataset, known));
    Ok(sections)
}

fn indices(cube: &Cube<'_>, found: &Sensitivity) -> Figure {
    let mut rows: Vec<Json> = Vec::new();
    for input in &found.inputs {
        let Some(indices) = input.indices else { continue };
        for (name, index) in [("total, ST", indices.total), ("alone, S1", indices.first)] {
            let Some([low, high]) = index.interval else { continue };
            rows.push(json!({ "label": input.key, "group": "", "mark": name, "v": index.value, "lo": low, "hi": high, "n": found.rows[1] }));
        }
    }
    let shown = Shown::of_column(&found.measure);
    Figure {
        kind: "forest",
        title: format!("On which axis {} hangs.", titled(&shown)),
        caption: format!(
            "Shares of the variance (Sobol): ST would stay if all but this axis were known, S1 would go if it alone were known; \
             bars are 95 % of a bootstrap; n = {} rows of a Saltelli design, {} trials a point, seed {}.",
            found.rows[1], found.repeats, cube.facts.seed
        ),
        data: json!({ "v": { "title": "share of the variance" }, "margin": null, "rows": rows }),
    }
}

/// The command that makes the dataset again.
fn made(dataset: &Dataset, known: &Known) -> Section {
    let name = dataset.dir().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let body = match remake::scenario(dataset, known) {
        Some(scenario) => {
            let text = "This scenario says all that the dataset follows from; the command makes the same rows again, byte by byte, \
                        with the same version of tolley.";
            let command = shell_line(&["tolley", "run", "-", "-o", &format!("runs/{name}")].map(str::to_owned));
            let command = format!("{command} <<'SCENARIO'\n{}\nSCENARIO", scenario.trim_end());
            Markup::new().element("p", text).element("pre", &command)
        }
        None => Markup::new()
            .element("p", "No scenario of this version says the same plan: manifest.json of the dataset has it."),
    };
    let again = shell_line(&["tolley", "show", &dataset.dir().display().to_string(), "--page"].map(str::to_owned));
    Section::of("How to make it again", body.element("p", "And this page:").element("pre", &again))
}
