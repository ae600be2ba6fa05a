//! The contact problem: the impulses of all contacts of some bodies at once. Hits at one instant, resting contacts, the
//! ground, posts and coins are solved by it.
//!
//! Bodies with velocities `v` and masses `M` meet at contacts, where points move against each other by `u = J v`.
//! Impulses `P` change that by the operator `A = J M^-1 J'`. Along the normal an impulse pushes only, and only where
//! the two would close faster than is allowed (Signorini's condition, a complementarity problem). Across it Coulomb's
//! bound holds, and against rolling and drilling on the ground a couple (after J. J. Moreau, "Numerical aspects of the
//! sweeping process", Comput. Methods Appl. Mech. Eng. 177, 329 (1999)).
//!
//! - `problem`: bodies and contacts; `operator`: what impulses make of them;
//! - `rules`: what one contact asks for, given all others: Signorini, Coulomb, couples;
//! - `solver`: one search for all rules, by projection, `mixing` leads it ahead;
//! - `hits`: restitution at one instant, by two searches;
//! - `order`: an order of bodies and contacts that has nothing to do with their numbers; `pairs`: who meets.
//!
//! Hits that take time (`spheres/island.rs`) are no such problem: their contacts are springs.

pub(crate) mod hits;
mod mixing;
mod operator;
mod order;
mod pairs;
pub(crate) mod problem;
mod rules;
pub(crate) mod solver;

pub(crate) use hits::{Group, INSTANT_S, Restitution};
pub(crate) use mixing::Mixing;
pub(crate) use order::{Canon, put_in_order};
pub(crate) use pairs::Pairs;
pub(crate) use problem::{Body, Constraint, Other, Rule};
