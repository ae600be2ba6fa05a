//! `tolley list coins --pairs`: how often two coins of one kind, as they come from a purse, make a match unfair.

use indicatif::HumanCount;
use tolley_analysis::Estimate;
use tolley_analysis::statistics::matrix::cholesky;
use tolley_analysis::surface::{Stratum, Surface, surface};
use tolley_answers::answer::{Answer, Note, NoteHeading, Sentence};
use tolley_answers::kinds::Context;
use tolley_cymbergaj::keys::{COINS, Coins};
use tolley_cymbergaj::matches::MatchStudy;
use tolley_dataset::Dataset;
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::study::Study;
use tolley_experiment::value::Value;
use tolley_session::studies;

use crate::args;
use crate::coin_kinds;
use crate::exit::{self, Stop};
use crate::pair_shares::{PairShare, about, context, pairs, print};
use crate::run;

/// Curves that are drawn from what is known of them, each with pairs of its own.
const CURVES: u64 = 400;
/// Pairs of coins of each.
const PAIRS: u64 = 20_000;
/// Ends of a 95 % interval.
const ENDS: [f64; 2] = [0.025, 0.975];

/// What is found in one stratum.
struct Found<'s> {
    stratum: &'s Stratum,
    /// Share of the pairs that are off by more, and its interval.
    share: f64,
    interval: [f64; 2],
    /// Mean of how far the share of wins is off.
    mean_off: f64,
}

/// Answers from a dataset of matches whose coins differ in mass and diameter.
pub fn run(dataset: &std::path::Path, args: &args::Coins) -> Result<u8, Stop> {
    let coins = coins(args)?;
    let dataset = Dataset::load(dataset)?;
    let bad = |message: String| Stop::new(exit::BAD_INPUT, format!("error: {message}"));
    let (plan, study) = studies::plan_of(&dataset).map_err(bad)?;
    if study.name() != MatchStudy::NAME {
        return Err(bad(format!(
            "{} has no matches whose coins may differ; a dataset of cymbergaj/match has",
            study.name()
        )));
    }
    if coin_kinds::are_swept(&dataset) {
        return coin_kinds::run(&dataset, args);
    }
    let values = plan.point(0);
    let value = |path: &str| plan.study.schema.index(path).map(|key| &values[key]);
    let (Some(Value::Choice(kind)), Some(Value::Number(diameter_m))) = (value("b.coin"), value("b.diameter_m")) else {
        return Err(bad("the keys of player b's coin are missing".to_owned()));
    };
    if value("a.coin") != value("b.coin") {
        return Err(bad("a.coin and b.coin are of two kinds: pairs are of one, or both kinds are swept".to_owned()));
    }
    if coins_of(&plan).are_drawn() {
        return Err(bad(
            "the coins of this dataset are drawn already: their differences are not those of its axes".to_owned()
        ));
    }
    let surface = surface(&dataset, [("a.mass_ratio", 1.0), ("a.diameter_m", *diameter_m)])?;
    let beyond = beyond(&surface, &coins, plan.seed);
    let found: Vec<Found<'_>> = surface
        .strata
        .iter()
        .enumerate()
        .map(|(number, stratum)| found(stratum, &coins, args.more, plan.seed, number as u64))
        .collect();
    let of_kind = PairsOfKind { surface: &surface, found: &found, coins: &coins, kind, more: args.more, beyond };
    print(of_kind.answer(&dataset, &context(args)), &dataset, args)?;
    Ok(run::judged(&dataset, &surface.missing, None))
}

fn coins(args: &args::Coins) -> Result<Coins, Stop> {
    let most = [
        ("--mass-sd", args.mass_sd, 0.1),
        ("--wear", args.wear, 0.5),
        ("--diameter-sd", args.diameter_sd, 0.02),
        ("--more", args.more, 0.5),
    ];
    for (flag, value, most) in most {
        if !(0.0..=most).contains(&value) {
            return Err(Stop::new(
                exit::BAD_INPUT,
                format!("error: {flag} {value} is impossible; allowed: 0 to {most}"),
            ));
        }
    }
    Ok(Coins {
        mass_sd_ratio: args.mass_sd,
        wear_max_ratio: args.wear,
        diameter_sd_ratio: args.diameter_sd,
        ..Coins::default()
    })
}

