//! Keys of one shot: the shot itself, the state of the ring before it, and the break that it begins.

use glam::DVec2;
use tolley_experiment::key::Path;
use tolley_experiment::names::Named;
use tolley_experiment::problem::Fault;
use tolley_experiment::unit::deg;
use tolley_experiment::{keys, names, path};

use super::policy::Policy;

/// One more name before those of the policies.
const fn before_policies(first: &'static str) -> [&'static str; 1 + Policy::NAMES.len()] {
    let mut names = [first; 1 + Policy::NAMES.len()];
    let mut i = 0;
    while i < Policy::NAMES.len() {
        names[1 + i] = Policy::NAMES[i];
        i += 1;
    }
    names
}

/// Number of a policy, or 0 without one.
fn index_of(policy: Option<Policy>) -> usize {
    policy.map_or(0, |policy| 1 + policy.index())
}

/// The policy with a number, or none for 0; `None` beyond.
fn policy_at(index: usize) -> Option<Option<Policy>> {
    if index == 0 { Some(None) } else { Policy::at(index - 1).map(Some) }
}

/// Who chooses the first shot: a policy, or without one the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotBy(pub Option<Policy>);

impl Named for ShotBy {
    const NAMES: &'static [&'static str] = &before_policies("as-aimed");

    fn index(self) -> usize {
        index_of(self.0)
    }

    fn at(index: usize) -> Option<ShotBy> {
        policy_at(index).map(ShotBy)
    }
}

/// Who plays a break on: a policy, or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakBy(pub Option<Policy>);

impl Named for BreakBy {
    const NAMES: &'static [&'static str] = &before_policies("none");

    fn index(self) -> usize {
        index_of(self.0)
    }

    fn at(index: usize) -> Option<BreakBy> {
        policy_at(index).map(BreakBy)
    }
}

names! {
    /// Where a shot is taken from.
    pub enum StartPlace {
        Edge = "edge": "From off the ring, TG-6a.",
        Ring = "ring": "From where the toley lies, TG-6b1.",
    }
}

names! {
    /// Which marbles lie on the ring.
    pub enum Layout {
        Opening = "opening": "The rack.",
        MidGame = "mid-game": "What is left of it.",
        Given = "given": "Marbles at given places.",
    }
}

keys! {
    /// One shot.
    pub struct Shot in "shot" {
        /// Height of the released toley over the sand
        release_height_m: f64 = 0.025, Skill "height of the toley at release", in 0.0..=1.0, plausible 0.01..=0.05,
            strata plausible, clause "TG-5b1", assumed "the laws say only that the knuckle touches the ring";
        /// Where on the ring the player knuckles down; 0 is on the x axis
        position_rad: f64 = 0.0, Choice "position on the ring", in -6.3..=6.3, drawn deg(-180.0)..=deg(180.0),
            clause "TG-6a";
        /// Where the aimed line passes the ring's centre, left positive
        aim_offset_m: f64 = 0.0, Choice "aim offset from the middle of the ring", in -10.0..=10.0;
        /// Speed of the launch
        speed_m_s: f64 = 2.5, Choice "speed of the shot", in 0.01..=30.0, plausible 0.3..=5.0,
            assumed "no thumb flick has been measured";
        /// Elevation of the launch
        elevation_rad: f64 = 0.0, Choice "elevation of the shot", in -1.5..=1.5, plausible deg(-30.0)..=deg(45.0);
        /// Spin of the launch: 1 is natural roll, negative is backspin
        spin_ratio: f64 = 0.0, Choice "spin of the shot", in -20.0..=20.0, plausible -1.5..=1.0;
        /// Spin about the vertical, counter-clockwise
        side_spin_rad_s: f64 = 0.0, Choice "side spin of the shot", in -2000.0..=2000.0, plausible -300.0..=300.0;
        /// Direction of a shot from the ring, counter-clockwise from the x axis
        azimuth_rad: f64 = 0.0, Choice "direction of a shot from inside the ring", in -6.3..=6.3,
            only_with Start.from = StartPlace::Ring;
        /// The shot of these keys, or the one that a policy chooses
        by: ShotBy = ShotBy(None), Design "who chooses the shot";
    }
}

