//! What the rest of a break is worth, learnt from matches that were played: `cargo xtask value`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::report::Report;
use crate::scenarios;

const SCENARIO: &str = "scenarios/tinsley_green/break_value.toml";
const FILE: &str = "crates/tinsley-green/src/players/learnt.rs";
/// Rolling friction of the sand on which all sizes of errors are played.
const USUAL_FRICTION: f64 = 0.1;
/// Radius of the ring of the scenario, m.
const RING_M: f64 = 0.9144;
/// Marbles on the ring for which the table has a value; what was played counts for the nearest of them.
const MARBLES: [u32; 13] = [1, 2, 3, 4, 6, 8, 11, 15, 20, 26, 33, 41, 49];
/// Rings round the middle in which places are told apart.
const RINGS: usize = 10;
/// Steps of the loss at the edge that are tried, each a hundredth.
const LOSSES: u32 = 90;

/// Shots of equals, and the points of the breaks from there on.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: f64,
    points: f64,
}

impl Sum {
    fn add(&mut self, points: f64) {
        self.count += 1.0;
        self.points += points;
    }
}

/// What players with errors of one size came to on one sand.
#[derive(Clone, Debug)]
struct Level {
    error_ratio: f64,
    friction_ratio: f64,
    /// Shots that follow another of their turn, by marbles and by how far from the middle the toley lies.
    further: [[Sum; RINGS]; MARBLES.len()],
    /// Shots from the edge, by marbles.
    edge: [Sum; MARBLES.len()],
}

/// The shot before: its turn, and how far from the middle it left the toley, m.
#[derive(Default)]
struct Before<'a> {
    turn: [&'a str; 3],
    far_m: Option<f64>,
}

/// A row of the table.
struct Row {
    error_ratio: f64,
    rest: [f64; MARBLES.len()],
    far_loss: f64,
    edge_share: f64,
}

/// Learns from a dataset of the scenario, which is played where none is named, and writes the table.
pub fn write(root: &Path, profile: &str, dataset: Option<&str>, report: &mut Report) {
    let tolley = scenarios::built(root, profile, "tolley");
    let folder = match dataset {
        Some(dataset) => PathBuf::from(dataset),
        None => scenarios::fresh_folder(root, "value"),
    };
    if dataset.is_none() {
        let mut run = Command::new(&tolley);
        run.current_dir(root).args(["run", SCENARIO, "--quiet", "-o"]).arg(&folder);
        if !report.step("breaks are played", &mut run) {
            return;
        }
    }
    report.note("the value of a further shot", learnt(root, &tolley, &folder));
}

/// Learns from a dataset, and writes the table.
fn learnt(root: &Path, tolley: &Path, folder: &Path) -> Result<(), String> {
    let manifest = fs::read_to_string(folder.join("manifest.json")).map_err(|error| error.to_string())?;
    let manifest: Value = serde_json::from_str(&manifest).map_err(|error| error.to_string())?;
    let physics = manifest["physics_version"].as_u64().ok_or("a manifest without a version of the physics")?;
    let mut export = Command::new(tolley);
    export.current_dir(root).args(["data", "export"]).arg(folder).args(["shots", "--csv"]);
    let output = export.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let levels = levels(&String::from_utf8_lossy(&output.stdout))?;
    let (usual, others): (Vec<Level>, Vec<Level>) =
        levels.into_iter().partition(|level| level.friction_ratio == USUAL_FRICTION);
    let rows: Vec<Row> = usual.iter().map(row).collect();
    let sands = sands(&rows, &others);
    let levels = [usual, others].concat();
    let shots: f64 = levels.iter().map(|level| level.further.iter().flatten().map(|sum| sum.count).sum::<f64>()).sum();
    fs::write(root.join(FILE), text(&rows, &sands, physics, shots)).map_err(|error| format!("{FILE}: {error}"))
}

/// Number of the entry of [`MARBLES`] that is nearest to so many, the smaller of two.
fn nearest(marbles: u32) -> usize {
    let far = |i: &usize| MARBLES[*i].abs_diff(marbles);
    (0..MARBLES.len()).min_by_key(far).unwrap_or(0)
}

