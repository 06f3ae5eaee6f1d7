//! What becomes of a call that the filter has stopped.

use syscalls::Sysno;

use super::calls::{WRITES, is_look};
use super::filter::ARCHITECTURE;
use super::kernel::Stopped;
use crate::Profile;

/// What is done about a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It goes on.
    Continue,
    /// It fails with this error number.
    Fail(i32),
    /// It fails for want of memory, and that is remembered.
    NoMemory,
    /// It goes on, unless it asks about a file that it may not read: then it fails.
    Look,
    /// It asks about a file, and is answered by the spawner in the kernel's place.
    Tell,
    /// It goes on, unless it is about to read what is somebody else's.
    Read,
    /// It goes on, unless it is about to read of another process.
    Spy,
    /// It goes on, unless it is about to write anything but what is thrown away.
    Write,
    /// It goes on, when its peak of memory has been noted.
    Exit,
    /// The program is killed for making a process or a thread.
    Clone,
    /// The program is killed for it.
    Deny(String),
}

/// Decides by numbers alone. What a pointer leads to, a program with threads could change meanwhile: of such a one, no call goes on
/// because of what was found there.
pub(crate) fn judge(call: &Stopped, pid: u32, profile: Profile) -> Verdict {
    if Some(call.architecture) != ARCHITECTURE {
        return Verdict::Deny("a call of another processor's".to_string());
    }
    let Some(number) = Sysno::new(call.number as usize) else {
        return Verdict::Deny(format!("system call {}", call.number));
    };
    let lenient = matches!(profile, Profile::Node | Profile::Valgrind | Profile::Compiler);
    match number {
        _ if is_queued(number, call, lenient) => Verdict::Deny(deed(number, call)),
        // It would take back the signal by which it is to stop while it is not its turn.
        _ if profile != Profile::Compiler && signal(number, call) == Some(libc::SIGCONT as u32) => {
            Verdict::Deny(format!("{} (SIGCONT)", number.name()))
        }
        Sysno::kill | Sysno::tgkill if call.arguments[0] == u64::from(pid) => Verdict::Continue,
        Sysno::tkill if call.arguments[0] == u64::from(call.thread) => Verdict::Continue,
        // A compiler's helpers signal themselves, and Landlock keeps their signals among themselves.
        Sysno::kill | Sysno::tgkill | Sysno::tkill if profile == Profile::Compiler => Verdict::Continue,
        Sysno::mmap => Verdict::NoMemory,
        Sysno::exit | Sysno::exit_group => Verdict::Exit,
        Sysno::clone3 => Verdict::Clone,
        _ if is_opening(number) => {
            if profile == Profile::Node {
                Verdict::Spy
            } else if opens_to_read(number, call) {
                Verdict::Read
            } else {
                Verdict::Write
            }
        }
        _ if is_look(number) && profile == Profile::Node => Verdict::Tell,
        _ if is_look(number) => Verdict::Look,
        // The machines of these languages try to raise the number of open files, and live without.
        Sysno::prlimit64 if lenient => Verdict::Fail(libc::EPERM),
        _ => Verdict::Deny(deed(number, call)),
    }
}

/// Whether it sends a signal of which each waits by itself, and has a place among so many for all programs of a user. By the first two
/// of them the C library's threads speak with each other.
fn is_queued(number: Sysno, call: &Stopped, has_threads: bool) -> bool {
    const FIRST: u32 = 32;
    let first = if has_threads && number == Sysno::tgkill { FIRST + 2 } else { FIRST };
    signal(number, call).is_some_and(|signal| signal >= first)
}

/// The signal that a call sends. The kernel looks at the lower half of a register alone.
fn signal(number: Sysno, call: &Stopped) -> Option<u32> {
    match number {
        Sysno::kill | Sysno::tkill => Some(call.arguments[1] as u32),
        Sysno::tgkill => Some(call.arguments[2] as u32),
        _ => None,
    }
}

fn is_opening(number: Sysno) -> bool {
    ["open", "openat"].contains(&number.name())
}

fn opens_to_read(number: Sysno, call: &Stopped) -> bool {
    let flags = match number.name() {
        "open" => call.arguments[1],
        "openat" => call.arguments[2],
        _ => return false,
    };
    flags as u32 & WRITES == 0
}

/// The call's name, and what it was for where one name stands for several deeds.
fn deed(number: Sysno, call: &Stopped) -> String {
    let what = match number {
        Sysno::clone if call.arguments[0] & libc::CLONE_THREAD as u64 != 0 => " (a thread)",
        Sysno::clone => " (a process)",
        Sysno::prlimit64 => " (to set a limit)",
        _ => "",
    };
    format!("{number}{what}")
}
