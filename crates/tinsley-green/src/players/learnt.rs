//! What the rest of a break was worth in 31626 shots. Written by `cargo xtask value`, which plays
//! scenarios/tinsley_green/break_value.toml and learns from it; not to be edited.

/// Version of the physics that the breaks were played by.
pub const PHYSICS_VERSION: u32 = 16;
/// Sizes of errors, a row of the table each; those of a player of a club are 1.
pub const ERRORS: [f64; 9] = [0.00, 0.25, 0.50, 1.00, 1.50, 2.00, 3.00, 4.00, 8.00];
/// Marbles on the ring, a column of the table each.
pub const MARBLES: [u32; 13] = [1, 2, 3, 4, 6, 8, 11, 15, 20, 26, 33, 41, 49];
/// Marbles that the rest of a break brings from a toley in the middle of the ring.
pub const REST: [[f64; 13]; 9] = [
    [0.98, 1.91, 2.56, 3.56, 5.34, 6.59, 7.80, 8.53, 9.27, 9.27, 9.27, 9.27, 9.27],
    [1.00, 1.95, 2.76, 3.76, 5.45, 6.61, 7.65, 8.93, 9.71, 9.71, 9.75, 9.75, 9.84],
    [0.95, 1.76, 2.57, 3.57, 5.26, 6.36, 7.49, 8.29, 8.86, 8.86, 8.86, 8.86, 8.86],
    [0.86, 1.45, 1.92, 2.66, 3.79, 4.38, 4.72, 5.53, 5.85, 6.40, 6.40, 6.40, 6.40],
    [0.57, 1.13, 1.55, 1.85, 2.31, 2.85, 3.56, 3.63, 4.26, 4.63, 4.85, 4.85, 4.85],
    [0.52, 0.98, 1.26, 1.63, 1.66, 2.25, 2.47, 3.01, 3.26, 3.32, 3.69, 3.70, 4.02],
    [0.41, 0.69, 0.79, 0.97, 1.20, 1.20, 1.51, 1.77, 2.04, 2.46, 2.54, 2.54, 2.54],
    [0.12, 0.25, 0.47, 0.57, 0.66, 0.77, 0.88, 0.99, 1.37, 1.58, 1.86, 2.15, 2.15],
    [0.00, 0.05, 0.05, 0.34, 0.36, 0.36, 0.50, 0.51, 0.55, 0.95, 0.98, 1.10, 1.15],
];
/// Share of it that is lost where the toley lies at the edge; in between it goes by the square of the distance.
pub const FAR_LOSS: [f64; 9] = [0.07, 0.24, 0.24, 0.33, 0.49, 0.55, 0.64, 0.46, 0.54];
/// What a turn from off the ring brings, over what it would bring from the middle.
pub const EDGE_SHARE: [f64; 9] = [0.95, 0.91, 0.86, 0.81, 0.79, 0.78, 0.78, 0.85, 0.79];
