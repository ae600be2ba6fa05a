//! Matches of random shots under random laws: what must hold after every one of them.

use glam::{DVec2, DVec3};
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_tinsley_green::keys::balls::Spec;
use tolley_tinsley_green::keys::ring::OffCriterion;
use tolley_tinsley_green::laws::choices::{
    BlockByOther, EliminatedBy, EliminationGap, EndOnTarget, FirstPlay, FoulRestore, KnockContinues, MatchKind,
    MatchWin, NobodyLeft, OnWipeout, Target, Unplayable,
};
use tolley_tinsley_green::laws::{
    Ball, Coming, Exit, Fixture, Game, Hit, Laws, Lie, Log, Match, Moment, Note, Phase, Placement, ShotEvents,
    Situation, Stance, Toley, Verdict, is_playable, knuckle_down, note_limited,
};
use tolley_tinsley_green::matches::chance;

use super::assert_apart;

const DRAWS: Purpose = Purpose::named("random matches");
const MATCH: Purpose = Purpose::named("match");

/// A match under random laws.
struct RandomMatch {
    laws: Laws,
    streams: Streams,
    draws: Stream,
    log: Log,
    turns: u64,
}

/// Plays a match of random shots; hands over the notes of each game. How many turns it had.
pub fn play_match(repeat: u64, sink: &mut impl FnMut(&[Note])) -> u64 {
    let streams = Streams::new(11, repeat, None);
    let mut draws = streams.open(DRAWS);
    let laws = laws(&mut draws);
    let toley = |draws: &mut Stream| Spec { radius_m: draws.uniform_in(0.006, 0.0095), ..super::TOLEY };
    let mut toleys: Vec<_> = (0..12).map(|_| toley(&mut draws)).collect();
    let mut log = Log::at(Moment::of_game(0));
    let count = laws.format.players() as usize;
    chance::approve(&laws, &mut toleys[..count], &streams, &mut log);
    let mut current = Match::new(&laws, &toleys, 0);
    let mut random = RandomMatch { laws, streams, draws, log, turns: 0 };
    let format = &laws.format;
    let most_games = format.game_count * (1 + format.tie_breaks_most_count) + format.tie_breaks_most_count;
    while let Coming::Game(fixture) = current.coming(&laws) {
        assert!(fixture.number < most_games, "a match without an end");
        let game = random.play_game(&mut current, &fixture);
        current.finish(&laws, &game);
        random.log.append(&mut current.log);
        sink(&random.log.notes);
        random.log.notes.clear();
    }
    random.turns
}

impl RandomMatch {
    fn play_game(&mut self, current: &mut Match, fixture: &Fixture) -> Game {
        self.laws.format.first_play = *one_of(FirstPlay::ALL, &mut self.draws);
        let streams = self.part();
        let drops = chance::drops(&self.laws, fixture.droppers, &streams, &mut self.log, |_, ratio, streams| {
            Ok::<f64, ()>(ratio * streams.open(DRAWS).normal())
        });
        let drops = drops.expect("no drop fails");
        let mut game = current.begin(&self.laws, fixture, &drops, super::rack(fixture.rack as usize));
        self.log.append(&mut current.log);
        let slots = game.slots.clone();
        while game.ending().is_none() {
            let mut after = match game.phase {
                Phase::TurnStart => self.start(&game),
                Phase::Placement => self.shoot(&game),
                Phase::Ended(_) => break,
            };
            self.log.append(&mut after.log);
            self.check(&game, &after);
            game = after;
        }
        assert_eq!(game.slots, slots, "the order holds for the whole game");
        self.turns += u64::from(game.turn);
        game
    }

    /// Streams of their own for each part of a match.
    fn part(&mut self) -> Streams {
        Streams::new(self.streams.open(MATCH).bits(), self.draws.bits(), None)
    }

    fn start(&mut self, game: &Game) -> Game {
        assert!(game.player().is_active(), "nobody who is out plays");
        let streams = self.part();
        self.laws.start_turn(game, chance::before_turn(&self.laws, game, &streams))
    }

