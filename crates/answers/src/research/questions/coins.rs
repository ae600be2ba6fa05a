//! What is asked about the coins.

use tolley_analysis::regression::Factor::{Doubled, First, Is, Steps};
use tolley_analysis::statistics::regression::Family::{Log, Logit};
use tolley_analysis::{band, game, influence, judged, regression as several, smooth, within};

use super::Ask::{self, Compare, Fair};
use super::{LARGEST, Part, Question, SMALLEST, exact, regression};

/// Where taker and keeper stand.
const PENALTY: game::Asked<'static> =
    game::Asked { gains: &["a.run_up_m"], loses: ("laws.keeper_y_m", "0"), measure: "a_penalty_goal_share" };

/// How often the same Move, from the same places of the coins, is judged otherwise.
const fn moves_judged(over: &'static [(&'static str, Option<&'static str>)]) -> Ask {
    Ask::Judged(judged::Asked {
        over,
        table: "moves",
        inputs: &[
            "period",
            "mover",
            "restart",
            "turn_move_no",
            "own_x_m",
            "own_y_m",
            "ball_x_m",
            "ball_y_m",
            "other_x_m",
            "other_y_m",
            "launch_rad",
            "launch_speed_m_s",
            "launch_offset_ratio",
        ],
        outcomes: &["call", "given_to", "goal_to", "own_goal", "foul_by"],
    })
}

/// The smallest exclusion that is as good as the comb of the document, 130 mm.
const fn smallest_exclusion(measure: &'static str) -> Ask {
    Ask::Within(within::Asked { along: ("laws.exclusion_m", "0.13"), measure, margin: 0.01 })
}

/// On what fouls of the coin before the ball hang; where it is no foul nothing is counted.
const fn of_contacts(measure: &'static str) -> Ask {
    Ask::Regression(several::Asked {
        measure,
        beside: None,
        family: Log,
        terms: &[
            &[Is("laws.contact_first_foul", "moved-only")],
            &[Steps("laws.p_award_penalty", 0.0, 0.5)],
            &[Is("a.policy", "cautious")],
        ],
        without: Some(("laws.contact_first_foul", "off")),
    })
}

/// What of lines and referee changes most.
const fn order_of_influence(measure: &'static str) -> Ask {
    Ask::Influence(influence::Asked {
        over: &[
            ("laws.out_criterion", "auto"),
            ("table.line_inset_m", "0"),
            ("laws.out_attribution", "last-touch"),
            ("referee.line_sd_m", "0"),
        ],
        measure,
    })
}

