//! The referee's policy, TG-2, and what befalls players and balls: TG-4b, TG-4c, TG-6c, TG-7a to 7c, TG-8, TG-9b, TG-9d, TG-9f.
//!
//! Each matter draws from its own stream, and draws nothing while its probability is 0: turning one on shifts no other.

use glam::DVec2;
use tolley_experiment::random::{Purpose, Stream, Streams};

use super::calls::{Breakage, Calls, TurnCalls};
use super::clause::Clause;
use super::edge;
use super::events::{Ball, Hit, Lie, ShotEvents};
use super::format::FirstPlay;
use super::game::{Form, Game, MOST_PLAYERS, Player};
use super::handling::{Handling, Misfire};
use super::log::{Log, What};
use super::rules::Rules;
use super::situation::{Situation, Stance};

const APPROVAL: Purpose = Purpose::named("approval of a toley");
const DROP: Purpose = Purpose::named("nose drop");
const REDROP: Purpose = Purpose::named("nose drop again");
const COIN: Purpose = Purpose::named("coin for first play");
const WARNING: Purpose = Purpose::named("warning");
const SUBSTITUTION: Purpose = Purpose::named("substitution");
const MISFIRE: Purpose = Purpose::named("misfire");
const FUDGE: Purpose = Purpose::named("fudge");
const CABBAGE: Purpose = Purpose::named("cabbage");
const BLOCK_SHOOTER: Purpose = Purpose::named("block by the shooter");
const BLOCK_OTHER: Purpose = Purpose::named("block by another");
const BREAKAGE: Purpose = Purpose::named("breakage");
const LEAVE: Purpose = Purpose::named("leave for a new toley");
const EYE: Purpose = Purpose::named("eye at the edge");
const DETECTION: Purpose = Purpose::named("detection of a foul");
const FALSE_FOUL: Purpose = Purpose::named("false foul");
const MISCOUNT: Purpose = Purpose::named("miscount");

/// Drops that are level are repeated so often; then a coin decides, lest sure hands drop for ever.
const LEVEL_DROPS_MOST: u32 = 16;

/// How far from the edge the eye may err, in standard deviations.
const EYE_REACH: f64 = 8.0;

/// Probabilities and sizes of all that is not play; all 0 is the preset `literal`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Referee {
    /// TG-2, m.
    pub edge_sd_m: f64,
    /// TG-2.
    pub p_detect_foul: f64,
    /// TG-2.
    pub p_false_foul: f64,
    /// TG-7a.
    pub p_fudge: f64,
    /// TG-7a, m/s.
    pub fudge_speed_m_s: f64,
    /// TG-7a, m.
    pub fudge_reach_m: f64,
    /// TG-7b.
    pub p_cabbage: f64,
    /// TG-7b, m.
    pub cabbage_m: f64,
    /// TG-7b.
    pub cabbage_before_release: bool,
    /// TG-7c.
    pub p_block_shooter: f64,
    /// TG-7c.
    pub p_block_other: f64,
    /// TG-9d, a turn.
    pub p_warning: f64,
    /// TG-6c.
    pub p_misfire: f64,
    /// TG-6c, m/s.
    pub misfire_speed_max_m_s: f64,
    /// TG-8a, a hard hit.
    pub p_break_marble: f64,
    /// TG-8b, a hard hit.
    pub p_break_toley: f64,
    /// TG-8a, N s.
    pub break_impulse_n_s: f64,
    /// TG-8a, TG-8b.
    pub p_shatter: f64,
    /// TG-8a, m.
    pub piece_offset_m: f64,
    /// TG-4b.
    pub p_toley_refused: f64,
    /// TG-4c, a turn.
    pub p_substitution: f64,
    /// TG-4c, TG-8b.
    pub p_substitution_approved: f64,
    /// TG-9f.
    pub p_redrop: f64,
    /// TG-9b, a break.
    pub p_miscount: f64,
    /// TG-9f, m.
    pub nose_drop_sd_m: f64,
    /// TG-9f: that of the second side or player over that of the others.
    pub nose_drop_sd_ratio: f64,
}

