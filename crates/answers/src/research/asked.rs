//! One thing that is asked of a dataset, by the analysis that answers it.

use std::sync::Arc;

use serde_json::Value;
use tolley_analysis::fair::{Fairness, fairness};
use tolley_analysis::statistics::equivalence::Verdict;
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_analysis::{AnalysisError, MARGIN, verdict};
use tolley_dataset::Dataset;
use tolley_experiment::study::StudyInfo;

use super::compare;
use super::findings::{self, Findings};
use super::found::Answer;
use super::questions::{self, Ask, Part, Question, read};
use super::{
    band, bins, crossing, exact, game, influence, judged, ranks, region, regression, seats, smooth, survival, tidy,
    trend, within,
};
use crate::AnswerError;
use crate::fair;
use crate::tidy::Row;

/// One thing that is asked of a dataset, which was played by this seed if that is not the scenario's.
pub fn asked(
    question: &Question,
    part: &Part,
    ask: &Ask,
    dataset: &Dataset,
    seed: Option<u64>,
) -> Result<Answer, AnswerError> {
    let plan = &dataset.manifest().plan;
    let seed = seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let played = format!("scenarios/{} --repeats {}{seed}", part.scenario, plan.grid.repeats);
    let place = dataset.dir().display().to_string();
    // what no other command asks
    let own = |short: String, told: String, object: Value, rows: Vec<Row>, findings: Findings| {
        let command = format!("tolley answer {} --repeats {}{seed}", question.id, plan.grid.repeats);
        Answer { rows, findings, ..Answer::of(command, short, told, object) }
    };
    match ask {
        Ask::Fair(measure) => {
            let asked = verdict::Question {
                measure: Some(measure),
                margin: MARGIN,
                over: None,
                equal: None,
                sequential: false,
                confidence: CONFIDENCE,
            };
            let found = fairness(dataset, &asked)?;
            let command = format!("tolley fair {played} --measure {measure}");
            let told = fair::text(dataset, &found, &place);
            let (rows, findings) = (fair::tidy(dataset, &found).rows, findings::fair(&found));
            Ok(Answer { rows, findings, ..Answer::of(command, short_of_fair(&found), told, found.to_json()) })
        }
        Ask::Compare(over, measure, margin, better) => {
            let split =
                |over: &&'static str| over.split_once('=').map_or((*over, None), |(key, value)| (key, Some(value)));
            let asked = compare::Question {
                over: over.iter().map(split).collect(),
                measure: Some(measure),
                margin: Some(*margin),
                best: *better,
            };
            let found = compare::compared(dataset, &asked)?;
            let overs: String = over.iter().map(|over| format!(" --over {over}")).collect();
            let best =
                better.map_or_else(String::new, |better| format!(" --best {}", format!("{better:?}").to_lowercase()));
            // a shell reads brackets otherwise
            let quoted = if measure.contains('[') { format!("'{measure}'") } else { (*measure).to_owned() };
            let command = format!("tolley compare {played}{overs} --measure {quoted} --margin {margin}{best}");
            let short = format!("{measure} over {}: {}", over.join(", "), compare::short(&found));
            let rows = compare::tidy(dataset, &found).rows;
            let (told, findings) = (compare::text(dataset, &found), findings::compared(&found));
            Ok(Answer { rows, findings, ..Answer::of(command, short, told, found.to_json(dataset)) })
        }
        Ask::Seats(key, column) => {
            let found = tolley_analysis::seats::seats(dataset, key, column)?;
            Ok(own(
                seats::short(&found),
                seats::text(dataset, &found),
                found.to_json(),
                tidy::seats(&found),
                findings::seats(&found),
            ))
        }
        Ask::Game(asked) => {
            let found = tolley_analysis::game::game(dataset, asked)?;
            Ok(own(
                game::short(&found),
                game::text(dataset, &found),
                found.to_json(),
                tidy::game(&found),
                findings::game(&found),
            ))
        }
        Ask::Crossing(asked) => {
            let found = tolley_analysis::crossing::crossings(dataset, asked)?;
            Ok(own(
                crossing::short(&found),
                crossing::text(dataset, &found),
                found.to_json(),
                tidy::crossings(&found),
                findings::crossings(&found),
            ))
        }
        Ask::Band(asked) => {
            let found = tolley_analysis::band::band(dataset, asked)?;
            Ok(own(
                band::short(&found),
                band::text(dataset, &found),
                found.to_json(),
                tidy::band(&found),
                findings::band(&found),
            ))
        }
        Ask::Region(bounds) => {
            let found = tolley_analysis::region::region(dataset, bounds)?;
            Ok(own(
                region::short(&found),
                region::text(dataset, &found),
                found.to_json(),
                tidy::region(&found),
                findings::region(&found),
            ))
        }
        Ask::Bins(asked) => {
            let found = tolley_analysis::bins::bins(dataset, asked)?;
            Ok(own(
                bins::short(&found),
                bins::text(dataset, &found),
                found.to_json(),
                tidy::bins(&found),
                findings::bins(&found),
            ))
        }
        Ask::Smooth(asked) => {
            let found = tolley_analysis::smooth::smooth(dataset, asked)?;
            Ok(own(
                smooth::short(&found),
                smooth::text(dataset, &found),
                found.to_json(),
                tidy::smooth(&found),
                findings::smooth(&found),
            ))
        }
        Ask::Survival(asked) => {
            let found = tolley_analysis::survival::survival(dataset, asked)?;
            let told = survival::text(dataset, &found, asked.column);
            Ok(own(
                survival::short(&found, asked.column),
                told,
                found.to_json(),
                tidy::survival(&found),
                findings::survival(&found),
            ))
        }
        Ask::Judged(asked) => {
            let found = tolley_analysis::judged::judged(dataset, asked)?;
            Ok(own(
                judged::short(&found),
                judged::text(dataset, &found),
                found.to_json(),
                tidy::judged(&found),
                findings::judged(&found),
            ))
        }
        Ask::Regression(asked) => {
            let found = tolley_analysis::regression::regression(dataset, asked)?;
            let told = regression::text(dataset, &found);
            Ok(own(
                regression::short(&found),
                told,
                found.to_json(),
                tidy::regressed(&found),
                findings::regressed(&found),
            ))
        }
        Ask::Trend(asked) => {
            let found = tolley_analysis::trend::trend(dataset, asked)?;
            Ok(own(
                trend::short(&found),
                trend::text(dataset, &found),
                found.to_json(),
                tidy::trended(&found),
                findings::trended(&found),
            ))
        }
        Ask::Ranks(asked) => {
            let found = tolley_analysis::ranks::ranks(dataset, asked)?;
            Ok(own(
                ranks::short(&found),
                ranks::text(dataset, &found),
                found.to_json(),
                tidy::ranked(&found),
                findings::ranked(&found),
            ))
        }
        Ask::Exact(asked) => {
            let found = tolley_analysis::exact::exact(dataset, asked)?;
            Ok(own(
                exact::short(&found),
                exact::text(dataset, &found),
                found.to_json(),
                tidy::exact(&found),
                findings::exact(&found),
            ))
        }
        Ask::Within(asked) => {
            let found = tolley_analysis::within::within(dataset, asked)?;
            Ok(own(
                within::short(&found),
                within::text(dataset, &found),
                found.to_json(),
                tidy::within(&found),
                findings::within(&found),
            ))
        }
        Ask::Influence(asked) => {
            let found = tolley_analysis::influence::influence(dataset, asked)?;
            Ok(own(
                influence::short(&found),
                influence::text(dataset, &found),
                found.to_json(),
                tidy::influence(&found),
                findings::influence(&found),
            ))
        }
        Ask::Best | Ask::Race(_) => Err(AnswerError::NotOfDataset),
    }
}

