//! What the rest of a break was worth in 78976 shots. Written by `cargo xtask value`, which plays
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
    [1.00, 1.77, 2.55, 3.55, 4.92, 6.14, 8.22, 10.21, 11.46, 12.79, 13.97, 14.01, 14.01],
    [1.00, 1.87, 2.55, 3.45, 4.70, 6.01, 7.68, 9.87, 11.42, 11.42, 13.81, 14.40, 14.40],
    [0.99, 1.71, 2.34, 3.14, 4.28, 5.02, 6.40, 8.52, 10.31, 10.90, 12.53, 12.53, 12.53],
    [0.90, 1.47, 2.00, 2.52, 3.35, 4.42, 5.08, 6.22, 7.36, 8.30, 9.36, 9.46, 9.46],
    [0.66, 0.95, 1.45, 1.90, 2.65, 3.05, 3.69, 4.19, 4.80, 5.08, 6.05, 6.05, 6.05],
    [0.35, 0.73, 1.05, 1.33, 1.72, 1.93, 2.38, 2.72, 3.05, 3.75, 4.24, 4.29, 4.64],
    [0.35, 0.56, 0.81, 0.81, 1.04, 1.07, 1.38, 1.65, 2.06, 2.35, 2.35, 2.52, 2.52],
    [0.20, 0.42, 0.64, 0.64, 0.66, 0.77, 0.98, 1.19, 1.44, 1.60, 1.79, 2.11, 2.11],
    [0.10, 0.19, 0.27, 0.27, 0.27, 0.27, 0.52, 0.59, 0.75, 0.87, 1.20, 1.20, 1.22],
];
/// Share of it that is lost where the toley lies at the edge; in between it goes by the square of the distance.
pub const FAR_LOSS: [f64; 9] = [0.09, 0.20, 0.26, 0.40, 0.49, 0.55, 0.52, 0.50, 0.62];
/// What a turn from off the ring brings, over what it would bring from the middle.
pub const EDGE_SHARE: [f64; 9] = [0.91, 0.93, 0.85, 0.77, 0.77, 0.75, 0.80, 0.82, 0.73];
/// Rolling frictions of a toley on the sand.
pub const FRICTIONS: [f64; 2] = [0.10, 0.25];
/// What the rest of a break brings on each, over what the table says.
pub const SAND_SHARE: [f64; 2] = [1.00, 0.74];
