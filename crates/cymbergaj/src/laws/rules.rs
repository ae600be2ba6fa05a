//! The parameters of the laws; [`Rules::default`] has the values of the document, or its assumptions.

use super::options::*;

/// How much time the referee adds to a half, CG-1.2b.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Added {
    /// None.
    None,
    /// Uniform up to the cap.
    Uniform,
    /// Always so much, s.
    Fixed(f64),
    /// So much for every restart of the half, up to the cap, s.
    PerRestart(f64),
}

/// Choices of the key of [`Added`].
pub const ADDED_NAMES: &[&str] = &["uniform", "none", "fixed", "per-restart"];

/// The largest added time, s, CG-1.2b.
pub const ADDED_CAP_S: f64 = 30.0;

/// Moves of a restart, and the Move on which a goal first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// How many Moves.
    pub moves: u32,
    /// From which Move on a goal counts.
    pub goal_from: u32,
}

/// Every parameter of the laws that is not a size of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "each field is the key of its name, which has a description")]
pub struct Rules {
    pub half_s: f64,
    pub extra_half_s: f64,
    pub swap_ends: bool,
    pub added: Added,
    pub extra_added: Added,
    pub golden_goal: bool,
    pub move_s: f64,
    pub move_sd_ratio: f64,
    pub restart_s: f64,
    pub foul_s: f64,
    pub slow_leader_ratio: f64,
    pub move_limit_s: f64,
    pub p_toss_x: f64,
    pub first_kickoff: Starter,
    pub second_kickoff: SecondStarter,
    pub extra_kickoff: Starter,
    pub moves_per_turn: u32,
    pub extra_moves_per_turn: u32,
    pub turn_rule: TurnRule,
    pub kickoff: Grant,
    pub free_kick: Grant,
    pub goal_kick: Grant,
    pub corner: Grant,
    pub centre_kick: Grant,
    pub throw_goal_allowed: bool,
    pub first_move_own_goal: FirstOwnGoal,
    pub series_count: u32,
    pub series_first: Starter,
    pub series_order: SeriesOrder,
    pub series_early_stop: bool,
    pub sudden_max_rounds: u32,
    pub out_attribution: Attribution,
    pub throw_award: Attribution,
    pub contact_first: ContactFirst,
    pub foul_impulse_n_s: f64,
    pub advantage: bool,
    pub p_award_goal_kick: f64,
    pub p_award_penalty: f64,
    pub illegal_stroke: IllegalStroke,
    pub bad_throw: BadThrow,
    pub coin_return: CoinReturn,
    pub exclusion_m: f64,
    pub placement_order: PlacementOrder,
    pub corner_side: CornerSide,
    pub stall_moves: u32,
    pub finish_penalty: bool,
    pub referee_count: u32,
    pub line_sd_m: f64,
    pub band_m: f64,
    pub band_rule: BandRule,
    pub p_award_in_band: f64,
    pub kickoff_spot: KickOffSpot,
    pub kickoff_angle_rad: f64,
    pub corner_ball: CornerBall,
    pub corner_ball_angle_rad: f64,
    pub penalty_spot: PenaltySpot,
    pub penalty_y_m: f64,
    pub keeper: Keeper,
    pub keeper_y_m: f64,
}

impl Default for Rules {
    fn default() -> Rules {
        let two = Grant { moves: 2, goal_from: 2 };
        Rules {
            half_s: 300.0,
            extra_half_s: 60.0,
            swap_ends: true,
            added: Added::Uniform,
            extra_added: Added::None,
            golden_goal: false,
            move_s: 10.0,
            move_sd_ratio: 0.0,
            restart_s: 8.0,
            foul_s: 10.0,
            slow_leader_ratio: 1.0,
            move_limit_s: 0.0,
            p_toss_x: 0.5,
            first_kickoff: Starter::Toss,
            second_kickoff: SecondStarter::Other,
            extra_kickoff: Starter::Toss,
            moves_per_turn: 1,
            extra_moves_per_turn: 1,
            turn_rule: TurnRule::Alternate,
            kickoff: two,
            free_kick: two,
            goal_kick: two,
            corner: two,
            centre_kick: Grant { moves: 2, goal_from: 1 },
            throw_goal_allowed: false,
            first_move_own_goal: FirstOwnGoal::Corner,
            series_count: 5,
            series_first: Starter::Toss,
            series_order: SeriesOrder::Abab,
            series_early_stop: true,
            sudden_max_rounds: 1000,
            out_attribution: Attribution::LastTouch,
            throw_award: Attribution::LastTouch,
            contact_first: ContactFirst::Strict,
            foul_impulse_n_s: 0.0,
            advantage: false,
            p_award_goal_kick: 1.0,
            p_award_penalty: 1.0,
            illegal_stroke: IllegalStroke::FoulRollback,
            bad_throw: BadThrow::Opponent,
            coin_return: CoinReturn::InsideTangent,
            exclusion_m: 0.13,
            placement_order: PlacementOrder::DefenderFirst,
            corner_side: CornerSide::Nearest,
            stall_moves: 20,
            finish_penalty: true,
            referee_count: 1,
            line_sd_m: 0.0,
            band_m: 5e-4,
            band_rule: BandRule::Geometry,
            p_award_in_band: 0.5,
            kickoff_spot: KickOffSpot::Fixed,
            kickoff_angle_rad: 0.0,
            corner_ball: CornerBall::Free,
            corner_ball_angle_rad: core::f64::consts::FRAC_PI_4,
            penalty_spot: PenaltySpot::Fixed,
            penalty_y_m: 0.0,
            keeper: Keeper::Free,
            keeper_y_m: 0.0,
        }
    }
}

impl Rules {
    /// Standard deviation of a line call: the mean of all referees' readings, CG-1.5.
    pub fn reading_sd_m(&self) -> f64 {
        self.line_sd_m / f64::from(self.referee_count).sqrt()
    }
}
