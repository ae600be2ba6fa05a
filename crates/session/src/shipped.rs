//! The scenarios and scenes that come with the program, which has them in it: they are found by name, wherever it runs.

use std::path::Path;
use std::sync::Arc;

use tolley_experiment::document::opening;
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::{Problems, Severity, nearest};
use tolley_experiment::scenario::{self, Overrides};
use tolley_experiment::study::StudyInfo;

/// Paths below `scenarios/`, each with its text.
macro_rules! shipped {
    ($($path:literal,)*) => {
        const SHIPPED: &[Shipped] =
            &[$(Shipped { path: $path, text: include_str!(concat!("../../../scenarios/", $path)) }),*];
    };
}

shipped! {
    "cymbergaj/best_flick.toml",
    "cymbergaj/cgq01_coin_weight.toml",
    "cymbergaj/cgq01_coin_weight_sampled.toml",
    "cymbergaj/cgq02_ball_coins.toml",
    "cymbergaj/cgq02_ball_weight.toml",
    "cymbergaj/cgq03_toss.toml",
    "cymbergaj/cgq03_toss_sampled.toml",
    "cymbergaj/cgq04_two_moves.toml",
    "cymbergaj/cgq04_two_moves_at_the_ends.toml",
    "cymbergaj/cgq05_extra_time.toml",
    "cymbergaj/cgq06_coin_before_ball.toml",
    "cymbergaj/cgq07_exclusion.toml",
    "cymbergaj/cgq07_exclusion_corner.toml",
    "cymbergaj/cgq08_table.toml",
    "cymbergaj/cgq08_table_sobol.toml",
    "cymbergaj/cgq09_tie_break.toml",
    "cymbergaj/cgq09_tie_break_sampled.toml",
    "cymbergaj/cgq10_penalty.toml",
    "cymbergaj/cgq10_penalty_angle.toml",
    "cymbergaj/cgq10_penalty_ball.toml",
    "cymbergaj/cgq11_clock.toml",
    "cymbergaj/cgq12_lines.toml",
    "cymbergaj/cgq12_moves.toml",
    "cymbergaj/coin_kinds.toml",
    "cymbergaj/coin_match.toml",
    "cymbergaj/coin_policies.toml",
    "cymbergaj/coin_weight.toml",
    "cymbergaj/coin_weight_match.toml",
    "cymbergaj/coin_weight_match_sampled.toml",
    "cymbergaj/goal_map.toml",
    "cymbergaj/match_clauses.toml",
    "cymbergaj/open_play_shot.toml",
    "cymbergaj/two_coins.toml",
    "dice_football/after_the_bar.toml",
    "dice_football/best_die.toml",
    "dice_football/best_die_faces.toml",
    "dice_football/boskov.toml",
    "dice_football/boskov_value.toml",
    "dice_football/champion_at_once.toml",
    "dice_football/champion_worth.toml",
    "dice_football/control_rules.toml",
    "dice_football/control_rules_worth.toml",
    "dice_football/fair_match.toml",
    "dice_football/full_match.toml",
    "dice_football/match_length.toml",
    "dice_football/one_match.toml",
    "dice_football/policies.toml",
    "dice_football/policy_cost.toml",
    "dice_football/random_faces.toml",
    "dice_football/random_faces_champion.toml",
    "dice_football/red_card.toml",
    "dice_football/red_card_rate.toml",
    "dice_football/reverse_and_double.toml",
    "dice_football/reverse_and_double_use.toml",
    "dice_football/shot_faces.toml",
    "dice_football/skill.toml",
    "dice_football/skill_tournament.toml",
    "dice_football/which_faces_matter.toml",
    "scenes/backspin_draw.toml",
    "scenes/head_on.toml",
    "scenes/stop_shot.toml",
    "scenes/three_coins.toml",
    "tinsley_green/best_break.toml",
    "tinsley_green/best_opening.toml",
    "tinsley_green/best_shot.toml",
    "tinsley_green/best_toley.toml",
    "tinsley_green/board_pool.toml",
    "tinsley_green/break_value.toml",
    "tinsley_green/cabbaging.toml",
    "tinsley_green/edge.toml",
    "tinsley_green/edge_limits.toml",
    "tinsley_green/every_order.toml",
    "tinsley_green/extra_shot.toml",
    "tinsley_green/first_choice.toml",
    "tinsley_green/first_play.toml",
    "tinsley_green/first_play_individual.toml",
    "tinsley_green/first_shot.toml",
    "tinsley_green/first_shot_map.toml",
    "tinsley_green/foul_limit.toml",
    "tinsley_green/fudging.toml",
    "tinsley_green/heavy_toley.toml",
    "tinsley_green/human_errors.toml",
    "tinsley_green/knuckling_down.toml",
    "tinsley_green/marble_policies.toml",
    "tinsley_green/nose_drop.toml",
    "tinsley_green/opening.toml",
    "tinsley_green/opening_assumptions.toml",
    "tinsley_green/order.toml",
    "tinsley_green/order_inversions.toml",
    "tinsley_green/own_toleys.toml",
    "tinsley_green/published_scores.toml",
    "tinsley_green/published_teams.toml",
    "tinsley_green/rack_size.toml",
    "tinsley_green/rack_turn.toml",
    "tinsley_green/rest_map.toml",
    "tinsley_green/rest_point.toml",
    "tinsley_green/sand_laying.toml",
    "tinsley_green/seats.toml",
    "tinsley_green/stay_on.toml",
    "tinsley_green/toley_size.toml",
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Below `scenarios/`.
    pub path: &'static str,
    /// What the file says.
    pub text: &'static str,
}

