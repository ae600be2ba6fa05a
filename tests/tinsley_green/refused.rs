//! What cannot be played is refused, with the clause.

use tolley_experiment::key::Value;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;
use tolley_tinsley_green::game::WholeGame;
use tolley_tinsley_green::shot::OpeningShot;

use super::refused;

/// What is said of a scenario that is refused.
fn said(text: &str) -> String {
    let studies = [StudyInfo::of::<WholeGame>(), StudyInfo::of::<OpeningShot>()];
    parse("a.toml", text, &studies, Overrides::default())
        .err()
        .map_or_else(String::new, |problems| problems.to_string())
}

#[test]
fn a_scenario_is_refused_with_line_reason_and_clause() {
    let game = "study = \"tinsley-green/game\"\n";
    let wide = said(&format!("{game}\n[toley]\ndiameter_m = \"60 mm\"\n"));
    assert!(wide.contains("a.toml:4:14: error: toley.diameter_m: TG-4a: a toley measures at most 19.05 mm"), "{wide}");
    let seven = said(&format!("{game}[match]\nteam_size_count = 7\n"));
    assert!(seven.contains("a.toml:3:19: error: match.team_size_count: TG-9b: a team has six players"), "{seven}");
    let narrow = said(&format!("{game}[ring]\ndiameter_m = 0.1\n"));
    assert!(narrow.contains("a.toml:3:14: error: ring.diameter_m: TG-9e: "), "{narrow}");
    let alone = said(&format!("{game}[match]\nkind = \"individual\"\nplayer_count = 1\n"));
    assert!(alone.contains("a.toml:4:16: error: match.player_count: TG-11a: "), "{alone}");
    let bench = said(&format!("{game}[match]\nbench_distance_m = 2.5\n"));
    assert!(bench.contains("a.toml:3:20: error: match.bench_distance_m: TG-9d: "), "{bench}");
    let shot = "study = \"tinsley-green/shot\"\n[start]\nfrom = \"ring\"\n";
    let on_top = said(&format!("{shot}toley_x_m = \"10 mm\"\n"));
    assert!(on_top.contains("error: start.toley_x_m: TG-6b1: "), "{on_top}");
}

fn is_refused(set: &[(&str, Value)], path: &str, clause: &str) {
    let faults = refused(set);
    assert!(faults.iter().any(|(at, message)| *at == path && message.starts_with(clause)), "{set:?}: {faults:?}");
}

#[test]
fn what_the_laws_do_not_allow_is_refused_with_the_clause() {
    is_refused(&[("toley.diameter_m", Value::Number(0.060))], "toley.diameter_m", "TG-4a");
    is_refused(&[("toley.standard_diameter_m", Value::Number(0.020))], "toley.standard_diameter_m", "TG-4a");
    is_refused(&[("match.team_size_count", Value::Count(7))], "match.team_size_count", "TG-9b");
    let individual = ("match.kind", Value::Choice("individual"));
    is_refused(&[individual, ("match.player_count", Value::Count(13))], "match.player_count", "TG-11a");
    is_refused(&[individual, ("match.player_count", Value::Count(1))], "match.player_count", "TG-11a");
    is_refused(
        &[individual, ("rack.individual_per_player_count", Value::Count(20))],
        "rack.individual_per_player_count",
        "TG-11b",
    );
    is_refused(&[("match.bench_distance_m", Value::Number(2.0))], "match.bench_distance_m", "TG-9d");
    is_refused(&[("ring.edge_fillet_m", Value::Number(0.47))], "ring.edge_fillet_m", "TG-1b");
}

#[test]
fn the_documents_values_are_not_refused_nor_is_any_number_of_players_it_allows() {
    assert_eq!(refused(&[]), []);
    assert_eq!(refused(&[("laws.preset", Value::Choice("human"))]), []);
    for players in 2..=12 {
        let set = [("match.kind", Value::Choice("individual")), ("match.player_count", Value::Count(players))];
        assert_eq!(refused(&set), [], "{players}");
    }
}
