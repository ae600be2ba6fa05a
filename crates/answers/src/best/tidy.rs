//! The answer as a tidy table: one row an estimate.

use tolley_dataset::sheet::Cells;
use tolley_experiment::key::Path;
use tolley_experiment::row::Values;
use tolley_experiment::table::{Column, ColumnKind, Table};
use tolley_experiment::value::Value;
use tolley_search::best::{Found, Fresh, Near};

use super::answers::{Answers, Stratum};

/// How an estimate was made.
pub const METHODS: [&str; 10] = [
    "chosen",
    "mean of fresh shots, t",
    "paired difference of fresh shots, t",
    "sweep smoothed by the errors",
    "multiple comparisons with the best (Hsu)",
    "share of fresh shots, Wilson",
    "paired difference of fresh shots, t, all pairs at once (Bonferroni)",
    "paired difference of shares of fresh shots, t and none of n (Wilson) in quadrature",
    "paired difference of shares of fresh shots, t and none of n (Wilson) in quadrature, all pairs at once (Bonferroni)",
    "difference of fresh shots, regressed on those of the best (double sampling, jackknife; paired where fewer than 10 or all but one alike), t; of shares with none of n (Wilson)",
];
const CHOSEN: usize = 0;
const MEAN: usize = 1;
const PAIRED: usize = 2;
const SWEEP: usize = 3;
const SET: usize = 4;
const SHARE: usize = 5;
const PAIRS: usize = 6;
const PAIRED_SHARES: usize = 7;
const PAIRS_OF_SHARES: usize = 8;
pub const REGRESSED: usize = 9;

/// How values are found.
pub fn method_of(stratum: &Stratum) -> usize {
    if stratum.asked.task.is_share { SHARE } else { MEAN }
}

/// How differences are found.
pub fn paired(stratum: &Stratum) -> usize {
    if stratum.asked.task.is_share { PAIRED_SHARES } else { PAIRED }
}

/// The same of places, of which the best and the worst are compared.
pub fn pairs(stratum: &Stratum) -> usize {
    if stratum.asked.task.is_share { PAIRS_OF_SHARES } else { PAIRS }
}

/// One estimate.
struct Row {
    stratum: usize,
    skill: usize,
    term: String,
    fresh: Fresh,
    method: usize,
}

/// The table and its columns.
pub fn table(answers: &Answers<'_>) -> (Table, Vec<Cells>) {
    let mut rows = Vec::new();
    for (number, stratum) in answers.strata.iter().enumerate() {
        for (skill, found) in stratum.answer.skills.iter().enumerate() {
            let mut add =
                |term: String, fresh: Fresh, method| rows.push(Row { stratum: number, skill, term, fresh, method });
            terms(answers, stratum, found, &mut add);
            for between in stratum.answer.jumps.iter().filter(|between| between.skills[1] == skill) {
                let old = &answers.best.skills[between.skills[0]].name;
                add(format!("gain of the jump from the best of {old}"), plain(between.jump.gain), SWEEP);
                // none where it is not found between them
                let at = stratum.jumps_at(answers.best, between);
                let share = at.map_or(f64::NAN, |_| between.jump.share);
                add(format!("share of the way from {old} at which it jumps"), plain(share), SWEEP);
                if let Some((key, sd)) = at {
                    let path = answers.plan.study.schema.keys[key].path;
                    add(format!("{path} at which it jumps from the best of {old}"), plain(sd), SWEEP);
                }
            }
        }
    }
    columns(answers, &rows)
}

