//! What cannot be played is refused with line, reason and clause.

use tolley_cymbergaj::matches::MatchStudy;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;

use super::read;

fn refused(keys: &str) -> String {
    read(keys).expect_err(keys)
}

#[test]
fn what_the_laws_do_not_allow_is_refused_by_clause() {
    for (keys, says) in [
        ("[ball]\ncoin = \"PL-5zl-1994\"\n", ["CG-1.4a", "ball"]),
        ("[ball]\nmass_by = \"ratio\"\nmass_ratio = 1.0\n", ["CG-1.4a", "ball.mass_ratio"]),
        ("[a]\ncoin = \"EU-1e\"\n", ["CG-1.4a", "denomination"]),
        ("[table]\ngoal_width_m = 0.7\n", ["CG-1.8", "goal"]),
        ("[clock]\nadded_time = \"fixed\"\nadded_s = 45.0\n", ["CG-1.2b", "added"]),
        ("[a]\ncoin = \"PL-3zl\"\n", ["a.coin", "PL-"]),
        ("[laws]\nkickoff_angle_rad = \"95 deg\"\n", ["CG-3.1", "kickoff"]),
        ("[table]\ngoal_area_width_m = 0.9\n", ["CG-1.7", "area"]),
    ] {
        let text = refused(keys);
        assert!(says.iter().all(|part| text.contains(part)), "{keys}\n{text}");
        assert!(text.contains("a.toml:"), "{text}");
    }
}

/// The warnings of a scenario that can be played.
fn warned(keys: &str) -> String {
    let text = format!("study = \"cymbergaj/match\"\nrepeats = 2\n{keys}");
    let studies = [StudyInfo::of::<MatchStudy>().into()];
    let (_, warnings) = parse("a.toml", &text, &studies, Overrides::default()).unwrap_or_else(|told| panic!("{told}"));
    warnings.to_string()
}

#[test]
fn a_ball_of_more_than_four_fifths_is_told_and_so_is_what_only_a_friendly_allows() {
    let ratio = |ratio: f64| format!("[ball]\nmass_by = \"ratio\"\nmass_ratio = {ratio}\n");
    assert_eq!([warned(""), warned(&ratio(0.8))], ["", ""]);
    let text = warned(&ratio(0.81));
    assert!(text.contains("warning") && text.contains("CG-1.4a") && text.contains("ball.mass_ratio"), "{text}");
    let friendly = "[laws]\nmatch_kind = \"friendly\"\n";
    let text = warned(&format!("{friendly}[ball]\ncoin = \"PL-5zl-1994\"\n[a]\ncoin = \"EU-1e\"\n"));
    assert!(text.contains("much lower weight") && text.contains("b.coin"), "{text}");
}

#[test]
fn a_friendly_may_be_played_with_any_coins() {
    let keys =
        "[laws]\nmatch_kind = \"friendly\"\n[ball]\nmass_by = \"ratio\"\nmass_ratio = 1.2\n[a]\ncoin = \"EU-1e\"\n";
    assert!(read(keys).is_ok());
}
