//! What may be chosen, and what it was worth: the axes of a dataset that are choices, case by case of all others.

use tolley_analysis::choices::{self, PointWorths};
use tolley_analysis::smoothed::places;
use tolley_analysis::statistics::smoother::Places;
use tolley_analysis::{Estimate, Missing, solved};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::{Ask, Better};
use tolley_experiment::design::Design;
use tolley_experiment::grid::Grid;
use tolley_experiment::role::Role;
use tolley_experiment::value::Value;
use tolley_search::factorial::Factorial;

use crate::AnswerError;
use crate::answer::Quantity;

/// What may be chosen, and what each choice was worth.
pub struct Choices {
    /// What is chosen.
    pub axes: Vec<ChoiceAxis>,
    /// What is not chosen: of each combination of the other axes what each choice was worth there.
    pub cases: Vec<ChoiceCase>,
    /// What is measured.
    pub of: Quantity,
    /// Its column, or the text that was asked.
    pub measure: String,
    /// Whether more of it is better.
    pub is_largest: bool,
    /// Difference that does not matter, where the question says so.
    pub margin: Option<f64>,
    /// Whether the values are computed, without chance.
    pub is_exact: bool,
    /// Trials that are left out.
    pub missing: Missing,
}

/// One thing to choose.
pub struct ChoiceAxis {
    /// What it is.
    pub quantity: Quantity,
    /// A short name, unlike those of the others.
    pub short: String,
    /// Its values in the order of the design.
    pub values: Vec<Value>,
}

/// One combination of all that is not chosen.
pub struct ChoiceCase {
    /// What it is.
    pub values: Vec<(Quantity, Value)>,
    /// What each choice was worth, turned round where less is better.
    pub worth: Factorial,
    /// Number of the design point of each.
    pub points: Vec<u64>,
    /// What each was worth by its own trials.
    pub means: Vec<Estimate>,
}

/// Numbers of the axes that are chosen, and of all others.
pub fn axes_of(ask: &Ask, manifest: &Manifest) -> Result<[Vec<usize>; 2], AnswerError> {
    let axes = &manifest.plan.grid.axes;
    let is_choice = |key: &str| manifest.described_key(key).is_some_and(|column| column.role == Some(Role::Choice));
    if let Some(unknown) = ask.over.iter().find(|key| axes.iter().all(|axis| axis.key != **key)) {
        let known: Vec<&str> = axes.iter().map(|axis| axis.key.as_str()).collect();
        return Err(AnswerError::Refused(format!("{unknown} is no axis; the axes are {}", known.join(", "))));
    }
    let is_over = |key: &String| if ask.over.is_empty() { is_choice(key) } else { ask.over.contains(key) };
    let asked: Vec<usize> = (0..axes.len()).filter(|axis| is_over(&axes[*axis].key)).collect();
    let own: Vec<usize> = asked.iter().copied().filter(|axis| !is_of_rival(ask, manifest, &axes[*axis].key)).collect();
    if !own.is_empty() && own.len() < asked.len() && !manifest.plan.grid.is_full_grid() {
        let message = "choices of both sides change together from point to point; best needs a grid of them";
        return Err(AnswerError::Refused(message.to_owned()));
    }
    // what the other side chooses is no choice for the gain of this one: it is a case
    let chosen = if own.is_empty() { asked } else { own };
    let others = (0..axes.len()).filter(|axis| !chosen.contains(axis)).collect();
    if chosen.is_empty() && !axes.is_empty() {
        let message = "no axis is a choice of a player; say over which to choose: --over KEY";
        return Err(AnswerError::Refused(message.to_owned()));
    }
    Ok([chosen, others])
}

/// Whether a key is declared to be of another side than the measure.
pub fn is_of_rival(ask: &Ask, manifest: &Manifest, key: &str) -> bool {
    let measured = Quantity::of_measure(manifest, ask.measure.as_deref()).of;
    let whose = manifest.described_key(key).and_then(|column| column.of.as_ref());
    measured.zip(whose).is_some_and(|(measured, whose)| measured != *whose)
}

