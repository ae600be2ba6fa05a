//! The study `cymbergaj/flick`: one flick, from the kick-off position or another; goals are geometric, the laws are not
//! applied.

use std::sync::Arc;

use tolley_experiment::decimal::decimal;
use tolley_experiment::hand::Hand as Chooser;
use tolley_experiment::keys::KeyTable;
use tolley_experiment::limits::{self, Beyond, LimitKeys};
use tolley_experiment::noise::Joint;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study};
use tolley_experiment::table::{Measure, Table as RowTable};
use tolley_experiment::words::ProfileWord;
use tolley_experiment::{fault, measures};
use tolley_physics::discs::TrialSetup;
use tolley_physics::kernel::Ending;

use super::bodies::STRIKER;
use super::chosen;
use super::draws::{LIFTS, LiftStreams};
use super::flick_keys::{FlickKeys, HOW_WIDE, WHAT, WHERE};
use super::pieces::Pieces;
use super::row::{FlickRow, PlayedFlick};
use super::setup::StrokeSetup;
use super::start::{OpponentPlace, Start, StartFrom, Starts};
use super::stroke::{Hand, HandStreams, Intent};
use super::workspace::{FilmedStroke, Workspace};
use crate::keys::{FLICK_WORDS, LIMITS, Skill, Strike, Table};
use crate::laws::choices::OutCriterion;
use crate::laws::{CoinSet, Ends, MoveEvents, Pitch, Seat};

/// Errors of the direction, the speed and the offset, which gives spin.
const ERRORS: [Purpose; 3] = [Purpose::named("aim"), Purpose::named("speed"), Purpose::named("spin")];
/// Whether the flick is a wild one.
const WILD: Purpose = Purpose::named("wild");

/// The bit of [`WHERE`].
const OF_WHERE: u32 = 0b001;
/// The bit of [`HOW_WIDE`].
const OF_SIZES: u32 = 0b100;
/// The bits of all but [`WHERE`].
const OF_PHYSICS: u32 = 0b110;
/// The bits of all but [`WHAT`].
const OF_PLACES: u32 = 0b101;

/// What never changes within a design point.
pub struct FlickSetup {
    keys: FlickKeys,
    stroke: Arc<StrokeSetup>,
    starts: Starts,
    hand: Hand,
}

/// Buffers of one worker.
pub struct FlickScratch {
    /// The design point's, with this trial's masses and restitution.
    physics: TrialSetup,
    workspace: Workspace,
}

impl FlickScratch {
    /// From now on strokes are filmed.
    pub fn film(&mut self) {
        self.workspace.film();
    }

    /// The strokes filmed since.
    pub fn take_films(&mut self) -> Vec<FilmedStroke> {
        self.workspace.take_films()
    }
}

tolley_experiment::tables! {
    /// Where the rows of a flick go.
    struct FlickTables {
        /// one flick from the kick-off position
        SHOTS = "shots": FlickRow;
    }
}

/// The study.
///
/// ```
/// use tolley_cymbergaj::shot::{FlickStudy, FlickKeys, FlickRow};
/// use tolley_experiment::random::Streams;
/// use tolley_experiment::row::Rows;
/// use tolley_experiment::status::Status;
/// use tolley_experiment::study::Study;
///
/// let mut keys = FlickKeys::default();
/// keys.strike.speed_m_s = 2.0;
/// let setup = FlickStudy::setup(&keys).expect("a flick that can be played");
/// let row = FlickStudy::flick(&setup, &mut FlickStudy::scratch(&setup, &()), &Streams::new(1, 0, None)).0;
/// assert!(row.launch_speed_m_s > 1.0 && row.ball_hit);
/// ```
pub struct FlickStudy;

