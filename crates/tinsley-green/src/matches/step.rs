//! A match, game by game and step by step: the laws say what comes next, the players shoot.

use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;

use super::chance;
use super::record::MatchRecord;
use super::roster::Member;
use super::setup::Setup;
use super::shot;
use super::streams::{GameStreams, MatchStreams};
use super::workspace::Workspace;
use crate::laws::{Clause, Coming, Fixture, Form, Game, Log, Match, Moment, Outcome, Phase, What};

/// What a worker uses again from match to match.
pub struct Buffers {
    pub(super) workspace: Workspace,
    pub(super) record: MatchRecord,
    /// Who plays the match.
    pub(super) members: Vec<Member>,
}

impl Buffers {
    /// For the matches of a design point.
    pub fn new(setup: &Setup) -> Buffers {
        Buffers { workspace: Workspace::new(setup), record: MatchRecord::default(), members: Vec::new() }
    }
}

/// Plays a match and pushes its rows; says how it ended, or why it was given up.
///
/// ```
/// use tolley_experiment::random::Streams;
/// use tolley_experiment::row::Rows;
/// use tolley_experiment::study::Study;
/// use tolley_tinsley_green::laws::choices::MatchKind;
/// use tolley_tinsley_green::matches::{Buffers, MatchKeys, MatchStudy, Setup, play};
///
/// let mut keys = MatchKeys::default();
/// keys.format.kind = MatchKind::Challenge;
/// let setup = Setup::new(&keys).expect("two players can play");
/// let mut rows = Rows::new(&MatchStudy::tables());
/// let outcome = play(&setup, &mut Buffers::new(&setup), &Streams::new(1, 0, None), &mut rows).expect("an end");
/// assert!(outcome.winner.is_some() && !outcome.by_disqualification);
/// ```
pub fn play(setup: &Setup, buffers: &mut Buffers, streams: &Streams, rows: &mut Rows) -> Result<Outcome, Status> {
    let streams = MatchStreams::new(streams);
    buffers.record.begin_match();
    let mut current = open(setup, buffers, &streams);
    loop {
        match current.coming(setup.laws()) {
            Coming::Over(outcome) => {
                buffers.record.end_match(&current, Some(outcome), rows);
                return Ok(outcome);
            }
            Coming::Game(fixture) => {
                if let Err(status) = play_game(setup, buffers, &mut current, &fixture, &streams, rows) {
                    buffers.record.end_match(&current, None, rows);
                    return Err(status);
                }
            }
        }
    }
}

/// The match before its first game: the players are picked, and their toleys approved.
pub(super) fn open(setup: &Setup, buffers: &mut Buffers, streams: &MatchStreams) -> Match {
    let (laws, record) = (setup.laws(), &mut buffers.record);
    setup.roster.pick(&streams.opening(), &mut buffers.members);
    let mut toleys = setup.toleys.clone();
    record.log.at = Moment::of_game(0);
    chance::approve(laws, &mut toleys, &streams.opening(), &mut record.log);
    let mut opened = Match::new(laws, &toleys, setup.amendments.len() as u32);
    record.log.append(&mut opened.log);
    for place in &setup.amendments {
        record.log.push(Clause::Tg13, What::Amends, None, *place as f64);
    }
    opened
}

/// The coming game, about to begin: orders, drops from the nose, sand and rack.
pub(super) fn begin(
    setup: &Setup,
    buffers: &mut Buffers,
    current: &mut Match,
    fixture: &Fixture,
    streams: &MatchStreams,
) -> Game {
    let (laws, own) = (setup.laws(), streams.game(fixture.number));
    if fixture.form == Form::Team {
        for side in 0..2 {
            let players = [0, 1].map(|side| current.order(side));
            let players = (players[usize::from(side)], players[0]);
            let order = setup.roster.order(side, players.0, &buffers.members, players.1, own.opening());
            let taken = current.set_order(side, &order);
            debug_assert!(taken.is_ok(), "an order of the side's own players, between games");
        }
    }
    let log: &mut Log = &mut buffers.record.log;
    log.at = Moment::of_game(fixture.number);
    let drops = chance::drops(laws, fixture.droppers, own.opening(), log);
    let marbles = buffers.workspace.prepare(setup, fixture, streams, &own);
    let game = current.begin(laws, fixture, &drops, marbles);
    log.append(&mut current.log);
    buffers.record.begin_game(&game);
    game
}

fn play_game(
    setup: &Setup,
    buffers: &mut Buffers,
    current: &mut Match,
    fixture: &Fixture,
    streams: &MatchStreams,
    rows: &mut Rows,
) -> Result<(), Status> {
    let mut game = begin(setup, buffers, current, fixture, streams);
    let own = streams.game(fixture.number);
    while game.ending().is_none() {
        game = step(setup, buffers, &game, &own, rows)?;
    }
    finish(setup, buffers, current, &game);
    if let Some(ending) = game.ending() {
        buffers.record.end_game(&game, &ending, &buffers.workspace.sand, rows);
    }
    Ok(())
}

/// Takes a game that has ended into the match.
pub(super) fn finish(setup: &Setup, buffers: &mut Buffers, current: &mut Match, game: &Game) {
    current.finish(setup.laws(), game);
    buffers.record.log.append(&mut current.log);
}

/// The referee's word before a turn, or one shot.
pub(super) fn step(
    setup: &Setup,
    buffers: &mut Buffers,
    game: &Game,
    streams: &GameStreams,
    rows: &mut Rows,
) -> Result<Game, Status> {
    let Buffers { workspace, record, members } = buffers;
    let mut after = match game.phase {
        Phase::TurnStart => {
            let laws = setup.laws_of(game.player().side);
            laws.start_turn(game, chance::before_turn(laws, game, &streams.turn(game.turn)))
        }
        Phase::Placement => shot::play(setup, workspace, record, members, game, &streams.shot(game.shot), rows)?,
        Phase::Ended(_) => return Ok(game.clone()),
    };
    record.log.append(&mut after.log);
    record.after(game, &after, members, rows);
    Ok(after)
}
