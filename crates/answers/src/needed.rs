//! How many trials a verdict takes, in words.

use tolley_analysis::statistics::needed::Needed;

use crate::words::GroupedCount;

/// Digits that are told of such a number.
const DIGITS: u32 = 3;

/// `; corrected for 3 arms together (Holm)`, after what comes before; nothing of one test alone, which needs none.
pub fn corrected(before: &str, count: usize, after: &str) -> String {
    if count > 1 { format!("{before}orrected for {count} {after}") } else { String::new() }
}

/// Of what is open: `about 12,100 trials if equal, 31,000 as seen`.
pub fn told(needed: Needed, unit: &str) -> String {
    let shown = |n: u64| GroupedCount(rounded(n)).to_string();
    match (needed.if_equal.map(shown), needed.as_seen.map(shown)) {
        (Some(equal), Some(seen)) => format!("about {equal} {unit} if equal, {seen} as seen"),
        (Some(equal), None) => format!("about {equal} {unit} if equal, without end as seen"),
        (None, Some(seen)) => format!("about {seen} {unit} as seen"),
        (None, None) => "without end as seen".to_owned(),
    }
}

/// What that means, below a table with such numbers. The need goes as the share of trials that differ, and where k of
/// them were seen its 95 % reach `2 / sqrt(k)` of it to either side (Poisson), 0.4 by 25.
pub fn about(unit: &str, family: usize) -> String {
    let together = match family {
        0 | 1 => "",
        _ => {
            "Equals need as many each; as seen some are resolved before others, which makes it easier for these: so the two may \
             differ where\nequality is what was seen.\n"
        }
    };
    format!(
        "if equal, as seen: with so many {unit} in all a verdict comes in 9 of 10 runs that go on from here, if there is no \
         difference,\nor if it is what was seen so far; a true one that is nearer the margin takes more, without end.\n\
         {together}By fewer than some 25 {unit} with a difference it may be off by half, by a few of them several times.\n"
    )
}

/// Of a sequential test that is open: `, as seen about 2,100 trials (1,210 to 3,400)`.
pub fn likely([quarter, half, most]: [Option<u64>; 3]) -> String {
    let shown = |n: Option<u64>| {
        n.map_or_else(|| "more than anybody plays".to_owned(), |n| GroupedCount(rounded(n)).to_string())
    };
    if half.is_none() {
        return ", as seen more than anybody plays".to_owned();
    }
    format!(", as seen about {} trials ({} to {})", shown(half), shown(quarter), shown(most))
}

/// What that means, below a table with such numbers.
pub const ABOUT_LIKELY: &str = "as seen: by so many trials in all half of the runs that go on from here have a verdict (a quarter, three quarters), \
                                if the share\nseen is the true one.\n";

/// The numbers themselves with their names, for a table.
pub fn needed_terms(unit: &str, needed: Option<Needed>) -> Vec<(String, u64)> {
    let terms = needed.into_iter().flat_map(|needed| [("if equal", needed.if_equal), ("as seen", needed.as_seen)]);
    terms.filter_map(|(what, n)| Some((format!("{unit} needed {what}"), n?))).collect()
}

/// The same to three digits, rounded up.
pub fn rounded(n: u64) -> u64 {
    let unit = 10_u64.pow((n.max(1).ilog10() + 1).saturating_sub(DIGITS));
    n.div_ceil(unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_up_and_told_of_what_is_assumed() {
        assert_eq!([7, 999, 1001, 12_047, u64::MAX].map(rounded), [7, 999, 1010, 12_100, u64::MAX]);
        let of = |if_equal, as_seen| told(Needed { if_equal, as_seen }, "trials");
        assert_eq!(of(Some(12_047), Some(30_996)), "about 12,100 trials if equal, 31,000 as seen");
        assert_eq!(of(None, Some(512)), "about 512 trials as seen");
        assert_eq!(of(Some(40), None), "about 40 trials if equal, without end as seen");
    }
}
