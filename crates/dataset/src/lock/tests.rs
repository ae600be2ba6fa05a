use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::layout::LOCK;

fn take(dir: &Path, work: &Path) -> Result<Lock, OpenError> {
    Lock::take(dir, &dir.join(LOCK), work, &Claim::default())
}

/// The same, with what was told meanwhile.
fn take_told(dir: &Path, work: &Path, take_over: bool) -> (Result<Lock, OpenError>, Vec<Notice>) {
    let told = Mutex::new(Vec::new());
    let hear = |notice: &Notice| told.lock().expect("no panic").push(notice.clone());
    let taken = Lock::take(dir, &dir.join(LOCK), work, &Claim { take_over, told: &hear });
    (taken, told.into_inner().expect("no panic"))
}

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let work = folder.path().join("work");
    fs::create_dir(&work).expect("a folder");
    (folder, work)
}

/// A lock as a process leaves it that is killed: nobody holds the file.
fn left(dir: &Path, owner: &Owner) {
    fs::create_dir_all(dir.join(LOCK)).expect("a folder");
    fs::write(dir.join(LOCK).join(OWNER), serde_json::to_string(owner).expect("JSON")).expect("a file");
    lease::begin(&dir.join(LOCK), owner).expect("a file");
}

fn elsewhere(lease_ms: u64) -> Owner {
    Owner { host: "elsewhere".to_owned(), boot_id: "another".to_owned(), lease_ms, ..Owner::here() }
}

#[test]
fn there_is_one_at_a_time() {
    let (dir, work) = place();
    let lock = take(dir.path(), &work).expect("it is free");
    for take_over in [false, true] {
        let (taken, told) = take_told(dir.path(), &work, take_over);
        let error = taken.expect_err("its owner lives");
        let OpenError::Locked { holder, lock, .. } = &error else { panic!("{error}") };
        assert_eq!((holder.pid, holder.lease, told), (std::process::id(), None, Vec::new()));
        assert!(lock.is_dir() && error.to_string().starts_with(&dir.path().display().to_string()), "{error}");
    }
    drop(lock);
    drop(take(dir.path(), &work).expect("it is free again"));
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1, "nothing is left but work/");
    assert_eq!(fs::read_dir(&work).expect("a folder").count(), 0);
}

#[test]
fn that_of_the_dead_of_this_machine_is_taken_over_at_once() {
    let (dir, work) = place();
    // whatever its container called itself
    for owner in [Owner::here(), Owner { host: "a container".to_owned(), ..Owner::here() }] {
        left(dir.path(), &owner);
        let (taken, told) = take_told(dir.path(), &work, false);
        drop(taken.expect("its owner is dead"));
        assert_eq!(told, []);
    }
}

/// Where the kernel does not say when it was started.
#[test]
fn without_a_name_of_the_kernel_the_name_of_the_machine_decides() {
    let nameless = Owner { boot_id: String::new(), ..Owner::here() };
    assert!(nameless.is_here());
    assert!(!Owner { host: "elsewhere".to_owned(), ..nameless.clone() }.is_here());
    assert!(!Owner { host: String::new(), ..nameless }.is_here());
}

#[test]
fn that_of_another_machine_is_taken_when_its_lease_is_not_renewed() {
    let (dir, work) = place();
    for owner in [elsewhere(300), Owner { boot_id: "before".to_owned(), lease_ms: 300, ..Owner::here() }] {
        left(dir.path(), &owner);
        let Held::By(holder) = holder::look(&dir.path().join(LOCK)).expect("a lock") else { panic!("who knows") };
        assert_eq!(holder.lease.expect("a lease").dead_after, Duration::from_millis(300));
        let (taken, told) = take_told(dir.path(), &work, false);
        drop(taken.expect("nobody renewed it"));
        let [Notice::Watching { .. }, Notice::TookOver { lock, holder }] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!((lock, &holder.host), (&dir.path().join(LOCK), &owner.host));
    }
}

#[test]
fn that_of_another_machine_stays_while_its_lease_is_renewed() {
    let (dir, work) = place();
    let owner = elsewhere(2000);
    left(dir.path(), &owner);
    let renewal = Renewal::start(&dir.path().join(LOCK), &owner).expect("a thread");
    for _ in 0..2 {
        let (taken, told) = take_told(dir.path(), &work, false);
        let error = taken.expect_err("it is renewed");
        let OpenError::Locked { holder, lock, .. } = &error else { panic!("{error}") };
        assert_eq!(
            (holder.host.as_str(), holder.lease.map(|lease| lease.dead_after)),
            ("elsewhere", Some(Duration::from_secs(2)))
        );
        assert!(lock.is_dir() && matches!(told.as_slice(), [Notice::Watching { .. }]), "{told:?}");
        let said = error.to_string();
        assert!(said.contains("(last sign of life 0 s ago)") && said.contains("--take-over"), "{said}");
    }
    renewal.stop();
    drop(take(dir.path(), &work).expect("its owner has died"));
}