    fn shoot(&mut self, game: &Game) -> Game {
        assert!(game.player().is_active(), "nobody who is out shoots");
        let mut verdict = match is_playable(&Situation::of(game, &self.laws)) {
            true => self.judge(game),
            false => self.laws.judge_unplayable(game),
        };
        self.log.append(&mut verdict.log);
        self.laws.next(game, &verdict)
    }

    fn judge(&mut self, game: &Game) -> Verdict {
        self.knuckle_down(game);
        let (laws, streams) = (self.laws, self.part());
        let handling = super::handled(&Situation::of(game, &laws), &streams, &mut self.log);
        let mut events = ShotEvents::still(game);
        if handling.is_released {
            self.scatter(game, &mut events);
        }
        let calls = chance::after_shot(&laws, game, &handling, &events, &streams);
        laws.judge(game, &events, &calls)
    }

    /// Tries some poses; those that are not legal are refused, and one that is may be found or not.
    fn knuckle_down(&mut self, game: &Game) {
        let laws = self.laws;
        let situation = Situation::of(game, &laws);
        let azimuth_rad = self.draws.uniform_in(0.0, core::f64::consts::TAU);
        let direction = DVec2::from_angle(azimuth_rad);
        let edge = Placement::edge(&laws, azimuth_rad, -direction);
        let placement = match situation.stance() {
            Stance::InRing(rest_m) if self.draws.uniform() < 0.9 => Placement::in_ring(&laws, rest_m, direction),
            Stance::InRing(_) | Stance::Edge => edge,
        };
        // a refused pose is told; what is played then does not matter to the laws
        let was_refused = knuckle_down(&situation, &placement, &mut self.log).is_err();
        if !was_refused && self.draws.uniform() < 0.01 {
            note_limited(&situation, 5.0, &mut self.log);
        }
    }

    /// A shot: some balls leave, some lie elsewhere, in nobody's way.
    fn scatter(&mut self, game: &Game, events: &mut ShotEvents) {
        let own = Ball::Toley(game.shooter);
        let balls: Vec<Ball> = Situation::of(game, &self.laws).others().map(|lying| lying.ball).collect();
        let (p_off, p_moved) = (self.draws.uniform_in(0.0, 0.1), self.draws.uniform_in(0.0, 0.3));
        for (k, ball) in [own].into_iter().chain(balls).enumerate() {
            let draw = self.draws.uniform();
            if draw < p_off || (ball == own && draw < 0.5) {
                self.leave(ball, events);
            } else if draw < p_off + p_moved || ball == own {
                self.lie_elsewhere(game, ball, events);
            }
            let hit = Hit { time_s: k as f64, balls: [own, ball], impulse_n_s: self.draws.uniform_in(0.0, 0.1) };
            events.hits.push(hit);
        }
    }

    fn leave(&mut self, ball: Ball, events: &mut ShotEvents) {
        let at_m = (DVec2::from_angle(self.draws.uniform_in(0.0, 6.3)) * self.laws.ring.radius_m()).extend(0.006);
        events.exits.push(Exit { time_s: 1.0, ball, at_m });
        set(events, ball, Lie::fallen(at_m));
    }

    fn lie_elsewhere(&mut self, game: &Game, ball: Ball, events: &mut ShotEvents) {
        let radius_m = radius_m(game, ball);
        for _ in 0..50 {
            let far_m = self.laws.ring.radius_m() * self.draws.uniform().sqrt();
            let at_m = (DVec2::from_angle(self.draws.uniform_in(0.0, 6.3)) * far_m).extend(radius_m);
            if is_free(game, events, ball, at_m, radius_m) {
                return set(events, ball, Lie::at(at_m));
            }
        }
        self.leave(ball, events);
    }

