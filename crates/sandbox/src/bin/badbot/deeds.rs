//! The kinds of misbehaviour, called *deeds*, and their names.

use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::hint::black_box;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::parent_id;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::calls::{
    call, crash, forked, ignore, map, map_sealed, size_by_hidden_path, size_by_swapped_path,
    stretch, unhandle, wait,
};

pub(crate) type Deed = (&'static str, &'static str, fn(&str) -> io::Result<()>);

/// A deed that goes on for ever lasts ten minutes.
pub(crate) const TEN_MINUTES: Duration = Duration::from_secs(600);

/// The deeds that attack the machine, each with its name, its description and its function.
pub(crate) const DEEDS: &[Deed] = &[
    ("none", "does nothing wrong", |_| Ok(())),
    ("memory-private", "fills 512 MiB of its own memory, a MiB at a time", |_| {
        fill(libc::MAP_PRIVATE)
    }),
    ("memory-shared", "fills 512 MiB of shared memory, a MiB at a time", |_| {
        fill(libc::MAP_SHARED)
    }),
    ("memory-downwards", "fills 512 MiB of memory that grows downwards, a MiB at a time", |_| {
        fill(libc::MAP_PRIVATE | libc::MAP_GROWSDOWN)
    }),
    ("memory-of-stack", "enlarges 512 pages of its stack to one MiB each", |_| stretch_stack()),
    (
        "memory-sealed",
        "fills 512 MiB, makes each MiB read-only when it is full, and keeps them for a second",
        |_| {
            (0..512)
                .try_for_each(|_| map_sealed(1 << 20))
                .and_then(|()| sleep(Duration::from_secs(1)))
        },
    ),
    ("memory-at-once", "asks for 512 MiB at once, and aborts if it gets less", |_| at_once()),
    ("stack", "calls itself until at least 16 MiB of stack are used", |_| stack()),
    ("busy", "computes for ARGUMENT milliseconds", |text| busy(milliseconds(text))),
    ("sleep", "sleeps for ARGUMENT milliseconds", |text| sleep(milliseconds(text))),
    ("flood", "prints 4 MiB of short lines", |_| flood()),
    ("long-line", "prints a line of 1 MiB", |_| writeln!(io::stdout(), "{}", "x".repeat(1 << 20))),
    ("noise", "prints 4 MiB on standard error", |_| io::stderr().write_all(&[b'x'; 4 << 20])),
    (
        "murmur",
        "prints byte by byte, without end, on standard `output` or standard `error` (ARGUMENT)",
        |to| murmur(to),
    ),
    (
        "stubborn",
        "ignores every signal that can be ignored, and sleeps for ARGUMENT milliseconds",
        |text| stubborn(milliseconds(text)),
    ),
    ("crash", "reads from address 0", |_| Err(io::Error::other(format!("read {}", crash())))),
    ("echo", "answers every line with itself", |_| echo()),
    ("ponder", "repeats every line as its answer, and computes until the next line comes", |_| {
        ponder()
    }),
    ("deaf", "reads nothing and sleeps for ARGUMENT milliseconds", |text| {
        sleep(milliseconds(text))
    }),
    ("fork-bomb", "makes three processes", |_| fork_bomb()),
    (
        "many-processes",
        "makes 200 processes, which sleep for a while, and counts them aloud",
        |_| many_processes(),
    ),
    ("spread-memory", "fills 64 MiB in each of 16 processes, which then sleep for a while", |_| {
        spread_memory()
    }),
    ("many-files", "makes 20,000 files in the folder ARGUMENT", |folder| {
        (0..20_000).try_for_each(|i| File::create(format!("{folder}/{i}")).map(drop))
    }),
    ("much-disk", "writes 16 files of 32 MiB to the folder ARGUMENT", |folder| {
        much_disk(folder, false)
    }),
    (
        "nameless-disk",
        "writes 16 files of 32 MiB to the folder ARGUMENT, without names",
        |folder| much_disk(folder, true),
    ),
    ("thread", "starts a thread", |_| thread()),
    ("threads", "starts a thousand threads that wait", |_| threads()),
    ("background", "leaves a process behind in another session", |_| background()),
    ("write-file", "writes the file ARGUMENT", |path| fs::write(path, "x")),
    ("read-file", "reads the file ARGUMENT", |path| fs::read(path).map(drop)),
    ("size-of-file", "asks for the size of the file ARGUMENT", |path| fs::metadata(path).map(drop)),
    ("size-by-hidden-path", "asks for ARGUMENT's size by a path in write-only memory", |path| {
        size_by_hidden_path(path)
    }),
    ("size-by-handle", "asks for ARGUMENT's size by a descriptor opened with `O_PATH`", |path| {
        OpenOptions::new().read(true).custom_flags(libc::O_PATH).open(path)?.metadata().map(drop)
    }),
    (
        "size-by-swapped-path",
        "asks for ARGUMENT's size while a thread shortens the path to its folder or to nothing",
        |path| {
            size_by_swapped_path(path, path.rfind('/').unwrap_or(0))
                .or_else(|_| size_by_swapped_path(path, 0))
        },
    ),
    ("list-folder", "lists the folder ARGUMENT", |path| fs::read_dir(path).map(drop)),
    ("remove-file", "removes the file ARGUMENT", |path| fs::remove_file(path)),
    ("parent-memory", "opens the memory of its parent", |_| parent_file("mem")),
    ("parent-environ", "reads the environment of its parent", |_| parent_file("environ")),
    ("raise-limits", "sets its own limit on open files", |_| raise_limits()),
    ("processors", "asks for the use of all processors", |_| {
        let all = [usize::MAX; 16];
        call(libc::SYS_sched_setaffinity, &[0, size_of_val(&all), all.as_ptr().addr()]).map(drop)
    }),
    ("tcp", "listens and connects over TCP", |_| tcp()),
    ("udp", "opens a UDP socket", |_| UdpSocket::bind("127.0.0.1:0").map(drop)),
    ("unix", "makes a pair of Unix sockets", |_| UnixStream::pair().map(drop)),
    ("kill-parent", "signals its parent", |_| signal(parent_id() as usize)),
    ("kill-all", "signals every process of the machine", |_| signal(usize::MAX)),
    ("find-process", "asks in a dozen ways whether the process ARGUMENT exists", |process| {
        find_process(process)
    }),
    ("clock-of-process", "reads the processor time of the process ARGUMENT", |process| {
        clock_of_process(process)
    }),
    ("lock", "locks a byte of /dev/null", |_| lock()),
    ("flock", "locks /dev/null", |_| {
        let null = File::open("/dev/null")?;
        call(libc::SYS_flock, &[null.as_raw_fd() as usize, libc::LOCK_EX as usize]).map(drop)
    }),
    ("ptrace", "lets its parent trace it", |_| {
        call(libc::SYS_ptrace, &[libc::PTRACE_TRACEME as usize]).map(drop)
    }),
    ("memfd", "makes a file in memory", |_| {
        call(libc::SYS_memfd_create, &[c"x".as_ptr().addr(), 0]).map(drop)
    }),
    ("shm", "makes a piece of shared memory", |_| shared_memory()),
    ("namespace", "makes a namespace of users", |_| {
        call(libc::SYS_unshare, &[libc::CLONE_NEWUSER as usize]).map(drop)
    }),
    ("exec-shell", "executes a shell", |_| exec_shell()),
    ("io-uring", "sets up an io_uring", |_| io_uring()),
    ("bpf", "asks the kernel to load a BPF program", |_| answered(call(libc::SYS_bpf, &[5, 0, 0]))),
    ("perf", "opens a performance counter", |_| {
        answered(call(libc::SYS_perf_event_open, &[0, 0, 0, 0, 0]))
    }),
    ("keyctl", "asks for a keyring", |_| answered(call(libc::SYS_keyctl, &[0, usize::MAX - 2, 0]))),
    ("old-door", "makes a call as a 32-bit program does", |_| int_0x80()),
];

