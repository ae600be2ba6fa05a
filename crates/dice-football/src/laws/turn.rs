//! The attacker's turn: DF-att-*, DF-shot-zone, DF-goalkick, DF-corner, DF-dfk; and the defender's window before it.

use super::clause::{Act, Clause};
use super::position::{Ball, CORNER, Holder, Kick, Pending, Permission, Play, Position, Shot, Throw};
use super::rules::{FoulLocation, Laws, ReverseRows};
use super::step::{Event, Step};
use crate::keys::Field;
use crate::keys::dice::ArrowDie;
use crate::keys::faces::Champion;

const PLAIN: [Act; 3] = [Act::Control, Act::Pass, Act::Cross];
const REVERSED: [Act; 3] = [Act::ControlReversed, Act::PassReversed, Act::CrossReversed];
const DOUBLED: [Act; 3] = [Act::ControlDoubled, Act::PassDoubled, Act::CrossDoubled];
const PLACES: [Act; 3] = [Act::PlaceFirst, Act::PlaceSecond, Act::PlaceThird];

impl Laws {
    /// Everything that the attacker may decide.
    pub(super) fn turn(&self, at: &Position, ball: Ball) -> Vec<Step> {
        match ball {
            Ball::GoalKick(permission) => {
                self.places(at, self.board.goal_kicks(), |field| Ball::GoalKickFrom(field, permission))
            }
            Ball::KeeperKick(permission) => {
                self.places(at, self.board.keeper_kicks(), |field| Ball::KeeperKickFrom(field, permission))
            }
            Ball::GoalKickFrom(field, permission) => self.kicks(at, field, permission, Kick::Goal),
            Ball::KeeperKickFrom(field, permission) => self.kicks(at, field, permission, Kick::Keeper),
            Ball::Corner(permission) => {
                let mut steps = self.rolls(at, CORNER, permission, Kick::Corner, false, Clause::Corner);
                steps.extend(self.ability(at, CORNER));
                steps
            }
            Ball::Open(field, permission) => self.open_turn(at, field, permission),
            Ball::FreeKick(field, permission) => self.free_kick(at, field, permission),
        }
    }

    fn places(&self, at: &Position, fields: impl Iterator<Item = Field>, ball: impl Fn(Field) -> Ball) -> Vec<Step> {
        let place = |(field, act): (Field, Act)| {
            at.then(self.enter(ball(field), at.champion, at.fouls).play, Event::of(Clause::GoalKick, act))
        };
        fields.zip(PLACES.into_iter().cycle()).map(place).collect()
    }

    /// DF-goalkick: any arrow die; the number may be doubled if that is said before the roll.
    fn kicks(&self, at: &Position, from: Field, permission: Permission, kick: fn(bool) -> Kick) -> Vec<Step> {
        let mut steps = self.rolls(at, from, permission, kick(false), false, Clause::GoalKick);
        if self.rules.double_allowed {
            steps.extend(self.rolls(at, from, permission, kick(true), false, Clause::GoalKick));
        }
        if self.has_kick_windows() {
            steps.extend(self.ability(at, from));
        }
        steps
    }

    fn open_turn(&self, at: &Position, from: Field, permission: Permission) -> Vec<Step> {
        let clause = match permission {
            Permission::Any => Clause::AttackTurn,
            Permission::AnyAfterControl | Permission::NoControl => Clause::NoRepeat,
            Permission::ControlOnly => Clause::FirstControl,
            Permission::Restart => Clause::RestartDice,
        };
        let mut steps = self.rolls(at, from, permission, Kick::Plain, false, clause);
        if self.may_reverse(from) {
            steps.extend(self.rolls(at, from, permission, Kick::Plain, true, Clause::Reverse));
        }
        let shoots = !matches!(permission, Permission::ControlOnly | Permission::Restart);
        if shoots && self.board.in_zone(from) {
            steps.push(self.shoot(at, self.shot_from(from), Clause::ShotZone));
        }
        steps.extend(self.ability(at, from));
        steps
    }

    /// DF-dfk: a shot or any arrow die.
    fn free_kick(&self, at: &Position, from: Field, permission: Permission) -> Vec<Step> {
        let mut steps = Vec::new();
        if self.rules.dfk_allow_arrow {
            steps.extend(self.rolls(at, from, permission, Kick::Plain, false, Clause::FreeKick));
            if self.may_reverse(from) {
                steps.extend(self.rolls(at, from, permission, Kick::Plain, true, Clause::Reverse));
            }
        }
        let is_near = from.row() >= self.board.wall_row || self.board.in_area(from);
        let shot = match is_near {
            true => Shot::OverWall(!self.board.in_area(from)),
            false => Shot::AtWall(self.origin(from)),
        };
        steps.push(self.shoot(at, shot, Clause::FreeKick));
        steps.extend(self.ability(at, from));
        steps
    }

