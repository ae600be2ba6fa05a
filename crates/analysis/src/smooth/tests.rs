use super::*;

#[test]
fn no_share_of_the_box_hangs_on_a_surface_that_is_not_to_be_read() {
    let known: Vec<Known> = (0..12)
        .map(|place| f64::from(place) / 11.0)
        .map(|at| Known { at: vec![at], mean: at * at, variance: 1e-4, freedom: f64::INFINITY })
        .collect();
    let surfaces = [(); 2].map(|()| Surface::through(&known));
    let of = |r2: f64| {
        let top = (vec![], Estimate::default());
        Some(Surfaced { r2: Some(r2), r2_without_chance: None, totals: vec![], top, map: vec![], lattice: vec![] })
    };
    let bounds = |second: [f64; 2]| [("x".to_owned(), [0.2, 0.8]), ("y".to_owned(), second)];
    let open = [f64::NEG_INFINITY, f64::INFINITY];
    let read =
        |r2s: [f64; 2], second| bounding(&surfaces, &r2s.map(of), &bounds(second)).map(|surfaces| surfaces.len());
    assert_eq!(read([0.95, 0.95], [0.0, 0.5]), Some(2));
    assert_eq!(read([0.95, 0.89], [0.0, 0.5]), None);
    assert_eq!(read([0.95, 0.89], open), Some(1), "what nobody bounds is not needed");
}

#[test]
fn a_surface_that_may_tell_less_is_not_read() {
    let share = |value, half| Estimate {
        n: 1517,
        value: Some(value),
        std_error: Some(half / 1.96),
        interval: Some([value - half, value + half]),
    };
    let told = |r2_without_chance| {
        let top = (vec![], Estimate::default());
        Surfaced { r2: Some(0.24), r2_without_chance, totals: vec![], top, map: vec![], lattice: vec![] }.told()
    };
    assert!(told(Some(share(0.91, 0.18))).is_some_and(|told| told < LEAST_R2), "its value alone is enough");
    assert!(told(Some(share(1.01, 0.04))).is_some_and(|told| told >= LEAST_R2));
    // where chance is not known it counts against the surface, and where all is chance nothing is told
    assert_eq!((told(None), told(Some(Estimate::default()))), (Some(0.24), None));
}
