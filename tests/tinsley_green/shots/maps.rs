//! Maps of what shots are worth, beside closed forms and beside noisy shots.

use std::f64::consts::PI;

use tolley_analysis::statistics::estimates::Moments;
use tolley_experiment::plan::Plan;
use tolley_search::execution::{Acts, Noise};
use tolley_search::space::Space;
use tolley_search::sweep;
use tolley_tinsley_green::shot::ShotStudy;

use super::best::{PATHS, worth};
use crate::tinsley_green::played::read;

/// A toley as large as a marble, so that their centres are at one height: together 15.875 mm of radius, as a toley of
/// 19.05 mm and a marble of 12.7 mm have.
const LEVEL: &str = "[toley]\ndiameter_m = 0.015875\n[marble]\ndiameter_m = 0.015875\n[contact]\nlaw = \"pairwise\"\n\
                     [ring]\nrelease_inset_m = 0\n[shot]\nspeed_m_s = 3.0\nrelease_height_m = 0\n";
/// Of both together.
const RADII_M: f64 = 0.015_875;
/// Of the ring.
const RING_M: f64 = 0.914_4;

/// A scenario of one marble at the right, of a player who errs in his aim alone.
fn one_marble(marble_x_m: f64, start: &str, aim_sd_deg: f64) -> Plan {
    let text = format!(
        "{LEVEL}[start]\nlayout = \"given\"\ngiven_count = 1\nmarble_1_x_m = {marble_x_m}\nmarble_1_y_m = 0\n{start}\n\
         [player]\naim_sd_rad = \"{aim_sd_deg} deg\"\nspeed_sd_ratio = 0\nelevation_sd_rad = 0\nspin_sd_ratio = 0\n\
         side_spin_sd_rad_s = 0\n"
    );
    read::<ShotStudy>(&text, 1, 1).unwrap_or_else(|problems| panic!("{problems}"))
}

/// From a place on the ring, so far from the marble along the x axis.
fn along_the_axis(distance_m: f64, aim_sd_deg: f64) -> Plan {
    let start = format!("from = \"ring\"\ntoley_x_m = {}\ntoley_y_m = 0", -0.5 * distance_m);
    one_marble(0.5 * distance_m, &start, aim_sd_deg)
}

/// Which share of shots hits anything, of each choice.
fn hit(plan: &Plan, paths: &[&str], choices: &[Vec<f64>], times: u64) -> Vec<f64> {
    let share = |counts: Vec<f64>| counts.iter().filter(|count| **count > 0.0).count() as f64 / times as f64;
    worth(plan, "collision_count", paths, choices, 0..times).into_iter().map(share).collect()
}

/// P(hit) = erf(asin((rt + rm) / d) / (sigma sqrt 2)), strategy test T1.
fn hits_have_the_closed_form(shots: u64) {
    for (sd_deg, distance_m, chance) in [(1.0, 0.6, 0.8705), (1.0, 0.9, 0.6878), (2.0, 0.3, 0.8706), (3.0, 1.2, 0.1995)]
    {
        let share = hit(&along_the_axis(distance_m, sd_deg), &["shot.azimuth_rad"], &[vec![0.0]], shots)[0];
        // within 4 standard errors, and the rounding of the table
        let error = 4.0 * (chance * (1.0 - chance) / shots as f64).sqrt() + 5e-5;
        assert!((share - chance).abs() < error, "{sd_deg} deg at {distance_m} m: {share}, not {chance} +- {error}");
    }
}

#[test]
fn shots_at_a_marble_hit_as_often_as_the_closed_form_says() {
    hits_have_the_closed_form(10_000);
}

#[test]
#[ignore = "four million shots"]
fn a_million_shots_at_a_marble_hit_as_often_as_the_closed_form_says() {
    hits_have_the_closed_form(1_000_000);
}

#[test]
fn a_shot_without_errors_hits_up_to_the_angle_of_both_radii() {
    // T1: within 1e-6 degrees of asin((rt + rm) / d)
    for distance_m in [0.3, 0.6, 0.9, 1.2] {
        let (angle, off) = (libm::asin(RADII_M / distance_m), f64::to_radians(1e-6));
        let choices: Vec<Vec<f64>> = [angle - off, angle + off, off - angle, -off - angle].map(|at| vec![at]).to_vec();
        let hits = hit(&along_the_axis(distance_m, 0.0), &["shot.azimuth_rad"], &choices, 1);
        assert_eq!(hits, [1.0, 0.0, 1.0, 0.0], "{distance_m} m");
    }
}

