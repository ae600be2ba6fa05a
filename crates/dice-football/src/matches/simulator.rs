//! Plays matches on the compiled game.

use std::num::NonZeroU8;

use tolley_experiment::random::Stream;

use super::kind::Kind;
use super::parts::{Parts, part};
use super::played::Played;
use super::streams::MatchStreams;
use crate::laws::{Compiled, Event, Laws, MatchState, Opening};
use crate::players::{Decision, Player};
use crate::solver::{Owner, Step};

/// Rolls after which a match is given up.
const MOST_ROLLS: u32 = 1_000_000;

/// The compiled game as it is played: small, so that it stays in the cache.
#[derive(Clone, Debug)]
pub struct Simulator {
    game: Compiled,
    events: Vec<Event>,
    nodes: Vec<Node>,
    cells: Vec<Cell>,
    /// As what steps count.
    kinds: Vec<Kind>,
    /// Number of the step of each cell.
    steps: Vec<u32>,
    /// Of each cell the share of it and those before it, in 2^-32; a share is off by half of that at most. For dice
    /// without equal parts.
    up_to: Vec<u32>,
    /// The step of each position that uses the champion die, where there is one.
    abilities: Vec<Option<NonZeroU8>>,
}

/// A position.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Number of its first cell.
    first: u32,
    /// Its cells: a player's steps, or equal parts of chance; 0 where the die has none.
    count: u8,
    owner: Owner,
    ticks: bool,
}

/// A step; of a die with equal parts as often as it has parts, so that no search is needed for the one that was rolled.
#[derive(Clone, Copy, Debug)]
struct Cell {
    to: u32,
    /// The position it leads to, which stands here too, so that one look into memory is enough for a step.
    place: Node,
    /// Number of its [`Kind`].
    kind: u16,
    reward: i8,
    /// [`SWAPS`] and [`CLOSES`].
    after: u8,
}

/// Whether the roles change.
const SWAPS: u8 = 1;
/// Whether play stops when the time is up.
const CLOSES: u8 = 2;
/// Equal parts of a die, at most.
const MOST_PARTS: u8 = 36;

/// Hears of every step.
pub trait MatchSink {
    /// Whether it hears anything.
    const HEARS: bool = true;
    /// A step of a state, by number, before it changes anything.
    fn step(&mut self, at: &MatchState, node: usize, step: &Step, event: &Event);
}

impl MatchSink for () {
    const HEARS: bool = false;
    fn step(&mut self, _: &MatchState, _: usize, _: &Step, _: &Event) {}
}

impl Simulator {
    /// Of a compiled game and the laws that it was made from.
    pub fn new(game: Compiled, laws: &Laws) -> Simulator {
        Simulator::cut(game, laws, MOST_PARTS)
    }

    /// The same whose dice have so many equal parts at most.
    fn cut(game: Compiled, laws: &Laws, most_parts: u8) -> Simulator {
        let (nodes, abilities) = (Vec::new(), Vec::with_capacity(game.positions.len()));
        let events = game.events(laws);
        let (cells, kinds, steps, up_to) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut simulator = Simulator { events, nodes, cells, kinds, steps, up_to, abilities, game };
        let all = 0..simulator.game.positions.len();
        let parts: Vec<Parts> = all.clone().map(|node| Parts::of(&simulator.game.graph, node, most_parts)).collect();
        let mut first = 0;
        for (node, parts) in all.clone().zip(&parts) {
            let graph = &simulator.game.graph;
            let (count, owner, ticks) = (parts.count, graph.owner(node), graph.ticks(node));
            simulator.nodes.push(Node { first, count, owner, ticks });
            first += parts.of_steps.iter().map(|count| u32::from(*count)).sum::<u32>();
        }
        all.zip(&parts).for_each(|(node, parts)| simulator.add(node, parts));
        simulator
    }

    fn add(&mut self, node: usize, parts: &Parts) {
        let (graph, positions) = (&self.game.graph, &self.game.positions);
        let first = graph.first_step(node);
        let mut ability = None;
        for (index, step) in graph.steps(node).iter().enumerate() {
            let (number, effect) = (first + index, step.effect);
            let act = self.events[number].act;
            let plays = [&positions[node].play, &positions[step.to as usize].play];
            let kind = Kind::of(act, graph.owner(node), effect.swaps, plays);
            let known = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            let cell = Cell {
                to: step.to,
                place: self.nodes[step.to as usize],
                kind: known as u16,
                reward: effect.reward,
                after: (u8::from(effect.swaps) * SWAPS) | (u8::from(effect.closes) * CLOSES),
            };
            for _ in 0..parts.of_steps[index] {
                self.cells.push(cell);
                self.steps.push(number as u32);
                self.up_to.push(parts.up_to[index]);
            }
            if act.is_ability() {
                // an ability is never the first step: there is always something else to do
                ability = NonZeroU8::new(index as u8);
            }
        }
        self.abilities.push(ability);
    }

    /// The game it was made of.
    pub fn game(&self) -> &Compiled {
        &self.game
    }

