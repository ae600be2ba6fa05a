//! How the estimates of a best choice are made.

use super::answers::Stratum;

/// How an estimate was made.
pub const METHODS: [&str; 10] = [
    "chosen",
    "mean of confirmation runs, t",
    "paired difference of confirmation runs, t",
    "sweep smoothed by the errors",
    "multiple comparisons with the best (Hsu)",
    "share of confirmation runs, Wilson",
    "paired difference of confirmation runs, t, all pairs at once (Bonferroni)",
    "paired difference of shares of confirmation runs, t and none of n (Wilson) in quadrature",
    "paired difference of shares of confirmation runs, t and none of n (Wilson) in quadrature, all pairs at once (Bonferroni)",
    "difference of confirmation runs, regressed on those of the best (double sampling, jackknife; paired where fewer than 10 or all but one alike), t; of shares with none of n (Wilson)",
];
const MEAN: usize = 1;
const PAIRED: usize = 2;
const SHARE: usize = 5;
const PAIRS: usize = 6;
const PAIRED_SHARES: usize = 7;
const PAIRS_OF_SHARES: usize = 8;
pub const REGRESSED: usize = 9;

/// How values are found.
pub fn method_of(stratum: &Stratum) -> usize {
    if stratum.asked.task.is_share { SHARE } else { MEAN }
}

/// How differences are found.
pub fn paired(stratum: &Stratum) -> usize {
    if stratum.asked.task.is_share { PAIRED_SHARES } else { PAIRED }
}

/// The same of places, of which the best and the worst are compared.
pub fn pairs(stratum: &Stratum) -> usize {
    if stratum.asked.task.is_share { PAIRS_OF_SHARES } else { PAIRS }
}