/// Sorts the shots of a table as text by errors, marbles and places.
fn levels(csv: &str) -> Result<Vec<Level>, String> {
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().ok_or("no table")?.split(',').collect();
    let column = |name: &str| names.iter().position(|known| *known == name).ok_or_else(|| format!("no column {name}"));
    let turn_of = [column("trial")?, column("game")?, column("turn")?];
    let (errors, friction) = (column("a_error_ratio")?, column("surface_rolling_friction_ratio")?);
    let (marbles, points) = (column("marbles_before_count")?, column("rest_of_break_points_count")?);
    let (start, toley) = (column("start")?, [column("toley_x_m")?, column("toley_y_m")?]);
    let (mut levels, mut before) = (Vec::new(), Before::default());
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |i: usize| cells[i].parse::<f64>().map_err(|error| format!("{}: {error}", cells[i]));
        let level = level_of(&mut levels, [number(errors)?, number(friction)?]);
        let (bin, points) = (nearest(number(marbles)? as u32), number(points)?);
        let turn = turn_of.map(|i| cells[i]);
        let in_turn = before.far_m.filter(|_| before.turn == turn);
        if cells[start] == "edge" {
            level.edge[bin].add(points);
        } else if let Some(far_m) = in_turn {
            level.further[bin][((far_m / RING_M * RINGS as f64) as usize).min(RINGS - 1)].add(points);
        }
        // null where a hand took it up
        let place = toley.map(|i| cells[i].parse::<f64>().ok());
        let far_m = if let [Some(x_m), Some(y_m)] = place { Some((x_m * x_m + y_m * y_m).sqrt()) } else { None };
        before = Before { turn, far_m };
    }
    levels.sort_by(|a, b| a.error_ratio.total_cmp(&b.error_ratio));
    Ok(levels)
}

fn level_of(levels: &mut Vec<Level>, [error_ratio, friction_ratio]: [f64; 2]) -> &mut Level {
    let is_it = |level: &Level| level.error_ratio == error_ratio && level.friction_ratio == friction_ratio;
    let at = levels.iter().position(is_it).unwrap_or_else(|| {
        let (further, edge) = ([[Sum::default(); RINGS]; MARBLES.len()], [Sum::default(); MARBLES.len()]);
        levels.push(Level { error_ratio, friction_ratio, further, edge });
        levels.len() - 1
    });
    &mut levels[at]
}

/// The row of a level: the loss towards the edge with the least squares, and the values in the middle that go with it.
fn row(level: &Level) -> Row {
    let losses = (0..=LOSSES).map(|hundredths| f64::from(hundredths) / 100.0);
    let fitted = losses.map(|far_loss| (far_loss, rest(level, far_loss)));
    let best = fitted.min_by(|(a, of_a), (b, of_b)| misfit(level, *a, of_a).total_cmp(&misfit(level, *b, of_b)));
    let (far_loss, rest) = best.unwrap_or((0.0, [0.0; MARBLES.len()]));
    let played: f64 = level.edge.iter().map(|sum| sum.points).sum();
    let in_the_middle: f64 = level.edge.iter().zip(&rest).map(|(sum, rest)| sum.count * rest).sum();
    Row { error_ratio: level.error_ratio, rest, far_loss, edge_share: played / in_the_middle }
}

/// For each friction of the sand what breaks brought, over what the rows of the same errors make of them; in order.
fn sands(rows: &[Row], others: &[Level]) -> Vec<[f64; 2]> {
    let mut sums: Vec<[f64; 3]> = vec![[USUAL_FRICTION, 1.0, 1.0]];
    for level in others {
        let Some(row) = rows.iter().find(|row| row.error_ratio == level.error_ratio) else { continue };
        let at = sums.iter().position(|sum| sum[0] == level.friction_ratio).unwrap_or_else(|| {
            sums.push([level.friction_ratio, 0.0, 0.0]);
            sums.len() - 1
        });
        for (rings, rest) in level.further.iter().zip(row.rest) {
            for (ring, sum) in rings.iter().enumerate() {
                sums[at][1] += sum.points;
                sums[at][2] += sum.count * rest * near(ring, row.far_loss);
            }
        }
    }
    sums.sort_by(|a, b| a[0].total_cmp(&b[0]));
    sums.iter().map(|sum| [sum[0], sum[1] / sum[2]]).collect()
}

