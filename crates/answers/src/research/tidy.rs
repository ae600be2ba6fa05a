//! What an answer says as rows of a tidy table: one estimate, p-value or mark a row.

use tolley_analysis::Estimate;
use tolley_analysis::band::Band;
use tolley_analysis::bins::Bins;
use tolley_analysis::crossing::Crossings;
use tolley_analysis::exact::Exact;
use tolley_analysis::game::Game;
use tolley_analysis::influence::Influence;
use tolley_analysis::judged::Judged;
use tolley_analysis::ranks::Ranks;
use tolley_analysis::region::Region;
use tolley_analysis::regression::Regression;
use tolley_analysis::seats::Seats;
use tolley_analysis::smooth::Smooth;
use tolley_analysis::statistics::equivalence::Verdict;
use tolley_analysis::survival::Survival;
use tolley_analysis::trend::Trended;
use tolley_analysis::within::Within;
use tolley_experiment::value::Value;

use super::regression;
use crate::tidy::Row;

const BOOTSTRAP: &str = "bootstrap of repeats";
const HOLM: &str = "Holm";

/// The rows of one thing that is asked.
#[derive(Default)]
struct Rows {
    all: Vec<Row>,
    /// Of what those to come are: column and value.
    place: Vec<(String, Value)>,
}

impl Rows {
    /// Those to come are of all points that have these values.
    fn at(&mut self, values: &[(String, Value)]) {
        self.place = values.to_vec();
    }

    fn add(&mut self, term: impl Into<String>, estimate: Estimate, method: &str) {
        self.all.push(Row::of(term, estimate, method).at(&self.place));
    }

    fn plain(&mut self, term: impl Into<String>, value: f64, n: u64, method: &str) {
        self.add(term, Estimate { n, value: Some(value), ..Estimate::default() }, method);
    }
}

/// ` at a 1, b 2`; nothing of none.
fn at(values: &[(String, Value)]) -> String {
    let all: Vec<String> = values.iter().map(|(column, value)| format!("{column} {value}")).collect();
    if all.is_empty() { String::new() } else { format!(" at {}", all.join(", ")) }
}

pub fn seats(found: &Seats) -> Vec<Row> {
    let mut rows = Rows::default();
    for point in &found.points {
        rows.at(&point.values);
        for (seat, share) in point.shares.iter().enumerate() {
            let of = format!("of seat {}", seat + 1);
            rows.add(format!("wins {of}"), *share, "Wilson");
            rows.add(format!("wins {of}, all seats at once"), point.at_once[seat], "Wilson, Bonferroni (Goodman)");
            rows.plain(format!("standardised residual {of}"), point.residuals[seat], share.n, "wins beside even ones");
            if let Some(verdict) = point.verdicts[seat] {
                rows.plain(format!("says {} {of}", Verdict::name(verdict)), 1.0, share.n, "two one-sided tests, Holm");
            }
        }
        let n = point.shares.first().map_or(0, |share| share.n);
        point.p.into_iter().for_each(|p| rows.plain("p of like seats", p, n, "chi-square"));
        if let Some((seat, off)) = point.most_off() {
            rows.add(format!("most off an even share: seat {}", seat + 1), off, "Wilson, Bonferroni (Goodman)");
        }
    }
    rows.all
}

pub fn game(found: &Game) -> Vec<Row> {
    let mut rows = Rows::default();
    for stratum in &found.strata {
        rows.at(&stratum.values);
        let n = stratum.value.n;
        rows.add(format!("value of {}", found.measure), stratum.value, BOOTSTRAP);
        let plan = format!("more against {} {}", found.loses.0, found.plan);
        rows.add(plan, stratum.exploited, BOOTSTRAP);
        let (column, places) = &found.loses;
        let places = places.iter().map(|place| format!("{column} {place}")).zip(&stratum.loses);
        let told = |(column, value): &(String, Value)| format!("{column} {value}");
        let plan = |plan: &Vec<(String, Value)>| plan.iter().map(told).collect::<Vec<_>>().join(", ");
        for (plan, share) in found.gains.iter().map(plan).zip(&stratum.gains).chain(places) {
            rows.plain(format!("share of {plan}"), *share, n, "linear programme");
        }
    }
    rows.all
}

