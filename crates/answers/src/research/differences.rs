//! What stands beside the tables of an answer: why they differ where they seem to say different things of the same, and
//! what is not asked.

use std::sync::Arc;

use tolley_experiment::problem::Problems;
use tolley_experiment::study::StudyInfo;

use super::questions::Question;
use super::strata;

/// Of a question; nothing where no two tables seem to contradict each other.
pub fn why(id: &str) -> Option<&'static str> {
    Some(match id {
        "TGQ1" => {
            "best: each place with the shot that is best from it; compare and regression: means over all aims and speeds that \
             are swept, most of them poor, among which the place matters less"
        }
        "TGQ4" => {
            "the trend test takes every match for itself, the isotonic one and compare pair them: where hardly a match comes out \
             otherwise only these see a difference; the slope of the limit alone is that of a team that does not foul"
        }
        "TGQ6" => {
            "lost_share is of toleys of both sides whose fate is known: a game that ends before the owner's next turn leaves out \
             those that would have stayed rather than those that were lost at once, so that it is too high; Kaplan and Meier's share \
             and Cox's factor, of side a, count every toley for as long as it lay"
        }
        "CGQ12" => {
            "cgq12_lines and cgq12_moves are two sets of matches: in the first players know the lines and strike for them, so that \
             matches of two arms part at once; in the second they do not, so that the same Move is judged by each"
        }
        _ => return None,
    })
}

/// What the document asks that an answer does not say, strata among it that no dataset of the question has; empty if
/// nothing.
pub fn not_asked(question: &Question, studies: &[Arc<StudyInfo>], has_strata: bool) -> Result<String, Problems> {
    let strata = strata::left_out(question, studies, has_strata)?;
    let all = [question.open.to_owned(), strata.join(", ")];
    Ok(all.into_iter().filter(|open| !open.is_empty()).collect::<Vec<_>>().join("; "))
}
