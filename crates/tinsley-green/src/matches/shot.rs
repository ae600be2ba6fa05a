//! One shot of a game, from looking at the ring to what becomes of the game.

use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_physics::kernel::Ending;
use tolley_physics::spheres::Ball;

use super::chance;
use super::played::Played;
use super::record::MatchRecord;
use super::roster::Member;
use super::setup::Setup;
use super::sink::LawSink;
use super::workspace::Workspace;
use crate::laws::{Game, Log, Misfire, Placement, ShotEvents, Situation, knuckle_down, note_limited};
use crate::players::{Aim, Hand, Launch, PlayerView, choose};
use crate::shot::simulator::MOST_DIGITS;
use crate::shot::sink::ShotSink;

const CHOICE: Purpose = Purpose::named("choice");

/// Plays one shot of the player whose turn it is; an error is a shot that the kernel gave up.
pub(super) fn play(
    setup: &Setup,
    workspace: &mut Workspace,
    record: &mut MatchRecord,
    game: &Game,
    streams: &Streams,
    rows: &mut Rows,
) -> Result<Game, Status> {
    let laws = setup.laws_of(game.player().side);
    let situation = Situation::of(game, laws);
    let toley = workspace.see(setup, &situation);
    let hand = setup.hand(game.player().spec);
    if !hand.can_play(situation.stance(), toley.radius_m, &workspace.balls) {
        let mut verdict = laws.judge_unplayable(game);
        record.unplayable(game, workspace.seen(), &verdict);
        record.log.append(&mut verdict.log);
        return Ok(laws.next(game, &verdict));
    }
    if setup.keys.rows.lies {
        MatchRecord::lies(game, rows);
    }
    let member = &setup.roster.members[usize::from(game.shooter)];
    let shooter = Shooter { hand, member, situation, toley, streams };
    let aim = shooter.aim(workspace)?;
    let played = shooter.shoot(workspace, aim, &mut record.log)?;
    let calls = chance::after_shot(laws, game, &played.handling, &played.events, streams);
    let mut verdict = laws.judge(game, &played.events, &calls);
    record.shot(game, workspace.seen(), &played, &verdict);
    record.log.append(&mut verdict.log);
    Ok(laws.next(game, &verdict))
}

/// The player whose turn it is.
struct Shooter<'a> {
    hand: &'a Hand,
    member: &'a Member,
    situation: Situation<'a>,
    toley: Ball,
    streams: &'a Streams,
}

impl Shooter<'_> {
    /// The shot that he chooses.
    fn aim(&self, workspace: &mut Workspace) -> Result<Aim, Status> {
        let view = PlayerView {
            hand: self.hand,
            skill: &self.member.skill,
            toley: self.toley,
            stance: self.situation.stance(),
            balls: &workspace.balls,
            owners: &workspace.owners,
            laws: self.situation.laws,
            needed_points: self.situation.needed_points(),
        };
        let stream = &mut self.streams.open(CHOICE);
        // every policy falls back on any legal shot, and the hand and the laws agree on what is legal
        choose(self.member.policy, &view, &mut workspace.planner, stream).ok_or(Status::NoLegalShot)
    }

    /// Knuckles down and plays the shot, well or amiss.
    fn shoot(&self, workspace: &mut Workspace, meant: Aim, log: &mut Log) -> Result<Played, Status> {
        let (situation, stance) = (&self.situation, self.situation.stance());
        let knuckle_m = self.hand.knuckle_m(stance, meant.release_m, meant.direction);
        let placement = Placement { knuckle_m, release_m: meant.release_m, direction: meant.direction };
        knuckle_down(situation, &placement, log).map_err(|_| Status::NoLegalShot)?;
        let handling = chance::before_shot(situation, self.streams, log);
        if meant.is_limited {
            note_limited(situation, meant.speed_m_s, log);
        }
        let release_m = handling.release_m(situation, &placement);
        let aim = Aim { release_m, speed_m_s: meant.speed_m_s + handling.extra_speed_m_s, ..meant };
        let executed = || self.member.skill.execute(&aim, self.streams);
        let mut played = Played {
            stance,
            aim: Aim { release_m, ..meant },
            launch: handling.misfire.map_or_else(executed, |misfire| dropped(&misfire)),
            handling,
            events: ShotEvents::still(situation.game),
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