    /// Plays a match.
    pub fn play<S: MatchSink>(&self, players: [Player<'_>; 2], streams: &mut MatchStreams, sink: &mut S) -> Played {
        let opening = self.open(&mut streams.dice);
        let mut course = Course {
            node: opening.node as usize,
            place: self.nodes[opening.node as usize],
            // the loser of the draw opens the match
            at: MatchState { half: 0, left: self.game.ticks[0], side: 1, goals: [0; 2] },
            rolls: 0,
            times: vec![0; self.kinds.len()],
        };
        let mut played = Played { face: opening.face, ..Played::nothing() };
        played.is_over = match players {
            // by themselves: no policy is asked, nor whether there is one
            [Player::Random, Player::Random] => {
                self.halves(&mut course, &mut played, streams, sink, |_, _, place, choices| {
                    choices.below(u64::from(place.count)) as usize
                })
            }
            _ => self.halves(&mut course, &mut played, streams, sink, |at, node, place, choices| {
                let player = players[if place.owner == Owner::Mover { at.side } else { 1 - at.side }];
                let ability = self.abilities[node];
                player.choose(at, Decision { node, step_count: place.count, ability }, choices)
            }),
        };
        (played.goals, played.roll_count) = (course.at.goals, course.rolls);
        self.kinds.iter().zip(&course.times).for_each(|(kind, times)| kind.count(*times, &mut played));
        played
    }

    /// Plays both halves, and says whether the match came to its end.
    #[inline]
    fn halves<S: MatchSink>(
        &self,
        course: &mut Course,
        played: &mut Played,
        streams: &mut MatchStreams,
        sink: &mut S,
        decide: impl Fn(&MatchState, usize, &Node, &mut Stream) -> usize,
    ) -> bool {
        for half in [0, 1] {
            let mut rolls_in_time = course.rolls;
            let is_over = loop {
                if course.rolls >= MOST_ROLLS {
                    break false;
                }
                let was_up = course.at.left == 0;
                let closes = self.step(course, streams, sink, &decide);
                // DF-time-end: the time is up with the last counted roll, and what it does counts
                if course.at.left == 0 {
                    if !was_up {
                        rolls_in_time = course.rolls;
                    }
                    if closes {
                        break true;
                    }
                }
            };
            if course.at.left == 0 {
                played.overtime_roll_count += course.rolls - rolls_in_time;
            }
            if !is_over {
                return false;
            }
            if half == 0 {
                let goals = course.at.goals;
                played.first_half_goals = goals;
                course.node = self.game.reopens[course.at.side][course.node] as usize;
                course.place = self.nodes[course.node];
                course.at = MatchState { half: 1, left: self.game.ticks[1], side: 0, goals };
            }
        }
        true
    }

    /// Makes a step, and says whether play stops after it when the time is up.
    #[inline]
    fn step<S: MatchSink>(
        &self,
        course: &mut Course,
        streams: &mut MatchStreams,
        sink: &mut S,
        decide: &impl Fn(&MatchState, usize, &Node, &mut Stream) -> usize,
    ) -> bool {
        let Course { node, place, at, rolls, times } = course;
        let index = match place.owner {
            _ if place.count == 1 => 0,
            Owner::Chance => {
                let drawn = (streams.dice.bits() >> 32) as u32;
                if place.count > 0 { part(drawn, place.count) } else { self.uneven(*node, place, drawn) }
            }
            Owner::Mover | Owner::Other => decide(at, *node, place, &mut streams.choices),
        };
        let number = place.first as usize + index;
        let cell = self.cells[number];
        if S::HEARS {
            let (step, first) = (self.steps[number] as usize, self.game.graph.first_step(*node));
            sink.step(at, *node, &self.game.graph.steps(*node)[step - first], &self.events[step]);
        }
        *rolls += u32::from(place.owner == Owner::Chance);
        at.left = at.left.saturating_sub(u32::from(place.ticks));
        times[usize::from(cell.kind)] += 1;
        if cell.reward != 0 {
            at.goals[if cell.reward > 0 { at.side } else { 1 - at.side }] += 1;
        }
        at.side ^= usize::from(cell.after & SWAPS);
        (*node, *place) = (cell.to as usize, cell.place);
        cell.after & CLOSES != 0
    }

    /// The step of a die without equal parts, without branches, which dice would mislead.
    #[cold]
    fn uneven(&self, node: usize, place: &Node, drawn: u32) -> usize {
        let others = self.game.graph.steps(node).len() - 1;
        let up_to = &self.up_to[place.first as usize..][..others];
        up_to.iter().map(|up_to| usize::from(drawn >= *up_to)).sum()
    }

    /// DF-setup-champion: the kick-off after the champion die was rolled.
    pub fn open(&self, dice: &mut Stream) -> Opening {
        let mut rest = dice.uniform();
        let openings = &self.game.openings;
        let drawn = openings.iter().find(|opening| {
            rest -= opening.probability;
            rest < 0.0
        });
        *drawn.unwrap_or(&openings[openings.len() - 1])
    }
}

/// A match under way.
struct Course {
    node: usize,
    place: Node,
    at: MatchState,
    /// Rolls so far.
    rolls: u32,
    /// How often each kind of step was made.
    times: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::RuleKeys;
    use tolley_experiment::random::Streams;

    #[test]
    fn dice_without_equal_parts_are_rolled_alike() {
        let laws = Laws::new(&RuleKeys::default()).expect("good keys");
        let game = Compiled::new(&laws);
        let [even, uneven] = [MOST_PARTS, 0].map(|most| Simulator::cut(game.clone(), &laws, most));
        assert!(even.nodes.iter().all(|node| node.count > 0), "dice have six faces");
        assert!(uneven.nodes.iter().any(|node| node.count == 0));
        for repeat in 0..200 {
            let play = |simulator: &Simulator| {
                let mut streams = MatchStreams::open(&Streams::new(7, repeat, None));
                simulator.play([Player::Random; 2], &mut streams, &mut ())
            };
            assert_eq!(play(&even), play(&uneven), "match {repeat}");
        }
    }
}
