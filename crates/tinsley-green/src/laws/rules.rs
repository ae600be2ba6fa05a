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
        preset: HumanErrors = HumanErrors::Literal, Ground "whether people make mistakes",
            strata [HumanErrors::Literal, HumanErrors::Human] "the presets", assumed UNCOUNTED, sets HumanErrors::sets;
        /// The laws in force; keys that differ from them are amendments
        version: Version = Version::Bmbc1992, Law "edition of the laws", clause "TG-13";
    }
}

keys! {
    /// A match.
    pub struct Format in "match" {
        /// What is played
        kind: MatchKind = MatchKind::Club, Law "kind of match", clause "TG-9a, TG-10, TG-11a, TG-11e";
        /// Players of a team
        team_size_count: u32 = 6, Law "players of a team", in 1..=60, drawn 4..=6, clause "TG-9b";
        /// Players of an individual match
        player_count: u32 = 4, Law "players of an individual match", in 1..=60, drawn 2..=8, clause "TG-11a",
            assumed "the laws say two or more", only_with Format.kind = MatchKind::Individual;
        /// Games of a match
        game_count: u32 = 1, Law "games of a match", in 1..=99, drawn 1..=3, clause "TG-9a";
        /// What wins a match of several games
        win: MatchWin = MatchWin::MostGames, Law "what wins a match of several games", clause "TG-9a", assumed OPEN;
        /// Points that win: match.target_points_count, or more than half the rack
        target: Target = Target::Points, Law "which points win a game", clause "TG-9g";
        /// Points that win a team's game
        target_points_count: u32 = 25, Law "points that win a game", in 1..=1000, drawn 19..=31, clause "TG-9g",
            only_with Format.target = Target::Points;
        /// When a game ends that is won
        end_on_target: EndOnTarget = EndOnTarget::Shot, Law "when a game that is won ends", clause "TG-9g",
            assumed OPEN;
        /// Points that win a tie-break or challenge
        tie_break_target_count: u32 = 7, Law "points that win a tie-break", in 1..=1000, drawn 4..=10,
            clause "TG-11d, TG-11e";
        /// Tie-breaks after which those who are still level have drawn
        tie_breaks_most_count: u32 = 10, Law "most tie-breaks of a match", in 0..=1000, drawn 2..=20, clause "TG-X4",
            assumed GUARD;
        /// How it is found who has the choice to play first
        first_play: FirstPlay = FirstPlay::NoseDrop, Law "way the first player is found", clause "TG-9f";
        /// What who has the choice does with it
        first_choice: Choice = Choice::First, Seat "choice of who may play first",
            drawn_of [Choice::First, Choice::Second], clause "TG-9f", assumed OPEN;
        /// Games with either side first, played beforehand, by which the sides know what it is worth to play first
        first_choice_games_count: u32 = 200, Bookkeeping "games played to value the first turn", in 1..=1_000_000,
            drawn 50..=400, clause "TG-9f", assumed "how well players know it nobody has asked",
            only_with Format.first_choice = Choice::Optimal;
        /// Standard deviation of the place, each way from the line, where a toley leaves the nose
        nose_drop_sd_m: f64 = 0.030, Skill "spread of the drop from the nose", in 0.0..=1.0, plausible 0.005..=0.1,
            strata plausible, clause "TG-9f", assumed UNMEASURED;
        /// Standard deviation of the speed, each way, at which it is pushed as it leaves
        nose_push_sd_m_s: f64 = 0.0, Skill "spread of the push at the nose drop", in 0.0..=10.0, plausible 0.0..=0.2,
            strata plausible, clause "TG-9f", assumed UNMEASURED;
        /// Both of the second side or player over those of the others
        nose_drop_sd_ratio: f64 = 1.0, Side "nose-drop spread of the second side", in 0.0..=100.0, plausible 0.25..=4.0,
            clause "TG-9f", assumed UNMEASURED;
        /// Height of a nose over the sand
        nose_height_m: f64 = 1.5, Skill "height of the nose", shown "m", in 0.0..=3.0, plausible 1.3..=1.7,
            strata plausible, clause "TG-9f", assumed "that of a standing adult, or so";
        /// Width of the groove as which the line is scribed: what comes to rest over it lies in it, at no distance; 0
        /// is a line without a groove
        groove_width_m: f64 = 0.0, Ground "width of the scribed line", in 0.0..=0.2, plausible 0.0..=0.02,
            strata plausible when "match.first_play=nose-drop", clause "TG-9f",
            assumed "the laws say only that a line is drawn in the sand";
        /// Who plays in place of an eliminated player
        elimination_gap: EliminationGap = EliminationGap::SkipSlot, Law "who plays for an eliminated player",
            clause "TG-9c", assumed OPEN;
        /// What follows when a side has nobody left
        on_wipeout: OnWipeout = OnWipeout::PlayOn, Law "what follows when a side has nobody left", clause "TG-X2",
            assumed OPEN;
        /// What follows when nobody is left
        nobody_left: NobodyLeft = NobodyLeft::Points, Law "what follows when nobody is left", clause "TG-X3",
            assumed OPEN;
        /// Players of the pool from which the Board picks the best of each side
        board_pool_count: u32 = 24, Design "players in the Board's pool", in 1..=1000, drawn 12..=48, clause "TG-10",
            assumed "the laws say only that the Board picks", only_with Format.kind = MatchKind::International;
        /// Standard deviation of ln(errors) among the players of a pool, about those of a club
        board_pool_sd_ratio: f64 = 0.3, Skill "spread of skill in the Board's pool", shown "%", in 0.0..=2.0,
            plausible 0.0..=0.6, strata plausible, clause "TG-10",
            assumed "nobody has measured how players of a club differ",
            only_with Format.kind = MatchKind::International;
        /// Distance of the benches from the edge: at least 3 m
        bench_distance_m: f64 = 3.0, Law "distance of the benches from the ring", shown "m", in 0.0..=100.0,
            drawn 3.0..=6.0, clause "TG-9d";
        /// Turns after which a game is cut short
        turns_most_count: u32 = 2000, Bookkeeping "most turns of a game", in 1..=1_000_000, drawn 500..=4000,
            clause "TG-X4", assumed GUARD;
        /// Time after which a game ends with the break; 0 is none
        time_limit_s: f64 = 0.0, Law "time limit of a game", shown "min", in 0.0..=1e6,
            drawn_of [0.0, 600.0, 1200.0, 1800.0], clause "TG-X4";
        /// Time of a shot; only told
        shot_s: f64 = 20.0, Bookkeeping "time of a shot", in 0.0..=3600.0, drawn 5.0..=60.0, clause "TG-X4",
            assumed UNTIMED;
        /// Time between turns; only told
        turn_change_s: f64 = 10.0, Bookkeeping "time between turns", in 0.0..=3600.0, drawn 2.0..=30.0, clause "TG-X4",
            assumed UNTIMED;
    }
}

