//! The row of one shot.

use glam::DVec2;

use super::sink::ShotSink;
use super::surface::SandDraw;
use crate::laws::Stance;
use crate::players::{Aim, Launch, ShotOutcome};
use crate::simulator::{PlacedBall, Simulator};

tolley_experiment::row! {
    /// One shot.
    #[derive(Default)]
    pub struct ShotRow {
        /// Error of the azimuth, left positive.
        aim_error_rad: f64, "aim error of the shot";
        /// Speed of the launch as executed.
        launch_speed_m_s: f64, "speed at launch";
        /// Elevation of the launch as executed.
        launch_elevation_rad: f64, "elevation at launch";
        /// Spin of the launch as executed, over that of natural roll.
        launch_spin_ratio: f64, "spin at launch";
        /// Spin of the launch about the vertical as executed.
        launch_side_spin_rad_s: f64, "side spin at launch";
        /// Whether the shot asked for was beyond the hand and the nearest one was played, TG-5b3.
        launch_limited: bool, "chance that the shot is beyond the hand";
        /// Coulomb friction of a sliding ball on the sand of this shot.
        sand_sliding_friction_ratio: f64, "sliding friction of this shot's sand";
        /// Rolling friction of a toley on the sand of this shot, before laws of size and depth.
        sand_rolling_friction_ratio: f64, "rolling friction of this shot's sand";
        /// Restitution of a landing on the sand of this shot.
        sand_restitution_ratio: f64, "bounce on this shot's sand";
        /// Keys of the laws that differ from the document's values, TG-13; the table amendments lists them.
        amended_count: u32, Bookkeeping "number of amended laws";
        /// Marbles on the ring before the shot.
        marbles_before_count: u32, "marbles on the ring before the shot";
        /// Whether the toley could be played at all where it lay, TG-6b2; if not, there was no shot.
        is_playable: bool, "chance that the toley can be played";
        /// Where the toley is released: right of the centre.
        release_x_m: f64, "release point, right of the middle";
        /// Where the toley is released: ahead of the centre.
        release_y_m: f64, "release point, ahead of the middle";
        /// How far from there, seen from above, the centre of the nearest marble lies; null where no marble is left.
        nearest_marble_m: f64, "distance to the nearest marble";
        /// Direction that is aimed at, counter-clockwise from the x axis.
        azimuth_rad: f64, "direction of the aim";
        /// Points of the break that begins with this shot; null where it is not played to its end.
        break_points_count: f64, "points of the break";
        /// Shots of the break that begins with this shot; null where it is not played to its end.
        break_shot_count: f64, "shots of the break";
        /// Marbles knocked off the ring.
        marbles_off_count: u32, "marbles knocked off";
        /// Whether the toley stays on the ring.
        toley_stays: bool, "chance that the toley stays";
        /// Whether the toley stays on the ring and at least one marble left it: the player shoots again, TG-5d4.
        shoots_again: bool, "chance to shoot again";
        /// Where the toley ends, or crosses the edge: right of the centre.
        toley_x_m: f64, "toley's end, right of the middle";
        /// Where the toley ends, or crosses the edge: ahead of the centre.
        toley_y_m: f64, "toley's end, ahead of the middle";
        /// Time of the toley's first hit; null when it meets nothing.
        first_hit_s: f64, "time of the first hit";
        /// Times that the toley meets the ground from above: landings, hops, and where a hit drives it down.
        toley_landing_count: u32, "landings of the toley";
        /// Time of the last event.
        duration_s: f64, "duration of the shot";
        /// Collisions between balls.
        collision_count: u32, "number of collisions";
        /// Collisions at exactly the time of the one before, whose order is a convention.
        tied_impact_count: u32, Bookkeeping "collisions at exactly the same time";
        /// Events of all kinds, without steps of resting contacts.
        event_count: u32, Bookkeeping "number of events";
        /// Decimals of a metre that are left of where balls end, by an estimate; below 4 compare distributions only.
        digits_left_count: u32, Bookkeeping "decimals of a metre still reliable";
        /// Energy of the launch, kinetic and of height.
        launch_energy_j: f64, "energy at launch";
        /// Energy lost in impacts with balls and ground.
        impact_loss_j: f64, "energy lost in impacts";
        /// Work of the ground's friction, what the grains hold of slow balls included.
        friction_work_j: f64, "energy lost to friction";
        /// Energy of the balls that left, as they crossed the edge.
        left_energy_j: f64, "energy of the balls that left";
        /// Energy still there at the end: of balls that rest on others.
        remaining_energy_j: f64, Bookkeeping "energy left at the end";
        /// Launch energy less all of the above, over the launch energy: rounding, else something is wrong.
        energy_error_ratio: f64, Bookkeeping "relative error of the energy balance";
    }
}

