//! The kernel's own limits, as a job's kind asks for them.

use super::elf::Footprint;
use super::wire::Request;
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
        (libc::RLIMIT_NOFILE, request.files),
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

/// The profile that this number stands for between our processes.
pub(crate) fn profile(number: u8) -> Profile {
    Profile::ALL.into_iter().find(|profile| *profile as u8 == number).unwrap_or(Profile::Native)
}
