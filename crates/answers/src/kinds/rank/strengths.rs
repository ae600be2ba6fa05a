//! Strengths of players, and what beginning is worth, as an answer.

use tolley_analysis::Estimate;
use tolley_analysis::statistics::tournament::Rated;
use tolley_experiment::value::Value;

use crate::answer::{
    About, Answer, Cell, Certainty, Column, Form, Headline, Next, Note, NoteHeading, Quantity, Sentence, Table,
    Verdict, fill, say,
};
use crate::catalogue::word;
use crate::number;

/// Fewer than so many of a result that are expected make a chi-square doubtful (W. G. Cochran, Biometrics 10 (1954)
/// 417).
const FEW: f64 = 5.0;
/// A chance below which strengths do not explain the results.
const LEVEL: f64 = 0.05;
/// A chance below which nobody is clearly the strongest by strengths alone.
const REFUTED: f64 = 0.01;
/// Matches of fewer say nothing clear of who is stronger.
const FEWEST: u64 = 10;
const METHOD: &str = "Bradley-Terry, Davidson and Beaver";

/// Players and how strong they are.
pub struct Strengths<'a> {
    /// Of each player what he is called.
    pub names: &'a [String],
    /// How strong they are.
    pub rated: &'a Rated,
    /// What beginning is, in words: `who kicks off`.
    pub first: &'a str,
    /// Axes over which matches are put together.
    pub averaged: &'a [String],
    /// Whether points share their random numbers.
    pub is_common: bool,
}

/// Who is the strongest, by how much, and what beginning is worth.
pub fn answer(of: &Strengths<'_>, about: About, more: Next) -> Answer {
    let ranked = of.ranked();
    let headline = of.headline(&ranked);
    // more matches do not mend a model that does not hold
    let is_settled = of.certainty_of_model(&ranked) == Certainty::Clearly;
    let next = if is_settled { Vec::new() } else { vec![more] };
    let tables = vec![of.players(&ranked), of.facts()];
    Answer { about, headline, findings: Vec::new(), tables, notes: of.notes(), next }
}

fn elo(unit: &str) -> Quantity {
    Quantity { unit: unit.to_owned(), ..Quantity::plain("elo", word("rank.elo")) }
}

fn share(label: &str) -> Quantity {
    Quantity { unit: "%".to_owned(), factor: 100.0, range: [0.0, 1.0], ..Quantity::plain("share", label) }
}

fn ends(of: &Estimate) -> [f64; 2] {
    of.interval.unwrap_or([f64::NEG_INFINITY, f64::INFINITY])
}

