//! Matches of random shots under random laws: what must hold after every one of them.

use glam::{DVec2, DVec3};
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_tinsley_green::laws::{
    Ball, BlockByOther, Calls, Coming, Contest, EliminatedBy, EliminationGap, EndOnTarget, Exit, FirstPlay, Fixture,
    Format, FoulRestore, Game, Hit, KnockContinues, Lie, Log, MatchKind, MatchWin, NobodyLeft, Note, OffCriterion,
    OnWipeout, Phase, Placement, Referee, Rules, ShotEvents, Situation, Spec, Stance, Toley, Unplayable, Verdict,
    is_playable, judge, judge_unplayable, knuckle_down, next, note_limited, start_turn,
};

use super::is_apart;

const DRAWS: Purpose = Purpose::named("random matches");
const MATCH: Purpose = Purpose::named("match");

/// A match under random laws.
struct Bench {
    rules: Rules,
    referee: Referee,
    streams: Streams,
    draws: Stream,
    verdict: Verdict,
    events: ShotEvents,
    calls: Calls,
    log: Log,
    turns: u64,
}

/// Plays a match of random shots; hands over the notes of each game. How many turns it had.
pub fn play_match(repeat: u64, sink: &mut impl FnMut(&[Note])) -> u64 {
    let streams = Streams::new(11, repeat, None);
    let mut draws = streams.open(DRAWS);
    let (rules, referee, format) = (laws(&mut draws), referee(&mut draws), format(&mut draws));
    let specs: Vec<_> = (0..12).map(|_| Spec { radius_m: draws.uniform_in(0.006, 0.0095), ..super::TOLEY }).collect();
    let mut bench = Bench {
        rules,
        referee,
        streams,
        draws,
        verdict: Verdict::default(),
        events: ShotEvents::default(),
        calls: Calls::default(),
        log: Log::default(),
        turns: 0,
    };
    let mut contest = Contest::new(format, &specs);
    contest.open(0, &mut bench.log);
    let count = format.player_count() as usize;
    bench.referee.approve(&bench.rules, &mut contest.players[..count], &bench.streams, &mut bench.log);
    let most_games = format.games * (1 + format.tie_breaks_most) + format.tie_breaks_most;
    while let Coming::Game(fixture) = contest.coming() {
        assert!(fixture.number < most_games, "a match without an end");
        let game = bench.play_game(&mut contest, &fixture);
        contest.finish(&game, &mut bench.log);
        sink(&bench.log.notes);
        bench.log.notes.clear();
    }
    bench.turns
}

impl Bench {
    fn play_game(&mut self, contest: &mut Contest, fixture: &Fixture) -> Game {
        let by = *one_of(FirstPlay::ALL, &mut self.draws);
        let streams = self.part();
        let drops = self.referee.drops(by, fixture.droppers, &streams, &mut self.log);
        let marbles = super::rack(fixture.rack as usize);
        let mut game = contest.begin(&self.rules, fixture, &drops, marbles, &mut self.log);
        let slots = game.slots.clone();
        while game.ending().is_none() {
            let before = game.clone();
            match game.phase {
                Phase::TurnStart => self.start(&mut game),
                Phase::Placement => self.shoot(&mut game),
                Phase::Ended(_) => {}
            }
            self.check(&before, &game);
        }
        assert_eq!(game.slots, slots, "the order holds for the whole game");
        self.turns += u64::from(game.turn);
        game
    }

    /// Streams of their own for each part of a match.
    fn part(&mut self) -> Streams {
        Streams::new(self.streams.open(MATCH).bits(), self.draws.bits(), None)
    }

    fn start(&mut self, game: &mut Game) {
        assert!(game.player().is_active(), "nobody who is out plays");
        let streams = self.part();
        let calls = self.referee.before_turn(game, &streams);
        start_turn(game, &self.rules, calls, &mut self.verdict, &mut self.log);
    }

    fn shoot(&mut self, game: &mut Game) {
        assert!(game.player().is_active(), "nobody who is out shoots");
        let situation = Situation::of(game, &self.rules);
        if !is_playable(&situation) {
            judge_unplayable(game, &self.rules, &mut self.verdict, &mut self.log);
        } else {
            self.knuckle_down(game);
            let streams = self.part();
            let situation = Situation::of(game, &self.rules);
            let handling = self.referee.before_shot(&situation, &streams, &mut self.log);
            self.events.still(game);
            if handling.is_released {
                self.scatter(game);
            }
            self.referee.after_shot(game, &self.rules, &handling, &self.events, &streams, &mut self.calls);
            judge(game, &self.rules, &self.events, &self.calls, &mut self.verdict, &mut self.log);
        }
        next(game, &self.rules, &self.verdict, &mut self.log);
    }

