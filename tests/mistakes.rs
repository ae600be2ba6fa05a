//! Ordinary mistakes: each gets one line that helps.

use crate::tool::{folder_with, ran};

const FLICKS: &str = "\
# How hard should a flick be?
study = \"cymbergaj/flick\"
seed = 7
repeats = 40
[sweep.axes]
\"strike.speed_m_s\" = [0.5, 1.0, 2.0]
";

#[test]
fn an_ordinary_mistake_gets_one_line_that_helps() {
    let here = folder_with("flicks.toml", FLICKS);
    assert_eq!(ran(here.path(), &["run", "flicks.toml", "--quiet"]).code, 0);
    for (typed, said) in [
        (&["run", "knucklingdown"][..], "did you mean knuckling_down, which comes with the program?"),
        (&["run", "head_on"], "head_on is a scene: tolley scene head_on"),
        (&["scene", "knuckling_down"], "knuckling_down is a scenario: tolley run knuckling_down"),
        (&["run", "knuckling_down", "--set", "toley.diameter=17mm"], "did you mean diameter_m?"),
        (&["run", "knuckling_down", "--set", "toley.diameter_m=17"], "did you mean \"17 mm\"?"),
        (&["show", "flick"], "did you mean runs/flicks?"),
        (&["show", "nothing-like-it"], "`tolley data` lists what is in runs/"),
        (&["show", "flicks", "--by", "goals"], "goals is no measure of this dataset; there are "),
        (&["summary", "flicks"], "`tolley summary` is called `tolley show`"),
        (&["data", "chekc", "flicks"], "tolley data has no command chekc; did you mean check?"),
        (&["rnu", "flicks.toml"], "did you mean run?"),
        (&["ask", "fair"], "which scenario or dataset? tolley ask fair SCENARIO"),
        (&["ask", "fare", "flicks.toml"], "\"fare\" is not one of: best, fair, "),
        (&["ask", "TGQ", "4"], "did you mean TGQ4?"),
        (&["ask", "TGQ44"], "did you mean TGQ4?"),
        (&["ask", "best", "flicks.toml", "--skill", "club"], "best_shot"),
        (&["list", "tinsley"], "did you mean tinsley-green/shot?"),
        (&["list", "coins", "pl-1z"], "did you mean PL-1zl-1990?"),
        (&["explain", "strata"], "did you mean \"stratum\"?"),
    ] {
        let told = ran(here.path(), typed);
        let lines = told.stderr.trim_end().lines().count();
        assert!(told.code == 2 && lines == 1 && told.stderr.contains(said), "{typed:?}: {}", told.stderr);
    }
    let told = ran(here.path(), &["run", "flicks.toml", "--repeats", "ten"]);
    assert!(told.code == 2 && told.stderr.contains("a whole number from 1 on is wanted"), "{}", told.stderr);
}
