//! What is asked about the marbles.

use tolley_analysis::regression::Factor::{Cosine, Doubled, Inversions, Is, Sine, Steps};
use tolley_analysis::statistics::regression::Family::{Logit, Mean};
use tolley_analysis::{bins, crossing, judged, ranks, smooth, survival, trend};

use super::Ask::{self, Best, Compare, Fair, Ranks, Seats, Trend};
use super::{LARGEST, Part, Question, exact, regression};
use crate::research::race;

/// How often the same shot, from the same lie of the balls, is judged otherwise.
const fn shots_judged(over: &'static [(&'static str, Option<&'static str>)]) -> Ask {
    Ask::Judged(judged::Asked {
        over,
        table: "shots",
        inputs: &[
            "game",
            "player",
            "release_x_m",
            "release_y_m",
            "azimuth_rad",
            "elevation_rad",
            "spin_ratio",
            "launch_speed_m_s",
            "aim_error_rad",
            "marbles_before_count",
            "toleys_before_count",
        ],
        outcomes: &["marbles_off_count", "toleys_off_count", "points_count", "toley_stays", "clause_id", "is_foul"],
    })
}

/// Along the limit of fouls, none last.
const fn limits(measure: &'static str) -> Ask {
    Trend(trend::Asked { along: "fouls.limit_count", order: &["1", "2", "3", "5", "0"], measure, strata: &[] })
}

/// Along the diameter of the toley.
const fn larger(measure: &'static str) -> Ask {
    Trend(trend::Asked { along: "toley.diameter_m", order: &[], measure, strata: &["player.equal"] })
}

