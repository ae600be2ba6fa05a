//! A board with known best aims, for players who miss by so many millimetres each way.

/// Radii of the wires in millimetres, and the scores clockwise from the top.
const RADII_MM: [f64; 6] = [6.35, 15.9, 99.0, 107.0, 162.0, 170.0];
const CLOCKWISE: [f64; 20] =
    [20.0, 1.0, 18.0, 4.0, 13.0, 6.0, 10.0, 15.0, 2.0, 17.0, 3.0, 19.0, 7.0, 16.0, 8.0, 11.0, 14.0, 9.0, 12.0, 5.0];

/// Points of a dart at this place, x to the right, y up.
pub fn score(at: &[f64]) -> f64 {
    score_with(at, 0.0)
}

/// The same with a treble ring wider by so much on either side.
pub fn score_with(at: &[f64], wider_mm: f64) -> f64 {
    let (x, y) = (at[0], at[1]);
    let r = (x * x + y * y).sqrt();
    let turn = libm::atan2(x, y) / core::f64::consts::TAU;
    let single = CLOCKWISE[((turn + 1.025) * 20.0) as usize % 20];
    match r {
        r if r <= RADII_MM[0] => 50.0,
        r if r <= RADII_MM[1] => 25.0,
        r if r > RADII_MM[5] => 0.0,
        r if r > RADII_MM[4] => 2.0 * single,
        r if (RADII_MM[2] - wider_mm..=RADII_MM[3] + wider_mm).contains(&r) => 3.0 * single,
        _ => single,
    }
}

/// The expected score by midpoints of half a millimetre, to about a hundredth.
pub struct Board(Vec<f64>);

/// Midpoints along a side, and their distance in millimetres.
const SIDE: usize = 680;
const STEP_MM: f64 = 0.5;

impl Board {
    /// With all midpoints.
    pub fn new() -> Board {
        let at = |i: usize| (i as f64 + 0.5) * STEP_MM - 170.0;
        Board((0..SIDE * SIDE).map(|k| score(&[at(k % SIDE), at(k / SIDE)])).collect())
    }

    /// For errors with this standard deviation both ways.
    pub fn expected(&self, aim: &[f64], sd_mm: f64) -> f64 {
        let weights = |centre: f64| -> Vec<f64> {
            let at = |i: usize| ((i as f64 + 0.5) * STEP_MM - 170.0 - centre) / sd_mm;
            let norm = STEP_MM / (sd_mm * core::f64::consts::TAU.sqrt());
            (0..SIDE).map(|i| norm * libm::exp(-0.5 * at(i) * at(i))).collect()
        };
        let (across, up) = (weights(aim[0]), weights(aim[1]));
        let row = |scores: &[f64]| scores.iter().zip(&across).map(|(score, weight)| score * weight).sum::<f64>();
        self.0.chunks(SIDE).zip(&up).map(|(scores, weight)| weight * row(scores)).sum()
    }
}

#[test]
fn the_board_is_the_board() {
    for (x, y, points) in
        [(0.0, 103.0, 60.0), (103.0, 0.0, 18.0), (0.0, -165.0, 6.0), (-130.0, 0.0, 11.0), (0.0, 0.0, 50.0)]
    {
        assert_eq!(score(&[x, y]), points, "{x} {y}");
    }
    assert_eq!((score(&[0.0, 10.0]), score(&[171.0, 0.0]), score(&[-20.0, 80.0])), (25.0, 0.0, 5.0));
}

/// Chance of each score from 0 to 60 for who aims at the bull.
pub fn chances_at_bull(sd_mm: f64) -> [f64; 61] {
    let beyond = |radius: f64| libm::exp(-0.5 * radius * radius / (sd_mm * sd_mm));
    let ring = |k: usize| beyond(RADII_MM[k - 1]) - beyond(RADII_MM[k]);
    let mut chances = [0.0; 61];
    chances[50] += 1.0 - beyond(RADII_MM[0]);
    chances[25] += ring(1);
    chances[0] += beyond(RADII_MM[5]);
    for sector in 1..=20 {
        chances[sector] += (ring(2) + ring(4)) / 20.0;
        chances[2 * sector] += ring(5) / 20.0;
        chances[3 * sector] += ring(3) / 20.0;
    }
    chances
}
