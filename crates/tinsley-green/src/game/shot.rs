//! One shot of a game, from looking at the ring to what becomes of the game.

use glam::DVec2;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::Status;
use tolley_physics::kernel::Ending;

use super::court::Court;
use super::recorder::Recorder;
use super::study::Setup;
use super::witness::Witness;
use crate::hand::From;
use crate::laws::{self, Game, Handling, Misfire, Placement, Situation};
use crate::player::{Aim, Launch};
use crate::policy::{self, View};
use crate::table::{MOST_DIGITS, Story};

const CHOICE: Purpose = Purpose::named("choice");

/// A shot as it was meant, handled and executed.
pub(super) struct Played {
    pub(super) from: From,
    pub(super) aim: Aim,
    pub(super) launch: Launch,
    pub(super) handling: Handling,
    pub(super) story: Story,
    /// Decimals of a metre that impacts left of where balls end.
    pub(super) digits_left: u32,
}

/// Plays one shot of the player whose turn it is; an error is a shot that the kernel gave up.
pub(super) fn play(
    setup: &Setup,
    court: &mut Court,
    game: &mut Game,
    streams: &Streams,
    recorder: &mut Recorder,
) -> Result<(), Status> {
    let rules = &setup.params.rules;
    let situation = Situation::of(game, rules);
    let (toley, from) = court.see(setup, &situation);
    let member = &setup.squad.members[usize::from(game.shooter)];
    let view =
        View { hand: &setup.hand, skill: &member.skill, toley, from, lying: &court.lying, owners: &court.owners };
    let is_playable = match from {
        From::Edge => true,
        From::Ring(at_m) => setup.hand.can_play(at_m, toley.radius_m, &court.lying),
    };
    if !is_playable {
        laws::judge_unplayable(game, rules, &mut court.verdict, &mut court.log);
        recorder.unplayable(game, court);
        laws::next(game, rules, &court.verdict, &mut court.log);
        return Ok(());
    }
    // every policy falls back on any legal shot, and the hand and the laws agree on what is legal
    let aim =
        policy::choose(member.policy, &view, &mut court.mind, &mut streams.open(CHOICE)).ok_or(Status::NoLegalShot)?;
    let knuckle_m = setup.hand.knuckle_m(from, aim.release_m, aim.direction);
    let placement = Placement { knuckle_m, release_m: aim.release_m, direction: aim.direction };
    laws::knuckle_down(&situation, &placement, &mut court.log).map_err(|_| Status::NoLegalShot)?;
    let played = release(setup, court, &situation, from, aim, streams)?;
    let referee = setup.referee(game.player().side);
    referee.after_shot(game, rules, &played.handling, &court.events, streams, &mut court.calls);
    laws::judge(game, rules, &court.events, &court.calls, &mut court.verdict, &mut court.log);
    recorder.shot(game, court, &played);
    laws::next(game, rules, &court.verdict, &mut court.log);
    Ok(())
}

/// Lets go of the toley, unless the shot is stopped before.
fn release(
    setup: &Setup,
    court: &mut Court,
    situation: &Situation,
    from: From,
    meant: Aim,
    streams: &Streams,
) -> Result<Played, Status> {
    let referee = setup.referee(situation.game.player().side);
    let handling = referee.before_shot(situation, streams, &mut court.log);
    if meant.is_limited {
        laws::note_limited(situation, meant.speed_m_s, &mut court.log);
    }
    let knuckle_m = setup.hand.knuckle_m(from, meant.release_m, meant.direction);
    let placement = Placement { knuckle_m, release_m: meant.release_m, direction: meant.direction };
    let aim = Aim {
        release_m: handling.release_m(situation, &placement),
        speed_m_s: meant.speed_m_s + handling.extra_speed_m_s,
        ..meant
    };
    let skill = &setup.squad.members[usize::from(situation.shooter())].skill;
    let launch = handling.misfire.map_or_else(|| skill.execute(&aim, streams), |misfire| dropped(&misfire));
    court.events.still(situation.game);
    let (mut story, mut digits_left) = (Story::default(), MOST_DIGITS);
    if handling.is_released {
        let toley = setup.toley(&court.laid, situation.game.player());
        court.table.lay_out(&toley, &court.lying);
        let mut witness = Witness { balls: &court.names, events: &mut court.events, story };
        court.table.release(&aim, &launch);
        let ending = court.table.run(streams.is_audited(), &mut witness);
        (story, digits_left) = (witness.story, court.table.digits_left());
        if let Ending::Quarantined(reason) = ending {
            return Err(Status::quarantined(reason.name()));
        }
        court.tell_rests();
    }
    Ok(Played { from, aim: Aim { speed_m_s: meant.speed_m_s, ..aim }, launch, handling, story, digits_left })
}

/// A shot that misfires: level, without spin.
fn dropped(misfire: &Misfire) -> Launch {
    let direction: DVec2 = misfire.direction();
    Launch {
        aim_error_rad: f64::NAN,
        direction,
        speed_m_s: misfire.speed_m_s,
        elevation_rad: 0.0,
        spin_ratio: 0.0,
        side_spin_rad_s: 0.0,
    }
}
