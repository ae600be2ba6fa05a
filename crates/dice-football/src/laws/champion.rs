//! The champion die: DF-champ-*.

use super::clause::{Act, Clause};
use super::position::{Ball, Holder, Pending, Permission, Position};
use super::rules::Laws;
use super::step::{Event, Step, rolled};
use crate::keys::Field;
use crate::keys::faces::Champion;

impl Laws {
    /// The new holder has rolled; then what was begun goes on.
    pub(super) fn champion_roll(&self, at: &Position, to_attacker: bool, pending: Pending) -> Vec<Step> {
        rolled(&self.dice.champion, |face| {
            let holder = if to_attacker { Holder::Attacker(face) } else { Holder::Defender(face) };
            self.go_on(Position { champion: Some(holder), ..*at }, pending, rolled_act(face))
        })
    }

    fn go_on(&self, at: Position, pending: Pending, act: Act) -> Step {
        let rolled = Event::of(Clause::ChampionCycle, act);
        match pending {
            Pending::Bomb => at.then(self.keeper(&at, false, self.rules.chain_after_bomb), rolled),
            Pending::Assist => at.kept(self, Ball::Open(self.board.assist_landing, Permission::Any), false, rolled),
            Pending::Perfect(from) => self.sure_goal(&at, from, rolled),
            Pending::Saved => at.lost(self, Ball::KeeperKick(self.restart(true)), rolled),
            Pending::Recovered(field) => at.lost(self, Ball::Open(field.flipped(), self.first()), rolled),
            Pending::FoulWon(field) => self.foul_at(&at, field, true, rolled),
            Pending::FoulGiven(field) => at.lost(self, self.free_kick_after_foul(field.flipped()), rolled),
            Pending::SentOff(field) => self.foul_at(&at, field, false, rolled),
        }
    }

    /// DF-champ-foul of the defender: his free kick, from his side; never a penalty.
    fn free_kick_after_foul(&self, field: Field) -> Ball {
        let is_direct = self.board.in_area(field) || self.board.is_free_kick(field);
        let permission = self.restart(true);
        if is_direct { Ball::FreeKick(field, permission) } else { Ball::Open(field, permission) }
    }
}

fn rolled_act(face: Champion) -> Act {
    match face {
        Champion::Bomb => Act::RolledBomb,
        Champion::Assist => Act::RolledAssist,
        Champion::Perfect => Act::RolledPerfect,
        Champion::GreatSave => Act::RolledSave,
        Champion::Recovery => Act::RolledRecovery,
        Champion::Foul => Act::RolledFoul,
    }
}
