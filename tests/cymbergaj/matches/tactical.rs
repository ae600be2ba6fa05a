//! What `tactical` does: wins, plays the ball, and knows score and clock.

use tolley_cymbergaj::laws::{Match, Period, Phase, Seat};
use tolley_cymbergaj::matches::{Image, MatchSink, MatchStudy, Pairing, Step, play};
use tolley_cymbergaj::players::Policy;
use tolley_cymbergaj::shot::Workspace;
use tolley_experiment::random::{Purpose, Streams};

use super::{paired, plan};
use crate::cymbergaj::numbers;

const BOTH: &str = "[a]\npolicy = \"tactical\"\n[b]\npolicy = \"tactical\"\n";

#[test]
fn tactical_beats_direct_with_a_lower_bound_above_sixty_per_cent() {
    let rows = crate::cymbergaj::play::<MatchStudy>(&plan(
        "repeats = 80\n[a]\npolicy = \"tactical\"\n[b]\npolicy = \"direct\"\n",
    ));
    let shares = numbers::<MatchStudy>(&rows, 0, "a_win_share");
    let n = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / n;
    let variance = shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / (n - 1.0);
    let half = 2.0 * (variance / n).sqrt();
    assert!(mean - half > 0.6, "{mean} +- {half}");
}

#[test]
fn who_says_nothing_plays_so() {
    let players = paired("", Seat::X).players;
    assert!(players.iter().all(|player| player.planner.policy == Policy::Tactical));
}

/// Places of open play, and how long nobody touched the ball.
#[derive(Default)]
struct Seen {
    places: Vec<Match>,
    longest: u32,
}

impl MatchSink for Seen {
    fn begin(&mut self, _: &Match) {}

    fn step(&mut self, before: &Match, _: &Step, after: &Match) {
        let is_open = before.phase == Phase::Stroke && before.turn.goal_counts() && before.turn.moves_left == 1;
        if is_open && before.period == Period::SecondHalf {
            self.places.push(*before);
        }
        self.longest = self.longest.max(after.idle_count);
    }
}

fn watched(pairing: &Pairing, workspace: &mut Workspace, repeat: u64) -> Seen {
    let mut seen = Seen::default();
    play(pairing, workspace, &Streams::new(54, repeat, None), Image::Usual, &mut seen);
    seen
}

/// At most one match in a hundred has ten Moves in a row without a touch.
#[test]
fn somebody_plays_the_ball() {
    let pairing = paired(BOTH, Seat::X);
    let workspace = &mut Workspace::new(&pairing.setups[0].physics);
    let idle = (0..100).filter(|repeat| watched(&pairing, workspace, *repeat).longest >= 10).count();
    assert!(idle <= 1, "{idle} of 100 matches");
}

/// In the same place, with the same errors, who is a goal behind scores more often at the end than who is one ahead: by
/// the pairs that end otherwise (McNemar 1947).
#[test]
fn who_is_behind_attacks_more_at_the_end() {
    let pairing = paired(BOTH, Seat::X);
    let workspace = &mut Workspace::new(&pairing.setups[0].physics);
    let places: Vec<Match> = (0..64).flat_map(|repeat| watched(&pairing, workspace, repeat).places).collect();
    assert!(places.len() > 1200, "{} places", places.len());
    // the other has one Move more
    let clock_s = pairing.laws.clock.half_s;
    let mut more = [0.0; 2];
    for (number, place) in places.iter().enumerate() {
        let me = place.turn.seat;
        let player = pairing.player(me);
        let mut goals = |lead: i32| -> Vec<u32> {
            let score = if (me == Seat::X) == (lead > 0) { [1, 0] } else { [0, 1] };
            let game = Match { score, clock_s, ..*place };
            let mut thought = Streams::new(5, number as u64, None).open(Purpose::named("thought"));
            let intent = player.stroke(&pairing.model(), &game, workspace, &mut thought);
            let mut errors = Streams::new(6, number as u64, None).open(Purpose::named("errors"));
            let mut trial = |_| {
                let launch = player.field.imagine(&intent, &mut errors);
                pairing.model().after(&game, &launch, workspace).score[me.index()] - score[me.index()]
            };
            (0..4).map(&mut trial).collect()
        };
        let (behind, ahead) = (goals(-1), goals(1));
        for (behind, ahead) in behind.iter().zip(&ahead) {
            more[0] += f64::from(u8::from(behind > ahead));
            more[1] += f64::from(u8::from(ahead > behind));
        }
    }
    let [behind, ahead] = more;
    assert!(behind - ahead > 3.0 * (behind + ahead).sqrt(), "{behind} against {ahead}");
}