/// CGQ1 to CGQ12.
pub const QUESTIONS: &[Question] = &[
    Question {
        id: "CGQ1",
        text: "Is a match fair when the players' coins differ in weight or size, and up to which difference?",
        parts: &[
            part!(
                "cymbergaj/cgq01_coin_weight.toml",
                9600,
                Fair("a_win_share"),
                // a hundredth of the mass, half a hundredth of the diameter; other tables, weaker players
                regression(
                    "a_win_share",
                    Logit,
                    &[
                        &[Steps("a.mass_ratio", 1.0, 0.01)],
                        &[Steps("a.diameter_m", 0.0215, 0.000_11)],
                        &[Steps("a.mass_ratio", 1.0, 0.01), Steps("surface.sliding_friction_ratio", 0.2, 0.1)],
                        &[Steps("a.mass_ratio", 1.0, 0.01), Doubled("contest.error_ratio", 1.0)],
                    ],
                ),
            ),
            // lighter coins too, of a player who does not allow for what his coin weighs, by what a comb does
            part!("cymbergaj/coin_weight_match.toml", 5000, Fair("a_win_share")),
        ],
        open: "players who try strokes in their heads, whose pairs of matches take ten times as long \
               (cgq01_coin_weight_sampled, by tolley fair)",
    },
    Question {
        id: "CGQ2",
        text: "How light must the ball be for a game with goals in which skill shows?",
        parts: &[
            part!(
                "cymbergaj/cgq02_ball_weight.toml",
                4000,
                Compare(&["ball.mass_ratio=0.618"], "goal_count", 0.2, None),
                Compare(&["ball.mass_ratio=0.618"], "open_goal_share", 0.01, None),
                Compare(&["ball.mass_ratio=0.618"], "level_share", 0.02, None),
                Compare(&["b.error_ratio=1", "ball.mass_ratio=0.618"], "a_win_share", 0.01, LARGEST),
                Ask::Band(band::Asked { of: ("b.error_ratio", "1"), along: "ball.mass_ratio", measure: "a_win_share" }),
                Ask::Region(&[("goal_count", 3.0, 7.0)]),
            ),
            // coins of a purse, whose size changes too, beside that of the document
            part!(
                "cymbergaj/cgq02_ball_coins.toml",
                4000,
                Compare(&["ball.coin=PL-20gr-1990"], "goal_count", 0.2, None),
                Compare(&["ball.coin=PL-20gr-1990"], "open_goal_share", 0.01, None),
                Compare(&["ball.coin=PL-20gr-1990"], "level_share", 0.02, None),
                Compare(&["b.error_ratio=1", "ball.coin=PL-20gr-1990"], "a_win_share", 0.01, LARGEST),
                Ask::Region(&[("goal_count", 3.0, 7.0)]),
            ),
        ],
        open: "the range of skill by a curve for real coins, which lie on no line: each is compared by itself",
    },
    Question {
        id: "CGQ3",
        text: "Does it help to win the toss?",
        parts: &[part!(
            "cymbergaj/cgq03_toss.toml",
            24_000,
            Fair("starter_win_share"),
            Compare(&["laws.second_half_kickoff=other"], "starter_win_share", 0.01, None),
            // what each arm has is his lead in goals of the half that he began
            Compare(&["clock.half_s=150", "clock.move_s=10"], "starter_lead_count", 0.05, None),
            // goals of both in that half, in pairs
            Ask::Regression(several::Asked {
                measure: "matches.starter_first_half_count",
                beside: Some("matches.other_first_half_count"),
                family: Log,
                without: None,
                terms: &[
                    &[First],
                    &[Doubled("clock.half_s", 150.0)],
                    &[Doubled("clock.move_s", 10.0)],
                    &[First, Doubled("clock.half_s", 150.0)],
                    &[First, Doubled("clock.move_s", 10.0)],
                ],
            }),
        )],
        open: "",
    },
    Question {
        id: "CGQ4",
        text: "What does it do that restarts have two Moves, and that no goal counts on the first?",
        parts: &[
            part!(
                "cymbergaj/cgq04_two_moves.toml",
                3000,
                Compare(&["laws.kickoff_moves=2", "laws.kickoff_goal_from_move=2"], "kick_off_goal_share", 0.01, None),
                Compare(
                    &["laws.freekick_moves=2", "laws.freekick_goal_from_move=2"],
                    "free_kick_goal_share",
                    0.01,
                    None
                ),
                Compare(&["laws.kickoff_moves=2", "laws.kickoff_goal_from_move=2"], "goal_count", 0.2, None),
                Compare(&["laws.kickoff_moves=2", "laws.kickoff_goal_from_move=2"], "starter_win_share", 0.01, None),
                Compare(&["laws.freekick_moves=2", "laws.freekick_goal_from_move=2"], "goal_count", 0.2, None),
                exact(
                    &[("laws.kickoff_moves", Some("2")), ("laws.kickoff_goal_from_move", Some("2"))],
                    "kick_off_goal_share",
                ),
                exact(
                    &[("laws.freekick_moves", Some("2")), ("laws.freekick_goal_from_move", Some("2"))],
                    "free_kick_goal_share",
                ),
                regression(
                    "goal_count",
                    Log,
                    &[
                        &[Steps("laws.kickoff_moves", 2.0, 1.0)],
                        &[Is("laws.kickoff_goal_from_move", "1")],
                        &[Steps("laws.kickoff_moves", 2.0, 1.0), Is("laws.kickoff_goal_from_move", "1")],
                        &[Steps("laws.freekick_moves", 2.0, 1.0)],
                        &[Is("laws.freekick_goal_from_move", "1")],
                        &[Steps("laws.freekick_moves", 2.0, 1.0), Is("laws.freekick_goal_from_move", "1")],
                    ],
                ),
            ),
            part!(
                "cymbergaj/cgq04_two_moves_at_the_ends.toml",
                3000,
                Compare(
                    &["laws.goalkick_moves=2", "laws.goalkick_goal_from_move=2"],
                    "goal_kick_goal_share",
                    0.01,
                    None
                ),
                Compare(&["laws.corner_moves=2", "laws.corner_goal_from_move=2"], "corner_goal_share", 0.01, None),
            ),
        ],
        open: "",
    },
    Question {
        id: "CGQ5",
        text: "One Move or two a turn in extra time: which decides more, which favours the better player?",
        parts: &[part!(
            "cymbergaj/cgq05_extra_time.toml",
            12_000,
            Compare(&["laws.text=english"], "extra_decides_share", 0.01, None),
            Compare(&["laws.text=english"], "extra_a_win_share", 0.01, None),
            Compare(&["b.error_ratio=1", "laws.text=english"], "extra_a_win_share", 0.01, None),
            exact(&[("laws.text", Some("english"))], "extra_decides_share"),
            regression(
                "extra_a_win_share",
                Logit,
                &[
                    &[Is("laws.text", "polish")],
                    &[Steps("b.error_ratio", 1.0, 0.1)],
                    &[Is("laws.text", "polish"), Steps("b.error_ratio", 1.0, 0.1)],
                ],
            ),
        )],
        open: "",
    },
    Question {
        id: "CGQ6",
        text: "Does the foul of the coin before the ball matter, and what does who never risks it give up?",
        parts: &[part!(
            "cymbergaj/cgq06_coin_before_ball.toml",
            6800,
            Compare(&["laws.contact_first_foul=strict"], "a_win_share", 0.01, None),
            Compare(&["laws.contact_first_foul=strict"], "contact_foul_count", 0.1, None),
            Compare(&["laws.contact_first_foul=strict"], "foul_goal_count", 0.1, None),
            Compare(&["laws.p_award_penalty=0"], "a_win_share", 0.01, None),
            Compare(&["a.policy=direct"], "refused_share", 0.01, None),
            Compare(&["a.policy=direct"], "a_win_share", 0.01, None),
            exact(&[("laws.contact_first_foul", Some("strict"))], "a_win_share"),
            exact(&[("a.policy", Some("direct"))], "a_win_share"),
            of_contacts("contact_foul_count"),
            of_contacts("foul_goal_count"),
        )],
        open: "",
    },
    Question {
        id: "CGQ7",
        text: "How far should the opponent stand off at a free kick and at a corner?",
        parts: &[
            part!(
                "cymbergaj/cgq07_exclusion.toml",
                16_000,
                Compare(&["laws.exclusion_m=0.13"], "free_kick_goal_share", 0.01, None),
                Compare(&["contest.opening_distance_m=0.3"], "free_kick_goal_share", 0.01, None),
                regression(
                    "free_kick_goal_share",
                    Logit,
                    &[
                        &[Steps("laws.exclusion_m", 0.13, 0.02)],
                        &[Steps("contest.opening_distance_m", 0.3, 0.1)],
                        &[Steps("laws.exclusion_m", 0.13, 0.02), Steps("contest.opening_distance_m", 0.3, 0.1)],
                    ],
                ),
                smallest_exclusion("free_kick_goal_share"),
            ),
            part!(
                "cymbergaj/cgq07_exclusion_corner.toml",
                40_000,
                Compare(&["laws.exclusion_m=0.13"], "corner_goal_share", 0.01, None),
                Compare(&["b.corner_defence=ball"], "corner_goal_share", 0.01, SMALLEST),
                smallest_exclusion("corner_goal_share"),
            ),
        ],
        open: "the defender's best place at a free kick, where he stands between ball and goal as near as he may; at a corner \
               the better of two",
    },
    Question {
        id: "CGQ8",
        text: "Which sizes of table and goal give a good game?",
        parts: &[
            part!(
                "cymbergaj/cgq08_table.toml",
                2000,
                Compare(&["table.goal_width_m=0.085"], "goal_count", 0.2, None),
                Compare(&["table.goal_width_m=0.085"], "level_share", 0.02, None),
                Compare(&["table.length_m=1.1", "table.width_m=0.6"], "goal_count", 0.2, None),
                Compare(&["table.length_m=1.1", "table.width_m=0.6"], "exit_share", 0.01, None),
                Compare(&["table.length_m=1.1", "table.width_m=0.6"], "move_count", 2.0, None),
                Compare(&["surface.sliding_friction_ratio=0.2"], "goal_count", 0.2, None),
                Compare(&["surface.sliding_friction_ratio=0.2"], "exit_share", 0.01, None),
                Ask::Region(&[("goal_count", 3.0, 7.0), ("level_share", f64::NEG_INFINITY, 0.25)]),
            ),
            part!(
                "cymbergaj/cgq08_table_sobol.toml",
                2000,
                Ask::Smooth(smooth::Asked {
                    bounds: &[("goal_count", 3.0, 7.0), ("level_share", f64::NEG_INFINITY, 0.25)],
                    over: &["table.length_m", "table.width_m", "table.goal_width_m", "surface.sliding_friction_ratio"],
                    strata: &[],
                    has_map: false,
                }),
            ),
        ],
        open: "",
    },
    Question {
        id: "CGQ9",
        text: "Is the tie-break fair to who kicks second, in turn and in ABBA, with and without pressure?",
        parts: &[part!(
            "cymbergaj/cgq09_tie_break.toml",
            40_000,
            Fair("first_kicker_win_share"),
            Compare(&["laws.series_order=ABAB"], "first_kicker_win_share", 0.01, None),
            exact(&[("laws.series_order", Some("ABAB"))], "first_kicker_win_share"),
            Compare(&["laws.series_order=ABAB"], "matches.decided_in=centre-kicks", 0.01, None),
            Compare(&["contest.pressure_ratio=1"], "matches.winner=first_kicker[decided_in=centre-kicks]", 0.01, None),
        )],
        open: "",
    },
    Question {
        id: "CGQ10",
        text: "Where should the defender's coin stand at a penalty, and where the taker's and the ball?",
        parts: &[
            part!(
                "cymbergaj/cgq10_penalty.toml",
                4000,
                Compare(&["laws.keeper_y_m=0"], "a_penalty_goal_share", 0.01, SMALLEST),
                Compare(&["a.run_up_m=0.03"], "a_penalty_goal_share", 0.01, LARGEST),
                Ask::Game(PENALTY),
            ),
            part!(
                "cymbergaj/cgq10_penalty_ball.toml",
                600,
                Ask::Game(game::Asked { gains: &["a.run_up_m", "laws.penalty_y_m"], ..PENALTY }),
            ),
            part!(
                "cymbergaj/cgq10_penalty_angle.toml",
                6000,
                Compare(&["a.penalty_angle_rad=0", "laws.penalty_y_m=0"], "a_penalty_goal_share", 0.01, LARGEST),
            ),
        ],
        open: "keepers on the other half of the goal where the ball lies in the middle, which mirror these; a taker who comes from an \
               angle, as a plan of the game",
    },
    Question {
        id: "CGQ11",
        text: "How much do clock and time wasting decide, and does a limit on the time of a Move cure it?",
        parts: &[part!(
            "cymbergaj/cgq11_clock.toml",
            6000,
            Compare(&["clock.move_limit_s=0", "clock.leader_slow_ratio=1"], "leader_win_share", 0.01, None),
            Compare(&["clock.move_s=8"], "leader_win_share", 0.01, None),
            Compare(&["clock.added_time=uniform"], "leader_win_share", 0.01, None),
            Compare(&["clock.move_s=8"], "goal_count", 0.2, None),
            Compare(&["clock.move_limit_s=0", "clock.leader_slow_ratio=1"], "goal_count", 0.2, None),
            Compare(&["clock.move_limit_s=0", "clock.leader_slow_ratio=1"], "starter_win_share", 0.01, None),
            regression(
                "leader_win_share",
                Logit,
                &[
                    &[Steps("clock.leader_slow_ratio", 1.0, 1.0)],
                    &[Is("clock.move_limit_s", "15")],
                    &[Steps("clock.leader_slow_ratio", 1.0, 1.0), Is("clock.move_limit_s", "15")],
                    &[Steps("clock.move_s", 8.0, 2.0)],
                ],
            ),
        )],
        open: "",
    },
    Question {
        id: "CGQ12",
        text: "How robust are winners to where the lines are, when a ball is out, who put it out, and the referee's eye?",
        parts: &[
            part!(
                "cymbergaj/cgq12_lines.toml",
                5100,
                Compare(&["laws.out_criterion=auto"], "a_win_share", 0.01, None),
                Compare(&["table.line_inset_m=0"], "a_win_share", 0.01, None),
                Compare(&["laws.out_attribution=last-touch"], "a_win_share", 0.01, None),
                Compare(&["referee.line_sd_m=0"], "a_win_share", 0.01, None),
                Compare(&["laws.out_criterion=auto"], "goal_count", 0.1, None),
                Compare(&["table.line_inset_m=0"], "goal_count", 0.1, None),
                Compare(&["laws.out_attribution=last-touch"], "goal_count", 0.1, None),
                Compare(&["referee.line_sd_m=0"], "goal_count", 0.1, None),
            ),
            part!(
                "cymbergaj/cgq12_moves.toml",
                400,
                moves_judged(&[("laws.out_criterion", Some("auto"))]),
                moves_judged(&[("table.line_inset_m", Some("0"))]),
                moves_judged(&[("laws.out_attribution", Some("last-touch"))]),
                moves_judged(&[("referee.line_sd_m", Some("0"))]),
                exact(&[("laws.out_criterion", Some("auto"))], "goal_count"),
                exact(&[("table.line_inset_m", Some("0"))], "goal_count"),
                exact(&[("laws.out_attribution", Some("last-touch"))], "goal_count"),
                exact(&[("referee.line_sd_m", Some("0"))], "goal_count"),
                exact(&[("laws.out_criterion", Some("auto"))], "a_win_share"),
                exact(&[("table.line_inset_m", Some("0"))], "a_win_share"),
                exact(&[("laws.out_attribution", Some("last-touch"))], "a_win_share"),
                exact(&[("referee.line_sd_m", Some("0"))], "a_win_share"),
                order_of_influence("goal_count"),
                order_of_influence("a_win_share"),
            ),
        ],
        open: "",
    },
];