impl Strengths<'_> {
    /// Players from the strongest to the weakest.
    fn ranked(&self) -> Vec<usize> {
        let elo = |player: &usize| self.rated.elo[*player].value.unwrap_or(f64::NAN);
        let mut ranked: Vec<usize> = (0..self.rated.elo.len()).collect();
        ranked.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
        ranked
    }

    /// By how much the first is above the second. Its interval is too wide, if anything: strengths that are put
    /// against the same mean err together.
    fn lead(&self, ranked: &[usize]) -> Option<Estimate> {
        let [first, second, ..] = *ranked else { return None };
        let [first, second] = [&self.rated.elo[first], &self.rated.elo[second]];
        let interval = [ends(first)[0] - ends(second)[1], ends(first)[1] - ends(second)[0]];
        Some(Estimate {
            n: first.n.min(second.n),
            value: Some(first.value? - second.value?),
            std_error: None,
            interval: Some(interval),
        })
    }

    /// How sure the order is: not clear by strengths that do not explain who beats whom.
    fn certainty(&self, ranked: &[usize]) -> Certainty {
        match self.certainty_of_model(ranked) {
            Certainty::Clearly if self.is_refuted() => Certainty::Probably,
            certainty => certainty,
        }
    }

    fn is_refuted(&self) -> bool {
        self.rated.fit.is_some_and(|fit| fit.p < REFUTED)
    }

    /// How sure the order is if strengths explain who beats whom.
    fn certainty_of_model(&self, ranked: &[usize]) -> Certainty {
        if self.rated.n < FEWEST {
            return Certainty::CannotTell;
        }
        let (Some(lead), [first, second, ..]) = (self.lead(ranked), ranked) else { return Certainty::CannotTell };
        let [first, second] = [first, second].map(|player| &self.rated.elo[*player]);
        let is_beyond = |low: Option<f64>, high: Option<f64>| low.zip(high).is_some_and(|(low, high)| low > high);
        let probably = is_beyond(Some(ends(first)[0]), second.value) || is_beyond(first.value, Some(ends(second)[1]));
        match ends(&lead)[0] {
            low if low > 0.0 => Certainty::Clearly,
            // of two their lead is all there is
            _ if probably && ranked.len() > 2 => Certainty::Probably,
            _ => Certainty::CannotTell,
        }
    }

    fn headline(&self, ranked: &[usize]) -> Headline {
        let certainty = self.certainty(ranked);
        let name = |place: usize| ranked.get(place).map_or("", |player| self.names[*player].as_str());
        let sentence = match (certainty, self.lead(ranked)) {
            (Certainty::CannotTell, _) | (_, None) => {
                fill("rank.open", [("one", Sentence::of_name(name(0))), ("other", Sentence::of_name(name(1)))])
            }
            (_, Some(lead)) => {
                let (one, lead) = (("one", Sentence::of_name(name(0))), ("lead", above(&lead)));
                let is_clear = certainty == Certainty::Clearly;
                if ranked.len() == 2 {
                    let id = if is_clear { "rank.stronger_clearly" } else { "rank.stronger_probably" };
                    fill(id, [one, ("other", Sentence::of_name(name(1))), lead])
                } else {
                    fill(if is_clear { "rank.strongest_clearly" } else { "rank.strongest_probably" }, [one, lead])
                }
            }
        };
        let verdict = if certainty == Certainty::CannotTell { Verdict::CannotTell } else { Verdict::Best };
        Headline { verdict, certainty, sentence, amount: self.amount(ranked), depends_on: Vec::new() }
    }

    /// What the lead means in matches, and what beginning is worth.
    fn amount(&self, ranked: &[usize]) -> Vec<Sentence> {
        let score = |of: Estimate| Estimate {
            value: of.value.map(|elo| self.rated.expected_points(elo)),
            interval: of.interval.map(|ends| ends.map(|elo| self.rated.expected_points(elo))),
            std_error: None,
            ..of
        };
        let won = self.lead(ranked).zip(ranked.get(1)).map(|(lead, second)| {
            let id = if self.has_ties() { "rank.takes" } else { "rank.wins" };
            let share = Sentence::of_estimate(score(lead), &share("points"), Form::WithInterval);
            fill(id, [("other", Sentence::of_name(&self.names[*second])), ("share", share)])
        });
        let first = self.rated.first_elo.map(|first| {
            let [low, high] = ends(&first);
            let (id, form) = match (low > 0.0, high < 0.0) {
                _ if self.rated.n < FEWEST => ("rank.first_open", Form::WithInterval),
                (true, _) => ("rank.first_gains", Form::WithInterval),
                (_, true) => ("rank.first_loses", Form::SizeWithInterval),
                _ => ("rank.first_open", Form::WithInterval),
            };
            let elo = Sentence::of_estimate(first, &elo(word("rank.elo_points")), form);
            fill(id, [("first", Sentence::of_name(self.first)), ("elo", elo)])
        });
        won.into_iter().chain(first).collect()
    }

    fn players(&self, ranked: &[usize]) -> Table {
        let row = |player: &usize| {
            let of = self.rated.elo[*player];
            vec![
                Cell::Value(Value::Choice(self.names[*player].clone().into())),
                Cell::Estimate(of),
                of.value.map_or(Cell::Absent, |value| Cell::Number(self.rated.expected_points(value))),
                Cell::Count(of.n),
            ]
        };
        let (title, against) = match self.has_ties() {
            true => (say("rank.title_points"), word("rank.column_points")),
            false => (say("rank.title_wins"), word("rank.column_wins_against")),
        };
        let result = Column::result(elo(""), "matches", "Elo", self.method());
        Table {
            name: "players",
            title,
            columns: vec![
                Column::axis(Quantity::plain("player", word("rank.column_player"))),
                result,
                Column::other(share(against)),
                Column::other(Quantity::plain("n", word("rank.column_matches"))),
            ],
            rows: ranked.iter().map(row).collect(),
            is_brief: true,
        }
    }

    /// What the model says besides strengths, a line each.
    fn facts(&self) -> Table {
        let rated = self.rated;
        let row =
            |name: &str, of: Estimate| vec![Cell::Value(Value::Choice(name.to_owned().into())), Cell::Estimate(of)];
        let plain = |value: f64| Estimate { n: rated.n, value: Some(value), ..Estimate::default() };
        let fit = rated.fit.iter().flat_map(|fit| {
            [
                ("chi-square of the pairings", fit.chi_square),
                ("degrees of freedom", fit.freedom as f64),
                ("design effect", fit.design_effect),
                ("p of the pairings", fit.p),
            ]
        });
        let first = rated.first_elo.map(|first| row("Elo of beginning", first));
        let ties = rated.tie_share.map(|share| row("share of ties among equals", share));
        let fit = fit.map(|(name, value)| row(name, plain(value)));
        Table {
            name: "model",
            title: say("rank.title_model"),
            columns: vec![
                Column::axis(Quantity::plain("figure", word("rank.column_figure"))),
                Column::result(
                    Quantity::plain("value", word("rank.column_value")),
                    "matches",
                    "of the model",
                    self.method(),
                ),
            ],
            rows: first.into_iter().chain(ties).chain(fit).collect(),
            is_brief: false,
        }
    }

    fn has_ties(&self) -> bool {
        self.rated.tie_share.is_some()
    }

    fn method(&self) -> String {
        let errors = match self.rated.groups {
            _ if self.rated.is_separated => "curvature, half a match added to either side of each pairing".to_owned(),
            0 => "no interval of so few repeats".to_owned(),
            _ if self.rated.is_nearly_separated => {
                "profile likelihood, wider by the design effect of the groups".to_owned()
            }
            groups => format!("jackknife over {groups} groups of repeats, Student's t"),
        };
        format!("{METHOD}; {errors}")
    }

    fn notes(&self) -> Vec<Note> {
        let rated = self.rated;
        let method = |sentence| Note { heading: NoteHeading::Method, sentence };
        let mut notes = vec![Note { heading: NoteHeading::Words, sentence: say("rank.word_clearly") }];
        if self.is_refuted() {
            notes.push(Note { heading: NoteHeading::Caution, sentence: say("rank.refuted") });
        }
        notes.push(method(Sentence::default().name(self.method())));
        if rated.is_separated {
            notes.push(method(say("rank.separated")));
        } else if rated.is_nearly_separated {
            notes.push(method(say("rank.nearly_separated")));
        }
        notes.push(method(say(if self.is_common { "rank.common_numbers" } else { "rank.own_numbers" })));
        if !self.averaged.is_empty() {
            let axes = Sentence::of_name(self.averaged.join(word("common.comma")));
            notes.push(method(fill("rank.averaged", [("axes", axes)])));
        }
        notes.extend(self.fit_note().map(method));
        notes
    }

    /// Whether strengths explain who beats whom.
    fn fit_note(&self) -> Option<Sentence> {
        let fit = self.rated.fit?;
        let id = match (fit.p < LEVEL, fit.least_expected < FEW) {
            (true, false) => "rank.fit_refuted",
            (true, true) => "rank.fit_refuted_rough",
            (false, false) => "rank.fit_holds",
            (false, true) => "rank.fit_holds_rough",
        };
        Some(fill(id, [("p", Sentence::of_name(number::p_value(fit.p)))]))
    }
}

/// `310 Elo points`, or `at least 120 Elo points` of who never lost.
fn above(lead: &Estimate) -> Sentence {
    let unit = elo(word("rank.elo_points"));
    match ends(lead) {
        [low, high] if low > 0.0 && low.is_finite() && !high.is_finite() => {
            fill("rank.lead_at_least", [("elo", Sentence::of_value(Value::Number(low.round()), &unit))])
        }
        _ => Sentence::of_estimate(*lead, &unit, Form::Alone),
    }
}
