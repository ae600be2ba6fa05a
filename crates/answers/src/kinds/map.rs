//! How a measure lies over one or two axes, as a smooth surface, or over a column, in bins.

mod drawn;
mod found;
mod moves;
#[cfg(test)]
mod tests;

use tolley_analysis::smooth::{self, Smooth, smooth};
use tolley_analysis::{bins, is_share};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::{Ask, Better};
use tolley_experiment::value::Value;

use super::response::of_column_of_key;
use super::{Context, common};
use crate::AnswerError;
use crate::answer::{Answer, Quantity};
use drawn::{Drawn, Names, Spot};
use found::made;

/// Bins of a column, about so many.
const BINS: f64 = 8.0;

fn refused<T>(message: impl Into<String>) -> Result<T, AnswerError> {
    Err(AnswerError::Refused(message.into()))
}

/// Refuses a map over nothing, over more than two axes, and over what is neither an axis nor a column.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    match over(ask, manifest)? {
        Over::Axes(_) => Ok(()),
        Over::Column { .. } => is_share(manifest, ask.measure.as_deref()).map(|_| ()).map_err(AnswerError::from),
    }
}

/// Over what a map is drawn.
enum Over<'a> {
    Axes(Vec<&'a str>),
    Column { table: &'a str, measure: &'a str, by: &'a str },
}

fn over<'a>(ask: &'a Ask, manifest: &'a Manifest) -> Result<Over<'a>, AnswerError> {
    let grid = &manifest.plan.grid;
    let named: Vec<&str> = ask.along.iter().chain(&ask.over).map(String::as_str).collect();
    let is_axis = |key: &&str| grid.axes.iter().any(|axis| axis.key == *key);
    let named = if named.is_empty() { grid.axes.iter().map(|axis| axis.key.as_str()).collect() } else { named };
    match named.as_slice() {
        [_] | [_, _] if named.iter().all(is_axis) => Ok(Over::Axes(named)),
        [by] => {
            let measure = ask.measure.as_deref().or(manifest.measures.first().map(|measure| measure.column.as_str()));
            let Some(measure) = measure else { return refused("there is no measure") };
            let (table, measure) = measure.split_once('.').unwrap_or((manifest.tables[0].name.as_str(), measure));
            let by = by.rsplit('.').next().unwrap_or(by);
            let known = manifest.tables.iter().find(|known| known.name == table);
            let Some(known) = known else { return refused(format!("there is no table {table}")) };
            match [by, measure].into_iter().find(|column| known.index(column).is_none()) {
                Some(column) => refused(format!("{column} is no axis, and no column of {table}")),
                None => Ok(Over::Column { table, measure, by }),
            }
        }
        _ => refused("a map is drawn over one or two axes, or over a column: along, over"),
    }
}

/// Where a measure is the best, and by how much it is worse elsewhere.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    match over(ask, dataset.manifest())? {
        Over::Axes(axes) => of_axes(ask, &axes, dataset, context),
        Over::Column { table, measure, by } => of_column(ask, [table, measure, by], dataset, context),
    }
}

fn of_axes(ask: &Ask, axes: &[&str], dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let manifest = dataset.manifest();
    let measure = ask.measure.as_deref().or(manifest.measures.first().map(|measure| measure.column.as_str()));
    let Some(measure) = measure else { return refused("there is no measure") };
    let strata: Vec<&str> = ask.strata.iter().map(String::as_str).collect();
    let bounds = [(measure, f64::NEG_INFINITY, f64::INFINITY)];
    let found = smooth(dataset, &smooth::Asked { bounds: &bounds, over: axes, strata: &strata, has_map: true })?;
    let names = Names {
        axes: axes.iter().map(|key| Quantity::of_key(manifest, key)).collect(),
        cases: found.strata.len(),
        ..names(ask, manifest, &manifest.tables[0].name, measure, strata_of(&found))
    };
    let about = common::about(ask, dataset, context, found.missing);
    let is_grid = manifest.plan.grid.is_full_grid();
    let drawn: Vec<Drawn> = found.strata.iter().map(|stratum| surface(stratum, is_grid)).collect();
    Ok(made(&drawn, &names, about, common::four_times(dataset, context)))
}

