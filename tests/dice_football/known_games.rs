//! The solver on games whose answers are published or follow by hand.

use tolley_dice_football::solver::{Effect, Expansion, Game, Graph, Owner, steady};

const PLAIN: Effect = Effect { probability: 1.0, reward: 0, swaps: false, closes: false };

/// Pig: roll on or hold; a 1 loses the turn's points, the first to reach the goal wins.
///
/// Neller and Presser 2004, The UMAP Journal 25(1), 25-47.
struct Pig {
    goal: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PigState {
    Decide { mine: u8, his: u8, turn: u8 },
    Roll { mine: u8, his: u8, turn: u8 },
    Over,
}

impl Game for Pig {
    type State = PigState;
    fn expand(&self, state: &PigState) -> Expansion<PigState> {
        let (owner, steps) = match *state {
            PigState::Over => (Owner::Chance, Vec::new()),
            PigState::Decide { mine, his, turn } => {
                let roll = (PigState::Roll { mine, his, turn }, PLAIN);
                let hold = match mine + turn >= self.goal {
                    true => (PigState::Over, Effect { reward: 1, ..PLAIN }),
                    false => {
                        (PigState::Decide { mine: his, his: mine + turn, turn: 0 }, Effect { swaps: true, ..PLAIN })
                    }
                };
                (Owner::Mover, vec![roll, hold])
            }
            PigState::Roll { mine, his, turn } => {
                let sixth = Effect { probability: 1.0 / 6.0, ..PLAIN };
                let lost = (PigState::Decide { mine: his, his: mine, turn: 0 }, Effect { swaps: true, ..sixth });
                // more than what wins is not told apart
                let more = |pips: u8| PigState::Decide { mine, his, turn: (turn + pips).min(self.goal - mine) };
                let won = (2..=6).map(|pips| (more(pips), sixth));
                (Owner::Chance, std::iter::once(lost).chain(won).collect())
            }
        };
        Expansion { owner, ticks: false, steps }
    }
}

/// Win probability of the first player.
fn pig(goal: u8) -> (f64, steady::Steady, Graph, Vec<PigState>) {
    let (graph, states) = Graph::explore(&Pig { goal }, [PigState::Decide { mine: 0, his: 0, turn: 0 }]);
    let solved = steady::solve(&graph, 1.0, 1e-14, 10_000);
    ((1.0 + solved.values[0]) / 2.0, solved, graph, states)
}

#[test]
fn pig_to_10_and_to_20_have_the_known_values() {
    for (goal, expected) in [(10, 0.709424323), (20, 0.615558550)] {
        let (win, solved, ..) = pig(goal);
        assert!((win - expected).abs() < 1e-9, "{goal}: {win}");
        assert!(solved.residual <= 1e-12, "{goal}: {}", solved.residual);
    }
}

#[test]
fn pig_to_100_has_the_published_value_and_the_first_turn_holds_at_21() {
    let (win, solved, graph, states) = pig(100);
    assert!((win - 0.530592725).abs() < 1e-9, "{win}");
    assert!(solved.residual <= 1e-12, "{}", solved.residual);
    let holds = |turn| {
        let at = states.iter().position(|state| *state == PigState::Decide { mine: 0, his: 0, turn });
        let values = steady::step_values(&graph, 1.0, &solved.values, at.expect("it is reachable"));
        values[1] > values[0]
    };
    assert!(!holds(20) && holds(21));
}

/// Bearing off in backgammon without contact: two dice, doubles move four times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Chequers([u8; 6]);

impl Chequers {
    fn of(points: &[usize]) -> Chequers {
        let mut counts = [0; 6];
        points.iter().for_each(|point| counts[point - 1] += 1);
        Chequers(counts)
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 6]
    }

    /// The positions that one die may lead to; itself when nothing can move.
    fn after(self, pips: usize) -> Vec<Chequers> {
        let highest = self.0.iter().rposition(|count| *count > 0);
        let mut after = Vec::new();
        for from in (0..6).filter(|from| self.0[*from] > 0) {
            let mut next = self;
            next.0[from] -= 1;
            if from + 1 > pips {
                next.0[from - pips] += 1;
                after.push(next);
            } else if from + 1 == pips || highest == Some(from) {
                after.push(next);
            }
        }
        if after.is_empty() { vec![self] } else { after }
    }

