//! Makes the file system of a program at level 3. The program's process executes this code, between
//! its creation and `execve`: so the code allocates nothing, takes no lock and does not panic.
#![allow(unsafe_code, reason = "system calls between clone and execve")]

use std::ffi::{CStr, c_char};

use super::kernel::call;

/// The old root lies here, until everything has been mounted.
pub(crate) const OLD: &str = "/.old";
/// A folder that every machine has. The new root is mounted there, and then becomes the root.
const PLACE: &CStr = c"/proc";
const OLD_IN_PLACE: &CStr = c"/proc/.old";

/// The operations that make the new root; they lie in the spawn area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operations {
    pub(super) first: *const Operation,
    pub(super) number: usize,
    /// Whether `/proc` contains the folder of this process only.
    pub(super) own_process: bool,
    /// The program's user and group keep their numbers in the new namespace: the lines for
    /// `uid_map` and `gid_map`.
    pub(super) users: *const c_char,
    pub(super) groups: *const c_char,
}

impl Operations {
    /// Gives the process its own root. The process has just been made, in new namespaces of users
    /// and mounts. The result is negative on failure.
    pub(crate) fn run(&self, secret: u64) -> i64 {
        // SAFETY: the operations lie in the spawn area, which nobody changes meanwhile.
        let all = unsafe { std::slice::from_raw_parts(self.first, self.number) };
        let steps: [&dyn Fn() -> i64; 7] = [
            // Without these numbers, the process could make no file.
            &|| write(secret, c"/proc/self/setgroups", c"deny".as_ptr()),
            &|| write(secret, c"/proc/self/uid_map", self.users),
            &|| write(secret, c"/proc/self/gid_map", self.groups),
            &|| leave_old_root(secret),
            &|| all.iter().map(|operation| operation.run(secret)).find(|&r| r < 0).unwrap_or(0),
            &|| if self.own_process { mount_own_process(secret) } else { 0 },
            &|| forget_old_root(secret),
        ];
        steps.iter().map(|step| step()).find(|&result| result < 0).unwrap_or(0)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Task {
    Folder,
    /// Makes an empty file, on which a file is mounted.
    File,
    Link,
    MountToRead,
    MountToWrite,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub(super) task: Task,
    pub(super) path: *const c_char,
    /// The target of a link, or the old path of what is mounted.
    pub(super) source: *const c_char,
}

impl Operation {
    /// Carries out the operation. The result is negative on failure.
    fn run(&self, secret: u64) -> i64 {
        let at = libc::AT_FDCWD as usize;
        let (path, source) = (self.path.expose_provenance(), self.source.expose_provenance());
        // SAFETY: both texts end in a zero byte and outlive the calls.
        unsafe {
            match self.task {
                Task::Folder => {
                    unless_there(call(secret, libc::SYS_mkdirat, [at, path, 0o755, 0, 0]))
                }
                Task::File => {
                    let flags = (libc::O_CREAT | libc::O_WRONLY | libc::O_CLOEXEC) as usize;
                    close(secret, call(secret, libc::SYS_openat, [at, path, flags, 0o644, 0]))
                }
                Task::Link => {
                    unless_there(call(secret, libc::SYS_symlinkat, [source, at, path, 0, 0]))
                }
                Task::MountToRead => mount(secret, source, path, libc::MOUNT_ATTR_RDONLY),
                Task::MountToWrite => mount(secret, source, path, 0),
            }
        }
    }
}

/// Mounts what lies at the old path, with everything that is mounted below it.
///
/// # Safety
/// The paths are addresses of texts that end in a zero byte.
unsafe fn mount(secret: u64, source: usize, path: usize, attributes: u64) -> i64 {
    let flags = (libc::MS_BIND | libc::MS_REC) as usize;
    // SAFETY: the caller promises that the paths are valid.
    let result = unsafe { call(secret, libc::SYS_mount, [source, path, 0, flags, 0]) };
    if result < 0 {
        return result;
    }
    // SAFETY: as above.
    unsafe { restrict(secret, path, attributes | libc::MOUNT_ATTR_NOSUID, libc::AT_RECURSIVE) }
}

/// Sets attributes of a mount. Unlike `mount`, this call leaves the other attributes as they are.
///
/// # Safety
/// The path is the address of a text that ends in a zero byte.
unsafe fn restrict(secret: u64, path: usize, attributes: u64, flags: i32) -> i64 {
    let attributes =
        libc::mount_attr { attr_set: attributes, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let (structure, size) =
        ((&raw const attributes).expose_provenance(), size_of::<libc::mount_attr>());
    let at = libc::AT_FDCWD as usize;
    // SAFETY: the structure is the right one for this call and outlives it.
    unsafe { call(secret, libc::SYS_mount_setattr, [at, path, flags as usize, structure, size]) }
}

/// It is no failure that a folder or a link exists already.
fn unless_there(result: i64) -> i64 {
    // SAFETY: this is the address of this thread's error number.
    let is_there = result < 0 && unsafe { *libc::__errno_location() } == libc::EEXIST;
    if is_there { 0 } else { result }
}

fn close(secret: u64, file: i64) -> i64 {
    let Ok(number) = usize::try_from(file) else { return file };
    // SAFETY: this process has opened the file.
    unsafe { call(secret, libc::SYS_close, [number, 0, 0, 0, 0]) }
}

/// Writes a text to a file of the kernel.
fn write(secret: u64, path: &CStr, text: *const c_char) -> i64 {
    let (at, flags) = (libc::AT_FDCWD as usize, (libc::O_WRONLY | libc::O_CLOEXEC) as usize);
    let path = path.as_ptr().expose_provenance();
    // SAFETY: the path and the text end in a zero byte and outlive the calls.
    unsafe {
        let file = call(secret, libc::SYS_openat, [at, path, flags, 0, 0]);
        let Ok(number) = usize::try_from(file) else { return file };
        let length = CStr::from_ptr(text).count_bytes();
        let result =
            call(secret, libc::SYS_write, [number, text.expose_provenance(), length, 0, 0]);
        if result < 0 {
            let errno = *libc::__errno_location();
            close(secret, file);
            *libc::__errno_location() = errno;
            return result;
        }
        close(secret, file)
    }
}

/// Makes an empty file system the root.
fn leave_old_root(secret: u64) -> i64 {
    let address = |text: &CStr| text.as_ptr().expose_provenance();
    let (root, place, old) = (address(c"/"), address(PLACE), address(OLD_IN_PLACE));
    let (name, options) = (address(c"tmpfs"), address(c"size=1m,nr_inodes=4k,mode=755"));
    let private = (libc::MS_REC | libc::MS_PRIVATE) as usize;
    let plain = (libc::MS_NOSUID | libc::MS_NODEV) as usize;
    let calls = [
        (libc::SYS_mount, [0, root, 0, private, 0]),
        (libc::SYS_mount, [name, place, name, plain, options]),
        (libc::SYS_mkdirat, [libc::AT_FDCWD as usize, old, 0o700, 0, 0]),
        (libc::SYS_pivot_root, [place, old, 0, 0, 0]),
        (libc::SYS_chdir, [root, 0, 0, 0, 0]),
    ];
    in_turn(secret, &calls)
}

/// Mounts the folder of this process below `/proc`.
fn mount_own_process(secret: u64) -> i64 {
    const FOLDER: usize = b"/proc/".len();
    const DIGITS: usize = 10;
    let mut path = *b"/proc/\0\0\0\0\0\0\0\0\0\0\0";
    // SAFETY: no memory is involved.
    let mut left = unsafe { call(secret, libc::SYS_getpid, [0; 5]) };
    let length = (1..DIGITS).find(|&length| left < 10_i64.pow(length as u32)).unwrap_or(DIGITS);
    for digit in path.iter_mut().skip(FOLDER).take(length).rev() {
        *digit = b'0' + (left % 10) as u8;
        left /= 10;
    }
    let (at, address) = (libc::AT_FDCWD as usize, |text: &CStr| text.as_ptr().expose_provenance());
    let own = path.as_ptr().expose_provenance();
    let (number, link) = (own + FOLDER, address(c"/proc/self"));
    // SAFETY: all texts end in a zero byte and outlive the calls.
    unsafe {
        let all = call(secret, libc::SYS_mkdirat, [at, address(c"/proc"), 0o755, 0, 0]);
        if unless_there(all) < 0 {
            return all;
        }
        let calls = [
            (libc::SYS_mkdirat, [at, own, 0o755, 0, 0]),
            (libc::SYS_symlinkat, [number, at, link, 0, 0]),
        ];
        let result = in_turn(secret, &calls);
        if result < 0 {
            return result;
        }
        mount(secret, address(c"/.old/proc/self"), own, libc::MOUNT_ATTR_RDONLY)
    }
}

/// Removes the old root, and makes the new one read-only.
fn forget_old_root(secret: u64) -> i64 {
    let old = c"/.old".as_ptr().expose_provenance();
    let calls = [
        (libc::SYS_umount2, [old, libc::MNT_DETACH as usize, 0, 0, 0]),
        (libc::SYS_unlinkat, [libc::AT_FDCWD as usize, old, libc::AT_REMOVEDIR as usize, 0, 0]),
    ];
    let result = in_turn(secret, &calls);
    if result < 0 {
        return result;
    }
    // SAFETY: the path ends in a zero byte.
    unsafe { restrict(secret, c"/".as_ptr().expose_provenance(), libc::MOUNT_ATTR_RDONLY, 0) }
}

fn in_turn(secret: u64, calls: &[(libc::c_long, [usize; 5])]) -> i64 {
    // SAFETY: all addresses are those of texts that end in a zero byte and outlive the calls.
    let results = calls.iter().map(|(number, all)| unsafe { call(secret, *number, *all) });
    results.into_iter().find(|&result| result < 0).unwrap_or(0)
}
