//! The kernel's own limits, as a job's kind asks for them.

use super::wire::Request;
use crate::Profile;

/// Resource and limit, for each.
pub(crate) fn of(request: &Request) -> [(u32, u64); 6] {
    let memory = if profile(request.profile).limits_address_space() {
        // The main stack counts as address space as well, and has its own limit.
        (libc::RLIMIT_AS, request.memory.saturating_add(request.stack))
    } else {
        (libc::RLIMIT_DATA, request.memory)
    };
    [
        memory,
        (libc::RLIMIT_STACK, request.stack),
        (libc::RLIMIT_CPU, request.cpu_seconds),
        (libc::RLIMIT_NOFILE, request.files),
        (libc::RLIMIT_FSIZE, request.file_size),
        (libc::RLIMIT_CORE, 0),
    ]
}

/// The profile that this number stands for between our processes.
pub(crate) fn profile(number: u8) -> Profile {
    Profile::ALL.into_iter().find(|profile| *profile as u8 == number).unwrap_or(Profile::Native)
}
