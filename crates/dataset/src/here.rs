//! This process on this machine, and how its file systems give a name without replacing one.

use std::collections::hash_map::RandomState;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

/// Digits of a token.
const TOKEN_DIGITS: usize = 32;

/// Distinguishes the tokens of one process.
static COUNTER: AtomicU64 = AtomicU64::new(0);

/// Who holds a lock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Owner {
    /// Name of the machine.
    pub(crate) host: String,
    /// What the kernel calls this time of running; empty where it does not.
    pub(crate) boot_id: String,
    /// Process.
    pub(crate) pid: u32,
    /// Made for this lock alone.
    pub(crate) token: String,
    /// Milliseconds without renewal after which he counts as dead.
    #[serde(default = "lease_ms")]
    pub(crate) lease_ms: u64,
}

/// What an owner states of it, in milliseconds: longer than servers of files are away in a bad moment.
pub(crate) const fn lease_ms() -> u64 {
    120_000
}

impl Owner {
    /// This process.
    pub(crate) fn here() -> Owner {
        Owner { host: host(), boot_id: boot_id(), pid: std::process::id(), token: token(), lease_ms: lease_ms() }
    }

    /// Whether he is, or was, on the machine of this process since it was started, so that its locks on files decide.
    pub(crate) fn is_here(&self) -> bool {
        let boot_id = boot_id();
        match self.boot_id.is_empty() || boot_id.is_empty() {
            // one kernel has one set of locks, whatever its containers call themselves
            false => self.boot_id == boot_id,
            true => !self.host.is_empty() && self.host == host(),
        }
    }
}

/// The name of this machine.
#[cfg(unix)]
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

fn boot_id() -> String {
    fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default().trim().to_owned()
}

/// 128 bits that no other process, on this or another machine, and no other call has.
pub(crate) fn token() -> String {
    // keys that the operating system draws, since processes of two containers may agree in everything else
    let random = || RandomState::new().build_hasher().finish();
    let mut hasher = blake3::Hasher::new();
    for word in [random(), random(), COUNTER.fetch_add(1, Ordering::Relaxed), u64::from(std::process::id())] {
        hasher.update(&word.to_le_bytes());
    }
    hasher.update(boot_id().as_bytes()).update(host().as_bytes());
    hasher.finalize().to_hex()[..TOKEN_DIGITS].to_owned()
}

/// Whether a text has the form of a token.
pub(crate) fn is_token(text: &str) -> bool {
    text.len() == TOKEN_DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Gives an open file a second name, or where file systems know no links its only one; fails if the name is taken.
#[cfg(unix)]
pub(crate) fn link_without_replacing(file: &File, path: &Path, target: &Path) -> io::Result<()> {
    use rustix::io::Errno;
    match link_open(file, path, target) {
        Err(Errno::PERM | Errno::NOTSUP | Errno::NOSYS | Errno::MLINK) => {
            is_at(file, path)?;
            rename_without_replacing(path, target)
        }
        other => Ok(other?),
    }
}

/// By the descriptor, so that what is published is what was written, whoever changes names meanwhile.
#[cfg(unix)]
fn link_open(file: &File, path: &Path, target: &Path) -> Result<(), rustix::io::Errno> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};
    let descriptors = Path::new("/proc/self/fd");
    if descriptors.is_dir() {
        let open = descriptors.join(file.as_raw_fd().to_string());
        return linkat(CWD, &open, CWD, target, AtFlags::SYMLINK_FOLLOW);
    }
    is_at(file, path).map_err(|_| rustix::io::Errno::NOENT)?;
    linkat(CWD, path, CWD, target, AtFlags::empty())
}

/// Whether a path still leads to the open file.
#[cfg(unix)]
pub(crate) fn is_at(file: &File, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let (open, named) = (file.metadata()?, fs::symlink_metadata(path)?);
    let is_same = (open.dev(), open.ino()) == (named.dev(), named.ino());
    if is_same { Ok(()) } else { Err(io::Error::other("somebody else put another file in its place")) }
}

/// Nobody can remove a file that [`open_to_lock`] holds open.
#[cfg(not(unix))]
pub(crate) fn is_at(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Opens a file that is to be locked, or makes it.
pub(crate) fn open_to_lock(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        /// Others may read and write the file while it is open, but not remove it.
        const SHARE_READ_AND_WRITE: u32 = 3;
        options.share_mode(SHARE_READ_AND_WRITE);
    }
    options.open(path)
}

/// Removes a locked file so that nobody else can hold a lock on it who would not see that it has gone.
pub(crate) fn remove_locked(file: File, path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        // who opened it before finds by `is_at` that his lock is on nothing
        let removed = fs::remove_file(path);
        drop(file);
        return removed;
    }
    // elsewhere this fails while anybody has it open, and then it stays
    drop(file);
    fs::remove_file(path)
}

/// Whether an error of a lock on a file says that the file system has none.
pub(crate) fn knows_no_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    let is_without = error.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error());
    #[cfg(not(unix))]
    let is_without = false;
    is_without || error.kind() == io::ErrorKind::Unsupported
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_without_replacing(path: &Path, target: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, path, CWD, target, RenameFlags::NOREPLACE)?)
}

/// Under the lock of the dataset nobody else makes the name.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_without_replacing(path: &Path, target: &Path) -> io::Result<()> {
    match fs::symlink_metadata(target) {
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(path, target),
    }
}

/// Gives a file a second name; fails if it is taken.
#[cfg(not(unix))]
pub(crate) fn link_without_replacing(_: &File, path: &Path, target: &Path) -> io::Result<()> {
    fs::hard_link(path, target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_known_by_their_form() {
        let tokens: std::collections::BTreeSet<String> = (0..1000).map(|_| token()).collect();
        assert_eq!(tokens.len(), 1000);
        assert!(tokens.iter().all(|token| is_token(token)));
        assert!(!is_token("0") && !is_token(&"g".repeat(TOKEN_DIGITS)));
    }

    #[test]
    fn a_file_system_without_links_renames_and_replaces_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, two, target] = ["one", "two", "target"].map(|name| folder.path().join(name));
        fs::write(&one, "1").expect("a file");
        fs::write(&two, "2").expect("a file");
        rename_without_replacing(&one, &target).expect("the name is free");
        let error = rename_without_replacing(&two, &target).expect_err("it is taken");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(
            (fs::read(&target).expect("a file"), fs::read(&two).expect("a file")),
            (b"1".to_vec(), b"2".to_vec())
        );
    }
}
