//! The arrow dice: DF-read, DF-move-*, and how kicks bend them.

use super::clause::{Act, Clause};
use super::position::{Ball, Context, Kick, Permission, Play, Position, Throw};
use super::rules::{Laws, OwnLine};
use super::step::{Event, Step};
use crate::keys::dice::ArrowDie;
use crate::keys::faces::{Arrow, Face, Symbol};
use crate::keys::field::{COLUMNS, Field, ROWS};

/// Where a move ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Landing {
    /// On the pitch.
    On(Field),
    /// Over the goal line attacked; in the column of the goal?
    End(bool),
    /// Over a side line; the last field on the pitch.
    Side(Field),
    /// Over the own goal line; the last field on the pitch.
    Own(Field),
}

/// DF-move-arrow: step by step; a step over two lines at once is one over the goal line.
pub(super) fn travel(from: Field, (rows, columns): (i8, i8), number: u8) -> Landing {
    let mut last = from;
    for _ in 0..number {
        let (row, column) = (last.row() as i8 + rows, last.column() as i8 + columns);
        match Field::at(row, column) {
            Some(field) => last = field,
            None if row > ROWS as i8 => return Landing::End(last.is_central() && columns == 0),
            None if row < 1 => return Landing::Own(last),
            None => return Landing::Side(last),
        }
    }
    Landing::On(last)
}

/// The directions that an arrow allows: ahead, then to the right, in fields a step.
fn directions(arrow: Arrow, reversed: bool) -> ([(i8, i8); 2], usize) {
    let ahead = if reversed { -1 } else { 1 };
    match arrow {
        Arrow::Forward => ([(ahead, 0); 2], 1),
        Arrow::Backward => ([(-ahead, 0); 2], 1),
        Arrow::Diagonal => ([(ahead, -1), (ahead, 1)], 2),
        Arrow::Sideways => ([(0, -1), (0, 1)], 2),
    }
}

impl Laws {
    /// The dice that may be rolled, each with what may be rolled after it.
    pub(super) fn rollable(&self, permission: Permission) -> Vec<(ArrowDie, Permission)> {
        let run = |before: u64| match self.rules.control_max_run_count {
            0 => Permission::Any,
            most if before + 1 < most => Permission::AnyAfterControl,
            _ => Permission::NoControl,
        };
        let control = match permission {
            Permission::NoControl => None,
            Permission::AnyAfterControl => Some(run(1)),
            Permission::Any | Permission::ControlOnly | Permission::Restart => Some(run(0)),
        };
        let others = if permission == Permission::ControlOnly { &[] } else { &ArrowDie::ALL[1..] };
        let control = control.map(|next| (ArrowDie::Control, next));
        control.into_iter().chain(others.iter().map(|die| (*die, Permission::Any))).collect()
    }

    /// DF-read: each face as it is read, then where it leads.
    pub(super) fn arrow_roll(&self, at: &Position, die: ArrowDie, throw: Throw) -> Vec<Step> {
        let mut steps = Vec::new();
        for &(face, share) in &self.dice.arrows[die as usize].faces {
            let misreads =
                if face.arrow == Arrow::Forward || throw.kick == Kick::Corner { 0.0 } else { self.rules.p_misread };
            for &arrow in Arrow::ALL {
                let probability = share * if arrow == face.arrow { 1.0 - misreads } else { misreads / 3.0 };
                if probability > 0.0 {
                    let mut step = self.read(at, throw, Face { arrow, ..face });
                    step.effect.probability = probability;
                    step.event.face = Some(face);
                    if arrow != face.arrow {
                        (step.event.clause, step.event.misread) = (Clause::Read, Some(arrow));
                    }
                    steps.push(step);
                }
            }
        }
        steps
    }

    /// Where a face leads, or that a direction is to be chosen.
    pub(super) fn read(&self, at: &Position, throw: Throw, face: Face) -> Step {
        if throw.kick == Kick::Corner {
            return self.corner(at, throw, face);
        }
        if directions(face.arrow, throw.reversed).1 == 1 {
            return self.moved(at, throw, face, 0);
        }
        let play = Play::Aim(throw, face.arrow, face.number, face.symbol);
        at.then(play, Event::of_face(Clause::MoveArrow, Act::ToAim, face))
    }

