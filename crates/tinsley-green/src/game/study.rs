//! The study `tinsley-green/game`: one trial is one match.

use tolley_experiment::key::{Point, Schema};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::study::{Measure, MeasureKind, Study};
use tolley_physics::spheres;

use super::court::{Court, part};
use super::keys::GAME;
use super::recorder::{Before, Recorder};
use super::rows::{EventRow, GameRow, MatchRow, ShotRow, TurnRow};
use super::shot;
use super::squad::Squad;
use crate::hand::Hand;
use crate::laws::{
    self, Coming, Contest, Fixture, Form, Game, MOST_PLAYERS, Params, Phase, Player, Referee, Spec, physics_radius_m,
};
use crate::policy::Budget;
use crate::rack::{self, Rack};
use crate::surface::{Laid, Surface};
use crate::table::Arena;

const MATCH: Purpose = Purpose::named("match");
pub(super) const GAMES: Purpose = Purpose::named("game");
const TURNS: Purpose = Purpose::named("turn");
const SHOTS: Purpose = Purpose::named("shot");

/// What never changes within a design point.
pub struct Setup {
    pub(super) params: Params,
    pub(super) squad: Squad,
    pub(super) hand: Hand,
    pub(super) surface: Surface,
    pub(super) arena: Arena,
    pub(super) marble_density_kg_m3: f64,
    /// Of each side.
    referees: [Referee; 2],
    spec: Spec,
    budget: Budget,
    /// Of the games of the match, and of tie-breaks.
    racks: [Rack; 2],
}

/// Buffers of one worker.
pub struct Buffers {
    pub(super) court: Court,
    pub(super) recorder: Recorder,
}

impl Setup {
    /// Most balls that can ever lie on the ring.
    pub(super) fn most_balls(&self) -> usize {
        self.racks.iter().map(Rack::count).max().unwrap_or(0) + MOST_PLAYERS
    }

    /// The rack of a kind of game.
    pub(super) fn rack(&self, form: Form) -> &Rack {
        &self.racks[usize::from(form == Form::TieBreak)]
    }

    /// A ball on a laying of the sand.
    pub(super) fn ball(&self, laid: &Laid, radius_m: f64, density_kg_m3: f64) -> spheres::Ball {
        self.surface.ball_on(laid, radius_m, density_kg_m3)
    }

    /// A player's toley on a laying of the sand.
    pub(super) fn toley(&self, laid: &Laid, player: &Player) -> spheres::Ball {
        self.ball(laid, player.spec.radius_m, player.spec.density_kg_m3)
    }

    /// The referee for the shots of a side: what a side does amiss is its own.
    pub(super) fn referee(&self, side: u8) -> &Referee {
        &self.referees[usize::from(side.min(1))]
    }
}

/// The study.
pub struct WholeGame;

impl Study for WholeGame {
    type Setup = Setup;
    type Scratch = Buffers;

    const NAME: &'static str = "tinsley-green/game";
    const BLOCK_TRIALS: u64 = 256;
    const TABLES: &'static [Table] = &[
        Table { name: "matches", about: "one match", columns: MatchRow::COLUMNS },
        Table { name: "games", about: "one game of a match", columns: GameRow::COLUMNS },
        Table { name: "turns", about: "one turn of a game: a break of one player", columns: TurnRow::COLUMNS },
        Table { name: "shots", about: "one shot of a turn", columns: ShotRow::COLUMNS },
        Table { name: "events", about: "one event, traced to its clause", columns: EventRow::COLUMNS },
    ];
    const MEASURES: &'static [Measure] = &[
        Measure { column: "a_wins", kind: MeasureKind::Share },
        Measure { column: "first_wins", kind: MeasureKind::Share },
        Measure { column: "is_drawn", kind: MeasureKind::Share },
        Measure { column: "winner_points_count", kind: MeasureKind::Mean },
        Measure { column: "loser_points_count", kind: MeasureKind::Mean },
        Measure { column: "turn_count", kind: MeasureKind::Mean },
        Measure { column: "shot_count", kind: MeasureKind::Mean },
        Measure { column: "eliminated_count", kind: MeasureKind::Mean },
        Measure { column: "is_truncated", kind: MeasureKind::Share },
    ];

    fn schema() -> &'static Schema {
        &GAME
    }

    fn setup(point: &Point) -> Result<Setup, Vec<Fault>> {
        let faults = early_faults(point);
        if !faults.is_empty() {
            return Err(faults);
        }
        let setup = resolved(point);
        let faults = late_faults(point, &setup);
        if faults.is_empty() { Ok(setup) } else { Err(faults) }
    }

    fn scratch(setup: &Setup) -> Buffers {
        Buffers { court: Court::new(setup, setup.budget), recorder: Recorder::default() }
    }

    fn play(setup: &Setup, buffers: &mut Buffers, streams: &Streams, rows: &mut Rows) -> Status {
        let Buffers { court, recorder } = buffers;
        court.log.notes.clear();
        recorder.begin_match();
        let mut contest = open_match(setup, court, streams);
        loop {
            match contest.coming() {
                Coming::Over(outcome) => {
                    let outcome = (outcome.winner, outcome.by_disqualification);
                    recorder.end_match(&contest, Some(outcome), &mut court.log, rows);
                    return Status::Ok;
                }
                Coming::Game(fixture) => {
                    let played = play_game(setup, court, recorder, &mut contest, &fixture, streams, rows);
                    if let Err(status) = played {
                        recorder.end_match(&contest, None, &mut court.log, rows);
                        return status;
                    }
                }
            }
        }
    }
}

