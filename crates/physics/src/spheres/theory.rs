//! The theory in order: what is assumed of a ball, its motion, its impacts and its ends, whose equation it is, and in
//! which file it lives. This page has no code.
//!
//! Tags: *measured* values and laws are of others, named at the equation; *closed form* follows from them by mechanics
//! alone; *assumption* has neither, and scenarios mark such keys.
//!
//! # 1. A ball (`ball.rs`, `ground.rs`, `body.rs`)
//! A rigid solid sphere of radius `R` and mass `m`, moment of inertia `2/5 m R^2`, at `x` with velocity `v` and spin
//! `w`, right-handed, `z` up. Assumed: round, uniform, no drag of the air (0.0085 1/m for a toley, a hundredth of its
//! rolling resistance at 3 m/s).
//!
//! The ground is the plane `z = 0`. The velocity of the contact point over it is the slip `u = (vx - R wy, vy + R wx)`.
//! `u = 0` is rolling, `w_h = (z x v) / R`.
//!
//! # 2. Sliding (`motion.rs`)
//! Coulomb: `dv/dt = -mu_s g u^`, `dw/dt = (5 mu_s g / 2 R) (z x u^)`. Closed form: `u^` keeps its direction, the path
//! is a parabola, and the slip ends after `2 |u| / (7 mu_s g)` with `v = (5 v0 + 2 R (w0 x z)) / 7` (W. Leckie and M.
//! Greenspan, LNCS 4250, 247 (2006)). Assumed: one `mu_s` for all speeds; there is no source for a thin layer of sand.
//!
//! # 3. Rolling (`motion.rs`, `resistance.rs`, `drag.rs`)
//! `dv/dt = -mu_r g v^`, to rest after `v^2 / (2 mu_r g)`. That the deceleration is constant is measured, on loose beds
//! (F. V. De Blasio and M.-B. Saeter, Phys. Rev. E 79, 022301 (2009); Fukumoto and others, arXiv:2602.01652) and on
//! rough planes at high speed (C. Henrique and others, Phys. Rev. E 57, 4743 (1998)); its size on a sprinkled slab is
//! an assumption. `mu_r` is the deceleration over gravity; the couple over `m g R`, or the force over `m g`, is
//! `c = 1.4 mu_r`, as a rolling solid sphere has the inertia `7/5 m`.
//!
//! Options: [a layer](super::resistance::layer_ratio) between thin and deep (assumed shape), [the size of the
//! ball](super::resistance::size_ratio) (assumed power), [deep beds](super::resistance::deep_bed_ratio) (measured
//! line), a resistance `k v^2` with [`k = 0.8 rho A / m`](super::resistance::drag_per_m) (the inertial constant of H.
//! Katsuragi and D. J. Durian, Nature Phys. 3, 420 (2007), carried over to rolling: assumption).
//!
//! # 4. Where more than friction acts on a sliding ball (`coupled.rs`)
//! With `q = R (w x z)`, the velocity at which the rotation would roll: `dv/dt = -mu_s g u^ - (c g + k v^2) v^`,
//! `dq/dt = 2.5 mu_s g u^ - 3.5 mu_r g q^`: a couple brakes the rotation, a plough the centre, one of the two (closed
//! form of the two laws of rolling resistance). A ball that friction can not hold rolling, `(2/7) c > mu_s`, overspins;
//! seen by Fukumoto and others (EPJ Web Conf. 340, 02011 (2025)). Pieces of constant acceleration; how good they are is
//! told in that file.
//!
//! # 5. Spin about the vertical (`rates.rs`)
//! `dwz/dt = -(5/3) mu_s g a_c / R^2`, `a_c = sqrt(2 R d - d^2)` at the sinkage `d`: the couple `(2/3) mu_s m g a_c` of
//! a flat disc under uniform pressure (closed form; assumed: flat, uniform, and no effect on the sliding).
//!
//! # 6. Rest (`motion.rs`, `support.rs`)
//! Below the trapping speed grains hold a rolling ball; they hold it on slopes up to
//! [`r_g / (R + r_g)`](super::resistance::hold_slope_ratio) (closed form; the speed is an assumption). A ball that slow
//! impacts leave without motion on others rests there until one of them is hit (own rule).
//!
//! # 7. Flight and landing (`motion.rs`, `landing.rs`, `deep.rs`)
//! A parabola to `z = R`. Then `Jz = m (1 + e_g) |vz|`, and along the ground `min(mu_s Jz, (2/7) m |u|)` against `u`
//! (rigid sphere with Coulomb friction, O. R. Walton 1993); a rebound below the settling speed is none (assumption, as
//! is `e_g`).
//!
//! Deep sand, an option: `z'' = g - (k/m) z - z'^2 / d1` with measured constants (Katsuragi and Durian 2007; the sum of
//! the two terms is an approximation), no rebound; the way out of the hole is paid from the motion that is left (own
//! derivation).
//!
//! # 8. When bodies meet (`pair_time.rs`, `roots.rs`, `predict.rs`)
//! `|dr + dv t + da t^2 / 2|^2 = (Ri + Rj)^2`, valid until either body's motion changes. The event is the earliest time
//! with no gap and a closing speed, not the smallest root (M. N. Bannerman and others, Comp. Part. Mech. 1, 191
//! (2014)). The leaving of the ring, `|x_h| = R_ring`, is the same from inside.
//!
//! # 9. Two balls hit (`touch.rs`, `impulse.rs`, `impact.rs`)
//! With `n` from centre to centre, `G` the velocity of one contact point against the other, `gn = G . n`, `gt` the
//! rest: `Jn = (1 + e) gn / (1/mi + 1/mj)`, `Jt = min(mu_b Jn, (1 + b0) |gt| / (3.5 (1/mi + 1/mj)))`: Walton's three
//! parameters, as measured by S. F. Foerster and others, Phys. Fluids 6, 1108 (1994). Unlike balls on one plane meet at
//! the distance `2 sqrt(Ri Rj)` with `n` tilted by the sine `(Ri - Rj) / (Ri + Rj)` (closed form), so the larger hops
//! and the smaller is driven down. What is left in a thin layer is thrown back up to the surface with `sqrt(2 g h)`,
//! what gravity gave it on the way down (assumption: below the layer it is hard).
//!
//! Several at one instant have one solution together (`together.rs`; `contact.rs` of the crate tells which).
//! Bodies and contacts stand in an order that has nothing to do with their numbers (`contact/order.rs` of the crate).
//! Once a ball has been hit more than sixteen times at one instant, those that touch it are pressed together without
//! rebound (assumed: inelastic collapse).
//!
//! The ground answers by a landing right after an impact or a hit in closed form, and is one of the contacts of a hit
//! that is followed in time. [Other choices](super::GroundReaction): not at all, or as rigid ground in the same instant
//! (`rigid.rs`), for comparison. [Slow impacts](super::SlowContact) are elastic: a numerical rule.
//!
//! # 10. Hits that take time (`hertz.rs`, `soft_spheres.rs`, `island.rs`)
//! `F = K (d^1.5 + 1.5 A sqrt(d) d')`, never below 0: H. Hertz (1882) with the loss of N. V. Brilliantov and others,
//! Phys. Rev. E 53, 5382 (1996). Hits that overlap in time are followed together in time by a step that keeps energy
//! and momenta and is of fourth order without loss and friction (`soft_spheres.rs` has whose it is). Friction acts
//! meanwhile (`friction.rs`): `k s + c z`, at most `mu` times the force along the normal, with the stiffness `k` of
//! R. D. Mindlin (J. Appl. Mech. 16, 259 (1949)), a dashpot `c`, and `z` the slip with a memory that gives the
//! tangential restitution of 9 (own derivation: two alone end as in 9 within 1e-3 of the closing speed).
//! A hit alone has its restitution from the same law in closed form; it acts along the normal of its middle, turned by
//! `vt T / 2 (Ri + Rj)`, and is over `T` later (own derivation, `lone.rs`). Until something
//! pushes it a ball goes on as the ground and gravity have it; from then until it leaves, contacts alone move it.
//!
//! The ground that a hit presses a ball on is a contact too, `F = K d^1.5 + c d^0.25 d'` with `K` of a glass sphere on
//! a glass plane and `c` by the restitution of the ground (assumption: below a thin layer it is as hard as the balls;
//! `floor.rs` has whose law it is). It rubs with the friction of sand, and is rigid at 1/512 of the radius.
//!
//! # 11. Balls that lie on others (`resting.rs`)
//! Slower than the limit for slow hits a ball above the ground does not bounce on others: impulses over a time step,
//! along the normals complementary to how the two part at its end, across them Coulomb's, move all that touch with
//! constant accelerations (J. J. Moreau (1999); D. E. Stewart and J. C. Trinkle (1996)). The ground is one of the
//! contacts; its couple against rolling grows with the load and acts while a ball slides too (assumption). An
//! approximation of first order: that file tells how good it is.
//!
//! # 12. The books (`audit.rs`, `growth.rs`)
//! Energy that came in is in play, has left over the edge, was taken by friction (force times way, never a difference
//! of energies) or in an event: to 1e-12 of it with pairwise impacts.
//!
//! How much a small error of a place grows through the impacts is estimated from free paths and angles (`growth.rs` of
//! the crate).
