//! The questions, and what is asked of which scenario: docs/questions.md says what each is about.

use Ask::{Best, Compare, Fair, Seats};
use tolley_analysis::{band, bins, crossing, game, region, smooth, survival};

use super::race;
use crate::args::Better;

/// A question.
pub struct Question {
    /// Its number.
    pub id: &'static str,
    /// In a sentence.
    pub text: &'static str,
    /// What is played and asked.
    pub parts: &'static [Part],
    /// What the document asks that this does not say; empty if nothing.
    pub open: &'static str,
}

/// A scenario and what is asked of it.
pub struct Part {
    /// Its path below `scenarios/`.
    pub scenario: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Trials at each point that fit ten minutes, all parts of a question together; of a best choice shots.
    pub repeats: u64,
    /// All that is asked of its dataset.
    pub asks: &'static [Ask],
}

/// What is asked of a dataset.
pub enum Ask {
    /// Whether a share is one half.
    Fair(&'static str),
    /// Whether values of axes differ: `KEY=CONTROL`, the measure, the margin.
    Compare(&'static [&'static str], &'static str, f64, Option<Better>),
    /// Whether each of n seats, by this key, wins one match in n; in this column.
    Seats(&'static str, &'static str),
    /// What places are worth where both sides choose theirs.
    Game(game::Asked<'static>),
    /// Where gains come to nothing.
    Crossing(crossing::Asked<'static>),
    /// In which range a difference keeps most of its top.
    Band(band::Asked<'static>),
    /// Which points are as wanted.
    Region(&'static [region::Bound<'static>]),
    /// How one column hangs on another.
    Bins(bins::Asked<'static>),
    /// Smooth surfaces over axes.
    Smooth(smooth::Asked<'static>),
    /// How long what may be lost lasts.
    Survival(survival::Asked<'static>),
    /// Which of very many values is the best.
    Race(race::Asked),
    /// The best choice for each skill.
    Best,
}

/// A scenario of the repository.
macro_rules! part {
    ($path:literal, $repeats:literal, $($ask:expr),+ $(,)?) => {
        Part {
            scenario: $path,
            text: include_str!(concat!("../../../scenarios/", $path)),
            repeats: $repeats,
            asks: &[$($ask),+],
        }
    };
}

const LARGEST: Option<Better> = Some(Better::Largest);
const SMALLEST: Option<Better> = Some(Better::Smallest);

/// All of them.
pub const QUESTIONS: &[Question] = &[
    Question {
        id: "TGQ1",
        text: "Where around the ring should the first shot be taken, how aimed, how hard, and for whom?",
        parts: &[part!("tinsley_green/best_break.toml", 60_000, Best)],
        open: "which opening wins matches, and how well its break tells: opening.toml, by tolley compare",
    },
    Question {
        id: "TGQ2",
        text: "From which places inside the ring is a break worth most that goes on?",
        parts: &[part!(
            "tinsley_green/rest_point.toml",
            48,
            Compare(&["start.toley_x_m=0", "start.toley_y_m=0"], "break_points_count", 0.25, LARGEST),
            Ask::Bins(bins::Asked {
                table: "shots",
                measure: "break_points_count",
                by: ("nearest_marble_m", 0.1),
                strata: &["start.marbles_left_count", "shot.by"],
            }),
            Ask::Smooth(smooth::Asked {
                bounds: &[("break_points_count", f64::NEG_INFINITY, f64::INFINITY)],
                over: &["start.toley_x_m", "start.toley_y_m"],
                strata: &["start.marbles_left_count", "shot.by"],
            }),
        )],
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
                Compare(&["match.first_choice=first"], "a_wins", 0.01, None),
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
            Compare(&["continuation.eliminate_on_knockoff=false"], "a_wins", 0.01, None),
            Ask::Bins(bins::Asked {
                table: "turns",
                measure: "lost_share",
                by: ("rest_radius_m", 0.1),
                strata: &["b.error_ratio"],
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
        )],
        open: "",
    },
    Question {
        id: "TGQ8",
        text: "Is the largest toley the best, each at its own best aim and speed?",
        parts: &[part!("tinsley_green/best_toley.toml", 72_000, Best)],
        open: "",
    },
    Question {
        id: "TGQ9",
        text: "Do size and packing of the rack matter for fairness and length?",
        parts: &[part!(
            "tinsley_green/rack_size.toml",
            240,
            Compare(&["rack.count=49"], "first_wins", 0.01, None),
            Compare(&["rack.count=49"], "turn_count", 2.0, None),
            Compare(&["rack.packing=nearest-shell"], "turn_count", 2.0, None),
            Compare(&["rack.gap_mean_m=6e-5"], "turn_count", 2.0, None),
        )],
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
            part!("tinsley_green/order.toml", 120, Compare(&["a.order_count=0"], "a_wins", 0.01, LARGEST)),
            part!(
                "tinsley_green/every_order.toml",
                6,
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
        )],
        open: "",
    },
    Question {
        id: "CGQ1",
        text: "Is a match fair when the players' coins differ in weight or size, and up to which difference?",
        parts: &[part!("cymbergaj/cgq01_coin_weight.toml", 9600, Fair("a_win_share"))],
        open: "",
    },
    Question {
        id: "CGQ2",
        text: "How light must the ball be for a game with goals in which skill shows?",
        parts: &[part!(
            "cymbergaj/cgq02_ball_weight.toml",
            4000,
            Compare(&["ball.mass_ratio=0.618"], "goal_count", 0.2, None),
            Compare(&["ball.mass_ratio=0.618"], "level_share", 0.02, None),
            Compare(&["b.error_ratio=1", "ball.mass_ratio=0.618"], "a_win_share", 0.01, LARGEST),
            Ask::Band(band::Asked { of: ("b.error_ratio", "1"), along: "ball.mass_ratio", measure: "a_win_share" }),
            Ask::Region(&[("goal_count", 3.0, 7.0)]),
        )],
        open: "",
    },
    Question {
        id: "CGQ3",
        text: "Does it help to win the toss?",
        parts: &[part!("cymbergaj/cgq03_toss.toml", 24_000, Fair("starter_win_share"))],
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
            Compare(&["b.error_ratio=1", "laws.text=english"], "extra_a_win_share", 0.01, None),
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
            Compare(&["laws.contact_first_foul=strict"], "foul_goal_count", 0.1, None),
            Compare(&["a.policy=direct"], "a_win_share", 0.01, None),
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
            ),
            part!(
                "cymbergaj/cgq07_exclusion_corner.toml",
                40_000,
                Compare(&["laws.exclusion_m=0.13"], "corner_goal_share", 0.01, None),
                Compare(&["b.corner_defence=ball"], "corner_goal_share", 0.01, SMALLEST),
            ),
        ],
        open: "",
    },
    Question {
        id: "CGQ8",
        text: "Which sizes of table and goal give a good game?",
        parts: &[part!(
            "cymbergaj/cgq08_table.toml",
            2000,
            Compare(&["table.goal_width_m=0.085"], "goal_count", 0.2, None),
            Compare(&["table.goal_width_m=0.085"], "level_share", 0.02, None),
            Compare(&["table.length_m=1.1", "table.width_m=0.6"], "goal_count", 0.2, None),
            Compare(&["table.length_m=1.1", "table.width_m=0.6"], "exit_share", 0.01, None),
            Ask::Region(&[("goal_count", 3.0, 7.0), ("level_share", f64::NEG_INFINITY, 0.25)]),
            Ask::Smooth(smooth::Asked {
                bounds: &[("goal_count", 3.0, 7.0), ("level_share", f64::NEG_INFINITY, 0.25)],
                over: &["table.length_m", "table.width_m", "table.goal_width_m", "surface.sliding_friction_ratio"],
                strata: &[],
            }),
        )],
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
                Ask::Game(game::Asked {
                    gains: "a.run_up_m",
                    loses: ("laws.keeper_y_m", "0"),
                    measure: "a_penalty_goal_share",
                }),
            ),
            part!(
                "cymbergaj/cgq10_penalty_angle.toml",
                6000,
                Compare(&["a.penalty_angle_rad=0", "laws.penalty_y_m=0"], "a_penalty_goal_share", 0.01, LARGEST),
            ),
        ],
        open: "keepers on the other half of the goal, which mirrors this one",
    },
    Question {
        id: "CGQ11",
        text: "How much do clock and time wasting decide, and does a limit on the time of a Move cure it?",
        parts: &[part!(
            "cymbergaj/cgq11_clock.toml",
            6600,
            Compare(&["clock.move_limit_s=0", "clock.leader_slow_ratio=1"], "leader_win_share", 0.01, None),
            Compare(&["clock.move_s=8"], "leader_win_share", 0.01, None),
            Compare(&["clock.added_time=uniform"], "leader_win_share", 0.01, None),
        )],
        open: "",
    },
    Question {
        id: "CGQ12",
        text: "How robust are winners to where the lines are, when a ball is out, who put it out, and the referee's eye?",
        parts: &[part!(
            "cymbergaj/cgq12_lines.toml",
            5100,
            Compare(&["laws.out_criterion=auto"], "a_win_share", 0.01, None),
            Compare(&["table.line_inset_m=0"], "a_win_share", 0.01, None),
            Compare(&["laws.out_attribution=last-touch"], "a_win_share", 0.01, None),
            Compare(&["referee.line_sd_m=0"], "a_win_share", 0.01, None),
        )],
        open: "",
    },
];
