//! `[sensitivity]` of a scenario: what the command of this name is asked where no flag says otherwise, which decides
//! nothing of what is played; and what numbers of questions may be.

/// What a confidence may be.
pub const CONFIDENCE_ALLOWED: [f64; 2] = [0.5, 0.9999];
/// A margin of a share lies between these, both left out.
pub const MARGIN_ALLOWED: [f64; 2] = [0.0, 0.5];
/// What a normalised Elo may be.
pub const ELO_ALLOWED: [f64; 2] = [-1000.0, 1000.0];
/// What either error of a test of two Elos may be.
pub const ERROR_ALLOWED: [f64; 2] = [0.0001, 0.4];

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

/// What is wrong with two hypotheses, if something is.
pub fn wrong_elo([zero, one]: [f64; 2]) -> Option<String> {
    let [least, most] = ELO_ALLOWED;
    if !(least..=most).contains(&zero) || !(least..=most).contains(&one) {
        return Some(format!("{zero}, {one}: an Elo lies between {least} and {most}"));
    }
    (zero >= one).then(|| format!("{zero}, {one}: the lesser Elo stands first"))
}