impl FlickStudy {
    /// Plays one flick.
    pub fn flick(setup: &FlickSetup, scratch: &mut FlickScratch, streams: &Streams) -> (FlickRow, Ending) {
        let FlickSetup { keys, stroke, starts, hand } = setup;
        let FlickScratch { physics, workspace } = scratch;
        let Some(start) = starts.of(streams) else { panic!("no room for three coins on this table") };
        keys.coins.weigh(&keys.contact, &stroke.physics, physics, streams);
        let physics = physics.setup();
        let mass_kg = physics.coins()[STRIKER].mass_kg;
        let Strike { speed_m_s, offset_ratio, .. } = keys.strike;
        let intent = Intent { offset_ratio, ..Intent::straight(start.direction, speed_m_s) };
        let [aim, speed, offset] = ERRORS.map(|purpose| streams.open(purpose));
        let wild = (hand.skill.wild_share > 0.0).then(|| streams.open(WILD));
        let mut launch = hand.execute(&intent, mass_kg, &mut HandStreams { aim, speed, offset, wild });
        launch.lifted = keys.events.lifted(launch.speed_m_s, &mut LiftStreams::open(&keys.events, streams, LIFTS));
        workspace.strike(physics, &start.view, &launch);
        let launch_energy_j = workspace.state.energy(physics).in_play_j;
        let limits = stroke.limits.audited(streams.is_audited());
        let (mover, ends) = (Seat::X, Ends::FIRST);
        let mut events = MoveEvents::new(mover, start.view.layout(mover, ends), [0.0, f64::INFINITY]);
        let played = workspace.run(physics, &limits, (mover, ends), &mut events);
        let flick = PlayedFlick { start, launch, launch_energy_j, events, record: played.record };
        let launch_limited = keys.strike.beyond().is_some();
        let row = flick.row(&stroke.pitch, physics, &workspace.state);
        (FlickRow { launch_limited, ..row }, played.ending)
    }
}

impl Study for FlickStudy {
    type Keys = FlickKeys;
    type Shared = ();
    type Setup = FlickSetup;
    type Scratch = FlickScratch;

    const NAME: &'static str = "cymbergaj/flick";
    const BLOCK_TRIALS: u64 = 16_384;
    const LIMITS: Option<LimitKeys> = Some(LIMITS);
    const WORDS: &'static [ProfileWord] = FLICK_WORDS;

    fn tables() -> Vec<RowTable> {
        FlickTables::all()
    }

    fn measures() -> Vec<Measure> {
        measures! { FlickRow:
            Share goal, Share own_goal, Share over_far_end, Share over_own_end, Share over_left_side,
            Share over_right_side, Mean ball_speed_m_s, Mean ball_x_m, Mean ball_y_m,
        }
    }

    fn setup(keys: &FlickKeys) -> Result<FlickSetup, Vec<Fault>> {
        FlickSetup::new(keys, None)
    }

    fn remarks(keys: &FlickKeys) -> Vec<Fault> {
        coin_set(keys).remarks(None)
    }

    fn beyond(keys: &FlickKeys) -> Vec<Beyond> {
        keys.strike.beyond().into_iter().collect()
    }

    fn hand(keys: &FlickKeys) -> Option<Chooser> {
        Some(chosen::hand(keys))
    }

    fn scratch(setup: &FlickSetup, (): &()) -> FlickScratch {
        let physics = &setup.stroke.physics;
        FlickScratch { physics: TrialSetup::of(physics), workspace: Workspace::new(physics) }
    }

    fn play(setup: &FlickSetup, scratch: &mut FlickScratch, streams: &Streams, rows: &mut Rows) -> Status {
        let (row, ending) = FlickStudy::flick(setup, scratch, streams);
        rows.push(FlickTables::SHOTS, row);
        match ending {
            Ending::Quarantined(reason) => Status::quarantined(reason.name()),
            Ending::Rest | Ending::Until => Status::Ok,
        }
    }
}

