//! What is found of a question about an effect: arms, strata, and how sure each difference is.

use tolley_analysis::contrasts::{self, Asked, Contrast, ContrastStrata, Contrasts};
use tolley_analysis::exact::{self, ExactArm};
use tolley_analysis::solved::is_exact_at_each_point;
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_analysis::{Estimate, is_share};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::design::Design;
use tolley_experiment::plan::Plan;
use tolley_experiment::role::Role;
use tolley_experiment::unit::{Dimension, parse_quantity};
use tolley_experiment::value::Value;

use crate::AnswerError;
use crate::answer::{Certainty, Quantity};

/// Trials that change in an arm, below which tests are exact.
const RARE: f64 = 30.0;
/// Trials that change in an arm, above which no signs are drawn.
const COMMON: f64 = 2000.0;

/// What is asked, made definite.
#[derive(Clone, Debug)]
pub(super) struct EffectQuery {
    /// Axes, each with its value in the control.
    pub over: Vec<(String, Option<String>)>,
    pub measure: Option<String>,
    pub margin: Option<f64>,
}

impl EffectQuery {
    /// With the axes that matter where none is named, and the usual values as control where none is.
    pub fn new(ask: &Ask, manifest: &Manifest, plan: Option<&Plan>) -> Result<EffectQuery, AnswerError> {
        let over = if ask.over.is_empty() { usual_axes(manifest)? } else { ask.over.clone() };
        let control = |(at, key): (usize, &String)| {
            let typed = ask.control.get(at).filter(|typed| !typed.is_empty()).map(|typed| in_si(manifest, key, typed));
            typed.or_else(|| usual_value(manifest, plan, key))
        };
        let over = over.iter().enumerate().map(|(at, key)| (key.clone(), control((at, key)))).collect();
        let mut query = EffectQuery { over, measure: ask.measure.clone(), margin: ask.margin };
        // of a list no row may have all the usual values: its first one is the control then
        if ask.control.is_empty() && query.check(manifest).is_err() {
            query.over.iter_mut().for_each(|(_, control)| *control = None);
        }
        Ok(query)
    }

    pub fn check(&self, manifest: &Manifest) -> Result<(), AnswerError> {
        self.asked(|asked| Ok(contrasts::check(manifest, asked)?))
    }

