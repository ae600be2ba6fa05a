//! Spheres on sand: the symmetries, bounds and balances that hold for every shot, a second program, and what no row of
//! the validation tables says of single motions and impacts.

mod audit;
mod balances;
mod bounds;
mod chances;
mod drawn;
mod drops;
mod exact;
mod growth;
mod impacts;
mod modes;
mod motions;
mod oracle;
mod reference;
mod renumbered;
mod resting;
mod scene;
mod second_opinion;
mod symmetries;
mod times;

use glam::{DVec2, DVec3, Vec3Swizzles, dvec3};
use tolley_physics::kernel::{self, Counters, Ending, Event, EventSink, Hit, Kind, Limits, NONE, Trace, World};
use tolley_physics::spheres::deep::Bed;
use tolley_physics::spheres::{
    Ball, Body, Contact, Ground, GroundReaction, Landing, Mode, Resistance, Sand, Scratch, Setup, SlowContact,
    SpeedTerm, Spheres, State, contact_time_s,
};

use crate::balls::{G, MARBLE_M, TOLEY_M, Thrown, ground, marble, near, pairwise, play, start, toley};
use crate::dice::Dice;
use scene::{Scene, bits};