/// Share of the value in the middle that is left in a ring.
fn near(ring: usize, far_loss: f64) -> f64 {
    let far = (ring as f64 + 0.5) / RINGS as f64;
    1.0 - far_loss * far * far
}

/// Values in the middle by marbles, which never fall from one to the next and never rise by more than the marbles do.
fn rest(level: &Level, far_loss: f64) -> [f64; MARBLES.len()] {
    // pools of neighbours: points, shots weighted by what their places are worth, and how many numbers of marbles
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for rings in &level.further {
        let points = rings.iter().map(|sum| sum.points).sum();
        let shots = rings.iter().enumerate().map(|(ring, sum)| sum.count * near(ring, far_loss)).sum();
        pools.push((points, shots, 1));
        while let [.., a, b] = pools[..]
            && a.0 * b.1 >= b.0 * a.1
        {
            pools.truncate(pools.len() - 2);
            pools.push((a.0 + b.0, a.1 + b.1, a.2 + b.2));
        }
    }
    let values = pools.iter().flat_map(|(points, shots, count)| vec![points / shots.max(1e-9); *count]);
    let (mut rest, mut below) = ([0.0; MARBLES.len()], (0.0, 0));
    for ((value, rest), marbles) in values.zip(&mut rest).zip(MARBLES) {
        *rest = value.min(below.0 + f64::from(marbles - below.1));
        below = (*rest, marbles);
    }
    rest
}

/// How far means in their rings are from a fit: squares, by shots.
fn misfit(level: &Level, far_loss: f64, rest: &[f64; MARBLES.len()]) -> f64 {
    let square = |ring: usize, sum: &Sum, rest: f64| {
        let off = sum.points - sum.count * rest * near(ring, far_loss);
        if sum.count > 0.0 { off * off / sum.count } else { 0.0 }
    };
    let cells = level.further.iter().zip(rest);
    cells.map(|(rings, &rest)| rings.iter().enumerate().map(|(i, sum)| square(i, sum, rest)).sum::<f64>()).sum()
}

/// The file.
fn text(rows: &[Row], sands: &[[f64; 2]], physics: u64, shots: f64) -> String {
    let listed = |of: &dyn Fn(&Row) -> f64| rows.iter().map(|row| format!("{:.2}", of(row))).collect::<Vec<_>>();
    let of_sands = |i: usize| sands.iter().map(|sand| format!("{:.2}", sand[i])).collect::<Vec<_>>().join(", ");
    let rest = |row: &Row| row.rest.iter().map(|value| format!("{value:.2}")).collect::<Vec<_>>().join(", ");
    let table: String = rows.iter().map(|row| format!("    [{}],\n", rest(row))).collect();
    format!(
        "//! What the rest of a break was worth in {shots} shots. Written by `cargo xtask value`, which plays
//! {SCENARIO} and learns from it; not to be edited.
#![allow(clippy::approx_constant, reason = \"a number of marbles may look like pi\")]

/// Version of the physics that the breaks were played by.
pub const PHYSICS_VERSION: u32 = {physics};
/// Sizes of errors, a row of the table each; those of a player of a club are 1.
pub const ERRORS: [f64; {count}] = [{errors}];
/// Marbles on the ring, a column of the table each.
pub const MARBLES: [u32; {columns}] = {MARBLES:?};
/// Marbles that the rest of a break brings from a toley in the middle of the ring.
pub const REST: [[f64; {columns}]; {count}] = [
{table}];
/// Share of it that is lost where the toley lies at the edge; in between it goes by the square of the distance.
pub const FAR_LOSS: [f64; {count}] = [{far}];
/// What a turn from off the ring brings, over what it would bring from the middle.
pub const EDGE_SHARE: [f64; {count}] = [{edge}];
/// Rolling frictions of a toley on the sand.
pub const FRICTIONS: [f64; {sands}] = [{frictions}];
/// What the rest of a break brings on each, over what the table says.
pub const SAND_SHARE: [f64; {sands}] = [{shares}];
",
        sands = sands.len(),
        frictions = of_sands(0),
        shares = of_sands(1),
        count = rows.len(),
        columns = MARBLES.len(),
        errors = listed(&|row| row.error_ratio).join(", "),
        far = listed(&|row| row.far_loss).join(", "),
        edge = listed(&|row| row.edge_share).join(", "),
    )
}
