//! The kernel's own limits, as a job's kind asks for them.

use rustix::process::{Resource, getrlimit};

use super::elf::Footprint;
use super::protocol::Request;
use crate::Profile;

/// Resource and limit, for each. A job whose address space has no limit is told that of its data twice.
pub(crate) type Rlimits = [(u32, u64); 7];

/// The limits of a job.
pub(crate) fn of(request: &Request) -> Rlimits {
    // The main stack counts as address space, and not as data; memory that is shared with others the other way round.
    let data = (libc::RLIMIT_DATA, request.memory);
    [
        address_space(request).map_or(data, |most| (libc::RLIMIT_AS, most)),
        data,
        (libc::RLIMIT_STACK, request.stack),
        (libc::RLIMIT_CPU, request.cpu_seconds),
        (libc::RLIMIT_NOFILE, request.files * profile(request.profile).files()),
        (libc::RLIMIT_FSIZE, request.file_size),
        (libc::RLIMIT_CORE, 0),
    ]
}

/// With the main stack, which has its own limit besides; none where programs reserve much that they never use.
fn address_space(request: &Request) -> Option<u64> {
    let is_limited = profile(request.profile).limits_address_space();
    is_limited.then(|| request.memory.saturating_add(request.stack))
}

/// Whether what an executable is to be laid down in takes more than the job has, so that the kernel kills it at its start.
pub(crate) fn are_exceeded_by(request: &Request, footprint: Footprint) -> bool {
    footprint.data > request.memory || address_space(request).is_some_and(|most| footprint.all > most)
}

/// The same as far as this process may have it: whoever started it may have set hard limits of its own.
pub(crate) fn allowed(request: &Request) -> Rlimits {
    of(request).map(|(number, most)| (number, hard(number).map_or(most, |hard| hard.min(most))))
}

/// The first limit that is beyond what this process may have, in words.
pub(crate) fn beyond(request: &Request) -> Option<String> {
    of(request).into_iter().find_map(|(number, most)| {
        let (_, _, what, flag, unit) = KNOWN.into_iter().find(|known| known.0 == number)?;
        let hard = hard(number).filter(|&hard| hard < most)?;
        let [most, hard] = [most, hard].map(|value| match unit {
            KIB => format!("{} KiB", value >> 10),
            unit => format!("{value}{unit}"),
        });
        Some(format!(
            "limit its {what} to {most}, where the hard limit of whoever started this is {hard} (`ulimit -H{flag}`)"
        ))
    })
}

const KIB: &str = " KiB";

/// The kernel's number of a limit, the same for rustix, what is limited, how a shell calls it, and in what it is told.
const KNOWN: [(u32, Resource, &str, char, &str); 6] = [
    (libc::RLIMIT_AS, Resource::As, "address space", 'v', KIB),
    (libc::RLIMIT_DATA, Resource::Data, "memory", 'd', KIB),
    (libc::RLIMIT_STACK, Resource::Stack, "stack", 's', KIB),
    (libc::RLIMIT_CPU, Resource::Cpu, "processor time", 't', " s"),
    (libc::RLIMIT_NOFILE, Resource::Nofile, "open files", 'n', ""),
    (libc::RLIMIT_FSIZE, Resource::Fsize, "files' size", 'f', KIB),
];

/// What this process itself may have, if that is limited.
fn hard(number: u32) -> Option<u64> {
    let (_, resource, ..) = KNOWN.into_iter().find(|known| known.0 == number)?;
    getrlimit(resource).maximum
}

/// The profile that this number stands for between our processes.
pub(crate) fn profile(number: u8) -> Profile {
    Profile::ALL.into_iter().find(|profile| *profile as u8 == number).unwrap_or(Profile::Native)
}