fn terms(answers: &Answers<'_>, stratum: &Stratum, found: &Found, add: &mut impl FnMut(String, Fresh, usize)) {
    let keys = &answers.plan.study.schema.keys;
    let path = |number: usize| keys[stratum.asked.keys[number]].path;
    let numbers = stratum.asked.task.numbers.iter().enumerate();
    let decided: Vec<usize> = numbers.filter(|(_, number)| number.is_decided()).map(|(at, _)| at).collect();
    for number in &decided {
        add(format!("at {}", path(*number)), plain(found.at[*number]), CHOSEN);
    }
    let (mean, paired) = (method_of(stratum), paired(stratum));
    add("value".to_owned(), found.value, mean);
    if let Some(seen) = found.seen {
        add("value seen by the sweep".to_owned(), Fresh { std_error: seen.std_error, ..plain(seen.value) }, SWEEP);
    }
    add("may be the best".to_owned(), plain(f64::from(u8::from(found.before.is_none()))), SET);
    if let Some(before) = &found.before {
        for number in &decided {
            add(format!("before it at {}", path(*number)), plain(before.at[*number]), CHOSEN);
        }
        add("before it value".to_owned(), before.value, mean);
        add("before it loss".to_owned(), before.loss, paired);
    }
    for (rank, rival) in found.rivals.iter().enumerate() {
        let rank = rank + 2;
        for number in &decided {
            add(format!("candidate {rank} at {}", path(*number)), plain(rival.at[*number]), CHOSEN);
        }
        add(format!("candidate {rank} value"), rival.value, mean);
        add(format!("candidate {rank} loss"), rival.loss, paired);
        add(format!("candidate {rank} may be the best"), plain(f64::from(u8::from(rival.in_set))), SET);
    }
    zone((&found.near, found.value.estimate.value.unwrap_or(f64::NAN)), &decided, &path, add);
    for edge in &found.edges {
        add(format!("gain beyond the range of {}", path(edge.number)), edge.gain, paired);
    }
    for place in &found.places {
        add(format!("best less worst place of {}", path(place.number)), place.spread, pairs(stratum));
        for (rank, at) in place.at.iter().enumerate() {
            add(format!("place {} of {}", rank + 1, path(place.number)), plain(at.at[place.number]), CHOSEN);
            add(format!("place {} of {} value", rank + 1, path(place.number)), at.value, mean);
            add(format!("place {} of {} loss", rank + 1, path(place.number)), at.loss, paired);
        }
    }
    for (image, against) in stratum.asked.images.iter().zip(&found.images) {
        against.iter().for_each(|against| add(format!("loss when {}", image.name), against.loss, paired));
    }
    for (skill, against) in answers.best.skills.iter().zip(&found.others) {
        against.iter().for_each(|against| add(format!("loss with the best of {}", skill.name), against.loss, paired));
    }
}

/// The choices that are nearly as good.
fn zone(
    (near, worth): (&Near, f64),
    decided: &[usize],
    path: &impl Fn(usize) -> Path,
    add: &mut impl FnMut(String, Fresh, usize),
) {
    const ENDS: [&str; 2] = ["least", "greatest"];
    const WITHIN: &str = "not seen to lose more than 5 %";
    match near {
        Near::Unknown(_) => {}
        Near::Swept(zone) => {
            add(format!("share {WITHIN}"), plain(zone.share), SWEEP);
            for number in decided {
                for (name, at) in ENDS.iter().zip(zone.extent[*number]) {
                    add(format!("{WITHIN}, {name} {}", path(*number)), plain(at), SWEEP);
                }
            }
        }
        Near::Played(spans) => {
            for span in spans {
                for (name, end) in ENDS.iter().zip(&span.ends) {
                    let path = path(span.number);
                    let short_of = if end.loses_more(worth) { "short of the " } else { "" };
                    add(format!("{WITHIN}, {short_of}{name} {path} alone"), plain(end.at), REGRESSED);
                    end.loss.iter().for_each(|loss| add(format!("loss at the {name} {path}"), *loss, REGRESSED));
                    if let Some((x, loss)) = end.beyond {
                        add(format!("seen to lose more, beyond the {name} {path}"), plain(x), REGRESSED);
                        add(format!("loss beyond the {name} {path}"), loss, REGRESSED);
                    }
                }
            }
        }
    }
}

/// A number without an error.
fn plain(value: f64) -> Fresh {
    let mut fresh = Fresh { std_error: f64::NAN, ..Fresh::default() };
    fresh.estimate.value = Some(value);
    fresh
}