/// How coins vary in what a plan says.
fn coins_of(plan: &tolley_experiment::plan::Plan) -> Coins {
    let values = plan.point(0);
    let number = |path: &str| match plan.study.schema.index(path).map(|key| &values[key]) {
        Some(Value::Number(number)) => *number,
        _ => 0.0,
    };
    Coins {
        mass_sd_ratio: number("coins.mass_sd_ratio"),
        wear_max_ratio: number("coins.wear_max_ratio"),
        diameter_sd_ratio: number("coins.diameter_sd_ratio"),
        ..Coins::default()
    }
}

/// By how much the heavier coin of a pair is heavier and larger: by symmetry its owner may be player a.
fn pair(coins: &Coins, stream: &mut Stream) -> [f64; 2] {
    let (one, other) = (coins.draw(stream), coins.draw(stream));
    let (heavy, light) = if one.mass_ratio >= other.mass_ratio { (one, other) } else { (other, one) };
    [heavy.mass_ratio / light.mass_ratio - 1.0, heavy.diameter_ratio / light.diameter_ratio - 1.0]
}

fn found<'s>(stratum: &'s Stratum, coins: &Coins, more: f64, seed: u64, number: u64) -> Found<'s> {
    let open = |curve: u64, what: &'static str| Streams::new(seed, curve, Some(number)).open(Purpose::named(what));
    let share = |coefficients: &[f64], stream: &mut Stream| {
        let (mut count, mut sum) = (0_u64, 0.0);
        for _ in 0..PAIRS {
            let off = stratum.effect(coefficients, pair(coins, stream)).abs();
            count += u64::from(off > more);
            sum += off;
        }
        [count as f64 / PAIRS as f64, sum / PAIRS as f64]
    };
    let fitted = &stratum.fitted;
    let [value, mean_off] = share(&fitted.coefficients, &mut open(0, "pairs of coins"));
    // other curves that are as likely by the errors of the coefficients, each with pairs of its own
    let size = fitted.coefficients.len();
    let root = cholesky(&fitted.covariance);
    let mut shares: Vec<f64> = (1..=CURVES)
        .map(|curve| {
            let mut stream = open(curve, "curve of coins");
            let z: Vec<f64> = (0..size).map(|_| stream.normal()).collect();
            let moved = |i: usize| root.as_ref().map_or(0.0, |root| (0..=i).map(|j| root[(i, j)] * z[j]).sum::<f64>());
            let coefficients: Vec<f64> = fitted.coefficients.iter().enumerate().map(|(i, c)| c + moved(i)).collect();
            share(&coefficients, &mut open(curve, "pairs of coins"))[0]
        })
        .collect();
    shares.sort_by(f64::total_cmp);
    let interval = ENDS.map(|end| shares[((end * CURVES as f64) as usize).min(shares.len() - 1)]);
    Found { stratum, share: value, interval, mean_off }
}

/// Share of the pairs that are further off than was tried, so that the curve is carried on.
fn beyond(surface: &Surface, coins: &Coins, seed: u64) -> f64 {
    let mut stream = Streams::new(seed, 0, None).open(Purpose::named("pairs of coins"));
    // a line through both signs is the same, since either player may have the larger coin
    let reach = surface.tried.map(|[low, high]| high.max(-low));
    let is_beyond = |off: [f64; 2]| off.iter().zip(reach).any(|(off, reach)| off.abs() > reach);
    let count = (0..PAIRS).filter(|_| is_beyond(pair(coins, &mut stream))).count();
    count as f64 / PAIRS as f64
}

/// All that is found of coins of one kind.
struct PairsOfKind<'a> {
    surface: &'a Surface,
    found: &'a [Found<'a>],
    coins: &'a Coins,
    kind: &'a str,
    more: f64,
    beyond: f64,
}

