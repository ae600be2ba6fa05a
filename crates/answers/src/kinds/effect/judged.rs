//! How often the same rows are decided differently, value by value against the control.

use tolley_analysis::judged::{self, Asked, Judged, JudgedArm};
use tolley_analysis::{Estimate, contrasts};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::{Ask, Judged as JudgedAsk};
use tolley_experiment::value::Value;

use super::found::EffectQuery;
use super::headline::first_that_fits;
use super::subject::{Subject, arm_name, varied};
use crate::AnswerError;
use crate::answer::{
    About, Answer, Cell, Certainty, Column, Finding, Form, Headline, Note, NoteHeading, Quantity, Sentence, Table,
    Verdict, fill, say,
};
use crate::catalogue::word;
use crate::kinds::Context;
use crate::kinds::common::{Ahead, about, settle};

/// A share of rows up to which nothing depends on it, where nobody says another.
const MARGIN: f64 = 0.01;
/// Values of which each has a line.
const LINES: usize = 6;

/// Refuses columns and tables that are not there.
pub(super) fn check(query: &EffectQuery, judged: &JudgedAsk, manifest: &Manifest) -> Result<(), AnswerError> {
    query.asked(|asked| Ok(contrasts::check(manifest, &contrasts::Asked { measure: None, ..*asked })?))?;
    let table = manifest.tables.iter().find(|table| table.name == judged.table);
    let table = table.ok_or_else(|| AnswerError::Refused(format!("{}: there is no such table", judged.table)))?;
    let missing = judged.inputs.iter().chain(&judged.outcomes).find(|name| table.index(name).is_none());
    match missing {
        Some(name) => Err(AnswerError::Refused(format!("{name} is no column of the table {}", table.name))),
        None => Ok(()),
    }
}

/// What is found of the rows.
struct JudgedFound {
    keys: Vec<Quantity>,
    judged: Judged,
    /// Share of the rows.
    share: Quantity,
    margin: f64,
}

impl JudgedFound {
    fn control(&self) -> Vec<Value> {
        self.judged.control.iter().map(|(_, value)| value.clone()).collect()
    }

    fn values(&self, arm: &JudgedArm) -> Vec<Value> {
        arm.values.iter().map(|(_, value)| value.clone()).collect()
    }

    fn name(&self, arm: &JudgedArm) -> String {
        arm_name(&self.keys, &self.values(arm), &self.control())
    }
}

/// Answers how often the same rows are decided differently.
pub(super) fn answer(
    (ask, asked): (&Ask, &JudgedAsk),
    query: &EffectQuery,
    dataset: &Dataset,
    context: &Context<'_>,
) -> Result<Answer, AnswerError> {
    let manifest = dataset.manifest();
    let (inputs, outcomes) = (names(&asked.inputs), names(&asked.outcomes));
    let judged = query.asked(|of| {
        let (inputs, outcomes) = (&inputs[..], &outcomes[..]);
        Ok(judged::judged(dataset, &Asked { over: of.over, table: &asked.table, inputs, outcomes })?)
    })?;
    let missing = query.asked(|of| {
        let of = contrasts::Asked { measure: None, ..*of };
        Ok(contrasts::contrasts(dataset, &of)?.missing)
    })?;
    let share = Quantity {
        unit: "%".to_owned(),
        factor: 100.0,
        range: [0.0, 1.0],
        ..Quantity::plain("share", word("effect.judged_share"))
    };
    let keys = query.over.iter().map(|(key, _)| Quantity::of_key(manifest, key)).collect();
    let found = JudgedFound { keys, judged, share, margin: ask.margin.unwrap_or(MARGIN) };
    let (headline, is_open) = headline(&found);
    let next = if is_open {
        // none of n is seen where fewer than one in n / 3 differ
        let repeats = manifest.plan.grid.repeats;
        let fewest = found.judged.arms.iter().map(|arm| arm.rows).min().unwrap_or(0).max(1);
        let times = 3.7 / found.margin / fewest as f64;
        let as_seen =
            Some(((repeats as f64) * times).ceil() as u64).filter(|_| found.judged.arms.iter().any(|arm| arm.rows > 0));
        vec![settle(as_seen.map_or(Ahead::Unknown, Ahead::Repeats), dataset, context)]
    } else {
        Vec::new()
    };
    Ok(Answer {
        about: About {
            heads: [varied(&found.keys), found.share.label.clone(), String::new()],
            ..about(ask, dataset, context, missing)
        },
        headline,
        findings: findings(&found),
        tables: vec![table(&found)],
        notes: notes(),
        next,
    })
}