    /// Hands the question to an analysis.
    pub fn asked<T>(&self, ask: impl FnOnce(&Asked<'_>) -> Result<T, AnswerError>) -> Result<T, AnswerError> {
        let over: Vec<(&str, Option<&str>)> =
            self.over.iter().map(|(key, control)| (key.as_str(), control.as_deref())).collect();
        ask(&Asked { over: &over, measure: self.measure.as_deref(), margin: self.margin, has_pairs: false })
    }
}

/// The axis that is asked about where none is named: the first that somebody decides.
fn usual_axes(manifest: &Manifest) -> Result<Vec<String>, AnswerError> {
    let grid = &manifest.plan.grid;
    let role = |key: &str| manifest.described_key(key).and_then(|column| column.role);
    let is_decided = |key: &str| !matches!(role(key), Some(Role::Ground | Role::Skill | Role::Bookkeeping));
    let varies = grid.axes.iter().filter(|axis| axis.values.len() > 1);
    let first = varies.clone().find(|axis| is_decided(&axis.key)).or(varies.clone().next());
    let first =
        first.ok_or_else(|| AnswerError::Refused("nothing is varied here that could have an effect".to_owned()))?;
    Ok(vec![first.key.clone()])
}

/// A value as typed, `3 cm` as well as `0.03`, in SI.
fn in_si(manifest: &Manifest, key: &str, typed: &str) -> String {
    let column = manifest.key_column(key).map_or(key, |column| column.name.as_str());
    let is_plain = typed.parse::<f64>().is_ok();
    let parsed = || parse_quantity(typed, Dimension::of_name(column)).ok();
    if is_plain { typed.to_owned() } else { parsed().map_or_else(|| typed.to_owned(), |number| format!("{number:?}")) }
}

/// The value of a key where nobody says anything, if it is one of those that are compared.
fn usual_value(manifest: &Manifest, plan: Option<&Plan>, key: &str) -> Option<String> {
    let schema = &plan?.study.schema;
    let default = &schema.keys[schema.index(key)?].default;
    let axis = manifest.plan.grid.axes.iter().find(|axis| axis.key == key)?;
    let is_there = axis.values.contains(default);
    is_there.then(|| if let Value::Choice(choice) = default { choice.to_string() } else { default.to_string() })
}

/// All that is found.
pub(super) struct EffectFound {
    pub query: EffectQuery,
    /// Of the axes whose values are compared, in the order of [`Contrast::values`].
    pub keys: Vec<Quantity>,
    /// Of all axes of the design.
    pub axes: Vec<Quantity>,
    /// What is measured, and how far two of it are apart.
    pub quantity: Quantity,
    pub difference: Quantity,
    pub is_share: bool,
    pub contrasts: Contrasts,
    pub strata: ContrastStrata,
    /// Exact tests of the arms but the control, where few trials changed.
    pub exact: Option<Vec<ExactArm>>,
    /// Whether all values are computed, without chance.
    pub is_solved: bool,
}

impl EffectFound {
    pub fn new(query: EffectQuery, dataset: &Dataset) -> Result<EffectFound, AnswerError> {
        let manifest = dataset.manifest();
        let contrasts = query.asked(|asked| Ok(contrasts::contrasts(dataset, asked)?))?;
        let strata = query.asked(|asked| Ok(contrasts::strata(dataset, asked)?))?;
        let exact = exact_of(&query, &contrasts, dataset)?;
        let quantity = Quantity::of_measure(manifest, query.measure.as_deref());
        let is_share = is_share(manifest, query.measure.as_deref())?;
        let grid = &manifest.plan.grid;
        let axes: Vec<Quantity> = grid.axes.iter().map(|axis| Quantity::of_key(manifest, &axis.key)).collect();
        let keys = match grid.design {
            Design::List => axes.clone(),
            _ => query.over.iter().map(|(key, _)| Quantity::of_key(manifest, key)).collect(),
        };
        let difference = quantity.difference();
        let is_solved = is_exact_at_each_point(manifest);
        Ok(EffectFound { query, keys, axes, quantity, difference, is_share, contrasts, strata, exact, is_solved })
    }

    pub fn margin(&self) -> f64 {
        self.contrasts.margin
    }

    /// What an axis of the design is.
    pub fn key(&self, path: &str) -> Quantity {
        let known = self.axes.iter().find(|axis| axis.name == path);
        known.cloned().unwrap_or_else(|| Quantity::plain(path, path))
    }

    /// Numbers of all arms but the control.
    pub fn others(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.contrasts.arms.len()).filter(|arm| *arm != self.contrasts.control)
    }

    pub fn arm(&self, arm: usize) -> &Contrast {
        &self.contrasts.arms[arm]
    }

    pub fn values(&self, arm: usize) -> Vec<Value> {
        self.arm(arm).values.iter().map(|(_, value)| value.clone()).collect()
    }

    pub fn control(&self) -> Vec<Value> {
        self.values(self.contrasts.control)
    }

    /// What is said of an arm.
    pub fn finding(&self, arm: usize) -> ArmFinding {
        let contrast = self.arm(arm);
        if contrast.is_identity {
            return ArmFinding::Identity;
        }
        let is_never = contrast.strata > 0 && contrast.alike == contrast.strata;
        let rare = self.exact.as_ref().and_then(|arms| arms.iter().find(|exact| exact.values == contrast.values));
        match of_contrast(contrast, rare.map(|exact| exact.permutation)) {
            ArmFinding::Open | ArmFinding::None(_) if is_never && !self.is_solved => ArmFinding::NeverChanged,
            finding => finding,
        }
    }