#[test]
fn who_asks_for_it_takes_over_at_once_and_is_told_from_whom() {
    let (dir, work) = place();
    left(dir.path(), &elsewhere(80_000_000));
    let (taken, told) = take_told(dir.path(), &work, true);
    drop(taken.expect("it was asked for"));
    let said: Vec<String> = told.iter().map(Notice::to_string).collect();
    let lock = dir.path().join(LOCK);
    assert_eq!(said, [format!("took over {} from process {} on elsewhere", lock.display(), std::process::id())]);
    // by what wrote something else
    fs::create_dir(&lock).expect("a folder");
    fs::write(lock.join(OWNER), [0; 40]).expect("a file");
    drop(take_told(dir.path(), &work, true).0.expect("it was asked for"));
}

/// Somebody else took it over, who could not know that its owner lives.
#[test]
fn an_owner_who_lost_his_lock_publishes_nothing_and_leaves_it_alone() {
    let (dir, work) = place();
    let lock = take(dir.path(), &work).expect("it is free");
    let target = dir.path().join("a");
    publish::publish_text(lock.work(), &target, "one").expect("it is ours");
    fs::remove_file(dir.path().join(LOCK).join(OWNER)).expect("a file");
    left(dir.path(), &elsewhere(60_000));
    let before = fs::read(dir.path().join(LOCK).join(LEASE)).expect("a lease");
    for published in [
        publish::publish_text(lock.work(), &dir.path().join("b"), "two").map(drop),
        publish::replace_text(lock.work(), &target, "two"),
    ] {
        let error = published.expect_err("it is not ours");
        assert!(matches!(&error, DatasetError::LockLost { by: Some(by), .. } if by.ends_with("elsewhere")), "{error}");
    }
    drop(lock);
    assert_eq!(fs::read(&target).expect("a file"), b"one");
    assert!(!dir.path().join("b").exists());
    assert_eq!(fs::read(dir.path().join(LOCK).join(LEASE)).expect("a lease"), before);
    assert!(dir.path().join(LOCK).join(OWNER).exists());
}

#[test]
fn who_is_past_his_lease_does_not_renew_that_of_another() {
    let (dir, _work) = place();
    let (one, two) = (elsewhere(200), elsewhere(60_000));
    left(dir.path(), &one);
    let renewal = Renewal::start(&dir.path().join(LOCK), &one).expect("a thread");
    left(dir.path(), &two);
    let lease = || fs::read(dir.path().join(LOCK).join(LEASE)).expect("a lease");
    lease::begin(&dir.path().join(LOCK), &two).expect("a lease");
    let before = lease();
    renewal.thread_ends();
    assert_eq!(lease(), before);
}

#[test]
fn of_many_at_once_one_wins() {
    let (dir, work) = place();
    for round in 0..30 {
        let take_over = round % 3 == 2;
        match round % 3 {
            0 => left(dir.path(), &Owner::here()),
            1 => {}
            _ => left(dir.path(), &elsewhere(1_000_000)),
        }
        let taken = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| take_told(dir.path(), &work, take_over).0)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Vec<_>>()
        });
        let winners = taken.iter().filter(|taken| taken.is_ok()).count();
        assert_eq!(winners, 1, "{taken:?}");
    }
}

/// Locks that come and go: two never have it at once, though the file that is locked is removed each time.
#[test]
fn who_has_it_has_it_alone() {
    let (dir, work) = place();
    let (is_held, count) = (AtomicBool::new(false), Mutex::new(0));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..200 {
                    let Ok(lock) = take(dir.path(), &work) else { continue };
                    assert!(!is_held.swap(true, Ordering::SeqCst), "two have it");
                    *count.lock().expect("no panic") += 1;
                    lock.work().is_ours().expect("it is");
                    is_held.store(false, Ordering::SeqCst);
                    drop(lock);
                }
            });
        }
    });
    assert!(*count.lock().expect("no panic") > 50);
    assert!(!dir.path().join(LOCK).exists());
}
