//! Rows become estimates with intervals.
//!
//! Reads files only, through [`dataset`]; what is to be summed up stands in the dataset's manifest, so that no game is
//! named here and last year's files still open.

pub mod alike;
mod arms;
pub mod bins;
pub mod choices;
mod column;
pub mod contrasts;
pub mod course;
pub mod decisions;
pub mod effects;
pub mod elo;
mod error;
pub mod exact;
pub mod fair;
mod fit_of_limit;
pub mod follows;
pub mod game;
pub mod judged;
pub mod limit;
pub mod limited;
pub mod lines;
mod measured;
mod missing;
mod own;
mod paired;
pub mod places;
pub mod region;
mod resampled;
mod rows;
pub mod seats;
pub mod sensitivity;
pub mod smooth;
pub mod smoothed;
pub mod solved;
mod stop;
mod summary;
pub mod surface;
mod tally;
mod told;
pub mod tolerances;
pub mod values;
pub mod verdict;

pub use effects::{Effect, effects};
pub use error::AnalysisError;
pub use measured::{Comparand, MeasureText, is_share, measure_text};
pub use missing::{Missing, is_quarantine};
pub use summary::{AxisInfo, Facts, MeasureInfo, PointSummary, Summary, summary};
pub use summary::{MARGIN, MARGIN_ASSUMPTION, MOST_DIFFERENCE};
pub use tolley_dataset as dataset;
pub use tolley_statistics::{self as statistics, Estimate};
