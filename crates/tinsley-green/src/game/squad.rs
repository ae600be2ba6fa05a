//! Who plays: policy and errors of each player, and in which order a captain fields his team, TG-9b.

use tolley_experiment::key::Point;
use tolley_experiment::random::{Purpose, Streams};

use super::keys::MEMBERS;
use crate::laws::{Format, MOST_PLAYERS, MatchKind, OrderPolicy};
use crate::player::Skill;
use crate::policy::Policy;

const ORDER_A: Purpose = Purpose::named("order of the first team");
const ORDER_B: Purpose = Purpose::named("order of the second team");

/// One player.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// How he chooses his shots.
    pub policy: Policy,
    /// His errors.
    pub skill: Skill,
    /// His errors over those of `[player]`; the smaller the better he is.
    pub error_ratio: f64,
}

/// All players of a match.
#[derive(Clone, Debug)]
pub struct Squad {
    /// By number.
    pub members: Vec<Member>,
    order: OrderPolicy,
    /// Number of the permutation of each team.
    given: [u64; 2],
}

impl Squad {
    /// As the keys say.
    pub fn new(point: &Point, format: &Format) -> Squad {
        let board = match format.kind {
            MatchKind::International => point.number("match.board_skill_ratio"),
            _ => 1.0,
        };
        let skill = Skill::new(point);
        let policies = ["a.policy", "b.policy"].map(|path| policy(point.choice(path)));
        let ratios = ["a.error_ratio", "b.error_ratio"].map(|path| board * point.number(path));
        let member = |i: usize| {
            let (side, place) = match format.is_team() {
                true => (usize::from(format.side_of(i as u8)), i % format.team_size as usize),
                false => (i.min(1), 0),
            };
            let error_ratio = ratios[side] * MEMBERS.get(place).map_or(1.0, |path| point.number(path));
            Member { policy: policies[side], skill: skill.scaled(error_ratio), error_ratio }
        };
        Squad {
            members: (0..(format.player_count() as usize).min(MOST_PLAYERS)).map(member).collect(),
            order: format.order,
            given: ["a.order_count", "b.order_count"].map(|path| point.count(path)),
        }
    }

    /// In which order a team of these players plays a game.
    pub fn order(&self, side: u8, players: &[u8], streams: &Streams) -> Vec<u8> {
        let mut order = players.to_vec();
        // each side has its own draws
        let mut stream = streams.open(if side == 0 { ORDER_A } else { ORDER_B });
        self.order.arrange(&mut order, |player| self.members[usize::from(player)].error_ratio, &mut stream);
        if self.order == OrderPolicy::Given {
            permute(&mut order, self.given[usize::from(side)]);
        }
        order
    }
}

fn policy(name: &str) -> Policy {
    let index = Policy::NAMES.iter().position(|other| *other == name);
    index.map_or(Policy::Nearest, |index| Policy::ALL[index])
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