fn milliseconds(text: &str) -> Duration {
    text.parse().map_or(TEN_MINUTES, Duration::from_millis)
}

fn fill(flags: i32) -> io::Result<()> {
    (0..512).try_for_each(|_| map(1 << 20, flags))
}

fn stretch_stack() -> io::Result<()> {
    const PAGE: usize = 4096;
    fn with_pages(bytes: &mut [u8; 600 * PAGE]) -> io::Result<()> {
        let first = black_box(bytes).as_mut_ptr().addr().next_multiple_of(PAGE);
        (0..512).try_for_each(|page| stretch(first + page * PAGE, 1 << 20))
    }
    // The call moves the pages of this array away, which is safe because nothing else lies in these
    // pages.
    with_pages(&mut [1; 600 * PAGE])
}

fn at_once() -> io::Result<()> {
    map(512 << 20, libc::MAP_PRIVATE).unwrap_or_else(|_| std::process::abort());
    Ok(())
}

fn stack() -> io::Result<()> {
    // Rust's own handler is removed, because it would report the stack overflow and abort.
    unhandle(libc::SIGSEGV);
    fn deeper(left: usize) -> usize {
        let frame = black_box([left; 512]);
        if left == 0 { frame[0] } else { deeper(left - 1) + frame[left % 512] }
    }
    black_box(deeper((16 << 20) / (512 * size_of::<usize>())));
    Ok(())
}

