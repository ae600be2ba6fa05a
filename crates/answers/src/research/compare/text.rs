//! Arms beside the control as an aligned table.

use tolley_analysis::contrasts::{Contrast, Contrasts};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use super::found::{Better, CONFIDENCE, Compared};
use crate::columns::{self, TextColumn};
use crate::needed;
use crate::number::{self, Shown};
use crate::point_columns::{axis_columns, headed};
use crate::words::GroupedCount;

/// Digits where no interval says how many.
const DIGITS: usize = 4;
/// Arms of which each is told in a line.
const FEW: usize = 4;
/// Decimals of a column of means at the most.
const MOST_DIGITS: usize = 6;

/// Everything that is answered.
pub fn text(dataset: &Dataset, compared: &Compared) -> String {
    let found = &compared.contrasts;
    let plan = &dataset.manifest().plan;
    let shown = shown_of(&found.measure);
    let state = if dataset.is_complete() { "" } else { "PARTIAL: " };
    let margin = [number::short(found.margin * shown.factor), shown.unit.clone()].join(" ");
    let head = format!(
        "{}: does it matter? {}\n{state}{} beside the control, margin {}; {} repeats, strata: {}, seed {}; 95 % intervals\n",
        plan.study,
        found.about,
        found.measure,
        margin.trim_end(),
        GroupedCount(plan.grid.repeats),
        strata(compared),
        plan.seed,
    );
    let table = columns::indented(&columns::rows(&table(compared, &shown)));
    let best = match compared.best {
        Some((better, _)) => {
            let which = if better == Better::Largest { "larger" } else { "smaller" };
            format!(
                "may be best: no other arm is shown to have a {which} mean, all at once with {:.0} % (Hsu).{}\n",
                CONFIDENCE * 100.0,
                ruled_out(compared, &shown).map_or_else(String::new, |told| format!(" So {told}."))
            )
        }
        None => String::new(),
    };
    let is_open = found.arms.iter().any(|arm| arm.needed.is_some());
    let open = if is_open { needed::about("repeats", found.family) } else { String::new() };
    let identical = match found.arms.iter().any(|arm| arm.is_identity) {
        true => {
            "identical: both sides have the same, in the control too: one half by construction, which is no evidence.\n"
        }
        false => "",
    };
    let alike = match found.strata > 1 && found.arms.iter().any(|arm| arm.alike > 0) {
        true => {
            "alike: strata in which no trial came out otherwise than in the control; a difference is a mean over them too.\n"
        }
        false => "",
    };
    let some = match found.strata_with_values < found.strata {
        true => {
            "Not all arms have a value in all strata: a mean is over those of its arm, a difference over those of both.\n"
        }
        false => "",
    };
    format!(
        "{head}\n{table}\nno effect: two one-sided tests at 5 % put the difference within the margin; an effect: its interval lies \
         beyond;\nperhaps within the margin: it is there, but on which side is not known{}. \
         The\nmargin is an assumption. signs: strata in which the difference has the sign of the whole; q: expected share of \
         false\nfinds (Benjamini and Hochberg).\n{some}{alike}{identical}{open}{best}dataset: {}\n",
        needed::corrected("; c", found.family, "arms together (Holm)"),
        dataset.dir().display(),
    )
}

/// How many strata there are, and in how many of them every arm has a value.
fn strata(compared: &Compared) -> String {
    let (all, with) = (compared.contrasts.strata, compared.contrasts.strata_with_values);
    if with == all { all.to_string() } else { format!("{all} ({with} with all arms)") }
}

/// A measure as it is shown: its unit is that of its column, before the rows that count.
fn shown_of(measure: &str) -> Shown {
    let (column, only) = measure.split_at(measure.find('[').unwrap_or(measure.len()));
    let Shown { name, unit, factor } = Shown::of_column(column);
    Shown { name: name + only, unit, factor }
}

/// In a line: what is said of each arm, or of many how often each thing is; and how many may be the best.
pub fn short(compared: &Compared) -> String {
    let found = &compared.contrasts;
    let shown = shown_of(&found.measure);
    let others = || found.arms.iter().enumerate().filter(|(at, _)| *at != found.control);
    let one = |(at, arm): (usize, &Contrast)| {
        let values: Vec<String> =
            arm.values.iter().map(|(column, value)| number::value(value, Shown::of_column(column).factor)).collect();
        let alike = match arm.alike {
            0 => String::new(),
            _ if arm.alike == arm.strata => String::new(),
            alike => format!(", {alike} of {} strata alike", arm.strata),
        };
        format!("{}: {} ({}{alike})", values.join(" "), difference(arm, &shown), said(found, at, arm))
    };
    let counted = |says: &&str| {
        let count = found.arms.iter().filter(|arm| arm.says() == Some(says)).count();
        (count > 0).then(|| format!("{count} {says}"))
    };
    let told: Vec<String> = if others().count() <= FEW {
        others().map(one).collect()
    } else {
        let all = [
            "no effect",
            "an effect within the margin",
            "an effect, perhaps within the margin",
            "an effect",
            "not resolved",
            "identical",
        ];
        all.iter().filter_map(counted).collect()
    };
    let best = compared.best.as_ref().map_or_else(String::new, |(_, arms)| {
        format!("; {} of {} may be best", arms.iter().filter(|arm| arm.in_set).count(), arms.len())
    });
    let most = ruled_out(compared, &shown).map_or_else(String::new, |told| format!(", {told}"));
    format!("{}{best}{most}", told.join(", "))
}

