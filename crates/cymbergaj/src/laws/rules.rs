//! The parameters of the laws: `[laws]`; the default of each is the document's value, or its assumption.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use tolley_experiment::key::Set;
use tolley_experiment::sets;

use super::choices::{
    Attribution, BadThrow, CoinReturn, ContactFirst, CornerBall, CornerSide, FirstOwnGoal, IllegalStroke, Keeper,
    KickOffSpot, MatchKind, Offside, OutCriterion, PenaltySpot, PlacementOrder, SecondStarter, SeriesOrder, Starter,
    Text, TurnRule,
};

tolley_experiment::keys! {
    /// What the laws say about coins; flicks keep to it too.
    pub struct CoinRules in "laws" {
        /// In a friendly the players may choose coins freely, a ball as heavy as a player's coin among them
        match_kind: MatchKind = MatchKind::Tournament, Law "kind of match", clause "CG-1.4b";
    }
}

tolley_experiment::keys! {
    /// Every parameter of the laws that is not a size of the table, a time or a matter of people.
    pub struct Rules in "laws" {
        /// Which text; the Polish one gives two Moves a turn in extra time
        text: Text = Text::English, Law "text of the laws", clause "CG-1.3b", sets Rules::sets;
        /// Ends are changed after the first half
        swap_ends: bool = true, Law "whether ends change at half-time", clause "CG-1.2a";
        /// A goal in extra time ends the match
        golden_goal: bool = false, Law "whether a goal in extra time ends the match", clause "CG-1.3b";
        /// Probability that X wins a toss
        p_toss_x: f64 = 0.5, Seat "chance that X wins a toss", in 0.0..=1.0, drawn 0.4..=0.6, clause "CG-2.1";
        /// Who kicks off
        first_half_kickoff: Starter = Starter::Toss, Seat "who kicks off", clause "CG-2.1";
        /// Who kicks off the second half
        second_half_kickoff: SecondStarter = SecondStarter::Other, Seat "who kicks off the second half",
            clause "CG-FB3";
        /// Who kicks off extra time
        extra_kickoff: Starter = Starter::Toss, Seat "who kicks off extra time", clause "CG-FB4";
        /// Moves of a turn in open play
        moves_per_turn: u32 = 1, Law "Moves of a turn in open play", in 1..=10, drawn 1..=2, clause "CG-1.9c";
        /// Moves of a turn in open play of extra time
        extra_moves_per_turn: u32 = 1, Law "Moves of a turn in extra time", in 1..=10, drawn 1..=2, clause "CG-1.3b";
        /// When the turn passes
        turn_rule: TurnRule = TurnRule::Alternate, Law "when the turn passes", clause "CG-1.9c";
        /// Moves of a kick-off
        kickoff_moves: u32 = 2, Law "Moves of a kick-off", in 1..=10, drawn 1..=3, clause "CG-3.2a";
        /// First Move of a kick-off on which its goal counts
        kickoff_goal_from_move: u32 = 2, Law "Move from which a kick-off may score", in 1..=10, drawn 1..=2,
            clause "CG-3.2b";
        /// Moves of a free kick
        freekick_moves: u32 = 2, Law "Moves of a free kick", in 1..=10, drawn 1..=3, clause "CG-5.4";
        /// First Move of a free kick on which its goal counts
        freekick_goal_from_move: u32 = 2, Law "Move from which a free kick may score", in 1..=10, drawn 1..=2,
            clause "CG-5.4";
        /// Moves of a goal kick
        goalkick_moves: u32 = 2, Law "Moves of a goal kick", in 1..=10, drawn 1..=3, clause "CG-5.5";
        /// First Move of a goal kick on which its goal counts
        goalkick_goal_from_move: u32 = 2, Law "Move from which a goal kick may score", in 1..=10, drawn 1..=2,
            clause "CG-5.5";
        /// Moves of a corner kick
        corner_moves: u32 = 2, Law "Moves of a corner", in 1..=10, drawn 1..=3, clause "CG-5.6";
        /// First Move of a corner kick on which its goal counts
        corner_goal_from_move: u32 = 2, Law "Move from which a corner may score", in 1..=10, drawn 1..=2,
            clause "CG-5.6";
        /// Moves of a centre kick
        centrekick_moves: u32 = 2, Law "Moves of a centre kick", in 1..=10, drawn 1..=3, clause "CG-5.8";
        /// First Move of a centre kick on which its goal counts
        centrekick_goal_from_move: u32 = 1, Law "Move from which a centre kick may score", in 1..=10, drawn 1..=2,
            clause "CG-5.8";
        /// Whether a goal may be thrown
        throw_goal_allowed: bool = false, Law "whether a goal may be thrown", clause "CG-5.2d";
        /// An own goal on a first Move
        first_move_own_goal: FirstOwnGoal = FirstOwnGoal::Corner, Law "what an own goal on a first Move gives",
            clause "CG-3.2c", assumed "the laws are silent; from football";
        /// Penalties of each player in the series
        series_count: u32 = 5, Law "penalties of each player in the series", in 1..=1000, drawn 3..=7, clause "CG-1.3c";
        /// Who begins the series
        series_first: Starter = Starter::Toss, Seat "who begins the penalty series", clause "CG-1.3c";
        /// In which order they kick
        series_order: SeriesOrder = SeriesOrder::Abab, Law "order of the penalty series", clause "CG-1.3c";
        /// A series that is decided stops
        series_early_stop: bool = true, Law "whether a decided series stops", clause "CG-FB5";
        /// Rounds of centre kicks before a toss decides
        sudden_max_rounds: u32 = 1000, Law "most rounds of centre kicks", in 1..=1_000_000, drawn 100..=1000,
            clause "CG-1.3d", assumed "the laws set no end";
        /// When the ball is out
        out_criterion: OutCriterion = OutCriterion::Auto, Law "when the ball is out", clause "CG-4.1a";
        /// Who put the ball over an end-line
        out_attribution: Attribution = Attribution::LastTouch, Law "who put the ball over an end-line", clause "CG-FB1",
            assumed "the laws are silent; from football";
        /// Who put the ball over a side-line
        throw_award: Attribution = Attribution::LastTouch, Law "who put the ball over a side-line", clause "CG-5.2a",
            assumed "the laws are silent; from football";
        /// Coin before ball
        contact_first_foul: ContactFirst = ContactFirst::Strict, Law "foul of touching the coin before the ball",
            clause "CG-5.1d";
        /// A hit of coin on coin with less impulse is no foul
        foul_impulse_n_s: f64 = 0.0, Law "weakest coin contact that is a foul", in 0.0..=1.0, plausible 0.0..=0.001,
            clause "CG-5.1d";
        /// The ball that then enters the offender's goal counts
        advantage: bool = false, Law "whether advantage is played", clause "CG-5.1";
        /// A foul in the victim's own goal area gives a goal kick
        p_award_goal_kick: f64 = 1.0, Law "chance of a goal kick for an attacker's foul", in 0.0..=1.0, drawn 0.0..=1.0,
            clause "CG-5.1a";
        /// A foul in the offender's own goal area gives a penalty
        p_award_penalty: f64 = 1.0, Law "chance of a penalty for a defender's foul", in 0.0..=1.0, drawn 0.0..=1.0,
            clause "CG-5.1b";
        /// What an illegal stroke costs
        illegal_stroke: IllegalStroke = IllegalStroke::FoulRollback, Law "cost of an illegal stroke", clause "CG-1.10",
            assumed "the laws do not say";
        /// A stroke that misses the ball and moves its coin by less is time wasting, which is a foul; 0 is off
        least_stroke_m: f64 = 0.005, Law "least way of a coin that is struck", in 0.0..=0.05, drawn 0.0..=0.02,
            clause "CG-1.10a", assumed "the text that has a section on time wasting could not be read";
        /// What a wrong throw-in costs
        bad_throw: BadThrow = BadThrow::Opponent, Law "cost of a wrong throw-in", clause "CG-FB6",
            assumed "the laws are silent; from football";
        /// Where a coin that fell comes back
        coin_return: CoinReturn = CoinReturn::InsideTangent, Law "where a fallen coin comes back", clause "CG-5.3a",
            assumed "on the edge it would fall again";
        /// A comb's length, edge to edge, that the other coin keeps
        exclusion_m: f64 = 0.13, Law "distance that the other coin keeps", in 0.0..=1.0, plausible 0.1..=0.2,
            clause "CG-5.4, CG-5.6", assumed "combs differ";
        /// Who puts his coin first
        placement_order: PlacementOrder = PlacementOrder::DefenderFirst, Law "who places his coin first",
            clause "CG-5.4", assumed "the laws do not say";
        /// Where on their arcs the coins stand
        kickoff_spot: KickOffSpot = KickOffSpot::Fixed, Law "where a kick-off is taken from", clause "CG-3.1";
        /// Angle from straight behind the ball, to the left positive
        kickoff_angle_rad: f64 = 0.0, Law "angle of a kick-off", in -PI..=PI, drawn -FRAC_PI_4..=FRAC_PI_4,
            clause "CG-3.1", only_with Rules.kickoff_spot = KickOffSpot::Fixed;
        /// Which corner
        corner_side: CornerSide = CornerSide::Nearest, Law "which corner is taken", clause "CG-FB9",
            assumed "the laws are silent; from football";
        /// Where the ball lies that touches the coin in the corner
        corner_ball: CornerBall = CornerBall::Free, Law "where the ball of a corner lies", clause "CG-5.6";
        /// Angle of the ball from the end-line
        corner_ball_angle_rad: f64 = FRAC_PI_4, Law "angle of the ball at a corner", in 0.0..=FRAC_PI_2,
            drawn 0.0..=FRAC_PI_2, clause "CG-5.6", only_with Rules.corner_ball = CornerBall::Fixed;
        /// Where on the goal area line the ball lies
        penalty_spot: PenaltySpot = PenaltySpot::Fixed, Law "where the ball of a penalty lies", clause "CG-5.7";
        /// Place of the ball of a penalty, to the taker's left of the middle
        penalty_y_m: f64 = 0.0, Law "sideways place of the ball at a penalty", in -2.5..=2.5, drawn -0.1..=0.1,
            clause "CG-5.7", only_with Rules.penalty_spot = PenaltySpot::Fixed;
        /// Where in his goal the defender's coin stands
        keeper: Keeper = Keeper::Free, Law "where the defender's coin stands", clause "CG-5.7, CG-5.8";
        /// Place of the defender's coin in his goal, to his left of the middle
        keeper_y_m: f64 = 0.0, Law "sideways place of the defender's coin", in -2.5..=2.5, drawn -0.015..=0.015,
            clause "CG-5.7, CG-5.8", only_with Rules.keeper = Keeper::Fixed;
        /// A penalty awarded as time ends is taken
        finish_penalty: bool = true, Law "whether a penalty at full time is taken", clause "CG-FB7";
        /// Moves without a touch of the ball, then it goes to the Centre Spot
        stall_moves: u32 = 20, Law "Moves without touching the ball, at most", in 1..=1_000_000, drawn 10..=40,
            clause "CG-FB10", assumed "the laws are silent; from football";
        /// Offside needs several players a side
        offside: Offside = Offside::Never, Law "offside", clause "CG-FB11";
    }
}

impl Rules {
    fn sets(text: Text) -> Vec<Set> {
        match text {
            Text::English => Vec::new(),
            Text::Polish => sets! { Rules { extra_moves_per_turn: 2u32 } },
        }
    }
}