    fn check(&self, before: &Game, after: &Game) {
        let rack = after.marbles.len() as u32;
        let scored: u32 = after.points.iter().sum();
        let per_marble = self.laws.continuation.points_per_marble_count;
        assert_eq!(after.marbles_on() * per_marble + scored, rack * per_marble, "no marble is lost");
        assert!(before.points.iter().zip(&after.points).all(|(a, b)| a <= b), "points never fall");
        let by_players: u32 = after.players.iter().map(|player| player.points).sum();
        assert_eq!(by_players, scored, "a side's points are those of its players");
        assert_apart(after);
        for (was, is) in before.players.iter().zip(&after.players) {
            assert!(was.is_active() || !is.is_active(), "nobody comes back into a game");
            assert!(is.is_active() || is.toley == Toley::InHand, "who is out has no toley on the ring");
            assert!(was.fouls <= is.fouls);
        }
        assert!(after.turn <= self.laws.format.turns_most_count && after.turn - before.turn <= 1);
        let far_m = self.laws.ring.radius_m() + 0.0096;
        assert!(after.marbles.iter().all(|marble| !marble.is_on || marble.at_m.truncate().length() <= far_m));
    }
}

fn set(events: &mut ShotEvents, ball: Ball, lie: Lie) {
    match ball {
        Ball::Marble(i) => events.marbles[usize::from(i)] = lie,
        Ball::Toley(i) => events.toleys[usize::from(i)] = Some(lie),
    }
}

fn radius_m(game: &Game, ball: Ball) -> f64 {
    match ball {
        Ball::Marble(i) => game.marbles[usize::from(i)].radius_m,
        Ball::Toley(i) => game.players[usize::from(i)].spec.radius_m,
    }
}

/// Whether a place is free of all other balls as they lie now.
fn is_free(game: &Game, events: &ShotEvents, ball: Ball, at_m: DVec3, radius_m: f64) -> bool {
    let marbles = (0..game.marbles.len() as u8).filter(|&i| game.marbles[usize::from(i)].is_on).map(Ball::Marble);
    let toleys = (0..game.players.len() as u8).map(Ball::Toley);
    let others = marbles.chain(toleys).filter(|&other| other != ball);
    others
        .filter_map(|other| Some((other, events.lie(other)?)))
        .all(|(other, lie)| lie.fell || lie.at_m.distance(at_m) >= radius_m + self::radius_m(game, other))
}

fn one_of<'a, T>(all: &'a [T], draws: &mut Stream) -> &'a T {
    &all[draws.below(all.len() as u64) as usize]
}

fn laws(draws: &mut Stream) -> Laws {
    let mut laws = Laws::default();
    // physics lets go at the edge: a ball between R and R + r would have to be simulated
    laws.ring.off = *one_of(&[OffCriterion::CentrePastEdge, OffCriterion::SupportLost], draws);
    // a hand so wide seldom finds room
    laws.hand.radius_m = *one_of(&[0.020, 0.300], draws);
    draw_readings(&mut laws, draws);
    draw_errors(&mut laws, draws);
    draw_format(&mut laws, draws);
    laws
}

fn draw_readings(laws: &mut Laws, draws: &mut Stream) {
    let Laws { continuation, fouls, format, .. } = laws;
    continuation.points_per_marble_count = 1 + draws.below(2) as u32;
    continuation.toley_knock = *one_of(KnockContinues::ALL, draws);
    continuation.eliminate_on_knockoff = draws.uniform() < 0.7;
    continuation.eliminated_by = *one_of(EliminatedBy::ALL, draws);
    continuation.shots_per_break_most_count = 20;
    continuation.unplayable = *one_of(Unplayable::ALL, draws);
    fouls.limit_count = draws.below(4) as u32;
    fouls.restore = *one_of(FoulRestore::ALL, draws);
    fouls.block_by_other = *one_of(BlockByOther::ALL, draws);
    format.elimination_gap = *one_of(EliminationGap::ALL, draws);
    fouls.warning_limit_count = draws.below(4) as u32;
    format.end_on_target = *one_of(EndOnTarget::ALL, draws);
    format.on_wipeout = *one_of(OnWipeout::ALL, draws);
    format.nobody_left = *one_of(NobodyLeft::ALL, draws);
    format.turns_most_count = 20 + draws.below(200) as u32;
    format.time_limit_s = if draws.uniform() < 0.2 { 900.0 } else { 0.0 };
    laws.accidents.unapproved_substitution_is_foul = draws.uniform() < 0.5;
}