/// Of so many arms that not each is told in a line, of which several may be the best, the control among them or none
/// resolved: what is ruled out.
fn ruled_out(compared: &Compared, shown: &Shown) -> Option<String> {
    let (better, arms) = compared.best.as_ref()?;
    let may_be = arms.iter().filter(|arm| arm.in_set).count();
    let found = &compared.contrasts;
    let is_open =
        arms[found.control].in_set || found.arms.iter().all(|arm| arm.says().is_none_or(|says| says == "not resolved"));
    if arms.len() <= FEW + 1 || may_be < 2 || !is_open {
        return None;
    }
    let most = number::short(round_up(compared.most_beyond_control()? * shown.factor));
    let than = if *better == Better::Largest { "above" } else { "below" };
    Some(
        format!("none is more than {most} {} {than} the control, with {:.0} %", shown.unit, CONFIDENCE * 100.0)
            .replace("  ", " "),
    )
}

/// To three digits, upwards, as a bound is.
fn round_up(bound: f64) -> f64 {
    if bound <= 0.0 {
        return 0.0;
    }
    let scale = libm::exp10(2.0 - libm::log10(bound).floor());
    (bound * scale - 1e-9).ceil() / scale
}

fn difference(arm: &Contrast, shown: &Shown) -> String {
    let digits = number::decimals(&arm.difference, shown.factor).unwrap_or(DIGITS);
    number::estimate(&arm.difference, shown.factor, digits)
}

fn table(compared: &Compared, shown: &Shown) -> Vec<TextColumn> {
    let found = &compared.contrasts;
    let rows: Vec<&[(String, Value)]> = found.arms.iter().map(|arm| arm.values.as_slice()).collect();
    let mut columns = axis_columns(&rows);
    let digits = found.arms.iter().filter_map(|arm| number::decimals(&arm.mean, shown.factor)).max().unwrap_or(DIGITS);
    // none of millions is known better than the others of the column
    let digits = digits.min(MOST_DIGITS);
    let cells = |cell: &dyn Fn(&Contrast) -> String| found.arms.iter().map(cell).collect::<Vec<_>>();
    let mean = |arm: &Contrast| number::estimate(&arm.mean, shown.factor, digits);
    columns.push(headed(&shown.name, &shown.unit, cells(&mean).into_iter()));
    columns.push(headed("difference", &shown.unit, cells(&|arm| difference(arm, shown)).into_iter()));
    if found.arms.iter().any(|arm| arm.changed.is_some()) {
        let changed = |arm: &Contrast| {
            arm.changed.map_or("-".to_owned(), |changed| {
                number::estimate(&changed, 1.0, number::decimals(&changed, 1.0).unwrap_or(DIGITS))
            })
        };
        columns.push(headed("changed", "share", cells(&changed).into_iter()));
    }
    if found.strata > 1 {
        let signs = |arm: &Contrast| match arm.difference.value {
            Some(_) if arm.alike > 0 => format!("{}/{}, {} alike", arm.same_sign, arm.strata, arm.alike),
            Some(_) => format!("{}/{}", arm.same_sign, arm.strata),
            None => "-".to_owned(),
        };
        columns.push(headed("signs", "", cells(&signs).into_iter()));
    }
    let rate = |arm: &Contrast| arm.false_share.map_or("-".to_owned(), number::p_value);
    columns.push(headed("q", "", cells(&rate).into_iter()));
    let mut verdicts = headed("verdict", "", found.arms.iter().enumerate().map(|(at, arm)| said(found, at, arm)));
    verdicts.is_left = true;
    columns.push(verdicts);
    if let Some((_, best)) = &compared.best {
        let may = |arm: &tolley_search::mcb::AgainstBest| if arm.in_set { "may be best" } else { "" };
        let mut column = headed("", "", best.iter().map(|arm| may(arm).to_owned()));
        column.is_left = true;
        columns.push(column);
    }
    columns
}

fn said(found: &Contrasts, at: usize, arm: &Contrast) -> String {
    if at == found.control {
        return "the control".to_owned();
    }
    match (arm.says(), arm.needed) {
        (Some(says), Some(needed)) => format!("{says}, {}", needed::told(needed, "repeats")),
        (says, _) => says.unwrap_or("-").to_owned(),
    }
}
