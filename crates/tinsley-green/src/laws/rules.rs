//! The parameters of the laws, one struct for each table of a scenario: the document's values, and its readings.

use tolley_experiment::key::Set;
use tolley_experiment::{keys, names, sets};

use super::choices::{
    BlockByOther, Choice, EliminatedBy, EliminationGap, EndOnTarget, FirstPlay, FoulRestore, KnockContinues, MatchKind,
    MatchWin, NobodyLeft, OnWipeout, Target, Unplayable, Version,
};
use crate::keys::balls::{Marble, Toley};
use crate::keys::player::HandRules;
use crate::keys::rack::Rack;
use crate::keys::ring::{OPEN, Ring};
use crate::keys::shot::Shot;

const NO_FIGURE: &str = "the laws name no figure";
const UNCOUNTED: &str = "nobody has counted how often";
const UNMEASURED: &str = "nobody has measured it";
const UNTIMED: &str = "nobody has timed it";
const GUARD: &str = "a guard";

names! {
    /// Human errors.
    pub enum HumanErrors {
        Literal = "literal": "None: the laws to the letter.",
        Human = "human": "As often as seems likely.",
    }
}

impl HumanErrors {
    fn sets(self) -> Vec<Set> {
        match self {
            HumanErrors::Literal => Vec::new(),
            HumanErrors::Human => sets! {
                Marble { diameter_sd_m: 0.15e-3 }
                Fouls { p_fudge: 0.02, p_cabbage: 0.01, p_block_shooter: 0.002, p_warning: 0.002 }
                Accidents { p_misfire: 0.01, p_break_marble: 1e-5 }
                Referee { edge_sd_m: 1e-3, p_detect_foul: 0.9 }
            },
        }
    }
}

keys! {
    /// Which laws are in force.
    pub struct Edition in "laws" {
        /// Human errors: none, or as often as seems likely; a key that is set wins
        preset: HumanErrors = HumanErrors::Literal, assumed UNCOUNTED, sets HumanErrors::sets;
        /// The laws in force; keys that differ from them are amendments
        version: Version = Version::Bmbc1992, clause "TG-13";
    }
}

keys! {
    /// A match.
    pub struct Format in "match" {
        /// What is played
        kind: MatchKind = MatchKind::Club, clause "TG-9a, TG-10, TG-11a, TG-11e";
        /// Players of a team
        team_size_count: u32 = 6, in 1..=60, drawn 4..=6, clause "TG-9b";
        /// Players of an individual match
        player_count: u32 = 4, in 1..=60, drawn 2..=8, clause "TG-11a", assumed "the laws say two or more",
            only_with Format.kind = MatchKind::Individual;
        /// Games of a match
        game_count: u32 = 1, in 1..=99, drawn 1..=3, clause "TG-9a";
        /// What wins a match of several games
        win: MatchWin = MatchWin::MostGames, clause "TG-9a", assumed OPEN;
        /// Points that win: match.target_points_count, or more than half the rack
        target: Target = Target::Points, clause "TG-9g";
        /// Points that win a team's game
        target_points_count: u32 = 25, in 1..=1000, drawn 19..=31, clause "TG-9g",
            only_with Format.target = Target::Points;
        /// When a game ends that is won
        end_on_target: EndOnTarget = EndOnTarget::Shot, clause "TG-9g", assumed OPEN;
        /// Points that win a tie-break or challenge
        tie_break_target_count: u32 = 7, in 1..=1000, drawn 4..=10, clause "TG-11d, TG-11e";
        /// Tie-breaks after which those who are still level have drawn
        tie_breaks_most_count: u32 = 10, in 0..=1000, drawn 2..=20, clause "TG-X4", assumed GUARD;
        /// How it is found who has the choice to play first
        first_play: FirstPlay = FirstPlay::NoseDrop, clause "TG-9f";
        /// What who has the choice does with it
        first_choice: Choice = Choice::First, drawn_of [Choice::First, Choice::Second], clause "TG-9f", assumed OPEN;
        /// Games with either side first, played beforehand, by which the sides know what it is worth to play first
        first_choice_games_count: u32 = 200, in 1..=1_000_000, drawn 50..=400, clause "TG-9f",
            assumed "how well players know it nobody has asked", only_with Format.first_choice = Choice::Optimal;
        /// Standard deviation of the place, each way from the line, where a toley leaves the nose
        nose_drop_sd_m: f64 = 0.030, in 0.0..=1.0, plausible 0.005..=0.1, clause "TG-9f", assumed UNMEASURED;
        /// Standard deviation of the speed, each way, at which it is pushed as it leaves
        nose_push_sd_m_s: f64 = 0.0, in 0.0..=10.0, plausible 0.0..=0.2, clause "TG-9f", assumed UNMEASURED;
        /// Both of the second side or player over those of the others
        nose_drop_sd_ratio: f64 = 1.0, in 0.0..=100.0, plausible 0.25..=4.0, clause "TG-9f", assumed UNMEASURED;
        /// Height of a nose over the sand
        nose_height_m: f64 = 1.5, in 0.0..=3.0, plausible 1.3..=1.7, clause "TG-9f",
            assumed "that of a standing adult, or so";
        /// Width of the groove as which the line is scribed: what comes to rest over it lies in it, at no distance; 0
        /// is a line without a groove
        groove_width_m: f64 = 0.0, in 0.0..=0.2, plausible 0.0..=0.02, clause "TG-9f",
            assumed "the laws say only that a line is drawn in the sand";
        /// Who plays in place of an eliminated player
        elimination_gap: EliminationGap = EliminationGap::SkipSlot, clause "TG-9c", assumed OPEN;
        /// What follows when a side has nobody left
        on_wipeout: OnWipeout = OnWipeout::PlayOn, clause "TG-X2", assumed OPEN;
        /// What follows when nobody is left
        nobody_left: NobodyLeft = NobodyLeft::Points, clause "TG-X3", assumed OPEN;
        /// Players of the pool from which the Board picks the best of each side
        board_pool_count: u32 = 24, in 1..=1000, drawn 12..=48, clause "TG-10",
            assumed "the laws say only that the Board picks",
            only_with Format.kind = MatchKind::International;
        /// Standard deviation of ln(errors) among the players of a pool, about those of a club
        board_pool_sd_ratio: f64 = 0.3, in 0.0..=2.0, plausible 0.0..=0.6, clause "TG-10",
            assumed "nobody has measured how players of a club differ", only_with Format.kind = MatchKind::International;
        /// Distance of the benches from the edge: at least 3 m
        bench_distance_m: f64 = 3.0, in 0.0..=100.0, drawn 3.0..=6.0, clause "TG-9d";
        /// Turns after which a game is cut short
        turns_most_count: u32 = 2000, in 1..=1_000_000, drawn 500..=4000, clause "TG-X4", assumed GUARD;
        /// Time after which a game ends with the break; 0 is none
        time_limit_s: f64 = 0.0, in 0.0..=1e6, drawn_of [0.0, 600.0, 1200.0, 1800.0], clause "TG-X4";
        /// Time of a shot; only told
        shot_s: f64 = 20.0, in 0.0..=3600.0, drawn 5.0..=60.0, clause "TG-X4", assumed UNTIMED;
        /// Time between turns; only told
        turn_change_s: f64 = 10.0, in 0.0..=3600.0, drawn 2.0..=30.0, clause "TG-X4", assumed UNTIMED;
    }
}

