//! The laws of Tinsley Green, clause by clause, without physics.

mod accidents;
mod coin_flips;
mod covered;
mod fouls;
mod individual;
mod knuckling;
mod open;
mod play;
mod random;
mod refused;
mod ring;
mod team;
mod turned;

use glam::DVec3;
use tolley_experiment::random::Streams;
use tolley_tinsley_green::keys::balls::Spec;
use tolley_tinsley_green::laws::{
    Ball, Breakage, Calls, Clause, Form, Game, Handling, Laws, Lie, Log, Marble, Phase, PlayerState, ShotEvents,
    Situation, Status, Toley, TurnCalls, Verdict, What,
};
use tolley_tinsley_green::matches::chance;

pub const TOLEY: Spec = Spec { radius_m: 0.009525, density_kg_m3: 2500.0 };
pub const MARBLE_RADIUS_M: f64 = 0.00635;

/// What a shot leaves.
#[derive(Clone, Copy, Default)]
pub struct Shot<'a> {
    /// Marbles that went over the edge.
    pub off: &'a [u8],
    /// Where the shooter's toley stays; `None` is over the edge.
    pub own: Option<[f64; 2]>,
    /// Toleys of others that went over the edge.
    pub toleys_off: &'a [u8],
    /// Toleys of others that were moved.
    pub toleys_at: &'a [(u8, [f64; 2])],
    /// Marbles that were moved.
    pub marbles_at: &'a [(u8, [f64; 2])],
    /// The shot is called a foul by this clause.
    pub foul: Option<Clause>,
    /// Balls that broke: the offset of the largest piece, if there is one.
    pub broken: &'a [(Ball, Option<[f64; 2]>)],
    /// A ball that was stopped by a hand.
    pub blocked: Option<Ball>,
    /// Whose hand it was.
    pub blocker: Option<u8>,
}

/// A shot after which the toley stays.
pub fn stays<'a>(off: &'a [u8]) -> Shot<'a> {
    Shot { off, own: Some([0.3, -0.2]), ..Shot::default() }
}

/// A shot after which the toley is off.
pub fn rolls_off<'a>(off: &'a [u8]) -> Shot<'a> {
    Shot { off, ..Shot::default() }
}

/// A game with its laws and what was last said of it.
pub struct Play {
    pub game: Game,
    pub laws: Laws,
    /// Of the last shot.
    pub verdict: Option<Verdict>,
    pub log: Log,
}

impl Play {
    /// Two teams: the first numbered first; A1 plays first.
    pub fn team(size: u8, marbles: usize) -> Play {
        let players = (0..2 * size).map(|i| PlayerState::new(u8::from(i >= size), TOLEY)).collect();
        let slots = (0..size).flat_map(|i| [i, size + i]).collect();
        Play::new(Game::new(Form::Team, players, rack(marbles), slots, 25))
    }

    /// Everybody for himself, in their order.
    pub fn individual(form: Form, players: u8, marbles: usize, target: u32) -> Play {
        let each = (0..players).map(|i| PlayerState::new(i, TOLEY)).collect();
        Play::new(Game::new(form, each, rack(marbles), (0..players).collect(), target))
    }

    fn new(game: Game) -> Play {
        Play { game, laws: Laws::default(), verdict: None, log: Log::default() }
    }

    /// The same under other laws.
    pub fn with(mut self, change: impl FnOnce(&mut Laws)) -> Play {
        change(&mut self.laws);
        self
    }

    /// The same with points.
    pub fn at(mut self, points: &[u32]) -> Play {
        self.game.points[..points.len()].copy_from_slice(points);
        self
    }

    /// The same with a toley on the ring.
    pub fn lying(mut self, player: u8, at_m: [f64; 2]) -> Play {
        self.game.players[usize::from(player)].toley = on_ring(at_m);
        self
    }

    /// The same with a player out of the game.
    pub fn out(mut self, player: u8) -> Play {
        self.game.players[usize::from(player)].status = Status::Eliminated;
        self
    }

    /// Starts the turn, if that is due, and plays a shot.
    pub fn shoot(&mut self, shot: Shot) -> &mut Play {
        self.start();
        self.log.notes.clear();
        let (events, calls) = (self.events(&shot), calls(&shot));
        self.judge(&events, &calls);
        self
    }

    /// Judges a shot of these events and calls, and goes on.
    pub fn judge(&mut self, events: &ShotEvents, calls: &Calls) {
        let verdict = self.laws.judge(&self.game, events, calls);
        self.go_on(verdict);
    }

    /// Nobody can knuckle down: the turn stops, and the game goes on.
    pub fn stop(&mut self) {
        let verdict = self.laws.judge_unplayable(&self.game);
        self.go_on(verdict);
    }

    fn go_on(&mut self, mut verdict: Verdict) {
        self.game = self.laws.next(&self.game, &verdict);
        self.log.append(&mut verdict.log);
        self.log.append(&mut self.game.log);
        self.verdict = Some(verdict);
    }

    /// Starts the turn, if that is due.
    pub fn start(&mut self) -> &mut Play {
        self.start_with(TurnCalls::default())
    }

    /// Starts the turn with what the referee calls.
    pub fn start_with(&mut self, calls: TurnCalls) -> &mut Play {
        if self.game.phase == Phase::TurnStart {
            self.log.notes.clear();
            self.game = self.laws.start_turn(&self.game, calls);
            self.log.append(&mut self.game.log);
        }
        self
    }

