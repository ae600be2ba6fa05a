//! Studies that solve instead of play: what they find is known without chance.

use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::role::Role;
use tolley_experiment::table::{Column, ColumnKind, MeasureKind};
use tolley_statistics::Estimate;

use crate::error::AnalysisError;
use crate::missing::Missing;
use crate::values::{Values, values_of};

/// Whether what the study finds is exact: it has a flag whose one value is a measure without an interval.
pub fn is_exact(manifest: &Manifest) -> bool {
    let is_flag = |name: &str| {
        manifest.tables[0].index(name).is_some_and(|index| manifest.tables[0].columns[index].kind == ColumnKind::Bool)
    };
    manifest.measures.iter().any(|measure| measure.kind == MeasureKind::Mean && is_flag(&measure.column))
}

/// Whether each point of this dataset was solved, and has one trial that says it all.
pub fn is_exact_at_each_point(manifest: &Manifest) -> bool {
    manifest.plan.grid.repeats == 1 && is_exact(manifest)
}

/// The share that an exact study is asked about: the one named, else the first measure that is a share of somebody.
pub fn exact_share<'m>(manifest: &'m Manifest, named: Option<&str>) -> Result<&'m Column, AnalysisError> {
    let table = &manifest.tables[0];
    let column = |name: &str| table.index(name).map(|index| &table.columns[index]);
    let is_share = |column: &&Column| {
        column.kind == ColumnKind::F64 && column.name.ends_with("_share") && column.role == Some(Role::Outcome)
    };
    let shares = || manifest.measures.iter().filter_map(|measure| column(&measure.column)).filter(is_share);
    let found = match named {
        Some(name) => shares().find(|column| column.name == name),
        None => shares().find(|column| column.of.is_some()),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = shares().map(|column| column.name.as_str()).collect();
        let name = named.unwrap_or("no measure");
        AnalysisError::Question(format!("{name} is no share of somebody; --measure may name {}", names.join(", ")))
    })
}

/// What was solved at each design point; beside it what is missing.
pub fn solved(dataset: &Dataset, column: &str) -> Result<(Vec<Estimate>, Missing), AnalysisError> {
    let Values { of_trials, missing } = values_of(dataset, column)?;
    let grid = &dataset.manifest().plan.grid;
    let at = |point: u64| {
        let value = of_trials[grid.trial(point, 0) as usize];
        let known = !value.is_nan();
        Estimate { n: u64::from(known), value: known.then_some(value), ..Estimate::default() }
    };
    Ok(((0..grid.points()).map(at).collect(), missing))
}