fn busy(time: Duration) -> io::Result<()> {
    let start = Instant::now();
    while start.elapsed() < time {
        black_box(start);
    }
    Ok(())
}

pub(crate) fn sleep(time: Duration) -> io::Result<()> {
    thread::sleep(time);
    Ok(())
}

fn flood() -> io::Result<()> {
    let lines = "a line\n".repeat(1 << 10);
    (0..(4 << 20) / lines.len()).try_for_each(|_| io::stdout().write_all(lines.as_bytes()))
}

fn stubborn(time: Duration) -> io::Result<()> {
    [libc::SIGTERM, libc::SIGINT, libc::SIGHUP].into_iter().for_each(ignore);
    sleep(time)
}

fn murmur(to: &str) -> io::Result<()> {
    // These writes bypass the buffer of standard output.
    let to = if to == "error" { rustix::stdio::stderr() } else { rustix::stdio::stdout() };
    loop {
        rustix::io::write(to, b"x")?;
    }
}

fn echo() -> io::Result<()> {
    for line in io::stdin().lines() {
        println!("{}", line?);
    }
    Ok(())
}

fn ponder() -> io::Result<()> {
    let stdin = io::stdin();
    for line in stdin.lines() {
        println!("{}", line?);
        while poll(&mut [PollFd::new(&io::stdin(), PollFlags::IN)], Some(&Timespec::default()))?
            == 0
        {}
    }
    Ok(())
}

fn fork_bomb() -> io::Result<()> {
    for _ in 0..3 {
        wait(forked(|| ())?);
    }
    Ok(())
}

/// The time for which the processes live that are to be counted.
const A_WHILE: Duration = Duration::from_secs(1);

fn many_processes() -> io::Result<()> {
    for number in 1..=200 {
        forked(|| thread::sleep(A_WHILE))?;
        println!("{number}");
    }
    sleep(A_WHILE)
}

fn spread_memory() -> io::Result<()> {
    for _ in 0..16 {
        forked(|| {
            let _ = map(64 << 20, libc::MAP_PRIVATE);
            thread::sleep(A_WHILE);
        })?;
    }
    // On a busy machine, the processes take long to fill their memory.
    sleep(3 * A_WHILE)
}

fn much_disk(folder: &str, is_nameless: bool) -> io::Result<()> {
    let mut files = Vec::new();
    for number in 0..16 {
        let path = format!("{folder}/{number}");
        let mut file = File::create(&path)?;
        if is_nameless {
            fs::remove_file(&path)?;
        }
        (0..32).try_for_each(|_| file.write_all(&[b'x'; 1 << 20]))?;
        files.push(file);
    }
    sleep(A_WHILE)
}

fn thread() -> io::Result<()> {
    let handle = thread::Builder::new().spawn(|| 1)?;
    handle.join().map(drop).map_err(|_| io::Error::other("the thread died"))
}

fn threads() -> io::Result<()> {
    for _ in 0..1000 {
        thread::Builder::new().stack_size(16 << 10).spawn(thread::park)?;
    }
    // The threads live for a second, because the process that counts them may have to wait for a
    // processor.
    thread::sleep(Duration::from_secs(1));
    Ok(())
}

/// The process that is left behind lives for a minute, and nobody waits for its end.
fn background() -> io::Result<()> {
    forked(|| {
        let _ = call(libc::SYS_setsid, &[]);
        thread::sleep(Duration::from_secs(60));
    })?;
    // The child needs time to leave the session: until it has left, killing the process group kills
    // the child, too.
    thread::sleep(Duration::from_millis(50));
    Ok(())
}

fn parent_file(name: &str) -> io::Result<()> {
    let mut file = File::open(format!("/proc/{}/{name}", parent_id()))?;
    // Opening `mem` is enough: its first page can never be read, so reading would always fail.
    if name == "mem" { Ok(()) } else { file.read_to_end(&mut Vec::new()).map(drop) }
}

