//! `[fair]` and `[sensitivity]` of a scenario: what the commands of these names are asked where no flag says otherwise.
//! They decide nothing of what is played.

/// What a confidence may be.
pub const CONFIDENCE_ALLOWED: [f64; 2] = [0.5, 0.9999];
/// A margin of a share lies between these, both left out.
pub const MARGIN_ALLOWED: [f64; 2] = [0.0, 0.5];

/// `[fair]`; what it does not say is the default of the command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fair {
    /// Column of the share that is held beside one half.
    pub measure: Option<String>,
    /// How far from one half is still fair.
    pub margin: Option<f64>,
    /// Axis of which the tolerance is wanted.
    pub over: Option<String>,
    /// Its value at which nothing is off, SI.
    pub equal: Option<f64>,
    /// Axes that are merely unknown: the tolerance is told for each of their combinations.
    pub strata: Option<Vec<String>>,
    /// Whether to stop as soon as every point has a verdict.
    pub sequential: bool,
    /// Of the tests and intervals.
    pub confidence: Option<f64>,
}

/// `[sensitivity]`; what it does not say is the default of the command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sensitivity {
    /// Column of the measure whose variance is shared out.
    pub measure: Option<String>,
    /// Whether every assumption in force is swept.
    pub assumed: bool,
    /// Whether every clause in force is swept.
    pub clauses: bool,
    /// Rows of a design whose number the scenario does not say.
    pub points: Option<u64>,
    /// Keys that are swept over what is plausible, besides the axes.
    pub keys: Vec<String>,
}
