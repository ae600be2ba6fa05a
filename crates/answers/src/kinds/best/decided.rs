//! Which decision is best, where a study solves for it: row by row of a table that names it.

use tolley_analysis::decisions::{Decisions, decisions, names_decisions};
use tolley_analysis::solved;
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::value::Value;

use crate::AnswerError;
use crate::answer::{About, Answer, Cell, Certainty, Column, Headline, Quantity, Sentence, Table, Verdict, fill, say};
use crate::catalogue::word;
use crate::kinds::{Context, common};

/// Decisions that have a column each, the most frequent first; a column counts all others.
const MOST_NAMES: usize = 3;
/// Rows of a table that stands below the first sentence.
const MOST_BRIEF_ROWS: usize = 8;

/// Whether the question names a column of decisions.
pub fn is_asked(ask: &Ask, manifest: &Manifest) -> Result<bool, AnswerError> {
    Ok(ask.measure.as_deref().map_or(Ok(false), |measure| names_decisions(manifest, measure))?)
}

/// Answers it.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let manifest = dataset.manifest();
    let measure = ask.measure.as_deref().unwrap_or_default();
    let found = decisions(dataset, measure)?;
    let about = common::about(ask, dataset, context, found.missing);
    Ok(made(&found, about, manifest, measure))
}

fn made(found: &Decisions, about: About, manifest: &Manifest, measure: &str) -> Answer {
    let of = Quantity::of_measure(manifest, Some(measure));
    let axes: Vec<Vec<Value>> = axes_of(manifest);
    let keys: Vec<Quantity> =
        manifest.plan.grid.axes.iter().map(|axis| Quantity::of_key(manifest, &axis.key)).collect();
    let total: u64 = found.counts.iter().flatten().sum();
    let is_exact = solved::is_exact_at_each_point(manifest);
    let (verdict, certainty) = match (total, is_exact) {
        (0, _) => (Verdict::CannotTell, Certainty::CannotTell),
        (_, true) => (Verdict::Exact, Certainty::Clearly),
        (_, false) => (Verdict::Described, Certainty::Clearly),
    };
    let id = if is_exact { "best.decided_amount_exactly" } else { "best.decided_amount" };
    let decision = Sentence::of_name(of.label.clone());
    let amount = vec![fill(id, [("count", Sentence::of_count(total)), ("decision", decision)])];
    let sentence = sentence(found, &of, &keys, &axes);
    Answer {
        about,
        headline: Headline { verdict, certainty, sentence, amount, depends_on: Vec::new() },
        findings: Vec::new(),
        tables: vec![table(found, &keys, &axes)],
        notes: Vec::new(),
        next: Vec::new(),
    }
}

/// Of each axis its value at each point.
fn axes_of(manifest: &Manifest) -> Vec<Vec<Value>> {
    let grid = &manifest.plan.grid;
    let of_axis = |axis: usize| (0..grid.points()).map(|point| grid.axis_value(axis, point).into_owned()).collect();
    (0..grid.axes.len()).map(of_axis).collect()
}

/// What is best: everywhere the same, by the value of one axis, or mostly.
fn sentence(found: &Decisions, of: &Quantity, keys: &[Quantity], axes: &[Vec<Value>]) -> Sentence {
    let label = of.label.split(", where ").next().unwrap_or_default();
    let decision = || ("decision", Sentence::of_name(label));
    let all = totals(found);
    let Some((first, count)) = all.first() else {
        return say("best.decided_none");
    };
    if all.len() == 1 {
        return fill("best.decided_everywhere", [decision(), ("name", Sentence::of_name(first.clone()))]);
    }
    let by = (0..axes.len()).find_map(|axis| Some(axis).zip(by_axis(found, &axes[axis])));
    if let Some((axis, groups)) = by {
        let whole = fill("best.decided_by", [decision(), ("groups", grouped(&keys[axis], &groups))]);
        return match two_parts(&keys[axis], &groups) {
            // a face that is a number leaves room for one more
            Some(low) if !whole.is_short() || keys[axis].label.bytes().any(|byte| byte.is_ascii_digit()) => {
                fill("best.decided_by_low", [decision(), ("groups", low)])
            }
            _ => whole,
        };
    }
    let total: u64 = found.counts.iter().flatten().sum();
    let share = Quantity { factor: 100.0, unit: "%".to_owned(), ..Quantity::plain("share", "share") };
    let rounded = libm::round(*count as f64 / total as f64 * 100.0) / 100.0;
    let share = Sentence::of_value(Value::Number(rounded), &share);
    fill("best.decided_share", [decision(), ("name", Sentence::of_name(first.clone())), ("share", share)])
}

