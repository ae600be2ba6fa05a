//! The JSON Schemas of scenarios in `schemas/` are those of the program. `tests/designs.py` holds the scenarios to
//! them.

use std::path::Path;

use crate::tool::ran;

const STUDIES: [&str; 7] = [
    "tinsley-green/shot",
    "tinsley-green/match",
    "cymbergaj/flick",
    "cymbergaj/match",
    "cymbergaj/shootout",
    "dice-football/match",
    "dice-football/solve",
];

#[test]
fn every_study_has_its_schema_as_it_is_now() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for study in STUDIES {
        let name = format!("schemas/{}.schema.json", study.replace('/', "-"));
        let printed = ran(root, &["list", "schemas", study]);
        assert_eq!(printed.code, 0, "{}", printed.stderr);
        let kept = std::fs::read_to_string(root.join(&name)).unwrap_or_default();
        assert!(kept == printed.stdout, "{name} is not current: `tolley list schemas {study} > {name}`");
        let schema: serde_json::Value = serde_json::from_str(&printed.stdout).expect("JSON");
        assert_eq!(schema["properties"]["study"]["const"], study);
    }
    let files = std::fs::read_dir(root.join("schemas")).expect("schemas/").count();
    assert_eq!(files, STUDIES.len(), "a schema a study");
    let all = ran(root, &["list"]).stdout;
    assert!(STUDIES.iter().all(|study| all.contains(study)));
    assert_eq!(ran(root, &["list", "schemas", "tinsley-green/shoot"]).code, 2);
}