impl PairsOfKind<'_> {
    fn answer(&self, dataset: &Dataset, context: &Context<'_>) -> Answer {
        let about = about(dataset, context, self.surface.missing);
        let of = |found: &Found<'_>| Estimate {
            n: PAIRS,
            value: Some(found.share),
            std_error: None,
            interval: Some(found.interval),
        };
        let shares: Vec<PairShare> = self
            .found
            .iter()
            .map(|found| PairShare {
                values: found.stratum.values.clone(),
                share: of(found),
                mean_off: found.mean_off,
                p_fit: found.stratum.fitted.p_fit,
            })
            .collect();
        let coin = COINS.iter().find(|coin| coin.id == self.kind).map_or(self.kind, |coin| coin.denomination);
        let mut answer = pairs(dataset, about, &format!("{coin} coins"), &shares, self.more);
        answer.notes.extend(self.notes());
        answer
    }

    fn notes(&self) -> Vec<Note> {
        let Coins { mass_sd_ratio, wear_max_ratio, diameter_sd_ratio, .. } = self.coins;
        let note = |heading, text: String| Note { heading, sentence: Sentence::default().name(text) };
        vec![
            note(
                NoteHeading::Depends,
                format!(
                    "Masses leave the mint with a standard deviation of {mass_sd_ratio} of the mass and lose up to \
                     {wear_max_ratio} of it, evenly; diameters with {diameter_sd_ratio} (no tolerance of the mint was found, \
                     nobody has weighed worn coins); effects of diameter are a line."
                ),
            ),
            note(
                NoteHeading::Method,
                format!(
                    "Intervals hold the errors of the effects ({CURVES} draws) and those of {} pairs of coins. {:.1} % of the \
                     pairs are further off than was tried: there the effects are carried on.",
                    HumanCount(PAIRS),
                    self.beyond * 100.0
                ),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tolley_analysis::statistics::matrix::Matrix;
    use tolley_analysis::statistics::tolerance::Fitted;

    fn line(slope: f64, error: f64) -> Stratum {
        let covariance = Matrix::of(1, 1, |_, _| error * error);
        let fitted = Fitted { coefficients: vec![slope], covariance, p_fit: None };
        Stratum { values: Vec::new(), terms: vec![[1, 0]], fitted }
    }

    fn coins(mass_sd_ratio: f64, wear_max_ratio: f64) -> Coins {
        Coins { mass_sd_ratio, wear_max_ratio, diameter_sd_ratio: 0.0, ..Coins::default() }
    }

    #[test]
    fn pairs_are_off_as_often_as_two_normal_masses_differ() {
        // 2 (1 - Phi(0.01 / (0.007 sqrt 2))) = 0.3124, to the second order in the masses
        let stratum = line(1.0, 1e-9);
        let found = found(&stratum, &coins(0.007, 0.0), 0.01, 1, 0);
        assert!((found.share - 0.3124).abs() < 4.0 * (0.3124 * 0.6876 / PAIRS as f64).sqrt(), "{}", found.share);
        // a curve that is known leaves the scatter of the pairs alone
        let [low, high] = found.interval;
        assert!((0.010..0.016).contains(&(high - low)) && low < 0.3124 && high > 0.3124, "{low} {high}");
    }

    #[test]
    fn the_interval_holds_the_error_of_the_curve() {
        let stratum = line(1.0, 0.3);
        let found = found(&stratum, &coins(0.007, 0.0), 0.01, 1, 0);
        // at 1.96 errors below and above: 2 (1 - Phi(1.0102 / 0.412)) and / 1.588
        let [low, high] = found.interval;
        assert!((low - 0.0142).abs() < 0.02 && (high - 0.5247).abs() < 0.03, "{low} {high}");
    }

    #[test]
    fn wear_alone_is_a_triangle() {
        // the difference of two even losses up to w: P(more than x) = (1 - x / w)^2
        let stratum = line(1.0, 1e-9);
        let found = found(&stratum, &coins(0.0, 0.01), 0.005, 1, 0);
        assert!((found.share - 0.25).abs() < 0.015, "{}", found.share);
        assert!((found.mean_off - 0.01 / 3.0).abs() < 1e-4, "{}", found.mean_off);
    }
}
