//! What a choice of place is worth where two players each choose without knowing the other's: the value of the matrix
//! of a measure by both plans, stratum by stratum.

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::matrix_game::solve;

use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::{is_share, measure};
use crate::missing::Missing;
use crate::own::Own;
use crate::paired::Trials;
use crate::resampled::Resampled;
use crate::told;
use bounds::Cells;

mod bounds;
pub use bounds::LostBounds;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The axes of who wants the measure to be large: a plan of his is a value of each.
    pub gains: &'q [&'q str],
    /// The axis of who wants it to be small, with a plan of his to hold against.
    pub loses: (&'q str, &'q str),
    /// The measure.
    pub measure: &'q str,
}

/// The game at one combination of the other axes.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOfStratum {
    /// Column and value of each other axis, SI.
    pub values: Vec<(String, Value)>,
    /// What comes of it where both play as well as they can.
    pub value: Estimate,
    /// How often each plan is then chosen by who gains.
    pub gains: Vec<f64>,
    /// How often each plan is then chosen by who loses.
    pub loses: Vec<f64>,
    /// How much more is gained from who always keeps to the plan held against.
    pub exploited: Estimate,
    /// The same of every plan of who loses, in their order; the interval is that of each comparison of cells alone.
    pub exploited_each: Vec<Estimate>,
    /// What is lost by keeping to each plan, at the least and at the most.
    pub lost: Vec<LostBounds>,
}

/// The games of all strata.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The measure.
    pub measure: String,
    /// The plans of who gains: column and value of each of his axes, SI.
    pub gains: Vec<Vec<(String, Value)>>,
    /// Column of the axis of who loses, and its values.
    pub loses: (String, Vec<Value>),
    /// The plan held against.
    pub plan: Value,
    /// In the order of the design.
    pub strata: Vec<GameOfStratum>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// Solves the game of every stratum.
pub fn game(dataset: &Dataset, asked: &Asked<'_>) -> Result<Game, AnalysisError> {
    let manifest = dataset.manifest();
    let measure = measure(manifest, Some(asked.measure))?;
    let (missing, trials) = Trials::of(dataset, &measure)?;
    let own = asked.gains.iter().map(|key| (*key, None));
    let arms = Arms::of(manifest, &own.chain([(asked.loses.0, Some(asked.loses.1))]).collect::<Vec<_>>())?;
    let name = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
    let loses = arms.values_of(asked.gains.len());
    let (plans, held) = (loses.len(), arms.control() % loses.len());
    let plan = |arm: usize| arms.values(arm).into_iter().take(asked.gains.len()).collect();
    let gains = (0..arms.count()).step_by(plans).map(plan).collect();
    let matrix = |means: &[f64]| means.chunks(plans).map(<[f64]>::to_vec).collect::<Vec<_>>();
    let is_share = is_share(manifest, Some(asked.measure))?;
    let of_stratum = |stratum: usize| {
        let of_one = arms.within(|of| of == stratum);
        let owns: Vec<Own> = (0..arms.count()).map(|arm| trials.own(&of_one, arm, &[arm])).collect();
        let cells = Cells { owns: &owns, plans, is_share, is_each: matches!(trials, Trials::Each(_)) };
        let found = Resampled::stratum(&trials, &arms, stratum, manifest.plan.seed).with_unseen(cells.unseen_one());
        let solved = solve(&matrix(&found.means));
        let lost = solved.as_ref().map_or_else(Vec::new, |solved| cells.lost(solved, arms.strata()));
        let exploited_each: Vec<Estimate> =
            (0..plans).map(|plan| exploited(&found, plan, plans, lost.get(plan))).collect();
        let axes = arms.stratum(stratum).into_iter();
        let value = found.estimate(|means| Some(solve(&matrix(means))?.value));
        GameOfStratum {
            values: axes.map(|(axis, value)| (name(&manifest.plan.grid.axes[axis].key), value)).collect(),
            value: if is_share { value.within([0.0, 1.0]) } else { value },
            exploited: exploited_each[held],
            exploited_each,
            lost,
            gains: solved.as_ref().map_or_else(Vec::new, |solved| solved.rows.clone()),
            loses: solved.map_or_else(Vec::new, |solved| solved.columns),
        }
    };
    Ok(Game {
        measure: measure.column.clone(),
        strata: (0..arms.strata()).map(of_stratum).collect(),
        plan: loses[held].clone(),
        gains,
        loses: (name(asked.loses.0), loses),
        missing,
    })
}

/// What is gained from who keeps to a plan, with the bounds of each comparison of cells alone.
fn exploited(found: &Resampled, plan: usize, plans: usize, lost: Option<&LostBounds>) -> Estimate {
    let estimate = found.estimate(|means| {
        let most = means.iter().skip(plan).step_by(plans).copied().fold(f64::NEG_INFINITY, f64::max);
        let matrix = means.chunks(plans).map(<[f64]>::to_vec).collect::<Vec<_>>();
        Some(most - solve(&matrix)?.value)
    });
    Estimate { interval: lost.and_then(|lost| lost.alone), ..estimate }
}

impl Game {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let stratum = |stratum: &GameOfStratum| {
            json!({
                "values": told::values(&stratum.values), "value": told::estimate(&stratum.value), "exploited": told::estimate(&stratum.exploited),
                "gains_shares": stratum.gains, "loses_shares": stratum.loses,
            })
        };
        json!({
            "measure": self.measure, "gains": self.gains.iter().map(|plan| told::values(plan)).collect::<Vec<_>>(),
            "loses": { "column": self.loses.0, "values": self.loses.1 }, "held_against": self.plan,
            "strata": self.strata.iter().map(stratum).collect::<Vec<_>>(), "method": "linear programme, bootstrap of repeats, bounds of differences of cells",
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}
