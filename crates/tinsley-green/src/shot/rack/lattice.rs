//! The hexagonal lattice and which of its sites a rack takes.

use glam::DVec2;

use crate::keys::rack::Packing;

/// A cell `(a, b)` of the lattice with the basis vectors (1, 0) and (1/2, sqrt(3)/2).
pub(super) type Cell = (i32, i32);

/// Squared distance of a cell from the centre, in squared pitches.
fn distance2((a, b): Cell) -> i32 {
    a * a + a * b + b * b
}

pub(super) fn place((a, b): Cell) -> DVec2 {
    DVec2::new(f64::from(a) + 0.5 * f64::from(b), 0.75f64.sqrt() * f64::from(b))
}

/// Whether two cells lie side by side.
pub(super) fn are_neighbours(a: Cell, b: Cell) -> bool {
    distance2((a.0 - b.0, a.1 - b.1)) == 1
}

/// How far out a cell counts.
fn round(packing: Packing, (a, b): Cell) -> i32 {
    match packing {
        Packing::NearestShell => distance2((a, b)),
        Packing::HexagonPlus => a.abs().max(b.abs()).max((a + b).abs()),
    }
}

/// The first `count` cells by rounds; of a round that does not fit, cells spread evenly by polar angle (TG-9e), so
/// that 49 = 43 + 6 and 49 = 37 + 12 keep the rotation by 60 degrees.
pub(super) fn cells(count: usize, packing: Packing) -> Vec<Cell> {
    let reach = 2 + (count as f64).sqrt() as i32;
    let angle = |cell: Cell| {
        let at = place(cell);
        let angle = libm::atan2(at.y, at.x);
        if angle < 0.0 { angle + core::f64::consts::TAU } else { angle }
    };
    let cells = (-reach..=reach).flat_map(|a| (-reach..=reach).map(move |b| (a, b)));
    // each angle once, not at each comparison
    let mut all: Vec<(i32, f64, Cell)> = cells.map(|cell| (round(packing, cell), angle(cell), cell)).collect();
    all.sort_by(|one, two| one.0.cmp(&two.0).then_with(|| one.1.total_cmp(&two.1)));
    let mut chosen = Vec::with_capacity(count);
    for ring in all.chunk_by(|one, two| one.0 == two.0) {
        let free = count - chosen.len();
        let taken = free.min(ring.len());
        chosen.extend((0..taken).map(|i| ring[i * ring.len() / taken].2));
        if chosen.len() == count {
            break;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each cell whose round is at most this one, in order.
    fn within(packing: Packing, most: i32) -> Vec<Cell> {
        let all = (-9..=9).flat_map(|a| (-9..=9).map(move |b| (a, b)));
        all.filter(|&cell| round(packing, cell) <= most).collect()
    }

    fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
        cells.sort_unstable();
        cells
    }

    #[test]
    fn tg_9e_t2_whole_shells_fill_by_distance() {
        for (count, shells) in [(1, 0), (7, 1), (13, 3), (19, 4), (31, 7), (37, 9), (43, 12), (55, 13)] {
            let chosen = sorted(cells(count, Packing::NearestShell));
            assert_eq!(chosen, within(Packing::NearestShell, shells), "{count}");
        }
    }

    #[test]
    fn whole_hexagons_fill_round_by_round() {
        for (count, rounds) in [(1, 0), (7, 1), (19, 2), (37, 3), (61, 4)] {
            let chosen = sorted(cells(count, Packing::HexagonPlus));
            assert_eq!(chosen, within(Packing::HexagonPlus, rounds), "{count}");
            assert_eq!(chosen.len(), count);
        }
    }

    #[test]
    fn tg_9e_t4_forty_nine_keep_the_turn_by_sixty_degrees() {
        for packing in [Packing::NearestShell, Packing::HexagonPlus] {
            let chosen = cells(49, packing);
            // (a, b) turned by 60 degrees is (-b, a + b)
            assert!(chosen.iter().all(|&(a, b)| chosen.contains(&(-b, a + b))), "{packing:?}");
        }
    }

    #[test]
    fn tg_9e_forty_nine_are_handed_by_six_of_the_twelve_sites_of_the_last_shell() {
        let chosen = cells(49, Packing::NearestShell);
        // (a, b) seen in a mirror along x is (a + b, -b)
        let is_mirrored = |&&(a, b): &&Cell| chosen.contains(&(a + b, -b));
        let alone: Vec<Cell> = chosen.iter().filter(|cell| !is_mirrored(cell)).copied().collect();
        let shell = within(Packing::NearestShell, 13).into_iter().filter(|&cell| distance2(cell) == 13);
        assert!(alone.len() == 6 && alone.iter().all(|&cell| distance2(cell) == 13), "{alone:?}");
        assert_eq!(shell.count(), 12);
    }
}