/// Names that occur, the most frequent first, with how often.
fn totals(found: &Decisions) -> Vec<(String, u64)> {
    let sum = |name: usize| found.counts.iter().map(|of| of[name]).sum::<u64>();
    let all = found.names.iter().enumerate().map(|(at, name)| (name.clone(), sum(at)));
    let mut all: Vec<(String, u64)> = all.filter(|(_, count)| *count > 0).collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all
}

/// Values of an axis, by size where they are numbers, in runs of the same decision; nothing where the value does not
/// say the decision.
fn by_axis(found: &Decisions, values: &[Value]) -> Option<Vec<(String, Vec<Value>)>> {
    let mut known: Vec<(Value, usize)> = Vec::new();
    for (value, counts) in values.iter().zip(&found.counts) {
        let mut there = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let (name, _) = there.next()?;
        if there.next().is_some() {
            return None;
        }
        match known.iter().find(|(other, _)| other == value) {
            Some((_, other)) if *other != name => return None,
            Some(_) => {}
            None => known.push((value.clone(), name)),
        }
    }
    if known.iter().all(|(value, _)| number(value).is_some()) {
        known.sort_by(|a, b| number(&a.0).unwrap_or(0.0).total_cmp(&number(&b.0).unwrap_or(0.0)));
    }
    let mut groups: Vec<(String, Vec<Value>)> = Vec::new();
    for (value, name) in known {
        match groups.last_mut().filter(|(last, _)| *last == found.names[name]) {
            Some((_, values)) => values.push(value),
            None => groups.push((found.names[name].clone(), vec![value])),
        }
    }
    Some(groups)
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Count(count) => Some(*count as f64),
        _ => None,
    }
}

/// `defend while the weight is at most 1, and keep`, of numbers in two runs.
fn two_parts(key: &Quantity, groups: &[(String, Vec<Value>)]) -> Option<Sentence> {
    let [(low, below), (high, _)] = groups else { return None };
    let most = below.last().filter(|most| number(most).is_some())?;
    let [low, key_name, high] = [low, &key.with_article(), high].map(|name| Sentence::of_name(name.as_str()));
    let most = Sentence::of_value(most.clone(), key);
    Some(fill("best.decided_while", [("low", low), ("key", key_name), ("most", most), ("high", high)]))
}

/// `defend while the weight is at most 1, and keep from 2 on`
fn grouped(key: &Quantity, groups: &[(String, Vec<Value>)]) -> Sentence {
    if let (Some(low), Some(least)) = (two_parts(key, groups), groups.last().and_then(|(_, above)| above.first())) {
        let least = Sentence::of_value(least.clone(), key);
        return fill("best.decided_from", [("parts", low), ("least", least)]);
    }
    if let [(one, of_one), (other, _)] = groups
        && let [Value::Flag(flag)] = of_one[..]
    {
        let (on, off) = if flag { (one, other) } else { (other, one) };
        let so = key.label.strip_prefix("whether ").map_or_else(|| key.with_article(), str::to_owned);
        let id = if key.is_clause() { "best.decided_where" } else { "best.decided_with" };
        let [on, so, off] = [on, &so, off].map(|name| Sentence::of_name(name.as_str()));
        return fill(id, [("on", on), ("key", so), ("off", off)]);
    }
    let mut all = Sentence::default();
    for (at, (name, values)) in groups.iter().enumerate() {
        let shown: Vec<String> = values.iter().map(|value| key.value(value)).collect();
        let [name, values] = [name, &shown.join(word("best.or"))].map(|name| Sentence::of_name(name.as_str()));
        let group = fill("best.decided_group", [("name", name), ("values", values)]);
        all = if at == 0 { group } else { all.then(say("common.comma")).then(group) };
    }
    fill("best.decided_groups_for", [("groups", all), ("key", Sentence::of_name(key.with_article()))])
}

