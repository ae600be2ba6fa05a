//! The row of one shot, and what it hears of the kernel.

use glam::DVec2;
use tolley_physics::kernel::{Counters, Event, EventSink, Kind};
use tolley_physics::spheres::{self, Spheres, State};

use crate::player::{Aim, Launch};
use crate::policy::worth::Outcome;
use crate::rack::Gaps;
use crate::surface;
use crate::table::Table;

/// The toley is body 0, the marbles follow.
const TOLEY: usize = 0;

tolley_experiment::row! {
    /// One shot.
    #[derive(Default)]
    pub struct Shot {
        /// Error of the azimuth, left positive.
        aim_error_rad: f64, "rad";
        /// Speed of the launch as executed.
        launch_speed_m_s: f64, "m/s";
        /// Elevation of the launch as executed.
        launch_elevation_rad: f64, "rad";
        /// Spin of the launch as executed, over that of natural roll.
        launch_spin_ratio: f64, "";
        /// Spin of the launch about the vertical as executed.
        launch_side_spin_rad_s: f64, "rad/s";
        /// Whether the shot asked for was beyond the hand and the nearest one was played, TG-5b3.
        launch_limited: bool, "";
        /// Coulomb friction of a sliding ball on the sand of this shot.
        laid_sliding_friction_ratio: f64, "";
        /// Rolling friction of a toley on the sand of this shot, before laws of size and depth.
        laid_rolling_friction_ratio: f64, "";
        /// Restitution of a landing on the sand of this shot.
        laid_restitution_ratio: f64, "";
        /// Mean gap between neighbouring marbles of the drawn rack.
        rack_gap_mean_m: f64, "m";
        /// Standard deviation of the gaps between neighbouring marbles of the drawn rack.
        rack_gap_sd_m: f64, "m";
        /// Least gap between neighbouring marbles.
        rack_gap_least_m: f64, "m";
        /// Gap that one pair of neighbours in ten is below.
        rack_gap_tenth_m: f64, "m";
        /// Median gap between neighbouring marbles.
        rack_gap_median_m: f64, "m";
        /// Gap that nine pairs of neighbours in ten are below.
        rack_gap_nine_tenths_m: f64, "m";
        /// Greatest gap between neighbouring marbles.
        rack_gap_greatest_m: f64, "m";
        /// Share of neighbours closer than 31 um, the compression of a hit at 3 m/s.
        rack_close_share: f64, "";
        /// Marbles on the ring before the shot.
        marbles_before_count: u32, "";
        /// Whether the toley could be played at all where it lay, TG-6b2; if not, there was no shot.
        is_playable: bool, "";
        /// Where the toley is released: right of the centre.
        release_x_m: f64, "m";
        /// Where the toley is released: ahead of the centre.
        release_y_m: f64, "m";
        /// Direction that is aimed at, counter-clockwise from the x axis.
        azimuth_rad: f64, "rad";
        /// Points of the break that begins with this shot; null where it is not played on.
        break_points_count: f64, "";
        /// Shots of the break that begins with this shot; null where it is not played on.
        break_shot_count: f64, "";
        /// Marbles knocked off the ring.
        marbles_off_count: u32, "";
        /// Whether the toley stays on the ring.
        toley_stays: bool, "";
        /// Whether the toley stays on the ring and at least one marble left it: the player shoots again, TG-5d4.
        shoots_again: bool, "";
        /// Where the toley ends, or crosses the edge: right of the centre.
        toley_x_m: f64, "m";
        /// Where the toley ends, or crosses the edge: ahead of the centre.
        toley_y_m: f64, "m";
        /// Time of the toley's first hit; null when it meets nothing.
        first_hit_s: f64, "s";
        /// Times that the toley meets the ground from above: landings, hops, and where a hit drives it down.
        toley_landing_count: u32, "";
        /// Time of the last event.
        duration_s: f64, "s";
        /// Collisions between balls.
        collision_count: u32, "";
        /// Collisions at exactly the time of the one before, whose order is a convention.
        tied_impact_count: u32, "";
        /// Events of all kinds.
        event_count: u32, "";
        /// Decimals of a metre that are left of where balls end, by an estimate; below 4 compare distributions only.
        digits_left_count: u32, "";
        /// Energy of the launch, kinetic and of height.
        launch_energy_j: f64, "J";
        /// Energy lost in impacts with balls and ground.
        impact_loss_j: f64, "J";
        /// Work of the ground's friction, what the grains hold of slow balls included.
        friction_work_j: f64, "J";
        /// Energy of the balls that left, as they crossed the edge.
        left_energy_j: f64, "J";
        /// Energy still there at the end: of balls that rest on others.
        remaining_energy_j: f64, "J";
        /// Launch energy less all of the above, over the launch energy: rounding, else something is wrong.
        energy_error_ratio: f64, "";
    }
}