/// TGQ1 to TGQ12.
pub const QUESTIONS: &[Question] = &[
    Question {
        id: "TGQ1",
        text: "Where around the ring should the first shot be taken, how aimed, how hard, and for whom?",
        parts: &[
            part!("tinsley_green/best_break.toml", 120_000, Best),
            part!(
                "tinsley_green/first_shot.toml",
                40,
                Compare(&["shot.position_rad"], "break_points_count", 0.25, None),
                // whether the place matters at all: waves of the rack's own turn, and half as long
                regression(
                    "break_points_count",
                    Mean,
                    &[
                        &[Cosine("shot.position_rad", 6.0)],
                        &[Sine("shot.position_rad", 6.0)],
                        &[Cosine("shot.position_rad", 12.0)],
                        &[Sine("shot.position_rad", 12.0)],
                    ],
                ),
                Compare(&["shot.position_rad"], "shoots_again", 0.02, None),
                Compare(&["shot.speed_m_s=5", "shot.elevation_rad"], "shoots_again", 0.02, LARGEST),
            ),
        ],
        open: "positions 2 degrees apart, of which those 10 degrees apart tell two waves of the rack's turn; which opening wins matches, and how well its break tells: opening.toml, by tolley compare",
    },
    Question {
        id: "TGQ2",
        text: "From which places inside the ring is a break worth most that goes on?",
        parts: &[
            part!(
                "tinsley_green/rest_point.toml",
                24,
                Compare(&["start.toley_x_m=0", "start.toley_y_m=0"], "break_points_count", 0.25, LARGEST),
                Ask::Bins(bins::Asked {
                    table: "shots",
                    measure: "break_points_count",
                    by: ("nearest_marble_m", 0.1),
                    strata: &["start.marbles_left_count", "shot.by"],
                    has_places: true,
                }),
            ),
            part!(
                "tinsley_green/rest_map.toml",
                12,
                Ask::Smooth(smooth::Asked {
                    bounds: &[("break_points_count", f64::NEG_INFINITY, f64::INFINITY)],
                    over: &["start.toley_x_m", "start.toley_y_m"],
                    strata: &["start.marbles_left_count"],
                    has_map: true,
                }),
            ),
        ],
        open: "",
    },
    Question {
        id: "TGQ3",
        text: "Is it an advantage to play first?",
        parts: &[
            part!(
                "tinsley_green/first_play.toml",
                800,
                Fair("first_wins"),
                Compare(&["player.aim_sd_rad", "rack.count=49"], "first_wins", 0.01, None),
                regression(
                    "first_wins",
                    Logit,
                    &[&[Doubled("player.aim_sd_rad", 1.0)], &[Steps("rack.count", 49.0, -12.0)]]
                ),
            ),
            part!(
                "tinsley_green/first_choice.toml",
                300,
                Compare(&["match.first_choice=second"], "chooser_wins", 0.01, None),
            ),
            // where one in n is even and not one half
            part!("tinsley_green/first_play_individual.toml", 800, Seats("match.player_count", "winner_seat")),
        ],
        open: "",
    },
    Question {
        id: "TGQ4",
        text: "What does the three-foul limit do to a team that fouls, and to the game?",
        parts: &[part!(
            "tinsley_green/foul_limit.toml",
            600,
            Compare(&["fouls.limit_count=0"], "a_wins", 0.01, None),
            Compare(&["fouls.limit_count=0"], "eliminated_count", 0.1, None),
            Compare(&["fouls.p_fudge=0", "fouls.p_cabbage=0"], "a_wins", 0.01, None),
            Compare(&["fouls.p_fudge=0", "fouls.p_cabbage=0"], "foul_count", 0.5, None),
            // points lost: what a foul knocks off is put back
            Compare(&["fouls.limit_count=0"], "shots.marbles_off_count[is_foul=true]", 0.1, None),
            // no limit is the widest
            limits("a_wins"),
            limits("eliminated_count"),
            regression(
                "a_wins",
                Logit,
                &[
                    &[Is("fouls.limit_count", "1")],
                    &[Steps("fouls.p_fudge", 0.0, 0.05)],
                    &[Steps("fouls.p_cabbage", 0.0, 0.05)],
                    &[Is("fouls.limit_count", "1"), Steps("fouls.p_fudge", 0.0, 0.05)],
                    &[Is("fouls.limit_count", "1"), Steps("fouls.p_cabbage", 0.0, 0.05)],
                ],
            ),
        )],
        open: "",
    },
    Question {
        id: "TGQ5",
        text: "Does fudging pay, and how often must it be seen so that it does not?",
        parts: &[part!(
            "tinsley_green/fudging.toml",
            240,
            Compare(&["fouls.fudge_speed_m_s=0", "referee.p_detect_foul=0"], "a_wins", 0.01, None),
            Compare(&["fouls.fudge_reach_m=0"], "a_wins", 0.01, None),
            Compare(&["fouls.limit_count=0"], "a_wins", 0.01, None),
            Compare(
                &["fouls.fudge_speed_m_s=0", "fouls.fudge_reach_m=0", "referee.p_detect_foul=0"],
                "shots.points_count[side=0]",
                0.05,
                None,
            ),
            Ask::Crossing(crossing::Asked {
                along: ("referee.p_detect_foul", "0"),
                over: &[("fouls.fudge_speed_m_s", "0"), ("fouls.fudge_reach_m", "0")],
                measure: "a_wins",
            }),
        )],
        open: "",
    },
    Question {
        id: "TGQ6",
        text: "Is it better to stop short, to roll off, or to hunt toleys?",
        parts: &[part!(
            "tinsley_green/stay_on.toml",
            360,
            Compare(&["a.policy=sampled"], "a_wins", 0.01, LARGEST),
            exact(&[("a.policy", Some("sampled"))], "a_wins"),
            Compare(&["continuation.eliminate_on_knockoff=false"], "a_wins", 0.01, None),
            Ask::Bins(bins::Asked {
                table: "turns",
                measure: "lost_share",
                by: ("rest_radius_m", 0.1),
                strata: &["b.error_ratio"],
                has_places: false,
            }),
            // toleys of side a, of which the other is b
            Ask::Survival(survival::Asked {
                table: "turns",
                turns: "exposed_turn_count",
                lost: "lost_share",
                only: ("side", 0.0),
                column: ("rest_radius_m", 0.1),
                axis: "b.error_ratio",
            }),
        )],
        open: "",
    },
    Question {
        id: "TGQ7",
        text: "Does the extra shot for a toley knocked off change the length of games, and comebacks?",
        parts: &[part!(
            "tinsley_green/extra_shot.toml",
            500,
            Compare(&["continuation.toley_knock=any"], "turn_count", 2.0, None),
            Compare(&["continuation.toley_knock=any"], "first_wins", 0.01, None),
            Compare(&["continuation.toley_knock=any"], "comeback", 0.01, None),
            Compare(&["continuation.toley_knock=any"], "comeback[ten_behind=true]", 0.01, None),
            Compare(&["continuation.toley_knock=any"], "turns.shot_count", 0.1, None),
            // the third pair
            Compare(&["continuation.toley_knock=none"], "turns.shot_count", 0.1, None),
            exact(&[("continuation.toley_knock", Some("any"))], "turns.shot_count"),
            exact(&[("continuation.toley_knock", Some("any"))], "first_wins"),
        )],
        open: "",
    },
    Question {
        id: "TGQ8",
        text: "Is the largest toley the best, each at its own best aim and speed?",
        parts: &[
            part!("tinsley_green/best_toley.toml", 72_000, Best),
            part!(
                "tinsley_green/toley_size.toml",
                54,
                Compare(&["toley.diameter_m=0.01905"], "toley_stays", 0.02, None),
                Compare(&["toley.density_kg_m3=2500"], "toley_stays", 0.02, None),
                Compare(&["toley.diameter_m=0.01905", "player.equal"], "break_points_count", 0.25, LARGEST),
                larger("break_points_count"),
                larger("toley_stays"),
            ),
        ],
        open: "",
    },
    Question {
        id: "TGQ9",
        text: "Do size and packing of the rack matter for fairness and length?",
        parts: &[
            part!(
                "tinsley_green/rack_size.toml",
                240,
                Compare(&["rack.count=49"], "first_wins", 0.01, None),
                Compare(&["rack.count=49"], "turn_count", 2.0, None),
                Compare(&["rack.packing=nearest-shell"], "turn_count", 2.0, None),
                Compare(&["rack.gap_mean_m=6e-5"], "turn_count", 2.0, None),
                Compare(&["rack.phase=fixed"], "turn_count", 2.0, None),
                Compare(&["rack.count=49"], "marbles_left_count=0", 0.01, None),
                Compare(&["rack.count=49"], "winner_points_count-loser_points_count", 1.0, None),
                Compare(&["rack.packing=nearest-shell"], "turns.points_count", 0.2, None),
                Compare(&["rack.gap_mean_m=6e-5"], "turns.points_count", 0.2, None),
                Compare(&["rack.phase=fixed"], "turns.points_count", 0.2, None),
                Compare(&["rack.packing=nearest-shell"], "first_wins", 0.01, None),
                Ranks(ranks::Asked { over: "rack.count", measure: "turn_count" }),
                regression(
                    "first_wins",
                    Logit,
                    &[
                        &[Doubled("rack.count", 1.0)],
                        &[Is("rack.packing", "hexagon-plus")],
                        &[Is("rack.phase", "random")],
                        &[Is("rack.gap_mean_m", "0")],
                        &[Is("rack.gap_mean_m", "2e-4")],
                    ],
                ),
            ),
            part!(
                "tinsley_green/rack_turn.toml",
                360,
                Compare(&["rack.phase_rad=0"], "turns.points_count", 0.2, None),
                Compare(&["rack.phase_rad=0"], "turn_count", 2.0, None),
                Compare(&["rack.phase_rad=0"], "first_wins", 0.01, None),
            ),
        ],
        open: "",
    },
    Question {
        id: "TGQ10",
        text: "How does individual play treat each seat, against one win in n?",
        parts: &[part!("tinsley_green/seats.toml", 1800, Seats("match.player_count", "winner_seat"))],
        open: "",
    },
    Question {
        id: "TGQ11",
        text: "In what order should a captain field six unequal players?",
        parts: &[
            // no order by itself, but how far all of them are from the best first
            part!(
                "tinsley_green/order_inversions.toml",
                56,
                regression("a_wins", Logit, &[&[Inversions("a.order_count", 5.0)], &[Is("b.order", "random")]]),
            ),
            part!(
                "tinsley_green/order.toml",
                72,
                // against the same order no order of six unlike players can gain but by playing first
                Compare(&["a.order_count=0"], "a_wins[b_order=given]", 0.01, LARGEST),
                Compare(&["a.order_count=0"], "a_wins[b_order=random]", 0.01, LARGEST),
                Compare(&["a.order_count=0"], "a_wins[b_order=same]", 0.01, None),
            ),
            part!(
                "tinsley_green/every_order.toml",
                5,
                Ask::Race(race::Asked { key: "a.order_count", control: ("a.order", "random"), measure: "a_wins" }),
            ),
        ],
        open: "",
    },
    Question {
        id: "TGQ12",
        text: "How much hangs on the definition of the edge and on the referee's eye?",
        parts: &[part!(
            "tinsley_green/edge.toml",
            480,
            Compare(&["ring.off=centre-past-edge"], "a_wins", 0.005, None),
            Compare(&["ring.edge_fillet_m=0"], "a_wins", 0.005, None),
            Compare(&["referee.edge_sd_m=0"], "a_wins", 0.005, None),
            exact(&[("ring.off", Some("centre-past-edge"))], "a_wins"),
            exact(&[("ring.edge_fillet_m", Some("0"))], "a_wins"),
            exact(&[("referee.edge_sd_m", Some("0"))], "a_wins"),
            shots_judged(&[("ring.off", Some("centre-past-edge"))]),
            shots_judged(&[("ring.edge_fillet_m", Some("0"))]),
            shots_judged(&[("referee.edge_sd_m", Some("0"))]),
        )],
        open: "",
    },
];