fn strata_of(found: &Smooth) -> &[(String, Value)] {
    found.strata.first().map_or(&[], |stratum| stratum.values.as_slice())
}

fn names(ask: &Ask, manifest: &Manifest, table: &str, measure: &str, strata: &[(String, Value)]) -> Names {
    Names {
        measure: of_column_in(manifest, table, measure),
        column: measure.to_owned(),
        axes: Vec::new(),
        strata: strata.iter().map(|(column, _)| of_column_of_key(manifest, column)).collect(),
        is_smallest: ask.better == Some(Better::Smallest),
        margin: ask.margin.unwrap_or(0.0),
        cases: 1,
    }
}

fn of_column_in(manifest: &Manifest, table: &str, column: &str) -> Quantity {
    let table = manifest.tables.iter().find(|known| known.name == table);
    let known = table.and_then(|table| Some(Quantity::of_column(&table.columns[table.index(column)?])));
    known.unwrap_or_else(|| Quantity::plain(column, column))
}

fn surface(stratum: &smooth::Stratum, is_grid: bool) -> Drawn {
    let surfaced = stratum.surfaces.first().and_then(Option::as_ref);
    // the means of a grid say what there is where its surface tells too little
    let surfaced = surfaced.filter(|surfaced| surfaced.is_read() || !is_grid);
    let spot =
        |place: &smooth::Place| Spot { at: place.at.clone(), end: None, estimate: place.estimate, point: place.point };
    let spots = |places: &[smooth::Place]| places.iter().map(spot).collect();
    // where too few places have no surface, or all are alike, their means say what there is
    Drawn {
        values: stratum.values.clone(),
        spots: spots(surfaced.map_or(&stratum.means, |surfaced| &surfaced.map)),
        lattice: surfaced.map_or_else(Vec::new, |surfaced| spots(&surfaced.lattice)),
        is_whole: stratum.unplayed == 0,
        is_smooth: surfaced.is_some(),
        is_read: surfaced.is_none_or(smooth::Surfaced::is_read),
        told: surfaced.and_then(smooth::Surfaced::told),
    }
}

fn of_column(
    ask: &Ask,
    [table, measure, by]: [&str; 3],
    dataset: &Dataset,
    context: &Context<'_>,
) -> Result<Answer, AnswerError> {
    let manifest = dataset.manifest();
    let Some([low, high]) = bins::range(dataset, table, measure, by)? else {
        return refused(format!("no row of {table} has both {measure} and {by}"));
    };
    let strata: Vec<&str> = ask.strata.iter().map(String::as_str).collect();
    let by_width = (by, width(high - low));
    let found = bins::bins(dataset, &bins::Asked { table, measure, by: by_width, strata: &strata, has_places: false })?;
    let values = found.strata.first().map_or(&[][..], |stratum| stratum.values.as_slice());
    let names = Names {
        axes: vec![of_column_in(manifest, table, by)],
        cases: found.strata.len(),
        ..names(ask, manifest, table, measure, values)
    };
    let missing = tolley_analysis::values::values_of(dataset, &manifest.measures[0].column)?.missing;
    let about = common::about(ask, dataset, context, missing);
    let drawn: Vec<Drawn> = found.strata.iter().map(binned).collect();
    Ok(made(&drawn, &names, about, common::four_times(dataset, context)))
}

fn binned(stratum: &bins::Stratum) -> Drawn {
    let spot =
        |bin: &bins::Bin| Spot { at: vec![bin.range[0]], end: Some(bin.range[1]), estimate: bin.estimate, point: None };
    let spots = stratum.bins.iter().map(spot).collect();
    let values = stratum.values.clone();
    Drawn { values, spots, lattice: Vec::new(), is_whole: true, is_smooth: false, is_read: true, told: None }
}

/// A round width of which about eight fit.
fn width(span: f64) -> f64 {
    let wide = span / BINS;
    if wide.is_nan() || wide <= 0.0 {
        return 1.0;
    }
    let unit = libm::pow(10.0, libm::floor(libm::log10(wide)));
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.into_iter().map(|step| step * unit).find(|step| *step >= wide).unwrap_or(10.0 * unit)
}