/// What the shot came to; `launch_energy_j` is the energy as it left the hand.
pub(super) fn row(simulator: &Simulator, outcome: &ShotOutcome, sink: &ShotSink, launch_energy_j: f64) -> ShotRow {
    let (toley, energy) = (simulator.toley(), simulator.energy());
    let impact_loss_j = sink.counters.impact_loss_j - sink.halting_loss_j;
    let friction_work_j = energy.friction_work_j + sink.halting_loss_j;
    let spent_j = impact_loss_j + friction_work_j + energy.left_j + energy.in_play_j;
    let energy_error_ratio = (launch_energy_j - spent_j) / launch_energy_j;
    debug_assert!(
        energy_error_ratio.is_nan() || energy_error_ratio.abs() <= 1e-9,
        "energy off by {energy_error_ratio}"
    );
    ShotRow {
        is_playable: true,
        marbles_off_count: outcome.marbles,
        toley_stays: outcome.stays,
        shoots_again: outcome.stays && outcome.marbles > 0,
        toley_x_m: toley.at_m.x,
        toley_y_m: toley.at_m.y,
        first_hit_s: sink.first_hit_s.unwrap_or(f64::NAN),
        toley_landing_count: sink.toley_landing_count,
        duration_s: sink.duration_s,
        collision_count: sink.collision_count,
        tied_impact_count: sink.counters.tied_impacts,
        event_count: sink.counters.total(),
        digits_left_count: simulator.digits_left(),
        launch_energy_j,
        impact_loss_j,
        friction_work_j,
        left_energy_j: energy.left_j,
        remaining_energy_j: energy.in_play_j,
        energy_error_ratio,
        break_points_count: f64::NAN,
        break_shot_count: f64::NAN,
        ..ShotRow::default()
    }
}

impl ShotRow {
    /// A lie that cannot be played: there is no shot.
    pub(super) fn without_shot(stance: Stance) -> ShotRow {
        let at_m = match stance {
            Stance::Edge => DVec2::ZERO,
            Stance::InRing(at_m) => at_m,
        };
        ShotRow {
            toley_x_m: at_m.x,
            toley_y_m: at_m.y,
            release_x_m: at_m.x,
            release_y_m: at_m.y,
            azimuth_rad: f64::NAN,
            first_hit_s: f64::NAN,
            break_points_count: f64::NAN,
            break_shot_count: f64::NAN,
            ..ShotRow::default()
        }
    }

    /// What the shot began with.
    pub(super) fn note_launch(&mut self, aim: &Aim, launch: &Launch) {
        self.aim_error_rad = launch.aim_error_rad;
        self.launch_speed_m_s = launch.speed_m_s;
        self.launch_elevation_rad = launch.elevation_rad;
        self.launch_spin_ratio = launch.spin_ratio;
        self.launch_side_spin_rad_s = launch.side_spin_rad_s;
        self.launch_limited = aim.is_limited;
        self.release_x_m = aim.release_m.x;
        self.release_y_m = aim.release_m.y;
        self.azimuth_rad = libm::atan2(aim.direction.y, aim.direction.x);
    }

    /// What the ring was like; the balls are the marbles before the shot.
    pub(super) fn note_ring(&mut self, sand: &SandDraw, marbles: &[PlacedBall]) {
        let release_m = DVec2::new(self.release_x_m, self.release_y_m);
        let far_m = marbles.iter().map(|marble| release_m.distance(marble.at_m.truncate()));
        // of nothing the least is not a number
        self.nearest_marble_m = far_m.fold(f64::NAN, f64::min);
        self.marbles_before_count = marbles.len() as u32;
        self.sand_sliding_friction_ratio = sand.sliding_friction_ratio;
        self.sand_rolling_friction_ratio = sand.rolling_friction_ratio;
        self.sand_restitution_ratio = sand.restitution_ratio;
    }

    /// What the break that began with it came to: points and shots.
    pub(super) fn note_break(&mut self, points: u32, shots: u32) {
        (self.break_points_count, self.break_shot_count) = (f64::from(points), f64::from(shots));
    }
}
