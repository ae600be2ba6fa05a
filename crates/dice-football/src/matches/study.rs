//! The study `dice-football/match`: one trial is one match.

use std::sync::Arc;

use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study};
use tolley_experiment::table::{Measure, Table};
use tolley_experiment::{fault, measures};

use super::keys::{Format, MatchKeys};
use super::played::Played;
use super::prepared::{Games, Prepared, Wanted};
use super::roll_sink::RollSink;
use super::rows::{Ending, MatchRow};
use super::series::{PenaltyRow, series};
use super::streams::MatchStreams;
use super::tables::MatchTables;
use crate::keys::faces::Penalty;
use crate::keys::{FacesSource, checks};
use crate::laws::{Laws, RuleKeys, Verdict, judge};
use crate::players::{Objective, Player, PlayerKeys, PolicyName};
use crate::solver::Unsolvable;

const DRAW: Purpose = Purpose::named("draw");
const SERIES: Purpose = Purpose::named("series");

/// What never changes within a design point.
pub struct Setup {
    keys: MatchKeys,
    rule_keys: RuleKeys,
    laws: Laws,
    wanted: Wanted,
    faces_source: FacesSource,
}

/// The game that all trials of a design point play, if it has a solution.
pub struct Workspace(Result<Arc<Prepared>, Unsolvable>);

/// The study.
pub struct MatchStudy;

impl Study for MatchStudy {
    type Keys = MatchKeys;
    type Shared = Games;
    type Setup = Setup;
    type Scratch = Workspace;

    const NAME: &'static str = "dice-football/match";
    const BLOCK_TRIALS: u64 = 16_384;

    fn tables() -> Vec<Table> {
        MatchTables::all()
    }

    fn measures() -> Vec<Measure> {
        measures! { MatchRow:
            Fair a_points_share,
            Share a_wins,
            Share is_draw,
            Fair draw_winner_points_share,
            Mean goal_count,
            Mean penalty_count,
            Mean red_card_count,
            Mean champion_use_count,
            Mean change_count,
            Mean loss_share,
            Mean rolls_per_possession,
            Mean own_third_share,
            Mean middle_third_share,
            Mean last_third_share,
            Mean foul_count,
            Mean die_handed_over_count,
            Mean reverse_count,
            Mean double_count,
        }
    }

    fn setup(keys: &MatchKeys) -> Result<Setup, Vec<Fault>> {
        let rule_keys = keys.laws();
        let laws = Laws::new(&rule_keys)?;
        let penalty_share = laws.dice.penalty.share(|face| face == Penalty::Goal);
        if !keys.format.draw_allowed && (penalty_share <= 0.0 || penalty_share >= 1.0) {
            let message = "a series of penalties never ends with this penalty die";
            return Err(vec![fault!(Format.draw_allowed, "{message}")]);
        }
        let (wanted, faces_source) = (wanted(keys), FacesSource::of(&keys.dice));
        Ok(Setup { keys: *keys, rule_keys, laws, wanted, faces_source })
    }

    fn remarks(keys: &MatchKeys) -> Vec<Fault> {
        checks::remarks(&keys.dice)
    }

    fn scratch(setup: &Setup, games: &Games) -> Workspace {
        Workspace(games.prepared(&setup.rule_keys, &setup.laws, setup.wanted))
    }

    fn play(setup: &Setup, workspace: &mut Workspace, streams: &Streams, rows: &mut Rows) -> Status {
        let a_won_draw = streams.open(DRAW).uniform() < setup.keys.format.p_draw;
        let Ok(prepared) = &workspace.0 else {
            let ending = Ending { winner: None, series_goals: None };
            rows.push(MatchTables::MATCHES, MatchRow::of(setup.faces_source, a_won_draw, &Played::nothing(), ending));
            return Status::NoDecision;
        };
        let played = setup.played(prepared, a_won_draw, streams, rows);
        let ending = setup.ending(&played, a_won_draw, streams, rows);
        rows.push(MatchTables::MATCHES, MatchRow::of(setup.faces_source, a_won_draw, &played, ending));
        status(&played)
    }
}

impl Shortcuts for MatchStudy {
    // seconds to solve the game of a point, microseconds to play a match of it
    const ROUND_REPEATS: u64 = 1 << 20;

    fn preparation(keys: &MatchKeys) -> Option<String> {
        Some(format!("{:?} {:?}", keys.laws(), wanted(keys)))
    }

    fn sketch() -> Games {
        Games::sketched()
    }

    fn unfinished(games: &Games) -> f64 {
        games.unfinished()
    }
}

