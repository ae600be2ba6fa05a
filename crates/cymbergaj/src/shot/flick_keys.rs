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
        striker: Coin in "striker";
        opponent: Coin in "opponent";
        opponent_place: OpponentPlace;
        ball: Ball;
        coin_rules: CoinRules;
        strike: Strike;
        events: Events;
        player: Skill without [error_ratio];
        layout: FlickLayout;
    }
}
