//! A match, game by game and step by step: the laws say what comes next, the players shoot.

use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;

use super::buffers::Buffers;
use super::chance;
use super::first_play;
use super::rows::MatchTables;
use super::setup::{Setup, resolved};
use super::shot;
use super::streams::{GameStreams, MatchStreams};
use crate::laws::choices::Choice;
use crate::laws::{Clause, Coming, Fixture, Form, Game, Log, Match, Moment, Outcome, Phase, What};
use crate::players::Outside;

/// Seed of the games by which the sides know what it is worth to play first; no other game has it.
const BEFOREHAND: u64 = 0x6669_7273_7420_706c;

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
    Course::begin(setup, buffers, streams).play_on(setup, buffers, rows)
}

/// A match that is being played, with the buffers with which it was begun.
#[derive(Debug)]
pub struct Course {
    /// The match, between two games.
    pub current: Match,
    /// The game that is being played, between two steps, with its streams.
    running: Option<(Game, GameStreams)>,
    streams: MatchStreams,
}

impl Course {
    /// From its opening on.
    pub fn begin(setup: &Setup, buffers: &mut Buffers, streams: &Streams) -> Course {
        let streams = MatchStreams::new(streams);
        Course { current: open(setup, buffers, &streams), running: None, streams }
    }

    /// The game that is being played; none between games.
    pub fn game(&self) -> Option<&Game> {
        self.running.as_ref().map(|(game, _)| game)
    }

    /// Plays what is left.
    fn play_on(&mut self, setup: &Setup, buffers: &mut Buffers, rows: &mut Rows) -> Result<Outcome, Status> {
        loop {
            if let Some(outcome) = self.step(setup, buffers, None, rows)? {
                return Ok(outcome);
            }
        }
    }

    /// Plays on until a shot is to be chosen or the match is over, and then says how it ended.
    pub fn play_to_choice(
        &mut self,
        setup: &Setup,
        buffers: &mut Buffers,
        rows: &mut Rows,
    ) -> Result<Option<Outcome>, Status> {
        loop {
            let game = self.game().filter(|game| game.phase == Phase::Placement);
            if game.is_some_and(|game| shot::can_be_played(setup, &mut buffers.workspace, game)) {
                return Ok(None);
            }
            if let Some(outcome) = self.step(setup, buffers, None, rows)? {
                return Ok(Some(outcome));
            }
        }
    }

    /// One step: a game begins or is taken into the match, the referee has his word, or somebody shoots; who chooses
    /// the shot is the player's policy, or somebody outside. Says how the match ended once it has.
    pub fn step(
        &mut self,
        setup: &Setup,
        buffers: &mut Buffers,
        outside: Option<&dyn Outside>,
        rows: &mut Rows,
    ) -> Result<Option<Outcome>, Status> {
        let done = self.stepped(setup, buffers, outside, rows);
        let ended = match &done {
            Ok(None) => return done,
            Ok(ended) => *ended,
            Err(_) => None,
        };
        buffers.record.end_match(&self.current, ended, rows);
        done
    }

    fn stepped(
        &mut self,
        setup: &Setup,
        buffers: &mut Buffers,
        outside: Option<&dyn Outside>,
        rows: &mut Rows,
    ) -> Result<Option<Outcome>, Status> {
        let Some((game, own)) = self.running.take() else {
            let fixture = match self.current.coming(setup.laws()) {
                Coming::Over(outcome) => return Ok(Some(outcome)),
                Coming::Game(fixture) => fixture,
            };
            let game = begin(setup, buffers, &mut self.current, &fixture, &self.streams)?;
            self.running = Some((game, self.streams.game(fixture.number)));
            return Ok(None);
        };
        if let Some(ending) = game.ending() {
            finish(setup, buffers, &mut self.current, &game);
            buffers.record.end_game(&game, &ending, &buffers.workspace.sand, rows);
            return Ok(None);
        }
        let after = step(setup, buffers, &game, &own, outside, rows)?;
        if buffers.workspace.is_spent() {
            return Err(Status::EventBudget);
        }
        self.running = Some((after, own));
        Ok(None)
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
        let [first, second] =
            first_play::trials_of(&setup.keys).map(|keys| resolved(Some(setup), &keys, setup.roster.skill()));
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
        let mut course = Course::begin(setup, &mut buffers, &Streams::new(BEFOREHAND, number, None));
        if let Some(level) = level {
            course.current.go_to_tie_break(level);
        }
        let outcome = course.play_on(setup, &mut buffers, &mut Rows::new(&MatchTables::all())).ok()?;
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
    outside: Option<&dyn Outside>,
    rows: &mut Rows,
) -> Result<Game, Status> {
    let mut after = match game.phase {
        Phase::TurnStart => {
            let laws = setup.laws_of(game.player().side);
            laws.start_turn(game, chance::before_turn(laws, game, &streams.turn(game.turn)))
        }
        Phase::Placement => shot::play(setup, buffers, game, &streams.shot(game.shot), outside, rows)?,
        Phase::Ended(_) => return Ok(game.clone()),
    };
    buffers.record.log.append(&mut after.log);
    buffers.record.after(game, &after, &buffers.members, rows);
    Ok(after)
}

#[cfg(test)]
mod tests {
    use tolley_experiment::random::Streams;
    use tolley_experiment::row::Rows;
    use tolley_experiment::status::Status;

    use super::super::buffers::Buffers;
    use super::super::keys::MatchKeys;
    use super::{MatchTables, Setup, play};

    /// One game with marbles of 0.1 m was a trial of 375 s.
    #[test]
    fn a_match_that_takes_too_much_is_given_up() {
        let setup = Setup::new(&MatchKeys::default()).expect("two teams can play");
        let played = |buffers: &mut Buffers| {
            let mut rows = Rows::new(&MatchTables::all());
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
