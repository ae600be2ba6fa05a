//! What is said of each axis: which of its values are in the set, what another one costs, or that it hardly matters.

use tolley_analysis::Estimate;
use tolley_analysis::statistics::equivalence::{Comparison, LEVEL, Verdict};
use tolley_analysis::statistics::estimates::{Means, Moments};
use tolley_analysis::statistics::needed::Needed;
use tolley_search::factorial::{AxisWorth, BestSet, Turn};

use super::choices::Choices;
use crate::answer::Certainty;
use crate::kinds::common::ALL_ALIKE;

/// What hardly matters moves a value by no more than this part of it, or of the clearest cost by no more than that.
pub(crate) const LITTLE: [f64; 2] = [0.1, 0.25];

/// Repeats that say how far a difference is spread, at least: of fewer none is clear.
const FEWEST: u64 = 5;

/// What was found of all choices.
pub struct BestJudged {
    /// By all cases together.
    pub set: BestSet,
    /// Of each axis.
    pub axes: Vec<AxisJudged>,
    /// What the set is worth, as it is measured.
    pub value: Estimate,
    /// A difference up to which an axis hardly matters.
    pub margin: f64,
    /// Each case by itself; nothing where there is one alone.
    pub cases: Vec<BestSet>,
}

/// What is said of one axis.
pub struct AxisJudged {
    /// Its number.
    pub axis: usize,
    /// What.
    pub says: AxisSays,
    /// Values that are in the set.
    pub levels: Vec<usize>,
    /// The largest cost of one of its values.
    pub most: f64,
    /// How much lies between the best value and the worst at most.
    pub at_most: f64,
}

/// What is said of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AxisSays {
    /// Some values are worse.
    Best(Certainty),
    /// No value differs by as much as matters.
    HardlyMatters,
    /// The trials are too few.
    CannotTell,
    /// The best value depends on another axis.
    DependsOnAxis(Turn),
    /// The best value depends on the case.
    DependsOnCase,
    /// There is one value alone.
    Only,
}

impl BestJudged {
    /// Judges all choices; nothing where none has a value.
    pub fn of(choices: &Choices) -> Option<BestJudged> {
        let count = choices.cases.len();
        let set = choices.pooled().best(1)?;
        let cases: Vec<BestSet> = match count {
            1 => Vec::new(),
            _ => choices.cases.iter().filter_map(|case| case.worth.best(count)).collect(),
        };
        let value = value_of(&set, choices);
        let relative = LITTLE[0] * value.value.unwrap_or(0.0).abs();
        let is_few = !choices.is_exact && value.n < FEWEST;
        let clear = set.axes.iter().flat_map(|axis| &axis.levels).filter(|level| !level.may_be_best);
        let clearest = clear.filter_map(|level| level.cost.value).fold(0.0, f64::max);
        let margin = choices.margin.unwrap_or_else(|| relative.max(LITTLE[1] * clearest));
        let turn = set.turn.filter(|turn| turn.gain > margin);
        let axes = set.axes.iter().enumerate();
        let axes = axes.map(|(axis, worth)| judged(axis, worth, margin, turn, &cases));
        // what was the same in so few may be otherwise in the next
        let is_alike = |axis: &AxisJudged| !choices.is_exact && axis.at_most == 0.0 && value.n < ALL_ALIKE;
        let axes = axes.map(|axis| if is_few || is_alike(&axis) { axis.open() } else { axis }).collect();
        Some(BestJudged { axes, value, margin, cases, set })
    }

    /// Whether a smooth surface goes through the choices of each case.
    pub fn is_smooth(&self) -> bool {
        self.set.is_smooth && self.cases.iter().all(|case| case.is_smooth)
    }

    /// How many trials at each point would settle what cannot be told yet, by the costliest value: those that would
    /// show whether it costs more than the margin. Nothing within where that is known of it, and others are open.
    pub fn needed(&self) -> Option<Option<Needed>> {
        let open = self.axes.iter().filter(|axis| axis.says == AxisSays::CannotTell);
        let axis = open.max_by(|a, b| a.most.total_cmp(&b.most))?;
        let levels = &self.set.axes[axis.axis].levels;
        let worst = levels.iter().max_by(|a, b| a.cost.value.unwrap_or(0.0).total_cmp(&b.cost.value.unwrap_or(0.0)))?;
        let (Some(off), Some(standard_error)) = (worst.cost.value, worst.cost.std_error) else { return Some(None) };
        let n = worst.cost.n;
        let comparison =
            Comparison { n, known: n, off, standard_error, reach: 0.0, unseen_one: 0.0, margin: self.margin };
        let level = LEVEL / (levels.len() * self.axes.len()) as f64;
        let is_open = Verdict::at(&comparison.p_values(), level) == Verdict::NotResolved;
        Some(is_open.then(|| comparison.needed(level)))
    }
}

impl AxisJudged {
    /// Whether the best value is another one in other cases.
    pub fn depends(&self) -> bool {
        matches!(self.says, AxisSays::DependsOnAxis(_) | AxisSays::DependsOnCase)
    }

    /// The same where the trials are too few to say anything.
    fn open(self) -> AxisJudged {
        let says = if self.says == AxisSays::Only { AxisSays::Only } else { AxisSays::CannotTell };
        AxisJudged { says, ..self }
    }
}

/// What a set is worth, as it is measured.
pub fn value_of(set: &BestSet, choices: &Choices) -> Estimate {
    let mut moments = Moments::default();
    set.value.iter().filter(|value| !value.is_nan()).for_each(|value| moments.add(choices.sign() * value));
    Means::default().estimate(&moments)
}

fn judged(axis: usize, worth: &AxisWorth, margin: f64, turn: Option<Turn>, cases: &[BestSet]) -> AxisJudged {
    let all = || 0..worth.levels.len();
    let in_set: Vec<usize> = all().filter(|level| worth.levels[*level].may_be_best).collect();
    let alone: Vec<usize> = all().filter(|level| worth.levels[*level].may_be_best_alone).collect();
    let most = worth.levels.iter().filter_map(|level| level.cost.value).fold(0.0, f64::max);
    let (says, levels) = if worth.levels.len() < 2 {
        (AxisSays::Only, in_set)
    } else if worth.levels.iter().any(|level| level.mean.value.is_none()) {
        // what was not tried may be the best
        (AxisSays::CannotTell, in_set)
    } else if let Some(turn) = turn.filter(|turn| turn.axis == axis) {
        (AxisSays::DependsOnAxis(turn), in_set)
    } else if is_apart(axis, worth.levels.len(), cases) {
        (AxisSays::DependsOnCase, in_set)
    } else if worth.at_most <= margin {
        (AxisSays::HardlyMatters, in_set)
    } else if in_set.len() < worth.levels.len() {
        (AxisSays::Best(Certainty::Clearly), in_set)
    } else if alone.len() < worth.levels.len() {
        (AxisSays::Best(Certainty::Probably), alone)
    } else {
        (AxisSays::CannotTell, in_set)
    };
    AxisJudged { axis, says, levels, most, at_most: worth.at_most }
}

/// Whether no value is in the set of each case.
fn is_apart(axis: usize, count: usize, cases: &[BestSet]) -> bool {
    let is_in_all = |level: usize| cases.iter().all(|case| case.axes[axis].levels[level].may_be_best);
    !cases.is_empty() && !(0..count).any(is_in_all)
}
