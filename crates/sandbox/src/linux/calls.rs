//! The system calls that a program of each kind may make.
//!
//! The listed calls are allowed. Any other call ends a native or a Python program. The runtimes of
//! the other kinds try many calls that they do not need. In a program of these other kinds, an
//! unlisted call fails, and only the calls in [`FOUL`] end the program.

use syscalls::Sysno;

use super::filter::{Action, Rule, Test};
use crate::Profile;

/// Calls that are harmless with all arguments. They concern open files, the program's own memory,
/// clocks, and facts about the program itself. `timer_create` is not among them: such a timer can
/// send any signal. A program that is stopped during its opponent's turn could wake itself in this
/// way. `sigqueue` is not among them either: the kernel limits the number of pending timers and
/// signals for all programs of a user together, and one program could use up this number.
const ALWAYS: &str = "
    read readv pread64 preadv write writev pwrite64 lseek close close_range dup dup2 dup3 pipe pipe2
    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd2
    fstat statfs fstatfs access faccessat faccessat2 readlink readlinkat
    getdents getdents64 getcwd umask fadvise64 fsync fdatasync
    brk munmap mprotect mremap madvise mincore msync mlock munlock membarrier
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait \
    sigaltstack restart_syscall pause
    futex futex_waitv set_robust_list rseq set_tid_address arch_prctl
    nanosleep gettimeofday time times alarm getitimer setitimer
    timerfd_create timerfd_settime timerfd_gettime signalfd signalfd4
    getpid gettid getppid getpgrp getuid geteuid getgid getegid getresuid getresgid getgroups
    getrlimit getrusage getrandom getcpu uname sysinfo
    sched_yield sched_get_priority_max sched_get_priority_min
    exit exit_group";

/// Calls whose first argument names a process; 0 stands for the caller. The spawner lets a program
/// ask about its own processes only: otherwise it could find all processes of the machine, and
/// watch when they start and end.
const ABOUT_A_PROCESS: &str =
    "getpgid getsid get_robust_list sched_getaffinity sched_getparam sched_getscheduler";

/// Calls about a clock. A negative number of a clock names a process, whose processor time the
/// clock counts.
const CLOCKS: &str = "clock_gettime clock_getres clock_nanosleep";

/// Calls that ask about a file. Landlock does not check them. The size of a file with expected
/// answers could reveal the answer. Every program may learn that a file exists and where a link
/// leads, so `access` and `readlink` are harmless.
const LOOKS: &str = "stat lstat newfstatat statx";

/// Calls that change the working folder, from which a relative path starts. One thread could change
/// the folder while the path of another thread's call is being checked.
const MOVES: &str = "chdir fchdir";

/// Further calls that a compiler and its helpers need, mostly to start programs and to write files
/// where the job allows it. Landlock does not check changes of a file's mode, owner or times, nor,
/// before Linux 6.2, `truncate`. So these calls are not among them: the user's own files would be
/// open to them. Linkers go on without setting the mode of what they made.
const COMPILER: &str = "
    execve wait4 waitid unlink unlinkat rename renameat renameat2 rmdir ftruncate
    fallocate sendfile copy_file_range splice setrlimit setpgid ioctl
    memfd_create socketpair recvfrom recvmsg getxattr lgetxattr fgetxattr listxattr";

/// Calls by which a compiler makes a process or a file. The spawner counts them.
pub(crate) const MAKERS: &str = "fork vfork creat mkdir mkdirat link linkat symlink symlinkat";

/// Calls that libraries try for speed and do not need: copies within the kernel, the placement of
/// memory near a processor (NUMA), and priorities. These calls fail, and no breach is reported.
const NEEDLESS: &str = "
    splice tee vmsplice sendfile copy_file_range
    mbind set_mempolicy get_mempolicy set_mempolicy_home_node migrate_pages move_pages
    sched_setparam sched_setscheduler sched_setattr sched_getattr setpriority \
    ioprio_set ioprio_get mlock2 mlockall";