    /// The positions that a roll may lead to.
    fn after_roll(self, dice: &[usize]) -> Vec<Chequers> {
        let play = |order: &[usize]| {
            order.iter().fold(vec![self], |now, pips| now.into_iter().flat_map(|at| at.after(*pips)).collect())
        };
        let mut all = play(dice);
        let back: Vec<usize> = dice.iter().rev().copied().collect();
        all.extend(play(&back));
        all.sort();
        all.dedup();
        all
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum BearOffState {
    Roll { mine: Chequers, his: Option<Chequers> },
    Move { mine: Chequers, his: Option<Chequers>, dice: [u8; 2] },
    Over,
}

/// Alone, each roll costs 1; against one another, the first to bear off wins.
struct BearOff;

impl Game for BearOff {
    type State = BearOffState;
    fn expand(&self, state: &BearOffState) -> Expansion<BearOffState> {
        let (owner, steps) = match *state {
            BearOffState::Over => (Owner::Chance, Vec::new()),
            BearOffState::Roll { mine, his } => {
                let share = |same| if same { 1.0 / 36.0 } else { 2.0 / 36.0 };
                let rolls = (1..=6).flat_map(|a| (a..=6).map(move |b| (a, b)));
                let reward = if his.is_none() { -1 } else { 0 };
                let step = |(a, b): (u8, u8)| {
                    let effect = Effect { probability: share(a == b), reward, ..PLAIN };
                    (BearOffState::Move { mine, his, dice: [a, b] }, effect)
                };
                (Owner::Chance, rolls.map(step).collect())
            }
            BearOffState::Move { mine, his, dice: [a, b] } => {
                let dice = if a == b { vec![usize::from(a); 4] } else { vec![usize::from(a), usize::from(b)] };
                let step = |next: Chequers| match his {
                    _ if next.is_empty() => (BearOffState::Over, Effect { reward: his.is_some().into(), ..PLAIN }),
                    None => (BearOffState::Roll { mine: next, his }, PLAIN),
                    Some(his) => (BearOffState::Roll { mine: his, his: Some(next) }, Effect { swaps: true, ..PLAIN }),
                };
                (Owner::Mover, mine.after_roll(&dice).into_iter().map(step).collect())
            }
        };
        Expansion { owner, ticks: false, steps }
    }
}

fn bear_off(mine: &[usize], his: Option<&[usize]>) -> f64 {
    let root = BearOffState::Roll { mine: Chequers::of(mine), his: his.map(Chequers::of) };
    let (graph, _) = Graph::explore(&BearOff, [root]);
    let solved = steady::solve(&graph, 1.0, 0.0, 1000);
    assert!(solved.residual <= 1e-14);
    solved.values[0]
}

#[test]
fn bear_offs_take_the_known_number_of_rolls() {
    // one chequer on 6 comes off at once with 27 of 36 rolls and else with the next: 1 + 9/36
    assert!((bear_off(&[6], None) + 1.25).abs() < 1e-14);
    // five on the ace point: (two rolls after a double, else three): 3 - 11/36
    assert!((bear_off(&[1; 5], None) + 97.0 / 36.0).abs() < 1e-14, "{}", bear_off(&[1; 5], None));
    assert!((bear_off(&[1, 1], None) + 1.0).abs() < 1e-14);
}

/// Rolls of 36 that bear off two chequers, by their points: the table that players know by heart (Robertie 1992,
/// Backgammon for Winners, the last roll).
const LAST_ROLLS: [&[u32]; 6] =
    [&[36], &[36, 26], &[34, 25, 17], &[29, 23, 17, 11], &[23, 19, 14, 10, 6], &[15, 13, 10, 8, 6, 4]];

#[test]
fn two_chequers_come_off_in_one_roll_as_often_as_is_known() {
    for (high, rolls) in (1..).zip(LAST_ROLLS) {
        for (low, rolls) in (1..).zip(rolls) {
            // the other player needs one roll, whatever it is
            let win = (1.0 + bear_off(&[low, high], Some(&[1]))) / 2.0;
            assert!((win - f64::from(*rolls) / 36.0).abs() < 1e-14, "{low} {high}: {win}");
        }
    }
}

#[test]
fn two_chequers_that_come_off_with_the_second_roll_at_the_latest_take_two_rolls_less_that_chance() {
    for (points, rolls) in [([1, 2], 36.0), ([1, 3], 34.0), ([2, 2], 26.0)] {
        assert!((bear_off(&points, None) + 2.0 - rolls / 36.0).abs() < 1e-14, "{points:?}");
    }
}

#[test]
fn one_chequer_each_on_6_is_worth_13_of_16_to_the_mover() {
    // he wins with 3/4 at once, else the other fails with 1/4 and he wins for certain: 3/4 + 1/16
    let win = (1.0 + bear_off(&[6], Some(&[6]))) / 2.0;
    assert!((win - 0.8125).abs() < 1e-14, "{win}");
}

/// The last shot of a race: one point for the safe one in 9 of 10, three for the bold one in 2 of 10.
struct LastShot;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LastShotState {
    Needs(u8),
    Shot { needs: u8, is_bold: bool },
    Over,
}

impl Game for LastShot {
    type State = LastShotState;
    fn expand(&self, state: &LastShotState) -> Expansion<LastShotState> {
        let (owner, steps) = match *state {
            LastShotState::Over => (Owner::Chance, Vec::new()),
            LastShotState::Needs(needs) => {
                let shot = |is_bold| (LastShotState::Shot { needs, is_bold }, PLAIN);
                (Owner::Mover, vec![shot(false), shot(true)])
            }
            LastShotState::Shot { needs, is_bold } => {
                let (points, probability) = if is_bold { (3, 0.2) } else { (1, 0.9) };
                let hit = Effect { probability, reward: i8::from(points >= needs), ..PLAIN };
                let missed = Effect { probability: 1.0 - probability, ..PLAIN };
                (Owner::Chance, vec![(LastShotState::Over, hit), (LastShotState::Over, missed)])
            }
        };
        Expansion { owner, ticks: false, steps }
    }
}

#[test]
fn the_last_shot_is_bold_where_the_safe_one_cannot_win() {
    for (needs, is_bold, chance) in [(1, false, 0.9), (2, true, 0.2), (3, true, 0.2)] {
        let (graph, _) = Graph::explore(&LastShot, [LastShotState::Needs(needs)]);
        let solved = steady::solve(&graph, 1.0, 1e-15, 100);
        let values = steady::step_values(&graph, 1.0, &solved.values, 0);
        assert_eq!(values[1] > values[0], is_bold, "{needs}: {values:?}");
        assert!((solved.values[0] - chance).abs() < 1e-15, "{needs}: {}", solved.values[0]);
    }
}

/// Who starts the next game of a match.
#[derive(Clone, Copy, Debug)]
enum Starts {
    Alternately,
    Loser,
    Winner,
}

/// Best of `2 needed - 1` games, of which each side wins those that it starts with a chance of its own.
struct BestOf {
    needed: u8,
    chances: [f64; 2],
    starts: Starts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum BestOfState {
    Game { starter: usize, won: [u8; 2] },
    Over,
}

impl Game for BestOf {
    type State = BestOfState;
    fn expand(&self, state: &BestOfState) -> Expansion<BestOfState> {
        let BestOfState::Game { starter, won } = *state else {
            return Expansion { owner: Owner::Chance, ticks: false, steps: Vec::new() };
        };
        let step = |winner: usize| {
            let mut won = won;
            won[winner] += 1;
            let is_his = winner == starter;
            let probability = if is_his { self.chances[starter] } else { 1.0 - self.chances[starter] };
            if won[winner] == self.needed {
                return (BestOfState::Over, Effect { probability, reward: if is_his { 1 } else { -1 }, ..PLAIN });
            }
            let next = match self.starts {
                Starts::Alternately => 1 - starter,
                Starts::Loser => 1 - winner,
                Starts::Winner => winner,
            };
            (BestOfState::Game { starter: next, won }, Effect { probability, swaps: next != starter, ..PLAIN })
        };
        Expansion { owner: Owner::Chance, ticks: false, steps: vec![step(starter), step(1 - starter)] }
    }
}

/// Probability that the side wins which is the mover of this state.
fn win_of_mover<G: Game>(game: &G, root: G::State) -> f64 {
    let (graph, _) = Graph::explore(game, [root]);
    let solved = steady::solve(&graph, 1.0, 1e-16, 100_000);
    assert!(solved.residual <= 1e-15, "{}", solved.residual);
    (1.0 + solved.values[0]) / 2.0
}

/// Chances of 0, 1, ... successes in trials of these chances.
fn counts(chances: &[f64]) -> Vec<f64> {
    chances.iter().fold(vec![1.0], |counts, p| {
        let missed = counts.iter().map(|count| count * (1.0 - p)).chain([0.0]);
        let hit = [0.0].into_iter().chain(counts.iter().map(|count| count * p));
        missed.zip(hit).map(|(missed, hit)| missed + hit).collect()
    })
}

#[test]
fn a_match_of_games_does_not_mind_whether_starts_alternate_or_are_the_losers_or_the_winners() {
    // as if all games were played, of which the first starts one more (Brams et al. 2018, arXiv:1808.06922)
    let tenths = || (0..=10).map(|tenth| f64::from(tenth) / 10.0);
    for needed in [1_u8, 2, 3, 7] {
        for chances in tenths().flat_map(|a| tenths().map(move |b| [a, b])) {
            let (own, others) = (usize::from(needed), usize::from(needed) - 1);
            let all = [vec![chances[0]; own], vec![1.0 - chances[1]; others]].concat();
            let expected: f64 = counts(&all)[own..].iter().sum();
            for starts in [Starts::Alternately, Starts::Loser, Starts::Winner] {
                let root = BestOfState::Game { starter: 0, won: [0, 0] };
                let win = win_of_mover(&BestOf { needed, chances, starts }, root);
                assert!((win - expected).abs() < 1e-12, "{needed}, {chances:?}, {starts:?}: {win} and {expected}");
            }
        }
    }
}

/// A tie-break: one serve, then two each in turn; first to 7 points with a lead of so many.
struct TieBreak {
    lead: u8,
    /// Of each side, to win a point that it serves.
    chances: [f64; 2],
    first: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TieBreakState {
    /// Points of both sides, from level at 6 on as if it were 6 all, and those that were served, by 4.
    Point {
        won: [u8; 2],
        served: u8,
    },
    Over,
}

impl TieBreak {
    fn server(&self, served: u8) -> usize {
        if matches!(served % 4, 1 | 2) { 1 - self.first } else { self.first }
    }
}

impl Game for TieBreak {
    type State = TieBreakState;
    fn expand(&self, state: &TieBreakState) -> Expansion<TieBreakState> {
        let TieBreakState::Point { won, served } = *state else {
            return Expansion { owner: Owner::Chance, ticks: false, steps: Vec::new() };
        };
        let server = self.server(served);
        let step = |winner: usize| {
            let mut won = won;
            won[winner] += 1;
            let is_his = winner == server;
            let probability = if is_his { self.chances[server] } else { 1.0 - self.chances[server] };
            if won[winner] >= 7 && won[winner] >= won[1 - winner] + self.lead {
                return (TieBreakState::Over, Effect { probability, reward: if is_his { 1 } else { -1 }, ..PLAIN });
            }
            let won = if won == [7, 7] { [6, 6] } else { won };
            let next = TieBreakState::Point { won, served: (served + 1) % 4 };
            (next, Effect { probability, swaps: self.server(served + 1) != server, ..PLAIN })
        };
        Expansion { owner: Owner::Chance, ticks: false, steps: vec![step(server), step(1 - server)] }
    }
}

/// Probability that side 0 wins, by who serves first.
fn tie_break(lead: u8, chances: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|first| {
        let root = TieBreakState::Point { won: [0, 0], served: 0 };
        let win = win_of_mover(&TieBreak { lead, chances, first }, root);
        if first == 0 { win } else { 1.0 - win }
    })
}

#[test]
fn a_tie_break_to_7_does_not_mind_who_serves_first() {
    let shares = || [0.02, 0.1, 0.25, 0.4, 0.5, 0.62, 0.75, 0.9, 0.98].into_iter();
    for chances in shares().flat_map(|a| shares().map(move |b| [a, b])) {
        // of twelve points each serves six; from 6 all on each serves one of two
        let all = counts(&[[chances[0]; 6], [1.0 - chances[1]; 6]].concat());
        let [ahead, behind] = [chances[0] * (1.0 - chances[1]), chances[1] * (1.0 - chances[0])];
        let expected = all[7..].iter().sum::<f64>() + all[6] * ahead / (ahead + behind);
        for win in tie_break(2, chances) {
            assert!((win - expected).abs() < 1e-12, "{chances:?}: {win} and {expected}");
        }
    }
    // without a lead of two the first has one serve more
    let [first, second] = tie_break(1, [0.7, 0.7]);
    assert!(first > 0.5 + 1e-3 && (first + second - 1.0).abs() < 1e-12, "{first} {second}");
}