keys! {
    /// What a shot brings.
    pub struct Continuation in "continuation" {
        /// Points for a marble
        points_per_marble_count: u32 = 1, Law "points for a marble", in 1..=100, drawn 1..=3, clause "TG-5a";
        /// Which toleys knocked off earn another shot
        toley_knock: KnockContinues = KnockContinues::Any, Law "which toleys earn another shot", clause "TG-5d4",
            assumed OPEN;
        /// Whether the owner of a toley knocked off is out of the game
        eliminate_on_knockoff: bool = true, Law "whether a lost toley puts its owner out", clause "TG-5d3";
        /// Whose shots do that
        eliminated_by: EliminatedBy = EliminatedBy::AnyPlayer, Law "whose shots put a player out", clause "TG-5d3",
            assumed OPEN;
        /// What a lie costs that cannot be played
        unplayable: Unplayable = Unplayable::Remove, Law "cost of a lie that cannot be played", clause "TG-6b2",
            assumed OPEN;
        /// Shots after which a break ends
        shots_per_break_most_count: u32 = 1000, Law "most shots of a break", in 1..=1_000_000, drawn 100..=2000,
            clause "TG-5d4", assumed GUARD;
    }
}

keys! {
    /// What players do that the laws forbid, and what it costs.
    pub struct Fouls in "fouls" {
        /// Fouls of a player that put him out of the game; 0 is never
        limit_count: u32 = 3, Law "fouls that put a player out", in 0..=1000, drawn 1..=5, clause "TG-7three";
        /// What goes back on the ring after a foul
        restore: FoulRestore = FoulRestore::KnockedOffOnly, Law "what goes back after a foul", clause "TG-7i",
            assumed OPEN;
        /// Probability that a shot is fudged
        p_fudge: f64 = 0.0, Ground "chance that a shot is fudged", in 0.0..=1.0, drawn 0.0..=0.1,
            strata [0.0, 0.05] "preset human 0.02; high is a guess", clause "TG-7a", assumed UNCOUNTED;
        /// Speed that fudging adds
        fudge_speed_m_s: f64 = 0.5, Ground "speed that fudging adds", in 0.0..=10.0, plausible 0.0..=1.5,
            strata plausible when "fouls.p_fudge>0", clause "TG-7a", assumed NO_FIGURE;
        /// How far fudging brings the toley forward
        fudge_reach_m: f64 = 0.030, Ground "distance that fudging gains", in 0.0..=0.5, plausible 0.0..=0.1,
            strata plausible when "fouls.p_fudge>0", clause "TG-7a", assumed NO_FIGURE;
        /// Whether who fudges means to: he tries each shot with it too and plays the better; else that chosen without
        fudge_is_meant: bool = false, Choice "whether fudging is deliberate", clause "TG-7a", assumed UNCOUNTED;
        /// Probability that a shot from inside the ring is cabbaged
        p_cabbage: f64 = 0.0, Ground "chance that a shot is cabbaged", in 0.0..=1.0, drawn 0.0..=0.1,
            strata [0.0, 0.03] "preset human 0.01; high is a guess", clause "TG-7b", assumed UNCOUNTED;
        /// How far beside its rest point a cabbaged toley is released, at the better spot
        cabbage_m: f64 = 0.020, Ground "distance that cabbaging gains", in 0.0..=0.5, plausible 0.0..=0.1,
            strata plausible when "fouls.p_cabbage>0", clause "TG-7b", assumed NO_FIGURE;
        /// Whether cabbaging is stopped before the shot
        cabbage_before_release: bool = false, Law "whether cabbaging is stopped in time", clause "TG-7b", assumed OPEN;
        /// Probability that the shooter blocks a ball
        p_block_shooter: f64 = 0.0, Ground "chance that the shooter blocks a ball", in 0.0..=1.0, drawn 0.0..=0.02,
            strata [0.0, 0.01] "preset human 0.002; high is a guess", clause "TG-7c", assumed UNCOUNTED;
        /// Probability that an opponent blocks a ball
        p_block_other: f64 = 0.0, Ground "chance that an opponent blocks a ball", in 0.0..=1.0, drawn 0.0..=0.02,
            strata [0.0, 0.01] "a guess, as for the shooter", clause "TG-7c", assumed UNCOUNTED;
        /// What becomes of a shot that an opponent blocks
        block_by_other: BlockByOther = BlockByOther::LetStand, Law "what becomes of a shot an opponent blocks",
            clause "TG-7c", assumed OPEN;
        /// Probability a turn that the other side's bench earns a warning
        p_warning: f64 = 0.0, Ground "chance of a warning in a turn", in 0.0..=1.0, drawn 0.0..=0.02,
            strata [0.0, 0.01] "preset human 0.002; high is a guess", clause "TG-9d", assumed UNCOUNTED;
        /// Warnings that disqualify a side; 0 is never
        warning_limit_count: u32 = 3, Law "warnings that disqualify a side", in 0..=1000, drawn 1..=5, clause "TG-9d";
    }
}

