//! Plays matches on the compiled graph.

use tolley_experiment::random::Stream;

use crate::dice::Champion;
use crate::game::{Compiled, Opening};
use crate::laws::{Act, Clause, Mark, Rules};
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

/// The compiled game with what a walk needs at hand.
#[derive(Clone, Debug)]
pub struct Board {
    game: Compiled,
    marks: Vec<Mark>,
    /// Shares up to and with each step of a die.
    up_to: Vec<f64>,
    /// The step that uses the champion die, of each state that has one.
    ability: Vec<Option<u8>>,
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
    /// A step of a state, by number, before it changes anything.
    fn step(&mut self, at: &Moment, node: usize, step: &Step, mark: &Mark);
}

impl Listener for () {
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
        let mut marks = Vec::with_capacity(game.graph.step_count());
        let mut up_to = Vec::with_capacity(game.graph.step_count());
        let mut ability = Vec::with_capacity(game.positions.len());
        for position in &game.positions {
            let steps = rules.following(position).steps;
            let mut sum = 0.0;
            for step in &steps {
                sum += step.effect.probability;
                up_to.push(sum);
                marks.push(step.mark);
            }
            // the last face stands for all that rounding leaves
            if let Some(last) = up_to.last_mut().filter(|_| !steps.is_empty()) {
                *last = f64::INFINITY;
            }
            ability.push(steps.iter().position(|step| is_ability(step.mark.act)).map(|index| index as u8));
        }
        Board { game, marks, up_to, ability }
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
            let (step, mark) = self.next(&at, node, players, luck);
            listener.step(&at, node, step, mark);
            played.acts[mark.act as usize] += 1;
            let is_up = at.left == 0;
            if self.game.graph.owner(node) == Owner::Chance {
                played.roll_count += 1;
                played.penalty_count += u32::from(mark.clause == Clause::Penalty);
                played.overtime_roll_count += u32::from(is_up);
            }
            at.left -= u32::from(!is_up && self.game.graph.ticks(node));
            match step.effect.reward {
                0 => {}
                1 => at.goals[at.side] += 1,
                _ => at.goals[1 - at.side] += 1,
            }
            if step.effect.swaps {
                at.side = 1 - at.side;
                played.change_count += 1;
            }
            node = step.to as usize;
            // DF-time-end
            if is_up && step.effect.closes {
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
    fn open(&self, dice: &mut Stream) -> Opening {
        let mut rest = dice.uniform();
        let openings = &self.game.openings;
        let drawn = openings.iter().find(|opening| {
            rest -= opening.probability;
            rest < 0.0
        });
        *drawn.unwrap_or(&openings[openings.len() - 1])
    }

    fn next(&self, at: &Moment, node: usize, players: [Player<'_>; 2], luck: &mut Luck) -> (&Step, &Mark) {
        let graph = &self.game.graph;
        let (steps, first) = (graph.steps(node), graph.first_step(node));
        let index = match graph.owner(node) {
            _ if steps.len() == 1 => 0,
            Owner::Chance => {
                let drawn = luck.dice.uniform();
                self.up_to[first..].iter().position(|up_to| drawn < *up_to).unwrap_or(0)
            }
            owner => {
                let player = if owner == Owner::Mover { at.side } else { 1 - at.side };
                self.decide(at, node, steps.len() as u64, players[player], luck)
            }
        };
        (&steps[index], &self.marks[first + index])
    }

    fn decide(&self, at: &Moment, node: usize, count: u64, player: Player<'_>, luck: &mut Luck) -> usize {
        let ahead = at.goals[0] as i32 - at.goals[1] as i32;
        let said = |policy: &Policy| policy.choice((at.half, at.left), at.side, node, ahead).unwrap_or(0);
        match player {
            Player::Follows(policy) => said(policy),
            Player::Greedy(policy) => policy.choice((1, 0), at.side, node, 0).unwrap_or(0),
            Player::Random => luck.choices.below(count) as usize,
            Player::Mixed(policy, share) => {
                // both numbers are drawn each time, so that streams stay paired
                let (errs, random) = (luck.choices.uniform() < share, luck.choices.below(count) as usize);
                if errs { random } else { said(policy) }
            }
            Player::AtOnce(policy) => self.ability[node].map_or_else(|| said(policy), usize::from),
        }
    }
}

fn is_ability(act: Act) -> bool {
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
