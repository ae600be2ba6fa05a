//! What `tolley list coins --pairs` answers: how many pairs of coins make a match unfair.

use tolley_analysis::{Estimate, Missing};
use tolley_answers::answer::{
    About, Answer, Cell, Certainty, Column, Dependence, Form, Headline, Next, Quantity, Sentence, Table, Verdict,
};
use tolley_answers::kinds::{Context, common};
use tolley_answers::written;
use tolley_dataset::Dataset;
use tolley_experiment::ask::Ask;
use tolley_experiment::value::Value;

use crate::again;
use crate::answered::{self, Showing};
use crate::args;
use crate::exit::Stop;

/// A share whose interval is wider is not known.
const MOST_WIDTH: f64 = 0.25;

/// The pairs of one stratum.
pub struct PairShare {
    /// Column and value of each axis that is no coin's, SI.
    pub values: Vec<(String, Value)>,
    /// Share of the pairs that are off one half by more than is asked.
    pub share: Estimate,
    /// How far a pair is off one half on the average.
    pub mean_off: f64,
    /// The chance of effects that fit as badly; of kinds nothing is fitted.
    pub p_fit: Option<f64>,
}

/// What was typed.
pub fn context(args: &args::Coins) -> Context<'static> {
    let place = args.pairs.as_ref().map_or_else(String::new, |path| path.display().to_string());
    let flags = [
        ("--more", args.more),
        ("--mass-sd", args.mass_sd),
        ("--wear", args.wear),
        ("--diameter-sd", args.diameter_sd),
    ];
    let words = ["tolley".to_owned(), "coins".to_owned(), "--pairs".to_owned(), place];
    let flags = flags.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value.to_string()]);
    Context { command: words.into_iter().chain(flags).collect(), is_of_dataset: true, ..Context::default() }
}

/// What is asked of a dataset of pairs.
pub fn about(dataset: &Dataset, context: &Context<'_>, missing: Missing) -> About {
    About { kind: "pairs", ..common::about(&Ask::default(), dataset, context, missing) }
}

/// Prints an answer and keeps it beside its dataset.
pub fn print(mut answer: Answer, dataset: &Dataset, args: &args::Coins) -> Result<(), Stop> {
    again::caution(&mut answer, dataset)?;
    let folder = written::beside(dataset.dir(), "-pairs")?;
    let showing = Showing { is_json: args.json, has_details: args.details, has_csv: false, ..Showing::default() };
    answered::print_and_keep(&[answer], Some(&folder), showing)
}

/// A share in percent.
pub fn percent(label: &str) -> Quantity {
    Quantity { unit: "%".to_owned(), factor: 100.0, range: [0.0, 1.0], ..Quantity::plain("share", label) }
}

/// How many pairs of these coins are unfair, where that is worst.
pub fn pairs(dataset: &Dataset, about: About, coins: &str, shares: &[PairShare], more: f64) -> Answer {
    let high = |of: &&PairShare| of.share.value.unwrap_or(0.0);
    let worst = shares.iter().max_by(|one, other| high(one).total_cmp(&high(other)));
    let is_known = worst.is_some_and(|worst| worst.share.interval.is_none_or(|[low, high]| high - low <= MOST_WIDTH));
    let sentence = worst.filter(|_| is_known).map_or_else(
        || {
            let of = Sentence::words("cannot tell yet how many pairs of ").name(coins);
            of.and(" are off even by more than ").value(Value::Number(more), &percent("off")).and(".")
        },
        |worst| {
            let at_worst = if shares.len() > 1 { "at worst " } else { "" };
            Sentence::words(at_worst)
                .estimate(worst.share, &percent("pairs"), Form::Alone)
                .and(" of the pairs of ")
                .name(coins)
                .and(" are off even by more than ")
                .value(Value::Number(more), &percent("off"))
                .and(".")
        },
    );
    let amount = worst.map(|worst| {
        Sentence::default().estimate(worst.share, &percent("pairs"), Form::WithInterval).and(" of the pairs")
    });
    Answer {
        about,
        headline: Headline {
            verdict: if is_known { Verdict::Described } else { Verdict::CannotTell },
            certainty: if is_known { Certainty::Clearly } else { Certainty::CannotTell },
            sentence,
            amount: amount.into_iter().collect(),
            depends_on: Vec::<Dependence>::new(),
        },
        findings: Vec::new(),
        tables: vec![table(dataset, shares)],
        notes: Vec::new(),
        next: if is_known { Vec::new() } else { vec![settled()] },
    }
}

fn settled() -> Next {
    let sentence = Sentence::words("more matches of the scenario of this dataset would tell");
    Next { sentence, command: Vec::new(), seconds: None }
}

fn table(dataset: &Dataset, shares: &[PairShare]) -> Table {
    let known = &dataset.manifest().points.columns;
    let axis = |name: &String| {
        let column = known.iter().find(|column| column.name == *name);
        Column::axis(column.map_or_else(|| Quantity::plain(name, name), Quantity::of_column))
    };
    let axes = shares.first().map_or(&[][..], |first| first.values.as_slice()).iter().map(|(name, _)| axis(name));
    let row = |of: &PairShare| {
        let values = of.values.iter().map(|(_, value)| Cell::Value(value.clone()));
        let fit = of.p_fit.map_or(Cell::Absent, Cell::P);
        let off = Cell::Number((of.mean_off * 1e5).round() / 1e5);
        values.chain([Cell::Estimate(of.share), off, fit]).collect()
    };
    let method = "effects drawn by their errors";
    let own = [
        Column::result(percent("pairs off by more"), "pairs", "share off by more", method).headed("unfair pairs"),
        Column::other(Quantity { name: "mean_off".to_owned(), ..percent("off on the average") }),
        Column::other(Quantity::plain("p_fit", "p of the fit")),
    ];
    Table {
        name: "strata",
        title: Sentence::words("pairs of coins that are off even by more"),
        columns: axes.chain(own).collect(),
        rows: shares.iter().map(row).collect(),
        is_brief: true,
    }
}
