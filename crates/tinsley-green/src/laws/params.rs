//! From scenario keys to the parameters of the laws, and what is refused, each with its clause.

use tolley_experiment::key::{Key, Point};
use tolley_experiment::problem::Fault;

use super::format::{Choice, FirstPlay, Format, MatchKind, MatchWin, OrderPolicy, SandReset};
use super::game::Spec;
use super::keys::KEYS;
use super::referee::Referee;
use super::rules::{
    BlockByOther, EliminatedBy, EliminationGap, EndOnTarget, FoulRestore, KnockContinues, NobodyLeft, OffCriterion,
    OnWipeout, Rules, Unplayable,
};

/// All parameters of the laws at one design point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Of a game.
    pub rules: Rules,
    /// Of a match.
    pub format: Format,
    /// Of the referee, and of what befalls players and balls.
    pub referee: Referee,
    /// TG-13: keys of the laws that differ from the document's values.
    pub amendments: u32,
}

impl Params {
    /// As the keys say; reads the keys of `[ring]`, `[rack]`, `[shot]` and `[hand]` too.
    pub fn new(point: &Point) -> Params {
        Params {
            rules: rules(point),
            format: format(point),
            referee: referee(point),
            amendments: amended(point).len() as u32,
        }
    }

    /// What cannot be played, each with the clause that refuses it.
    pub fn faults(point: &Point) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut refuse = |path: &'static str, message: String| faults.push(Fault { path, message });
        let format = format(point);
        let (widest_m, most_m) = (point.number("toley.diameter_m"), point.number("toley.diameter_max_m"));
        if widest_m > most_m {
            let message = format!("TG-4a: a toley measures at most {:.2} mm", 1e3 * most_m);
            refuse("toley.diameter_m", message);
        }
        if point.number("toley.standard_diameter_m") > most_m {
            let message = format!("TG-4a: a toley measures at most {:.2} mm", 1e3 * most_m);
            refuse("toley.standard_diameter_m", message);
        }
        if format.is_team() && !format.fits() {
            refuse("match.team_size_count", "TG-9b: a team has six players, and at least one".to_owned());
        }
        if !format.is_team() && !format.fits() {
            refuse("match.player_count", "TG-11a: an individual match has 2 to 12 players".to_owned());
        }
        if format.kind == MatchKind::Individual && format.widest_rack() > 61 {
            refuse("rack.individual_per_player_count", "TG-11b: a rack holds at most 61 marbles".to_owned());
        }
        if point.number("match.bench_distance_m") < 3.0 {
            refuse("match.bench_distance_m", "TG-9d: the benches stand at least 3 m from the edge".to_owned());
        }
        if point.number("ring.edge_fillet_m") > 0.25 * point.number("ring.diameter_m") {
            refuse("ring.edge_fillet_m", "TG-1b: the worn rim takes at most half of the ring's radius".to_owned());
        }
        faults
    }
}

/// Keys that say what is played rather than by which laws.
const NO_LAWS: [&str; 4] = ["laws.preset", "match.kind", "match.player_count", "match.game_count"];

/// The keys of the laws that differ from the document's values, TG-13.
pub fn amended(point: &Point) -> Vec<&'static str> {
    let laws = KEYS.iter().filter(|key| !NO_LAWS.contains(&key.path));
    let differs = |key: &&Key| point.schema.index(key.path).is_some_and(|index| point.values[index] != key.default);
    laws.filter(differs).map(|key| key.path).collect()
}

fn rules(point: &Point) -> Rules {
    let count = |path| point.count(path) as u32;
    Rules {
        ring_radius_m: 0.5 * point.number("ring.diameter_m"),
        ring_height_m: point.number("ring.height_m"),
        edge_fillet_m: point.number("ring.edge_fillet_m"),
        off: OffCriterion::ALL[chosen(point, "ring.off", OffCriterion::NAMES)],
        release_inset_m: point.number("ring.release_inset_m"),
        release_height_m: point.number("shot.release_height_m"),
        knuckle_offset_m: point.number("hand.knuckle_offset_m"),
        in_ring_offset_max_m: point.number("hand.in_ring_offset_max_m"),
        hand_radius_m: point.number("hand.radius_m"),
        placement_azimuths: count("hand.azimuth_count"),
        unapproved_sub_is_foul: point.flag("accidents.unapproved_substitution_is_foul"),
        standard_toley: Spec {
            radius_m: 0.5 * point.number("toley.standard_diameter_m"),
            density_kg_m3: point.number("toley.standard_density_kg_m3"),
        },
        points_per_marble: count("continuation.points_per_marble_count"),
        toley_knock_continues: KnockContinues::ALL[chosen(point, "continuation.toley_knock", KnockContinues::NAMES)],
        eliminate_on_knockoff: point.flag("continuation.eliminate_on_knockoff"),
        eliminated_by: EliminatedBy::ALL[chosen(point, "continuation.eliminated_by", EliminatedBy::NAMES)],
        max_shots_per_break: count("continuation.shots_per_break_most_count"),
        unplayable: Unplayable::ALL[chosen(point, "continuation.unplayable", Unplayable::NAMES)],
        foul_limit: count("fouls.limit_count"),
        foul_restore: FoulRestore::ALL[chosen(point, "fouls.restore", FoulRestore::NAMES)],
        block_by_other: BlockByOther::ALL[chosen(point, "fouls.block_by_other", BlockByOther::NAMES)],
        elimination_gap: EliminationGap::ALL[chosen(point, "match.elimination_gap", EliminationGap::NAMES)],
        warning_limit: count("fouls.warning_limit_count"),
        end_on_target: EndOnTarget::ALL[chosen(point, "match.end_on_target", EndOnTarget::NAMES)],
        on_wipeout: OnWipeout::ALL[chosen(point, "match.on_wipeout", OnWipeout::NAMES)],
        nobody_left: NobodyLeft::ALL[chosen(point, "match.nobody_left", NobodyLeft::NAMES)],
        max_turns_per_game: count("match.turns_most_count"),
        time_limit_s: point.number("match.time_limit_s"),
        shot_s: point.number("match.shot_s"),
        turn_change_s: point.number("match.turn_change_s"),
    }
}