/// Whether all choices are of the other side, for whom less of the measure is better unless the question says which.
pub fn is_for_rival(ask: &Ask, manifest: &Manifest) -> Result<bool, AnswerError> {
    let [chosen, _] = axes_of(ask, manifest)?;
    let is_rival = |axis: &usize| is_of_rival(ask, manifest, &manifest.plan.grid.axes[*axis].key);
    Ok(ask.better.is_none() && !chosen.is_empty() && chosen.iter().all(is_rival))
}

impl Choices {
    /// Reads what a question is about.
    pub fn read(ask: &Ask, dataset: &Dataset) -> Result<Choices, AnswerError> {
        let manifest = dataset.manifest();
        let [chosen, others] = axes_of(ask, manifest)?;
        let worths = choices::point_worths(dataset, ask.measure.as_deref())?;
        let is_largest = ask.better != Some(Better::Smallest) && !is_for_rival(ask, manifest)?;
        let (axes, cases) = match manifest.plan.grid.is_full_grid() {
            true => (axes(manifest, &chosen), grid_cases(manifest, &worths, &chosen, &others, is_largest)),
            false => listed(manifest, &worths, is_largest),
        };
        let of = of_measure(manifest, &worths);
        let is_exact = solved::is_exact_at_each_point(manifest);
        let PointWorths { measure, missing, .. } = worths;
        Ok(Choices { axes, cases, of, measure, is_largest, margin: ask.margin, is_exact, missing })
    }

    /// All cases as one: the mean of each choice over them, repeat by repeat.
    pub fn pooled(&self) -> Factorial {
        let first = &self.cases[0].worth;
        if self.cases.len() == 1 {
            return first.clone();
        }
        let count = self.cases.len() as f64;
        let mean = |point: usize, repeat: usize| {
            self.cases.iter().map(|case| case.worth.worth[point][repeat]).sum::<f64>() / count
        };
        let repeats = first.worth.first().map_or(0, Vec::len);
        let worth = (0..first.worth.len()).map(|point| (0..repeats).map(|repeat| mean(point, repeat)).collect());
        Factorial { worth: worth.collect(), ..first.clone() }
    }

    /// A number of `worth` as it is measured.
    pub fn sign(&self) -> f64 {
        if self.is_largest { 1.0 } else { -1.0 }
    }
}

/// What is measured, in words.
pub fn of_measure(manifest: &Manifest, worths: &PointWorths) -> Quantity {
    let column = manifest.tables[0].columns.iter().find(|column| column.name == worths.measure);
    match column {
        Some(column) => Quantity::of_column(column),
        None if worths.is_share => Quantity {
            unit: "%".to_owned(),
            factor: 100.0,
            range: [0.0, 1.0],
            ..Quantity::plain(&worths.measure, &worths.about)
        },
        None => Quantity::plain(&worths.measure, &worths.about),
    }
}

fn axes(manifest: &Manifest, chosen: &[usize]) -> Vec<ChoiceAxis> {
    let all = &manifest.plan.grid.axes;
    let quantities: Vec<Quantity> = chosen.iter().map(|axis| quantity_of_key(manifest, &all[*axis].key)).collect();
    let shorts = short_names(&quantities);
    let of = |((axis, quantity), short): ((&usize, &Quantity), String)| ChoiceAxis {
        quantity: quantity.clone(),
        short,
        values: all[*axis].values.clone(),
    };
    chosen.iter().zip(&quantities).zip(shorts).map(of).collect()
}

/// The first words of labels, as far as no two begin alike.
pub fn short_names(quantities: &[Quantity]) -> Vec<String> {
    let shorts: Vec<String> = quantities.iter().map(|quantity| first_words(&quantity.label)).collect();
    let alike = |short: &String| shorts.iter().filter(|other| *other == short).count();
    let of = |(short, quantity): (&String, &Quantity)| match alike(short) {
        1 => short.clone(),
        _ => quantity.label.clone(),
    };
    shorts.iter().zip(quantities).map(of).collect()
}

/// Of a key, with the label that a study has today where a dataset is older than labels.
fn quantity_of_key(manifest: &Manifest, key: &str) -> Quantity {
    let of = |column: &_| Quantity { name: key.to_owned(), ..Quantity::of_column(column) };
    manifest.described_key(key).map_or_else(|| Quantity::of_key(manifest, key), of)
}

