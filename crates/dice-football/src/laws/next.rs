//! The laws as a pure state machine: what can follow a position, with the clause that says so.

use super::position::{Play, Position};
use super::rules::{Counted, Laws};
use super::step::{Following, Step};
use crate::keys::faces::Face;
use crate::solver::{Effect, Expansion, Game, Owner};

impl Laws {
    /// What can follow a position.
    ///
    /// ```
    /// use tolley_dice_football::laws::{Act, Laws, RuleKeys};
    /// let laws = Laws::new(&RuleKeys::default()).expect("the defaults are sound");
    /// let kick_off = laws.kick_off(None);
    /// let acts: Vec<Act> = laws.next(&kick_off).steps.iter().map(|step| step.event.act).collect();
    /// assert_eq!(acts, [Act::Control, Act::Pass, Act::Cross]);
    /// ```
    pub fn next(&self, at: &Position) -> Following {
        let all = self.clock.count == Counted::AllRolls;
        let (owner, ticks, mut steps) = match at.play {
            Play::Window(ball) => (Owner::Other, false, self.window(at, ball)),
            Play::Turn(ball) => (Owner::Mover, false, self.turn(at, ball)),
            Play::ArrowRoll(die, throw) => (Owner::Chance, true, self.arrow_roll(at, die, throw)),
            Play::Aim(throw, arrow, number, symbol) => {
                (Owner::Mover, false, self.aim(at, throw, Face { arrow, number, symbol }))
            }
            Play::ShotRoll(shot) => (Owner::Chance, true, self.shot_roll(at, shot)),
            Play::DefendTurn(context, field) => (Owner::Other, false, self.defend_turn(at, context, field)),
            Play::DefendRoll(context, field) => (Owner::Chance, all, self.defend_roll(at, context, field)),
            Play::BarChoice(outside) => (Owner::Other, false, self.bar_choice(at, outside)),
            Play::KeeperTurn(bar, _) => (Owner::Other, false, self.keeper_turn(at, bar)),
            Play::KeeperRoll(bar) => (Owner::Chance, all, self.keeper_roll(at, bar)),
            Play::OwnKeeperRoll => (Owner::Chance, all, self.own_keeper_roll(at)),
            Play::LastChance(from) => (Owner::Other, false, self.last_chance(at, from)),
            Play::RefereeRoll(field) => (Owner::Chance, all, self.referee_roll(at, field)),
            Play::PenaltyTurn(field) => (Owner::Other, false, self.penalty_turn(at, field)),
            Play::PenaltyRoll => (Owner::Chance, true, self.penalty_roll(at)),
            Play::ChampionRoll(to_attacker, pending) => {
                (Owner::Chance, true, self.champion_roll(at, to_attacker, pending))
            }
        };
        if self.is_canonical {
            merge_mirrored(owner, &mut steps);
        }
        Following { owner, ticks, steps }
    }
}

/// Makes a position and its mirror image one; what is alike left and right is one decision.
fn merge_mirrored(owner: Owner, steps: &mut Vec<Step>) {
    steps.iter_mut().for_each(|step| step.to = step.to.canonical());
    if owner == Owner::Chance {
        return;
    }
    let mut seen: Vec<(Position, Effect)> = Vec::new();
    steps.retain(|step| {
        let is_new = !seen.contains(&(step.to, step.effect));
        seen.push((step.to, step.effect));
        is_new
    });
}

impl Game for Laws {
    type State = Position;
    fn expand(&self, state: &Position) -> Expansion<Position> {
        let Following { owner, ticks, steps } = self.next(state);
        Expansion { owner, ticks, steps: steps.into_iter().map(|step| (step.to, step.effect)).collect() }
    }
}
