//! What all racks of as many marbles have that are packed in one way.

use glam::DVec2;

use super::lattice;
use super::loops::Loops;
use crate::keys::rack::Packing;

/// Which sites a rack takes, and which lie side by side.
#[derive(Debug)]
pub(super) struct Layout {
    /// In pitches, not turned.
    pub(super) sites: Vec<DVec2>,
    /// Pairs of neighbouring sites.
    pub(super) neighbours: Vec<(usize, usize)>,
    pub(super) loops: Loops,
}

impl Layout {
    pub(super) fn new(count: u32, packing: Packing) -> Layout {
        let cells = lattice::cells(count as usize, packing);
        let sites: Vec<DVec2> = cells.iter().map(|&cell| lattice::place(cell)).collect();
        let mut neighbours = Vec::new();
        for (i, &a) in cells.iter().enumerate() {
            let beside = cells[i + 1..].iter().enumerate().filter(|&(_, &b)| lattice::are_neighbours(a, b));
            neighbours.extend(beside.map(|(k, _)| (i, i + 1 + k)));
        }
        let loops = Loops::new(&sites, &neighbours);
        Layout { sites, neighbours, loops }
    }
}