/// Calls that change files without opening them. Valgrind itself makes none of these calls, so
/// under valgrind such a call comes from the program that valgrind runs.
const CHANGES: &str = "
    creat unlinkat rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink symlinkat
    chmod fchmod fchmodat chown fchown fchownat lchown utimensat utime utimes truncate ftruncate \
    fallocate";

/// Calls that are forbidden for every kind of program, and are reported.
const FOUL: &str = "
    socket connect bind listen accept accept4 sendto sendmsg sendmmsg
    ptrace process_vm_readv process_vm_writev process_madvise pidfd_open pidfd_getfd \
    pidfd_send_signal kcmp
    memfd_secret shmget shmat shmctl semget semop semctl msgget msgsnd msgrcv msgctl mq_open
    unshare setns mount umount2 pivot_root chroot fsopen fsmount move_mount open_tree mount_setattr
    bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register
    keyctl add_key request_key init_module finit_module delete_module kexec_load kexec_file_load
    open_by_handle_at name_to_handle_at reboot swapon swapoff sethostname setdomainname \
    settimeofday clock_settime
    adjtimex clock_adjtime acct quotactl iopl ioperm syslog vhangup fanotify_init personality setsid
    setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid capset \
    execveat";

/// The flags with which a file is opened for more than reading.
pub(crate) const WRITES: u32 = (libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC) as u32;
/// The flags with which a file is created; `O_TMPFILE` contains a bit of another flag.
const CREATES: u32 = (libc::O_CREAT | libc::O_TMPFILE & !libc::O_DIRECTORY) as u32;
/// The flags with which a process is made in new namespaces.
pub(crate) const NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32;

/// The allowed requests of `ioctl`: about terminals, the number of unread bytes, and the
/// descriptor's flags.
const IOCTLS: [libc::Ioctl; 6] =
    [libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD, libc::FIONBIO, libc::FIOCLEX, libc::FIONCLEX];
/// The allowed operations of `fcntl`. None of them chooses the process that receives the
/// descriptor's signals. None of them is about locks: all programs have `/dev/null` and the
/// libraries in common, so one program could tell another something by a lock there.
const FCNTLS: [i32; 7] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETPIPE_SZ,
];
/// The allowed operations of `prctl`: most of them name threads and memory for debuggers.
const PRCTLS: [i32; 4] =
    [libc::PR_SET_NAME, libc::PR_GET_NAME, libc::PR_SET_VMA, libc::PR_GET_DUMPABLE];

/// Calls that a process makes before it executes the program.
const ENTRY: &str = "
    mount umount2 pivot_root mount_setattr mkdirat symlinkat unlinkat
    prctl setsid setpgid prlimit64 capset landlock_add_rule landlock_restrict_self execve";

/// The rules for a program of this kind, with this limit on its memory. The filter also allows a
/// call that carries the number `secret` in an unused argument: such a call comes from the process
/// that starts the program.
///
/// If a program uses no shared library (`is_tiny`), it may hold less memory than the process that
/// starts it. The kernel would then report the starting process's peak of memory. So the spawner
/// reads the program's own peak when the program exits.
pub(crate) fn rules(profile: Profile, memory: u64, is_tiny: bool, secret: u64) -> Vec<Rule> {
    let mut rules = arguments_matter(profile, memory);
    if is_tiny {
        rules.extend([Sysno::exit, Sysno::exit_group].map(|call| plain(call, Action::Ask)));
    }
    rules.extend(named(ALWAYS).map(|call| plain(call, Action::Allow)));
    let to_look = if profile == Profile::Compiler { Action::Allow } else { Action::Ask };
    rules.extend(named(LOOKS).map(|call| plain(call, to_look)));
    let to_move = if profile == Profile::Node { Action::Fail(libc::EACCES) } else { Action::Allow };
    rules.extend(named(MOVES).map(|call| plain(call, to_move)));
    match profile {
        Profile::Compiler => {
            rules.extend(named(COMPILER).map(|call| plain(call, Action::Allow)));
            rules.extend(named(MAKERS).map(|call| plain(call, Action::Ask)));
        }
        Profile::Node => {
            rules.push(plain(Sysno::mlock2, Action::Allow));
            rules.push(its_own_priority());
        }
        Profile::Valgrind => {
            rules.extend(named("unlink").map(|call| plain(call, Action::Allow)));
            rules.extend(named(CHANGES).map(|call| plain(call, Action::Ask)));
            // Only the program that runs under valgrind makes these calls.
            rules.extend(
                named("timer_create rt_sigqueueinfo rt_tgsigqueueinfo")
                    .map(|call| plain(call, Action::Ask)),
            );
        }
        Profile::Native | Profile::Python => {
            rules.extend(named(NEEDLESS).map(|call| plain(call, Action::Fail(libc::ENOSYS))));
        }
    }
    rules.extend(named(FOUL).map(|call| plain(call, Action::Ask)));
    rules.extend(named(ENTRY).map(|call| plain(call, otherwise(profile))));
    for rule in &mut rules {
        // If `exit` is always allowed, its argument is not tested: a call without a test is
        // fastest.
        let is_needed = rule.action == Action::Ask || rule.call != Sysno::exit;
        rule.pass =
            unused_argument(rule.call).filter(|_| is_needed).map(|argument| (argument, secret));
    }
    rules
}