    /// Tries some poses; those that are not legal are refused, and one that is may be found or not.
    fn knuckle_down(&mut self, game: &Game) {
        let situation = Situation::of(game, &self.rules);
        let azimuth_rad = self.draws.uniform_in(0.0, core::f64::consts::TAU);
        let direction = DVec2::from_angle(azimuth_rad);
        let edge = Placement::edge(&self.rules, azimuth_rad, -direction);
        let placement = match situation.stance() {
            Stance::InRing(rest_m) if self.draws.uniform() < 0.9 => Placement::in_ring(&self.rules, rest_m, direction),
            Stance::InRing(_) | Stance::Edge => edge,
        };
        // a refused pose is told; what is played then does not matter to the laws
        let was_refused = knuckle_down(&situation, &placement, &mut self.log).is_err();
        if !was_refused && self.draws.uniform() < 0.01 {
            note_limited(&situation, 5.0, &mut self.log);
        }
    }

    /// A shot: some balls leave, some lie elsewhere, in nobody's way.
    fn scatter(&mut self, game: &Game) {
        let own = Ball::Toley(game.shooter);
        let balls: Vec<Ball> = Situation::of(game, &self.rules).others().map(|lying| lying.ball).collect();
        let (p_off, p_moved) = (self.draws.uniform_in(0.0, 0.1), self.draws.uniform_in(0.0, 0.3));
        for (k, ball) in [own].into_iter().chain(balls).enumerate() {
            let draw = self.draws.uniform();
            if draw < p_off || (ball == own && draw < 0.5) {
                self.leave(ball);
            } else if draw < p_off + p_moved || ball == own {
                self.lie_elsewhere(game, ball);
            }
            let hit = Hit { time_s: k as f64, balls: [own, ball], impulse_n_s: self.draws.uniform_in(0.0, 0.1) };
            self.events.hits.push(hit);
        }
    }

    fn leave(&mut self, ball: Ball) {
        let at_m = (DVec2::from_angle(self.draws.uniform_in(0.0, 6.3)) * self.rules.ring_radius_m).extend(0.006);
        self.events.exits.push(Exit { time_s: 1.0, ball, at_m });
        set(&mut self.events, ball, Lie::fallen(at_m));
    }

    fn lie_elsewhere(&mut self, game: &Game, ball: Ball) {
        let radius_m = radius_m(game, ball);
        for _ in 0..50 {
            let far_m = self.rules.ring_radius_m * self.draws.uniform().sqrt();
            let at_m = (DVec2::from_angle(self.draws.uniform_in(0.0, 6.3)) * far_m).extend(radius_m);
            if is_free(game, &self.events, ball, at_m, radius_m) {
                return set(&mut self.events, ball, Lie::at(at_m));
            }
        }
        self.leave(ball);
    }

    fn check(&self, before: &Game, after: &Game) {
        let rack = after.marbles.len() as u32;
        let scored: u32 = after.points.iter().sum();
        let per_marble = self.rules.points_per_marble;
        assert_eq!(after.marbles_on() * per_marble + scored, rack * per_marble, "no marble is lost");
        assert!(before.points.iter().zip(&after.points).all(|(a, b)| a <= b), "points never fall");
        let by_players: u32 = after.players.iter().map(|player| player.points).sum();
        assert_eq!(by_players, scored, "a side's points are those of its players");
        assert!(is_apart(after), "no two balls overlap");
        for (was, is) in before.players.iter().zip(&after.players) {
            assert!(was.is_active() || !is.is_active(), "nobody comes back into a game");
            assert!(is.is_active() || is.toley == Toley::InHand, "who is out has no toley on the ring");
            assert!(was.fouls <= is.fouls);
        }
        assert!(after.turn <= self.rules.max_turns_per_game && after.turn - before.turn <= 1);
        let far_m = self.rules.ring_radius_m + 0.0096;
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
    let others = marbles.chain((0..12).map(Ball::Toley)).filter(|&other| other != ball);
    others
        .filter_map(|other| Some((other, events.lie(other)?)))
        .all(|(other, lie)| lie.fell || lie.at_m.distance(at_m) >= radius_m + self::radius_m(game, other))
}

fn one_of<'a, T>(all: &'a [T], draws: &mut Stream) -> &'a T {
    &all[draws.below(all.len() as u64) as usize]
}

