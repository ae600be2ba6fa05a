//! The map that `tolley ask best --map` left, as pictures: what each choice is worth to each skill, by the sweep.

use std::path::Path;

use serde_json::{Value as Json, json};
use tolley_answers::number::Shown;
use tolley_dataset::sheet;
use tolley_report::Figure;
use tolley_search::best::NEARLY;

use super::contour;
use super::cube::titled;
use super::plans::{list, stratum_name, text};
use super::sweeps::between;
use crate::PageError;

/// Panels of a picture, at most.
const PANELS: usize = 12;

/// What is drawn of an answer.
pub struct Map<'a> {
    pub object: &'a Json,
    /// What is to be great.
    pub shown: Shown,
    /// The numbers that are decided over, in the order of the map's columns.
    pub keys: Vec<&'a str>,
}

/// The map of one skill of one stratum.
struct Grid<'a> {
    /// Of each number its values, ascending.
    values: Vec<Vec<f64>>,
    /// Rows from one value of a number to the next.
    strides: Vec<usize>,
    worths: &'a [f64],
    shots: &'a [f64],
}

/// One panel: whose it is, and his best choice.
struct Panel<'a> {
    name: String,
    best: &'a Json,
    grid: Grid<'a>,
}

impl Map<'_> {
    /// The pictures, where the answer's folder has a map: one for all panels of the same values.
    pub fn figures(&self, folder: &Path) -> Result<Vec<Figure>, PageError> {
        let path = folder.join("map.parquet");
        let names: Vec<String> = self.keys.iter().map(|key| key.replace('.', "_")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).chain(["value", "shots"]).collect();
        let Some(columns) = sheet::numbers(&path, &names)? else { return Ok(Vec::new()) };
        let panels = self
            .panels(&columns)
            .ok_or_else(|| PageError::Refused(format!("{}: is not the map of this answer", path.display())))?;
        let told: Vec<Panel<'_>> =
            panels.into_iter().filter(|panel| panel.grid.worths.iter().any(|worth| worth.is_finite())).collect();
        let (all, drawn) = (told.len(), told.len().min(PANELS));
        let left = match all - drawn {
            0 => String::new(),
            _ => format!(" The first {drawn} of {all} are drawn; all are in map.parquet."),
        };
        let alike = |one: &Panel<'_>, other: &Panel<'_>| one.grid.values == other.grid.values;
        let groups = told[..drawn].chunk_by(alike);
        Ok(match self.keys.len() {
            1 => groups.map(|panels| self.lines(panels, &left)).collect(),
            _ => groups.map(|panels| self.heat(panels, &left)).collect(),
        })
    }

    /// The panels in the order of the file; `None` where it is another's.
    fn panels<'c>(&'c self, columns: &'c [Vec<f64>]) -> Option<Vec<Panel<'c>>> {
        let skills: Vec<(&Json, &Json)> = list(&self.object["strata"])
            .iter()
            .flat_map(|stratum| list(&stratum["skills"]).iter().map(move |skill| (stratum, skill)))
            .collect();
        let rows = columns.first()?.len();
        let size = rows.checked_div(skills.len()).filter(|size| size * skills.len() == rows)?;
        let panel = |(at, (stratum, skill)): (usize, &(&'c Json, &'c Json))| {
            let of = [&stratum_name(stratum), text(&skill["skill"])];
            let name = of.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
            let columns: Vec<&[f64]> = columns.iter().map(|column| &column[at * size..(at + 1) * size]).collect();
            Some(Panel { name, best: &skill["at"], grid: Grid::of(&columns)? })
        };
        skills.iter().enumerate().map(panel).collect()
    }

    fn shown(&self, number: usize) -> Shown {
        Shown::of_column(self.keys[number].rsplit('.').next().unwrap_or_default())
    }

    /// Aim and speed where both are decided over, else the first two.
    fn axes(&self) -> [usize; 2] {
        let find = |name: &str| self.keys.iter().position(|key| key.ends_with(name));
        match (find(".aim_offset_m"), find(".speed_m_s")) {
            (Some(aim), Some(speed)) => [aim, speed],
            _ => [0, 1],
        }
    }

    fn heat(&self, panels: &[Panel<'_>], left: &str) -> Figure {
        let [x, y] = self.axes();
        let grid = &panels[0].grid;
        let shown = [x, y].map(|axis| self.shown(axis));
        let values = [0, 1].map(|axis| grid.shown([x, y][axis], shown[axis].factor));
        let bounds = [0, 1].map(|axis| between(&values[axis]));
        let drawn: Vec<Json> = panels.iter().map(|panel| self.panel([x, y], &values, panel)).collect();
        let titles = shown.each_ref().map(titled);
        let held =
            if self.keys.len() > 2 { " All other numbers are those of the map next to the best choice." } else { "" };
        Figure {
            kind: "heat",
            title: format!("{} of every choice, over {} and {}.", titled(&self.shown), titles[0], titles[1]),
            caption: format!(
                "{} The cross is the best choice, found and told by shots of its own; a line \
                 bounds what is within 95 % of the panel's greatest, where that is above nothing.{held}{left}",
                self.seen()
            ),
            data: json!({
                "x": { "title": titles[0], "bounds": bounds[0] }, "y": { "title": titles[1], "bounds": bounds[1] },
                "v": { "title": titled(&self.shown), "share": false }, "panels": drawn,
            }),
        }
    }

    /// By what it is told.
    fn seen(&self) -> String {
        format!(
            "As one sweep of shots without errors shows it to each skill (with errors where later shots count), seed {}; \
             n: shots that it amounts to.",
            self.object["seed"]
        )
    }

    fn panel(&self, axes: [usize; 2], values: &[Vec<f64>; 2], panel: &Panel<'_>) -> Json {
        let grid = &panel.grid;
        let mut cell: Vec<usize> =
            (0..self.keys.len()).map(|number| grid.nearest(number, self.best(panel, number))).collect();
        let mut at = |i: usize, j: usize| {
            (cell[axes[0]], cell[axes[1]]) = (i, j);
            grid.row(&cell)
        };
        let (mut rows, mut worths) = (Vec::new(), vec![None; values[0].len() * values[1].len()]);
        for i in 0..values[0].len() {
            for j in 0..values[1].len() {
                let row = at(i, j);
                let worth = grid.worths[row] * self.shown.factor;
                if worth.is_finite() {
                    rows.push(
                        json!({ "i": i, "j": j, "v": worth, "lo": null, "hi": null, "n": grid.shots[row].round() }),
                    );
                    worths[i * values[1].len() + j] = Some(worth);
                }
            }
        }
        let greatest = worths.iter().flatten().copied().fold(0.0, f64::max);
        let ends = [0, 1].map(|axis| {
            let bounds = between(&values[axis]);
            [bounds[0], bounds[bounds.len() - 1]]
        });
        let worth = |i: usize, j: usize| worths[i * values[1].len() + j];
        let near = match greatest > 0.0 {
            true => contour::line([&values[0], &values[1]], ends, NEARLY * greatest, worth),
            false => Vec::new(),
        };
        let [best_x, best_y] = axes.map(|axis| self.best(panel, axis) * self.shown(axis).factor);
        json!({ "name": panel.name, "rows": rows, "best": { "x": best_x, "y": best_y }, "near": near, "ellipse": null })
    }

    /// Where the best choice has a number; NaN where it does not say.
    fn best(&self, panel: &Panel<'_>, number: usize) -> f64 {
        panel.best[self.keys[number]].as_f64().unwrap_or(f64::NAN)
    }

    fn lines(&self, panels: &[Panel<'_>], left: &str) -> Figure {
        let shown = self.shown(0);
        let values = panels[0].grid.shown(0, shown.factor);
        let names: Vec<&str> = panels.iter().map(|panel| panel.name.as_str()).collect();
        let row = |panel: &Panel<'_>, i: usize| {
            let worth = panel.grid.worths[i] * self.shown.factor;
            let n = panel.grid.shots[i].round();
            worth.is_finite().then(
                || json!({ "p": "", "s": panel.name, "x": values[i], "v": worth, "lo": worth, "hi": worth, "n": n }),
            )
        };
        let rows: Vec<Json> =
            panels.iter().flat_map(|panel| (0..values.len()).filter_map(move |i| row(panel, i))).collect();
        Figure {
            kind: "lines",
            title: format!("{} of every choice, over {}.", titled(&self.shown), titled(&shown)),
            caption: format!("{} No intervals are drawn.{left}", self.seen()),
            data: json!({
                "x": { "title": titled(&shown), "numeric": true, "order": [] },
                "y": { "title": titled(&self.shown), "share": false },
                "series": { "title": "skill", "order": names }, "panels": [""], "rows": rows,
            }),
        }
    }
}

