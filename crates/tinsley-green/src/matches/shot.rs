//! One shot of a game, from looking at the ring to what becomes of the game.

use glam::DVec2;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_physics::kernel::Ending;
use tolley_physics::spheres::Ball;

use super::buffers::Buffers;
use super::cabbage::better_spot;
use super::chance;
use super::keys::MatchKeys;
use super::played::Played;
use super::record::MatchRecord;
use super::roster::Member;
use super::setup::Setup;
use super::sink::LawSink;
use super::workspace::Workspace;
use crate::laws::{Game, Log, Misfire, Placement, ShotEvents, Situation, Toley, knuckle_down, note_limited};
use crate::players::{Aim, Hand, Launch, Outside, PlayerView, choose};
use crate::shot::sink::ShotSink;
use crate::simulator::MOST_DIGITS;

const CHOICE: Purpose = Purpose::named("choice");

/// Whether the player whose turn it is can shoot from where his toley is, TG-6b2.
pub(super) fn can_be_played(setup: &Setup, workspace: &mut Workspace, game: &Game) -> bool {
    let laws = setup.laws_of(game.player().side);
    let situation = Situation::of(game, laws);
    let toley = workspace.see(setup, &situation);
    let hand = setup.hand_of(game.player().side, game.player().spec);
    hand.can_play(situation.stance(), toley.radius_m, &workspace.balls)
}

/// Plays one shot of the player whose turn it is; an error is a shot that the kernel gave up.
pub(super) fn play(
    setup: &Setup,
    buffers: &mut Buffers,
    game: &Game,
    streams: &Streams,
    outside: Option<&dyn Outside>,
    rows: &mut Rows,
) -> Result<Game, Status> {
    let Buffers { workspace, record, members } = buffers;
    let laws = setup.laws_of(game.player().side);
    let situation = Situation::of(game, laws);
    let toley = workspace.see(setup, &situation);
    let hand = setup.hand_of(game.player().side, game.player().spec);
    if !hand.can_play(situation.stance(), toley.radius_m, &workspace.balls) {
        let mut verdict = laws.judge_unplayable(game);
        record.unplayable(&verdict);
        record.log.append(&mut verdict.log);
        return Ok(laws.next(game, &verdict));
    }
    if setup.keys.rows.lies {
        MatchRecord::lies(game, rows);
    }
    let member = &members[usize::from(game.shooter)];
    let keys = &setup.keys;
    let shooter = Shooter { keys, hand, member, situation, toley, streams, outside };
    let (aim, is_cabbaged) = shooter.aim(workspace)?;
    let played = shooter.shoot(workspace, aim, is_cabbaged, &mut record.log)?;
    let calls = chance::after_shot(laws, game, &played.handling, &played.events, streams);
    if setup.keys.rows.lies {
        MatchRecord::rests(game, &played.events, &calls, rows);
    }
    let mut verdict = laws.judge(game, &played.events, &calls);
    record.shot(game, workspace.seen(), &played, &verdict);
    record.log.append(&mut verdict.log);
    Ok(laws.next(game, &verdict))
}

/// The player whose turn it is.
struct Shooter<'a> {
    keys: &'a MatchKeys,
    hand: &'a Hand,
    member: &'a Member,
    situation: Situation<'a>,
    toley: Ball,
    streams: &'a Streams,
    outside: Option<&'a dyn Outside>,
}

