//! The shots of a search that is stopped: what each was worth, in the order in which they were asked for, some thousand
//! a file. A search asks for the same shots again when the same is asked, so that it goes on where it was. A file is
//! of one question and of the shots that stand in it; two that search for the same at once write the same files.

use std::path::{Path, PathBuf};

use tolley_dataset::{DatasetError, sheet};
use tolley_experiment::file;
use tolley_search::best::Shot;

/// Shots that were kept, and where more are.
pub struct KeptShots {
    folder: PathBuf,
    /// A hash of what is asked, in the name of each file.
    question: String,
    /// Number of the first shot of each file that is of this search.
    files: Vec<u64>,
    /// Shots in them.
    count: u64,
}

impl KeptShots {
    /// Those of a question in a folder, which need not be there yet.
    pub fn of(folder: &Path, question: &str) -> KeptShots {
        let question = hash(question.bytes());
        KeptShots { folder: folder.to_path_buf(), question, files: Vec::new(), count: 0 }
    }

    /// What the next shots were worth, as far as files have just these.
    pub fn next(&mut self, shots: &[Shot]) -> Vec<f64> {
        let mut worth = Vec::new();
        while let Some(more) = self.read(&shots[worth.len()..]) {
            self.note(more.len());
            worth.extend(more);
        }
        worth
    }

    /// The next file, if it is whole and of the first of these shots.
    fn read(&self, shots: &[Shot]) -> Option<Vec<f64>> {
        let text = file::read_text(&self.folder.join(self.name(self.count))).ok()?;
        let (head, lines) = text.split_once('\n')?;
        let (count, of) = head.split_once(' ')?;
        let some = shots.get(..count.parse().ok()?).filter(|some| !some.is_empty())?;
        let worth: Vec<f64> = lines.lines().map(|line| line.parse().ok()).collect::<Option<_>>()?;
        (of == hash_of(some) && worth.len() == some.len() && text.ends_with('\n')).then_some(worth)
    }

    /// Keeps what more shots were worth.
    pub fn keep(&mut self, shots: &[Shot], worth: &[f64]) -> Result<(), DatasetError> {
        if worth.is_empty() {
            return Ok(());
        }
        let lines: String = worth.iter().map(|value| format!("{value:?}\n")).collect();
        sheet::make_folder(&self.folder)?;
        let text = format!("{} {}\n{lines}", worth.len(), hash_of(shots));
        sheet::write_text(&self.folder, &self.name(self.count), &text)?;
        self.note(worth.len());
        Ok(())
    }

    fn note(&mut self, count: usize) {
        self.files.push(self.count);
        self.count += count as u64;
    }

    /// How many are kept.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Forgets them: there is an answer.
    pub fn forget(self) -> Result<(), DatasetError> {
        self.files.iter().try_for_each(|first| sheet::forget(&self.folder, &self.name(*first)))
    }

    fn name(&self, first: u64) -> String {
        format!("shots-{}-{first:010}.txt", self.question)
    }
}

/// Which shots these are.
fn hash_of(shots: &[Shot]) -> String {
    let of = |shot: &Shot| {
        let numbers = [shot.skill.map_or(0, |skill| 1 + skill as u64), shot.of as u64, shot.seed];
        let flags = u64::from(shot.is_look) + 2 * u64::from(shot.is_free);
        let at: Vec<u64> = shot.at.iter().map(|x| x.to_bits()).collect();
        numbers.into_iter().chain([flags]).chain(at).flat_map(u64::to_le_bytes).collect::<Vec<u8>>()
    };
    hash(shots.iter().flat_map(of))
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
fn hash(bytes: impl Iterator<Item = u8>) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shots(seeds: std::ops::Range<u64>) -> Vec<Shot> {
        let shot = |seed| Shot { skill: None, of: 0, is_look: true, at: vec![0.5], seed, is_free: true };
        seeds.map(shot).collect()
    }

    #[test]
    fn shots_are_there_again_but_for_a_file_that_was_cut_off_other_shots_and_another_question() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("runs");
        let of = |question: &str| KeptShots::of(&path, question);
        let mut kept = of("one");
        assert_eq!(kept.next(&shots(0..3)).len(), 0);
        assert!(!path.exists(), "nothing is made before there is a shot");
        kept.keep(&shots(0..2), &[0.1, f64::NAN]).expect("it is kept");
        kept.keep(&shots(2..3), &[0.1234]).expect("it is kept");
        let mut again = of("one");
        let there = again.next(&shots(0..9));
        assert!(there[0].to_bits() == 0.1_f64.to_bits() && there[1].is_nan() && there[2..] == [0.1234]);
        again.keep(&shots(3..4), &[0.5]).expect("it is kept");
        assert_eq!((again.count(), of("one").next(&shots(0..9)).len()), (4, 4));
        // the same question by a search that asks for other shots, and another question
        assert_eq!(of("one").next(&shots(1..9)).len(), 0);
        let mut other = of("another");
        assert_eq!(other.next(&shots(0..9)).len(), 0);
        other.keep(&shots(0..1), &[9.0]).expect("it is kept");
        other.forget().expect("it is removed");
        assert_eq!(of("one").next(&shots(0..9)).len(), 4);
        let cut = path.join(of("one").name(2));
        let text = std::fs::read_to_string(&cut).expect("text");
        std::fs::write(&cut, &text[..text.len() - 3]).expect("a file that is cut off");
        assert_eq!(of("one").next(&shots(0..9)).len(), 2);
        again.forget().expect("they are removed");
        assert_eq!(std::fs::read_dir(&path).expect("a folder").count(), 0);
    }
}