fn laws(draws: &mut Stream) -> Rules {
    Rules {
        // physics lets go at the edge: a ball between R and R + r would have to be simulated
        off: *one_of(&[OffCriterion::CentrePastEdge, OffCriterion::SupportLost], draws),
        // a hand so wide seldom finds room
        hand_radius_m: *one_of(&[0.020, 0.300], draws),
        points_per_marble: 1 + draws.below(2) as u32,
        toley_knock_continues: *one_of(KnockContinues::ALL, draws),
        eliminate_on_knockoff: draws.uniform() < 0.7,
        eliminated_by: *one_of(EliminatedBy::ALL, draws),
        max_shots_per_break: 20,
        unplayable: *one_of(Unplayable::ALL, draws),
        foul_limit: draws.below(4) as u32,
        foul_restore: *one_of(FoulRestore::ALL, draws),
        block_by_other: *one_of(BlockByOther::ALL, draws),
        elimination_gap: *one_of(EliminationGap::ALL, draws),
        warning_limit: draws.below(4) as u32,
        end_on_target: *one_of(EndOnTarget::ALL, draws),
        on_wipeout: *one_of(OnWipeout::ALL, draws),
        nobody_left: *one_of(NobodyLeft::ALL, draws),
        max_turns_per_game: 20 + draws.below(200) as u32,
        time_limit_s: if draws.uniform() < 0.2 { 900.0 } else { 0.0 },
        unapproved_sub_is_foul: draws.uniform() < 0.5,
        ..Rules::literal()
    }
}

fn referee(draws: &mut Stream) -> Referee {
    let mut p = |most: f64| if draws.uniform() < 0.3 { 0.0 } else { draws.uniform_in(0.0, most) };
    Referee {
        edge_sd_m: p(0.005),
        p_detect_foul: 1.0 - p(0.5),
        p_false_foul: p(0.05),
        p_fudge: p(0.2),
        p_cabbage: p(0.2),
        cabbage_before_release: p(1.0) > 0.5,
        p_block_shooter: p(0.1),
        p_block_other: p(0.1),
        p_warning: p(0.02),
        p_misfire: p(0.1),
        p_break_marble: p(0.02),
        p_break_toley: p(0.02),
        p_toley_refused: p(0.3),
        p_substitution: p(0.1),
        p_substitution_approved: 1.0 - p(1.0),
        p_redrop: p(0.5),
        p_miscount: p(0.1),
        ..Referee::literal()
    }
}

fn format(draws: &mut Stream) -> Format {
    Format {
        team_size: 1 + draws.below(6) as u32,
        players: 2 + draws.below(11) as u32,
        rack: 25 + draws.below(30) as u32,
        target: (draws.uniform() < 0.5).then_some(25),
        games: 1 + draws.below(3) as u32,
        win: *one_of(MatchWin::ALL, draws),
        tie_breaks_most: draws.below(4) as u32,
        ..Format::literal(*one_of(MatchKind::ALL, draws))
    }
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
fn told(change: impl FnOnce(&mut Referee)) -> Vec<(&'static str, u32, u32)> {
    let mut referee = Referee { p_fudge: 0.3, p_detect_foul: 0.5, ..Referee::literal() };
    change(&mut referee);
    let mut play = super::Play::team(6, 49);
    let mut told = Vec::new();
    for shot in 0..200_u32 {
        play.start();
        let streams = Streams::new(5, u64::from(shot), None);
        play.log.notes.clear();
        let situation = Situation::of(&play.game, &play.rules);
        let handling = referee.before_shot(&situation, &streams, &mut play.log);
        let (mut events, mut calls) = (ShotEvents::default(), Calls::default());
        events.still(&play.game);
        referee.after_shot(&play.game, &play.rules, &handling, &events, &streams, &mut calls);
        let kinds =
            [("fudge", handling.is_fudged), ("foul", calls.foul.is_some()), ("unseen", !calls.unseen.is_empty())];
        told.extend(kinds.into_iter().filter(|(_, happens)| *happens).map(|(kind, _)| (kind, shot, 0)));
    }
    told
}

#[test]
fn turning_one_matter_on_shifts_no_other() {
    let alone = told(|_| {});
    assert!(alone.len() > 100);
    let with = told(|referee| {
        (referee.p_misfire, referee.edge_sd_m, referee.p_miscount) = (0.3, 0.001, 0.3);
        (referee.p_break_marble, referee.p_substitution, referee.p_warning) = (0.5, 0.5, 0.5);
    });
    assert_eq!(alone, with);
}