#[test]
fn one_marble_is_hit_most_often_from_the_nearest_point_of_the_edge() {
    // T7: 0.9230 from the nearest point, 0.5111 from the farthest, of a marble at 400 mm by an error of one degree
    let (marble_x_m, shots) = (0.4, 10_000);
    let plan = one_marble(marble_x_m, "from = \"edge\"", 1.0);
    let aimed = |position_rad: f64| {
        let [x, y] = [libm::cos(position_rad), libm::sin(position_rad)].map(|part| RING_M * part);
        let (distance_m, along) = (libm::hypot(marble_x_m - x, y), [marble_x_m - x, -y]);
        // where the line through the marble passes the centre, left of it positive
        vec![position_rad, (y * along[0] - x * along[1]) / distance_m]
    };
    let choices: Vec<Vec<f64>> = (0..=6).map(|k| aimed(f64::from(k) * PI / 6.0)).collect();
    let hits = hit(&plan, &["shot.position_rad", "shot.aim_offset_m"], &choices, shots);
    for (share, chance) in [(hits[0], 0.9230), (hits[6], 0.5111)] {
        let error = 4.0 * (chance * (1.0 - chance) / shots as f64).sqrt();
        assert!((share - chance).abs() < error, "{share}, not {chance}: {hits:?}");
    }
    assert!(hits.windows(2).all(|pair| pair[0] > pair[1]), "{hits:?}");
}

/// The toley before four marbles.
const FOUR: &str = "[contact]\nlaw = \"pairwise\"\n[start]\nlayout = \"given\"\nfrom = \"ring\"\ngiven_count = 4\n\
                    toley_x_m = -0.1\ntoley_y_m = 0\nmarble_1_x_m = 0.2\nmarble_1_y_m = 0\nmarble_2_x_m = 0.25\n\
                    marble_2_y_m = 0.06\nmarble_3_x_m = 0.4\nmarble_3_y_m = -0.05\nmarble_4_x_m = 0.5\nmarble_4_y_m = 0.02\n";

/// In how many of the cells of a map what the smoothed sweep says is beyond 3 standard errors of so many noisy shots.
fn cells_beyond(points: u64, times: u64) -> [usize; 2] {
    let (aim_sd_rad, speed_sd_ratio) = (0.021, 0.07);
    let plan = |errors: [f64; 2]| {
        let text = format!(
            "{FOUR}[player]\naim_sd_rad = {}\nspeed_sd_ratio = {}\nelevation_sd_rad = 0\nspin_sd_ratio = 0\n\
             side_spin_sd_rad_s = 0\n",
            errors[0], errors[1]
        );
        read::<ShotStudy>(&text, 5, 1).unwrap_or_else(|problems| panic!("{problems}"))
    };
    // the aims at the four marbles, and as far beyond as errors reach
    let (aims, speeds) = ([-0.25, 0.35], [1.0, 4.0]);
    let space = Space::new(&[[aims[0] - 0.1, aims[1] + 0.1], [0.7, 5.6]]).expect("ranges");
    let swept = sweep::Plan { space, states: 1, points, seed: 5, outside: None };
    let at: Vec<Vec<f64>> = swept.points(0).collect();
    let played: Vec<f64> = worth(&plan([0.0, 0.0]), "marbles_off_count", &PATHS, &at, 0..1).concat();
    let swept = swept.played(&played).expect("values");
    let noise = Noise::normal(&[aim_sd_rad, speed_sd_ratio]).expect("sds").acting(&[Acts::Added, Acts::Factor]);
    let noise = noise.expect("two numbers");
    let surface = swept.surface(&noise).expect("two numbers");
    let between = |[low, high]: [f64; 2], part: f64| low + (high - low) * part;
    let cells = (0..20).flat_map(|i| (0..10).map(move |k| [f64::from(i) + 0.5, f64::from(k) + 0.5]));
    let (noisy, mut beyond, mut worth_any) = (plan([aim_sd_rad, speed_sd_ratio]), 0, 0);
    for (number, cell) in (0..).zip(cells) {
        let aim = vec![between(aims, cell[0] / 20.0), between(speeds, cell[1] / 10.0)];
        let seeds = number * times..(number + 1) * times;
        let mut moments = Moments::default();
        worth(&noisy, "marbles_off_count", &PATHS, std::slice::from_ref(&aim), seeds)[0]
            .iter()
            .for_each(|x| moments.add(*x));
        let smooth = surface.value(&aim);
        // few hits vary as their number does
        let error = moments.standard_error().max((smooth.max(0.0) / times as f64).sqrt());
        beyond += usize::from((smooth - moments.mean()).abs() > 3.0 * error);
        worth_any += usize::from(moments.mean() > 0.02);
    }
    [beyond, worth_any]
}

#[test]
fn a_sweep_smoothed_by_the_errors_is_the_map_of_noisy_shots() {
    // T5, with 500 shots a cell instead of 20,000: at most 1 % of 200 cells beyond 3 standard errors
    let [beyond, worth_any] = cells_beyond(1 << 16, 500);
    assert!(beyond <= 2 && worth_any >= 40, "{beyond} {worth_any}");
}

#[test]
#[ignore = "five million shots"]
fn a_sweep_smoothed_by_the_errors_is_the_map_of_twenty_thousand_noisy_shots_a_cell() {
    let [beyond, worth_any] = cells_beyond(1 << 20, 20_000);
    assert!(beyond <= 2 && worth_any >= 40, "{beyond} {worth_any}");
}
