//! Who may choose to play first, TG-9f: the drops from the nose, and what the sides know of playing first.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use tolley_experiment::random::Streams;
use tolley_experiment::status::Status;

use super::keys::MatchKeys;
use super::opening::OpeningBy;
use crate::keys::balls::Spec;
use crate::laws::choices::{Choice, FirstPlay};
use crate::laws::rules::Format;
use crate::shot::nose_drop::{Dropper, NoseDrop};
use crate::shot::surface::SandDraw;

/// Where a toley comes to rest beside the line, m, dropped on the sand of the game by somebody whose errors are so many
/// times those that the keys say.
pub fn fall(keys: &MatchKeys, sand: &SandDraw, toley: Spec, ratio: f64, streams: &Streams) -> Result<f64, Status> {
    let MatchKeys { surface, contact, format, .. } = keys;
    let dropper = Dropper {
        height_m: format.nose_height_m,
        hand_sd_m: ratio * format.nose_drop_sd_m,
        push_sd_m_s: ratio * format.nose_push_sd_m_s,
    };
    let mut drop = NoseDrop::new(*surface, surface.ball(sand, toley), contact.physics(), dropper);
    drop.drop(sand, streams).map(|dropped| dropped.rest_m.y).map_err(Status::quarantined)
}

/// By how much more often who plays first wins: the games of a match, and the tie-breaks of each set of sides.
#[derive(Debug, Default)]
pub(super) struct FirstGains(Mutex<BTreeMap<Option<u16>, f64>>);

impl FirstGains {
    /// That of a kind of game, found by whoever needs it first; the others wait for it.
    pub(super) fn find(&self, level: Option<u16>, find: impl FnOnce() -> f64) -> f64 {
        // a value is whole or absent, so that what another left when it panicked is right
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *found.entry(level).or_insert_with(find)
    }
}

/// The keys of games in which the first side or player plays first, and of the same in which he plays second or last:
/// by them a side knows what to choose.
pub(super) fn trials_of(keys: &MatchKeys) -> [MatchKeys; 2] {
    [Choice::First, Choice::Second].map(|first_choice| {
        let format = Format { first_play: FirstPlay::Fixed, first_choice, game_count: 1, ..keys.format };
        let mut keys = MatchKeys { format, ..*keys };
        keys.rows.lies = false;
        // they are what the sides know, whatever is tried in this match
        keys.opening.by = OpeningBy::Policy;
        keys
    })
}
