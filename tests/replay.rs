//! `tolley show --recording` and `tolley scene --html` from outside: what they write and refuse; what the pages show is
//! tested in a browser.

use crate::tool::{folder_with, ran};

const SHOT: &str = "\
# What does one marble do?
study = \"tinsley-green/shot\"
seed = 7
repeats = 2
[rack]
count = 3
[sweep.axes]
\"shot.speed_m_s\" = [1.0, 2.0]
";

#[test]
fn a_trial_becomes_a_page_that_names_its_question_and_replaces_nothing() {
    let here = folder_with("shot.toml", SHOT);
    assert_eq!(ran(here.path(), &["run", "shot.toml", "-q", "-o", "shots"]).code, 0);
    let told = ran(here.path(), &["show", "shots", "--recording", "3"]);
    assert_eq!((told.code, told.stderr.as_str()), (0, ""), "{}", told.stdout);
    let page = std::fs::read_to_string(here.path().join("shots-trial-3.html")).expect("a page");
    assert!(
        page.contains("What does one marble do?") && page.contains("repeat 1 of design point 1: shot.speed = 2 m/s")
    );
    assert!(page.contains("tolley show shots --recording 3") && page.contains("default-src 'none'"));
    for (arguments, message) in [
        (&["show", "shots", "--recording", "3"][..], "is there already"),
        (&["show", "shots", "--recording", "4"], "there are trials 0 to 3, no trial 4"),
        (&["show", "shots", "--recording", "0", "-o", "shot.toml"], "is there already"),
    ] {
        let refused = ran(here.path(), arguments);
        assert_eq!(refused.code, 2, "{arguments:?}: {}", refused.stderr);
        assert!(refused.stderr.contains(message) && refused.stderr.lines().count() == 1, "{}", refused.stderr);
    }
    // the scenario gives the same motion
    assert_eq!(ran(here.path(), &["show", "shot.toml", "--recording", "3", "-o", "again.html"]).code, 0);
    let again = std::fs::read_to_string(here.path().join("again.html")).expect("a page");
    let film = |page: &str| page.split("\"film\":\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
    assert!(film(&page).is_some_and(|film| film.len() > 100) && film(&page) == film(&again));
}

#[test]
fn a_dataset_of_another_version_is_told_from_this_one() {
    let here = folder_with("shot.toml", SHOT);
    assert_eq!(ran(here.path(), &["run", "shot.toml", "-q", "-o", "shots"]).code, 0);
    let path = here.path().join("shots/manifest.json");
    let manifest = std::fs::read_to_string(&path).expect("a manifest");
    std::fs::write(&path, manifest.replace("\"ring.diameter_m\"", "\"ring.former_m\"")).expect("written");
    let refused = ran(here.path(), &["show", "shots", "--recording", "0"]);
    assert!(refused.code == 2 && !here.path().join("shots-trial-0.html").exists(), "{}", refused.stderr);
}

#[test]
fn what_plays_nothing_has_no_replay() {
    let solve = "study = \"dice-football/solve\"\nrepeats = 1\n[time]\nhalf_s = 60\n";
    let here = folder_with("solve.toml", solve);
    let refused = ran(here.path(), &["show", "solve.toml", "--recording", "0"]);
    assert!(refused.code == 2 && refused.stderr.contains("plays nothing"), "{}", refused.stderr);
}

#[test]
fn a_scene_becomes_a_page_beside_what_it_prints() {
    let scene = "world = \"spheres\"\n[[body]]\nname = \"</script>\"\nradius_m = 0.01\nmass_kg = 0.01\nposition_m = [0, 0]\n\
                 velocity_m_s = [1, 0]\n";
    let here = folder_with("one.toml", scene);
    let told = ran(here.path(), &["scene", "one.toml", "--html", "one.html"]);
    assert!(told.code == 0 && told.stdout.contains("rest at") && told.stderr.contains("wrote one.html"), "{told:?}");
    let page = std::fs::read_to_string(here.path().join("one.html")).expect("a page");
    assert_eq!(page.matches("</script>").count(), 2, "the name ends no element");
    let again = ran(here.path(), &["scene", "one.toml", "--html", "one.html"]);
    assert!(again.code == 2 && again.stderr.contains("one.html is there already; name another file"), "{again:?}");
}

#[test]
fn a_part_that_cannot_be_read_is_damage() {
    let here = folder_with("shot.toml", SHOT);
    assert_eq!(ran(here.path(), &["run", "shot.toml", "-q", "-o", "shots"]).code, 0);
    let part = here.path().join("shots/shots/part-00000.parquet");
    let mut bytes = std::fs::read(&part).expect("a part");
    let last = bytes.len() - 1;
    bytes[last] ^= 0xff;
    std::fs::write(&part, bytes).expect("a part");
    let told = ran(here.path(), &["show", "shots", "--recording", "0"]);
    assert_eq!(told.code, 4, "{}", told.stderr);
    assert!(told.stderr.contains("part-00000.parquet"), "{}", told.stderr);
}

/// Without a rule against it marbles that hardly rebound hit each other until the budget of events is spent: a page of
/// all of them takes 111 MB.
#[test]
fn a_shot_that_goes_on_for_ever_is_shown_as_far_as_a_page_goes() {
    let plain = "study = \"tinsley-green/shot\"\nseed = 1\nrepeats = 1\n[contact]\nlaw = \"pairwise\"\n\
                 restitution_ratio = 0.05\nslow_rule = \"plain\"\n[shot]\nspeed_m_s = 4.0\n";
    let here = folder_with("plain.toml", plain);
    let told = ran(here.path(), &["show", "plain.toml", "--recording", "0", "-o", "plain.html"]);
    assert!(told.code == 0 && told.stderr.contains("event-budget"), "{}", told.stderr);
    let page = std::fs::read_to_string(here.path().join("plain.html")).expect("a page");
    assert!(page.contains("shot 1: the first 30,000 of ") && page.len() < 30_000_000, "{} bytes", page.len());
}