    fn events(&self, shot: &Shot) -> ShotEvents {
        let mut events = ShotEvents::still(&self.game);
        let over = DVec3::new(0.92, 0.0, MARBLE_RADIUS_M);
        shot.off.iter().for_each(|&i| events.marbles[usize::from(i)] = Lie::fallen(over));
        shot.marbles_at
            .iter()
            .for_each(|&(i, [x, y])| events.marbles[usize::from(i)].at_m = DVec3::new(x, y, MARBLE_RADIUS_M));
        shot.toleys_off.iter().for_each(|&i| events.toleys[usize::from(i)] = Some(Lie::fallen(over)));
        shot.toleys_at.iter().for_each(|&(i, at_m)| events.toleys[usize::from(i)] = Some(Lie::at(resting(at_m))));
        let own = shot.own.map_or(Lie::fallen(over), |at_m| Lie::at(resting(at_m)));
        events.toleys[usize::from(self.game.shooter)] = Some(own);
        events
    }

    /// What the player sees whose turn it is.
    pub fn situation(&self) -> Situation<'_> {
        Situation::of(&self.game, &self.laws)
    }

    pub fn player(&self, player: u8) -> &PlayerState {
        &self.game.players[usize::from(player)]
    }

    pub fn status(&self, player: u8) -> Status {
        self.player(player).status
    }

    pub fn is_in_hand(&self, player: u8) -> bool {
        self.player(player).toley == Toley::InHand
    }

    pub fn has(&self, clause: Clause, what: What) -> bool {
        self.log.has(clause, what)
    }

    /// The verdict on the last shot.
    pub fn verdict(&self) -> &Verdict {
        self.verdict.as_ref().expect("a shot that was judged")
    }

    /// The clause that settled the last shot.
    pub fn clause(&self) -> Clause {
        self.verdict().clause
    }

    /// Points of the first two sides.
    pub fn points(&self) -> [u32; 2] {
        [self.game.points[0], self.game.points[1]]
    }

    /// Who has won, if the game is over and anybody has.
    pub fn winner(&self) -> Option<u8> {
        self.game.ending().and_then(|ending| ending.winner)
    }

    /// Whether the game goes on.
    pub fn goes_on(&self) -> bool {
        self.game.ending().is_none()
    }

    /// The order in which the next `count` turns are played, each by a toley that rolls off.
    pub fn turns(&mut self, count: usize) -> Vec<u8> {
        let play = |_| {
            let shooter = self.game.shooter;
            self.shoot(rolls_off(&[]));
            shooter
        };
        (0..count).map(play).collect()
    }
}

/// What the player does amiss in a shot.
pub fn handled(situation: &Situation, streams: &Streams, log: &mut Log) -> Handling {
    chance::before_shot(situation, [chance::cabbages(situation, streams), false], streams, log)
}

fn calls(shot: &Shot) -> Calls {
    let broken = shot.broken.iter().map(|&(ball, piece)| Breakage {
        ball,
        piece_offset_m: piece.map(|[x, y]| glam::DVec2::new(x, y)),
        is_own_make_approved: true,
    });
    Calls {
        foul: shot.foul,
        blocked: shot.blocked,
        blocker: shot.blocker,
        broken: broken.collect(),
        ..Calls::default()
    }
}

pub fn resting([x, y]: [f64; 2]) -> DVec3 {
    DVec3::new(x, y, TOLEY.radius_m)
}

pub fn on_ring(at_m: [f64; 2]) -> Toley {
    Toley::OnRing(resting(at_m))
}

/// Marbles far from each other, none in the middle.
pub fn rack(count: usize) -> Vec<Marble> {
    let marble = |i: usize| {
        let (sine, cosine) = libm::sincos(2.4 * i as f64);
        let far_m = 0.1 + 0.08 * (i as f64).sqrt();
        Marble {
            at_m: DVec3::new(far_m * cosine, far_m * sine, MARBLE_RADIUS_M),
            radius_m: MARBLE_RADIUS_M,
            is_on: true,
        }
    };
    (0..count).map(marble).collect()
}

/// The gap between the two balls on the ring that are nearest to each other, m.
pub fn least_gap_m(game: &Game) -> f64 {
    let marbles = game.marbles.iter().filter(|marble| marble.is_on).map(|marble| (marble.at_m, marble.radius_m));
    let toleys = game.players.iter().filter_map(|player| match player.toley {
        Toley::OnRing(at_m) => Some((at_m, player.spec.radius_m)),
        Toley::InHand => None,
    });
    let balls: Vec<_> = marbles.chain(toleys).collect();
    let gaps = balls
        .iter()
        .enumerate()
        .flat_map(|(i, (a_m, a))| balls[i + 1..].iter().map(move |(b_m, b)| a_m.distance(*b_m) - (a + b)));
    gaps.fold(f64::INFINITY, f64::min)
}

/// No two balls on the ring overlap.
#[track_caller]
pub fn assert_apart(game: &Game) {
    let gap_m = least_gap_m(game);
    assert!(gap_m >= -1e-12, "two balls overlap by {:e} m", -gap_m);
}

/// What is refused under changed laws: path and message.
pub fn refused(change: impl FnOnce(&mut Laws)) -> Vec<(String, String)> {
    let mut laws = Laws::default();
    change(&mut laws);
    laws.faults().into_iter().map(|fault| (fault.path.to_string(), fault.message)).collect()
}

/// The one thing that is refused under changed laws is this key, by this clause.
#[track_caller]
pub fn assert_refused(path: &str, clause: &str, change: impl FnOnce(&mut Laws)) {
    let faults = refused(change);
    assert!(
        matches!(&faults[..], [(at, message)] if at == path && message.starts_with(&format!("{clause}: "))),
        "{path} by {clause} is expected, got {faults:?}"
    );
}