/// `speed` of `speed of the shot`.
fn first_words(label: &str) -> String {
    let ends = [" of the ", " of a ", " from the ", " on the ", " in the ", " at the "];
    let end = ends.iter().filter_map(|end| label.find(end)).min();
    end.map_or(label, |end| &label[..end]).to_owned()
}

/// Where points lie, for a surface through them; nowhere where some are known better than others by design, or have no
/// value by nature, so that they are taken as they are.
fn lying(worths: &PointWorths, grid: &Grid, axes: &[usize], points: &[u64]) -> Places {
    if worths.is_even { places(grid, axes, points) } else { Places::of(Vec::new(), Vec::new()) }
}

fn turned(worths: &PointWorths, point: u64, is_largest: bool) -> Vec<f64> {
    let worth = &worths.points[point as usize].repeats;
    if is_largest { worth.clone() } else { worth.iter().map(|value| -value).collect() }
}

fn grid_cases(
    manifest: &Manifest,
    worths: &PointWorths,
    chosen: &[usize],
    others: &[usize],
    is_largest: bool,
) -> Vec<ChoiceCase> {
    let grid = &manifest.plan.grid;
    let mut cases: Vec<(Vec<usize>, Vec<u64>)> = Vec::new();
    // points come with the last axis fastest, and so do the choices of each case
    for point in 0..grid.points() {
        let indices = grid.axis_indices(point);
        let of: Vec<usize> = others.iter().map(|axis| indices[*axis]).collect();
        match cases.iter_mut().find(|(known, _)| *known == of) {
            Some((_, points)) => points.push(point),
            None => cases.push((of, vec![point])),
        }
    }
    let shape: Vec<usize> = chosen.iter().map(|axis| grid.axes[*axis].values.len()).collect();
    let case = |(_, points): (Vec<usize>, Vec<u64>)| ChoiceCase {
        values: others
            .iter()
            .map(|axis| {
                let quantity = quantity_of_key(manifest, &grid.axes[*axis].key);
                (quantity, grid.axis_value(*axis, points[0]).into_owned())
            })
            .collect(),
        worth: Factorial {
            shape: shape.clone(),
            worth: points.iter().map(|point| turned(worths, *point, is_largest)).collect(),
            is_share: worths.is_share,
            places: lying(worths, grid, chosen, &points),
        },
        means: points.iter().map(|point| worths.points[*point as usize].mean).collect(),
        points,
    };
    cases.into_iter().map(case).collect()
}

/// Points that are no grid: each is one choice, by the words of its values.
fn listed(manifest: &Manifest, worths: &PointWorths, is_largest: bool) -> (Vec<ChoiceAxis>, Vec<ChoiceCase>) {
    let grid = &manifest.plan.grid;
    let quantities: Vec<Quantity> = grid.axes.iter().map(|axis| quantity_of_key(manifest, &axis.key)).collect();
    let points: Vec<u64> = (0..grid.points()).collect();
    let is_line = grid.axes.len() == 1 && matches!(grid.design, Design::List);
    let value = |point: &u64| match is_line {
        true => grid.axis_value(0, *point).into_owned(),
        false => {
            let of = |(axis, quantity): (usize, &Quantity)| {
                format!("{} {}", first_words(&quantity.label), quantity.value(&grid.axis_value(axis, *point)))
            };
            Value::Choice(quantities.iter().enumerate().map(of).collect::<Vec<_>>().join(", ").into())
        }
    };
    let (quantity, short) = match is_line {
        true => (quantities[0].clone(), first_words(&quantities[0].label)),
        false => (Quantity::plain("combination", "combination"), "combination".to_owned()),
    };
    let axis = ChoiceAxis { quantity, short, values: points.iter().map(value).collect() };
    let case = ChoiceCase {
        values: Vec::new(),
        worth: Factorial {
            shape: vec![points.len()],
            worth: points.iter().map(|point| turned(worths, *point, is_largest)).collect(),
            is_share: worths.is_share,
            places: lying(worths, grid, &(0..grid.axes.len()).collect::<Vec<usize>>(), &points),
        },
        means: worths.points.iter().map(|point| point.mean).collect(),
        points,
    };
    (vec![axis], vec![case])
}