    /// Whether the difference of an arm is within the margin, as far as the trials tell.
    pub fn is_none(&self, arm: usize) -> Option<Certainty> {
        match of_contrast(self.arm(arm), None) {
            _ if self.arm(arm).is_identity => Some(Certainty::Clearly),
            ArmFinding::None(certainty) => Some(certainty),
            ArmFinding::Within => Some(Certainty::Clearly),
            _ => None,
        }
    }
}

/// What is said of an arm compared with the control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArmFinding {
    /// Equal by construction.
    Identity,
    /// No trial came out otherwise, which need not be so with more of them.
    NeverChanged,
    /// Another mean.
    Effect(Certainty),
    /// Another mean, clearly, but within the margin.
    Within,
    /// Within the margin, and no difference was seen.
    None(Certainty),
    /// Neither.
    Open,
}

/// Repeats that exclude clearly what lies beyond a margin, at least: fewer hide what is rare.
const FEWEST: u64 = 5;

/// Of a difference, whose tests are corrected, with the exact test where few trials changed.
pub(super) fn of_contrast(contrast: &Contrast, exact: Option<f64>) -> ArmFinding {
    let (Some(p), Some(comparison)) = (contrast.p, contrast.comparison) else { return ArmFinding::Open };
    if comparison.is_exact() {
        return match comparison.off.abs() {
            0.0 => ArmFinding::None(Certainty::Clearly),
            off if off <= comparison.margin => ArmFinding::Within,
            _ => ArmFinding::Effect(Certainty::Clearly),
        };
    }
    if contrast.difference.n < 2 {
        return ArmFinding::Open;
    }
    let alone = comparison.p_values();
    let is_exactly = exact.is_none_or(|p| p <= LEVEL);
    let is_clear = p.differs <= LEVEL && is_exactly;
    match (is_clear, p.within <= LEVEL) {
        (true, true) => ArmFinding::Within,
        (true, false) => ArmFinding::Effect(Certainty::Clearly),
        (false, true) if contrast.difference.n >= FEWEST => ArmFinding::None(Certainty::Clearly),
        _ if alone.differs <= LEVEL && alone.within > LEVEL => ArmFinding::Effect(Certainty::Probably),
        _ if alone.within <= LEVEL => ArmFinding::None(Certainty::Probably),
        _ => ArmFinding::Open,
    }
}

/// The sign of a difference that is clear: 1, -1, or 0 of one that is not.
pub(super) fn clear_sign(contrast: &Contrast) -> i8 {
    let is_clear = contrast.p.is_some_and(|p| p.differs <= LEVEL)
        && (contrast.difference.n > 1 || contrast.comparison.is_some_and(|comparison| comparison.is_exact()));
    match contrast.difference.value {
        Some(value) if is_clear && value > 0.0 => 1,
        Some(value) if is_clear && value < 0.0 => -1,
        _ => 0,
    }
}

/// Exact tests, where an arm changes few trials and none so many that drawing signs takes long.
fn exact_of(query: &EffectQuery, found: &Contrasts, dataset: &Dataset) -> Result<Option<Vec<ExactArm>>, AnswerError> {
    let trials = |arm: &Contrast| {
        let changed = arm.changed.as_ref().and_then(|changed: &Estimate| changed.value)?;
        Some(changed * arm.difference.n as f64 * arm.strata.max(1) as f64)
    };
    let changed: Vec<f64> = found.arms.iter().filter_map(trials).collect();
    let is_rare = changed.iter().any(|trials| (1.0..RARE).contains(trials));
    if !is_rare || changed.iter().any(|trials| *trials > COMMON) {
        return Ok(None);
    }
    query.asked(|asked| {
        let asked = exact::Asked { over: asked.over, measure: &found.measure };
        Ok(Some(exact::exact(dataset, &asked)?.arms))
    })
}
