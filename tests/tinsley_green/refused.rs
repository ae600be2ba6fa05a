//! What cannot be played is refused, with the clause.

use tolley_experiment::key::Value;

use super::refused;

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