/// The number of the question whose scenario a dataset was played from, and its decisions, each in a line.
pub fn decided(
    dataset: &Dataset,
    studies: &[Arc<StudyInfo>],
) -> Result<Option<(&'static str, Vec<String>)>, AnswerError> {
    let record = &dataset.manifest().plan;
    let is_played = |part: &Part| {
        let is_near =
            part.text.contains(&record.study) && record.grid.axes.iter().all(|axis| part.text.contains(&axis.key));
        // what is shipped can be read, and its warnings are not about this dataset
        is_near
            && read(part, studies, Some(record.grid.repeats), Some(record.seed), Vec::new())
                .is_ok_and(|(plan, _)| plan.record() == *record)
    };
    for question in questions::all() {
        for part in question.parts.iter().filter(|part| is_played(part)) {
            let mut shorts = Vec::new();
            for ask in part.asks.iter().filter(|ask| !matches!(ask, Ask::Best | Ask::Race(_))) {
                match asked(question, part, ask, dataset, None) {
                    Ok(answer) => shorts.push(answer.short),
                    // a dataset that is not complete may not be asked
                    Err(AnswerError::Analysis(AnalysisError::Question(_))) => {}
                    Err(error) => return Err(error),
                }
            }
            if !shorts.is_empty() {
                return Ok(Some((question.id, shorts)));
            }
        }
    }
    Ok(None)
}

/// How many points have which verdict.
fn short_of_fair(found: &Fairness) -> String {
    let identical = found.points.iter().filter(|point| point.is_identity).count();
    let all = [Verdict::Fair, Verdict::Different, Verdict::Unequal, Verdict::Unfair, Verdict::NotResolved];
    let count = |verdict: Verdict| found.points.iter().filter(|point| point.verdict == Some(verdict)).count();
    let told = all.map(|verdict| (count(verdict), verdict.name()));
    let told = told.into_iter().chain([(identical, "identical")]).filter(|(count, _)| *count > 0);
    let mut told: Vec<String> = told.map(|(n, name)| format!("{n} {name}")).collect();
    told.extend(fair::never_differed(found));
    let far = found.tolerances.as_ref().map_or_else(String::new, |tolerances| {
        format!("; {} fair up to, in every stratum at once, {}", tolerances.key, fair::everywhere(tolerances))
    });
    format!("{} beside one half, of {} points: {}{far}", found.measure, found.points.len(), told.join(", "))
}