fn format(point: &Point) -> Format {
    let count = |path| point.count(path) as u32;
    Format {
        kind: MatchKind::ALL[chosen(point, "match.kind", MatchKind::NAMES)],
        team_size: count("match.team_size_count"),
        players: count("match.player_count"),
        rack: count("rack.count"),
        individual_rack_per_player: count("rack.individual_per_player_count"),
        individual_rack_least: count("rack.individual_least_count"),
        tie_break_rack: count("rack.tie_break_count"),
        target: (point.choice("match.target") == "points").then(|| count("match.target_points_count")),
        tie_break_target: count("match.tie_break_target_count"),
        points_per_marble: count("continuation.points_per_marble_count"),
        games: count("match.game_count"),
        win: MatchWin::ALL[chosen(point, "match.win", MatchWin::NAMES)],
        tie_breaks_most: count("match.tie_breaks_most_count"),
        first_play: FirstPlay::ALL[chosen(point, "match.first_play", FirstPlay::NAMES)],
        first_choice: Choice::ALL[chosen(point, "match.first_choice", Choice::NAMES)],
        first_wins_share: point.number("match.first_wins_share"),
        order: OrderPolicy::ALL[chosen(point, "match.order", OrderPolicy::NAMES)],
        sand: SandReset::ALL[chosen(point, "ring.sand", SandReset::NAMES)],
    }
}

fn referee(point: &Point) -> Referee {
    Referee {
        edge_sd_m: point.number("referee.edge_sd_m"),
        p_detect_foul: point.number("referee.p_detect_foul"),
        p_false_foul: point.number("referee.p_false_foul"),
        p_fudge: point.number("fouls.p_fudge"),
        fudge_speed_m_s: point.number("fouls.fudge_speed_m_s"),
        fudge_reach_m: point.number("fouls.fudge_reach_m"),
        p_cabbage: point.number("fouls.p_cabbage"),
        cabbage_m: point.number("fouls.cabbage_m"),
        cabbage_before_release: point.flag("fouls.cabbage_before_release"),
        p_block_shooter: point.number("fouls.p_block_shooter"),
        p_block_other: point.number("fouls.p_block_other"),
        p_warning: point.number("fouls.p_warning"),
        p_misfire: point.number("accidents.p_misfire"),
        misfire_speed_max_m_s: point.number("accidents.misfire_speed_max_m_s"),
        p_break_marble: point.number("accidents.p_break_marble"),
        p_break_toley: point.number("accidents.p_break_toley"),
        break_impulse_n_s: point.number("accidents.break_impulse_n_s"),
        p_shatter: point.number("accidents.p_shatter"),
        piece_offset_m: point.number("accidents.piece_offset_m"),
        p_toley_refused: point.number("accidents.p_toley_refused"),
        p_substitution: point.number("accidents.p_substitution"),
        p_substitution_approved: point.number("accidents.p_substitution_approved"),
        p_redrop: point.number("accidents.p_redrop"),
        p_miscount: point.number("accidents.p_miscount"),
        nose_drop_sd_m: point.number("match.nose_drop_sd_m"),
        nose_drop_sd_ratio: point.number("match.nose_drop_sd_ratio"),
    }
}

/// Number of the chosen name; a point holds only names of its key, so that it is always found.
fn chosen(point: &Point, path: &str, names: &[&str]) -> usize {
    let choice = point.choice(path);
    names.iter().position(|name| *name == choice).unwrap_or_else(|| panic!("{path} has no choice {choice}"))
}
