//! Dice cut into equal parts: one product says which face a number stands for, without a search among shares.

use crate::solver::{Graph, Owner};

/// How chance is cut at a position, or what a player chooses among.
pub(super) struct Parts {
    /// Equal parts; 0 where there are none.
    pub count: u8,
    /// Of each step.
    pub of_steps: Vec<u8>,
    /// Share of each step and those before it, in 2^-32; saturates at the last face.
    pub up_to: Vec<u32>,
}

impl Parts {
    /// With so many equal parts at most.
    pub fn of(graph: &Graph, node: usize, most: u8) -> Parts {
        let steps = graph.steps(node);
        let mut sum = 0.0;
        let up_to = steps.iter().map(|step| {
            sum += step.effect.probability;
            (sum * 4_294_967_296.0).round() as u32
        });
        let up_to: Vec<u32> = up_to.collect();
        let parts = |count: u8| Some((count, parts(&up_to, count)?));
        let each = vec![1; steps.len()];
        let (count, of_steps) = match graph.owner(node) {
            // what goes on in one way is not rolled
            Owner::Chance if steps.len() > 1 => (2..=most).find_map(parts).unwrap_or((0, each)),
            _ => (steps.len() as u8, each),
        };
        Parts { count, of_steps, up_to }
    }
}

/// How many of so many equal parts each share takes, if all end where a part does: to the last bit, so that the same
/// number is rolled as by comparing shares.
fn parts(up_to: &[u32], count: u8) -> Option<Vec<u8>> {
    let ends = up_to[..up_to.len().saturating_sub(1)].iter().map(|end| {
        let after = part(*end, count);
        (*end == 0 || part(*end - 1, count) < after).then_some(after as u8)
    });
    let ends: Vec<u8> = ends.chain([Some(count)]).collect::<Option<_>>()?;
    Some(ends.iter().zip([0].iter().chain(&ends)).map(|(end, before)| end - before).collect())
}

/// Which of so many equal parts of 2^32 a number falls into; the ends of parts are rounded.
#[inline]
pub(super) fn part(drawn: u32, count: u8) -> usize {
    let count = u64::from(count);
    ((u64::from(drawn) * count + (count - 1) / 2) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn up_to(shares: &[f64]) -> Vec<u32> {
        let sum = |sum: &mut f64, share: &f64| {
            *sum += share;
            Some((*sum * 4_294_967_296.0).round() as u32)
        };
        shares.iter().scan(0.0, sum).collect()
    }

    /// Numbers on both sides of each end of a share fall into the part of the share into which they fall themselves.
    #[test]
    fn equal_parts_end_where_shares_do() {
        let sixth = 1.0 / 6.0;
        for (shares, count, expected) in [
            (vec![sixth; 6], 6, Some(vec![1; 6])),
            (vec![0.5, sixth, sixth, sixth], 6, Some(vec![3, 1, 1, 1])),
            (vec![0.0, 0.25, 0.75], 4, Some(vec![0, 1, 3])),
            (vec![0.3, 0.7], 10, Some(vec![3, 7])),
            (vec![0.3, 0.7], 6, None),
            (vec![0.3 + 1e-9, 0.7], 10, None),
            // the whole cannot be told in 32 bits
            (vec![1.0, 0.0], 6, None),
        ] {
            let up_to = up_to(&shares);
            let found = parts(&up_to, count);
            assert_eq!(found, expected, "{shares:?}");
            let Some(found) = found else { continue };
            let steps: Vec<usize> =
                found.iter().enumerate().flat_map(|(step, count)| vec![step; usize::from(*count)]).collect();
            let others = &up_to[..up_to.len() - 1];
            for drawn in others.iter().flat_map(|end| [end.wrapping_sub(1), *end, end + 1]).chain([0, u32::MAX]) {
                let searched: usize = others.iter().map(|end| usize::from(drawn >= *end)).sum();
                assert_eq!(steps[part(drawn, count)], searched, "{shares:?}: {drawn}");
            }
        }
    }
}
