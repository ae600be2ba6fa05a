//! What every choice of a grid is worth to each skill, as the sweep sees it.

use tolley_experiment::run;

use super::swept::Swept;
use super::task::Task;
use crate::sweep::{JUDGED_INSIDE, Worth};

/// A choice of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What is aimed at.
    pub at: Vec<f64>,
    /// What it is worth; `None` where too little was swept for a judgement, and to who errs in nothing.
    pub worth: Option<Worth>,
}

impl Task {
    /// The choices of the map, [`Task::map`] values of each number that is decided over with both its ends, the last
    /// number the fastest; none where no map is asked for.
    pub fn cells(&self) -> Vec<Vec<f64>> {
        let mut cells = if self.map < 2 { Vec::new() } else { vec![Vec::new()] };
        for number in &self.numbers {
            let [low, high] = number.aims;
            let steps = if number.is_decided() { self.map } else { 1 };
            // from both ends, so that the middle of a range about 0 is 0
            let value = |step: u64| match self.map - 1 {
                last if number.is_decided() => (low * (last - step) as f64 + high * step as f64) / last as f64,
                _ => low,
            };
            let longer = |cell: &Vec<f64>| {
                let cell = cell.clone();
                (0..steps).map(move |step| cell.iter().copied().chain([value(step)]).collect())
            };
            cells = cells.iter().flat_map(longer).collect();
        }
        cells
    }
}

/// The map of each skill.
pub(super) fn maps(task: &Task, swept: &[Swept]) -> Vec<Vec<Cell>> {
    let cells = task.cells();
    let of = |(skill, swept): (usize, &Swept)| {
        let Some(surface) = swept.sweep.surface(&swept.kernel) else { return Vec::new() };
        let is_swept = |worth: &Worth| worth.inside >= JUDGED_INSIDE || swept.sweep.knows_outside();
        let is_judged = |worth: &Worth| !task.is_exact(skill) && is_swept(worth);
        run::each(&cells, |at| Cell { at: at.clone(), worth: surface.at(at).filter(is_judged) })
    };
    swept.iter().enumerate().map(of).collect()
}
