//! Sliding and spinning coins computed a second time, slowly, to rounding: nothing here is shared with the program.
//!
//! Friction from Carlson's elliptic integrals (the program: arithmetic-geometric mean and power series), motion by
//! Gauss-Legendre collocation in time from the start (the program: tables of two orbits integrated backward from
//! rest), contacts by cutting time in halves until a bound decides (the program: safe steps).

pub mod flight;
pub mod friction;
pub mod gap;
pub mod gauss;
pub mod stepper;
