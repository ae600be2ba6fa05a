//! Strengths as a table, as an object and as tidy rows.

use serde_json::{Value as Json, json};
use tolley_analysis::statistics::tournament::{Rated, expected_score};
use tolley_analysis::{Estimate, Missing};
use tolley_dataset::Dataset;

use super::players::Players;
use crate::columns;
use crate::number;
use crate::point_columns::headed;
use crate::tidy::{Row, Tidy};
use crate::words::GroupedCount;

/// Of a table of ratings, where no interval says how many.
const DIGITS: usize = 0;
/// Fewer than so many of a result that are expected make a chi-square doubtful (W. G. Cochran, Biometrics 10 (1954)
/// 417).
const FEW: f64 = 5.0;
/// How strengths were found.
const METHOD: &str = "Bradley-Terry, Davidson and Beaver";

/// All that is answered.
pub struct Answer<'a> {
    /// Where the matches stand.
    pub dataset: &'a Dataset,
    /// Who plays first, in words.
    pub first: &'a str,
    /// Who played.
    pub players: &'a Players,
    /// How strong they are.
    pub rated: &'a Rated,
    /// Which trials are left out.
    pub missing: &'a Missing,
}

impl Answer<'_> {
    fn method(&self) -> String {
        let errors = match self.rated.groups {
            _ if self.rated.is_separated => "curvature, half a match added to either side of each pairing".to_owned(),
            0 => "no interval of so few repeats".to_owned(),
            groups if self.rated.is_nearly_separated => format!(
                "profile likelihood, since without one of {groups} groups of repeats somebody, or who plays first, never \
                 lost; chi-square of 1 degree of freedom, wider by the design effect of the groups"
            ),
            groups => format!("jackknife over {groups} groups of repeats, Student's t"),
        };
        format!("{METHOD}; {errors}")
    }

    fn place(&self) -> String {
        self.dataset.dir().display().to_string()
    }

    /// Players from the strongest to the weakest.
    fn ranked(&self) -> Vec<usize> {
        let elo = |player: &usize| self.rated.elo[*player].value.unwrap_or(f64::NAN);
        let mut ranked: Vec<usize> = (0..self.rated.elo.len()).collect();
        ranked.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
        ranked
    }

    /// For people.
    pub fn text(&self) -> String {
        let plan = &self.dataset.manifest().plan;
        let rated = self.rated;
        let state = if self.dataset.is_complete() { "" } else { "PARTIAL: " };
        let head = format!(
            "{}: who is stronger?\n{state}Elo points with the mean 0 and 95 % intervals; {} matches, seed {}\n",
            plan.study,
            GroupedCount(rated.n),
            plan.seed
        );
        let ranked = self.ranked();
        let mut names = headed("player", "", ranked.iter().map(|player| self.players.names[*player].clone()));
        names.is_left = true;
        let elo = |player: &usize| told(&rated.elo[*player]);
        let score = |player: &usize| {
            let score = rated.elo[*player].value.map(expected_score);
            score.map_or("-".to_owned(), |score| format!("{score:.3}"))
        };
        let n = |player: &usize| GroupedCount(rated.elo[*player].n).to_string();
        let table = [
            names,
            headed("Elo", "", ranked.iter().map(elo)),
            headed("score against", "the mean", ranked.iter().map(score)),
            headed("n", "", ranked.iter().map(n)),
        ];
        let table = columns::indented(&columns::rows(&table));
        format!("{head}\n{table}\n{}\n{}dataset: {}\n", self.facts(), self.notes(), self.place(),)
    }

    fn facts(&self) -> String {
        let rated = self.rated;
        let first = match &rated.first_elo {
            Some(first) => format!("{} Elo for {}", told(first), self.first),
            None => format!("cannot be told from who plays ({})", self.first),
        };
        let ties = match &rated.tie_share {
            Some(share) => {
                let digits = number::decimals(share, 1.0).unwrap_or(3);
                format!("{} of the matches of equals", number::estimate(share, 1.0, digits))
            }
            None => "none".to_owned(),
        };
        let separated = if rated.is_separated {
            "yes: somebody, or who plays first, never lost; half a match was added to either side of each pairing, and how far they \
             are apart has no bound"
        } else if rated.is_nearly_separated {
            "none, but without one group of repeats somebody, or who plays first, never lost: intervals are those of the \
             likelihood of all matches, not of leaving out repeats"
        } else {
            "none"
        };
        let fit = match &rated.fit {
            Some(fit) => {
                let doubt = if fit.least_expected < FEW { "; few expected in some, a rough number" } else { "" };
                format!(
                    "chi-square {:.1} on {} degrees of freedom, design effect {:.2}, p {}{doubt}",
                    fit.chi_square,
                    fit.freedom,
                    fit.design_effect,
                    number::p_value(fit.p)
                )
            }
            None => "not tested: no pairing is free, too few repeats, or somebody is separated, or would be without a group of repeats".to_owned(),
        };
        format!("playing first: {first}\nties: {ties}\nseparated: {separated}\nfit: {fit}")
    }

    fn notes(&self) -> String {
        let streams = match self.dataset.manifest().plan.streams.name() {
            "common" => "points share their random numbers",
            _ => "no point shares its random numbers",
        };
        let left_out = match self.rated.is_nearly_separated {
            true => "groups of repeats tell the design effect",
            false => "repeats are left out whole",
        };
        let averaged = match self.players.averaged.as_slice() {
            [] => String::new(),
            axes => format!("matches of all values of {} are put together\n", axes.join(", ")),
        };
        format!("{averaged}method: {}\n{streams}; {left_out}\n", self.method())
    }

    /// SI, all digits; what is absent is null.
    pub fn json(&self) -> Json {
        let rated = self.rated;
        let ends = |estimate: &Estimate| estimate.interval.map_or([None; 2], |ends| ends.map(Some));
        let estimate = |estimate: &Estimate| {
            let [low, high] = ends(estimate);
            json!({ "value": estimate.value, "std_error": estimate.std_error, "low": low, "high": high, "n": estimate.n })
        };
        let player = |player: &usize| {
            let mut object = estimate(&rated.elo[*player]);
            object["player"] = json!(self.players.names[*player]);
            object
        };
        let fit = rated.fit.map(|fit| {
            json!({
                "chi_square": fit.chi_square, "degrees_of_freedom": fit.freedom, "design_effect": fit.design_effect,
                "p": fit.p, "least_expected": fit.least_expected,
            })
        });
        let plan = &self.dataset.manifest().plan;
        json!({
            "players": self.ranked().iter().map(player).collect::<Vec<_>>(),
            "first_elo": rated.first_elo.as_ref().map(estimate), "first": self.first,
            "tie_share": rated.tie_share.as_ref().map(estimate), "is_separated": rated.is_separated,
            "is_nearly_separated": rated.is_nearly_separated, "fit": fit,
            "n": rated.n, "groups": rated.groups, "method": self.method(), "seed": plan.seed,
            "streams": plan.streams.name(), "averaged_over": self.players.averaged, "dataset": self.place(),
            "complete": self.dataset.is_complete(), "trials": self.missing.trials,
            "quarantined_count": self.missing.quarantined, "failed_count": self.missing.failed,
        })
    }

    /// `term, estimate, std_error, conf_low, conf_high, n, method, seed`.
    pub fn tidy(&self) -> Tidy {
        let rated = self.rated;
        let row = |term: String, estimate: Estimate, method: String| Row::of(term, estimate, method);
        let of_player =
            |player: &usize| row(format!("elo {}", self.players.names[*player]), rated.elo[*player], self.method());
        let mut rows: Vec<Row> = self.ranked().iter().map(of_player).collect();
        rows.extend(rated.first_elo.map(|first| row("elo of playing first".to_owned(), first, self.method())));
        rows.extend(rated.tie_share.map(|share| row("share of ties among equals".to_owned(), share, self.method())));
        if let Some(fit) = rated.fit {
            let method = format!("chi-square of {} degrees of freedom, Rao and Scott, by F", fit.freedom);
            let mut plain = |term: &str, value: f64| {
                let estimate = Estimate { n: rated.n, value: Some(value), ..Estimate::default() };
                rows.push(row(term.to_owned(), estimate, method.clone()));
            };
            plain("chi-square of the pairings", fit.chi_square);
            plain("design effect of the pairings", fit.design_effect);
            plain("p of the pairings", fit.p);
        }
        Tidy { seed: Some(self.dataset.manifest().plan.seed), ..Tidy::alone(rows) }
    }
}

/// With its interval, or with the end of it that is known.
fn told(elo: &Estimate) -> String {
    let alone = |value: f64| format!("{value:.DIGITS$}");
    if let (Some(value), Some([low, high])) = (elo.value, elo.interval)
        && !(low.is_finite() && high.is_finite())
    {
        let known = match [low, high] {
            [low, _] if low.is_finite() => format!("at least {}", alone(low)),
            [_, high] if high.is_finite() => format!("at most {}", alone(high)),
            _ => "open to both sides".to_owned(),
        };
        return format!("{}, {known}", alone(value));
    }
    number::estimate(elo, 1.0, number::decimals(elo, 1.0).unwrap_or(DIGITS))
}
