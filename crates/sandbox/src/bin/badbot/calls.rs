//! System calls without a library, as a hostile program makes them.
#![allow(
    unsafe_code,
    reason = "misbehaviour needs calls that safe libraries lack; each call is bounded and harmless"
)]

use std::io;
use std::mem::MaybeUninit;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8};

/// A system call with up to five arguments.
pub(crate) fn call(number: libc::c_long, arguments: &[usize]) -> io::Result<usize> {
    let a = |i: usize| arguments.get(i).copied().unwrap_or(0);
    // SAFETY: the caller passes pointers to valid memory, or numbers that the kernel refuses.
    let result = unsafe { libc::syscall(number, a(0), a(1), a(2), a(3), a(4), 0) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result as usize) }
}

/// Maps memory, writes to each page of it, and keeps it.
pub(crate) fn map(length: usize, flags: i32) -> io::Result<()> {
    mapped(length, flags).map(drop)
}

/// Does the same as [`map`], and makes the memory read-only afterwards.
pub(crate) fn map_sealed(length: usize) -> io::Result<()> {
    let memory = mapped(length, libc::MAP_PRIVATE)?;
    // SAFETY: this function owns the memory, which has this length, and nobody writes to it
    // afterwards.
    let result = unsafe { libc::mprotect(memory, length, libc::PROT_READ) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn mapped(length: usize, flags: i32) -> io::Result<*mut libc::c_void> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: the kernel chooses the address of fresh memory.
    let memory = unsafe {
        libc::mmap(std::ptr::null_mut(), length, protection, flags | libc::MAP_ANONYMOUS, -1, 0)
    };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    touch(memory, length);
    Ok(memory)
}

/// Enlarges a mapping of one page with `mremap`, writes to each of its pages, and keeps it.
pub(crate) fn stretch(page: usize, length: usize) -> io::Result<()> {
    let page = std::ptr::with_exposed_provenance_mut(page);
    // SAFETY: the caller no longer uses the page.
    let memory = unsafe { libc::mremap(page, 4096, length, libc::MREMAP_MAYMOVE) };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    touch(memory, length);
    Ok(())
}

fn touch(memory: *mut libc::c_void, length: usize) {
    for page in (0..length).step_by(4096) {
        // SAFETY: the write stays within the memory just mapped, which is writable.
        unsafe { memory.cast::<u8>().add(page).write_volatile(1) };
    }
}

/// Asks for the size of a file. The path, except for its first byte, lies in memory that is mapped
/// as writable only. The processor can still read this memory.
pub(crate) fn size_by_hidden_path(path: &str) -> io::Result<()> {
    const PAGE: usize = 4096;
    let (both, flags) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: the kernel chooses the address of fresh memory.
    let memory = unsafe { libc::mmap(std::ptr::null_mut(), 2 * PAGE, both, flags, -1, 0) };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    let mut about = MaybeUninit::<libc::stat>::uninit();
    let length = path.len().min(PAGE - 1);
    // SAFETY: the pages hold the path and, since they are fresh, the zero after it; the structure
    // outlives the call.
    unsafe {
        let start = memory.cast::<u8>().add(PAGE - 1);
        std::ptr::copy_nonoverlapping(path.as_ptr(), start, length);
        libc::mprotect(memory.cast::<u8>().add(PAGE).cast(), PAGE, libc::PROT_WRITE);
        if libc::stat(start.cast(), about.as_mut_ptr()) < 0 {
            Err(io::Error::last_os_error())
        } else {
            Ok(())
        }
    }
}

/// Asks for the size of a file while another thread replaces one byte of the path by zero and
/// restores it, again and again. While this byte is zero, the path ends before it. Fails if no
/// answer has come after many attempts.
pub(crate) fn size_by_swapped_path(path: &str, at: usize) -> io::Result<()> {
    const TIMES: usize = 10_000;
    let path: Vec<AtomicU8> = path.bytes().chain([0]).map(AtomicU8::new).collect();
    let (byte, over) = (path[at].load(Relaxed), AtomicBool::new(false));
    std::thread::scope(|scope| {
        std::thread::Builder::new().spawn_scoped(scope, || {
            while !over.load(Relaxed) {
                path[at].store(path[at].load(Relaxed) ^ byte, Relaxed);
            }
        })?;
        let name = path.as_ptr().cast::<libc::c_char>();
        let is_told = (0..TIMES).any(|_| is_file_to_stat(name) || is_file_to_statx(name));
        over.store(true, Relaxed);
        if is_told { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
    })
}

/// Whether a stat call says that this path is a file. An empty path means the current folder.
fn is_file_to_stat(path: *const libc::c_char) -> bool {
    let mut about = MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: the path ends in a zero byte, whatever happens to the bytes before it. The structure
    // outlives the call and consists of numbers.
    unsafe {
        let result = libc::fstatat(libc::AT_FDCWD, path, about.as_mut_ptr(), libc::AT_EMPTY_PATH);
        result == 0 && about.assume_init().st_mode & libc::S_IFMT == libc::S_IFREG
    }
}

fn is_file_to_statx(path: *const libc::c_char) -> bool {
    let mut about = MaybeUninit::<libc::statx>::zeroed();
    // SAFETY: as above.
    unsafe {
        let result = libc::statx(
            libc::AT_FDCWD,
            path,
            libc::AT_EMPTY_PATH,
            libc::STATX_BASIC_STATS,
            about.as_mut_ptr(),
        );
        result == 0 && u32::from(about.assume_init().stx_mode) & libc::S_IFMT == libc::S_IFREG
    }
}

/// Makes a process that calls `act` and exits. The program must have only one thread.
pub(crate) fn forked(act: impl FnOnce()) -> io::Result<i32> {
    // SAFETY: there are no other threads that could hold a lock forever.
    match unsafe { libc::fork() } {
        ..0 => Err(io::Error::last_os_error()),
        0 => {
            act();
            std::process::exit(0)
        }
        child => Ok(child),
    }
}

/// Waits for a child.
pub(crate) fn wait(child: i32) {
    // SAFETY: a null pointer means that the status is not wanted.
    unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
}

/// Ignores a signal.
pub(crate) fn ignore(signal: i32) {
    // SAFETY: the call sets no handler.
    unsafe { libc::signal(signal, libc::SIG_IGN) };
}

/// Removes the handler of a signal, so that the signal ends the program.
pub(crate) fn unhandle(signal: i32) {
    // SAFETY: the call only removes a handler.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
}

/// Reads from an address at which there is never any memory.
pub(crate) fn crash() -> u8 {
    let nowhere = std::hint::black_box(8 as *const u8);
    // SAFETY: this read is not safe; the crash is its purpose. The first page of memory is never
    // mapped, so the process ends here.
    unsafe { nowhere.read_volatile() }
}

/// Makes the call `getpid` as a 32-bit program does, through another entry point of the kernel.
#[cfg(target_arch = "x86_64")]
pub(crate) fn int_0x80() -> i64 {
    let result;
    // SAFETY: the interrupt changes only the result and the registers named here.
    unsafe {
        std::arch::asm!(
            "int 0x80",
            inlateout("rax") 20_i64 => result,
            out("r8") _,
            out("r9") _,
            out("r10") _,
            out("r11") _
        );
    }
    result
}
