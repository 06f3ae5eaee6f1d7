//! The kernel's limits for each kind of job.

use rustix::process::{Resource, getrlimit};

use super::elf::Footprint;
use super::protocol::Request;
use crate::Profile;

/// Each resource and its limit. If a job has no limit on address space, the list contains its data
/// limit twice.
pub(crate) type Rlimits = [(u32, u64); 7];

/// The limits of a job.
pub(crate) fn of(request: &Request) -> Rlimits {
    // The main stack and shared memory count as address space, but not as data.
    let data = (libc::RLIMIT_DATA, request.memory);
    [
        address_space(request).map_or(data, |most| (libc::RLIMIT_AS, most)),
        data,
        (libc::RLIMIT_STACK, stack(request)),
        (libc::RLIMIT_CPU, request.cpu_seconds),
        (libc::RLIMIT_NOFILE, request.files * profile(request.profile).files()),
        (libc::RLIMIT_FSIZE, request.file_size),
        (libc::RLIMIT_CORE, 0),
    ]
}

/// The stack that each thread of node or Java gets at most. This is the default of most systems.
const THREAD_STACK: u64 = 8 << 20;

/// The limit on the stack. The C library gives every thread a stack of this size, and the kernel
/// counts the whole of each as data. Node and Java start about ten threads, so a larger limit would
/// take their memory. Java's main thread gets its stack by the option `-Xss`.
fn stack(request: &Request) -> u64 {
    let has_threads = profile(request.profile) == Profile::Node;
    if has_threads { request.stack.min(THREAD_STACK) } else { request.stack }
}

/// The limit on address space, which includes the main stack. `None` for programs that reserve
/// memory without using it.
fn address_space(request: &Request) -> Option<u64> {
    let is_limited = profile(request.profile).limits_address_space();
    is_limited.then(|| request.memory.saturating_add(request.stack))
}

/// Whether loading the executable takes more memory than the job allows. If it does, the kernel
/// kills the process at its start.
pub(crate) fn are_exceeded_by(request: &Request, footprint: Footprint) -> bool {
    footprint.data > request.memory
        || address_space(request).is_some_and(|most| footprint.all > most)
}

/// The limits of a job, lowered where this process's own hard limits are lower. A parent process
/// may have set such hard limits.
pub(crate) fn allowed(request: &Request) -> Rlimits {
    of(request).map(|(number, most)| (number, hard(number).map_or(most, |hard| hard.min(most))))
}

/// A sentence about the first limit that exceeds this process's own hard limit.
pub(crate) fn beyond(request: &Request) -> Option<String> {
    of(request).into_iter().find_map(|(number, most)| {
        let (_, _, what, flag, unit) = KNOWN.into_iter().find(|known| known.0 == number)?;
        let hard = hard(number).filter(|&hard| hard < most)?;
        let [most, hard] = [most, hard].map(|value| match unit {
            KIB => format!("{} KiB", value >> 10),
            unit => format!("{value}{unit}"),
        });
        Some(format!(
            "limit its {what} to {most}, since this process's hard limit is {hard} \
            (`ulimit -H{flag}`)"
        ))
    })
}

const KIB: &str = " KiB";

/// For each limit: its number in the kernel, its name in rustix, what it limits, its letter in the
/// shell's `ulimit`, and its unit.
const KNOWN: [(u32, Resource, &str, char, &str); 6] = [
    (libc::RLIMIT_AS, Resource::As, "address space", 'v', KIB),
    (libc::RLIMIT_DATA, Resource::Data, "memory", 'd', KIB),
    (libc::RLIMIT_STACK, Resource::Stack, "stack", 's', KIB),
    (libc::RLIMIT_CPU, Resource::Cpu, "processor time", 't', " s"),
    (libc::RLIMIT_NOFILE, Resource::Nofile, "open files", 'n', ""),
    (libc::RLIMIT_FSIZE, Resource::Fsize, "files' size", 'f', KIB),
];

/// The hard limit of this process, if there is one.
fn hard(number: u32) -> Option<u64> {
    let (_, resource, ..) = KNOWN.into_iter().find(|known| known.0 == number)?;
    getrlimit(resource).maximum
}

/// The profile for this number in messages between the sandbox's processes.
pub(crate) fn profile(number: u8) -> Profile {
    Profile::ALL.into_iter().find(|profile| *profile as u8 == number).unwrap_or(Profile::Native)
}
