//! Findings beside their strata: whether the sign agrees, as a line, a table and an object.

use std::path::Path;

use serde_json::{Value as Json, json};
use tolley_analysis::robust::{Side, is_resolved, is_robust, side};
use tolley_experiment::value::Value;

use super::findings::{Findings, Signed, told};
use super::found::Answer;
use super::strata::{self, Played, Stratum};
use crate::columns::{self, TextColumn};
use crate::point_columns::headed;
use crate::tidy::Row;

/// Findings of which each has a line.
const FEW: usize = 12;
/// What is told of by name in a line.
const NAMED: usize = 3;
/// Numbers that stand in columns, a stratum a line.
const NARROW: usize = 3;

/// What the words mean.
const DEFINED: &str = "in strata: what nobody has measured, one value at a time, all else as in the scenario, by the same \
                           seed, so that trials are paired.\nA finding is robust if its sign agrees in all strata, \
                           whether or not each of them resolves it; an opposite sign whose own 95 % interval holds no effect too is opposite, not resolved.\nA sign is \
                           resolved by its own interval: of many without effect one in twenty is by chance.\n";

/// What the words mean, and where the strata lie; nothing of none.
pub fn defined(folder: &Path, strata: &[Played]) -> String {
    if strata.is_empty() {
        return String::new();
    }
    let sets: Vec<String> = strata.iter().map(|played| played.stratum.set()).collect();
    let below = strata::below(folder);
    format!("\n{DEFINED}Each is the scenario with --set {}, in {}.\n", sets.join(" or "), below.display())
}

/// One finding beside its strata.
struct Line<'a> {
    whole: &'a Signed,
    /// In each stratum that could be asked.
    strata: Vec<Option<&'a Signed>>,
    sides: Vec<Side>,
}

impl Line<'_> {
    fn is_resolved(&self) -> bool {
        is_resolved(&self.whole.estimate, self.whole.null)
    }

    fn is_resolved_in(&self, at: usize) -> bool {
        self.strata[at].is_some_and(|of| is_resolved(&of.estimate, of.null))
    }

    fn is_resolved_in_all(&self) -> bool {
        !self.strata.is_empty() && (0..self.strata.len()).all(|at| self.is_resolved_in(at))
    }

    fn is_told(&self) -> bool {
        self.is_resolved() || self.sides.contains(&Side::OppositeResolved)
    }
}

/// One thing that is asked, as the scenario is and in all strata.
struct Beside<'a> {
    whole: &'a Findings,
    /// Repeats as the scenario is, and what it has there.
    repeats: u64,
    own: &'a str,
    /// Where it could be asked.
    strata: Vec<(&'a Played, &'a Answer)>,
    /// Where not, and why.
    failed: Vec<(&'a Stratum, &'a str)>,
}

/// Adds what the strata say to each answer.
pub fn add(found: &mut [Answer], strata: &[Played], repeats: u64, own: &str) {
    if strata.is_empty() {
        return;
    }
    for (ask, answer) in found.iter_mut().enumerate() {
        let asked = |played: &'_ Played| played.found.get(ask).is_some_and(Result::is_ok);
        let beside = Beside {
            whole: &answer.findings,
            repeats,
            own,
            strata: strata.iter().filter_map(|played| Some((played, played.found.get(ask)?.as_ref().ok()?))).collect(),
            failed: strata
                .iter()
                .filter(|played| !asked(played))
                .filter_map(|played| Some((&played.stratum, played.found.get(ask)?.as_ref().err()?.as_str())))
                .collect(),
        };
        let lines = beside.lines();
        let (clause, text) = (beside.clause(&lines), beside.text(&lines));
        let (object, rows) = (beside.to_json(&lines), beside.rows());
        answer.robust = Some(clause);
        answer.told.push_str(&text);
        answer.strata = object;
        answer.rows.extend(rows);
    }
}