fn columns(answers: &Answers<'_>, rows: &[Row]) -> (Table, Vec<Cells>) {
    let mut columns: Vec<(Column, Cells)> = Vec::new();
    for axis in 0..answers.plan.axis_keys().len() {
        let key = &answers.plan.study.schema.keys[answers.plan.axis_keys()[axis]];
        let cells = rows.iter().map(|row| &answers.strata[row.stratum].values[axis].1);
        let column = Column::of_key(key);
        let values = axis_values(&column, cells);
        columns.push((column, Cells::Values(values)));
    }
    let names: Vec<&str> = answers.best.skills.iter().map(|skill| skill.name.as_str()).collect();
    columns.push(named("skill", &names, "Whose errors.", rows.iter().map(|row| row.skill)));
    // long lists have more terms than a column of names has
    let term = Column::always("term", ColumnKind::of_names(&[]), "What is estimated.");
    columns.push((term, Cells::Texts(rows.iter().map(|row| row.term.clone()).collect())));
    let mut number = |name: &str, about: &str, of: &dyn Fn(&Row) -> f64| {
        let values = Values::F64(rows.iter().map(of).collect());
        columns.push((Column::measured(name, ColumnKind::F64, about), Cells::Values(values)));
    };
    let end = |row: &Row, end: usize| row.fresh.estimate.interval.map_or(f64::NAN, |interval| interval[end]);
    number("estimate", "The estimate, SI.", &|row| row.fresh.estimate.value.unwrap_or(f64::NAN));
    number("std_error", "Its standard error.", &|row| row.fresh.std_error);
    number("conf_low", "Lower end of its 95 % interval.", &|row| end(row, 0));
    number("conf_high", "Upper end of its 95 % interval.", &|row| end(row, 1));
    let n = rows.iter().map(|row| row.fresh.estimate.n).collect();
    columns.push((
        Column::always("n", ColumnKind::U64, "Shots that it is made from; 0 where it is none of shots."),
        Cells::Values(Values::U64(n)),
    ));
    columns.push(named("method", &METHODS, "How it was made.", rows.iter().map(|row| row.method)));
    let seeds = vec![answers.plan.seed; rows.len()];
    columns
        .push((Column::always("seed", ColumnKind::U64, "Seed of the experiment."), Cells::Values(Values::U64(seeds))));
    let (columns, values) = columns.into_iter().unzip();
    (Table { name: "answer".to_owned(), about: "one estimate".to_owned(), columns }, values)
}

pub fn named(name: &str, names: &[&str], about: &str, of: impl Iterator<Item = usize>) -> (Column, Cells) {
    let column = Column::always(name, ColumnKind::of_names(names), about);
    (column, Cells::Values(Values::Name(of.map(|index| index as u8).collect())))
}

pub fn axis_values<'a>(column: &Column, cells: impl Iterator<Item = &'a Value>) -> Values {
    match &column.kind {
        ColumnKind::F64 => {
            Values::F64(cells.map(|cell| if let Value::Number(x) = cell { *x } else { f64::NAN }).collect())
        }
        ColumnKind::Bool => Values::Bool(cells.map(|cell| *cell == Value::Flag(true)).collect()),
        ColumnKind::Name { names } => {
            let index =
                |cell: &Value| names.iter().position(|name| matches!(cell, Value::Choice(choice) if choice == name));
            Values::Name(cells.map(|cell| index(cell).unwrap_or(0) as u8).collect())
        }
        ColumnKind::U32 | ColumnKind::U64 => {
            Values::U64(cells.map(|cell| if let Value::Count(count) = cell { *count } else { 0 }).collect())
        }
    }
}

/// The same as text, comma-separated.
pub fn csv(table: &Table, columns: &[Cells]) -> String {
    let quoted = |text: &str| {
        if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
    };
    let head: Vec<String> = table.columns.iter().map(|column| quoted(&column.name)).collect();
    let rows = match columns.last() {
        Some(Cells::Values(Values::U64(seeds))) => seeds.len(),
        _ => 0,
    };
    let value = |values: &Values, kind: &ColumnKind, row: usize| match (values, kind) {
        (Values::F64(values), _) if values[row].is_nan() => String::new(),
        (Values::F64(values), _) => values[row].to_string(),
        (Values::U64(values), _) => values[row].to_string(),
        (Values::U32(values), _) => values[row].to_string(),
        (Values::Bool(values), _) => values[row].to_string(),
        (Values::Name(values), ColumnKind::Name { names }) => quoted(&names[usize::from(values[row])]),
        (Values::Name(_), _) => String::new(),
    };
    let cell = |(column, cells): (&Column, &Cells), row: usize| match cells {
        Cells::Values(values) => value(values, &column.kind, row),
        Cells::Texts(texts) => quoted(&texts[row]),
    };
    let line = |row: usize| table.columns.iter().zip(columns).map(|both| cell(both, row)).collect::<Vec<_>>().join(",");
    std::iter::once(head.join(",")).chain((0..rows).map(line)).map(|line| line + "\n").collect()
}
