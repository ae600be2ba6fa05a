//! Where a part of the game and the whole of it disagree: an effect that is good for a measure and bad for the share of
//! wins, or the other way round.

use tolley_analysis::contrasts;
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::{Ask, Better};
use tolley_experiment::table::{ColumnKind, MeasureKind};

use super::found::{EffectFound, EffectQuery, clear_sign};
use super::headline::more_or_less;
use crate::AnswerError;
use crate::answer::{Form, Quantity, Sentence, fill};

/// The share of wins that an arm clearly changes in the other direction than what is asked about.
pub(super) fn disagreement(
    ask: &Ask,
    found: &EffectFound,
    arm: usize,
    dataset: &Dataset,
) -> Result<Option<Sentence>, AnswerError> {
    let manifest = dataset.manifest();
    let wins = wins_of(manifest);
    let is_good_if_more = ask.better != Some(Better::Smallest);
    let sign = clear_sign(found.arm(arm)) * if is_good_if_more { 1 } else { -1 };
    // of what is nobody's nobody knows whether more of it is good
    let is_judged = found.quantity.of.is_some() || ask.better.is_some();
    if sign == 0 || !is_judged || wins.contains(&found.contrasts.measure) {
        return Ok(None);
    }
    let whose = |of: &Quantity| of.of.clone();
    for measure in wins {
        let quantity = Quantity::of_measure(manifest, Some(&measure));
        // points of one side and wins of the other agree where they differ
        if whose(&found.quantity).is_some() && whose(&found.quantity) != whose(&quantity) {
            continue;
        }
        let query = EffectQuery { measure: Some(measure), margin: None, ..found.query.clone() };
        let other = query.asked(|asked| Ok(contrasts::contrasts(dataset, asked)?))?;
        let contrast = &other.arms[arm];
        if clear_sign(contrast) * sign < 0 {
            let size = more_or_less(&contrast.difference, &quantity.difference(), Form::SizeWithInterval);
            let measure = Sentence::of_name(quantity.with_article());
            return Ok(Some(fill("effect.but_wins", [("measure", measure), ("size", size)])));
        }
    }
    Ok(None)
}

/// Shares of what somebody wins: those that are one half between equals, and chances of a side.
fn wins_of(manifest: &Manifest) -> Vec<String> {
    let whose = |name: &str| {
        let table = manifest.tables.first()?;
        let column = &table.columns[table.index(name)?];
        column.of.clone().filter(|_| matches!(column.kind, ColumnKind::Bool | ColumnKind::F64))
    };
    let is_wins = |kind: MeasureKind, name: &str| match kind {
        MeasureKind::Fair => true,
        MeasureKind::Share => whose(name).is_some(),
        _ => false,
    };
    let all = manifest.measures.iter().filter(|measure| is_wins(measure.kind, &measure.column));
    all.map(|measure| measure.column.clone()).collect()
}
