//! Is one side stronger than the other by so many Elo points? A sequential test of single matches or of pairs of them
//! with exchanged seats, as programs for chess are tuned.
//!
//! Normalised Elo is the distance of the mean score of a match from one half in standard deviations of that score,
//! times 800 / ln 10, so that it says how many matches a test takes, whatever the share of draws; of pairs the
//! deviation is that of a pair, times the root of two (M. Van den Bergh, "Comments on normalized Elo" (2020), the unit
//! of Stockfish's fishtest). Near one half, and without draws, it is the Elo of ratings.

use crate::sequential::{Bounds, LOOK, any_time_reach, bernoulli_llr};
use crate::support::Counts;

/// Normalised Elo points of one standard deviation of a match: 800 / ln 10.
pub const POINTS: f64 = 800.0 / core::f64::consts::LN_10;
/// Between two looks at least one in so many of the draws so far.
const LOOK_EVERY: u64 = 256;

/// What one draw is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// One match: lost, drawn, won.
    Match,
    /// Two with exchanged seats: its points 0, 1/2, 1, 3/2 and 2, of 2.
    Pair,
}

impl Draw {
    /// The score of each kind of draw, from 0 to 1, in rising order.
    pub fn scores(self) -> &'static [f64] {
        match self {
            Draw::Match => &[0.0, 0.5, 1.0],
            Draw::Pair => &[0.0, 0.25, 0.5, 0.75, 1.0],
        }
    }

    /// Matches of one draw.
    pub fn matches(self) -> u64 {
        match self {
            Draw::Match => 1,
            Draw::Pair => 2,
        }
    }

    /// Distance of the mean from one half in deviations of a draw, of a normalised Elo.
    pub fn distance(self, elo: f64) -> f64 {
        elo / POINTS * (self.matches() as f64).sqrt()
    }
}

/// What is known of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// H0: at most the lesser Elo.
    AtMost,
    /// H1: at least the greater one.
    AtLeast,
    /// Neither so far.
    Open,
}

impl Taken {
    /// As printed.
    pub fn name(self) -> &'static str {
        match self {
            Taken::AtMost => "H0: at most elo0",
            Taken::AtLeast => "H1: at least elo1",
            Taken::Open => "not decided",
        }
    }
}

/// Wald's test of two normalised Elos.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloTest {
    /// Of H0 and of H1, the lesser first.
    pub elo: [f64; 2],
    /// Chance of taking H1 where H0 holds, as Wald's bounds have it.
    pub alpha: f64,
    /// Chance of taking H0 where H1 holds.
    pub beta: f64,
    /// What it hears.
    pub draw: Draw,
}

/// A normalised Elo by what was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Normalised Elo.
    pub elo: f64,
    /// For it: covers at all looks together, for many draws.
    pub interval: [f64; 2],
}

/// Expected draws that are still to come, each if that is the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToGo {
    /// H0's Elo.
    pub if_elo0: f64,
    /// H1's Elo.
    pub if_elo1: f64,
    /// What was seen so far; absent where no draw differed.
    pub as_seen: Option<f64>,
}

impl EloTest {
    /// Between which logarithms of the ratio of likelihoods it goes on.
    pub fn bounds(&self) -> Bounds {
        Bounds::wald(self.alpha, self.beta)
    }

    /// Logarithm of how much likelier H1 makes what was seen than H0, so many draws of each score, each with the
    /// likeliest distribution of its Elo. Of matches of which none was drawn that is Bernoulli's; 0 of no draw at all.
    pub fn llr(&self, counts: &[u64]) -> f64 {
        let [zero, one] = self.elo.map(|elo| self.draw.distance(elo));
        match counts {
            _ if counts.iter().all(|count| *count == 0) => 0.0,
            [lost, 0, won] => bernoulli_llr(*won, won + lost, chance(one), chance(zero)),
            // one half lies within the scores, so that each distance has a distribution
            _ => Counts::seen(self.draw.scores(), counts).llr_of_distances(0.5, one, zero).unwrap_or(0.0),
        }
    }

    /// What such a ratio says.
    pub fn taken(&self, llr: f64) -> Taken {
        let Bounds { lower, upper } = self.bounds();
        match llr {
            llr if llr >= upper => Taken::AtLeast,
            llr if llr <= lower => Taken::AtMost,
            _ => Taken::Open,
        }
    }

