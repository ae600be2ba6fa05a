//! The physics against the slow second program on random shots with up to five bodies.

use super::growth::Growth;
use super::reference::{Happening, Laws, Marble, Pit, Table, Way};
use super::*;

/// Length of a step of the slow program, s.
const STEP_S: f64 = 2e-5;
/// How errors may grow and positions still be compared.
const KAPPA: f64 = 1e6;

/// A shot, loose enough that no two impacts are one; resting contacts are watched elsewhere.
fn shot(dice: &mut Dice, marbles: usize) -> Scene {
    let mut scene = Scene::random(dice, marbles);
    scene.ground.trapping_speed_m_s = 0.0;
    scene.ground.rolling_while_sliding = false;
    scene.contact.ground_reaction = GroundReaction::After;
    scene.contact.slow = SlowContact::Plain;
    // now and then the toley comes through the air, and marbles are on their way too
    if dice.share() < 0.3 {
        scene.bodies[0].0.z += 0.02 * dice.share();
        scene.bodies[0].1.z = dice.within(1.0);
    }
    for (at, velocity, spin) in &mut scene.bodies[1..] {
        if dice.share() < 0.3 {
            *velocity = dvec3(-at.x * 10.0, -at.y * 10.0, 0.0) + flat(dice, 0.2);
            *spin = dice.vector(100.0);
        }
    }
    scene
}

/// A toley that leaves the hand at 2 m/s, upwards, on sand that differs from shot to shot.
fn launch(dice: &mut Dice, marbles: usize) -> Scene {
    let mut scene = shot(dice, marbles).varied(dice);
    // how good the pieces of these are is told elsewhere; here positions count to a micrometre
    (scene.sand.resistance, scene.sand.speed_term) = (Resistance::Couple, None);
    scene.ground.rolling_while_sliding = false;
    scene.ground.sinkage_m = 1e-3 * dice.share();
    let (rise, ahead) = libm::sincos(0.4 * dice.share());
    let from = dvec3(-0.15 - 0.2 * dice.share(), dice.within(0.005), TOLEY_M + 0.005 + 0.025 * dice.share());
    scene.bodies[0] = (from, dvec3(2.0 * ahead, 0.0, 2.0 * rise), dice.vector(150.0));
    scene
}

fn flat(dice: &mut Dice, size: f64) -> DVec3 {
    dvec3(dice.within(size), dice.within(size), 0.0)
}

fn table(scene: &Scene) -> Table {
    let laws = Laws {
        g: scene.ground.gravity_m_s2,
        landing_e: scene.ground.restitution_ratio,
        settle: scene.ground.settle_speed_m_s,
        sinkage: scene.ground.sinkage_m,
        e: scene.contact.restitution_ratio,
        mu: scene.contact.friction_ratio,
        b0: scene.contact.tangential_restitution_ratio,
        ring: scene.ring_m,
        trap: scene.ground.trapping_speed_m_s,
        pit: match scene.sand.landing {
            Landing::Rebound => None,
            Landing::Deep { bed, friction_share } => {
                Some(Pit { density: bed.density_kg_m3, grains: bed.friction_ratio, share: friction_share })
            }
        },
    };
    let marble = |(ball, &(x, v, w)): (&Ball, &Thrown)| Marble {
        r: ball.radius_m,
        m: ball.mass_kg,
        mu_s: ball.sliding_friction_ratio,
        mu_r: ball.rolling_friction_ratio,
        x: x.to_array(),
        v: v.to_array(),
        w: w.to_array(),
        way: Way::Rests,
    };
    Table::new(laws, scene.balls.iter().zip(&scene.bodies).map(marble).collect())
}

/// Whether both tell the same story, event by event; two that are nearer in time than rounding may change places.
fn same_story(events: &[Event], story: &[Happening], kappa: f64) -> bool {
    let label = |e: &Event| (e.kind.name(), (usize::from(e.body), usize::from(e.other)));
    let told = |h: &Happening| (h.what, (h.who.0, if h.who.1 == usize::MAX { usize::from(NONE) } else { h.who.1 }));
    let slack_s = (1e-13 * kappa).clamp(1e-11, 1e-7);
    if events.len() != story.len() {
        return false;
    }
    (0..events.len()).all(|k| {
        let nearly = |j: usize| (events[j].time_s - events[k].time_s).abs() <= slack_s;
        let around = k.saturating_sub(2)..(k + 3).min(events.len());
        around.into_iter().any(|j| (j == k || nearly(j)) && label(&events[j]) == told(&story[k]))
    })
}

/// What a comparison held: shots compared in places too, shots left out, impacts, and the largest difference, m.
#[derive(Debug, Default)]
struct Compared {
    shots: usize,
    places: usize,
    left_out: usize,
    impacts: usize,
    worst_m: f64,
    most_kappa: f64,
}

impl Compared {
    fn add(&mut self, scene: &Scene) {
        let (growth, state, events) = Growth::of(scene);
        let impacts = events.iter().filter(|e| e.kind == Kind::Pair).count();
        // what is pressed together has no order of events that steps could find
        if growth.slowest_m_s < 1e-3 || impacts == 0 {
            self.left_out += usize::from(impacts > 0);
            return;
        }
        let mut table = table(scene);
        table.play(STEP_S);
        let kappa = growth.kappa;
        let agree = same_story(&events, &table.story, kappa);
        assert!(agree, "shot {}, kappa {kappa:e}:\n{events:#?}\n{:#?}", self.shots, table.story);
        (self.shots, self.impacts) = (self.shots + 1, self.impacts + impacts);
        self.most_kappa = self.most_kappa.max(kappa);
        if kappa > KAPPA {
            return;
        }
        self.places += 1;
        for (i, (body, marble)) in state.bodies.iter().zip(&table.marbles).enumerate() {
            let off_m = body.position_m.distance(DVec3::from_array(marble.x));
            self.worst_m = self.worst_m.max(off_m);
            assert!(off_m <= 1e-6, "shot {}, body {i}: {off_m:e} m apart, kappa {kappa:e}", self.shots);
        }
    }
}

fn compare(seed: u64, scene: fn(&mut Dice, usize) -> Scene) -> Compared {
    let (mut dice, mut compared) = (Dice(seed), Compared::default());
    while compared.shots < 200 {
        let marbles = 1 + (dice.next() % 4) as usize;
        compared.add(&scene(&mut dice, marbles));
    }
    compared
}

#[test]
fn two_hundred_shots_agree_with_small_steps() {
    let compared = compare(200, shot);
    assert!(compared.places > 150 && compared.impacts > 400 && compared.left_out < 40, "{compared:?}");
}

#[test]
fn two_hundred_launches_on_any_sand_agree_with_small_steps() {
    let compared = compare(201, launch);
    assert!(compared.places > 150 && compared.impacts > 250 && compared.left_out < 100, "{compared:?}");
}