impl Shooter<'_> {
    /// The shot that he chooses, and whether he shoots it from another place than he may, TG-7b.
    fn aim(&self, workspace: &mut Workspace) -> Result<(Aim, bool), Status> {
        let view = PlayerView {
            hand: self.hand,
            skill: &self.member.skill,
            toley: self.toley,
            stance: self.situation.stance(),
            balls: &workspace.balls,
            owners: &workspace.owners,
            laws: self.situation.laws,
            score: self.situation.score(),
            may_fudge: self.situation.laws.fouls.fudge_is_meant && chance::fudges(&self.situation, self.streams),
        };
        if let Some(outside) = self.outside {
            // who chooses himself where to shoot from does not cabbage
            return outside.aim(&view).map(|aim| (aim, false)).ok_or(Status::NoLegalShot);
        }
        if let Some(aim) = self.keys.opening.aim(&self.keys.stage(), self.situation.game, &view) {
            return Ok((aim, false));
        }
        let (planner, mut stream) = (&mut workspace.planner, self.streams.open(CHOICE));
        if chance::cabbages(&self.situation, self.streams) {
            let far_m = self.situation.laws.fouls.cabbage_m;
            if let Some(aim) = better_spot(&view, self.member.policy, planner, &stream, far_m) {
                return Ok((aim, true));
            }
        }
        // every policy falls back on any legal shot, and the hand and the laws agree on what is legal
        let aim = choose(self.member.policy, &view, planner, &mut stream).ok_or(Status::NoLegalShot)?;
        Ok((aim, false))
    }

    /// The game as if his toley lay where he shoots it from, TG-7b.
    fn moved(&self, to_m: DVec2) -> Game {
        let mut game = self.situation.game.clone();
        game.players[usize::from(game.shooter)].toley = Toley::OnRing(to_m.extend(self.toley.radius_m));
        game
    }

    /// Knuckles down and plays the shot, well or amiss.
    fn shoot(&self, workspace: &mut Workspace, meant: Aim, is_cabbaged: bool, log: &mut Log) -> Result<Played, Status> {
        let moved = is_cabbaged.then(|| self.moved(meant.release_m));
        let situation = &Situation { game: moved.as_ref().unwrap_or(self.situation.game), ..self.situation };
        let stance = situation.stance();
        let knuckle_m = self.hand.knuckle_m(stance, meant.release_m, meant.direction);
        let placement = Placement { knuckle_m, release_m: meant.release_m, direction: meant.direction };
        knuckle_down(situation, &placement, log).map_err(|_| Status::NoLegalShot)?;
        let handling = chance::before_shot(situation, [is_cabbaged, meant.is_fudged], self.streams, log);
        if meant.is_limited {
            note_limited(situation, meant.speed_m_s, log);
        }
        let release_m = handling.release_m(situation, &placement);
        let aim = Aim { release_m, speed_m_s: meant.speed_m_s + handling.extra_speed_m_s, ..meant };
        let executed = || self.member.skill.execute(&aim, self.streams);
        let mut played = Played {
            stance,
            knuckle_m,
            aim: Aim { release_m, ..meant },
            launch: handling.misfire.map_or_else(executed, |misfire| dropped(&misfire)),
            handling,
            events: ShotEvents::still(self.situation.game),
            sink: ShotSink::default(),
            digits_left: MOST_DIGITS,
        };
        if handling.is_released {
            self.release(workspace, &aim, &mut played)?;
        }
        Ok(played)
    }

    /// Lets go of the toley, and plays on until all is at rest.
    fn release(&self, workspace: &mut Workspace, aim: &Aim, played: &mut Played) -> Result<(), Status> {
        workspace.simulator.lay_out(&self.toley, &workspace.balls);
        workspace.simulator.release(aim, &played.launch);
        let Played { events, sink, digits_left, .. } = played;
        let mut heard = LawSink { balls: &workspace.names, events, shot: sink };
        let ending = workspace.simulator.run(self.streams.is_audited(), &mut heard);
        workspace.name_film(self.situation.game);
        if let Ending::Quarantined(reason) = ending {
            return Err(Status::quarantined(reason.name()));
        }
        *digits_left = workspace.simulator.digits_left();
        workspace.tell_rests(events);
        Ok(())
    }
}

/// A shot that misfires: level, without spin.
fn dropped(misfire: &Misfire) -> Launch {
    Launch {
        aim_error_rad: f64::NAN,
        direction: misfire.direction(),
        speed_m_s: misfire.speed_m_s,
        elevation_rad: 0.0,
        spin_ratio: 0.0,
        side_spin_rad_s: 0.0,
    }
}