/// The number of an argument that this call does not use, in which it can carry the secret.
fn unused_argument(call: Sysno) -> Option<u8> {
    // The address to which the kernel would write the new process's number. The flags do not ask
    // the kernel to write it, so the argument is unused.
    const OF_CLONE: u8 = 2;
    const LAST: u8 = 5;
    match call {
        Sysno::clone => Some(OF_CLONE),
        // A process that fails before it executes the program calls `exit` with the secret, because
        // the spawner waits for the end of that process and cannot answer its calls.
        Sysno::exit | Sysno::chdir | Sysno::openat => Some(LAST),
        _ => named(ENTRY).any(|entry| entry == call).then_some(LAST),
    }
}

/// The action for a call that no rule names.
pub(crate) fn otherwise(profile: Profile) -> Action {
    match profile {
        Profile::Native | Profile::Python => Action::Ask,
        // Libraries take this error to mean that the kernel does not have the call, and make
        // another call instead.
        Profile::Node | Profile::Valgrind | Profile::Compiler => Action::Fail(libc::ENOSYS),
    }
}

/// Calls that are harmless only with some arguments.
fn arguments_matter(profile: Profile, memory: u64) -> Vec<Rule> {
    let rule = |call, test, otherwise| Rule {
        call,
        tests: vec![test],
        action: Action::Allow,
        otherwise,
        pass: None,
    };
    let mut rules = vec![
        rule(Sysno::fcntl, one_of(1, &FCNTLS), Action::Fail(libc::EPERM)),
        rule(Sysno::prctl, one_of(0, &PRCTLS), Action::Fail(libc::EPERM)),
        // This call names a process in memory, where no filter can see it.
        plain(Sysno::capget, Action::Fail(libc::EPERM)),
        // The spawner decides on these calls, since a program may send signals to itself only.
        plain(Sysno::kill, Action::Ask),
        plain(Sysno::tkill, Action::Ask),
        plain(Sysno::tgkill, Action::Ask),
        // The flags of `clone3` lie in memory, where no filter can see them. Libraries fall back to
        // `clone`.
        plain(
            Sysno::clone3,
            if is_threaded(profile) { Action::Fail(libc::ENOSYS) } else { Action::Ask },
        ),
        plain(Sysno::openat2, Action::Fail(libc::ENOSYS)),
        // A program that the referee keeps to one processor could take the opponent's. Runtimes go
        // on without.
        plain(Sysno::sched_setaffinity, Action::Fail(libc::EPERM)),
        rule(Sysno::clone, clone_test(profile), Action::Ask),
    ];
    rules.extend(about_a_process(profile));
    if profile != Profile::Compiler {
        let ioctls = IOCTLS.map(|request| request as i32);
        rules.push(rule(Sysno::ioctl, one_of(1, &ioctls), Action::Fail(libc::ENOTTY)));
    }
    let tests = mmap_tests(profile, memory);
    rules.push(Rule {
        call: Sysno::mmap,
        tests,
        action: Action::Allow,
        otherwise: Action::Ask,
        pass: None,
    });
    if matches!(profile, Profile::Node | Profile::Valgrind) {
        // With this call, a program could enlarge a page of its stack without limit, since the page
        // would still count as stack. If the call fails, allocators copy the memory instead.
        rules.push(plain(Sysno::mremap, Action::Fail(libc::ENOMEM)));
    }
    let opening = |call, flags, refused, action, otherwise| {
        let tests = vec![Test::NoneOf(flags, refused)];
        Rule { call, tests, action, otherwise, pass: None }
    };
    if profile == Profile::Compiler {
        let of = |call, flags| opening(call, flags, CREATES, Action::Allow, Action::Ask);
        rules.push(of(Sysno::openat, 2));
        rules.extend(named("open").map(|call| of(call, 1)));
    } else {
        // Landlock does not check `O_PATH`, which opens a file only to ask about it.
        let refused = if looks_at_reads(profile) {
            libc::O_PATH as u32
        } else {
            // Runtimes try to write caches and settings, but do not need them.
            WRITES | libc::O_PATH as u32
        };
        let fail = Action::Fail(libc::EACCES);
        let of = |call, flags| opening(call, flags, refused, Action::Ask, fail);
        rules.push(of(Sysno::openat, 2));
        rules.extend(named("open").map(|call| of(call, 1)));
    }
    if profile == Profile::Python {
        // An event loop makes a pair of sockets to wake itself. The pair is connected to no other
        // process.
        rules.push(rule(Sysno::socketpair, one_of(0, &[libc::AF_UNIX]), Action::Ask));
        rules.extend(
            named("getsockname getpeername getsockopt").map(|call| plain(call, Action::Allow)),
        );
    }
    if otherwise(profile) != Action::Ask {
        // Libraries use a Unix socket to look up user names, but do not need it.
        let tests = vec![one_of(0, &[libc::AF_UNIX])];
        let action = Action::Fail(libc::EACCES);
        // When a compiler starts in a Java virtual machine, it tries a socket for each protocol.
        // The source code that it compiles cannot use these sockets.
        let otherwise =
            if profile == Profile::Compiler { Action::Fail(libc::EACCES) } else { Action::Ask };
        rules.push(Rule { call: Sysno::socket, tests, action, otherwise, pass: None });
    }
    if profile != Profile::Compiler {
        rules.push(plain(Sysno::execve, Action::Ask));
    }
    rules
}

