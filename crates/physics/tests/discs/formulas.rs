//! Formulas of the stroke, and the universal curves at single places.

use super::PLAYER;
use tolley_physics::discs::{curves, strike};

#[test]
fn the_comb_by_impulse_and_its_friction_cone() {
    assert!((strike::speed_m_s(&PLAYER, 1.5 * PLAYER.mass_kg) / 1.5 - 1.0).abs() < 1e-15);
    assert!((strike::offset_limit_ratio(0.3) - 0.3 / 1.09f64.sqrt()).abs() < 1e-15);
}

#[test]
fn reference_values_of_the_universal_curves() {
    let curves = curves::Curves::shared(0.0, 0.5);
    let rows = [
        (0.1, 0.760778680225, 0.043144018365, 0.378746543186),
        (0.25, 0.810550874860, 0.111464690770, 0.398310710679),
        (0.5, 0.951610063404, 0.245874475170, 0.466957251794),
        (curves.last_slip_ratio(), 1.060010342301, 0.346094325049, 0.530005171150),
        (0.8, 1.174178230433, 0.457858697897, 0.604401736616),
        (1.0, 1.340298282117, 0.637397224133, 0.724083513766),
        (1.5, 1.782329350566, 1.256845635175, 1.047035741911),
        (2.0, 2.24337057091, 2.12942507004, 1.37263158440),
        (3.0, 3.193366586478, 4.627364184257, 2.029254293784),
        (5.0, 5.14046622443, 12.6260462813, 3.35256288552),
        (10.0, 10.0872497417, 50.1253312470, 6.6769882996),
        (20.0, 20.0522371541, 200.1251006507, 13.3386858320),
    ];
    for (eps, time, path, turn) in rows {
        let left = curves.left(eps).expect("within the table");
        assert!((left.time_ratio / time - 1.0).abs() < 2e-11, "{eps}");
        assert!((left.path_ratio / path - 1.0).abs() < 2e-11, "{eps}");
        assert!((left.turn_ratio / turn - 1.0).abs() < 2e-11, "{eps}");
    }
}