/// DF-time-end: play that goes round is given up, and then nobody has won, lost or drawn.
fn status(played: &Played) -> Status {
    if played.is_over { Status::Ok } else { Status::NoDecision }
}

/// The policies that the players follow.
fn wanted(keys: &MatchKeys) -> Wanted {
    let policies = [keys.a.policy, keys.b.policy];
    let follows = policies
        .iter()
        .any(|policy| matches!(policy, PolicyName::Optimal | PolicyName::Epsilon | PolicyName::ChampionAtOnce));
    let to_win = follows && keys.players.objective == Objective::Win;
    Wanted {
        to_win: to_win.then_some(keys.players.score_limit_count),
        for_goals: policies.contains(&PolicyName::Greedy) || (follows && !to_win),
    }
}

impl Setup {
    fn played(&self, prepared: &Prepared, a_won_draw: bool, streams: &Streams, rows: &mut Rows) -> Played {
        let [a, b] = [&self.keys.a, &self.keys.b].map(|keys| player(keys, prepared));
        let players = if a_won_draw { [a, b] } else { [b, a] };
        let (simulator, mut streams) = (&prepared.simulator, MatchStreams::open(streams));
        if self.keys.format.rolls {
            let mut sink = RollSink { game: simulator.game(), faces_source: self.faces_source, a_won_draw, rows };
            simulator.play(players, &mut streams, &mut sink)
        } else {
            simulator.play(players, &mut streams, &mut ())
        }
    }

    fn ending(&self, played: &Played, a_won_draw: bool, streams: &Streams, rows: &mut Rows) -> Ending {
        let Format { draw_allowed, series_count, .. } = self.keys.format;
        match judge(played.goals, draw_allowed) {
            Verdict::Won(player) => Ending { winner: Some(player), series_goals: None },
            Verdict::Drawn => Ending { winner: None, series_goals: None },
            Verdict::Series => {
                let goals = self.series(series_count, a_won_draw, streams, rows);
                Ending { winner: Some(usize::from(goals[1] > goals[0])), series_goals: Some(goals) }
            }
        }
    }

    /// Plays a series of penalties, and leaves their rows if steps are written; returns the goals of both.
    fn series(&self, count: u64, a_won_draw: bool, streams: &Streams, rows: &mut Rows) -> [u32; 2] {
        let (a, mut penalty_no) = (usize::from(!a_won_draw), 0);
        series(&self.laws.dice.penalty, count, &mut streams.open(SERIES), |taken| {
            penalty_no += 1;
            if self.keys.format.rolls {
                let row = PenaltyRow {
                    faces_source: self.faces_source,
                    penalty_no,
                    pair_no: taken.pair_no,
                    a_takes: taken.player == a,
                    face: taken.face,
                    is_goal: taken.face == Penalty::Goal,
                    a_series_goal_count: taken.goals[a],
                    b_series_goal_count: taken.goals[1 - a],
                };
                rows.push(MatchTables::PENALTIES, row);
            }
        })
    }
}

fn player<'a>(keys: &PlayerKeys, prepared: &'a Prepared) -> Player<'a> {
    let found = "a policy that a player follows was asked for";
    let best = || prepared.to_win.as_ref().or(prepared.for_goals.as_ref()).expect(found);
    match keys.policy {
        PolicyName::Optimal => Player::Follows(best()),
        PolicyName::Greedy => Player::Greedy(prepared.for_goals.as_ref().expect(found)),
        PolicyName::Random => Player::Random,
        PolicyName::Epsilon => Player::Mixed(best(), keys.random_share),
        PolicyName::ChampionAtOnce => Player::AtOnce(best()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// DF-time-end: dice whose play goes round for ever leave a match without a decision; nothing moves for ever.
    #[test]
    fn a_match_without_end_has_no_decision() {
        let setup = MatchStudy::setup(&MatchKeys::default()).expect("good keys");
        let mut rows = Rows::new(&MatchStudy::tables());
        for unsolvable in [Unsolvable::Timeless(0), Unsolvable::Endless(1)] {
            let streams = Streams::new(7, 0, None);
            let status = MatchStudy::play(&setup, &mut Workspace(Err(unsolvable)), &streams, &mut rows);
            assert_eq!(status, Status::NoDecision);
        }
        let given_up = Played { roll_count: 1_000_000, ..Played::nothing() };
        assert_eq!(status(&given_up), Status::NoDecision);
        assert_eq!(status(&Played { is_over: true, ..given_up }), Status::Ok);
    }
}
