use tolley_cymbergaj::laws::*;
use tolley_cymbergaj::matches::*;
use tolley_cymbergaj::players::Policy;
use tolley_cymbergaj::shot::Workspace;
use tolley_experiment::random::Streams;

#[derive(Default)]
struct S {
    moves: [u32; 8],
    second: [u32; 8],
    first: [u32; 8],
    first_second: [u32; 8],
    goals: [u32; 8],
    turns: [u32; 8],
    exits: u32,
    own: u32,
    fouls: u32,
    misses: u32,
    level: u32,
    full: u32,
    side: u32,
    void: u32,
    goalkicks: u32,
}
impl MatchSink for S {
    fn begin(&mut self, g: &Match) {
        self.turns[g.turn.restart as usize] += 1;
    }
    fn step(&mut self, b: &Match, s: &Step, a: &Match) {
        if a.turn_no != b.turn_no {
            self.turns[a.turn.restart as usize] += 1;
        }
        if b.period == Period::SecondHalf && (a.period != b.period || a.phase == Phase::Over) {
            self.full += 1;
            self.level += u32::from(a.score[0] == a.score[1]);
        }
        if let Step::Moved { played, judged, .. } = s {
            let verdict = &judged.verdict;
            let r = b.turn.restart as usize;
            if b.period.is_shootout() {
                return;
            }
            let second = played.record.collision_count() >= 2;
            self.moves[r] += 1;
            self.second[r] += u32::from(second);
            if b.turn.move_no == 1 {
                self.first[r] += 1;
                self.first_second[r] += u32::from(second);
            }
            if let Some(g) = verdict.goal {
                if g.to == b.turn.seat { self.goals[r] += 1 } else { self.own += 1 }
            }
            self.exits += u32::from(verdict.exit.is_some());
            self.side += u32::from(matches!(verdict.exit, Some(Line::Side)));
            self.goalkicks += u32::from(verdict.call.kind == CallKind::GoalKick);
            self.void += u32::from(matches!(verdict.exit, Some(Line::Goal(_))) && verdict.goal.is_none());
            self.fouls += u32::from(verdict.foul.is_some());
            self.misses += u32::from(!verdict.ball_hit);
        }
    }
}

fn run(name: &str, n: u64, set: impl Fn(&mut MatchKeys)) {
    let mut keys = MatchKeys::default();
    set(&mut keys);
    let p = pairing(&keys, Opening::Toss, Seat::X).expect("playable");
    let q = pairing(&keys, Opening::Toss, Seat::Y).expect("playable");
    let mut w = Workspace::new(&p.setups[0].physics);
    let mut s = S::default();
    let t = std::time::Instant::now();
    let (mut wins, mut goals, mut sq) = (0.0, 0u32, 0.0);
    for i in 0..n {
        let st = Streams::new(11, i, None);
        let e = play(&p, &mut w, &st, Image::Usual, &mut s);
        let f = play(&q, &mut w, &st, Image::Usual, &mut s);
        let share =
            (f64::from(u8::from(e.winner == Some(Seat::X))) + f64::from(u8::from(f.winner == Some(Seat::Y)))) / 2.0;
        wins += share;
        sq += share * share;
        goals += e.score[0] + e.score[1] + f.score[0] + f.score[1];
    }
    let m: u32 = s.moves.iter().sum();
    let nn = n as f64;
    let mean = wins / nn;
    let sd = ((sq / nn - mean * mean) / nn).sqrt();
    println!(
        "{name}: a_win {mean:.4}+-{:.4} goals {:.2} level {:.3} second {:.3} exits/move {:.3} side {:.3} gk/move {:.3} void {:.3} own/match {:.2} fouls/match {:.2} miss {:.3} moves {:.1} us/move {:.1}",
        2.0 * sd,
        goals as f64 / nn / 2.0,
        s.level as f64 / s.full as f64,
        s.second.iter().sum::<u32>() as f64 / m as f64,
        s.exits as f64 / m as f64,
        s.side as f64 / m as f64,
        s.goalkicks as f64 / m as f64,
        s.void as f64 / m as f64,
        s.own as f64 / nn / 2.0,
        s.fouls as f64 / nn / 2.0,
        s.misses as f64 / m as f64,
        m as f64 / nn / 2.0,
        t.elapsed().as_secs_f64() * 1e6 / m as f64
    );
    for r in Restart::ALL {
        let r2 = *r as usize;
        if s.moves[r2] > 0 {
            println!(
                "   {:10} turns/match {:.2} goals/turn {:.3} second {:.3} first second {:.3}",
                format!("{r:?}"),
                s.turns[r2] as f64 / nn / 2.0,
                s.goals[r2] as f64 / s.turns[r2].max(1) as f64,
                s.second[r2] as f64 / s.moves[r2] as f64,
                s.first_second[r2] as f64 / s.first[r2].max(1) as f64
            );
        }
    }
}

fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: u64 = a.get(2).and_then(|t| t.parse().ok()).unwrap_or(500);
    let which = a.get(1).map_or("base", String::as_str);
    if which.contains("base") {
        run("direct-direct", n, |_| {});
    }
    if which.contains("samp") {
        run("sampled-direct", n, |k| k.a_planner.policy = Policy::Sampled);
    }
    if which.contains("ss") {
        run("sampled-sampled", n, |k| {
            k.a_planner.policy = Policy::Sampled;
            k.b_planner.policy = Policy::Sampled
        });
    }
    if which.contains("caut") {
        run("cautious-direct", n, |k| k.a_planner.policy = Policy::Cautious);
    }
    if which.contains("rand") {
        run("direct-random", n, |k| k.b_planner.policy = Policy::Random);
    }
    if which.contains("expert") {
        run("expert-expert", n, |k| {
            for s in [&mut k.a_skill, &mut k.b_skill] {
                s.error_ratio = 0.5
            }
        });
    }
    if which.contains("equal") {
        run("equal true masses by impulse", n, |k| {
            k.strike.by = tolley_cymbergaj::keys::StrikeBy::Impulse;
            k.a_coin.mass_kg /= 0.92;
            k.a_coin.mass_ratio = 0.92;
        });
    }
    if which.contains("habit") {
        run("habit 1.05", n, |k| {
            k.a_habits.speed_habit_ratio = 1.05;
        });
        run("habit 0.95", n, |k| {
            k.a_habits.speed_habit_ratio = 0.95;
        });
    }
}
