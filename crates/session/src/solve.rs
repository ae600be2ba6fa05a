//! Dice football exactly, and a sheet for people.

use tolley_dice_football::solve::{Sheets, SolveStudy};
use tolley_dice_football::solving;
use tolley_experiment::plan::Plan;
use tolley_experiment::playable::Playable;
use tolley_experiment::study::Study;

use crate::error::SessionError;

/// A plan of which the first trial leaves a sheet.
pub struct Solving<'p> {
    plan: &'p Plan,
    sheets: Sheets,
    study: Box<dyn Playable>,
}

impl<'p> Solving<'p> {
    /// The name of the study that solves.
    pub const STUDY: &'static str = SolveStudy::NAME;

    /// Asks for the sheet of a plan of [`Solving::STUDY`].
    pub fn new(plan: &'p Plan) -> Solving<'p> {
        let sheets = Sheets::of_trial(&plan.point(0), plan.streams_of(0));
        Solving { plan, study: solving(&sheets), sheets }
    }

    /// The study that leaves the sheet where it is played.
    pub fn study(&self) -> &dyn Playable {
        &*self.study
    }

    /// The sheet; solved again where a dataset had the trial already.
    pub fn sheet(&self) -> Result<String, SessionError> {
        if let Some(text) = self.sheets.take() {
            return Ok(text);
        }
        let mut played = Ok(());
        self.study.play(self.plan, &mut |play| played = play(&[0]).map(|_| ()));
        played.map_err(SessionError::refused)?;
        let endless = || SessionError::Failed("under these rules play need never end".to_owned());
        self.sheets.take().ok_or_else(endless)
    }
}