keys! {
    /// What befalls players and balls.
    pub struct Accidents in "accidents" {
        /// Probability that a shot is dropped or misfires
        p_misfire: f64 = 0.0, Ground "chance that a shot misfires", in 0.0..=1.0, drawn 0.0..=0.05,
            strata [0.0, 0.03] "preset human 0.01; high is a guess", clause "TG-6c", assumed UNCOUNTED;
        /// Fastest misfire
        misfire_speed_max_m_s: f64 = 0.3, Ground "fastest misfire", in 0.0..=10.0, plausible 0.0..=1.0,
            strata plausible when "accidents.p_misfire>0", clause "TG-6c", assumed NO_FIGURE;
        /// Probability a hard hit that a marble breaks
        p_break_marble: f64 = 0.0, Ground "chance that a hard hit breaks a marble", in 0.0..=1.0, drawn 0.0..=1e-3,
            strata [0.0, 0.0001] "preset human 0.00001; high is a guess", clause "TG-8a", assumed UNCOUNTED;
        /// Probability a hard hit that a toley breaks
        p_break_toley: f64 = 0.0, Ground "chance that a hard hit breaks a toley", in 0.0..=1.0, drawn 0.0..=1e-3,
            strata [0.0, 0.0001] "as for a marble", clause "TG-8b", assumed UNCOUNTED;
        /// Impulse above which a hit is hard
        break_impulse_n_s: f64 = 0.05, Ground "impulse above which a hit is hard", in 0.0..=100.0, drawn 0.02..=0.1,
            strata [0.02, 0.1] "range it is drawn from" when "accidents.p_break_marble>0", clause "TG-8a", assumed UNMEASURED;
        /// Probability that a broken ball has no largest piece
        p_shatter: f64 = 0.05, Ground "chance that a broken ball shatters", in 0.0..=1.0, drawn 0.0..=0.2,
            strata [0.0, 0.5] "a guess" when "accidents.p_break_marble>0", clause "TG-8a", assumed UNCOUNTED;
        /// Standard deviation of the largest piece from where the ball would lie, each way
        piece_offset_m: f64 = 0.010, Ground "spread of the largest piece of a broken ball", in 0.0..=1.0,
            drawn 0.0..=0.03, strata [0.0, 0.03] "range it is drawn from" when "accidents.p_break_marble>0", clause "TG-8a",
            assumed NO_FIGURE;
        /// Probability that the referee refuses a toley
        p_toley_refused: f64 = 0.0, Ground "chance that a toley is refused", in 0.0..=1.0, drawn 0.0..=0.05,
            strata [0.0, 0.05] "a guess", clause "TG-4b", assumed UNCOUNTED;
        /// Probability a turn that a player wants to swap his toley
        p_substitution: f64 = 0.0, Ground "chance that a player wants another toley", in 0.0..=1.0, drawn 0.0..=0.05,
            strata [0.0, 0.05] "a guess", clause "TG-4c", assumed UNCOUNTED;
        /// Probability that he has leave
        p_substitution_approved: f64 = 1.0, Ground "chance that a swap is allowed", in 0.0..=1.0, drawn 0.0..=1.0,
            strata [0.5, 1.0] "a guess" when "accidents.p_substitution>0", clause "TG-4c, TG-8b", assumed UNCOUNTED;
        /// Whether a swap without leave is a foul shot
        unapproved_substitution_is_foul: bool = false, Law "whether a swap without leave is a foul", clause "TG-4c",
            assumed OPEN;
        /// Probability that a drop from the nose is done again
        p_redrop: f64 = 0.0, Ground "chance that a nose drop is repeated", in 0.0..=1.0, drawn 0.0..=0.2,
            strata [0.0, 0.05] "a guess", clause "TG-9f", assumed UNCOUNTED;
        /// Probability a break that the collector miscounts by one
        p_miscount: f64 = 0.0, Ground "chance that a break is miscounted", in 0.0..=1.0, drawn 0.0..=0.05,
            strata [0.0, 0.02] "a guess", clause "TG-9b", assumed UNCOUNTED;
    }
}

keys! {
    /// The referee's eyes.
    pub struct Referee in "referee" {
        /// Standard deviation of the referee's eye at the edge
        edge_sd_m: f64 = 0.0, Ground "error of the referee's eye at the edge", in 0.0..=0.1, plausible 0.0..=0.005,
            strata plausible "plausible range; preset human 1 mm", clause "TG-2", assumed UNMEASURED;
        /// Probability that a breach is seen
        p_detect_foul: f64 = 1.0, Ground "chance that the referee sees a foul", in 0.0..=1.0, drawn 0.5..=1.0,
            strata [0.8, 1.0] "preset human 0.9; low is a guess", clause "TG-2", assumed UNCOUNTED;
        /// Probability that a fair shot is called a foul
        p_false_foul: f64 = 0.0, Ground "chance that a fair shot is called foul", in 0.0..=1.0, drawn 0.0..=0.05,
            strata [0.0, 0.02] "a guess", clause "TG-2", assumed UNCOUNTED;
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
