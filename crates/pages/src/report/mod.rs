//! A page that answers: its sentences, its charts, and its numbers as a tidy table.

mod assumed;
mod best;
mod best_map;
mod card;
mod contour;
mod cube;
mod dice;
mod fairness;
mod forest;
mod indices;
mod known;
mod maps;
mod plans;
mod remake;
mod ring;
mod screen;
mod sweeps;
mod tables;
mod told;
mod wins;

pub use best::{is_best, told as best_page};
pub use card::page as answer_page;
pub use known::Known;
pub use told::{DatasetPage, page as dataset_page};