impl Referee {
    /// Nobody errs, nothing breaks.
    pub fn literal() -> Referee {
        Referee {
            edge_sd_m: 0.0,
            p_detect_foul: 1.0,
            p_false_foul: 0.0,
            p_fudge: 0.0,
            fudge_speed_m_s: 0.5,
            fudge_reach_m: 0.030,
            p_cabbage: 0.0,
            cabbage_m: 0.020,
            cabbage_before_release: false,
            p_block_shooter: 0.0,
            p_block_other: 0.0,
            p_warning: 0.0,
            p_misfire: 0.0,
            misfire_speed_max_m_s: 0.3,
            p_break_marble: 0.0,
            p_break_toley: 0.0,
            break_impulse_n_s: 0.05,
            p_shatter: 0.05,
            piece_offset_m: 0.010,
            p_toley_refused: 0.0,
            p_substitution: 0.0,
            p_substitution_approved: 1.0,
            p_redrop: 0.0,
            p_miscount: 0.0,
            nose_drop_sd_m: 0.030,
            nose_drop_sd_ratio: 1.0,
        }
    }

    /// Looks at each player's toley before a match; one refused is replaced by the standard one, TG-4b.
    pub fn approve(&self, rules: &Rules, players: &mut [Player], streams: &Streams, log: &mut Log) {
        let mut stream = streams.open(APPROVAL);
        for (i, player) in players.iter_mut().enumerate() {
            let is_refused = happens(&mut stream, self.p_toley_refused);
            if is_refused {
                player.spec = rules.standard_toley;
            }
            log.push(Clause::Tg4b, What::Approval, i as u8, f64::from(u8::from(!is_refused)));
        }
    }

    /// How far from the line each of these players' toley comes to rest, m, TG-9f: the nearer the better. With another way to
    /// find who plays first, numbers in whose order they have the choice.
    pub fn drops(&self, by: FirstPlay, droppers: u16, streams: &Streams, log: &mut Log) -> [f64; MOST_PLAYERS] {
        let mut drops = [f64::INFINITY; MOST_PLAYERS];
        match by {
            FirstPlay::Fixed => fill(&mut drops, droppers, f64::from),
            FirstPlay::Coin => {
                let mut stream = streams.open(COIN);
                fill(&mut drops, droppers, |_| stream.uniform());
            }
            FirstPlay::NoseDrop => self.drop_from_noses(&mut drops, droppers, streams, log),
        }
        drops
    }

    fn drop_from_noses(&self, drops: &mut [f64; MOST_PLAYERS], droppers: u16, streams: &Streams, log: &mut Log) {
        let (mut stream, mut again) = (streams.open(DROP), streams.open(REDROP));
        // the second dropper is the second captain or the second player
        let second = (droppers & (droppers.wrapping_sub(1))).trailing_zeros() as u8;
        for _ in 0..LEVEL_DROPS_MOST {
            fill(drops, droppers, |player| {
                let ratio = if player == second { self.nose_drop_sd_ratio } else { 1.0 };
                (ratio * self.nose_drop_sd_m * stream.normal()).abs()
            });
            for player in bits(droppers) {
                log.push(Clause::Tg9f, What::NoseDrop, player, drops[usize::from(player)]);
            }
            if !is_level(drops, droppers) && !happens(&mut again, self.p_redrop) {
                return;
            }
            log.push(Clause::Tg9f, What::DropsAgain, super::log::NOBODY, 0.0);
        }
        let mut coin = streams.open(COIN);
        fill(drops, droppers, |_| coin.uniform());
    }

    /// What is called before a turn, TG-4c and TG-9d.
    pub fn before_turn(&self, game: &Game, streams: &Streams) -> TurnCalls {
        let mut calls = TurnCalls::default();
        if game.form == Form::Team && self.p_warning > 0.0 && happens(&mut streams.open(WARNING), self.p_warning) {
            let others = game.sides() & !(1 << game.player().side);
            calls.warned = bits(others).next();
        }
        if self.p_substitution > 0.0 {
            let mut stream = streams.open(SUBSTITUTION);
            if happens(&mut stream, self.p_substitution) {
                calls.substitution = Some(happens(&mut stream, self.p_substitution_approved));
            }
        }
        calls
    }