/// Declares the keys of `[start]`, two of them for each marble of a given layout.
macro_rules! start_keys {
    ($($number:literal: $x_m:ident = $at_m:expr, $y_m:ident;)*) => {
        /// As many marbles of a given layout as have keys.
        pub const GIVEN_MOST: usize = [$($number),*].len();

        keys! {
            /// The state of the ring before the shot.
            pub struct Start in "start" {
                /// The rack as it is set, what shots of the policy nearest leave of it, or marbles where keys say
                layout: Layout = Layout::Opening, Design "layout of the marbles";
                /// Marbles that are left in mid-game
                marbles_left_count: u32 = 24, Design "marbles left in mid-game", in 1..=61,
                    only_with Start.layout = Layout::MidGame;
                /// Where the toley is: in the hand, or on the ring
                from: StartPlace = StartPlace::Edge, Design "where the toley is played from", clause "TG-6a, TG-6b1";
                /// Where the toley lies: right of the centre
                toley_x_m: f64 = 0.5, Design "toley's place, right of the middle", in -10.0..=10.0,
                    only_with Start.from = StartPlace::Ring;
                /// Where the toley lies: ahead of the centre
                toley_y_m: f64 = 0.0, Design "toley's place, ahead of the middle", in -10.0..=10.0,
                    only_with Start.from = StartPlace::Ring;
                /// Marbles of a given layout, the first so many
                given_count: u32 = 1, Design "number of marbles placed by hand", in 1..=6,
                    only_with Start.layout = Layout::Given;
                $(
                    #[doc = concat!("Where marble ", $number, " of a given layout lies: right of the centre")]
                    $x_m: f64 = $at_m, Design concat!("marble ", $number, "'s place, right of the middle"),
                        in -10.0..=10.0, only_with Start.layout = Layout::Given;
                    #[doc = concat!("Where marble ", $number, " of a given layout lies: ahead of the centre")]
                    $y_m: f64 = 0.0, Design concat!("marble ", $number, "'s place, ahead of the middle"),
                        in -10.0..=10.0, only_with Start.layout = Layout::Given;
                )*
            }
        }

        impl Start {
            /// Centres of the marbles of a given layout, m, each with the key to point at; of another none.
            fn given(&self) -> Vec<(DVec2, Path)> {
                let all = [$((DVec2::new(self.$x_m, self.$y_m), path!(Start.$x_m))),*];
                let count = if self.layout == Layout::Given { self.given_count as usize } else { 0 };
                all[..count.min(GIVEN_MOST)].to_vec()
            }
        }
    };
}

start_keys! {
    1: marble_1_x_m = 0.0, marble_1_y_m;
    2: marble_2_x_m = 0.1, marble_2_y_m;
    3: marble_3_x_m = -0.1, marble_3_y_m;
    4: marble_4_x_m = 0.2, marble_4_y_m;
    5: marble_5_x_m = -0.2, marble_5_y_m;
    6: marble_6_x_m = 0.3, marble_6_y_m;
}

keys! {
    /// The break that the shot begins.
    pub struct Break in "break" {
        /// Whether the break is played on, and how its later shots are chosen
        policy: BreakBy = BreakBy(None), Design "way the rest of the break is played", clause "TG-5d4";
        /// Share of trials whose break is played to its end, drawn before the shot; where another break goes on, the
        /// mean of those played counts
        played_share: f64 = 1.0, Bookkeeping "share of breaks played to their end", in 0.01..=1.0;
    }
}

impl Start {
    /// Where the toley lies, m; `None` in the hand.
    pub fn toley_m(&self) -> Option<DVec2> {
        (self.from == StartPlace::Ring).then_some(DVec2::new(self.toley_x_m, self.toley_y_m))
    }

    /// Centres of the marbles of a given layout, m; of another none.
    pub fn given_m(&self) -> Vec<DVec2> {
        self.given().into_iter().map(|(at_m, _)| at_m).collect()
    }

    /// The first marble of a given layout that is off the ring, or less than `apart_m` from one before it.
    pub fn misplaced(&self, ring_m: f64, apart_m: f64) -> Option<Fault> {
        let given = self.given();
        given.iter().enumerate().find_map(|(i, &(at_m, path))| {
            let overlapped = || given[..i].iter().position(|(other_m, _)| other_m.distance(at_m) < apart_m);
            let message = if at_m.length() > ring_m {
                format!("TG-X1: a marble further than {ring_m} m from the centre is off the ring")
            } else {
                let other = 1 + overlapped()?;
                format!("TG-9e: marbles {other} and {} overlap; they are {apart_m} m wide", i + 1)
            };
            Some(Fault { path, message })
        })
    }
}
