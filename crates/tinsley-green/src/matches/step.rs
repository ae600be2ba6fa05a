//! A match, game by game and step by step: the laws say what comes next, the players shoot.

use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;

use super::chance;
use super::first_play;
use super::record::MatchRecord;
use super::roster::Member;
use super::rows::tables;
use super::setup::{Setup, resolved};
use super::shot;
use super::streams::{GameStreams, MatchStreams};
use super::workspace::Workspace;
use crate::laws::choices::Choice;
use crate::laws::{Clause, Coming, Fixture, Form, Game, Log, Match, Moment, Outcome, Phase, What};
use crate::shot::FilmedShot;

/// Seed of the games by which the sides know what it is worth to play first; no other game has it.
const BEFOREHAND: u64 = 0x6669_7273_7420_706c;

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

    /// From now on shots are filmed.
    pub fn film(&mut self) {
        self.workspace.simulator.film();
    }

    /// The shots filmed since.
    pub fn take_films(&mut self) -> Vec<FilmedShot> {
        self.workspace.simulator.films().map(std::mem::take).unwrap_or_default()
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
    let mut current = open(setup, buffers, &streams);
    play_on(setup, buffers, &mut current, &streams, rows)
}

/// Plays what is left of a match.
fn play_on(
    setup: &Setup,
    buffers: &mut Buffers,
    current: &mut Match,
    streams: &MatchStreams,
    rows: &mut Rows,
) -> Result<Outcome, Status> {
    loop {
        match current.coming(setup.laws()) {
            Coming::Over(outcome) => {
                buffers.record.end_match(current, Some(outcome), rows);
                return Ok(outcome);
            }
            Coming::Game(fixture) => {
                if let Err(status) = play_game(setup, buffers, current, &fixture, streams, rows) {
                    buffers.record.end_match(current, None, rows);
                    return Err(status);
                }
            }
        }
    }
}

/// The match before its first game: the players are picked, and their toleys approved.
pub(super) fn open(setup: &Setup, buffers: &mut Buffers, streams: &MatchStreams) -> Match {
    buffers.workspace.begin_match();
    let (laws, record) = (setup.laws(), &mut buffers.record);
    record.begin_match();
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

/// By how much more often the first side or player of a game, or of the tie-break of some sides, wins who plays first
/// than who plays second or last, TG-9f; `None` where nobody needs to know.
pub(super) fn first_gain_share(setup: &Setup, level: Option<u16>) -> Option<f64> {
    let format = &setup.keys.format;
    // the tie-break of a challenge is another one
    let level = level.filter(|_| format.form() != Form::Challenge);
    let share = || {
        let [first, second] = first_play::trials_of(&setup.keys).map(|keys| resolved(&keys));
        // other games for either: those of equal sides would mirror each other, and tell half as much
        won_share(&first, level, 0) - won_share(&second, level, 1)
    };
    (format.first_choice == Choice::Optimal).then(|| setup.first_gains.find(level, share))
}

/// Share of the even or odd ones of the games beforehand that the first side or player wins; a drawn game is half a
/// win, and one that is given up is left out.
fn won_share(setup: &Setup, level: Option<u16>, parity: u64) -> f64 {
    let mut buffers = Buffers::new(setup);
    let own = level.map_or(0, |level| level.trailing_zeros() as u8);
    let numbers = (0..u64::from(setup.keys.format.first_choice_games_count)).map(|i| 2 * i + parity);
    let won = numbers.filter_map(|number| {
        let streams = MatchStreams::new(&Streams::new(BEFOREHAND, number, None));
        let mut current = open(setup, &mut buffers, &streams);
        if let Some(level) = level {
            current.go_to_tie_break(level);
        }
        let outcome = play_on(setup, &mut buffers, &mut current, &streams, &mut Rows::new(&tables())).ok()?;
        Some(outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == own))))
    });
    let (sum, games) = won.fold((0.0, 0.0), |(sum, games), won| (sum + won, games + 1.0));
    if games > 0.0 { sum / games } else { 0.5 }
}

/// The coming game, about to begin: orders, sand and rack, drops from the nose.
pub(super) fn begin(
    setup: &Setup,
    buffers: &mut Buffers,
    current: &mut Match,
    fixture: &Fixture,
    streams: &MatchStreams,
) -> Result<Game, Status> {
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
    if let Some(gain_share) = first_gain_share(setup, current.level_sides()) {
        current.first_gain_share = gain_share;
        log.push(Clause::Tg9f, What::FirstGain, None, gain_share);
    }
    let marbles = buffers.workspace.prepare(setup, fixture, streams, &own);
    let sand = &buffers.workspace.sand;
    let drops = chance::drops(laws, fixture.droppers, own.opening(), log, |player, ratio, streams| {
        first_play::fall(&setup.keys, sand, current.players[usize::from(player)].spec, ratio, streams)
    })?;
    let game = current.begin(laws, fixture, &drops, marbles);
    log.append(&mut current.log);
    buffers.record.begin_game(&game);
    Ok(game)
}

fn play_game(
    setup: &Setup,
    buffers: &mut Buffers,
    current: &mut Match,
    fixture: &Fixture,
    streams: &MatchStreams,
    rows: &mut Rows,
) -> Result<(), Status> {
    let mut game = begin(setup, buffers, current, fixture, streams)?;
    let own = streams.game(fixture.number);
    while game.ending().is_none() {
        game = step(setup, buffers, &game, &own, rows)?;
        if buffers.workspace.is_spent() {
            return Err(Status::EventBudget);
        }
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

#[cfg(test)]
mod tests {
    use tolley_experiment::random::Streams;
    use tolley_experiment::row::Rows;
    use tolley_experiment::status::Status;

    use super::super::keys::MatchKeys;
    use super::{Buffers, Setup, play, tables};

    /// One game with marbles of 0.1 m was a trial of 375 s.
    #[test]
    fn a_match_that_takes_too_much_is_given_up() {
        let setup = Setup::new(&MatchKeys::default()).expect("two teams can play");
        let played = |buffers: &mut Buffers| {
            let mut rows = Rows::new(&tables());
            let ending = play(&setup, buffers, &Streams::new(1, 0, None), &mut rows);
            // as text, in which a number that is not there equals itself
            (ending.map(|outcome| outcome.winner), rows.tables[0].trial.len(), format!("{rows:?}"))
        };
        let whole = played(&mut Buffers::new(&setup));
        let mut buffers = Buffers::new(&setup);
        buffers.workspace.most_work = 10_000;
        let (ending, matches, _) = played(&mut buffers);
        assert_eq!((ending, matches), (Err(Status::EventBudget), 1));
        buffers.workspace.most_work *= 1000;
        assert_eq!(played(&mut buffers), whole, "the next match has the whole again");
    }
}