    /// DF-move-arrow: left or right.
    pub(super) fn aim(&self, at: &Position, throw: Throw, face: Face) -> Vec<Step> {
        [Act::Left, Act::Right]
            .into_iter()
            .enumerate()
            .map(|(side, act)| {
                let mut step = self.moved(at, throw, face, side);
                step.event.act = act;
                step
            })
            .collect()
    }

    fn moved(&self, at: &Position, throw: Throw, face: Face, side: usize) -> Step {
        let doubled = matches!(throw.kick, Kick::Goal(true) | Kick::Keeper(true));
        let number = if doubled { 2 * face.number } else { face.number };
        let direction = directions(face.arrow, throw.reversed).0[side];
        match travel(throw.from, direction, number) {
            Landing::On(field) => self.landed(at, throw.next, field, face),
            Landing::End(central) if central && self.rules.arrow_can_score => {
                at.goal(self, Event::of_face(Clause::OutEnd, Act::IntoGoal, face))
            }
            Landing::End(_) => {
                at.lost(self, Ball::GoalKick(self.restart(true)), Event::of_face(Clause::OutEnd, Act::OverEnd, face))
            }
            Landing::Side(last) => {
                let ball = Ball::Open(last.flipped(), self.restart(true));
                at.lost(self, ball, Event::of_face(Clause::OutSide, Act::OverSide, face))
            }
            Landing::Own(last) => self.over_own_line(at, throw, last, face),
        }
    }

    /// DF-move-X, DF-move-Q: what stands beside the arrow counts where the ball has stayed on the pitch.
    fn landed(&self, at: &Position, next: Permission, field: Field, face: Face) -> Step {
        match face.symbol {
            Symbol::None => {
                at.kept(self, Ball::Open(field, next), false, Event::of_face(Clause::MoveArrow, Act::Moved, face))
            }
            Symbol::Cross => {
                let ball = Ball::Open(field.flipped(), self.first());
                at.lost(self, ball, Event::of_face(Clause::MoveCross, Act::LostByCross, face))
            }
            Symbol::Query => {
                let play = self.defend(at, Context::Open, field);
                at.then(play, Event::of_face(Clause::MoveQuery, Act::Queried, face))
            }
        }
    }

    /// DF-move-out-own: between the posts an own goal, beside them a corner; or only where the text names it.
    fn over_own_line(&self, at: &Position, throw: Throw, last: Field, face: Face) -> Step {
        let own_goal = |act| at.goal_against(self, Event::of_face(Clause::OutOwn, act, face));
        let corner =
            || at.lost(self, Ball::Corner(self.restart(true)), Event::of_face(Clause::OutOwn, Act::OverOwn, face));
        let named_goal = throw.kick == Kick::Keeper(true) && throw.from.row() == 2;
        let named_corner = matches!(throw.kick, Kick::Goal(_));
        match (self.rules.own_line == OwnLine::OnlyNamedCases, last.is_central()) {
            (false, true) => own_goal(Act::IntoOwnGoal),
            (false, false) => corner(),
            (true, true) if named_goal => own_goal(Act::IntoOwnGoal),
            (true, _) if named_corner => corner(),
            (true, _) => self.landed(at, throw.next, last, face),
        }
    }

    /// DF-corner: along the goal line towards the goal; only the number counts.
    fn corner(&self, at: &Position, throw: Throw, face: Face) -> Step {
        match Field::at(ROWS as i8, 1 + face.number as i8) {
            Some(field) => {
                let mut step = self.landed(at, throw.next, field, face);
                step.event.clause = Clause::Corner;
                step
            }
            None => {
                let last = Field::new(ROWS, COLUMNS);
                let ball = Ball::Open(last.flipped(), self.restart(true));
                at.lost(self, ball, Event::of_face(Clause::Corner, Act::OverSide, face))
            }
        }
    }
}