/// Calls that may ask about any process. Unlike other programs, a compiler's processes know of each
/// other.
fn about_a_process(profile: Profile) -> Vec<Rule> {
    let test = |call, tests: Vec<Test>| {
        let tests = if profile == Profile::Compiler { Vec::new() } else { tests };
        Rule { call, tests, action: Action::Allow, otherwise: Action::Ask, pass: None }
    };
    let itself = |argument| one_of(argument, &[0]);
    let is_a_process = Test::Is(0, u64::from(libc::PRIO_PROCESS));
    let mut rules = vec![test(Sysno::getpriority, vec![is_a_process, itself(1)])];
    rules.extend(named(ABOUT_A_PROCESS).map(|call| test(call, vec![itself(0)])));
    let is_no_process = Test::NoneOf(0, 1 << 31);
    rules.extend(named(CLOCKS).map(|call| test(call, vec![is_no_process.clone()])));
    // A program may read its limits, but not set them.
    let mut limits = vec![Test::Is(2, 0)];
    limits.extend((profile != Profile::Compiler).then(|| itself(0)));
    let (action, otherwise) = (Action::Allow, Action::Ask);
    rules.push(Rule { call: Sysno::prlimit64, tests: limits, action, otherwise, pass: None });
    rules
}

/// The process that a call asks about, by its number; 0 stands for the caller.
pub(crate) fn process_asked_about(call: Sysno, arguments: [u64; 6]) -> Option<u32> {
    const NONE: u32 = u32::MAX;
    let [first, second, third, ..] = arguments;
    match call {
        // The lower three bits say what the clock counts.
        _ if named(CLOCKS).any(|known| known == call) => Some(!(first as u32) >> 3),
        _ if named(ABOUT_A_PROCESS).any(|known| known == call) => Some(first as u32),
        Sysno::getpriority if first as u32 == libc::PRIO_PROCESS => Some(second as u32),
        // All processes of a group or a user.
        Sysno::getpriority => Some(NONE),
        Sysno::prlimit64 if third == 0 => Some(first as u32),
        _ => None,
    }
}

