//! Plays matches on the compiled graph.

use std::num::NonZeroU8;

use tolley_experiment::random::Stream;

use crate::dice::Champion;
use crate::field::Field;
use crate::game::{Compiled, Opening};
use crate::laws::{Act, Clause, Mark, Play, Rules};
use crate::solver::policy::Policy;
use crate::solver::{Owner, Step};

/// Rolls after which a match is given up.
const MOST_ROLLS: u32 = 1_000_000;

/// How a player decides.
#[derive(Clone, Copy, Debug)]
pub enum Player<'a> {
    /// As a policy says for the time left and the score.
    Follows(&'a Policy),
    /// As a policy says of the last moments: to score before the ball is lost.
    Greedy(&'a Policy),
    /// Each step as often as any other.
    Random,
    /// As a policy says, but at random in this share of decisions.
    Mixed(&'a Policy, f64),
    /// As a policy says, but the champion die is used at the first chance.
    AtOnce(&'a Policy),
}

/// The compiled game as a walk wants it: small, so that it stays in the cache.
#[derive(Clone, Debug)]
pub struct Board {
    game: Compiled,
    marks: Vec<Mark>,
    nodes: Vec<Node>,
    cells: Vec<Cell>,
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
    /// The step that uses the champion die, where there is one.
    ability: Option<NonZeroU8>,
}

/// A step.
#[derive(Clone, Copy, Debug)]
struct Cell {
    to: u32,
    /// Share of this step and those before it, in 2^-32; a share is off by half of that at most.
    up_to: u32,
    act: Act,
    reward: i8,
    swaps: bool,
    closes: bool,
    is_penalty: bool,
}

/// When and at what score a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// 0 or 1.
    pub half: usize,
    /// Counted rolls left.
    pub left: u32,
    /// Who attacks; player 0 won the draw.
    pub side: usize,
    /// Goals of each player.
    pub goals: [u32; 2],
}

/// Hears of every step.
pub trait Listener {
    /// Whether it wants to hear anything.
    const LISTENS: bool = true;
    /// A step of a state, by number, before it changes anything.
    fn step(&mut self, at: &Moment, node: usize, step: &Step, mark: &Mark);
}

impl Listener for () {
    const LISTENS: bool = false;
    fn step(&mut self, _: &Moment, _: usize, _: &Step, _: &Mark) {}
}

/// What a match was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Goals of the draw's winner and of the other.
    pub goals: [u32; 2],
    /// Of them in the first half.
    pub first_half_goals: [u32; 2],
    /// Rolls, counted or not by the clock, overtime included; the opening roll of the champion die too.
    pub roll_count: u32,
    /// Of them when the time was up.
    pub overtime_roll_count: u32,
    /// How often each act happened, by act.
    pub acts: [u16; Act::ALL.len()],
    /// Rolls by third of the pitch; the first number is that of rolls without a place.
    pub thirds: [u32; 4],
    /// How often the roles changed.
    pub change_count: u32,
    /// Penalties taken.
    pub penalty_count: u32,
    /// The face with which the match opened.
    pub face: Option<Champion>,
    /// Whether it came to its end; play that goes round without one is stopped after a million rolls.
    pub is_over: bool,
}

impl Played {
    /// Of a match that has not begun.
    pub fn nothing() -> Played {
        Played {
            goals: [0; 2],
            first_half_goals: [0; 2],
            roll_count: 0,
            overtime_roll_count: 0,
            acts: [0; Act::ALL.len()],
            thirds: [0; 4],
            change_count: 0,
            penalty_count: 0,
            face: None,
            is_over: false,
        }
    }
}

/// Random numbers of a match.
#[derive(Debug)]
pub struct Luck {
    /// Of the dice.
    pub dice: Stream,
    /// Of the players.
    pub choices: Stream,
}

impl Board {
    /// Of a compiled game and the rules it was made from.
    pub fn new(game: Compiled, rules: &Rules) -> Board {
        let marks = game.marks(rules);
        let mut nodes = Vec::with_capacity(game.positions.len());
        let mut cells = Vec::with_capacity(marks.len());
        for node in 0..game.positions.len() {
            let (steps, first) = (game.graph.steps(node), game.graph.first_step(node));
            let owner = game.graph.owner(node);
            let mut sum = 0.0;
            let mut ability = None;
            for (index, (step, mark)) in steps.iter().zip(&marks[first..]).enumerate() {
                sum += step.effect.probability;
                cells.push(Cell {
                    to: step.to,
                    // saturates at the last face
                    up_to: (sum * 4_294_967_296.0).round() as u32,
                    act: mark.act,
                    reward: step.effect.reward,
                    swaps: step.effect.swaps,
                    closes: step.effect.closes,
                    is_penalty: owner == Owner::Chance && mark.clause == Clause::Penalty,
                });
                if is_ability(mark.act) {
                    // an ability is never the first step: there is always something else to do
                    ability = NonZeroU8::new(index as u8);
                }
            }
            let ticks = game.graph.ticks(node);
            let third = third(&game.positions[node].play);
            nodes.push(Node { first: first as u32, count: steps.len() as u8, owner, ticks, third, ability });
        }
        Board { game, marks, nodes, cells }
    }

    /// The game it was made of.
    pub fn game(&self) -> &Compiled {
        &self.game
    }

    /// Plays a match.
    pub fn play<L: Listener>(&self, players: [Player<'_>; 2], luck: &mut Luck, listener: &mut L) -> Played {
        let opening = self.open(&mut luck.dice);
        let mut played = Played { face: opening.face, ..Played::nothing() };
        let mut node = opening.node as usize;
        // the loser of the draw opens the match
        let mut at = Moment { half: 0, left: self.game.ticks[0], side: 1, goals: [0; 2] };
        while played.roll_count < MOST_ROLLS {
            let place = self.nodes[node];
            let cells = &self.cells[place.first as usize..][..usize::from(place.count)];
            let index = self.choose(&at, node, &place, cells, players, luck);
            let cell = cells[index];
            if L::LISTENS {
                let mark = &self.marks[place.first as usize + index];
                listener.step(&at, node, &self.game.graph.steps(node)[index], mark);
            }
            let is_up = at.left == 0;
            let rolls = u32::from(place.owner == Owner::Chance);
            played.acts[cell.act as usize] += 1;
            played.roll_count += rolls;
            played.thirds[usize::from(place.third)] += rolls;
            played.overtime_roll_count += rolls & u32::from(is_up);
            played.penalty_count += u32::from(cell.is_penalty);
            at.left -= u32::from(!is_up & place.ticks);
            if cell.reward != 0 {
                at.goals[if cell.reward > 0 { at.side } else { 1 - at.side }] += 1;
            }
            at.side ^= usize::from(cell.swaps);
            played.change_count += u32::from(cell.swaps);
            node = cell.to as usize;
            // DF-time-end
            if is_up && cell.closes {
                if at.half == 1 {
                    played.is_over = true;
                    break;
                }
                played.first_half_goals = at.goals;
                node = self.game.reopens[at.side][node] as usize;
                at = Moment { half: 1, left: self.game.ticks[1], side: 0, goals: at.goals };
            }
        }
        Played { goals: at.goals, ..played }
    }

    /// DF-setup-champion: the kick-off after the champion die was rolled.
    pub(crate) fn open(&self, dice: &mut Stream) -> Opening {
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
        at: &Moment,
        node: usize,
        place: &Node,
        cells: &[Cell],
        players: [Player<'_>; 2],
        luck: &mut Luck,
    ) -> usize {
        let player = match place.owner {
            _ if place.count == 1 => return 0,
            Owner::Chance => {
                let drawn = (luck.dice.bits() >> 32) as u32;
                // without branches, which dice would mislead
                return cells[..cells.len() - 1].iter().map(|cell| usize::from(drawn >= cell.up_to)).sum();
            }
            Owner::Mover => players[at.side],
            Owner::Other => players[1 - at.side],
        };
        let ahead = at.goals[0] as i32 - at.goals[1] as i32;
        let said = |policy: &Policy| policy.choice((at.half, at.left), at.side, node, ahead).unwrap_or(0);
        match player {
            Player::Follows(policy) => said(policy),
            Player::Greedy(policy) => policy.choice((1, 0), at.side, node, 0).unwrap_or(0),
            Player::Random => luck.choices.below(u64::from(place.count)) as usize,
            Player::Mixed(policy, share) => {
                // both numbers are drawn each time, so that streams stay paired
                let errs = luck.choices.uniform() < share;
                let random = luck.choices.below(u64::from(place.count)) as usize;
                if errs { random } else { said(policy) }
            }
            Player::AtOnce(policy) => place.ability.map_or_else(|| said(policy), |step| usize::from(step.get())),
        }
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

/// Whether an act uses the champion die.
pub(crate) fn is_ability(act: Act) -> bool {
    use Act::{UseAssist, UseBomb, UseFoul, UsePerfect, UseRecovery, UseSave};
    matches!(act, UseBomb | UseAssist | UsePerfect | UseSave | UseRecovery | UseFoul)
}

/// DF-time-tournament: a series of penalties, `count` each, then pairs until one leads; only "goal" counts. The winner,
/// and the goals of both in the first `count`.
pub fn series(goal_share: f64, count: u64, dice: &mut Stream) -> (usize, [u32; 2]) {
    let mut goals = [0; 2];
    for _ in 0..count {
        goals.iter_mut().for_each(|goals| *goals += u32::from(dice.uniform() < goal_share));
    }
    let counted = goals;
    while goals[0] == goals[1] {
        goals.iter_mut().for_each(|goals| *goals += u32::from(dice.uniform() < goal_share));
    }
    (usize::from(goals[1] > goals[0]), counted)
}