fn raise_limits() -> io::Result<()> {
    let mut limits = [0_u64; 2];
    let files = libc::RLIMIT_NOFILE as usize;
    call(libc::SYS_prlimit64, &[0, files, 0, limits.as_mut_ptr().addr()])?;
    limits[0] = limits[1];
    call(libc::SYS_prlimit64, &[0, files, limits.as_ptr().addr(), 0]).map(drop)
}

fn tcp() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    TcpStream::connect(listener.local_addr()?).map(drop)
}

fn signal(target: usize) -> io::Result<()> {
    const ASK_ONLY: usize = 0;
    call(libc::SYS_kill, &[target, ASK_ONLY]).map(drop)
}

/// Succeeds if the kernel answers at least one of the questions.
fn find_process(text: &str) -> io::Result<()> {
    const VERSION_3: u32 = 0x2008_0522;
    let number: u32 = text.parse().map_err(io::Error::other)?;
    let process = number as usize;
    let (mut header, mut room) = ([VERSION_3, number], [0_u64; 128]);
    let room = room.as_mut_ptr().addr();
    let files = libc::RLIMIT_NOFILE as usize;
    let questions: [(_, &[usize]); 8] = [
        (libc::SYS_getpgid, &[process]),
        (libc::SYS_getsid, &[process]),
        (libc::SYS_getpriority, &[libc::PRIO_PROCESS as usize, process]),
        (libc::SYS_sched_getscheduler, &[process]),
        (libc::SYS_sched_getparam, &[process, room]),
        (libc::SYS_sched_getaffinity, &[process, size_of::<[u64; 128]>(), room]),
        (libc::SYS_capget, &[header.as_mut_ptr().addr(), room]),
        (libc::SYS_prlimit64, &[process, files, 0, room]),
    ];
    let told = questions.iter().find(|(number, arguments)| call(*number, arguments).is_ok());
    if let Some((number, _)) = told {
        println!("by the system call {number}");
        return Ok(());
    }
    let folder = CString::new(format!("/proc/{process}")).map_err(io::Error::other)?;
    call(libc::SYS_faccessat, &[libc::AT_FDCWD as usize, folder.as_ptr().addr(), 0])
        .map(drop)
        .or_else(|_| fs::read_link(format!("/proc/{process}/exe")).map(drop))
        .or_else(|_| fs::metadata(format!("/proc/{process}")).map(drop))
}

fn clock_of_process(process: &str) -> io::Result<()> {
    let number: i32 = process.parse().map_err(io::Error::other)?;
    let (clock, mut time) = (!number << 3 | 2, [0_u64; 2]);
    call(libc::SYS_clock_gettime, &[clock as usize, time.as_mut_ptr().addr()]).map(drop)
}

fn lock() -> io::Result<()> {
    let null = OpenOptions::new().write(true).open("/dev/null")?;
    // The fields are the kind, from where the offset counts, the offset, the length and a process.
    let first_byte = [libc::F_WRLCK as u64, 0, 1, 0];
    let arguments = [null.as_raw_fd() as usize, libc::F_SETLK as usize, first_byte.as_ptr().addr()];
    call(libc::SYS_fcntl, &arguments).map(drop)
}

fn shared_memory() -> io::Result<()> {
    let id = call(libc::SYS_shmget, &[libc::IPC_PRIVATE as usize, 4096, 0o600])?;
    call(libc::SYS_shmctl, &[id, libc::IPC_RMID as usize, 0]).map(drop)
}

fn exec_shell() -> io::Result<()> {
    use std::os::unix::process::CommandExt;
    Err(Command::new("/bin/sh").args(["-c", "echo done"]).exec())
}

fn io_uring() -> io::Result<()> {
    let mut parameters = [0_u32; 30];
    // A refusal for lack of lockable memory counts as a success, because programs that have just
    // ended may still hold that memory in rings (`io_uring`).
    answered(call(libc::SYS_io_uring_setup, &[1, parameters.as_mut_ptr().addr()]))
}

/// A call that needs privileges counts as made if the kernel checked and refused it. If the kernel
/// does not have the call, it does not count as made.
fn answered(result: io::Result<usize>) -> io::Result<()> {
    match result {
        Err(error) if error.raw_os_error() == Some(libc::ENOSYS) => Err(error),
        _ => Ok(()),
    }
}

#[cfg(target_arch = "x86_64")]
fn int_0x80() -> io::Result<()> {
    match crate::calls::int_0x80() {
        1.. => Ok(()),
        error => Err(io::Error::from_raw_os_error(-error as i32)),
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn int_0x80() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