    /// Normalised Elo by what was seen, with an interval for all looks together; `None` where no draw differed. The
    /// error is that of the ratio of mean and deviation to first order, to which what was never seen is added as in
    /// [`any_time_interval`](crate::sequential::any_time_interval).
    pub fn strength(&self, counts: &[u64], confidence: f64) -> Option<Strength> {
        let scores = self.draw.scores();
        let n: u64 = counts.iter().sum();
        let [mean, deviation] = Counts::seen(scores, counts).spread();
        if n < 2 || deviation.is_nan() || deviation <= 0.0 {
            return None;
        }
        let distance = (mean - 0.5) / deviation;
        // by how much one draw moves the distance
        let moves = |score: &f64| {
            let z = (score - mean) / deviation;
            z - 0.5 * distance * (z * z - 1.0)
        };
        let squares: f64 = scores.iter().zip(counts).map(|(score, n)| *n as f64 * moves(score) * moves(score)).sum();
        let error = squares.sqrt() / n as f64;
        let reach = any_time_reach(error, n, confidence, self.longest() as u64);
        let unseen = mean.max(1.0 - mean) / deviation * -libm::log(1.0 - confidence) / n as f64;
        let of = |distance: f64| distance * POINTS / (self.draw.matches() as f64).sqrt();
        Some(Strength { elo: of(distance), interval: [-1.0, 1.0].map(|end| of(distance + end * (reach + unseen))) })
    }

    /// Expected draws from such a ratio on, if what is true is either Elo or what was seen.
    pub fn to_go(&self, llr: f64, counts: &[u64]) -> ToGo {
        let [mean, deviation] = Counts::seen(self.draw.scores(), counts).spread();
        let [if_elo0, if_elo1] = self.elo.map(|elo| self.passage(llr, self.draw.distance(elo)));
        let as_seen = (deviation > 0.0).then(|| self.passage(llr, (mean - 0.5) / deviation));
        ToGo { if_elo0, if_elo1, as_seen }
    }

    /// Expected draws from the start where they are the most: if the truth lies in the middle of both hypotheses.
    pub fn longest(&self) -> f64 {
        self.passage(0.0, self.draw.distance(0.5 * (self.elo[0] + self.elo[1])))
    }

    /// Expected draws until the ratio, a Brownian motion, leaves its bounds if the mean is truly so many deviations off
    /// one half: by Wald's equation its drift times them is where it leaves (Wald 1945, 4.1, without the overshoot).
    fn passage(&self, llr: f64, distance: f64) -> f64 {
        let Bounds { lower, upper } = self.bounds();
        let [zero, one] = self.elo.map(|elo| self.draw.distance(elo));
        let (drift, variance) = ((one - zero) * (distance - 0.5 * (one + zero)), (one - zero) * (one - zero));
        let [below, above] = [(llr - lower).max(0.0), (upper - llr).max(0.0)];
        let steep = -2.0 * drift / variance;
        if (steep * (below + above)).abs() < 1e-6 {
            return below * above / variance;
        }
        // the chance of leaving above
        let up = libm::expm1(steep * below) / libm::expm1(steep * (below + above));
        (if up.is_nan() { f64::from(u8::from(drift > 0.0)) } else { up } * (below + above) - below) / drift
    }
}

/// Chance of winning a match without draws whose mean is so many deviations above one half.
fn chance(distance: f64) -> f64 {
    0.5 + 0.5 * distance / (1.0 + distance * distance).sqrt()
}

/// What one look saw.
#[derive(Clone, Debug, PartialEq)]
pub struct EloLook {
    /// Draws of each score so far.
    pub counts: Vec<u64>,
    /// Logarithm of how much likelier H1 makes them.
    pub llr: f64,
    /// What is known.
    pub taken: Taken,
}

/// A test that hears one draw after the other and looks now and then until it knows: after [`LOOK`] draws, and then
/// after as many again or one in 256 of those so far, whichever is more.
#[derive(Clone, Debug, PartialEq)]
pub struct EloWatch {
    test: EloTest,
    counts: Vec<u64>,
    next: u64,
    looks: Vec<EloLook>,
}

impl EloWatch {
    /// Before the first draw.
    pub fn new(test: EloTest) -> EloWatch {
        EloWatch { test, counts: vec![0; test.draw.scores().len()], next: LOOK, looks: Vec::new() }
    }