impl<'a> Grid<'a> {
    /// From the columns of numbers, worths and shots; `None` where these are no grid.
    fn of(columns: &[&'a [f64]]) -> Option<Grid<'a>> {
        let [numbers @ .., worths, shots] = columns else { return None };
        let distinct = |column: &&[f64]| {
            let mut values = column.to_vec();
            values.sort_by(f64::total_cmp);
            values.dedup();
            values
        };
        let stride = |column: &&[f64]| column.iter().position(|x| *x != column[0]);
        let values: Vec<Vec<f64>> = numbers.iter().map(distinct).collect();
        let strides: Vec<usize> = numbers.iter().map(stride).collect::<Option<_>>()?;
        let size = values.iter().try_fold(1_usize, |size, values| size.checked_mul(values.len()))?;
        let is_there = |row: usize| {
            let steps = strides.iter().zip(&values).map(|(stride, values)| &values[row / stride % values.len()]);
            numbers.iter().zip(steps).all(|(column, value)| column[row] == *value)
        };
        (size == worths.len() && (0..size).all(is_there)).then_some(Grid { values, strides, worths, shots })
    }

    /// Which row of a skill a choice is in.
    fn row(&self, cell: &[usize]) -> usize {
        cell.iter().zip(&self.strides).map(|(at, stride)| at * stride).sum()
    }

    /// Values of a number as they are shown.
    fn shown(&self, number: usize, factor: f64) -> Vec<f64> {
        self.values[number].iter().map(|x| x * factor).collect()
    }

    /// The value of a number that is next to one.
    fn nearest(&self, number: usize, x: f64) -> usize {
        let off = |at: &usize| (self.values[number][*at] - x).abs();
        (0..self.values[number].len()).min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows in another order were read beyond the end, or drawn wrongly.
    #[test]
    fn only_a_whole_grid_is_one() {
        let (slow, fast) = ([1.0, 1.0, 1.0, 2.0, 2.0, 2.0], [5.0, 6.0, 7.0, 5.0, 6.0, 7.0]);
        let worth = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
        let grid = |slow: &[f64], fast: &[f64]| Grid::of(&[slow, fast, &worth, &worth]).map(|grid| grid.row(&[1, 2]));
        assert_eq!((grid(&slow, &fast), grid(&fast, &slow).is_some()), (Some(5), true));
        for (one, other) in [(0, 1), (2, 3), (0, 5)] {
            let (mut slow, mut fast) = (slow, fast);
            slow.swap(one, other);
            fast.swap(one, other);
            assert_eq!(grid(&slow, &fast), None, "rows {one} and {other}");
        }
        assert_eq!(grid(&[1.0; 6], &fast), None);
        assert_eq!(grid(&[f64::NAN; 6], &fast), None);
        assert!(Grid::of(&[&[], &[], &[], &[]]).is_none());
    }
}