pub(super) fn open_match(setup: &Setup, court: &mut Court, streams: &Streams) -> Contest {
    let format = setup.params.format;
    let specs = vec![setup.spec; format.player_count() as usize];
    let mut contest = Contest::new(format, &specs);
    court.log.at_game(0);
    let own = part(streams, MATCH, 0);
    setup.referees[0].approve(&setup.params.rules, &mut contest.players[..specs.len()], &own, &mut court.log);
    contest.open(setup.params.amendments, &mut court.log);
    contest
}

fn play_game(
    setup: &Setup,
    court: &mut Court,
    recorder: &mut Recorder,
    contest: &mut Contest,
    fixture: &Fixture,
    streams: &Streams,
    rows: &mut Rows,
) -> Result<(), Status> {
    let own = part(streams, GAMES, fixture.number);
    let rules = &setup.params.rules;
    if fixture.form == Form::Team {
        for side in 0..2 {
            let order = setup.squad.order(side, contest.order(side), &own);
            let taken = contest.set_order(side, &order);
            debug_assert!(taken.is_ok(), "an order of the side's own players, between games");
        }
    }
    court.log.at_game(fixture.number);
    let by = setup.params.format.first_play;
    let drops = setup.referees[0].drops(by, fixture.droppers, &own, &mut court.log);
    let marbles = court.prepare(setup, fixture, streams, &own);
    let mut game = contest.begin(rules, fixture, &drops, marbles, &mut court.log);
    recorder.begin_game(&game);
    while game.ending().is_none() {
        step(setup, court, recorder, &mut game, &own, rows)?;
    }
    contest.finish(&game, &mut court.log);
    if let Some(ending) = game.ending() {
        recorder.end_game(&game, &ending, &court.laid, rows);
    }
    Ok(())
}

/// The referee's word before a turn, or one shot.
pub(super) fn step(
    setup: &Setup,
    court: &mut Court,
    recorder: &mut Recorder,
    game: &mut Game,
    streams: &Streams,
    rows: &mut Rows,
) -> Result<(), Status> {
    let before = Before::of(game);
    let rules = &setup.params.rules;
    match game.phase {
        Phase::TurnStart => {
            let referee = setup.referee(game.player().side);
            let calls = referee.before_turn(game, &part(streams, TURNS, game.turn));
            laws::start_turn(game, rules, calls, &mut court.verdict, &mut court.log);
        }
        Phase::Placement => shot::play(setup, court, game, &part(streams, SHOTS, game.shot), recorder)?,
        Phase::Ended(_) => return Ok(()),
    }
    recorder.after(game, before, court.verdict.clause, &setup.squad, rows);
    Ok(())
}

/// What must hold before anything can be resolved.
fn early_faults(point: &Point) -> Vec<Fault> {
    let mut faults = Params::faults(point);
    faults.extend(Surface::faults(point));
    faults.extend(Hand::faults(point));
    faults.extend(crate::shot::contact_faults(point));
    if 10.0 * point.number("marble.diameter_sd_m") > point.number("marble.diameter_m") {
        let message = "at most a tenth of marble.diameter_m".to_owned();
        faults.push(Fault { path: "marble.diameter_sd_m", message });
    }
    faults
}

/// TG-9e: the rack, and a toley that is released beside it, have to fit into the ring.
fn late_faults(point: &Point, setup: &Setup) -> Vec<Fault> {
    let widest = setup.racks.iter().map(Rack::reach_m).fold(0.0, f64::max);
    let needed_m = 2.0 * (widest + point.number("toley.diameter_m") + point.number("ring.release_inset_m"));
    if point.number("ring.diameter_m") > needed_m {
        return Vec::new();
    }
    let message = format!("TG-9e: the rack and the released toley need a ring wider than {needed_m:.4} m");
    vec![Fault { path: "ring.diameter_m", message }]
}

fn resolved(point: &Point) -> Setup {
    let params = Params::new(point);
    let surface = Surface::new(point);
    let (marble_m, toley_m) = (0.5 * point.number("marble.diameter_m"), 0.5 * point.number("toley.diameter_m"));
    let spec = Spec { radius_m: toley_m, density_kg_m3: point.number("toley.density_kg_m3") };
    let marble_density_kg_m3 = point.number("marble.density_kg_m3");
    let widest_m = toley_m.max(marble_m).max(0.5 * point.number("toley.standard_diameter_m"));
    let fair = point.choice("b.breaches") == "none";
    let clean = Referee { p_fudge: 0.0, p_cabbage: 0.0, p_block_shooter: 0.0, ..params.referee };
    let rack = |form| Rack::new(rack::Order { count: params.format.rack_of(form) as usize, ..rack::Order::new(point) });
    Setup {
        arena: Arena {
            ground: surface.ground(),
            sand: surface.sand(),
            contact: crate::shot::contact(point),
            fall_radius_m: physics_radius_m(&params.rules, widest_m, point.number("surface.rolling_friction_ratio")),
            spare: surface.ball(marble_m, marble_density_kg_m3),
        },
        squad: Squad::new(point, &params.format),
        hand: Hand::new(point),
        budget: Budget::new(point),
        racks: [rack(params.format.form()), rack(Form::TieBreak)],
        referees: [params.referee, if fair { clean } else { params.referee }],
        marble_density_kg_m3,
        surface,
        params,
        spec,
    }
}