keys! {
    /// What a shot brings.
    pub struct Continuation in "continuation" {
        /// Points for a marble
        points_per_marble_count: u32 = 1, in 1..=100, drawn 1..=3, clause "TG-5a";
        /// Which toleys knocked off earn another shot
        toley_knock: KnockContinues = KnockContinues::Any, clause "TG-5d4", assumed OPEN;
        /// Whether the owner of a toley knocked off is out of the game
        eliminate_on_knockoff: bool = true, clause "TG-5d3";
        /// Whose shots do that
        eliminated_by: EliminatedBy = EliminatedBy::AnyPlayer, clause "TG-5d3", assumed OPEN;
        /// What a lie costs that cannot be played
        unplayable: Unplayable = Unplayable::Remove, clause "TG-6b2", assumed OPEN;
        /// Shots after which a break ends
        shots_per_break_most_count: u32 = 1000, in 1..=1_000_000, drawn 100..=2000, clause "TG-5d4", assumed GUARD;
    }
}

keys! {
    /// What players do that the laws forbid, and what it costs.
    pub struct Fouls in "fouls" {
        /// Fouls of a player that put him out of the game; 0 is never
        limit_count: u32 = 3, in 0..=1000, drawn 1..=5, clause "TG-7three";
        /// What goes back on the ring after a foul
        restore: FoulRestore = FoulRestore::KnockedOffOnly, clause "TG-7i", assumed OPEN;
        /// Probability that a shot is fudged
        p_fudge: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.1, clause "TG-7a", assumed UNCOUNTED;
        /// Speed that fudging adds
        fudge_speed_m_s: f64 = 0.5, in 0.0..=10.0, plausible 0.0..=1.5, clause "TG-7a", assumed NO_FIGURE;
        /// How far fudging brings the toley forward
        fudge_reach_m: f64 = 0.030, in 0.0..=0.5, plausible 0.0..=0.1, clause "TG-7a", assumed NO_FIGURE;
        /// Whether who fudges means to: he tries each shot with it too and plays the better; else that chosen without
        fudge_is_meant: bool = false, clause "TG-7a", assumed UNCOUNTED;
        /// Probability that a shot from inside the ring is cabbaged
        p_cabbage: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.1, clause "TG-7b", assumed UNCOUNTED;
        /// How far beside its rest point a cabbaged toley is released, at the better spot
        cabbage_m: f64 = 0.020, in 0.0..=0.5, plausible 0.0..=0.1, clause "TG-7b", assumed NO_FIGURE;
        /// Whether cabbaging is stopped before the shot
        cabbage_before_release: bool = false, clause "TG-7b", assumed OPEN;
        /// Probability that the shooter blocks a ball
        p_block_shooter: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.02, clause "TG-7c", assumed UNCOUNTED;
        /// Probability that an opponent blocks a ball
        p_block_other: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.02, clause "TG-7c", assumed UNCOUNTED;
        /// What becomes of a shot that an opponent blocks
        block_by_other: BlockByOther = BlockByOther::LetStand, clause "TG-7c", assumed OPEN;
        /// Probability a turn that the other side's bench earns a warning
        p_warning: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.02, clause "TG-9d", assumed UNCOUNTED;
        /// Warnings that disqualify a side; 0 is never
        warning_limit_count: u32 = 3, in 0..=1000, drawn 1..=5, clause "TG-9d";
    }
}

