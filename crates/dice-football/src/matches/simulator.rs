//! Plays matches on the compiled game.

use std::num::NonZeroU8;

use tolley_experiment::random::Stream;

use super::played::{Played, Tally};
use super::streams::MatchStreams;
use crate::keys::Field;
use crate::laws::{Act, Ball, Compiled, Event, Laws, MatchState, Opening, Play};
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
    /// The step of each position that uses the champion die, where there is one.
    abilities: Vec<Option<NonZeroU8>>,
}

/// A position.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    count: u8,
    owner: Owner,
    ticks: bool,
    /// 1 to 3 for the third of the pitch, where a die rolls and the ball has a place; else 0.
    third: u8,
}

/// A step.
#[derive(Clone, Copy, Debug)]
struct Cell {
    to: u32,
    /// The position it leads to, which stands here too, so that one look into memory is enough for a step.
    place: Node,
    /// Share of this step and those before it, in 2^-32; a share is off by half of that at most.
    up_to: u32,
    act: Act,
    reward: i8,
    swaps: bool,
    closes: bool,
    tally: Tally,
}

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
        let (nodes, cells) = (Vec::with_capacity(game.positions.len()), Vec::with_capacity(game.graph.step_count()));
        let abilities = Vec::with_capacity(game.positions.len());
        let mut simulator = Simulator { events: game.events(laws), nodes, cells, abilities, game };
        for node in 0..simulator.game.positions.len() {
            simulator.nodes.push(simulator.node(node));
        }
        for node in 0..simulator.game.positions.len() {
            simulator.add(node);
        }
        simulator
    }

    fn node(&self, node: usize) -> Node {
        let (graph, third) = (&self.game.graph, third(&self.game.positions[node].play));
        let (first, count) = (graph.first_step(node) as u32, graph.steps(node).len() as u8);
        Node { first, count, owner: graph.owner(node), ticks: graph.ticks(node), third }
    }

    fn add(&mut self, node: usize) {
        let (graph, positions) = (&self.game.graph, &self.game.positions);
        let (steps, first) = (graph.steps(node), graph.first_step(node));
        let mut sum = 0.0;
        let mut ability = None;
        for (index, (step, event)) in steps.iter().zip(&self.events[first..]).enumerate() {
            sum += step.effect.probability;
            self.cells.push(Cell {
                to: step.to,
                place: self.nodes[step.to as usize],
                // saturates at the last face
                up_to: (sum * 4_294_967_296.0).round() as u32,
                act: event.act,
                reward: step.effect.reward,
                swaps: step.effect.swaps,
                closes: step.effect.closes,
                tally: tally(&positions[node].play, &positions[step.to as usize].play),
            });
            if event.act.is_ability() {
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
        let mut played = Played { face: opening.face, ..Played::nothing() };
        let mut node = opening.node as usize;
        let mut place = self.nodes[node];
        // the loser of the draw opens the match
        let mut at = MatchState { half: 0, left: self.game.ticks[0], side: 1, goals: [0; 2] };
        while played.roll_count < MOST_ROLLS {
            let cells = &self.cells[place.first as usize..][..usize::from(place.count)];
            let index = self.choose(&at, node, &place, cells, players, streams);
            let cell = cells[index];
            if S::HEARS {
                let event = &self.events[place.first as usize + index];
                sink.step(&at, node, &self.game.graph.steps(node)[index], event);
            }
            let was_up = at.left == 0;
            count(&mut played, &place, &cell, was_up);
            at.left -= u32::from(!was_up & place.ticks);
            if cell.reward != 0 {
                at.goals[if cell.reward > 0 { at.side } else { 1 - at.side }] += 1;
            }
            at.side ^= usize::from(cell.swaps);
            (node, place) = (cell.to as usize, cell.place);
            // DF-time-end: the time is up with the last counted roll, and what it does counts
            if at.left == 0 && cell.closes {
                if at.half == 1 {
                    played.is_over = true;
                    break;
                }
                played.first_half_goals = at.goals;
                node = self.game.reopens[at.side][node] as usize;
                place = self.nodes[node];
                at = MatchState { half: 1, left: self.game.ticks[1], side: 0, goals: at.goals };
            }
        }
        Played { goals: at.goals, ..played }
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

    /// The step that is made, by number.
    #[inline]
    fn choose(
        &self,
        at: &MatchState,
        node: usize,
        place: &Node,
        cells: &[Cell],
        players: [Player<'_>; 2],
        streams: &mut MatchStreams,
    ) -> usize {
        let player = match place.owner {
            _ if place.count == 1 => return 0,
            Owner::Chance => {
                let drawn = (streams.dice.bits() >> 32) as u32;
                // without branches, which dice would mislead
                return cells[..cells.len() - 1].iter().map(|cell| usize::from(drawn >= cell.up_to)).sum();
            }
            Owner::Mover => players[at.side],
            Owner::Other => players[1 - at.side],
        };
        player.choose(
            at,
            Decision { node, step_count: place.count, ability: self.abilities[node] },
            &mut streams.choices,
        )
    }
}

/// Counts a step; `was_up` when the time was before it.
#[inline]
fn count(played: &mut Played, place: &Node, cell: &Cell, was_up: bool) {
    let rolls = u32::from(place.owner == Owner::Chance);
    played.acts[cell.act as usize] += 1;
    played.roll_count += rolls;
    played.thirds[usize::from(place.third)] += rolls;
    played.overtime_roll_count += rolls & u32::from(was_up);
    played.tallies[cell.tally as usize] += 1;
    played.change_count += u32::from(cell.swaps);
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