pub fn crossings(found: &Crossings) -> Vec<Row> {
    let mut rows = Rows::default();
    for arm in &found.arms {
        rows.at(&arm.values);
        rows.add(format!("gain of {}", found.measure), arm.gain, BOOTSTRAP);
        rows.add(format!("{} from which it pays no more", found.along.0), arm.place, "isotonic, bootstrap of repeats");
        rows.plain("resamples in which it pays throughout", arm.pays_throughout, arm.gain.n, BOOTSTRAP);
    }
    rows.all
}

pub fn band(found: &Band) -> Vec<Row> {
    let mut rows = Rows::default();
    for band in &found.bands {
        rows.at(&band.values);
        for place in &band.places {
            let here = format!("of {} where {} is {}", found.measure, found.along, place.at);
            rows.add(format!("difference {here}"), place.difference, BOOTSTRAP);
            rows.add(format!("curve {here}"), place.smooth, "cubic in ln, bootstrap of repeats");
            rows.plain(format!("resamples in which it has most {here}"), place.has_most, place.smooth.n, BOOTSTRAP);
        }
        if let Some((place, p)) = band.misses {
            let n = band.places.first().map_or(0, |place| place.smooth.n);
            rows.plain(format!("p of the curve where it is farthest off, {place}"), p, n, "t, Bonferroni");
        }
        for (end, value) in ["least", "greatest"].iter().zip(band.band.into_iter().flatten()) {
            let n = band.places.first().map_or(0, |place| place.smooth.n);
            rows.plain(format!("{end} {} that keeps most of {}", found.along, found.measure), value, n, "cubic in ln");
        }
    }
    rows.all
}

pub fn region(found: &Region) -> Vec<Row> {
    let mut rows = Rows::default();
    for point in &found.points {
        rows.at(&point.values);
        for ((measure, _), estimate) in found.bounds.iter().zip(&point.estimates) {
            rows.add(measure.as_str(), *estimate, "its own 95 % interval");
        }
        let n = point.estimates.first().map_or(0, |estimate| estimate.n);
        let side = format!("{:?}", point.side).to_lowercase();
        rows.plain(format!("says {side}"), 1.0, n, "all intervals within the bounds");
    }
    rows.all
}

pub fn bins(found: &Bins) -> Vec<Row> {
    let mut rows = Rows::default();
    for stratum in &found.strata {
        rows.at(&stratum.values);
        for bin in &stratum.bins {
            let [low, high] = bin.range;
            let of = format!("{} where {} is {low} to {high}", found.measure, found.by);
            rows.add(of, bin.estimate, "clusters of repeats");
        }
        rows.add(format!("slope of {} over {}", found.measure, found.by), stratum.slope, "clusters of repeats");
        let p = |p| rows.plain("p of no slope", p, stratum.slope.n, "places dealt out anew");
        stratum.p_permuted.into_iter().for_each(p);
    }
    rows.all
}

pub fn smooth(found: &Smooth) -> Vec<Row> {
    const SURFACE: &str = "Gaussian process, Matern 5/2";
    let mut rows = Rows::default();
    for stratum in &found.strata {
        rows.at(&stratum.values);
        for ((measure, _), surface) in found.bounds.iter().zip(&stratum.surfaces) {
            let Some(surface) = surface else { continue };
            let n = surface.top.1.n;
            let r2 = |r2| rows.plain(format!("R2 of {measure}"), r2, n, "five-fold cross-validation");
            surface.r2.into_iter().for_each(r2);
            let without =
                |told| rows.add(format!("R2 of {measure} without chance"), told, "five-fold cross-validation");
            surface.r2_without_chance.into_iter().for_each(without);
            for ((column, _), total) in found.over.iter().zip(&surface.totals) {
                rows.plain(format!("ST of {measure} over {column}"), *total, n, "Jansen, of the surface");
            }
            rows.add(format!("top of {measure}"), surface.top.1, SURFACE);
            for ((column, _), place) in found.over.iter().zip(&surface.top.0) {
                rows.plain(format!("{column} of the top of {measure}"), *place, n, SURFACE);
            }
            for place in &surface.map {
                let axes = found.over.iter().zip(&place.at);
                let here: Vec<String> = axes.map(|((column, _), value)| format!("{column} {value}")).collect();
                let row = Row::of(format!("surface of {measure} at {}", here.join(", ")), place.estimate, SURFACE);
                rows.all.push(Row { point: place.point, ..row.at(&stratum.values) });
            }
        }
        let n = stratum.surfaces.iter().flatten().next().map_or(0, |surface| surface.top.1.n);
        for (name, share) in ["as wanted", "not as wanted", "open"].iter().zip(stratum.shares.into_iter().flatten()) {
            rows.plain(format!("share of the box that is {name}"), share, n, SURFACE);
        }
        for part in &stratum.parts {
            let [low, high] = part.range;
            let of = format!("of {} {low} to {high}", found.over[part.axis].0);
            for (name, share) in ["as wanted", "not as wanted", "open"].iter().zip(part.shares) {
                rows.plain(format!("share {name} {of}"), share, n, SURFACE);
            }
        }
    }
    rows.all
}

