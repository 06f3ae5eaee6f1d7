//! Gives a process exclusive use of a processor, among all processes that claim processors in this
//! way.

/// A processor that this process has claimed; a claim by another process fails. Dropping the claim
/// frees the processor, and so does the end of the process.
#[derive(Debug)]
pub struct Claim {
    cpu: usize,
    _name: Option<name::Name>,
}

impl Claim {
    /// The processor.
    #[must_use]
    pub fn cpu(&self) -> usize {
        self.cpu
    }
}

/// Claims a processor. Returns `None` if this process or another process of the machine has already
/// claimed this processor.
#[must_use]
pub fn claim(cpu: usize) -> Option<Claim> {
    name::take(cpu).map(|name| Claim { cpu, _name: name })
}

#[cfg(target_os = "linux")]
mod name {
    use std::io;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    /// A socket that has a name and carries no messages. Its name is not a file: the kernel forgets
    /// it when the process that holds it ends.
    pub(super) type Name = UnixDatagram;

    /// Binds the name of a processor. Returns `None` if the name is taken, and `Some(None)` if the
    /// system has no such names.
    pub(super) fn take(cpu: usize) -> Option<Option<Name>> {
        let address = SocketAddr::from_abstract_name(format!("ludoteka-processor-{cpu}"));
        match address.and_then(|address| UnixDatagram::bind_addr(&address)) {
            Ok(name) => Some(Some(name)),
            Err(error) => (error.kind() != io::ErrorKind::AddrInUse).then_some(None),
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod name {
    /// This system does not bind programs to processors.
    #[derive(Debug)]
    pub(super) struct Name;

    pub(super) fn take(_: usize) -> Option<Option<Name>> {
        Some(None)
    }
}

#[cfg(all(target_os = "linux", test))]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_processor_is_claimed_once_at_a_time() {
        // No processor has this number.
        let cpu = 1_000_000 + std::process::id() as usize;
        let held = claim(cpu).expect("it is free");
        assert_eq!(held.cpu(), cpu);
        assert!(claim(cpu).is_none() && claim(cpu + 1).is_some());
        drop(held);
        // If another test starts a process, that process also holds the socket until it executes
        // its program.
        let start = Instant::now();
        while claim(cpu).is_none() {
            assert!(start.elapsed() < Duration::from_secs(10), "it is free again");
        }
    }
}