/// Runtimes set the priorities of their own threads. The kernel would also let runtimes change the
/// user's other processes, so only calls about the caller itself are allowed. `PRIO_USER` would
/// change all processes of the user.
fn its_own_priority() -> Rule {
    Rule {
        call: Sysno::setpriority,
        tests: vec![Test::Is(0, u64::from(libc::PRIO_PROCESS)), Test::Is(1, 0)],
        action: Action::Allow,
        otherwise: Action::Fail(libc::EPERM),
        pass: None,
    }
}

/// Whether the spawner checks which files a program of this kind reads. Programs of the other kinds
/// read many files besides their own. For node, the spawner checks only whether a file is about
/// another process.
fn looks_at_reads(profile: Profile) -> bool {
    matches!(profile, Profile::Native | Profile::Python | Profile::Valgrind)
}

fn is_threaded(profile: Profile) -> bool {
    matches!(profile, Profile::Node | Profile::Compiler)
}

fn clone_test(profile: Profile) -> Test {
    match profile {
        Profile::Node | Profile::Compiler => Test::AllOf(0, libc::CLONE_THREAD as u32),
        // No call of `clone` sets all 64 bits of the flags, so no call passes this test.
        _ => Test::Is(0, u64::MAX),
    }
}

/// If a program asks for more memory than the limit, the spawner refuses the request and notes the
/// refusal. Node and valgrind may not have shared memory without a file, since a limit on data does
/// not count such memory. No program may have memory that grows downwards (`MAP_GROWSDOWN`): the
/// kernel counts such memory as stack, and checks the stack's limit only when the memory grows. No
/// current library asks for such memory.
fn mmap_tests(profile: Profile, memory: u64) -> Vec<Test> {
    let is_no_stack = Test::NoneOf(3, libc::MAP_GROWSDOWN as u32);
    match profile {
        Profile::Compiler => vec![is_no_stack],
        _ if profile.limits_address_space() => vec![is_no_stack, Test::AtMost(1, memory)],
        _ => vec![is_no_stack, Test::NotAllOf(3, (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u32)],
    }
}

fn one_of(argument: u8, values: &[i32]) -> Test {
    Test::OneOf(argument, values.iter().map(|&value| value as u32).collect())
}

fn plain(call: Sysno, action: Action) -> Rule {
    Rule { call, tests: Vec::new(), action, otherwise: action, pass: None }
}

/// Whether a call asks about a file, by its path.
pub(crate) fn is_look(call: Sysno) -> bool {
    LOOKS.split_whitespace().any(|name| name == call.name())
}

/// Those calls of a list that exist on this processor. Newer processors lack some older calls.
fn named(list: &'static str) -> impl Iterator<Item = Sysno> {
    list.split_whitespace().filter_map(|name| name.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn no_name_is_misspelt_and_none_is_both_allowed_and_foul() {
        for list in
            [ALWAYS, ABOUT_A_PROCESS, CLOCKS, COMPILER, MAKERS, NEEDLESS, CHANGES, FOUL, ENTRY]
        {
            for name in list.split_whitespace() {
                assert!(name.parse::<Sysno>().is_ok(), "{name}");
            }
        }
        for call in named(FOUL) {
            assert!(!named(ALWAYS).chain(named(COMPILER)).any(|allowed| allowed == call), "{call}");
        }
    }
}
