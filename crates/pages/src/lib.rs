//! Answers, datasets and recordings become one HTML document each; a room a game.
//!
//! Nothing here takes arguments, prints or reads a clock. What a dataset's plan means to this program is handed
//! in.

mod error;
mod files;
mod replay;
mod report;

pub use error::PageError;
pub use files::{ReportFiles, write_new};
pub use replay::{RecordedTrial, record};
pub use report::{DatasetPage, Known, answer_page, best_page, dataset_page, is_best};
