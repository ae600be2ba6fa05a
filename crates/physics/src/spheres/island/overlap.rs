//! Whether hits overlap in time, so that an island forms.

use glam::DVec3;

use crate::spheres::body::Mode;
use crate::spheres::hertz::Course;
use crate::spheres::impulse;
use crate::spheres::setup::Setup;
use crate::spheres::state::State;

/// Whether another body would meet one of the two before their hit is over; `n` is the unit vector from the first to
/// the second.
///
/// Each of the two moves, until the hit is over, no farther towards a third than the larger of half its speed before
/// times the duration, half its speed after, and their mean; a tenth more for loss and turning. Its speed after is that
/// of a hit with friction along the normal of its first moment.
///
/// With the speeds `V` of both together each of these ways asks for a distance below `touch / (1 - s)`, where
/// `s = 1.1 V T / touch`; with `s < 1/2` that is below `touch + 2.2 V T`. Who is farther from the middle of the two
/// than that and half their distance is passed over. Who falls beside them adds `g T^2`, twice what it falls.
pub(in crate::spheres) fn overlaps(
    setup: &Setup,
    state: &State,
    pair: [usize; 2],
    n: DVec3,
    closing_m_s: f64,
    course: &Course,
) -> bool {
    let time_s = state.bodies[pair[0]].time_s;
    let [mi, mj] = pair.map(|i| setup.balls[i].mass_kg);
    let shared_m_s = (1.0 + course.restitution_ratio) * closing_m_s / (mi + mj);
    let [one, two] = pair.map(|i| &state.bodies[i]);
    let balls = pair.map(|i| &setup.balls[i]);
    let (rubbed_n_s, _) = impulse::friction(&setup.contact, balls, one, two, n, shared_m_s * (mi * mj));
    let kick_m_s = n * shared_m_s + rubbed_n_s / (mi * mj);
    let room_s = 0.55 * course.duration_s;
    let fall_m = setup.ground.gravity_m_s2 * (course.duration_s * course.duration_s);
    let hit = [(pair[0], kick_m_s * -mj), (pair[1], kick_m_s * mi)];
    let own_m_s = hit.map(|(i, jump_m_s)| state.bodies[i].velocity_m_s.length() + jump_m_s.length());
    let own_m_s = own_m_s[0].max(own_m_s[1]);
    let middle_m = (one.position_m + two.position_m) * 0.5;
    let radius_m = setup.balls[pair[0]].radius_m.max(setup.balls[pair[1]].radius_m);
    // half their distance, generously
    let around_m = radius_m + radius_m * (1.0 + 1.0 / 16.0);
    for (k, other) in state.bodies.iter().enumerate() {
        if pair.contains(&k) || other.mode == Mode::Off {
            continue;
        }
        let is_still = !other.mode.travels();
        let (at_m, velocity_m_s) = match is_still {
            true => (other.position_m, DVec3::ZERO),
            false => (other.position_at_m(time_s), other.velocity_at_m_s(time_s)),
        };
        let speed_m_s = if is_still { own_m_s } else { own_m_s + velocity_m_s.length() };
        let near_m = 4.0 * speed_m_s * room_s + 2.0 * fall_m;
        let reach_m = around_m + setup.balls[k].radius_m + near_m;
        let is_slow = near_m < setup.balls[k].radius_m;
        if is_slow && at_m.distance_squared(middle_m) > reach_m * reach_m {
            continue;
        }
        for (i, jump_m_s) in hit {
            let one = &state.bodies[i];
            let span_m = at_m - one.position_m;
            let touch_m = setup.balls[i].radius_m + setup.balls[k].radius_m;
            let length2 = span_m.length_squared();
            let relative_m_s = one.velocity_m_s - velocity_m_s;
            let (before, after) = (relative_m_s.dot(span_m), (relative_m_s + jump_m_s).dot(span_m));
            let way = (before + after).max(before).max(after) * room_s + fall_m * touch_m;
            // length - touch <= way / length, a little more generous and without a root
            if way > 0.0 && length2 <= touch_m * touch_m + 2.0 * way + way * (way / (touch_m * touch_m)) {
                return true;
            }
        }
    }
    false
}
