//! The shots of a search that is stopped: what each was worth, a line each in the order in which they were asked for.
//! A search asks for the same shots again when the same is asked, so that it goes on where it was.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file in the folder of the answer, which is gone when there is an answer.
const FILE: &str = "shots.log";

/// Shots that were kept, and where more are.
pub struct KeptShots {
    path: PathBuf,
    /// Absent where another search writes there: then nothing is kept.
    file: Option<File>,
    /// What is there already, the next one first.
    there: VecDeque<f64>,
    /// Shots in the file.
    count: u64,
}

impl KeptShots {
    /// Those of a question in a folder, which may hold some of it; those of another question go.
    pub fn open(folder: &Path, question: &str) -> io::Result<KeptShots> {
        fs::create_dir_all(folder)?;
        let path = folder.join(FILE);
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Ok(KeptShots { path, file: None, there: VecDeque::new(), count: 0 });
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        let there = values(&text, question);
        // a line that was cut off, or another question, goes
        let kept: String = there.iter().flatten().map(|value| format!("{value:?}\n")).collect();
        let whole = format!("{question}\n{kept}");
        if whole != text {
            file.set_len(0)?;
            (&file).write_all(whole.as_bytes())?;
        }
        let there: VecDeque<f64> = there.unwrap_or_default().into();
        let count = there.len() as u64;
        Ok(KeptShots { path, file: Some(file), there, count })
    }

    /// What the next so many shots were worth, as far as it is known.
    pub fn next(&mut self, most: usize) -> Vec<f64> {
        self.there.drain(..most.min(self.there.len())).collect()
    }

    /// Keeps what more shots were worth.
    pub fn keep(&mut self, worth: &[f64]) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let lines: String = worth.iter().map(|value| format!("{value:?}\n")).collect();
        file.write_all(lines.as_bytes())?;
        self.count += worth.len() as u64;
        Ok(())
    }

    /// How many are kept; none where another search keeps its own.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Forgets them: there is an answer.
    pub fn forget(self) -> io::Result<()> {
        if self.file.is_some() { fs::remove_file(&self.path) } else { Ok(()) }
    }
}

/// The values of a file as far as they are whole; `None` where it is not of this question.
fn values(text: &str, question: &str) -> Option<Vec<f64>> {
    let mut lines = text.split_inclusive('\n').map_while(|line| line.strip_suffix('\n'));
    (lines.next()? == question).then(|| lines.map_while(|line| line.parse().ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_are_there_again_but_for_a_line_that_was_cut_off_and_another_question() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        let open = |question: &str| KeptShots::open(folder.path(), question).expect("it opens");
        let mut kept = open("one");
        kept.keep(&[0.1, f64::NAN, 1e-300]).expect("it is kept");
        // another search of the same folder keeps nothing
        let mut other = open("one");
        other.keep(&[7.0]).expect("nothing is written");
        assert_eq!((other.next(5), other.count()), (Vec::new(), 0));
        drop((kept, other));
        let text = fs::read_to_string(&path).expect("text");
        fs::write(&path, text + "0.2").expect("a line without an end");
        let mut again = open("one");
        assert_eq!(again.count(), 3);
        let first = again.next(2);
        assert!(first[0].to_bits() == 0.1_f64.to_bits() && first[1].is_nan());
        assert_eq!((again.next(5), again.next(5)), (vec![1e-300], Vec::new()));
        again.keep(&[0.5]).expect("it is kept");
        drop(again);
        assert_eq!(open("one").count(), 4);
        assert_eq!(open("another").count(), 0);
        open("another").forget().expect("it is removed");
        assert!(!path.exists());
    }
}