    /// What the player does amiss in a shot, TG-6c, TG-7a, TG-7b.
    pub fn before_shot(&self, situation: &Situation, streams: &Streams, log: &mut Log) -> Handling {
        let mut handling = Handling::default();
        let is_in_ring = situation.stance() != Stance::Edge;
        if is_in_ring && self.p_cabbage > 0.0 && happens(&mut streams.open(CABBAGE), self.p_cabbage) {
            // the first draw of this stream is that of cabbaging, here as after the shot
            let is_seen = happens(&mut streams.open(DETECTION), self.p_detect_foul);
            handling.is_cabbaged = true;
            handling.is_released = !(self.cabbage_before_release && is_seen);
            handling.ahead_m += self.cabbage_m;
        }
        if self.p_fudge > 0.0 && happens(&mut streams.open(FUDGE), self.p_fudge) {
            handling.is_fudged = true;
            handling.ahead_m += self.fudge_reach_m;
            handling.extra_speed_m_s = self.fudge_speed_m_s;
        }
        if self.p_misfire > 0.0 {
            handling.misfire = self.misfire(&mut streams.open(MISFIRE));
        }
        if let Some(misfire) = handling.misfire {
            log.at(situation.game);
            log.push(Clause::Tg6c, What::Misfire, situation.shooter(), misfire.speed_m_s);
        }
        handling
    }

    fn misfire(&self, stream: &mut Stream) -> Option<Misfire> {
        happens(stream, self.p_misfire).then(|| Misfire {
            speed_m_s: stream.uniform_in(0.0, self.misfire_speed_max_m_s),
            azimuth_rad: stream.uniform_in(0.0, core::f64::consts::TAU),
        })
    }

    /// What is called of a shot once everything rests.
    pub fn after_shot(
        &self,
        game: &Game,
        rules: &Rules,
        handling: &Handling,
        events: &ShotEvents,
        streams: &Streams,
        calls: &mut Calls,
    ) {
        calls.clear();
        if handling.is_released {
            self.draw_breakages(events, streams, calls);
            self.draw_blocks(game, events, streams, calls);
            self.draw_edge_errors(game, rules, events, streams, calls);
        }
        self.call(game.shooter, handling, streams, calls);
        if self.p_miscount > 0.0 {
            let mut stream = streams.open(MISCOUNT);
            if happens(&mut stream, self.p_miscount) {
                calls.miscount = if happens(&mut stream, 0.5) { 1 } else { -1 };
            }
        }
    }

    /// The first breach of the shooter that is seen is called; a fair shot may be called a foul.
    fn call(&self, shooter: u8, handling: &Handling, streams: &Streams, calls: &mut Calls) {
        let breaches = [
            (handling.is_cabbaged, Clause::Tg7b),
            (handling.is_fudged, Clause::Tg7a),
            (calls.blocker.is_some(), Clause::Tg7c),
        ];
        let mut stream = None;
        for (_, clause) in breaches.into_iter().filter(|(is_breach, _)| *is_breach) {
            let stream = stream.get_or_insert_with(|| streams.open(DETECTION));
            let is_seen = happens(stream, self.p_detect_foul);
            let is_others = clause == Clause::Tg7c && calls.blocker != Some(shooter);
            match (is_seen, is_others) {
                (true, true) => {}
                (true, false) => calls.foul = calls.foul.or(Some(clause)),
                (false, _) => calls.unseen.push(clause),
            }
            // what is left is somebody else whom he saw
            if clause == Clause::Tg7c && !(is_seen && is_others) {
                calls.blocker = None;
            }
        }
        if self.p_false_foul > 0.0 && happens(&mut streams.open(FALSE_FOUL), self.p_false_foul) {
            calls.foul = calls.foul.or(Some(Clause::Tg2));
        }
    }

    fn draw_breakages(&self, events: &ShotEvents, streams: &Streams, calls: &mut Calls) {
        if self.p_break_marble == 0.0 && self.p_break_toley == 0.0 {
            return;
        }
        let mut stream = streams.open(BREAKAGE);
        let hard = |hit: &&Hit| hit.impulse_n_s > self.break_impulse_n_s;
        for ball in events.hits.iter().filter(hard).flat_map(|hit| hit.balls) {
            let p = if matches!(ball, Ball::Marble(_)) { self.p_break_marble } else { self.p_break_toley };
            let breaks = happens(&mut stream, p);
            if breaks && calls.broken.iter().all(|breakage| breakage.ball != ball) {
                let is_own_make_approved =
                    matches!(ball, Ball::Toley(_)) && happens(&mut streams.open(LEAVE), self.p_substitution_approved);
                calls.broken.push(Breakage { ball, piece_offset_m: self.piece(&mut stream), is_own_make_approved });
            }
        }
    }