impl Shortcuts for FlickStudy {
    const ALTERED: &'static [&'static [&'static str]] = &[WHERE, WHAT, HOW_WIDE];

    fn setup_beside(other: &FlickSetup, keys: &FlickKeys) -> Result<FlickSetup, Vec<Fault>> {
        FlickSetup::new(keys, Some(other))
    }

    fn alter(setup: &mut FlickSetup, keys: &FlickKeys, groups: u32) -> Result<(), Vec<Fault>> {
        if groups & OF_PHYSICS != 0 {
            let stroke = Arc::make_mut(&mut setup.stroke);
            if groups & OF_SIZES != 0 {
                stroke.pitch.radius_m = pitch(keys).radius_m;
            }
            pieces(keys).renew(&mut stroke.physics)?;
            if let Some(fault) = coin_set(keys).ball_fault().or_else(|| keys.contact.cut_fault()) {
                return Err(vec![fault]);
            }
        }
        if groups & OF_PLACES != 0 {
            let (pitch, was) = (&setup.stroke.pitch, &setup.keys);
            let last = setup.starts.placed(&was.layout, &was.opponent_place, &was.strike);
            let starts = Starts::new(&keys.layout, &keys.opponent_place, &keys.strike, pitch, last)?;
            let faults = start_faults(keys, pitch, &starts);
            if !faults.is_empty() {
                return Err(faults);
            }
            setup.starts = starts;
        }
        let joint = joint(keys)?;
        let FlickSetup { keys: own, hand: own_hand, .. } = setup;
        // all tables with keys of a group, and no others
        if groups & OF_PHYSICS != 0 {
            (own.surface, own.contact) = (keys.surface, keys.contact);
            (own.striker, own.opponent, own.ball) = (keys.striker, keys.opponent, keys.ball);
            (own_hand.believed_kg, own_hand.mass_kg) = (keys.striker.believed_mass_kg, keys.striker.weight_kg());
        }
        if groups & OF_WHERE != 0 {
            (own.opponent_place, own.layout) = (keys.opponent_place, keys.layout);
            (own.strike, own.player) = (keys.strike, keys.player);
            (own_hand.strike, own_hand.skill, own_hand.joint) = (keys.strike, keys.player, joint);
        }
        debug_assert_eq!(own, keys, "a key is in a table that is not taken");
        Ok(())
    }

    fn follow(scratch: &mut FlickScratch, setup: &FlickSetup, groups: u32) {
        if groups & OF_PHYSICS != 0 {
            scratch.physics.follow(&setup.stroke.physics);
        }
    }

    fn scratch_again(mut used: FlickScratch, of: &FlickSetup, setup: &FlickSetup, (): &()) -> FlickScratch {
        let [one, other] = [&of.stroke, &setup.stroke];
        if Arc::ptr_eq(one, other) {
            used
        } else if other.physics.is_as_large_as(&one.physics) {
            used.physics.restart(&other.physics);
            used
        } else {
            FlickStudy::scratch(setup, &())
        }
    }
}

impl FlickSetup {
    /// With the physics of another one, if the two share it.
    fn new(keys: &FlickKeys, beside: Option<&FlickSetup>) -> Result<FlickSetup, Vec<Fault>> {
        let pitch = pitch(keys);
        let starts = Starts::new(&keys.layout, &keys.opponent_place, &keys.strike, &pitch, None)?;
        let mut faults = faults(keys, &pitch, &starts);
        let joint = joint(keys).map_err(|of_hand| faults.extend(of_hand));
        let (true, Ok(joint)) = (faults.is_empty(), joint) else { return Err(faults) };
        let stroke = match beside.filter(|other| is_same_physics(&other.keys, keys)) {
            Some(other) => other.stroke.clone(),
            None => Arc::new(StrokeSetup::new(&pieces(keys), &pitch)?),
        };
        Ok(FlickSetup { keys: *keys, stroke, starts, hand: hand(keys, joint) })
    }
}

fn pitch(keys: &FlickKeys) -> Pitch {
    Pitch::new(&keys.table, [&keys.striker, &keys.opponent], &keys.ball, OutCriterion::Auto)
}

fn coin_set(keys: &FlickKeys) -> CoinSet<'_> {
    CoinSet { rules: &keys.coin_rules, players: [&keys.striker, &keys.opponent], ball: &keys.ball }
}

fn pieces(keys: &FlickKeys) -> Pieces<'_> {
    Pieces {
        surface: &keys.surface,
        contact: &keys.contact,
        coins: &keys.coins,
        events: &keys.events,
        players: [("striker", &keys.striker), ("opponent", &keys.opponent)],
        ball: &keys.ball,
        ball_kg: keys.ball.weight_kg(&keys.striker),
    }
}

fn hand(keys: &FlickKeys, joint: Joint<3>) -> Hand {
    let (believed_kg, mass_kg) = (keys.striker.believed_mass_kg, keys.striker.weight_kg());
    let (skill, strike) = (keys.player, keys.strike);
    Hand { skill, joint, strike, believed_kg, mass_kg, habit_ratio: 1.0, allows_for_mass: true }
}

/// How the player's errors hang together.
fn joint(keys: &FlickKeys) -> Result<Joint<3>, Vec<Fault>> {
    keys.player.joint(Skill::NAME).map_err(|fault| vec![fault])
}

/// Whether two points differ in nothing but in who strikes, from where and how.
fn is_same_physics(one: &FlickKeys, other: &FlickKeys) -> bool {
    let FlickKeys { table, surface, contact, coins, striker, opponent, ball, events, .. } = one;
    (table, surface, contact) == (&other.table, &other.surface, &other.contact)
        && (coins, striker, opponent) == (&other.coins, &other.striker, &other.opponent)
        && (ball, events) == (&other.ball, &other.events)
}

