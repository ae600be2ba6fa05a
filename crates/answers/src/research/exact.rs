//! Arms beside the control by exact tests, as an aligned table.

use tolley_analysis::exact::{Exact, ExactArm};
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::needed;
use crate::number::{self, Shown};
use crate::point_columns::{axis_columns, headed};

/// Digits where no interval says how many.
const DIGITS: usize = 4;
/// A share of trials that come out otherwise below which nothing hangs on it.
const NEGLIGIBLE: f64 = 0.005;
/// What a test says that knows no margin and finds nothing.
pub const NONE_SEEN: &str = "none seen";
/// Arms of which each is told in a line.
const FEW: usize = 4;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Exact) -> String {
    let plan = &dataset.manifest().plan;
    let rows: Vec<&[(String, Value)]> = found.arms.iter().map(|arm| arm.values.as_slice()).collect();
    let cells = |cell: &dyn Fn(&ExactArm) -> String| found.arms.iter().map(cell).collect::<Vec<_>>().into_iter();
    let mut table: Vec<TextColumn> = axis_columns(&rows);
    let counts = |[above, below]: [u64; 2]| format!("{above}/{below}");
    if found.arms.iter().any(|arm| arm.trials.is_some()) {
        table.push(headed("trials", "up/down", cells(&|arm| arm.trials.map_or("-".to_owned(), counts))));
    }
    table.push(headed("repeats", "up/down", cells(&|arm| counts(arm.repeats))));
    if found.arms.iter().any(|arm| arm.changed.is_some()) {
        table.push(headed("changed", "share", cells(&changed)));
    }
    table.push(headed("p", "McNemar", cells(&|arm| number::p_value(arm.mcnemar))));
    table.push(headed("p", "permutation", cells(&|arm| number::p_value(arm.permutation))));
    table.push(headed("", "", cells(&|arm| says(arm).to_owned())));
    format!(
        "{}: which way do paired trials go? {} beside {}; {} repeats, strata: {}, seed {}\n\n{}\nup, down: above and below \
         the control. McNemar: exact, of repeats, whose strata share random numbers and go together;\npermutation: of the \
         mean difference, signs of repeats at random.{} Changed: share of paired\ntrials \
         that come out otherwise; negligible below {NEGLIGIBLE}. {NONE_SEEN}: no proof that there is none; \
         these tests know no\nmargin, and what they find may lie within one. Intervals of differences allow for trials that were not \
         seen, too: of few\nrepeats one may hold no effect where these tests see one.\ndataset: {}\n",
        plan.study,
        found.measure,
        named(&found.control),
        plan.grid.repeats,
        found.strata,
        plan.seed,
        columns::indented(&columns::rows(&table)),
        needed::corrected(" Both c", found.arms.len(), "arms (Holm)."),
        dataset.dir().display(),
    )
}

/// In a line.
pub fn short(found: &Exact) -> String {
    let one = |arm: &ExactArm| {
        let [above, below] = arm.repeats;
        let [exact, means] = [arm.mcnemar, arm.permutation].map(number::p_value);
        let changed = if arm.changed.is_some() { format!(", changed {}", changed(arm)) } else { String::new() };
        let (values, says) = (values(&arm.values), says(arm));
        format!("{values}: {above} up, {below} down, p {exact} and {means} ({says}){changed}")
    };
    let head = format!("{} beside {}, exactly and by permutation", found.measure, named(&found.control));
    if found.arms.len() <= FEW {
        return format!("{head}: {}", found.arms.iter().map(one).collect::<Vec<_>>().join(", "));
    }
    let seen = found.arms.iter().filter(|arm| arm.mcnemar <= LEVEL).count();
    format!("{head}: {seen} of {} arms are seen to differ (McNemar)", found.arms.len())
}

/// Share of trials that come out otherwise, and whether that is next to none.
fn changed(arm: &ExactArm) -> String {
    let Some(changed) = &arm.changed else { return "-".to_owned() };
    let told = number::estimate(changed, 1.0, number::decimals(changed, 1.0).unwrap_or(DIGITS));
    let is_negligible = changed.interval.is_some_and(|[_, high]| high < NEGLIGIBLE);
    if is_negligible { format!("{told} (negligible)") } else { told }
}

fn says(arm: &ExactArm) -> &'static str {
    match [arm.mcnemar, arm.permutation].map(|p| p <= LEVEL) {
        [true, true] => "an effect",
        [true, false] => "an effect in which way they go",
        [false, true] => "an effect in the mean",
        [false, false] => NONE_SEEN,
    }
}

fn values(values: &[(String, Value)]) -> String {
    let one = |(column, value): &(String, Value)| number::value(value, Shown::of_column(column).factor);
    values.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn named(values: &[(String, Value)]) -> String {
    let one = |(column, value): &(String, Value)| {
        let Shown { name, unit, factor } = Shown::of_column(column);
        format!("{name} {} {unit}", number::value(value, factor)).trim_end().to_owned()
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}