keys! {
    /// What befalls players and balls.
    pub struct Accidents in "accidents" {
        /// Probability that a shot is dropped or misfires
        p_misfire: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.05, clause "TG-6c", assumed UNCOUNTED;
        /// Fastest misfire
        misfire_speed_max_m_s: f64 = 0.3, in 0.0..=10.0, plausible 0.0..=1.0, clause "TG-6c", assumed NO_FIGURE;
        /// Probability a hard hit that a marble breaks
        p_break_marble: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=1e-3, clause "TG-8a", assumed UNCOUNTED;
        /// Probability a hard hit that a toley breaks
        p_break_toley: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=1e-3, clause "TG-8b", assumed UNCOUNTED;
        /// Impulse above which a hit is hard
        break_impulse_n_s: f64 = 0.05, in 0.0..=100.0, drawn 0.02..=0.1, clause "TG-8a", assumed UNMEASURED;
        /// Probability that a broken ball has no largest piece
        p_shatter: f64 = 0.05, in 0.0..=1.0, drawn 0.0..=0.2, clause "TG-8a", assumed UNCOUNTED;
        /// Standard deviation of the largest piece from where the ball would lie, each way
        piece_offset_m: f64 = 0.010, in 0.0..=1.0, drawn 0.0..=0.03, clause "TG-8a", assumed NO_FIGURE;
        /// Probability that the referee refuses a toley
        p_toley_refused: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.05, clause "TG-4b", assumed UNCOUNTED;
        /// Probability a turn that a player wants to swap his toley
        p_substitution: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.05, clause "TG-4c", assumed UNCOUNTED;
        /// Probability that he has leave
        p_substitution_approved: f64 = 1.0, in 0.0..=1.0, drawn 0.0..=1.0, clause "TG-4c, TG-8b", assumed UNCOUNTED;
        /// Whether a swap without leave is a foul shot
        unapproved_substitution_is_foul: bool = false, clause "TG-4c", assumed OPEN;
        /// Probability that a drop from the nose is done again
        p_redrop: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.2, clause "TG-9f", assumed UNCOUNTED;
        /// Probability a break that the collector miscounts by one
        p_miscount: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.05, clause "TG-9b", assumed UNCOUNTED;
    }
}

keys! {
    /// The referee's eyes.
    pub struct Referee in "referee" {
        /// Standard deviation of the referee's eye at the edge
        edge_sd_m: f64 = 0.0, in 0.0..=0.1, plausible 0.0..=0.005, clause "TG-2", assumed UNMEASURED;
        /// Probability that a breach is seen
        p_detect_foul: f64 = 1.0, in 0.0..=1.0, drawn 0.5..=1.0, clause "TG-2", assumed UNCOUNTED;
        /// Probability that a fair shot is called a foul
        p_false_foul: f64 = 0.0, in 0.0..=1.0, drawn 0.0..=0.05, clause "TG-2", assumed UNCOUNTED;
    }
}

/// The laws of a match; by default the document's, applied to people who make no mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Laws {
    /// Size, edge and sand of the ring.
    pub ring: Ring,
    /// How many marbles there are.
    pub rack: Rack,
    /// What toleys may be.
    pub toley: Toley,
    /// Where a hand may knuckle down.
    pub hand: HandRules,
    /// How high a toley is released; the rest of it is not law.
    pub shot: Shot,
    /// What is played.
    pub format: Format,
    /// What a shot brings.
    pub continuation: Continuation,
    /// Fouls.
    pub fouls: Fouls,
    /// Accidents.
    pub accidents: Accidents,
    /// The referee.
    pub referee: Referee,
}
