//! How a measure hangs on several axes at once, as an aligned table.

use tolley_analysis::regression::{Kind, Regression, Term};
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_analysis::statistics::regression::Family;
use tolley_dataset::Dataset;

use super::exact::NONE_SEEN;
use crate::columns;
use crate::needed;
use crate::number::{self, Shown};
use crate::point_columns::headed;

/// Digits where no interval says how many.
const DIGITS: usize = 3;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Regression) -> String {
    let plan = &dataset.manifest().plan;
    let beside = found.beside.as_ref().map_or_else(String::new, |beside| format!(" beside {beside}"));
    let head = format!(
        "{}: how does {}{beside} hang on all of these at once? {}\n{} repeats, seed {}, {} points{}; 95 % intervals, the trials of \
         a repeat as one cluster\n",
        plan.study,
        found.measure,
        what(found.family),
        plan.grid.repeats,
        plan.seed,
        found.points,
        without(found)
    );
    let end = format!("dataset: {}\n", dataset.dir().display());
    if found.terms.is_empty() {
        return format!("{head}\nnothing can be fitted: these rows do not tell the terms apart.\n{end}");
    }
    let mut names = headed("one more of", "", found.terms.iter().map(|term| name(found, term)));
    names.is_left = true;
    let table = [
        names,
        headed(by(found.family), "", found.terms.iter().map(|term| slope(found, term))),
        headed("p", "Holm", found.terms.iter().map(|term| number::p_value(term.p))),
        headed("", "", found.terms.iter().map(|term| says(term).to_owned())),
    ];
    let joint =
        found.joint.map_or_else(String::new, |p| format!("all terms together (Wald): p {}. ", number::p_value(p)));
    format!(
        "{head}\n{}\n{joint}{}{NONE_SEEN}: no proof that there is none; these tests know no margin, and what \
         they find may lie within one.\nfit: {}\n{end}",
        columns::indented(&columns::rows(&table)),
        needed::corrected("C", found.terms.len(), "terms (Holm). "),
        fitted(found)
    )
}

/// Which points are left out.
pub fn without(found: &Regression) -> String {
    found.without.as_ref().map_or_else(String::new, |(column, value)| {
        let shown = Shown::of_column(column);
        format!(" without {} {}", shown.name, number::value(value, shown.factor))
    })
}

/// Whether the terms tell all that the axes in them do.
fn fitted(found: &Regression) -> String {
    match found.p_fit {
        None => "not tested, for as many terms as different points, or too few repeats for them".to_owned(),
        Some(p) if p <= LEVEL => format!(
            "refused (score test, p {}): the terms do not tell all that is between the points, and each is a mean over \
             what was swept",
            number::p_value(p)
        ),
        Some(p) => format!("not refused (score test, p {})", number::p_value(p)),
    }
}

/// In a line.
pub fn short(found: &Regression) -> String {
    if found.terms.is_empty() {
        return format!("{}: no regression can be fitted", found.measure);
    }
    let one = |term: &Term| format!("{} for {} ({})", slope(found, term), name(found, term), says(term));
    let all: Vec<String> = found.terms.iter().map(one).collect();
    let beside = found.beside.as_ref().map_or_else(String::new, |beside| format!(" beside {beside}"));
    let fit = found.p_fit.filter(|p| *p <= LEVEL);
    let fit = fit.map_or_else(String::new, |p| {
        format!("; they do not tell all (fit p {}), each is a mean over what was swept", number::p_value(p))
    });
    format!("{}{beside}, {}: {}{fit}", found.measure, by(found.family), all.join(", "))
}

/// A term in words.
pub fn name(found: &Regression, term: &Term) -> String {
    let factor = |(column, kind): &(String, Kind)| {
        let shown = Shown::of_column(column);
        match kind {
            Kind::Steps(step) => {
                format!("{} {} {}", number::short(step * shown.factor), shown.unit, shown.name).replace("  ", " ")
            }
            Kind::Doubled => format!("doubled {}", shown.name),
            Kind::Is(value) => {
                format!("{} {} {}", shown.name, number::value(value, shown.factor), shown.unit).trim_end().to_owned()
            }
            Kind::Wave(name, times) => format!("{name} of {times} {}", shown.name),
            Kind::Inversions(step) => format!("{} inversions of {}", number::short(*step), shown.name),
            Kind::First => found.measure.clone(),
        }
    };
    term.factors.iter().map(factor).collect::<Vec<_>>().join(" x ")
}

/// What a slope is.
pub fn by(family: Family) -> &'static str {
    match family {
        Family::Logit => "odds multiplied by",
        Family::Log => "multiplied by",
        Family::Mean => "added",
    }
}

fn what(family: Family) -> &'static str {
    match family {
        Family::Logit => "Logistic regression.",
        Family::Log => "Poisson regression, its errors from how widely counts are spread.",
        Family::Mean => "Linear regression.",
    }
}

fn slope(found: &Regression, term: &Term) -> String {
    let shown = found.shown(&term.slope);
    number::estimate(&shown, 1.0, number::decimals(&shown, 1.0).unwrap_or(DIGITS))
}

fn says(term: &Term) -> &'static str {
    if term.p <= LEVEL { "an effect" } else { NONE_SEEN }
}