pub fn survival(found: &Survival) -> Vec<Row> {
    let mut rows = Rows::default();
    for curve in &found.curves {
        rows.at(std::slice::from_ref(&curve.value));
        for step in &curve.steps {
            let turn = format!("{} turn {}", found.lost, step.turn);
            rows.add(format!("lasts beyond {turn}"), step.lasts, "Kaplan-Meier, jackknife of repeats");
            rows.plain(format!("lost in {turn}"), step.lost as f64, step.at_risk, "count");
        }
    }
    for place in &found.places {
        rows.at(std::slice::from_ref(&place.value));
        let [from, to] = place.between;
        for (turn, lasts) in [1, found.last].iter().zip(&place.lasts) {
            let term = format!("lasts beyond {} turn {turn}, {} {from} to {to}", found.lost, found.column);
            lasts.iter().for_each(|lasts| rows.add(term.clone(), *lasts, "Kaplan-Meier, jackknife of repeats"));
        }
    }
    rows.at(&[]);
    for (name, factor) in &found.factors {
        rows.add(format!("hazard of {} over {name}", found.lost), *factor, "Cox, jackknife of repeats");
    }
    rows.all
}

pub fn within(found: &Within) -> Vec<Row> {
    const TESTS: &str = "two one-sided tests, Holm";
    let mut rows = Rows::default();
    let Within { measure, column, known, margin, .. } = found;
    let head = format!("{column} down to which {measure} is within {margin} of that at {known}");
    rows.add(format!("smallest {head}, with all between"), found.estimate(), TESTS);
    for step in found.past() {
        rows.plain(format!("{head}, past one that is not"), step.at, found.repeats, TESTS);
    }
    let there = &found.shown().difference;
    rows.add(format!("{measure} there less that at {known}"), *there, "paired difference, t");
    rows.all
}

pub fn influence(found: &Influence) -> Vec<Row> {
    let mut rows = Rows::default();
    let of = &found.measure;
    for (place, one) in found.ranked.iter().enumerate() {
        rows.at(std::slice::from_ref(&one.value));
        let term = format!("share of trials whose {of} changes, most by {}", one.key);
        rows.add(term, one.changed, "Wilson, clusters of repeats");
        rows.plain(
            format!("place of {} in order of influence on {of}", one.key),
            place as f64 + 1.0,
            one.changed.n,
            "count",
        );
    }
    rows.all
}

pub fn judged(found: &Judged) -> Vec<Row> {
    let mut rows = Rows::default();
    for arm in &found.arms {
        rows.at(&arm.values);
        let of = format!("of {} beside{}", found.table, at(&found.control));
        rows.add(format!("share judged otherwise {of}"), arm.share, "Wilson, clusters of repeats");
        rows.plain(format!("judged otherwise {of}"), arm.changes as f64, arm.rows, "count");
    }
    rows.all
}

pub fn regressed(found: &Regression) -> Vec<Row> {
    let mut rows = Rows::default();
    let by = regression::by(found.family);
    let of = &format!("{}{}", found.measure, regression::without(found));
    for term in &found.terms {
        let name = regression::name(found, term);
        let slope = found.shown(&term.slope);
        rows.add(format!("{of}, {by}: {name}"), slope, "regression, clusters of repeats");
        rows.plain(format!("p of {name} for {of}"), term.p, slope.n, HOLM);
    }
    let n = found.terms.first().map_or(0, |term| term.slope.n);
    found.joint.into_iter().for_each(|p| rows.plain(format!("p of all terms for {of}"), p, n, "Wald"));
    found.p_fit.into_iter().for_each(|p| rows.plain(format!("p of the fit of {of}"), p, n, "score test"));
    rows.all
}

