//! The questions, and what is asked of which scenario: docs/questions.md says what each is about.

use std::sync::Arc;

use tolley_analysis::regression::Factor;
use tolley_analysis::statistics::regression::Family;
use tolley_analysis::{
    band, bins, crossing, exact, game, influence, judged, ranks, region, regression, smooth, survival, trend, within,
};
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;
use tolley_experiment::scenario::{self, Overrides};
use tolley_experiment::study::StudyInfo;

use super::compare::Better;
use super::race;

/// A question.
pub struct Question {
    /// Its number.
    pub id: &'static str,
    /// In a sentence.
    pub text: &'static str,
    /// What is played and asked.
    pub parts: &'static [Part],
    /// What the document asks that this does not say; empty if nothing.
    pub open: &'static str,
}

/// A scenario and what is asked of it.
pub struct Part {
    /// Its path below `scenarios/`.
    pub scenario: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Trials at each point that fit ten minutes, all parts of a question together; of a best choice shots, of which
    /// other parts of its question have so many.
    pub repeats: u64,
    /// All that is asked of its dataset.
    pub asks: &'static [Ask],
}

/// What is asked of a dataset.
pub enum Ask {
    /// Whether a share is one half.
    Fair(&'static str),
    /// Whether values of axes differ: `KEY=CONTROL`, the measure, the margin.
    Compare(&'static [&'static str], &'static str, f64, Option<Better>),
    /// Whether each of n seats, by this key, wins one match in n; in this column.
    Seats(&'static str, &'static str),
    /// What places are worth where both sides choose theirs.
    Game(game::Asked<'static>),
    /// Where gains come to nothing.
    Crossing(crossing::Asked<'static>),
    /// In which range a difference keeps most of its top.
    Band(band::Asked<'static>),
    /// Which points are as wanted.
    Region(&'static [region::Bound<'static>]),
    /// How one column hangs on another.
    Bins(bins::Asked<'static>),
    /// Smooth surfaces over axes.
    Smooth(smooth::Asked<'static>),
    /// How long what may be lost lasts.
    Survival(survival::Asked<'static>),
    /// The smallest value that is as good as a known one.
    Within(within::Asked<'static>),
    /// Which of several axes changes most.
    Influence(influence::Asked<'static>),
    /// How often the same is judged otherwise.
    Judged(judged::Asked<'static>),
    /// How a measure hangs on several axes at once.
    Regression(regression::Asked<'static>),
    /// Whether a measure rises or falls along an axis.
    Trend(trend::Asked<'static>),
    /// Whether values of an axis lie at other heights.
    Ranks(ranks::Asked<'static>),
    /// Which way paired trials go.
    Exact(exact::Asked<'static>),
    /// Which of very many values is the best.
    Race(race::Asked),
    /// The best choice for each skill.
    Best,
}

/// A scenario of the repository.
macro_rules! part {
    ($path:literal, $repeats:literal, $($ask:expr),+ $(,)?) => {
        Part {
            scenario: $path,
            text: include_str!(concat!("../../../../../scenarios/", $path)),
            repeats: $repeats,
            asks: &[$($ask),+],
        }
    };
}

const LARGEST: Option<Better> = Some(Better::Largest);
const SMALLEST: Option<Better> = Some(Better::Smallest);

/// Arms beside a control by exact tests.
const fn exact(over: &'static [(&'static str, Option<&'static str>)], measure: &'static str) -> Ask {
    Ask::Exact(exact::Asked { over, measure })
}

/// A regression over all points.
const fn regression(measure: &'static str, family: Family, terms: &'static [&'static [Factor<'static>]]) -> Ask {
    Ask::Regression(regression::Asked { measure, beside: None, family, terms, without: None })
}

mod coins;
mod marbles;

/// All of them, marbles before coins.
pub fn all() -> impl Iterator<Item = &'static Question> {
    marbles::QUESTIONS.iter().chain(coins::QUESTIONS)
}

/// The plan of a part, with what is set over its scenario; the studies are all that there are.
pub fn read(
    part: &Part,
    studies: &[Arc<StudyInfo>],
    repeats: Option<u64>,
    seed: Option<u64>,
    set: Vec<String>,
) -> Result<(Plan, Problems), Problems> {
    let overrides = Overrides { repeats, seed, set, ..Overrides::default() };
    scenario::read_from(part.scenario, part.text.as_bytes(), studies, overrides)
}
