//! One trial: the state of the ring, the shot, and if wanted the break that it begins.

use tolley_experiment::random::Streams;
use tolley_experiment::status::Status;
use tolley_physics::kernel::Ending;

use super::row::{ShotRow, row};
use super::setup::Setup;
use super::sink::ShotSink;
use super::workspace::Workspace;
use crate::keys::shot::Layout;
use crate::laws::Stance;
use crate::players::{Aim, ShotOutcome, outcome};

/// Plays one shot, and its break, and says what came of it; the row of a shot that the kernel gave up shows the last
/// state.
///
/// ```
/// use tolley_experiment::random::Streams;
/// use tolley_experiment::status::Status;
/// use tolley_tinsley_green::shot::{Setup, ShotKeys, Workspace, play};
///
/// let setup = Setup::new(&ShotKeys::default()).expect("the default is playable");
/// let (shot, status) = play(&setup, &mut Workspace::new(&setup), &Streams::new(1, 0, None));
/// assert_eq!(status, Status::Ok);
/// assert!(shot.marbles_before_count == 49 && shot.first_hit_s > 0.2);
/// ```
pub fn play(setup: &Setup, workspace: &mut Workspace, streams: &Streams) -> (ShotRow, Status) {
    let mut row = ShotRow::default();
    let played = play_into(setup, workspace, streams, &mut row);
    (row, played.err().unwrap_or(Status::Ok))
}

/// An error is a shot that the kernel gave up.
fn play_into(setup: &Setup, workspace: &mut Workspace, streams: &Streams, row: &mut ShotRow) -> Result<(), Status> {
    workspace.lies.clear();
    workspace.racks.draw(&setup.rack, streams, &mut workspace.rack);
    workspace.gaps = setup.keys.rows.racks.then(|| setup.rack.gaps(&mut workspace.rack));
    let sand = setup.keys.surface.draw_of_shot(streams);
    workspace.lay(setup, &sand);
    match setup.keys.start.layout {
        Layout::Opening => {}
        Layout::MidGame => workspace.play_down(setup, &sand, setup.keys.start.marbles_left_count as usize, streams)?,
        Layout::Given => workspace.lay_given(setup, &sand),
    }
    let stance = workspace.start(setup);
    workspace.note_lies(setup, stance, 0);
    let aim = first_aim(setup, workspace, stance, streams);
    let result = match aim {
        Some(aim) => shoot(setup, workspace, &aim, streams, row),
        None => {
            *row = ShotRow::without_shot(stance);
            Ok(None)
        }
    };
    row.note_ring(&sand, &workspace.balls);
    row.amended_count = setup.amendments.len() as u32;
    let Some(policy) = setup.keys.play_on.policy.0.filter(|_| setup.is_played_on(streams)) else {
        return result.map(|_| ());
    };
    let (points, shots) = match result? {
        Some(first) => workspace.play_on(setup, policy, &first, streams)?,
        // the turn stops, TG-6b2
        None => (0, 0),
    };
    row.note_break(points, shots);
    Ok(())
}

/// Plays the shot that is meant, and says what came of it.
fn shoot(
    setup: &Setup,
    workspace: &mut Workspace,
    aim: &Aim,
    streams: &Streams,
    row: &mut ShotRow,
) -> Result<Option<ShotOutcome>, Status> {
    let launch = setup.skill.execute(aim, streams);
    let mut sink = ShotSink::default();
    workspace.simulator.lay_out(&workspace.toley, &workspace.balls);
    workspace.simulator.release(aim, &launch);
    let launch_energy_j = workspace.simulator.energy().in_play_j;
    let ending = workspace.simulator.run(streams.is_audited(), &mut sink);
    let outcome = outcome(&workspace.simulator, &workspace.owners);
    *row = self::row(&workspace.simulator, &outcome, &sink, launch_energy_j);
    row.note_launch(aim, &launch);
    match ending {
        Ending::Quarantined(reason) => Err(Status::quarantined(reason.name())),
        _ => Ok(Some(outcome)),
    }
}

/// The shot that is meant: the one of `[shot]`, or the choice of a policy; `None` where the lie cannot be played.
fn first_aim(setup: &Setup, workspace: &mut Workspace, stance: Stance, streams: &Streams) -> Option<Aim> {
    if !setup.hand.can_play(stance, workspace.toley.radius_m, &workspace.balls) {
        return None;
    }
    match (setup.keys.shot.by.0, stance) {
        (Some(policy), _) => workspace.choose(setup, policy, stance, streams),
        (None, Stance::Edge) => Some(setup.aim),
        (None, Stance::InRing(at_m)) => {
            let aim = Aim { release_m: at_m, ..setup.aim };
            let legal = setup.hand.allows(stance, at_m, aim.direction, workspace.toley.radius_m, &workspace.balls);
            legal.then_some(aim)
        }
    }
}
