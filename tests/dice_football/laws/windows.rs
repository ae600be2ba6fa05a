//! `laws.champion_windows`, and the rows that a file of the board moves.

use super::*;

fn windows(windows: ChampionWindows) -> Laws {
    laws_with(|keys| keys.rules.champion_windows = windows)
}

/// The places of a kick while the defender holds this face.
fn placed(laws: &Laws, face: Champion, ball: Ball) -> Vec<Position> {
    let position = holding(Some(Holder::Defender(face)), Play::Turn(ball));
    laws.next(&position).steps.into_iter().map(|step| step.to).collect()
}

const KICKS: [Ball; 2] = [Ball::GoalKick(Permission::Restart), Ball::KeeperKick(Permission::Restart)];

#[test]
fn a_keeper_with_the_ball_can_lose_it_to_the_champion_die() {
    for all in [windows(ChampionWindows::All), windows(ChampionWindows::Kicks), laws()] {
        for (face, act) in [(Champion::Recovery, Act::UseRecovery), (Champion::Foul, Act::UseFoul)] {
            for kick in KICKS {
                for position in placed(&all, face, kick) {
                    assert_eq!(acts(&all, &position), [Act::Wait, act], "{position:?}");
                    let taken = step(&all, &step(&all, &position, act).to, Act::RolledBomb);
                    assert!(taken.effect.swaps, "{taken:?}");
                }
            }
        }
    }
    let open = windows(ChampionWindows::Open);
    for face in [Champion::Recovery, Champion::Foul] {
        for position in KICKS.into_iter().flat_map(|kick| placed(&open, face, kick)) {
            denies(&open, &position, Act::Wait);
        }
    }
}

#[test]
fn the_ball_of_a_keeper_is_taken_where_it_lies() {
    let [keeper_kick, ..] = placed(&laws(), Champion::Recovery, KICKS[1])[..] else { panic!("it has places") };
    assert_eq!(ball_of(&keeper_kick), Ball::KeeperKickFrom(field(1, 3), Permission::Restart));
    let taken = step(&laws(), &step(&laws(), &keeper_kick, Act::UseRecovery).to, Act::RolledBomb);
    loses(&taken, open(11, 3, Permission::ControlOnly));
}

fn ball_of(position: &Position) -> Ball {
    match position.play {
        Play::Turn(ball) | Play::Window(ball) => ball,
        other => panic!("{other:?} is not a turn"),
    }
}

#[test]
fn a_penalty_can_be_stopped_before_it_is_taken_by_all_windows_alone() {
    let fouled = |laws: &Laws, face| {
        let roll = holding(Some(Holder::Defender(face)), Play::DefendRoll(Context::Open, field(10, 2)));
        step(laws, &roll, Act::Fouled).to
    };
    for (face, act) in [(Champion::Recovery, Act::UseRecovery), (Champion::Foul, Act::UseFoul)] {
        let penalty = fouled(&laws(), face);
        assert_eq!(acts(&laws(), &penalty), [Act::Wait, act]);
        let taken = step(&laws(), &step(&laws(), &penalty, act).to, Act::RolledBomb);
        assert!(taken.effect.swaps && taken.effect.reward == 0, "{taken:?}");
        assert_eq!(ball(&taken).field(), Some(field(2, 4)), "where the foul was, from the other side");
        for fewer in [ChampionWindows::Kicks, ChampionWindows::Open] {
            assert_eq!(fouled(&windows(fewer), face).play, Play::PenaltyRoll);
        }
    }
    assert_eq!(fouled(&laws(), Champion::GreatSave).play, Play::PenaltyRoll, "the face says when");
}

#[test]
fn rows_of_the_board_say_where_clauses_hold() {
    let moved = laws_with(|keys| {
        (keys.board.reverse_row, keys.board.assist_row) = (8, 5);
        (keys.board.free_kick_row, keys.board.wall_row, keys.board.foul_row) = (7, 8, 6);
    });
    offers(&moved, &turn(open(8, 3, Permission::Any)), Act::PassReversed);
    denies(&moved, &turn(open(7, 3, Permission::Any)), Act::PassReversed);
    let fouled = |row, column| {
        let roll = at(Play::DefendRoll(Context::Open, field(row, column)));
        ball(&step(&moved, &roll, Act::Fouled))
    };
    assert_eq!(fouled(7, 2), Ball::FreeKick(field(7, 2), Permission::Restart));
    assert_eq!(fouled(6, 2), open(6, 2, Permission::Restart));
    let shot = |row| {
        let rolling = step(&moved, &turn(Ball::FreeKick(field(row, 2), Permission::Restart)), Act::Shoot).to;
        step(&moved, &rolling, Act::OnTarget).to.play
    };
    assert_eq!(shot(8), Play::KeeperRoll(false), "over the wall");
    assert_eq!(shot(7), Play::DefendTurn(Context::Shot(None), field(10, 3)), "into it");
    let won = |row| {
        let holder = Some(Holder::Attacker(Champion::Foul));
        let used = step(&moved, &holding(holder, Play::Turn(open(row, 2, Permission::Any))), Act::UseFoul).to;
        ball(&step(&moved, &used, Act::RolledBomb))
    };
    assert_eq!(won(6), Ball::FreeKick(field(6, 2), Permission::Restart));
    assert_eq!(won(5), open(5, 2, Permission::Restart));
    let holder = Some(Holder::Attacker(Champion::Assist));
    offers(&moved, &holding(holder, Play::Turn(open(5, 2, Permission::Any))), Act::UseAssist);
    denies(&moved, &holding(holder, Play::Turn(open(4, 2, Permission::Any))), Act::UseAssist);
}
