//! Who plays: policy and errors of each player, and in which order a captain fields his team, TG-9b.

use tolley_experiment::random::{Purpose, Stream, Streams};

use super::keys::MatchKeys;
use super::teams::Teams;
use crate::keys::policy::Policy;
use crate::laws::MOST_PLAYERS;
use crate::laws::choices::{MatchKind, OrderPolicy};
use crate::players::Erring;

const ORDERS: [Purpose; 2] = [Purpose::named("order of the first team"), Purpose::named("order of the second team")];
const POOLS: [Purpose; 2] = [Purpose::named("pool of the first team"), Purpose::named("pool of the second team")];

/// One player.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// How he chooses his shots.
    pub policy: Policy,
    /// His errors.
    pub skill: Erring,
    /// His errors over those of `[player]`; the smaller the better he is.
    pub error_ratio: f64,
}

/// Who may play, before the Board picks.
#[derive(Clone, Debug)]
pub struct Roster {
    /// By number, as the keys say.
    members: Vec<Member>,
    /// Of one whose errors are those of `[player]`.
    skill: Erring,
    /// From how many the Board picks, and how much they differ, TG-10; `None` where the clubs do.
    pool: Option<(u32, f64)>,
    /// How much sides and players differ.
    teams: Teams,
    /// Whose each player is.
    sides: Vec<u8>,
    order: [OrderPolicy; 2],
    /// Number of the permutation of each team.
    given: [u64; 2],
}

impl Roster {
    /// As the keys say, where these are the errors of `[player]`.
    pub fn new(keys: &MatchKeys, skill: Erring) -> Roster {
        let (format, sides) = (&keys.format, [&keys.a, &keys.b]);
        let member = |player: u8| {
            let (side, own) = keys.of(player);
            let error_ratio = keys.teams.error_ratio * side.error_ratio * own.error_ratio;
            Member { policy: side.policy, skill: skill.scaled(error_ratio), error_ratio }
        };
        let is_picked = format.kind == MatchKind::International;
        let players = 0..format.players().min(MOST_PLAYERS as u32) as u8;
        Roster {
            members: players.clone().map(member).collect(),
            teams: keys.teams,
            sides: players.map(|player| format.side_of(player)).collect(),
            skill,
            pool: is_picked.then_some((format.board_pool_count, format.board_pool_sd_ratio)),
            order: sides.map(|side| side.order),
            given: sides.map(|side| side.order_count),
        }
    }

    /// The errors of `[player]`.
    pub fn skill(&self) -> Erring {
        self.skill
    }

    /// Who plays a match, by number: those whom the keys name, or in an international match the best of a pool; and how
    /// good sides and players are in it.
    pub fn pick(&self, streams: &Streams, members: &mut Vec<Member>) {
        members.clone_from(&self.members);
        self.pick_of_pool(streams, members);
        for (member, ratio) in members.iter_mut().zip(self.teams.strengths(streams, &self.sides)) {
            member.error_ratio *= ratio;
            member.skill = member.skill.scaled(ratio);
        }
    }

    fn pick_of_pool(&self, streams: &Streams, members: &mut [Member]) {
        let Some((count, sd_ratio)) = self.pool else { return };
        let (size, log_sd) = (members.len() / 2, sd_ratio);
        for (side, team) in members.chunks_mut(size).enumerate() {
            let mut stream = streams.open(POOLS[side]);
            let pool: Vec<f64> = (0..count).map(|_| libm::exp(log_sd * stream.normal())).collect();
            for (member, ratio) in team.iter_mut().zip(best_of(&pool, size)) {
                member.error_ratio *= ratio;
                member.skill = self.skill.scaled(member.error_ratio);
            }
        }
    }

    /// In which order a team of these players plays a game; `first` is the order of the first team.
    pub fn order(&self, side: u8, players: &[u8], members: &[Member], first: &[u8], streams: &Streams) -> Vec<u8> {
        let (mut order, policy) = (players.to_vec(), self.order[usize::from(side)]);
        // each side has its own draws
        let mut stream = streams.open(ORDERS[usize::from(side)]);
        arrange(policy, &mut order, |player| members[usize::from(player)].error_ratio, &mut stream);
        match policy {
            OrderPolicy::Given => permute(&mut order, self.given[usize::from(side)]),
            OrderPolicy::Same => {
                order.iter_mut().zip(first).for_each(|(own, other)| *own = other + players.len() as u8)
            }
            OrderPolicy::BestFirst | OrderPolicy::BestLast | OrderPolicy::Random => {}
        }
        order
    }
}

/// The least of some numbers, so many of them, in the order in which they stand.
fn best_of(pool: &[f64], count: usize) -> Vec<f64> {
    let mut by_size: Vec<usize> = (0..pool.len()).collect();
    by_size.sort_by(|&a, &b| pool[a].total_cmp(&pool[b]));
    by_size.truncate(count);
    by_size.sort_unstable();
    by_size.into_iter().map(|i| pool[i]).collect()
}

/// Orders the players of a side, numbered upwards at first; of equals the lower number stands first.
pub fn arrange(order: OrderPolicy, players: &mut [u8], error: impl Fn(u8) -> f64, stream: &mut Stream) {
    players.sort_unstable();
    match order {
        OrderPolicy::Given | OrderPolicy::Same => {}
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
    fn strengths_shift_neither_the_order_of_play_nor_whom_the_board_picks() {
        let mut keys = MatchKeys::default();
        (keys.format.kind, keys.a.order) = (MatchKind::International, OrderPolicy::Random);
        let picked = |keys: &MatchKeys, repeat: u64| {
            let roster = Roster::new(keys, keys.player.erring().expect("no correlations"));
            let (streams, mut members) = (Streams::new(5, repeat, None), Vec::new());
            roster.pick(&streams, &mut members);
            let order = roster.order(0, &[0, 1, 2, 3, 4, 5], &members, &[], &streams);
            (members.iter().map(|member| member.error_ratio).collect::<Vec<f64>>(), order)
        };
        let spread = Teams { side_sd_ratio: 0.7, player_sd_ratio: 0.3, ..Teams::default() };
        for repeat in 0..20 {
            let (alike, order) = picked(&keys, repeat);
            let (unlike, other_order) = picked(&MatchKeys { teams: spread, ..keys }, repeat);
            assert_eq!(order, other_order);
            let sides = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
            let drawn = spread.strengths(&Streams::new(5, repeat, None), &sides);
            for ((alike, unlike), strength) in alike.iter().zip(&unlike).zip(drawn) {
                assert!((unlike / (alike * strength) - 1.0).abs() < 1e-12 && alike != unlike);
            }
        }
    }

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