fn names(of: &[String]) -> Vec<&str> {
    of.iter().map(String::as_str).collect()
}

/// What holds, and whether more trials would say more.
fn headline(found: &JudgedFound) -> (Headline, bool) {
    let value = |arm: &&JudgedArm| arm.share.value.unwrap_or(0.0);
    let most = found.judged.arms.iter().max_by(|one, other| value(one).total_cmp(&value(other)));
    let upper = |arm: &JudgedArm| arm.share.interval.map_or(1.0, |[_, high]| high);
    let highest = found.judged.arms.iter().map(upper).fold(0.0, f64::max);
    let changed = most.filter(|arm| arm.changes > 0);
    let margin = Value::Number(found.margin);
    let rows = ("rows", Sentence::of_name(found.judged.table.clone()));
    let (verdict, certainty, sentence) = match changed {
        Some(arm) => (Verdict::Effect, Certainty::Clearly, differently(found, arm)),
        None if highest <= found.margin && !found.judged.arms.is_empty() => {
            let margin = Sentence::of_value(margin, &found.share);
            (Verdict::NoEffect, Certainty::Clearly, fill("effect.judged_none", [("margin", margin), rows]))
        }
        None => (Verdict::CannotTell, Certainty::CannotTell, fill("effect.judged_open", [rows])),
    };
    let amount = match changed {
        Some(arm) => {
            let share = Sentence::of_estimate(arm.share, &found.share, Form::WithInterval);
            fill("effect.judged_amount", [("share", share), ("arm", Sentence::of_name(found.name(arm)))])
        }
        None => {
            let upper = Estimate { value: Some(highest), ..Estimate::default() };
            let share = Sentence::of_estimate(upper, &found.share, Form::Alone);
            fill("effect.judged_at_most", [("share", share)])
        }
    };
    let headline = Headline { verdict, certainty, sentence, amount: vec![amount], depends_on: Vec::new() };
    (headline, verdict == Verdict::CannotTell)
}

/// `Last touch as the way out instead of mover decides 2.1 % of the same moves differently`.
fn differently(found: &JudgedFound, arm: &JudgedArm) -> Sentence {
    let subject = Subject::of_arm(&found.keys, &found.values(arm), &found.control());
    let share = ("share", Sentence::of_estimate(arm.share, &found.share, Form::Alone));
    let rows = ("rows", Sentence::of_name(found.judged.table.clone()));
    let does = |words: &Sentence| {
        let id = if subject.is_plural { "effect.judged_decide" } else { "effect.judged_decides" };
        fill(id, [("subject", words.clone()), share.clone(), rows.clone()])
    };
    let some = fill("effect.judged_some", [share.clone(), rows.clone()]);
    first_that_fits(vec![does(&subject.long), does(&subject.short), some])
}

fn findings(found: &JudgedFound) -> Vec<Finding> {
    if found.judged.arms.len() < 2 {
        return Vec::new();
    }
    let mut arms: Vec<&JudgedArm> = found.judged.arms.iter().collect();
    let value = |arm: &JudgedArm| arm.share.value.unwrap_or(0.0);
    arms.sort_by(|one, other| value(other).total_cmp(&value(one)));
    let finding = |arm: &JudgedArm| {
        let says = Sentence::default().estimate(arm.share, &found.share, Form::WithInterval);
        let detail = fill("effect.judged_of", [("rows", Sentence::of_count(arm.rows))]);
        Finding { subject: found.name(arm), says, detail, certainty: None }
    };
    arms.into_iter().take(LINES).map(finding).collect()
}

fn table(found: &JudgedFound) -> Table {
    let mut columns: Vec<Column> = found.keys.iter().cloned().map(Column::axis).collect();
    let counted = |name: &str, label: &'static str| Column::other(Quantity::plain(name, word(label)));
    let method = "trials as clusters";
    columns.push(Column::result(found.share.clone(), &found.judged.table, "decided differently", method));
    columns.push(counted("changes", "effect.judged_column_changes"));
    columns.push(counted("rows", "effect.judged_column_rows"));
    let row = |arm: &JudgedArm| {
        let axes = arm.values.iter().map(|(_, value)| Cell::Value(value.clone()));
        let cells = [Cell::Estimate(arm.share), Cell::Count(arm.changes), Cell::Count(arm.rows)];
        axes.chain(cells).collect()
    };
    let title = say("effect.judged_title");
    Table { name: "judged", title, columns, rows: found.judged.arms.iter().map(row).collect(), is_brief: false }
}

fn notes() -> Vec<Note> {
    vec![Note { heading: NoteHeading::Method, sentence: say("effect.judged_method") }]
}