impl Shipped {
    /// All of them, in order of path.
    pub fn all() -> &'static [Shipped] {
        SHIPPED
    }

    /// As it is asked for.
    pub fn name(self) -> &'static str {
        let file = self.path.rsplit('/').next().unwrap_or(self.path);
        file.trim_end_matches(".toml")
    }

    /// Whether it is no scenario but a scene.
    pub fn is_scene(self) -> bool {
        self.path.starts_with("scenes/")
    }

    /// What it asks.
    pub fn question(self) -> String {
        opening(self.text).unwrap_or_default()
    }

    /// BLAKE3 of what the file says, by which answers know of what they were played.
    pub fn blake3(self) -> String {
        blake3::hash(self.text.as_bytes()).to_hex().to_string()
    }

    /// The research questions to which what it asks belongs.
    pub fn questions(self) -> Vec<String> {
        scenario::questions(self.text)
    }

    /// The one of a name, or of its path, where there is no such file.
    pub fn found(path: &Path) -> Option<Shipped> {
        if path.exists() {
            return None;
        }
        let asked = path.to_str()?;
        let below = asked.strip_prefix("scenarios/").unwrap_or(asked);
        let is_it = |shipped: &&Shipped| {
            let name = shipped.name();
            below == shipped.path || below == name || below.strip_suffix(".toml") == Some(name)
        };
        SHIPPED.iter().find(is_it).copied()
    }

    /// The name that may be meant by a path of which there is no file.
    pub fn meant(path: &Path) -> Option<&'static str> {
        let stem = path.file_stem()?.to_str()?;
        nearest(stem, SHIPPED.iter().map(|shipped| shipped.name()))
    }
}

/// Reads a scenario from a file, or one of ours by its name.
pub fn read(path: &Path, studies: &[Arc<StudyInfo>], overrides: Overrides) -> Result<(Plan, Problems), Problems> {
    match Shipped::found(path) {
        Some(shipped) => scenario::parse(&path.display().to_string(), shipped.text, studies, overrides),
        None => scenario::read(path, studies, overrides).map_err(|problems| hinted(path, problems)),
    }
}

/// Problems of a file that is not there, with the name that may be meant.
pub fn hinted(path: &Path, mut problems: Problems) -> Problems {
    let Some(name) = Shipped::meant(path).filter(|_| !path.exists()) else { return problems };
    let errors = problems.0.iter_mut().filter(|problem| problem.severity == Severity::Error);
    errors.for_each(|problem| problem.message += &format!("; did you mean {name}, which comes with the program?"));
    problems
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn every_scenario_and_scene_is_shipped() {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
        let mut found = BTreeSet::new();
        for folder in std::fs::read_dir(&root).expect("scenarios/") {
            for file in std::fs::read_dir(folder.expect("an entry").path()).expect("a folder") {
                let path = file.expect("an entry").path();
                let below = path.strip_prefix(&root).expect("it is below").to_string_lossy().into_owned();
                if below.ends_with(".toml") {
                    found.insert(below);
                }
            }
        }
        let shipped: BTreeSet<String> = SHIPPED.iter().map(|shipped| shipped.path.to_owned()).collect();
        assert_eq!(shipped, found);
        assert_eq!(SHIPPED.iter().map(|shipped| shipped.name()).collect::<BTreeSet<_>>().len(), SHIPPED.len());
    }

    #[test]
    fn they_are_found_by_name_and_by_path_and_what_is_mistyped_is_guessed() {
        for asked in ["first_shot", "first_shot.toml", "tinsley_green/first_shot.toml"] {
            assert_eq!(Shipped::found(Path::new(asked)).map(Shipped::name), Some("first_shot"), "{asked}");
        }
        assert!(Shipped::found(Path::new("elsewhere/first_shot.toml")).is_none());
        assert_eq!(Shipped::meant(Path::new("x/frist_shot.toml")), Some("first_shot"));
    }
}
