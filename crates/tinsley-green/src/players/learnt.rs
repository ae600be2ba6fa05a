//! What the rest of a break was worth in 79352 shots. Written by `cargo xtask value`, which plays
//! scenarios/tinsley_green/break_value.toml and learns from it; not to be edited.
#![allow(clippy::approx_constant, reason = "a number of marbles may look like pi")]

/// Version of the physics that the breaks were played by.
pub const PHYSICS_VERSION: u32 = 16;
/// Sizes of errors, a row of the table each; those of a player of a club are 1.
pub const ERRORS: [f64; 9] = [0.00, 0.25, 0.50, 1.00, 1.50, 2.00, 3.00, 4.00, 8.00];
/// Marbles on the ring, a column of the table each.
pub const MARBLES: [u32; 13] = [1, 2, 3, 4, 6, 8, 11, 15, 20, 26, 33, 41, 49];
/// Marbles that the rest of a break brings from a toley in the middle of the ring.
pub const REST: [[f64; 13]; 9] = [
    [0.97, 1.66, 2.46, 3.46, 4.94, 6.20, 7.58, 9.80, 11.47, 11.91, 11.91, 11.91, 11.91],
    [1.00, 2.00, 2.56, 3.56, 4.98, 5.93, 7.56, 9.26, 10.57, 10.57, 12.78, 12.98, 12.98],
    [1.00, 1.70, 2.20, 2.98, 4.08, 5.14, 6.53, 8.42, 9.63, 9.75, 10.72, 11.20, 11.20],
    [0.82, 1.39, 1.69, 2.58, 3.53, 4.06, 5.10, 6.25, 7.19, 7.83, 8.35, 8.35, 8.35],
    [0.57, 1.29, 1.29, 1.93, 2.24, 2.77, 3.41, 4.02, 4.24, 4.91, 5.08, 5.08, 5.08],
    [0.66, 0.80, 1.36, 1.43, 1.70, 2.03, 2.31, 2.69, 3.07, 3.53, 3.53, 3.85, 3.85],
    [0.37, 0.59, 0.67, 0.67, 0.82, 1.07, 1.37, 1.55, 1.88, 1.94, 2.18, 2.66, 2.66],
    [0.14, 0.42, 0.57, 0.61, 0.61, 0.68, 0.92, 1.05, 1.14, 1.48, 1.48, 1.94, 1.94],
    [0.07, 0.10, 0.10, 0.15, 0.41, 0.41, 0.41, 0.52, 0.67, 0.98, 0.98, 0.98, 1.09],
];
/// Share of it that is lost where the toley lies at the edge; in between it goes by the square of the distance.
pub const FAR_LOSS: [f64; 9] = [0.00, 0.21, 0.23, 0.42, 0.48, 0.56, 0.60, 0.36, 0.60];
/// What a turn from off the ring brings, over what it would bring from the middle.
pub const EDGE_SHARE: [f64; 9] = [0.91, 0.87, 0.81, 0.72, 0.74, 0.73, 0.77, 0.87, 0.75];
/// Rolling frictions of a toley on the sand.
pub const FRICTIONS: [f64; 2] = [0.10, 0.25];
/// What the rest of a break brings on each, over what the table says.
pub const SAND_SHARE: [f64; 2] = [1.00, 0.71];