pub fn trended(found: &Trended) -> Vec<Row> {
    let mut rows = Rows::default();
    let (of, along) = (&found.measure, &found.along.0);
    for stratum in &found.strata {
        rows.at(&stratum.values);
        for (value, mean) in found.along.1.iter().zip(&stratum.means) {
            rows.add(format!("{of} where {along} is {value}"), *mean, "mean over strata, t");
        }
        let n = stratum.slope.n;
        rows.add(format!("{of} for one place more of {along}"), stratum.slope, "paired, t");
        if let Some(trend) = stratum.trend {
            rows.plain(format!("z of a trend of {of} along {along}"), trend.z, n, "Cochran-Armitage");
            rows.plain(format!("p of no trend of {of} along {along}"), trend.p, n, "Cochran-Armitage");
        }
        rows.plain(format!("p of a constant {of} along {along}"), stratum.p, n, "isotonic, signs at random");
        for (place, p) in stratum.reversals.iter().enumerate() {
            rows.plain(format!("p of no reversal of {of} after place {}", place + 1), *p, n, HOLM);
        }
        rows.plain(format!("says {of} {} along {along}", stratum.way.name()), 1.0, n, "isotonic");
    }
    rows.all
}

pub fn ranked(found: &Ranks) -> Vec<Row> {
    let mut rows = Rows::default();
    let (of, over) = (&found.measure, &found.over.0);
    for ((value, median), n) in found.over.1.iter().zip(&found.medians).zip(&found.repeats) {
        rows.plain(format!("median of {of} where {over} is {value}"), *median, *n, "median of repeats");
    }
    let n = found.repeats.iter().sum();
    if let Some(ranked) = &found.ranked {
        rows.plain(format!("H of {of} over {over}"), ranked.h, n, "Kruskal-Wallis");
        rows.plain(format!("p of like {of} over {over}"), ranked.p, n, "Kruskal-Wallis");
        for pair in &ranked.pairs {
            let [one, other] = pair.groups.map(|group| &found.over.1[group]);
            rows.plain(format!("p of like {of} at {over} {one} and {other}"), pair.p, n, "Dunn, Holm");
        }
    }
    rows.all
}

pub fn exact(found: &Exact) -> Vec<Row> {
    let mut rows = Rows::default();
    for arm in &found.arms {
        rows.at(&arm.values);
        let of = format!("{} beside{}", found.measure, at(&found.control));
        let n = arm.difference.n;
        rows.add(format!("difference of {of}"), arm.difference, "paired, t");
        for (name, count) in ["above", "below"].iter().zip(arm.repeats) {
            rows.plain(format!("repeats {name}: {of}"), count as f64, n, "count");
        }
        let changed = |changed| rows.add(format!("share that changes: {of}"), changed, "Wilson, clusters of repeats");
        arm.changed.into_iter().for_each(changed);
        rows.plain(format!("p of either way alike: {of}"), arm.mcnemar, n, "McNemar, exact, Holm");
        rows.plain(format!("p of no difference: {of}"), arm.permutation, n, "signs at random, Holm");
    }
    rows.all
}

#[cfg(test)]
mod tests {
    use tolley_analysis::Missing;
    use tolley_analysis::statistics::regression::Family;

    use super::*;

    #[test]
    fn a_place_is_named_by_all_its_axes() {
        let values = [("a_m".to_owned(), Value::Number(0.5)), ("b".to_owned(), Value::Count(2))];
        assert_eq!((at(&values).as_str(), at(&[]).as_str()), (" at a_m 0.5, b 2", ""));
    }

    #[test]
    fn points_that_a_regression_leaves_out_are_named_in_each_row() {
        let found = Regression {
            measure: "foul_count".to_owned(),
            beside: None,
            family: Family::Log,
            terms: Vec::new(),
            joint: Some(0.1),
            p_fit: Some(0.2),
            without: Some(("laws_foul".to_owned(), Value::Choice("off".into()))),
            points: 2,
            missing: Missing::default(),
        };
        let terms: Vec<String> = regressed(&found).into_iter().map(|row| row.term).collect();
        assert_eq!(
            terms,
            ["p of all terms for foul_count without laws_foul off", "p of the fit of foul_count without laws_foul off"]
        );
    }
}
