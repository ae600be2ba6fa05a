//! What the rest of a break was worth in 72560 shots. Written by `cargo xtask value`, which plays
//! scenarios/tinsley_green/break_value.toml and learns from it; not to be edited.

/// Version of the physics that the breaks were played by.
pub const PHYSICS_VERSION: u32 = 16;
/// Sizes of errors, a row of the table each; those of a player of a club are 1.
pub const ERRORS: [f64; 9] = [0.00, 0.25, 0.50, 1.00, 1.50, 2.00, 3.00, 4.00, 8.00];
/// Marbles on the ring, a column of the table each.
pub const MARBLES: [u32; 13] = [1, 2, 3, 4, 6, 8, 11, 15, 20, 26, 33, 41, 49];
/// Marbles that the rest of a break brings from a toley in the middle of the ring.
pub const REST: [[f64; 13]; 9] = [
    [1.00, 1.75, 2.53, 3.53, 4.82, 6.11, 8.08, 9.91, 11.35, 12.54, 13.51, 13.51, 13.51],
    [1.00, 1.86, 2.54, 3.47, 4.79, 6.17, 7.88, 9.87, 11.50, 11.66, 13.64, 13.89, 13.89],
    [1.00, 1.78, 2.37, 3.21, 4.44, 5.42, 7.06, 9.04, 10.87, 11.17, 12.73, 12.75, 12.75],
    [0.85, 1.45, 1.91, 2.67, 3.46, 4.20, 4.91, 6.10, 7.31, 8.34, 9.17, 9.17, 9.17],
    [0.67, 1.12, 1.41, 2.05, 2.87, 3.26, 3.79, 3.96, 4.65, 5.25, 5.90, 5.90, 5.90],
    [0.66, 0.95, 1.23, 1.40, 1.86, 2.09, 2.42, 2.91, 3.28, 3.93, 4.37, 4.37, 4.37],
    [0.43, 0.59, 0.97, 0.97, 1.19, 1.19, 1.37, 1.65, 2.04, 2.37, 2.52, 2.65, 2.65],
    [0.44, 0.45, 0.46, 0.47, 0.58, 0.79, 1.00, 1.07, 1.37, 1.71, 1.86, 2.11, 2.11],
    [0.00, 0.14, 0.28, 0.28, 0.28, 0.28, 0.55, 0.55, 0.74, 0.96, 1.17, 1.17, 1.29],
];
/// Share of it that is lost where the toley lies at the edge; in between it goes by the square of the distance.
pub const FAR_LOSS: [f64; 9] = [0.07, 0.20, 0.27, 0.33, 0.47, 0.56, 0.56, 0.47, 0.63];
/// What a turn from off the ring brings, over what it would bring from the middle.
pub const EDGE_SHARE: [f64; 9] = [0.92, 0.95, 0.84, 0.80, 0.78, 0.73, 0.77, 0.83, 0.72];
