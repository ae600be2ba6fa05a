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

use std::sync::LazyLock;

use glam::DVec3;
use tolley_experiment::key::{Point, Schema, Value};
use tolley_tinsley_green::keys;
use tolley_tinsley_green::laws::{
    self, Ball, Breakage, Calls, Clause, Form, Game, Lie, Log, Marble, Params, Phase, Player, Rules, ShotEvents, Spec,
    Status, Toley, TurnCalls, Verdict, What, judge, next, start_turn,
};

/// One listed case of a clause: its id, and whether the laws do as it says.
pub type Case = (&'static str, fn() -> bool);

/// Plays the cases; names those that fail.
pub fn play_all(cases: &[Case]) {
    let failed: Vec<_> = cases.iter().filter(|(_, holds)| !holds()).map(|(id, _)| *id).collect();
    assert!(failed.is_empty(), "{failed:?}");
}

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
    pub rules: Rules,
    pub verdict: Verdict,
    pub log: Log,
}

impl Play {
    /// Two teams: the first numbered first; A1 plays first.
    pub fn team(size: u8, marbles: usize) -> Play {
        let players: Vec<_> = (0..2 * size).map(|i| Player::new(u8::from(i >= size), TOLEY)).collect();
        let slots = (0..size).flat_map(|i| [i, size + i]).collect();
        Play::new(Game::new(Form::Team, &players, rack(marbles), slots, 25))
    }

    /// Everybody for himself, in their order.
    pub fn individual(form: Form, players: u8, marbles: usize, target: u32) -> Play {
        let each: Vec<_> = (0..players).map(|i| Player::new(i, TOLEY)).collect();
        Play::new(Game::new(form, &each, rack(marbles), (0..players).collect(), target))
    }

    fn new(game: Game) -> Play {
        Play { game, rules: Rules::literal(), verdict: Verdict::default(), log: Log::default() }
    }

    /// The same under other laws.
    pub fn with(mut self, change: impl FnOnce(&mut Rules)) -> Play {
        change(&mut self.rules);
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
        judge(&self.game, &self.rules, &events, &calls, &mut self.verdict, &mut self.log);
        next(&mut self.game, &self.rules, &self.verdict, &mut self.log);
        self
    }

    /// Starts the turn, if that is due.
    pub fn start(&mut self) -> &mut Play {
        self.start_with(TurnCalls::default())
    }

    /// Starts the turn with what the referee calls.
    pub fn start_with(&mut self, calls: TurnCalls) -> &mut Play {
        if self.game.phase == Phase::TurnStart {
            self.log.notes.clear();
            start_turn(&mut self.game, &self.rules, calls, &mut self.verdict, &mut self.log);
        }
        self
    }

    fn events(&self, shot: &Shot) -> ShotEvents {
        let mut events = ShotEvents::default();
        events.still(&self.game);
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

    pub fn player(&self, player: u8) -> &Player {
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

    /// Who has won, if the game is over.
    pub fn winner(&self) -> Option<u8> {
        self.game.ending().map(|ending| ending.winner)
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

/// Whether no two balls on the ring overlap.
pub fn is_apart(game: &Game) -> bool {
    let marbles = game.marbles.iter().filter(|marble| marble.is_on).map(|marble| (marble.at_m, marble.radius_m));
    let toleys = game.players.iter().filter_map(|player| match player.toley {
        Toley::OnRing(at_m) => Some((at_m, player.spec.radius_m)),
        Toley::InHand => None,
    });
    let balls: Vec<_> = marbles.chain(toleys).collect();
    let apart = |&(a, ra): &(DVec3, f64), &(b, rb): &(DVec3, f64)| a.distance(b) >= (ra + rb) - 1e-12;
    balls.iter().enumerate().all(|(i, a)| balls[i + 1..].iter().all(|b| apart(a, b)))
}

/// A design point with the keys of the laws, those that are given set.
pub fn point(set: &[(&str, Value)]) -> Point {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema {
        keys: Box::leak(keys::SHOT.keys.iter().chain(laws::keys::KEYS).copied().collect()),
        presets: Box::leak(keys::SHOT.presets.iter().chain(laws::keys::PRESETS).copied().collect()),
    });
    let mut point = Point::default_of(&SCHEMA);
    let index = |path: &str| SCHEMA.index(path).unwrap_or_else(|| panic!("no key {path}"));
    set.iter().for_each(|(path, value)| point.values[index(path)] = *value);
    let is_set: Vec<usize> = set.iter().map(|(path, _)| index(path)).collect();
    point.apply_presets(|key| is_set.contains(&key));
    point
}

/// The parameters of the laws with these keys set.
pub fn params(set: &[(&str, Value)]) -> Params {
    Params::new(&point(set))
}

/// What is refused with these keys set: path and message.
pub fn refused(set: &[(&str, Value)]) -> Vec<(&'static str, String)> {
    Params::faults(&point(set)).into_iter().map(|fault| (fault.path, fault.message)).collect()
}

impl Play {
    /// Judges a shot of these events and calls, and goes on.
    pub fn judge(&mut self, events: &ShotEvents, calls: &Calls) {
        judge(&self.game, &self.rules, events, calls, &mut self.verdict, &mut self.log);
        next(&mut self.game, &self.rules, &self.verdict, &mut self.log);
    }
}
