//! System calls by hand, as a hostile program makes them.
#![allow(unsafe_code, reason = "misbehaviour needs calls that no safe library offers; each is bounded and harmless")]

use std::io;
use std::mem::MaybeUninit;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8};

/// A system call with up to five arguments.
pub(crate) fn call(number: libc::c_long, arguments: &[usize]) -> io::Result<usize> {
    let a = |i: usize| arguments.get(i).copied().unwrap_or(0);
    // SAFETY: whoever calls hands over pointers to memory that lives, or numbers that the kernel refuses.
    let result = unsafe { libc::syscall(number, a(0), a(1), a(2), a(3), a(4), 0) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result as usize) }
}

/// Maps memory, writes to each page of it, and keeps it.
pub(crate) fn map(length: usize, flags: i32) -> io::Result<()> {
    mapped(length, flags).map(drop)
}

/// The same, and then it may only be read.
pub(crate) fn map_sealed(length: usize) -> io::Result<()> {
    let memory = mapped(length, libc::MAP_PRIVATE)?;
    // SAFETY: the memory is this one's alone, as long as is said, and nobody writes to it any more.
    let result = unsafe { libc::mprotect(memory, length, libc::PROT_READ) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn mapped(length: usize, flags: i32) -> io::Result<*mut libc::c_void> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: fresh memory is asked for, at no particular address.
    let memory = unsafe { libc::mmap(std::ptr::null_mut(), length, protection, flags | libc::MAP_ANONYMOUS, -1, 0) };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    touch(memory, length);
    Ok(memory)
}

/// Moves a page to where there is room for more, writes to each page of that, and keeps it.
pub(crate) fn stretch(page: usize, length: usize) -> io::Result<()> {
    let page = std::ptr::with_exposed_provenance_mut(page);
    // SAFETY: whoever calls no longer uses the page.
    let memory = unsafe { libc::mremap(page, 4096, length, libc::MREMAP_MAYMOVE) };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    touch(memory, length);
    Ok(())
}

fn touch(memory: *mut libc::c_void, length: usize) {
    for page in (0..length).step_by(4096) {
        // SAFETY: within memory just mapped, as long as is said and writable.
        unsafe { memory.cast::<u8>().add(page).write_volatile(1) };
    }
}

/// The size of a file, asked for by a path of which all but the first byte lies in memory from which nobody may read; the processor
/// does.
pub(crate) fn size_by_hidden_path(path: &str) -> io::Result<()> {
    const PAGE: usize = 4096;
    let (both, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: fresh memory is asked for, at no particular address.
    let memory = unsafe { libc::mmap(std::ptr::null_mut(), 2 * PAGE, both, flags, -1, 0) };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    let mut about = MaybeUninit::<libc::stat>::uninit();
    let length = path.len().min(PAGE - 1);
    // SAFETY: the pages hold the path and, since they are fresh, the zero after it; the structure outlives the call.
    unsafe {
        let start = memory.cast::<u8>().add(PAGE - 1);
        std::ptr::copy_nonoverlapping(path.as_ptr(), start, length);
        libc::mprotect(memory.cast::<u8>().add(PAGE).cast(), PAGE, libc::PROT_WRITE);
        if libc::stat(start.cast(), about.as_mut_ptr()) < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}

/// The size of a file, asked for by a path of which another thread takes away a byte and puts it back, so that it names now the file,
/// now what stands before that byte. Fails when it has been asked often enough and was never told.
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

/// Whether something is told of a file; an empty path is about this process's folder.
fn is_file_to_stat(path: *const libc::c_char) -> bool {
    let mut about = MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: the path ends in a zero byte, whatever becomes of those before it; the structure outlives the call, and is plain numbers.
    unsafe {
        let result = libc::fstatat(libc::AT_FDCWD, path, about.as_mut_ptr(), libc::AT_EMPTY_PATH);
        result == 0 && about.assume_init().st_mode & libc::S_IFMT == libc::S_IFREG
    }
}

fn is_file_to_statx(path: *const libc::c_char) -> bool {
    let mut about = MaybeUninit::<libc::statx>::zeroed();
    // SAFETY: as above.
    unsafe {
        let result =
            libc::statx(libc::AT_FDCWD, path, libc::AT_EMPTY_PATH, libc::STATX_BASIC_STATS, about.as_mut_ptr());
        result == 0 && u32::from(about.assume_init().stx_mode) & libc::S_IFMT == libc::S_IFREG
    }
}

/// A process that does this and exits. This program has one thread.
pub(crate) fn forked(act: impl FnOnce()) -> io::Result<i32> {
    // SAFETY: there are no other threads, whose locks could be held for ever.
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
    // SAFETY: a null pointer says that the status is of no interest.
    unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
}

/// Ignores a signal.
pub(crate) fn ignore(signal: i32) {
    // SAFETY: no handler is set, only none.
    unsafe { libc::signal(signal, libc::SIG_IGN) };
}

/// Lets a signal end the program, whoever has caught it so far.
pub(crate) fn unhandle(signal: i32) {
    // SAFETY: no handler is set, only taken away.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
}

/// Reads where nothing can be.
pub(crate) fn crash() -> u8 {
    let nowhere = std::hint::black_box(8 as *const u8);
    // SAFETY: none; that is the deed. The first page of memory is never mapped, so that the process ends here.
    unsafe { nowhere.read_volatile() }
}

/// The call `getpid` as a 32-bit program makes it, by another way into the kernel.
#[cfg(target_arch = "x86_64")]
pub(crate) fn old_door() -> i64 {
    let result;
    // SAFETY: the interrupt changes nothing but the result and, in the kernel's custom, the registers named.
    unsafe {
        std::arch::asm!("int 0x80", inlateout("rax") 20_i64 => result, out("r8") _, out("r9") _, out("r10") _, out("r11") _);
    }
    result
}
