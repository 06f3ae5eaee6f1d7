//! Decides what happens to a call that the filter has stopped.

use syscalls::Sysno;

use super::calls::{MAKERS, NAMESPACES, WRITES, is_look, process_asked_about};
use super::filter::ARCHITECTURE;
use super::kernel::Stopped;
use crate::Profile;

/// The treatment of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The call continues.
    Continue,
    /// The call fails with this error number.
    Fail(i32),
    /// The call fails for lack of memory, and the sandbox notes the failure.
    NoMemory,
    /// The call continues, unless it asks about a file that the program may not read: then it
    /// fails.
    Look,
    /// The call asks about a file; the spawner answers instead of the kernel.
    Tell,
    /// The call opens a file for reading. If the file belongs neither to the job nor to the system,
    /// the program is killed.
    Read,
    /// The call continues, unless it would read the kernel's files about another process.
    Spy,
    /// The call opens a file for writing. The file must be a null device, the program's own output
    /// or a note of valgrind; otherwise the program is killed.
    Write,
    /// The call continues after the program's peak of memory has been noted.
    Exit,
    /// The call makes a process, and continues if there are not too many.
    NewProcess,
    /// The call makes a file, and continues if there are not too many.
    NewFile,
    /// The call asks about this process, and continues if the process is the program's own; 0
    /// stands for the caller.
    AsksAbout(u32),
    /// The program is killed for making a process or a thread.
    Clone,
    /// The program is killed for the call.
    Deny(String),
}

/// Decides about a call by its number and arguments alone. A program with threads could change the
/// memory behind a pointer at any moment. So what the program's memory contains is never a reason
/// to allow a call.
pub(crate) fn judge(call: &Stopped, pid: u32, profile: Profile) -> Verdict {
    if Some(call.architecture) != ARCHITECTURE {
        return Verdict::Deny("a call of another processor's".to_string());
    }
    let Some(number) = Sysno::new(call.number as usize) else {
        return Verdict::Deny(format!("system call {}", call.number));
    };
    if let Some(process) = process_asked_about(number, call.arguments) {
        return Verdict::AsksAbout(process);
    }
    let lenient = matches!(profile, Profile::Node | Profile::Valgrind | Profile::Compiler);
    match number {
        _ if is_queued(number, call, lenient) => Verdict::Deny(deed(number, call)),
        // A signal stops the program while its opponent has the turn. With SIGCONT, the program
        // could cancel that signal.
        _ if profile != Profile::Compiler && signal(number, call) == Some(libc::SIGCONT as u32) => {
            Verdict::Deny(format!("{} (SIGCONT)", number.name()))
        }
        Sysno::kill | Sysno::tgkill if call.arguments[0] == u64::from(pid) => Verdict::Continue,
        Sysno::tkill if call.arguments[0] == u64::from(call.thread) => Verdict::Continue,
        // The programs that a compiler starts send signals to each other. Landlock keeps their
        // signals from all other processes.
        Sysno::kill | Sysno::tgkill | Sysno::tkill if profile == Profile::Compiler => {
            Verdict::Continue
        }
        _ if profile == Profile::Compiler && is_maker(number) => match number.name() {
            "fork" | "vfork" => Verdict::NewProcess,
            _ => Verdict::NewFile,
        },
        Sysno::clone
            if profile == Profile::Compiler
                && call.arguments[0] & u64::from(NAMESPACES | libc::CLONE_PARENT as u32) == 0 =>
        {
            Verdict::NewProcess
        }
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
        // Runtimes and compilers try to raise their limit on open files, but do not need to.
        Sysno::prlimit64 if lenient => Verdict::Fail(libc::EPERM),
        _ => Verdict::Deny(deed(number, call)),
    }
}

/// Whether the call sends a signal that is queued. The kernel limits the number of queued signals
/// for all programs of a user together. The C library's threads use the first two of these signals
/// among themselves.
fn is_queued(number: Sysno, call: &Stopped, has_threads: bool) -> bool {
    const FIRST: u32 = 32;
    let first = if has_threads && number == Sysno::tgkill { FIRST + 2 } else { FIRST };
    signal(number, call).is_some_and(|signal| signal >= first)
}

/// The signal that a call sends. The kernel uses only the lower half of the register.
fn signal(number: Sysno, call: &Stopped) -> Option<u32> {
    match number {
        Sysno::kill | Sysno::tkill => Some(call.arguments[1] as u32),
        Sysno::tgkill => Some(call.arguments[2] as u32),
        _ => None,
    }
}

/// Whether a compiler's call makes a process or a file. Opening a file makes one, too, since the
/// filter stops only those openings.
fn is_maker(number: Sysno) -> bool {
    is_opening(number) || MAKERS.split_whitespace().any(|name| name == number.name())
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

/// The call's name, and its purpose if the call has several.
fn deed(number: Sysno, call: &Stopped) -> String {
    let what = match number {
        Sysno::clone => cloned(call.arguments[0]),
        Sysno::prlimit64 => "to set a limit",
        _ => match number.name() {
            "fork" => cloned(0),
            "vfork" | "execve" | "execveat" => ANOTHER_PROGRAM,
            _ => return number.to_string(),
        },
    };
    format!("{number} ({what})")
}

/// What `system` and `posix_spawn` do.
const ANOTHER_PROGRAM: &str = "to start another program";

/// What a call of `clone` with these flags makes. The flag `CLONE_VFORK` stops the caller until the
/// new process has become another program.
pub(crate) fn cloned(flags: u64) -> &'static str {
    let has = |flag: libc::c_int| flags & flag as u64 != 0;
    match () {
        () if has(libc::CLONE_THREAD) => "a thread",
        () if has(libc::CLONE_VFORK) => ANOTHER_PROGRAM,
        () => "a process",
    }
}
