//! Whether values of an axis lie at other heights by ranks, as aligned tables.

use tolley_analysis::ranks::Ranks;
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_analysis::statistics::ranks::Pair;
use tolley_dataset::Dataset;

use crate::columns;
use crate::needed;
use crate::number::{self, Shown};
use crate::point_columns::headed;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Ranks) -> String {
    let plan = &dataset.manifest().plan;
    let shown = Shown::of_column(&found.over.0);
    let head = format!(
        "{}: does {} lie at another height by {}? Ranks of what each value is worth in each repeat.\n{} repeats, seed {}\n",
        plan.study, found.measure, found.over.0, plan.grid.repeats, plan.seed
    );
    let end = format!("dataset: {}\n", dataset.dir().display());
    let Some(ranked) = &found.ranked else { return format!("{head}\nall values are alike.\n{end}") };
    let mut table = vec![
        headed(&shown.name, &shown.unit, found.over.1.iter().map(|value| number::value(value, shown.factor))),
        headed("median", &found.measure, found.medians.iter().map(|median| number::short(*median))),
        headed("mean rank", "", ranked.means.iter().map(|mean| format!("{mean:.1}"))),
    ];
    // of each value beside each before it
    for (at, value) in found.over.1.iter().enumerate().take(found.over.1.len() - 1) {
        let p = |other: usize| {
            let pair = ranked.pairs.iter().find(|pair| pair.groups == [at, other]);
            pair.map_or_else(String::new, |pair| number::p_value(pair.p))
        };
        table.push(headed(
            &format!("p beside {}", number::value(value, shown.factor)),
            "",
            (0..found.over.1.len()).map(p),
        ));
    }
    format!(
        "{head}\n{}\nKruskal and Wallis: H {:.2}, p {}; pairs by Dunn{}. Paired repeats are taken \
         as\nindependent, which hides differences rather than shows them.\n{end}",
        columns::indented(&columns::rows(&table)),
        ranked.h,
        number::p_value(ranked.p),
        needed::corrected(", c", ranked.pairs.len(), "(Holm)")
    )
}

/// In a line.
pub fn short(found: &Ranks) -> String {
    let Some(ranked) = &found.ranked else {
        return format!("{} over {}: all values are alike", found.measure, found.over.0);
    };
    let apart = |pair: &&Pair| pair.p <= LEVEL;
    format!(
        "{} over {}: Kruskal-Wallis H {:.1}, p {}; {} of {} pairs are seen to differ (Dunn)",
        found.measure,
        found.over.0,
        ranked.h,
        number::p_value(ranked.p),
        ranked.pairs.iter().filter(apart).count(),
        ranked.pairs.len()
    )
}
