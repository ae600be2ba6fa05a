//! What `tolley answer` fits, beside the rows from which it is fitted.

use serde_json::Value;
use tempfile::TempDir;
use tolley_analysis::statistics::regression::{Cell, Family, fit};

use crate::tool::ran;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn goals_of_both_sides_are_fitted_in_pairs() {
    let here = TempDir::new().expect("a folder");
    let told = ran(here.path(), &["answer", "CGQ3", "--repeats", "30", "--quiet", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let answers = json(&told.stdout)["answers"].as_array().expect("answers").clone();
    let is_paired = |answer: &&Value| answer["found"]["beside"] == "matches.other_first_half_count";
    let found = answers.iter().find(is_paired).expect("a regression in pairs")["found"].clone();
    let rows = |table: &str| {
        let told = ran(here.path(), &["export", "runs/CGQ3", table, "--json"]);
        told.stdout.lines().map(json).collect::<Vec<Value>>()
    };
    let (points, matches) = (rows("points"), rows("matches"));
    let number = |row: &Value, column: &str| row[column].as_f64().expect(column);
    let cells = |column: &str, first: f64| {
        let cell = |point: &Value| {
            let [half, step] = [("clock_half_s", 150.0), ("clock_move_s", 10.0)]
                .map(|(column, control)| (number(point, column) / control).log2());
            let of: Vec<&Value> = matches.iter().filter(|row| row["point"] == point["point"]).collect();
            let clusters = of.iter().map(|row| [number(row, column), 1.0]).collect();
            Cell { covariates: vec![first, half, step, first * half, first * step], clusters }
        };
        points.iter().map(cell).collect::<Vec<Cell>>()
    };
    let all = [cells("starter_first_half_count", 1.0), cells("other_first_half_count", 0.0)].concat();
    let wanted = fit(Family::Log, &all).expect("a fit");
    let terms = found["terms"].as_array().expect("terms");
    assert_eq!(terms.len(), 5);
    for (term, wanted) in terms.iter().zip(&wanted.terms[1..]) {
        let [low, high] = wanted.interval.map_or([None; 2], |ends| ends.map(Some));
        for (name, wanted) in [("value", wanted.value), ("low", low), ("high", high)] {
            let found = term["slope"][name].as_f64();
            let is_near = found.zip(wanted).is_some_and(|(found, wanted)| (found - wanted).abs() < 1e-9);
            assert!(is_near, "{name}: {found:?} and from the rows {wanted:?}");
        }
    }
}

/// Breaks from 21 places within a circle, each with chance of its own.
const CIRCLE: &str = "study = \"tinsley-green/shot\"\nseed = 4\nrepeats = 20\nstreams = \"independent\"\n\
    [start]\nlayout = \"mid-game\"\nfrom = \"ring\"\nmarbles_left_count = 4\n[break]\npolicy = \"nearest\"\n\
    [sweep]\nexclude = [\n\
    { \"start.toley_x_m\" = [-0.8, 0.8], \"start.toley_y_m\" = { min = 0.8 } },\n\
    { \"start.toley_x_m\" = [-0.8, 0.8], \"start.toley_y_m\" = { max = -0.8 } },\n]\n\
    [sweep.axes]\n\"start.toley_x_m\" = [-0.8, -0.4, 0.0, 0.4, 0.8]\n\"start.toley_y_m\" = [-0.8, -0.4, 0.0, 0.4, 0.8]\n";

#[test]
fn a_surface_through_the_places_of_a_circle_has_one_estimate_each() {
    use tolley_analysis::smooth::{Asked, smooth};
    use tolley_dataset::Dataset;

    let here = crate::tool::folder_with("circle.toml", CIRCLE);
    assert_eq!(ran(here.path(), &["run", "circle.toml", "--quiet"]).code, 0);
    let dataset = Dataset::load(&here.path().join("runs/circle")).expect("a dataset");
    let asked = Asked {
        bounds: &[("break_points_count", f64::NEG_INFINITY, f64::INFINITY)],
        over: &["start.toley_x_m", "start.toley_y_m"],
        strata: &[],
        has_map: true,
    };
    let found = smooth(&dataset, &asked).expect("an answer");
    let [stratum] = found.strata.as_slice() else { panic!("{found:?}") };
    let surface = stratum.surfaces[0].as_ref().expect("a surface");
    let places: Vec<[f64; 2]> = surface.map.iter().map(|place| [place.at[0], place.at[1]]).collect();
    let radii = places.iter().map(|[x, y]| x.hypot(*y));
    assert!(places.len() == 21 && radii.fold(0.0, f64::max) < 0.9, "{places:?}");
    for (number, place) in surface.map.iter().enumerate() {
        let [low, high] = place.estimate.interval.expect("an interval");
        assert_eq!((place.point, place.estimate.n), (Some(number as u64), 20));
        assert!(low < high && place.estimate.value.is_some_and(|value| low < value && value < high), "{place:?}");
    }
    // where points do not fill the box nothing is said of its corners
    assert!(surface.totals.is_empty() && surface.r2_without_chance.is_some(), "{surface:?}");
    let is_played = |at: &[f64]| places.iter().any(|place| place.as_slice() == at);
    assert!(is_played(&surface.top.0), "{:?}", surface.top);
    // every place may be looked up in a file: the same numbers
    assert_eq!(found.to_json()["strata"][0]["surfaces"][0]["map"].as_array().map(Vec::len), Some(21));
}