/// What the row needs of the events.
#[derive(Default)]
pub(super) struct Story {
    pub(super) counters: Counters,
    pub(super) launch_energy_j: f64,
    /// Energy that the ground takes of slow balls as they stop, J.
    halting_loss_j: f64,
    first_hit_s: Option<f64>,
    hit_count: u32,
    toley_landing_count: u32,
    last_s: f64,
}

impl EventSink<Spheres> for Story {
    fn record(&mut self, setup: &spheres::Setup, state: &State, event: &Event) {
        EventSink::<Spheres>::record(&mut self.counters, setup, state, event);
        self.last_s = event.time_s;
        let is_toley = usize::from(event.body) == TOLEY;
        match event.kind {
            Kind::Pair => self.note_hits(state, event),
            Kind::Ground if is_toley => self.toley_landing_count += 1,
            Kind::Stop | Kind::Mode => self.halting_loss_j += event.loss_j,
            _ => {}
        }
    }
}

impl Story {
    /// Hits that overlap in time are one event, and each counts.
    fn note_hits(&mut self, state: &State, event: &Event) {
        for hit in state.each_hit(event) {
            self.hit_count += 1;
            if usize::from(hit.body) == TOLEY {
                self.first_hit_s = Some(self.first_hit_s.map_or(hit.time_s, |first_s| first_s.min(hit.time_s)));
            }
        }
    }
}

/// What the shot came to.
pub(super) fn row(table: &Table, outcome: &Outcome, story: &Story) -> Shot {
    let (toley, energy) = (table.toley(), table.energy());
    let impact_loss_j = story.counters.impact_loss_j - story.halting_loss_j;
    let friction_work_j = energy.friction_work_j + story.halting_loss_j;
    let spent_j = impact_loss_j + friction_work_j + energy.left_j + energy.in_play_j;
    let energy_error_ratio = (story.launch_energy_j - spent_j) / story.launch_energy_j;
    debug_assert!(
        energy_error_ratio.is_nan() || energy_error_ratio.abs() <= 1e-9,
        "energy off by {energy_error_ratio}"
    );
    Shot {
        is_playable: true,
        marbles_off_count: outcome.marbles,
        toley_stays: outcome.stays,
        shoots_again: outcome.stays && outcome.marbles > 0,
        toley_x_m: toley.at_m.x,
        toley_y_m: toley.at_m.y,
        first_hit_s: story.first_hit_s.unwrap_or(f64::NAN),
        toley_landing_count: story.toley_landing_count,
        duration_s: story.last_s,
        collision_count: story.hit_count,
        tied_impact_count: story.counters.tied_impacts,
        event_count: story.counters.total(),
        digits_left_count: table.digits_left(),
        launch_energy_j: story.launch_energy_j,
        impact_loss_j,
        friction_work_j,
        left_energy_j: energy.left_j,
        remaining_energy_j: energy.in_play_j,
        energy_error_ratio,
        break_points_count: f64::NAN,
        break_shot_count: f64::NAN,
        ..Shot::default()
    }
}

/// A lie that cannot be played: there is no shot.
pub(super) fn no_shot(at_m: DVec2) -> Shot {
    Shot {
        toley_x_m: at_m.x,
        toley_y_m: at_m.y,
        release_x_m: at_m.x,
        release_y_m: at_m.y,
        azimuth_rad: f64::NAN,
        first_hit_s: f64::NAN,
        break_points_count: f64::NAN,
        break_shot_count: f64::NAN,
        ..Shot::default()
    }
}

/// What the shot began with.
pub(super) fn note_launch(row: &mut Shot, aim: &Aim, launch: &Launch) {
    row.aim_error_rad = launch.aim_error_rad;
    row.launch_speed_m_s = launch.speed_m_s;
    row.launch_elevation_rad = launch.elevation_rad;
    row.launch_spin_ratio = launch.spin_ratio;
    row.launch_side_spin_rad_s = launch.side_spin_rad_s;
    row.launch_limited = aim.is_limited;
    row.release_x_m = aim.release_m.x;
    row.release_y_m = aim.release_m.y;
    row.azimuth_rad = libm::atan2(aim.direction.y, aim.direction.x);
}

/// What the ring was like.
pub(super) fn note_ring(row: &mut Shot, laid: &surface::Laid, gaps: &Gaps, marbles: usize) {
    row.marbles_before_count = marbles as u32;
    row.laid_sliding_friction_ratio = laid.sliding_friction_ratio;
    row.laid_rolling_friction_ratio = laid.rolling_friction_ratio;
    row.laid_restitution_ratio = laid.restitution_ratio;
    row.rack_gap_mean_m = gaps.mean_m;
    row.rack_gap_sd_m = gaps.sd_m;
    row.rack_gap_least_m = gaps.least_m;
    row.rack_gap_tenth_m = gaps.tenth_m;
    row.rack_gap_median_m = gaps.median_m;
    row.rack_gap_nine_tenths_m = gaps.nine_tenths_m;
    row.rack_gap_greatest_m = gaps.greatest_m;
    row.rack_close_share = gaps.close_share;
}