    /// One more draw; `false` where that is no score of one. After the verdict nothing is heard.
    pub fn hear(&mut self, score: f64) -> bool {
        let Ok(place) = self.test.draw.scores().binary_search_by(|known| known.total_cmp(&score)) else { return false };
        if self.looks.last().is_some_and(|look| look.taken != Taken::Open) {
            return true;
        }
        self.counts[place] += 1;
        let n: u64 = self.counts.iter().sum();
        if n == self.next {
            self.next = n + LOOK.max(n / LOOK_EVERY / LOOK * LOOK);
            let llr = self.test.llr(&self.counts);
            self.looks.push(EloLook { counts: self.counts.clone(), llr, taken: self.test.taken(llr) });
        }
        true
    }

    /// Every look so far; the last one has decided if one has.
    pub fn looks(self) -> Vec<EloLook> {
        self.looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tolley_experiment::random::{Purpose, Stream, Streams};

    const PUBLISHED: [u64; 5] = [398, 4112, 7672, 4336, 430];

    fn test(elo: [f64; 2], draw: Draw) -> EloTest {
        EloTest { elo, alpha: 0.05, beta: 0.05, draw }
    }

    fn stream(seed: u64) -> Stream {
        Streams::new(seed, 0, None).open(Purpose::named("draws"))
    }

    /// The number of a share into which a uniform number falls.
    fn drawn(u: f64, shares: &[f64]) -> usize {
        let mut sum = 0.0;
        shares
            .iter()
            .position(|share| {
                sum += share;
                u < sum
            })
            .unwrap_or(shares.len() - 1)
    }

    #[test]
    fn pairs_of_a_published_test_end_it_as_published() {
        // strategy test T18: fishtest, [0, 3] of normalised Elo
        let test = test([0.0, 3.0], Draw::Pair);
        let llr = test.llr(&PUBLISHED);
        assert!((llr - 2.958).abs() < 0.005 && test.taken(llr) == Taken::AtLeast, "{llr}");
        // mean 0.504248, deviation of a pair 0.208206: 0.020404 / sqrt 2 x 347.4356
        let strength = test.strength(&PUBLISHED, 0.95).expect("they differ");
        assert!((strength.elo - 5.0128).abs() < 0.0005, "{strength:?}");
        // wider than that of one look, 1.96 x 347.44 / sqrt(2 x 16948) to either side
        let half = 0.5 * (strength.interval[1] - strength.interval[0]);
        assert!((3.70..2.5 * 3.70).contains(&half), "{half}");
    }

    #[test]
    fn matches_without_draws_are_those_of_bernoulli() {
        // 0.55 is 34.9 points
        let elo = POINTS * 0.05 / (0.55_f64 * 0.45).sqrt();
        let test = test([0.0, elo], Draw::Match);
        let exact = 60.0 * libm::log(0.55 / 0.5) + 40.0 * libm::log(0.45 / 0.5);
        assert!((test.llr(&[40, 0, 60]) - exact).abs() < 1e-12);
        // the general way with a draw that was nearly never seen
        let general = Counts::seen(Draw::Match.scores(), &[40, 0, 60]);
        let of = |elo| Draw::Match.distance(elo);
        let llr = general.llr_of_distances(0.5, of(elo), 0.0).expect("within");
        assert!((llr - exact).abs() < 1e-3, "{llr} {exact}");
        // strategy test T17: 0.5 takes 543 matches in the mean, of which overshoot is 19
        assert!((test.to_go(0.0, &[50, 0, 50]).if_elo0 - 524.0).abs() < 5.0, "{:?}", test.to_go(0.0, &[50, 0, 50]));
    }

    /// How often H1 is taken of pairs of these shares, after how many in the mean, and how often the interval missed
    /// the true Elo at some look.
    fn run(test: &EloTest, shares: &[f64], runs: u32, seed: u64) -> [f64; 3] {
        let mut stream = stream(seed);
        let scores = test.draw.scores();
        let mean: f64 = scores.iter().zip(shares).map(|(score, share)| score * share).sum();
        let variance: f64 =
            scores.iter().zip(shares).map(|(score, share)| share * (score - mean) * (score - mean)).sum();
        let truth = (mean - 0.5) / variance.sqrt() * POINTS / (test.draw.matches() as f64).sqrt();
        let (mut second, mut total, mut missed) = (0, 0.0, 0);
        for _ in 0..runs {
            let mut watch = EloWatch::new(*test);
            while watch.looks.last().is_none_or(|look| look.taken == Taken::Open) {
                assert!(watch.hear(scores[drawn(stream.uniform(), shares)]));
            }
            let looks = watch.looks();
            let outside = |look: &EloLook| {
                test.strength(&look.counts, 0.95).is_some_and(|s| truth < s.interval[0] || s.interval[1] < truth)
            };
            missed += u32::from(looks.iter().any(outside));
            let last = looks.last().expect("a verdict");
            second += u32::from(last.taken == Taken::AtLeast);
            total += last.counts.iter().sum::<u64>() as f64;
        }
        [f64::from(second), total, f64::from(missed)].map(|sum| sum / f64::from(runs))
    }

    /// Shares with this Elo, the second and the last but one moved.
    fn at(test: &EloTest, elo: f64, mut shares: [f64; 5]) -> [f64; 5] {
        let deviation = Counts::seen(Draw::Pair.scores(), &shares.map(|share| (share * 1e6) as u64)).spread()[1];
        let by = test.draw.distance(elo) * deviation / 0.5;
        shares[1] -= by;
        shares[3] += by;
        shares
    }

    #[test]
    fn it_errs_as_rarely_as_asked_and_ends_about_when_it_is_said_to() {
        let test = test([0.0, 30.0], Draw::Pair);
        let shares = [0.05, 0.25, 0.4, 0.25, 0.05];
        let [false_alarm, n_zero, missed] = run(&test, &at(&test, 0.0, shares), 1000, 1);
        let [power, n_one, _] = run(&test, &at(&test, 30.0, shares), 1000, 2);
        let [even, n_half, missed_half] = run(&test, &at(&test, 15.0, shares), 1000, 3);
        // 5 % by four standard errors of 1,000 runs
        assert!(false_alarm <= 0.078 && power >= 0.922, "{false_alarm} {power}");
        assert!((even - 0.5).abs() < 0.065, "{even}");
        assert!(missed <= 0.078 && missed_half <= 0.078, "{missed} {missed_half}");
        let told = test.to_go(0.0, &[5, 25, 40, 25, 5]);
        for (told, took) in [(told.if_elo0, n_zero), (told.if_elo1, n_one), (test.longest(), n_half)] {
            assert!((0.85..1.15).contains(&(took / told)), "told {told}, took {took}");
        }
        assert_eq!(told.as_seen, Some(told.if_elo0));
    }

    #[test]
    fn an_interval_covers_where_hardly_a_pair_differs() {
        let test = test([0.0, 50.0], Draw::Pair);
        let [_, _, missed] = run(&test, &[0.0, 0.0, 0.97, 0.0, 0.03], 500, 4);
        assert!(missed <= 0.09, "{missed}");
    }

    #[test]
    fn looks_are_rarer_as_draws_are_many_and_end_with_the_verdict() {
        let test = test([0.0, 2.0], Draw::Match);
        let mut watch = EloWatch::new(test);
        let mut stream = stream(5);
        (0..200_000).for_each(|_| assert!(watch.hear(if stream.uniform() < 0.5 { 0.0 } else { 1.0 })));
        assert!(!watch.hear(0.3) && !watch.hear(0.25), "no score of a match");
        let looks = watch.looks();
        let n: Vec<u64> = looks.iter().map(|look| look.counts.iter().sum()).collect();
        assert_eq!(n[..3], [4, 8, 12]);
        assert!(n.windows(2).all(|pair| (4..=4.max(pair[0] / 256)).contains(&(pair[1] - pair[0]))), "{n:?}");
        let open = looks.iter().filter(|look| look.taken == Taken::Open).count();
        assert!(looks.len() - open <= 1, "nothing is heard after the verdict");
    }

    #[test]
    fn a_passage_is_that_of_its_limits() {
        let test = test([0.0, 30.0], Draw::Pair);
        // far beyond both: the way over the drift
        let far = test.passage(0.0, 10.0);
        let drift = test.draw.distance(30.0) * (10.0 - test.draw.distance(15.0));
        assert!((far - test.bounds().upper / drift).abs() < 1e-9 * far);
        let middle = test.draw.distance(15.0);
        let near = [test.passage(1.0, middle), test.passage(1.0, middle + 1e-6)];
        assert!((near[0] / near[1] - 1.0).abs() < 1e-3, "{near:?}");
        assert_eq!(test.llr(&[0; 5]), 0.0);
    }
}
