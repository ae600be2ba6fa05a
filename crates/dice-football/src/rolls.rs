//! Rows of single steps of a match.

use tolley_experiment::row::Rows;

use crate::columns::{ChampionFace, FacesSource, Holder, MayRoll, Phase, Shown};
use crate::dice::{Arrow, Symbol};
use crate::game::Compiled;
use crate::laws::{Act, Clause, Mark};
use crate::solver::{Owner, Step};
use crate::walk::{Listener, Moment};

tolley_experiment::names! {
    /// Who decides.
    pub enum Decider {
        /// The attacker.
        Attacker = "attacker",
        /// The defender.
        Defender = "defender",
        /// A die.
        Dice = "dice",
    }
}

tolley_experiment::names! {
    /// The arrow of a face.
    pub enum ArrowShown {
        /// It is no arrow die.
        None = "none",
        /// Forward.
        Forward = "forward",
        /// Diagonal.
        Diagonal = "diagonal",
        /// Sideways.
        Sideways = "sideways",
        /// Backward.
        Backward = "backward",
    }
}

tolley_experiment::names! {
    /// What stands beside an arrow.
    pub enum SymbolShown {
        /// Nothing.
        None = "none",
        /// "?".
        Query = "?",
        /// "X".
        Cross = "X",
    }
}

tolley_experiment::row! {
    /// One step of a match.
    pub struct RollRow {
        /// Where the faces come from; the real ones are not known.
        faces_source: FacesSource, "";
        /// 1 or 2.
        half: u32, "";
        /// Counted rolls left in the half before the step; 0 in overtime.
        rolls_left_count: u32, "";
        /// Whether player A attacks.
        a_attacks: bool, "";
        /// Goals of player A before the step.
        a_goal_count: u32, "";
        /// Goals of player B before the step.
        b_goal_count: u32, "";
        /// Who decides.
        decider: Decider, "";
        /// What is to happen.
        phase: Phase, "";
        /// Row of the ball from the attacker's goal line; 0 while its place is a choice.
        row: u32, "";
        /// Column of the ball, 1 to 3: mirror images are one.
        column: u32, "";
        /// What may be rolled.
        may_roll: MayRoll, "";
        /// Who holds the champion die.
        champion_holder: Holder, "";
        /// Its face.
        champion_face: ChampionFace, "";
        /// Fouls running of the defender.
        foul_count: u32, "";
        /// What was decided or rolled.
        act: Act, "";
        /// The clause that says so.
        clause_id: Clause, "";
        /// The arrow that was rolled.
        arrow: ArrowShown, "";
        /// The number beside it; 0 for none.
        number: u32, "";
        /// The symbol beside it.
        symbol: SymbolShown, "";
        /// The arrow as it was misread; "none" when it was not.
        misread_arrow: ArrowShown, "";
        /// Goals of the attacker in this step; negative for the defender's.
        attacker_goals: f64, "";
        /// Whether the roles change.
        changes_attacker: bool, "";
    }
}

/// Writes every step.
pub(crate) struct Story<'a> {
    pub(crate) game: &'a Compiled,
    pub(crate) faces_source: FacesSource,
    pub(crate) a_won_draw: bool,
    pub(crate) rows: &'a mut Rows,
}

fn arrow(arrow: Option<Arrow>) -> ArrowShown {
    arrow.map_or(ArrowShown::None, |arrow| ArrowShown::ALL[arrow as usize + 1])
}

impl Listener for Story<'_> {
    fn step(&mut self, at: &Moment, node: usize, step: &Step, mark: &Mark) {
        let shown = Shown::of(&self.game.positions[node]);
        let a = usize::from(!self.a_won_draw);
        let symbol = mark.face.map_or(Symbol::None, |face| face.symbol);
        let decider = match self.game.graph.owner(node) {
            Owner::Mover => Decider::Attacker,
            Owner::Other => Decider::Defender,
            Owner::Chance => Decider::Dice,
        };
        self.rows.push(
            1,
            RollRow {
                faces_source: self.faces_source,
                half: at.half as u32 + 1,
                rolls_left_count: at.left,
                a_attacks: at.side == a,
                a_goal_count: at.goals[a],
                b_goal_count: at.goals[1 - a],
                decider,
                phase: shown.phase,
                row: shown.row(),
                column: shown.column(),
                may_roll: shown.may_roll,
                champion_holder: shown.holder,
                champion_face: shown.face,
                foul_count: shown.fouls,
                act: mark.act,
                clause_id: mark.clause,
                arrow: arrow(mark.face.map(|face| face.arrow)),
                number: mark.face.map_or(0, |face| u32::from(face.number)),
                symbol: SymbolShown::ALL[symbol as usize],
                misread_arrow: arrow(mark.misread),
                attacker_goals: f64::from(step.effect.reward),
                changes_attacker: step.effect.swaps,
            },
        );
    }
}
