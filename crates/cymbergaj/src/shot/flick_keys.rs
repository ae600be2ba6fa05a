//! All keys of `cymbergaj/flick`.

use tolley_experiment::key_set;

use super::draws::Events;
use super::start::{FlickLayout, OpponentPlace};
use crate::keys::{Ball, Coin, Coins, Contact, Skill, Strike, Surface, Table};
use crate::laws::CoinRules;

key_set! {
    /// Keys of `cymbergaj/flick`.
    #[expect(missing_docs, reason = "each field is what its type says")]
    pub struct FlickKeys {
        table: Table without [goal_area_depth_m, goal_area_width_m];
        surface: Surface;
        contact: Contact;
        coins: Coins without [diameter_sd_ratio];
        striker: Coin in "striker" of "the striker" role Choice;
        opponent: Coin in "opponent" of "the opponent" role Design without [believed_mass_kg];
        opponent_place: OpponentPlace;
        ball: Ball;
        coin_rules: CoinRules;
        strike: Strike;
        events: Events;
        player: Skill of "the player" without [error_ratio];
        layout: FlickLayout;
    }
}

/// Keys of where a flick begins, how it is meant, and who makes it; bit 0 of those altered.
pub(super) const WHERE: &[&str] = &[
    "strike.speed_m_s",
    "strike.position_rad",
    "strike.aim_offset_m",
    "strike.offset_ratio",
    "opponent.angle_rad",
    "layout.striker_x_m",
    "layout.striker_y_m",
    "layout.ball_x_m",
    "layout.ball_y_m",
    "layout.opponent_x_m",
    "layout.opponent_y_m",
    "player.aim_sd_rad",
    "player.speed_sd_ratio",
    "player.offset_sd_ratio",
    "player.aim_bias_rad",
    "player.speed_bias_ratio",
    "player.offset_bias_ratio",
    "player.aim_speed_correlation_ratio",
    "player.aim_offset_correlation_ratio",
    "player.speed_offset_correlation_ratio",
    "player.wild_share",
    "player.wild_ratio",
];
/// Keys of masses, friction and how coins hit; bit 1.
pub(super) const WHAT: &[&str] = &[
    "surface.sliding_friction_ratio",
    "contact.restitution_ratio",
    "contact.friction_ratio",
    "contact.reeded_friction_ratio",
    "contact.tangential_restitution_ratio",
    "contact.slow_speed_m_s",
    "striker.mass_kg",
    "striker.mass_ratio",
    "striker.believed_mass_kg",
    "opponent.mass_kg",
    "opponent.mass_ratio",
    "ball.mass_kg",
    "ball.mass_ratio",
];
/// Sizes of coins that must not overlap; bit 2.
pub(super) const HOW_WIDE: &[&str] = &["striker.diameter_m", "opponent.diameter_m"];
