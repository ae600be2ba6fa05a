//! Plays matches on the compiled game.

use std::num::NonZeroU8;

use tolley_experiment::random::Stream;

use super::played::{Played, Tally};
use super::streams::MatchStreams;
use crate::keys::Field;
use crate::laws::{Act, Ball, Compiled, Event, Laws, MatchState, Opening, Play};
use crate::players::{Decision, Player};
use crate::solver::{Graph, Owner, Step};

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
    /// Of each cell, where the dice of its position have no equal parts: the share of it and those before it, in 2^-32; a
    /// share is off by half of that at most.
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
        let (nodes, abilities) = (Vec::new(), Vec::with_capacity(game.positions.len()));
        let events = game.events(laws);
        let (cells, kinds, steps, up_to) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut simulator = Simulator { events, nodes, cells, kinds, steps, up_to, abilities, game };
        let all = 0..simulator.game.positions.len();
        let parts: Vec<Parts> = all.clone().map(|node| Parts::of(&simulator.game.graph, node)).collect();
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
            let kind = Kind {
                act,
                is_roll: graph.owner(node) == Owner::Chance,
                third: third(&positions[node].play),
                tally: tally(&positions[node].play, &positions[step.to as usize].play),
                swaps: effect.swaps,
            };
            let known = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            let cell = Cell {
                to: step.to,
                place: self.nodes[step.to as usize],
                kind: known as u16,
                reward: effect.reward,
                after: u8::from(effect.swaps) * SWAPS | u8::from(effect.closes) * CLOSES,
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
        let mut step = |course: &mut Course| self.step(course, streams, sink, &decide);
        for half in [0, 1] {
            let mut closes = false;
            while course.at.left > 0 && course.rolls < MOST_ROLLS {
                let ticks = course.place.ticks;
                closes = step(course);
                course.at.left -= u32::from(ticks);
            }
            // DF-time-end: the time is up with the last counted roll, and what it does counts
            let rolls_in_time = course.rolls;
            while !closes && course.rolls < MOST_ROLLS {
                closes = step(course);
            }
            played.overtime_roll_count += course.rolls - rolls_in_time;
            if !closes {
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

/// As what a step counts, whatever the time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    act: Act,
    is_roll: bool,
    /// 1 to 3 for the third of the pitch, where a die rolls and the ball has a place; else 0.
    third: u8,
    tally: Tally,
    swaps: bool,
}

impl Kind {
    fn count(&self, times: u32, played: &mut Played) {
        played.acts[self.act as usize] += times;
        played.thirds[usize::from(self.third)] += u32::from(self.is_roll) * times;
        played.tallies[self.tally as usize] += times;
        played.change_count += u32::from(self.swaps) * times;
    }
}

/// How chance is cut at a position, or what a player chooses among.
struct Parts {
    /// Equal parts; 0 where there are none.
    count: u8,
    /// Of each step.
    of_steps: Vec<u8>,
    /// Share of each step and those before it, in 2^-32; saturates at the last face.
    up_to: Vec<u32>,
}

impl Parts {
    fn of(graph: &Graph, node: usize) -> Parts {
        let steps = graph.steps(node);
        let mut sum = 0.0;
        let up_to = steps.iter().map(|step| {
            sum += step.effect.probability;
            (sum * 4_294_967_296.0).round() as u32
        });
        let up_to: Vec<u32> = up_to.collect();
        let cut = |count: u8| Some((count, cut(&up_to, count)?));
        let each = || vec![1; steps.len()];
        let (count, of_steps) = match graph.owner(node) {
            // what has one way to go on is not rolled
            Owner::Chance => {
                let fewest = steps.len().min(2) as u8;
                (fewest..=MOST_PARTS).find_map(cut).unwrap_or_else(|| (0, each()))
            }
            Owner::Mover | Owner::Other => (steps.len() as u8, each()),
        };
        Parts { count, of_steps, up_to }
    }
}

/// How many of so many equal parts each share takes, if all end where a part does: to the last bit, so that the same
/// number is rolled as by comparing shares.
fn cut(up_to: &[u32], count: u8) -> Option<Vec<u8>> {
    let ends = up_to[..up_to.len().saturating_sub(1)].iter().map(|end| {
        let after = part(*end, count);
        (*end == 0 || part(*end - 1, count) < after).then_some(after as u8)
    });
    let ends: Vec<u8> = ends.chain([Some(count)]).collect::<Option<_>>()?;
    Some(ends.iter().zip([0].iter().chain(&ends)).map(|(end, before)| end - before).collect())
}

/// Which of so many equal parts of 2^32 a number falls into; the ends of parts are rounded.
#[inline]
fn part(drawn: u32, count: u8) -> usize {
    let count = u64::from(count);
    ((u64::from(drawn) * count + (count - 1) / 2) >> 32) as usize
}

/// As what a step from one position to another counts.
fn tally(from: &Play, to: &Play) -> Tally {
    let is_corner = matches!(to, Play::Turn(Ball::Corner(_)) | Play::Window(Ball::Corner(_)));
    match from {
        Play::PenaltyRoll if is_corner => Tally::PenaltyCorner,
        Play::PenaltyRoll => Tally::Penalty,
        Play::DefendRoll(..) => Tally::Defence,
        // it was won before the window
        Play::Window(_) => Tally::None,
        _ if is_corner => Tally::Corner,
        _ => Tally::None,
    }
}

/// Rows 1 to 4, 5 to 7, 8 to 11; where a shot and what follows it ends is before the goal.
fn third(play: &Play) -> u8 {
    match play {
        Play::ArrowRoll(_, throw) => third_of(throw.from),
        Play::DefendRoll(_, field) => third_of(*field),
        Play::OwnKeeperRoll => 1,
        Play::ShotRoll(_) | Play::KeeperRoll(_) | Play::RefereeRoll(_) | Play::PenaltyRoll => 3,
        _ => 0,
    }
}

fn third_of(field: Field) -> u8 {
    match field.row() {
        1..=4 => 1,
        5..=7 => 2,
        _ => 3,
    }
}