impl<'a> Beside<'a> {
    fn lines(&self) -> Vec<Line<'a>> {
        let line = |whole: &'a Signed| {
            let in_stratum =
                |(_, answer): &(&'a Played, &'a Answer)| answer.findings.signs.iter().find(|of| of.name == whole.name);
            let strata: Vec<Option<&'a Signed>> = self.strata.iter().map(in_stratum).collect();
            let beside = |of: &Option<&'a Signed>| {
                of.map_or(Side::Unknown, |of| side(&whole.estimate, &of.estimate, whole.null))
            };
            let sides = strata.iter().map(beside).collect();
            Line { whole, strata, sides }
        };
        self.whole.signs.iter().map(line).collect()
    }

    /// In a line.
    fn clause(&self, lines: &[Line<'_>]) -> String {
        let failed: Vec<String> =
            self.failed.iter().map(|(stratum, why)| format!("not asked at {}: {why}", stratum.name())).collect();
        let count = self.strata.len() + 1;
        let mut told = match lines {
            [] if self.whole.numbers.is_empty() => vec!["robust: nothing is found that has a sign".to_owned()],
            [] => self.numbers_in_line(),
            _ => vec![signs_in_line(lines, count)],
        };
        if !lines.is_empty() {
            told.extend(self.opposite(lines));
            told.extend(self.alike(lines));
            told.extend(self.numbers_beside());
        }
        told.extend(failed);
        told.join("; ")
    }

    /// Where signs are the other ones.
    fn opposite(&self, lines: &[Line<'_>]) -> Vec<String> {
        let mut all = Vec::new();
        for (at, (played, _)) in self.strata.iter().enumerate() {
            let others = lines.iter().filter(|line| {
                line.sides[at] == Side::OppositeResolved || line.is_resolved() && line.sides[at].is_opposite()
            });
            let name = |line: &Line<'_>| {
                let here =
                    if line.sides[at] == Side::OppositeResolved { "resolved there" } else { "not resolved there" };
                let whole = if line.is_resolved() { "" } else { ", not in the whole" };
                format!("{} ({here}{whole})", line.whole.name)
            };
            let names: Vec<String> = others.map(name).collect();
            if !names.is_empty() {
                let more = names.len().saturating_sub(NAMED);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let named = names.into_iter().take(NAMED).collect::<Vec<_>>().join(", ");
                all.push(format!("opposite in {}: {named}{more}", played.stratum.name()));
            }
        }
        all
    }

    /// Keys on which nothing of this hangs at all, as far as seen.
    fn alike(&self, lines: &[Line<'_>]) -> Vec<String> {
        let key = |at: usize| self.strata[at].0.stratum.key;
        let same = |at: usize| {
            let here =
                |line: &Line<'_>| line.strata[at].map(|of| of.estimate) == line.strata[at - 1].map(|of| of.estimate);
            key(at) == key(at - 1) && lines.iter().all(here)
        };
        let alike = (1..self.strata.len()).filter(|at| same(*at));
        alike.map(|at| format!("strata of {} are alike to the last digit", self.strata[at].0.stratum.head())).collect()
    }

    /// Of what has signs: its numbers in each stratum.
    fn numbers_beside(&self) -> Vec<String> {
        self.whole.numbers.iter().map(|(name, _)| format!("{name} {}", self.in_strata(name).join(" | "))).collect()
    }

    /// A number in each stratum.
    fn in_strata(&self, name: &str) -> Vec<String> {
        let told = |(played, answer): &(&Played, &Answer)| {
            format!("{} at {}", number(&answer.findings, name), played.stratum.name())
        };
        self.strata.iter().map(told).collect()
    }

    /// Of what has no sign: its first number in each stratum.
    fn numbers_in_line(&self) -> Vec<String> {
        let Some((name, whole)) = self.whole.numbers.first() else { return Vec::new() };
        let more = self.whole.numbers.len() - 1;
        let more = if more > 0 { format!(" ({more} more below)") } else { String::new() };
        let others = self.in_strata(name).join(", ");
        vec![format!("robust: no sign to keep; {name} {whole}, in strata {others}{more}")]
    }

    /// For people.
    fn text(&self, lines: &[Line<'_>]) -> String {
        let n: Vec<String> = self.strata.iter().map(|(played, _)| played.repeats.to_string()).take(1).collect();
        let n = if n.is_empty() { String::new() } else { format!(", n {} each beside {}", n.concat(), self.repeats) };
        let mut text = format!("\nin strata{n}: {}\n", self.clause(lines));
        let shown: Vec<&Line<'_>> = lines.iter().filter(|line| lines.len() <= FEW || line.is_told()).collect();
        if !shown.is_empty() {
            text += &format!("\n{}", columns::indented(&columns::rows(&self.signs(&shown))));
        }
        if shown.len() < lines.len() {
            let kept = lines.iter().filter(|line| !line.is_told() && is_robust(&line.sides)).count();
            let (others, all) = (lines.len() - shown.len(), lines.len());
            text += &format!("  {others} more of {all} have no sign that is resolved; {kept} of these keep it\n");
        }
        if !self.whole.numbers.is_empty() {
            text += &format!("\n{}", columns::indented(&columns::rows(&self.numbers())));
        }
        text
    }

    fn signs(&self, lines: &[&Line<'_>]) -> Vec<TextColumn> {
        let mut names = headed("finding", "", lines.iter().map(|line| line.whole.name.clone()));
        names.is_left = true;
        let whole = lines.iter().map(|line| told(&line.whole.estimate, line.whole.factor));
        let mut table = vec![names, headed("as it is", self.own, whole)];
        for (at, (played, _)) in self.strata.iter().enumerate() {
            let cell = |line: &&Line<'_>| line.strata[at].map_or("-".to_owned(), |of| told(&of.estimate, of.factor));
            table.push(headed(&played.stratum.head(), played.stratum.value.1, lines.iter().map(cell)));
        }
        let mut says = headed("sign", "", lines.iter().map(|line| self.says(line)));
        says.is_left = true;
        table.push(says);
        table
    }

    /// `same in all`, or where it is not.
    fn says(&self, line: &Line<'_>) -> String {
        let here = (0..line.strata.len()).filter(|at| line.is_resolved_in(*at)).count();
        let robust = match (line.is_resolved(), line.strata.len()) {
            (false, _) => "same in all, not resolved".to_owned(),
            (true, 0) => "in no stratum".to_owned(),
            (true, all) if here == all => "robust, resolved in all".to_owned(),
            (true, all) => format!("robust, resolved in {here} of {all}"),
        };
        let off = self.strata.iter().zip(&line.sides).filter(|(_, side)| **side != Side::Same);
        let off: Vec<(&Played, Side)> = off.map(|((played, _), side)| (*played, *side)).collect();
        match off.as_slice() {
            [] => robust,
            [(_, first), ..] if off.len() == line.sides.len() && off.iter().all(|(_, side)| side == first) => {
                format!("{} in all others", first.name())
            }
            some => {
                let told = some.iter().map(|(played, side)| format!("{}: {}", played.stratum.value.1, side.name()));
                told.collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// A line a stratum where there are few numbers, else a column.
    fn numbers(&self) -> Vec<TextColumn> {
        let names: Vec<&String> = self.whole.numbers.iter().map(|(name, _)| name).collect();
        if names.len() > NARROW {
            let mut first = headed("", "", names.iter().map(|name| (*name).clone()));
            first.is_left = true;
            let whole = self.whole.numbers.iter().map(|(_, told)| told.clone());
            let mut table = vec![first, headed("as it is", self.own, whole)];
            for (played, answer) in &self.strata {
                let cells = names.iter().map(|name| number(&answer.findings, name));
                table.push(headed(&played.stratum.head(), played.stratum.value.1, cells));
            }
            return table;
        }
        let places = std::iter::once(format!("as it is ({})", self.own));
        let mut first = headed("", "", places.chain(self.strata.iter().map(|(played, _)| played.stratum.name())));
        first.is_left = true;
        let column = |name: &&String| {
            let whole = std::iter::once(number(self.whole, name));
            headed(name, "", whole.chain(self.strata.iter().map(|(_, answer)| number(&answer.findings, name))))
        };
        std::iter::once(first).chain(names.iter().map(column)).collect()
    }

    fn to_json(&self, lines: &[Line<'_>]) -> Json {
        let stratum = |(played, answer): &(&Played, &Answer)| {
            json!({
                "set": played.stratum.set(), "key": played.stratum.key, "value": played.stratum.value.0,
                "repeats": played.repeats, "dataset": played.place.display().to_string(), "found": answer.object,
            })
        };
        let failed = |(stratum, why): &(&Stratum, &str)| json!({ "set": stratum.set(), "key": stratum.key, "value": stratum.value.0, "not_asked": why });
        let line = |line: &Line<'_>| {
            let sides: Vec<&str> = line.sides.iter().map(|side| side.name()).collect();
            json!({
                "finding": line.whole.name, "no_effect": line.whole.null, "value": line.whole.estimate.value,
                "is_resolved": line.is_resolved(), "is_robust": is_robust(&line.sides), "signs": sides,
                "is_resolved_in": (0..line.strata.len()).map(|at| line.is_resolved_in(at)).collect::<Vec<_>>(),
            })
        };
        let strata = self.strata.iter().map(stratum).chain(self.failed.iter().map(failed));
        json!({
            "repeats": self.repeats, "strata": strata.collect::<Vec<_>>(), "robust": self.clause(lines),
            "findings": lines.iter().map(line).collect::<Vec<_>>(),
        })
    }

    /// The rows of all strata, the value of each in a column of its own.
    fn rows(&self) -> Vec<Row> {
        let of = |(played, answer): &(&Played, &Answer)| {
            let stratum = (played.stratum.column(), Value::Number(played.stratum.value.0));
            let values = |row: &Row| row.values.iter().cloned().chain([stratum.clone()]).collect();
            let row = |row: &Row| Row { values: values(row), ..row.clone() };
            answer.rows.iter().map(row).collect::<Vec<_>>()
        };
        self.strata.iter().flat_map(of).collect()
    }
}

/// How many keep their sign.
fn signs_in_line(lines: &[Line<'_>], strata: usize) -> String {
    let resolved: Vec<&Line<'_>> = lines.iter().filter(|line| line.is_resolved()).collect();
    let kept = resolved.iter().filter(|line| is_robust(&line.sides)).count();
    let s = |count: usize| if count == 1 { "finding" } else { "findings" };
    if resolved.is_empty() {
        let kept = lines.iter().filter(|line| is_robust(&line.sides)).count();
        let all = lines.len();
        return format!("robust: no sign of {all} {} is resolved, {kept} of {all} agree in {strata} strata", s(all));
    }
    let everywhere = resolved.iter().filter(|line| is_robust(&line.sides) && line.is_resolved_in_all()).count();
    let (n, whose) = (resolved.len(), if resolved.len() == 1 { "keeps" } else { "keep" });
    let own = if kept == 0 {
        String::new()
    } else {
        format!(", {everywhere} of {kept} resolved in each of the others by itself")
    };
    format!("robust: {kept} of {n} {} whose sign is resolved {whose} it in {strata} strata{own}", s(n))
}

fn number(findings: &Findings, name: &str) -> String {
    findings.numbers.iter().find(|(of, _)| of == name).map_or("-".to_owned(), |(_, told)| told.clone())
}
