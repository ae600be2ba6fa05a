//! What cannot be played is refused, with the clause.

use std::sync::Arc;

use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;
use tolley_tinsley_green::keys::with_presets;
use tolley_tinsley_green::laws::choices::MatchKind;
use tolley_tinsley_green::laws::rules::HumanErrors;
use tolley_tinsley_green::matches::{MatchKeys, MatchStudy, Setup};
use tolley_tinsley_green::shot::ShotStudy;

use super::{assert_refused, refused};

/// What is said of a scenario that is refused.
fn said(text: &str) -> String {
    let studies = [StudyInfo::of::<MatchStudy>(), StudyInfo::of::<ShotStudy>()].map(Arc::new);
    let read = parse("a.toml", text, &studies, Overrides::default());
    read.err().map_or_else(String::new, |problems| problems.to_string())
}

#[test]
fn a_scenario_is_refused_with_line_reason_and_clause() {
    let game = "study = \"tinsley-green/match\"\n";
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
    let shot = "study = \"tinsley-green/shot\"\n";
    let on_top = said(&format!("{shot}[start]\nfrom = \"ring\"\ntoley_x_m = \"10 mm\"\n"));
    assert!(on_top.contains("error: start.toley_x_m: TG-6b1: "), "{on_top}");
    let wide = said(&format!("{shot}[toley]\ndiameter_m = \"20 mm\"\n"));
    assert!(wide.contains("a.toml:3:14: error: toley.diameter_m: TG-4a: a toley measures at most 19.05 mm"), "{wide}");
}

#[test]
fn former_names_of_study_and_keys_are_hinted_at() {
    let study = said("study = \"tinsley-green/game\"\n");
    assert!(study.contains("tinsley-green/match"), "{study}");
    let mind = said("study = \"tinsley-green/shot\"\n[mind]\ntrial_count = 3\n");
    assert!(mind.contains("planner.trial_count"), "{mind}");
    let squad = said("study = \"tinsley-green/match\"\n[squad]\nsixth_error_ratio = 3.0\n");
    assert!(squad.contains("roster.sixth_error_ratio"), "{squad}");
    let order = said("study = \"tinsley-green/match\"\n[match]\norder = \"random\"\n");
    assert!(order.contains("a.order"), "{order}");
}

#[test]
fn what_the_laws_do_not_allow_is_refused_with_the_clause() {
    let individual = MatchKind::Individual;
    assert_refused("toley.diameter_m", "TG-4a", |laws| laws.toley.diameter_m = 0.060);
    assert_refused("toley.standard_diameter_m", "TG-4a", |laws| laws.toley.standard_diameter_m = 0.020);
    assert_refused("match.team_size_count", "TG-9b", |laws| laws.format.team_size_count = 7);
    for players in [1, 13] {
        assert_refused("match.player_count", "TG-11a", |laws| {
            (laws.format.kind, laws.format.player_count) = (individual, players);
        });
    }
    assert_refused("rack.individual_per_player_count", "TG-11b", |laws| {
        (laws.format.kind, laws.rack.individual_per_player_count) = (individual, 20);
    });
    assert_refused("match.board_pool_count", "TG-10", |laws| {
        (laws.format.kind, laws.format.board_pool_count) = (MatchKind::International, 5);
    });
    assert_refused("match.bench_distance_m", "TG-9d", |laws| laws.format.bench_distance_m = 2.0);
    assert_refused("ring.edge_fillet_m", "TG-1b", |laws| laws.ring.edge_fillet_m = 0.47);
}

#[test]
fn the_documents_values_are_not_refused_nor_is_any_number_of_players_it_allows() {
    assert_eq!(refused(|_| {}), []);
    for players in 2..=12 {
        let change = |laws: &mut tolley_tinsley_green::laws::Laws| {
            (laws.format.kind, laws.format.player_count) = (MatchKind::Individual, players);
        };
        assert_eq!(refused(change), [], "{players}");
    }
    let mut human = MatchKeys::default();
    human.edition.preset = HumanErrors::Human;
    let faults = Setup::new(&with_presets(human)).err().unwrap_or_default();
    assert_eq!(faults, []);
}

/// A match that nobody can win by points is played, and whoever plans it is told.
#[test]
fn a_target_beyond_the_rack_is_a_warning_with_its_place() {
    let warned = |keys: &str| {
        let text = format!("study = \"tinsley-green/match\"\n{keys}");
        let read = parse("a.toml", &text, &[StudyInfo::of::<MatchStudy>().into()], Overrides::default());
        read.unwrap_or_else(|problems| panic!("{problems}")).1.to_string()
    };
    let told = warned("[match]\ntarget_points_count = 25\n[rack]\ncount = 13\n");
    let wanted = "a.toml:3:23: warning: match.target_points_count: TG-9g: 25 points cannot be reached: the rack of 13 marbles \
                  brings at most 13. The game goes to whoever has most; match.target = \"auto\"";
    assert!(told.contains(wanted), "{told}");
    let swept = warned("[match]\ntarget_points_count = 25\n[sweep.axes]\n\"rack.count\" = [13, 25, 49]\n");
    assert!(swept.contains("(at rack.count = 13)") && swept.matches("TG-9g").count() == 1, "{swept}");
    assert!(!warned("[rack]\ncount = 25\n").contains("TG-9g"));
}
