//! Who plays: policy and errors of each player, and in which order a captain fields his team, TG-9b.

use tolley_experiment::random::{Purpose, Stream, Streams};

use super::keys::MatchKeys;
use crate::keys::player::Player;
use crate::keys::policy::Policy;
use crate::laws::MOST_PLAYERS;
use crate::laws::choices::{MatchKind, OrderPolicy};

const ORDERS: [Purpose; 2] = [Purpose::named("order of the first team"), Purpose::named("order of the second team")];

/// One player.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// How he chooses his shots.
    pub policy: Policy,
    /// His errors.
    pub skill: Player,
    /// His errors over those of `[player]`; the smaller the better he is.
    pub error_ratio: f64,
}

/// All players of a match.
#[derive(Clone, Debug)]
pub struct Roster {
    /// By number.
    pub members: Vec<Member>,
    order: OrderPolicy,
    /// Number of the permutation of each team.
    given: [u64; 2],
}

impl Roster {
    /// As the keys say.
    pub fn new(keys: &MatchKeys) -> Roster {
        let (format, sides) = (&keys.format, [&keys.a, &keys.b]);
        let board = if format.kind == MatchKind::International { format.board_skill_ratio } else { 1.0 };
        let member = |i: usize| {
            let (side, place) = match format.is_team() {
                true => (usize::from(format.side_of(i as u8)), i % format.team_size_count as usize),
                false => (i.min(1), 0),
            };
            let error_ratio = board * sides[side].error_ratio * keys.roster.all()[place];
            Member { policy: sides[side].policy, skill: keys.player.scaled(error_ratio), error_ratio }
        };
        Roster {
            members: (0..(format.players() as usize).min(MOST_PLAYERS)).map(member).collect(),
            order: format.order,
            given: sides.map(|side| side.order_count),
        }
    }

    /// In which order a team of these players plays a game.
    pub fn order(&self, side: u8, players: &[u8], streams: &Streams) -> Vec<u8> {
        let mut order = players.to_vec();
        // each side has its own draws
        let mut stream = streams.open(ORDERS[usize::from(side)]);
        arrange(self.order, &mut order, |player| self.members[usize::from(player)].error_ratio, &mut stream);
        if self.order == OrderPolicy::Given {
            permute(&mut order, self.given[usize::from(side)]);
        }
        order
    }
}

/// Orders the players of a side, numbered upwards at first; of equals the lower number stands first.
pub fn arrange(order: OrderPolicy, players: &mut [u8], error: impl Fn(u8) -> f64, stream: &mut Stream) {
    players.sort_unstable();
    match order {
        OrderPolicy::Given => {}
        OrderPolicy::BestFirst => players.sort_by(|&a, &b| error(a).total_cmp(&error(b))),
        OrderPolicy::BestLast => players.sort_by(|&a, &b| error(b).total_cmp(&error(a))),
        OrderPolicy::Random => {
            // Fisher and Yates
            for last in (1..players.len()).rev() {
                players.swap(last, stream.below(last as u64 + 1) as usize);
            }
        }
    }
}

/// Permutation number `number` of the lexical order; numbers beyond the last begin anew.
fn permute(order: &mut [u8], number: u64) {
    let mut number = number;
    for i in 0..order.len() {
        let ways: u64 = (1..(order.len() - i) as u64).product();
        let chosen = i + (number / ways) as usize % (order.len() - i);
        number %= ways;
        order[i..=chosen].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_another_permutation_in_lexical_order() {
        let all: Vec<[u8; 4]> = (0..24)
            .map(|number| {
                let mut order = [1, 2, 3, 4];
                permute(&mut order, number);
                order
            })
            .collect();
        assert!(all.is_sorted_by(|a, b| a < b));
        assert_eq!((all[0], all[23]), ([1, 2, 3, 4], [4, 3, 2, 1]));
        let mut again = [1, 2, 3, 4];
        permute(&mut again, 24);
        assert_eq!(again, [1, 2, 3, 4]);
    }
}
