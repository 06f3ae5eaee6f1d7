//! Processors that are one process's alone, as far as processes know that keep their programs to one.

/// A processor to which no other process keeps its programs that asks before. It is free again when this is dropped, or the process
/// ends in whatever way.
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

/// Claims a processor; `None` where another process of this machine has done so, or this one itself.
#[must_use]
pub fn claim(cpu: usize) -> Option<Claim> {
    name::take(cpu).map(|name| Claim { cpu, _name: name })
}

#[cfg(target_os = "linux")]
mod name {
    use std::io;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    /// A socket to which nobody sends anything. It stands in no folder: the kernel forgets its name with the process that holds it.
    pub(super) type Name = UnixDatagram;

    /// None where somebody has the name; a name of nothing where the machine has no such names.
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
    /// Nothing is kept to a processor on this system.
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
        // Nobody has one of this number.
        let cpu = 1_000_000 + std::process::id() as usize;
        let held = claim(cpu).expect("it is free");
        assert_eq!(held.cpu(), cpu);
        assert!(claim(cpu).is_none() && claim(cpu + 1).is_some());
        drop(held);
        // A program that another test starts has its name too, until it is executed.
        let start = Instant::now();
        while claim(cpu).is_none() {
            assert!(start.elapsed() < Duration::from_secs(10), "it is free again");
        }
    }
}
