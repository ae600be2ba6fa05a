//! Where in a box all is as wanted, by surfaces that are to be read.

use tolley_statistics::gaussian_process::Surface;

use super::{PARTS, Part, Surfaced, normal};
use crate::region::Side;

/// Surfaces with the least and most that is wanted of each.
pub(super) type Bounded<'s> = Vec<(&'s Surface, [f64; 2])>;

/// The surfaces of the measures that are bounded, each with its bounds; `None` where one is not there or not to be
/// read.
pub(super) fn bounding<'s>(
    surfaces: &'s [Option<Surface>],
    surfaced: &[Option<Surfaced>],
    bounds: &[(String, [f64; 2])],
) -> Option<Bounded<'s>> {
    let all = surfaces.iter().zip(surfaced).zip(bounds);
    let bounded = all.filter(|(_, (_, ends))| ends.iter().any(|end| end.is_finite()));
    let of = |((surface, surfaced), (_, ends)): ((&'s Option<Surface>, &Option<Surfaced>), &(String, [f64; 2]))| {
        let is_read = surfaced.as_ref().is_some_and(Surfaced::is_read);
        surface.as_ref().filter(|_| is_read).map(|surface| (surface, *ends))
    };
    bounded.map(of).collect()
}

/// Whether all measures are as wanted at a place, one is not, or neither is known.
pub(super) fn side(surfaces: &[(&Surface, [f64; 2])], at: &[f64]) -> Side {
    surfaces.iter().fold(Side::Inside, |side, (surface, [least, most])| {
        let [mean, error] = surface.at(at);
        let [low, high] = [mean - normal() * error, mean + normal() * error];
        match side {
            _ if high < *least || low > *most => Side::Outside,
            Side::Inside if low >= *least && high <= *most => Side::Inside,
            Side::Outside => Side::Outside,
            _ => Side::Open,
        }
    })
}

pub(super) fn shares<'s>(sides: impl Iterator<Item = &'s (Vec<f64>, Side)> + Clone) -> [f64; 3] {
    let n = sides.clone().count() as f64;
    [Side::Inside, Side::Outside, Side::Open]
        .map(|wanted| sides.clone().filter(|(_, side)| *side == wanted).count() as f64 / n)
}

pub(super) fn parts(sides: &[(Vec<f64>, Side)], over: &[(String, [f64; 2])]) -> Vec<Part> {
    let of = |(axis, part): (usize, usize)| {
        let ends = [part, part + 1].map(|end| end as f64 / PARTS as f64);
        let [low, high] = over[axis].1;
        let within = sides.iter().filter(|(at, _)| at[axis] >= ends[0] && at[axis] < ends[1]);
        Part { axis, range: ends.map(|end| low + end * (high - low)), shares: shares(within) }
    };
    (0..over.len()).flat_map(|axis| (0..PARTS).map(move |part| (axis, part))).map(of).collect()
}
