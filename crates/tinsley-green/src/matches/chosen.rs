//! What is chosen in the opening shot of a match, how whoever takes it errs, and which openings are images of others.

use tolley_experiment::hand::{Chosen, Hand, correlated};
use tolley_experiment::key::Path;
use tolley_experiment::path;
use tolley_experiment::row::Row;
use tolley_experiment::table::ColumnKind;

use super::keys::MatchKeys;
use super::opening::{Opening, OpeningBy};
use super::rows::MatchRow;
use crate::keys::player::{Player, PositionLimits};
use crate::keys::rack::Rack;
use crate::shot::chosen::{Line, elevation, images_from_edge, line_from_edge, speed, spin};

/// The hand of the keys of a match; `None` where policies choose every shot.
pub(super) fn hand(keys: &MatchKeys) -> Option<Hand> {
    if keys.opening.by == OpeningBy::Policy {
        return None;
    }
    let is_number = |kind: &ColumnKind| !matches!(kind, ColumnKind::Name { .. });
    let columns = MatchRow::columns().into_iter().filter(|column| is_number(&column.kind));
    Some(Hand {
        preset: path!(Player.preset),
        aim_sd: path!(Player.aim_sd_rad),
        scatter: keys.player.scatter(),
        // nobody chooses the spin about the vertical
        correlated: correlated(&keys.player.correlations(), &[ERRED.map(Some).as_slice(), &[None]].concat()),
        chosen: chosen(keys),
        // whatever is told of a match hangs on all of its shots
        later: columns.map(|column| column.name).collect(),
        // everybody's hand has them, in every shot
        can_lift_limits: false,
        follows: None,
        quick: Vec::new(),
        share_played: None,
        images: match keys.hand.position_limits {
            PositionLimits::None => {
                let rack = Rack { count: keys.laws().rack_of(keys.format.form()), ..keys.rack };
                images_from_edge(LINE, &[], &rack, &keys.marble, &keys.player)
            }
            PositionLimits::Arc => Vec::new(),
        },
    })
}

const LINE: Line = [path!(Opening.position_rad), path!(Opening.aim_offset_m)];
/// The keys that he errs in, in the order of his errors.
const ERRED: [Path; 4] = [LINE[1], path!(Opening.speed_m_s), path!(Opening.elevation_rad), path!(Opening.spin_ratio)];

fn chosen(keys: &MatchKeys) -> Vec<Chosen> {
    // of the first player of the first side: a search needs the width of the errors, not whose they are
    let (side, member) = keys.of(0);
    let player = keys.player.scaled(keys.teams.error_ratio * side.error_ratio * member.error_ratio);
    let [position, offset] = line_from_edge(LINE, &keys.ring, &player);
    vec![
        position,
        offset,
        speed(path!(Opening.speed_m_s), &player),
        elevation(path!(Opening.elevation_rad), &player),
        spin(path!(Opening.spin_ratio), &player),
    ]
}