    fn shoot(&self, at: &Position, shot: Shot, clause: Clause) -> Step {
        at.then(Play::ShotRoll(shot), Event::of(clause, Act::Shoot))
    }

    fn shot_from(&self, from: Field) -> Shot {
        match self.board.in_area(from) {
            true => Shot::Near,
            false => Shot::Far(self.board.landing(from), self.origin(from)),
        }
    }

    /// Where a shot came from, if fouls are judged there.
    fn origin(&self, from: Field) -> Option<Field> {
        (self.rules.foul_location == FoulLocation::ShotOrigin).then_some(from)
    }

    /// DF-move-reverse: in the last rows.
    fn may_reverse(&self, from: Field) -> bool {
        self.rules.reverse_rows == ReverseRows::Last && from.row() >= self.board.reverse_row
    }

    fn rolls(
        &self,
        at: &Position,
        from: Field,
        permission: Permission,
        kick: Kick,
        reversed: bool,
        clause: Clause,
    ) -> Vec<Step> {
        let acts = match kick {
            Kick::Goal(true) | Kick::Keeper(true) => DOUBLED,
            _ if reversed => REVERSED,
            _ => PLAIN,
        };
        let roll = |(die, next): (ArrowDie, Permission)| {
            let throw = Throw { from, kick, reversed, next };
            at.then(Play::ArrowRoll(die, throw), Event::of(clause, acts[die as usize]))
        };
        self.rollable(permission).into_iter().map(roll).collect()
    }

    /// DF-champ-cycle: what the attacker may do with the champion die here.
    fn ability(&self, at: &Position, from: Field) -> Option<Step> {
        let Some(Holder::Attacker(face)) = at.champion else { return None };
        let used = match face {
            Champion::Bomb if from.row() >= self.rules.bomb_min_row && !from.is_corner() => {
                (Pending::Bomb, Clause::ChampionBomb, Act::UseBomb)
            }
            Champion::Assist if from.row() >= self.board.assist_row => {
                (Pending::Assist, Clause::ChampionAssist, Act::UseAssist)
            }
            Champion::Perfect if self.board.in_zone(from) => (
                Pending::Perfect((!self.board.in_area(from)).then_some(from)),
                Clause::ChampionPerfect,
                Act::UsePerfect,
            ),
            Champion::Foul => (Pending::FoulWon(from), Clause::ChampionFoul, Act::UseFoul),
            _ => return None,
        };
        Some(self.use_champion(at, false, used))
    }

    /// The holder uses his ability: the die goes to the other player, who rolls it before anything else.
    pub(super) fn use_champion(&self, at: &Position, to_attacker: bool, used: (Pending, Clause, Act)) -> Step {
        let (pending, clause, act) = used;
        // what the defender does with it ends his fouls running: the roles change, or he was sent off
        let fouls = if to_attacker { 0 } else { at.fouls };
        let rolling = Position { champion: None, fouls, ..*at };
        rolling.then(Play::ChampionRoll(to_attacker, pending), Event::of(clause, act))
    }

    /// The defender's abilities while the ball lies on a field: recovery, or the attacker's foul.
    pub(super) fn defences(&self, at: &Position, field: Field, shot_rolled: bool) -> Option<Step> {
        let used = match at.champion {
            Some(Holder::Defender(Champion::Recovery)) => {
                (Pending::Recovered(field), Clause::ChampionRecovery, Act::UseRecovery)
            }
            Some(Holder::Defender(Champion::Foul)) if !shot_rolled => {
                (Pending::FoulGiven(field), Clause::ChampionFoul, Act::UseFoul)
            }
            _ => return None,
        };
        Some(self.use_champion(at, true, used))
    }

    /// The defender may act before the attacker does.
    pub(super) fn window(&self, at: &Position, ball: Ball) -> Vec<Step> {
        let wait = at.then(Play::Turn(ball), Event::of(Clause::ChampionCycle, Act::Wait));
        let used = ball.field().and_then(|field| self.defences(at, field, false));
        std::iter::once(wait).chain(used).collect()
    }
}