/// Each point, with how often each decision is best there.
fn table(found: &Decisions, keys: &[Quantity], axes: &[Vec<Value>]) -> Table {
    let names: Vec<String> = totals(found).into_iter().take(MOST_NAMES).map(|(name, _)| name).collect();
    let count = |name: &String| Column::other(Quantity::plain(name, name));
    let has_others = totals(found).len() > names.len();
    let others = has_others.then(|| Column::other(Quantity::plain("others", word("best.column_others"))));
    let columns = keys.iter().cloned().map(Column::axis).chain(names.iter().map(count)).chain(others).collect();
    let places: Vec<usize> =
        names.iter().filter_map(|name| found.names.iter().position(|known| known == name)).collect();
    let row = |point: usize| {
        let counts: Vec<u64> = places.iter().map(|place| found.counts[point][*place]).collect();
        let left = found.counts[point].iter().sum::<u64>() - counts.iter().sum::<u64>();
        let values = axes.iter().map(|axis| Cell::Value(axis[point].clone()));
        values.chain(counts.into_iter().chain(has_others.then_some(left)).map(Cell::Count)).collect()
    };
    let rows: Vec<Vec<Cell>> = (0..found.counts.len()).map(row).collect();
    let title = say("best.title_decisions");
    let is_brief = (1..=MOST_BRIEF_ROWS).contains(&rows.len());
    Table { name: "decisions", title, columns, rows, is_brief }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(counts: &[[u64; 3]]) -> Decisions {
        let names = ["defend", "keep", "wait"].map(str::to_owned).to_vec();
        Decisions { names, counts: counts.iter().map(|of| of.to_vec()).collect(), missing: Default::default() }
    }

    fn said(counts: &[[u64; 3]]) -> String {
        let of = Quantity::plain("best", "best decision, where the phase is bar");
        let keys =
            [Quantity::plain("optional", "whether he may decline"), Quantity::plain("weight", "weight of the face")];
        let flags = [true, true, false, false].map(Value::Flag).to_vec();
        let numbers = [4.0, 1.0, 4.0, 1.0].map(Value::Number).to_vec();
        sentence(&found(counts), &of, &keys, &[flags, numbers]).text()
    }

    #[test]
    fn what_is_best_everywhere_is_said_alone_and_turns_with_the_rows() {
        assert_eq!(said(&[[3, 0, 0]; 4]), "The best decision is defend in every situation.");
        assert_eq!(said(&[[0, 3, 0]; 4]), "The best decision is keep in every situation.");
    }

    #[test]
    fn an_axis_that_says_the_decision_is_named_in_its_order() {
        let text = "The best decision is defend while the weight of the face is at most 1, and keep from 4 on.";
        assert_eq!(said(&[[0, 3, 0], [3, 0, 0], [0, 3, 0], [3, 0, 0]]), text);
        let of = Quantity::plain("best", "best decision");
        let face = [Quantity::plain("weight", "weight of face 4")];
        let text =
            sentence(&found(&[[3, 0, 0], [0, 3, 0]]), &of, &face, &[[1.0, 2.0].map(Value::Number).to_vec()]).text();
        let higher =
            "The best decision is defend while the weight of face 4 is at most 1, and keep at the higher values.";
        assert_eq!(text, higher, "a face is a number too");
        let text = "The best decision is defend where he may decline, and keep otherwise.";
        assert_eq!(said(&[[3, 0, 0], [3, 0, 0], [0, 3, 0], [0, 3, 0]]), text);
    }

    #[test]
    fn a_table_counts_all_decisions_however_many_have_a_column() {
        let names = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        let found = Decisions { names, counts: vec![vec![5, 4, 3, 2, 1]], missing: Default::default() };
        let table = table(&found, &[], &[]);
        let heads: Vec<&str> = table.columns.iter().map(|column| column.quantity.label.as_str()).collect();
        assert_eq!(heads, ["a", "b", "c", "others"]);
        assert_eq!(table.rows, [[5, 4, 3, 3].map(Cell::Count)]);
    }

    #[test]
    fn what_no_axis_says_is_a_share_and_nothing_is_open() {
        assert_eq!(said(&[[3, 1, 0]; 4]), "The best decision is defend in 75 % of all situations.");
        assert!(said(&[[0, 0, 0]; 4]).starts_with("Cannot tell yet"));
    }
}
