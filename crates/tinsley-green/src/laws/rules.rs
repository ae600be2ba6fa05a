//! The parameters of the laws: the document's values, and the readings of what it leaves open.

use super::game::Spec;

tolley_experiment::names! {
    /// When a ball is off the ring, TG-X1.
    pub enum OffCriterion {
        /// Its centre is past the edge: a rigid disc carries a ball while the contact point is on it.
        CentrePastEdge = "centre-past-edge",
        /// All of it is past the edge.
        WholeBallPastEdge = "whole-ball-past-edge",
        /// The worn rim no longer holds it; the physics decides.
        SupportLost = "support-lost",
    }
}

tolley_experiment::names! {
    /// Which toleys earn another shot when knocked off, TG-5d4.
    pub enum KnockContinues {
        /// Of any other player.
        Any = "any",
        /// Of opponents.
        OpponentsOnly = "opponents-only",
        /// None.
        None = "none",
    }
}

tolley_experiment::names! {
    /// Whose shots eliminate, TG-5d3.
    pub enum EliminatedBy {
        /// Of any other player.
        AnyPlayer = "any-player",
        /// Of opponents; knocked off by a team-mate, the toley goes back to the hand.
        OpponentsOnly = "opponents-only",
    }
}

tolley_experiment::names! {
    /// What an unplayable lie costs, TG-6b2.
    pub enum Unplayable {
        /// The turn; the toley goes back to the hand.
        Remove = "remove",
        /// The game.
        Eliminate = "eliminate",
    }
}

tolley_experiment::names! {
    /// What goes back after a foul, TG-7i.
    pub enum FoulRestore {
        /// Marbles knocked off, to the middle.
        KnockedOffOnly = "knocked-off-only",
        /// Every ball to where it was.
        FullRollback = "full-rollback",
    }
}

tolley_experiment::names! {
    /// What follows when somebody else blocks a ball, TG-7c.
    pub enum BlockByOther {
        /// The shot stands.
        LetStand = "let-stand",
        /// It is taken again from the state before.
        Replay = "replay",
    }
}

tolley_experiment::names! {
    /// When a game ends once the target is reached, TG-9g.
    pub enum EndOnTarget {
        /// At once.
        Shot = "shot",
        /// With the break.
        Break = "break",
        /// When no marble is left.
        AllMarbles = "all-marbles",
    }
}

tolley_experiment::names! {
    /// Who plays in the place of an eliminated player, TG-9c.
    pub enum EliminationGap {
        /// Nobody: the slot is passed over.
        SkipSlot = "skip-slot",
        /// The next of the same side, so that the sides keep alternating.
        KeepAlternating = "keep-alternating",
    }
}

tolley_experiment::names! {
    /// What follows when a whole side is eliminated, TG-X2.
    pub enum OnWipeout {
        /// The others play on alone.
        PlayOn = "play-on",
        /// The others have won.
        OpponentsWin = "opponents-win",
    }
}

tolley_experiment::names! {
    /// What follows when everybody is eliminated, TG-X3.
    pub enum NobodyLeft {
        /// Points decide; those who are level play a tie-break.
        Points = "points",
        /// Nobody has won.
        Draw = "draw",
    }
}

/// The parameters of the laws that hold within one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// TG-1a, m.
    pub ring_radius_m: f64,
    /// TG-1b, m; told, not used.
    pub ring_height_m: f64,
    /// TG-1b: radius of the worn rim, m.
    pub edge_fillet_m: f64,
    /// TG-X1.
    pub off: OffCriterion,
    /// TG-6a: how far ahead of the knuckle on the edge the toley is released, m.
    pub release_inset_m: f64,
    /// TG-5b1: height of the released toley over the sand, m.
    pub release_height_m: f64,
    /// TG-5b1: how far behind the toley the knuckle rests, m.
    pub knuckle_offset_m: f64,
    /// TG-6b1: how far from its rest point a toley may be released, m.
    pub in_ring_offset_max_m: f64,
    /// TG-6b1: radius of the hand's footprint round the knuckle, m.
    pub hand_radius_m: f64,
    /// TG-6b2: azimuths that are tried for a legal one.
    pub placement_azimuths: u32,
    /// TG-4c: whether a swap without leave counts as a foul shot.
    pub unapproved_sub_is_foul: bool,
    /// TG-4b: the toley that replaces one refused, broken or swapped.
    pub standard_toley: Spec,
    /// TG-5a.
    pub points_per_marble: u32,
    /// TG-5d4.
    pub toley_knock_continues: KnockContinues,
    /// TG-5d3: whether a knocked off toley costs its owner the game at all.
    pub eliminate_on_knockoff: bool,
    /// TG-5d3.
    pub eliminated_by: EliminatedBy,
    /// TG-5d4: a guard.
    pub max_shots_per_break: u32,
    /// TG-6b2.
    pub unplayable: Unplayable,
    /// TG-7three; 0 never puts out.
    pub foul_limit: u32,
    /// TG-7i.
    pub foul_restore: FoulRestore,
    /// TG-7c.
    pub block_by_other: BlockByOther,
    /// TG-9c.
    pub elimination_gap: EliminationGap,
    /// TG-9d.
    pub warning_limit: u32,
    /// TG-9g.
    pub end_on_target: EndOnTarget,
    /// TG-X2.
    pub on_wipeout: OnWipeout,
    /// TG-X3.
    pub nobody_left: NobodyLeft,
    /// TG-X4: a guard.
    pub max_turns_per_game: u32,
    /// TG-X4, s; 0 is no limit.
    pub time_limit_s: f64,
    /// TG-X4, s.
    pub shot_s: f64,
    /// TG-X4, s.
    pub turn_change_s: f64,
}

impl Rules {
    /// The document's values.
    pub fn literal() -> Rules {
        Rules {
            ring_radius_m: 0.9144,
            ring_height_m: 0.0762,
            edge_fillet_m: 0.0,
            off: OffCriterion::CentrePastEdge,
            release_inset_m: 0.025,
            release_height_m: 0.025,
            knuckle_offset_m: 0.025,
            in_ring_offset_max_m: 0.0,
            hand_radius_m: 0.020,
            placement_azimuths: 72,
            unapproved_sub_is_foul: false,
            standard_toley: Spec { radius_m: 0.009525, density_kg_m3: 2500.0 },
            points_per_marble: 1,
            toley_knock_continues: KnockContinues::Any,
            eliminate_on_knockoff: true,
            eliminated_by: EliminatedBy::AnyPlayer,
            max_shots_per_break: 1000,
            unplayable: Unplayable::Remove,
            foul_limit: 3,
            foul_restore: FoulRestore::KnockedOffOnly,
            block_by_other: BlockByOther::LetStand,
            elimination_gap: EliminationGap::SkipSlot,
            warning_limit: 3,
            end_on_target: EndOnTarget::Shot,
            on_wipeout: OnWipeout::PlayOn,
            nobody_left: NobodyLeft::Points,
            max_turns_per_game: 2000,
            time_limit_s: 0.0,
            shot_s: 20.0,
            turn_change_s: 10.0,
        }
    }
}