fn draw_errors(laws: &mut Laws, draws: &mut Stream) {
    let mut p = |most: f64| if draws.uniform() < 0.3 { 0.0 } else { draws.uniform_in(0.0, most) };
    let Laws { referee, fouls, accidents, .. } = laws;
    referee.edge_sd_m = p(0.005);
    referee.p_detect_foul = 1.0 - p(0.5);
    referee.p_false_foul = p(0.05);
    fouls.p_fudge = p(0.2);
    fouls.p_cabbage = p(0.2);
    fouls.cabbage_before_release = p(1.0) > 0.5;
    fouls.p_block_shooter = p(0.1);
    fouls.p_block_other = p(0.1);
    fouls.p_warning = p(0.02);
    accidents.p_misfire = p(0.1);
    accidents.p_break_marble = p(0.02);
    accidents.p_break_toley = p(0.02);
    accidents.p_toley_refused = p(0.3);
    accidents.p_substitution = p(0.1);
    accidents.p_substitution_approved = 1.0 - p(1.0);
    accidents.p_redrop = p(0.5);
    accidents.p_miscount = p(0.1);
}

fn draw_format(laws: &mut Laws, draws: &mut Stream) {
    let format = &mut laws.format;
    format.kind = *one_of(MatchKind::ALL, draws);
    format.team_size_count = 1 + draws.below(6) as u32;
    format.player_count = 2 + draws.below(11) as u32;
    laws.rack.count = 25 + draws.below(30) as u32;
    format.target = *one_of(Target::ALL, draws);
    format.game_count = 1 + draws.below(3) as u32;
    format.win = *one_of(MatchWin::ALL, draws);
    format.tie_breaks_most_count = draws.below(4) as u32;
}

#[test]
fn whatever_is_played_the_laws_hold() {
    let (mut turns, mut repeat) = (0, 0);
    while turns < 10_000 {
        turns += play_match(repeat, &mut |_| {});
        repeat += 1;
    }
}

#[test]
#[ignore = "long"]
fn whatever_is_played_the_laws_hold_for_a_million_turns() {
    let (mut turns, mut repeat) = (0, 1_000_000);
    while turns < 1_000_000 {
        turns += play_match(repeat, &mut |_| {});
        repeat += 1;
    }
}

/// What is told of a literal match of one-shot turns, with something turned on.
fn told(change: impl FnOnce(&mut Laws)) -> Vec<(&'static str, u32)> {
    let mut laws = Laws::default();
    (laws.fouls.p_fudge, laws.referee.p_detect_foul) = (0.3, 0.5);
    change(&mut laws);
    let mut play = super::Play::team(6, 49);
    play.start();
    let mut told = Vec::new();
    for shot in 0..200_u32 {
        let streams = Streams::new(5, u64::from(shot), None);
        let situation = Situation::of(&play.game, &laws);
        let handling = super::handled(&situation, &streams, &mut Log::default());
        let events = ShotEvents::still(&play.game);
        let calls = chance::after_shot(&laws, &play.game, &handling, &events, &streams);
        let kinds =
            [("fudge", handling.is_fudged), ("foul", calls.foul.is_some()), ("unseen", !calls.unseen.is_empty())];
        told.extend(kinds.into_iter().filter(|(_, happens)| *happens).map(|(kind, _)| (kind, shot)));
    }
    told
}

#[test]
fn turning_one_matter_on_shifts_no_other() {
    let alone = told(|_| {});
    assert!(alone.len() > 100);
    let with = told(|laws| {
        let Laws { accidents, referee, fouls, .. } = laws;
        (accidents.p_misfire, referee.edge_sd_m, accidents.p_miscount) = (0.3, 0.001, 0.3);
        (accidents.p_break_marble, accidents.p_substitution, fouls.p_warning) = (0.5, 0.5, 0.5);
    });
    assert_eq!(alone, with);
}