    fn piece(&self, stream: &mut Stream) -> Option<DVec2> {
        let offset_m = DVec2::new(stream.normal(), stream.normal()) * self.piece_offset_m;
        (!happens(stream, self.p_shatter)).then_some(offset_m)
    }

    /// The hand is where balls leave: one of those that left is touched, else one that moved. Until the breach is called
    /// the blocker may be the shooter too.
    fn draw_blocks(&self, game: &Game, events: &ShotEvents, streams: &Streams, calls: &mut Calls) {
        if self.p_block_shooter > 0.0 {
            let mut stream = streams.open(BLOCK_SHOOTER);
            if happens(&mut stream, self.p_block_shooter) {
                calls.blocked = touched(game, events, &mut stream);
                calls.blocker = calls.blocked.map(|_| game.shooter);
            }
        }
        if self.p_block_other > 0.0 && calls.blocked.is_none() {
            let mut stream = streams.open(BLOCK_OTHER);
            if happens(&mut stream, self.p_block_other) {
                let own = game.player().side;
                let other = |player: &u8| {
                    let player = &game.players[usize::from(*player)];
                    player.is_active() && player.side != own
                };
                calls.blocker = pick((0..MOST_PLAYERS as u8).filter(other), &mut stream);
                calls.blocked = calls.blocker.and_then(|_| touched(game, events, &mut stream));
                calls.blocker = calls.blocker.filter(|_| calls.blocked.is_some());
            }
        }
    }

    fn draw_edge_errors(&self, game: &Game, rules: &Rules, events: &ShotEvents, streams: &Streams, calls: &mut Calls) {
        if self.edge_sd_m == 0.0 {
            return;
        }
        let mut stream = streams.open(EYE);
        let mut error_m = |lie: &Lie, radius_m: f64| {
            let is_near = edge::margin_m(rules, lie, radius_m).is_some_and(|m| m.abs() < EYE_REACH * self.edge_sd_m);
            if is_near { self.edge_sd_m * stream.normal() } else { 0.0 }
        };
        for (lie, marble) in events.marbles.iter().zip(&game.marbles) {
            calls.edge_errors_m.push(if marble.is_on { error_m(lie, marble.radius_m) } else { 0.0 });
        }
        for (lie, player) in events.toleys.iter().zip(&game.players) {
            calls.edge_errors_m.push(lie.map_or(0.0, |lie| error_m(&lie, player.spec.radius_m)));
        }
    }
}

/// Whether something of a probability happens; draws one number.
fn happens(stream: &mut Stream, probability: f64) -> bool {
    stream.uniform() < probability
}

fn touched(game: &Game, events: &ShotEvents, stream: &mut Stream) -> Option<Ball> {
    let left = events.exits.iter().map(|exit| exit.ball);
    pick(left, stream).or_else(|| pick(events.moved(game), stream))
}

/// One of some, each as likely; draws one number unless there is none.
fn pick<T>(some: impl Iterator<Item = T> + Clone, stream: &mut Stream) -> Option<T> {
    match some.clone().count() as u64 {
        0 => None,
        count => some.clone().nth(stream.below(count) as usize),
    }
}

/// The numbers of the bits set.
pub(super) fn bits(set: u16) -> impl Iterator<Item = u8> {
    (0..16).filter(move |bit| set >> bit & 1 == 1)
}

fn fill(drops: &mut [f64; MOST_PLAYERS], droppers: u16, mut drop: impl FnMut(u8) -> f64) {
    for player in bits(droppers) {
        drops[usize::from(player)] = drop(player);
    }
}

/// Whether two drops are equally near.
fn is_level(drops: &[f64; MOST_PLAYERS], droppers: u16) -> bool {
    bits(droppers).any(|a| bits(droppers).any(|b| a < b && drops[usize::from(a)] == drops[usize::from(b)]))
}
