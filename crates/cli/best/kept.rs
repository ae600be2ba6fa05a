//! The shots of a search that is stopped: what each was worth, in the order in which they were asked for, some thousand
//! a file. A search asks for the same shots again when the same is asked, so that it goes on where it was. Two that
//! search at once write the same files.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use tolley_dataset::{DatasetError, sheet};
use tolley_experiment::file;

/// Shots that were kept, and where more are.
pub struct KeptShots {
    folder: PathBuf,
    /// The first line of each file: what is asked.
    question: String,
    /// What is there already, the next one first.
    there: VecDeque<f64>,
    /// Number of the first shot of each file.
    files: Vec<u64>,
    /// Shots in all files.
    count: u64,
}

impl KeptShots {
    /// Those of a question in a folder, as far as they are there in a row.
    pub fn of(folder: &Path, question: &str) -> KeptShots {
        let (folder, question) = (folder.to_path_buf(), question.to_owned());
        let mut kept = KeptShots { folder, question, there: VecDeque::new(), files: Vec::new(), count: 0 };
        while let Some(more) = kept.read(kept.count).filter(|more| !more.is_empty()) {
            kept.files.push(kept.count);
            kept.count += more.len() as u64;
            kept.there.extend(more);
        }
        kept
    }

    /// The file whose first shot has this number, if it is whole and of this question.
    fn read(&self, first: u64) -> Option<Vec<f64>> {
        let text = file::read_text(&self.folder.join(name(first))).ok()?;
        let mut lines = text.lines();
        let is_same = lines.next() == Some(&self.question);
        is_same.then(|| lines.map(|line| line.parse().ok()).collect()).flatten()
    }

    /// What the next so many shots were worth, as far as it is known.
    pub fn next(&mut self, most: usize) -> Vec<f64> {
        self.there.drain(..most.min(self.there.len())).collect()
    }

    /// Keeps what more shots were worth.
    pub fn keep(&mut self, worth: &[f64]) -> Result<(), DatasetError> {
        if worth.is_empty() {
            return Ok(());
        }
        let lines: String = worth.iter().map(|value| format!("{value:?}\n")).collect();
        sheet::make_folder(&self.folder)?;
        sheet::write_text(&self.folder, &name(self.count), &format!("{}\n{lines}", self.question))?;
        self.files.push(self.count);
        self.count += worth.len() as u64;
        Ok(())
    }

    /// How many are kept.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Forgets them: there is an answer.
    pub fn forget(self) -> Result<(), DatasetError> {
        self.files.iter().try_for_each(|first| sheet::forget(&self.folder, &name(*first)))
    }
}

fn name(first: u64) -> String {
    format!("shots-{first:010}.txt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_are_there_again_but_for_a_file_that_was_cut_off_and_another_question() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("runs");
        let of = |question: &str| KeptShots::of(&path, question);
        let mut kept = of("one");
        assert_eq!(kept.count(), 0);
        assert!(!path.exists(), "nothing is made before there is a shot");
        kept.keep(&[0.1, f64::NAN]).expect("it is kept");
        kept.keep(&[1e-300]).expect("it is kept");
        let mut again = of("one");
        assert_eq!(again.count(), 3);
        let first = again.next(2);
        assert!(first[0].to_bits() == 0.1_f64.to_bits() && first[1].is_nan());
        assert_eq!((again.next(5), again.next(5)), (vec![1e-300], Vec::new()));
        again.keep(&[0.5]).expect("it is kept");
        assert_eq!(of("one").count(), 4);
        assert_eq!(of("another").count(), 0);
        std::fs::write(path.join(name(2)), "one\n1e-").expect("a file that is cut off");
        assert_eq!(of("one").count(), 2);
        again.forget().expect("they are removed");
        assert_eq!(std::fs::read_dir(&path).expect("a folder").count(), 0);
    }
}
