//! All keys of `tinsley-green/shot`.

use tolley_experiment::key_set;

use crate::keys::balls::{Marble, Toley};
use crate::keys::contact::Contact;
use crate::keys::player::{HandRules, Player};
use crate::keys::policy::Planner;
use crate::keys::rack::Rack;
use crate::keys::ring::Ring;
use crate::keys::rows::Told;
use crate::keys::shot::{Break, Shot, Start};
use crate::keys::surface::Surface;

key_set! {
    /// All keys of `tinsley-green/shot`.
    #[allow(missing_docs, reason = "each field is a table, which says what it is")]
    pub struct ShotKeys {
        ring: Ring without [height_m, edge_fillet_m, off, sand, sand_memory];
        rack: Rack without [individual_per_player_count, individual_least_count, tie_break_count];
        marble: Marble;
        toley: Toley without [diameter_max_m, standard_diameter_m, standard_density_kg_m3];
        surface: Surface;
        contact: Contact;
        player: Player;
        shot: Shot;
        start: Start;
        play_on: Break;
        hand: HandRules without [in_ring_offset_max_m, grip];
        planner: Planner;
        rows: Told;
    }
}
