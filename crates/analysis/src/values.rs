//! A measure of every trial, in memory.

use tolley_dataset::Dataset;

pub use crate::column::Values;
use crate::column::as_written;
use crate::error::AnalysisError;
use crate::follows;

/// Reads a column of the first table; of a measure of which some trials know a part alone, with what follows pooled.
pub fn values_of(dataset: &Dataset, column: &str) -> Result<Values, AnalysisError> {
    let values = as_written(dataset, column)?;
    Ok(match follows::followed(dataset, column, &values)? {
        Some(follows) => Values { of_trials: follows.pooled(), ..values },
        None => values,
    })
}
