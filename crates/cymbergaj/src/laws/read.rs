//! From a design point to the laws.

use tolley_experiment::key::Point;
use tolley_experiment::problem::Fault;

use super::Laws;
use super::human::Human;
use super::options::{
    Attribution, BadThrow, BandRule, CoinReturn, ContactFirst, CornerBall, CornerSide, FirstOwnGoal, IllegalStroke,
    Keeper, KickOffSpot, OutCriterion, PenaltySpot, PlacementOrder, SecondStarter, SeriesOrder, Starter, TurnRule,
};
use super::pitch::Pitch;
use super::rules::{Added, Grant, Rules};

impl Laws {
    /// The laws of a design point; the radii are those of X's coin, Y's coin and the ball, m.
    pub fn new(point: &Point, radius_m: [f64; 3]) -> Result<Laws, Vec<Fault>> {
        let laws = Laws { rules: rules(point), pitch: pitch(point, radius_m), human: human(point) };
        let faults = laws.faults();
        if faults.is_empty() { Ok(laws) } else { Err(faults) }
    }
}

fn pitch(point: &Point, radius_m: [f64; 3]) -> Pitch {
    let half_m = |path| 0.5 * point.number(path);
    Pitch {
        half_length_m: half_m("table.length_m"),
        half_width_m: half_m("table.width_m"),
        half_goal_m: half_m("table.goal_width_m"),
        area_depth_m: point.number("table.goal_area_depth_m"),
        half_area_m: half_m("table.goal_area_width_m"),
        circle_m: point.number("table.circle_radius_m"),
        inset_m: point.number("table.line_inset_m"),
        bevel_m: point.number("table.edge_bevel_m"),
        radius_m,
        criterion: OutCriterion::named(point.choice("laws.out_criterion")),
        post_m: (point.choice("table.posts") == "physical").then(|| point.number("table.post_radius_m")),
    }
}

fn human(point: &Point) -> Human {
    let number = |path| point.number(path);
    Human {
        p_accident: number("human.p_accident"),
        accident_speed_m_s: number("human.accident_speed_m_s"),
        p_illegal_stroke: number("human.p_illegal_stroke"),
        p_touch_far: number("human.p_touch_far"),
        p_touch_near: number("human.p_touch_near"),
        reach_m: number("human.touch_reach_m"),
        p_hand_touch: number("human.p_hand_touch"),
        p_extra_move: number("human.p_extra_move"),
        p_bad_throw: number("human.p_bad_throw"),
        p_hop: number("human.p_hop"),
        p_ride: number("human.p_ride"),
        ride_impulse_n_s: number("human.ride_impulse_n_s"),
        p_detect_foul: number("referee.p_detect_foul"),
    }
}

fn rules(point: &Point) -> Rules {
    let number = |path| point.number(path);
    let flag = |path| point.flag(path);
    let count = |path| count(point, path);
    let grant = |moves, goal_from| Grant { moves: count(moves), goal_from: count(goal_from) };
    let added = added(point);
    Rules {
        half_s: number("clock.half_s"),
        extra_half_s: number("clock.extra_half_s"),
        swap_ends: flag("laws.swap_ends"),
        added,
        extra_added: if point.choice("clock.extra_added_time") == "as-halves" { added } else { Added::None },
        golden_goal: flag("laws.golden_goal"),
        move_s: number("clock.move_s"),
        move_sd_ratio: number("clock.move_sd_ratio"),
        restart_s: number("clock.restart_s"),
        foul_s: number("clock.foul_s"),
        slow_leader_ratio: number("clock.leader_slow_ratio"),
        move_limit_s: number("clock.move_limit_s"),
        p_toss_x: number("laws.p_toss_x"),
        first_kickoff: Starter::named(point.choice("laws.first_half_kickoff")),
        second_kickoff: SecondStarter::named(point.choice("laws.second_half_kickoff")),
        extra_kickoff: Starter::named(point.choice("laws.extra_kickoff")),
        moves_per_turn: count("laws.moves_per_turn"),
        extra_moves_per_turn: count("laws.extra_moves_per_turn"),
        turn_rule: TurnRule::named(point.choice("laws.turn_rule")),
        kickoff: grant("laws.kickoff_moves", "laws.kickoff_goal_from_move"),
        free_kick: grant("laws.freekick_moves", "laws.freekick_goal_from_move"),
        goal_kick: grant("laws.goalkick_moves", "laws.goalkick_goal_from_move"),
        corner: grant("laws.corner_moves", "laws.corner_goal_from_move"),
        centre_kick: grant("laws.centrekick_moves", "laws.centrekick_goal_from_move"),
        throw_goal_allowed: flag("laws.throw_goal_allowed"),
        first_move_own_goal: FirstOwnGoal::named(point.choice("laws.first_move_own_goal")),
        series_count: count("laws.series_count"),
        series_first: Starter::named(point.choice("laws.series_first")),
        series_order: SeriesOrder::named(point.choice("laws.series_order")),
        series_early_stop: flag("laws.series_early_stop"),
        sudden_max_rounds: count("laws.sudden_max_rounds"),
        out_attribution: Attribution::named(point.choice("laws.out_attribution")),
        throw_award: Attribution::named(point.choice("laws.throw_award")),
        contact_first: ContactFirst::named(point.choice("laws.contact_first_foul")),
        foul_impulse_n_s: number("laws.foul_impulse_n_s"),
        advantage: flag("laws.advantage"),
        p_award_goal_kick: number("laws.p_award_goal_kick"),
        p_award_penalty: number("laws.p_award_penalty"),
        illegal_stroke: IllegalStroke::named(point.choice("laws.illegal_stroke")),
        bad_throw: BadThrow::named(point.choice("laws.bad_throw")),
        coin_return: CoinReturn::named(point.choice("laws.coin_return")),
        exclusion_m: number("laws.exclusion_m"),
        placement_order: PlacementOrder::named(point.choice("laws.placement_order")),
        kickoff_spot: KickOffSpot::named(point.choice("laws.kickoff_spot")),
        kickoff_angle_rad: number("laws.kickoff_angle_rad"),
        corner_side: CornerSide::named(point.choice("laws.corner_side")),
        corner_ball: CornerBall::named(point.choice("laws.corner_ball")),
        corner_ball_angle_rad: number("laws.corner_ball_angle_rad"),
        penalty_spot: PenaltySpot::named(point.choice("laws.penalty_spot")),
        penalty_y_m: number("laws.penalty_y_m"),
        keeper: Keeper::named(point.choice("laws.keeper")),
        keeper_y_m: number("laws.keeper_y_m"),
        finish_penalty: flag("laws.finish_penalty"),
        stall_moves: count("laws.stall_moves"),
        referee_count: count("referee.count"),
        line_sd_m: number("referee.line_sd_m"),
        band_m: number("referee.discretion_band_m"),
        band_rule: BandRule::named(point.choice("referee.discretion")),
        p_award_in_band: number("referee.p_award_in_band"),
    }
}

/// A count, all of whose keys allow at most a million.
fn count(point: &Point, path: &str) -> u32 {
    u32::try_from(point.count(path)).unwrap_or(u32::MAX)
}

fn added(point: &Point) -> Added {
    match point.choice("clock.added_time") {
        "none" => Added::None,
        "fixed" => Added::Fixed(point.number("clock.added_s")),
        "per-restart" => Added::PerRestart(point.number("clock.added_per_restart_s")),
        _ => Added::Uniform,
    }
}