/// The rules that join several keys.
fn faults(keys: &FlickKeys, pitch: &Pitch, starts: &Starts) -> Vec<Fault> {
    let mut faults = start_faults(keys, pitch, starts);
    faults.extend(coin_set(keys).ball_fault().into_iter().chain(keys.contact.cut_fault()));
    let Table { length_m, width_m, circle_radius_m, edge_bevel_m, goal_width_m, .. } = keys.table;
    let clear_m = decimal(2.0 * (circle_radius_m + edge_bevel_m));
    let message = "the centre circle does not fit: the table must be more than";
    if length_m <= clear_m {
        faults.push(fault!(Table.length_m, "{message} {clear_m} m long"));
    }
    if width_m <= clear_m {
        faults.push(fault!(Table.width_m, "{message} {clear_m} m wide"));
    }
    if goal_width_m > width_m {
        faults.push(fault!(Table.goal_width_m, "CG-1.7: the goal cannot be wider than the table"));
    }
    faults
}

/// What is wrong with where it begins, and how it is meant.
fn start_faults(keys: &FlickKeys, pitch: &Pitch, starts: &Starts) -> Vec<Fault> {
    let mut faults = match (starts, keys.layout.from) {
        (Starts::Fixed(start), StartFrom::KickOff) => kick_off_faults(pitch, start),
        _ => Vec::new(),
    };
    faults.extend(limits::refused(LIMITS.by, keys.strike.beyond_limit, keys.strike.beyond().as_slice()));
    faults
}

/// CG-3.1: coins that overlap at the kick-off.
fn kick_off_faults(pitch: &Pitch, start: &Start) -> Vec<Fault> {
    let [striker_m, opponent_m, ball_m] = pitch.radius_m;
    let mut faults = Vec::new();
    let message = "CG-3.1: a coin on the circle would overlap the ball on the centre spot";
    if pitch.table.circle_radius_m < decimal(ball_m + striker_m.max(opponent_m)) {
        faults.push(fault!(Table.circle_radius_m, "{message}"));
    }
    if start.view.own_m.distance(start.view.other_m) < decimal(striker_m + opponent_m) {
        faults.push(fault!(OpponentPlace.angle_rad, "CG-3.1: the two players' coins would overlap on the circle"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use tolley_experiment::plan::Plan;
    use tolley_experiment::player::{Player, Setups};
    use tolley_experiment::study::StudyInfo;
    use tolley_experiment::value::Value;

    use super::*;

    /// Each point after each other one has the rows that it has alone.
    fn played_alike(axes: &[(&str, [f64; 2])]) {
        let mut plan = Plan::of_study(Arc::new(StudyInfo::of::<FlickStudy>()));
        for (path, values) in axes {
            let key = plan.study.schema.index(path).expect("a key");
            plan.sweep(key, values.map(Value::Number).to_vec());
        }
        plan.grid.repeats = 2;
        let setups = Setups::<FlickStudy>::new(&plan, &());
        let row = |player: &mut Player<'_, FlickStudy>, trial| {
            player.play(trial).expect("a good point");
            format!("{:?}", player.take().rows)
        };
        let all: Vec<u64> = (0..plan.grid.trials()).collect();
        let alone: Vec<String> = all.iter().map(|trial| row(&mut Player::new(&plan, &setups), *trial)).collect();
        for pair in all.iter().flat_map(|a| all.iter().map(move |b| [*a, *b])).filter(|[a, b]| a != b) {
            let player = &mut Player::new(&plan, &setups);
            let played = pair.map(|trial| row(player, trial));
            assert_eq!(played, pair.map(|trial| alone[trial as usize].clone()), "{pair:?}");
        }
    }

    /// Points that share their physics share its setup and buffers, and are played as if they did not.
    #[test]
    fn a_point_is_played_alike_after_any_other() {
        let [speeds, offsets] = [("strike.speed_m_s", [1.5, 2.5]), ("strike.offset_ratio", [0.0, 0.25])];
        played_alike(&[speeds, ("surface.sliding_friction_ratio", [0.2, 0.25]), offsets]);
        // those that differ in choices alone are made of the point before
        let places = [("strike.position_rad", [0.0, 0.4]), ("opponent.angle_rad", [0.3, 1.2])];
        played_alike(&[speeds, places[0], places[1]]);
        played_alike(&[("strike.aim_offset_m", [0.0, 0.01]), offsets]);
        // those that differ in masses, friction and how coins hit too
        let plan = Plan::of_study(Arc::new(StudyInfo::of::<FlickStudy>()));
        for key in FlickStudy::ALTERED.concat() {
            let index = plan.study.schema.index(key).expect("a key");
            let Value::Number(value) = plan.point(0)[index] else { panic!("{key} is no number") };
            played_alike(&[(key, [value, if value == 0.0 { 0.01 } else { 1.04 * value }]), speeds]);
        }
        played_alike(&[("striker.diameter_m", [0.02, 0.024]), ("contact.restitution_ratio", [0.7, 0.9])]);
    }
}
