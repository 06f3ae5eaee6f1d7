//! The messages between the spawner and its clients: each packet holds one message, which consists
//! of numbers and bytes in a fixed order.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::{Level, Profile, Total, Totals};

/// A job as the spawner gets it: paths are absolute and the level is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Request {
    pub(crate) level: u8,
    pub(crate) profile: u8,
    pub(crate) memory: u64,
    pub(crate) stack: u64,
    pub(crate) cpu_seconds: u64,
    pub(crate) files: u64,
    pub(crate) file_size: u64,
    pub(crate) totals: Totals,
    pub(crate) program: PathBuf,
    pub(crate) directory: PathBuf,
    /// The program's name and its arguments.
    pub(crate) arguments: Vec<Vec<u8>>,
    /// Each entry has the form `NAME=value`.
    pub(crate) environment: Vec<Vec<u8>>,
    pub(crate) readable: Vec<PathBuf>,
    pub(crate) writable: Vec<PathBuf>,
}

/// A message from the spawner about a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Report {
    /// The program runs; a descriptor of its process comes with the message.
    Started { pid: u64 },
    /// The program could not be started: the step that failed, and the system's error number.
    Failed { step: String, errno: u64 },
    /// The program has ended, and so have all processes that it started.
    Ended(End),
}

/// How a program ended, and the kernel's measurements of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct End {
    pub(crate) status: u64,
    pub(crate) cpu_us: u64,
    pub(crate) waited_ns: u64,
    pub(crate) peak_kib: u64,
    /// The peak memory of all processes of the program together; 0 if it is not counted.
    pub(crate) group_peak_kib: u64,
    /// Whether a single request for memory exceeded the limit and was refused, or the program was
    /// killed because it used too much memory.
    pub(crate) memory_refused: bool,
    /// The total that was exceeded, if any.
    pub(crate) total: Option<Total>,
    /// The name of the forbidden call for which the program was killed; empty if there was none.
    pub(crate) denied: String,
    /// The last file or folder that the program was not allowed to read; empty if there was none.
    /// The attempt did not end the program.
    pub(crate) refused: String,
}

/// The message that asks the spawner to kill a program. Any other content would have the same
/// effect.
pub(crate) const KILL: &[u8] = b"kill";

impl Request {
    /// A job whose program is never executed.
    pub(crate) fn harmless(level: Level) -> Request {
        Request {
            level: level.number(),
            profile: Profile::Native as u8,
            memory: 256 << 20,
            stack: 8 << 20,
            cpu_seconds: 1,
            files: 64,
            file_size: 0,
            totals: Totals::default(),
            program: "/proc/self/exe".into(),
            directory: "/".into(),
            arguments: Vec::new(),
            environment: Vec::new(),
            readable: Vec::new(),
            writable: Vec::new(),
        }
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Packet::default();
        let numbers = [u64::from(self.level), u64::from(self.profile), self.memory, self.stack];
        numbers.into_iter().for_each(|number| out.number(number));
        let Totals { processes, memory, files, disk } = self.totals;
        [self.cpu_seconds, self.files, self.file_size, processes, memory, files, disk]
            .into_iter()
            .for_each(|number| out.number(number));
        out.bytes(self.program.as_os_str().as_bytes());
        out.bytes(self.directory.as_os_str().as_bytes());
        out.list(self.arguments.iter().map(Vec::as_slice));
        out.list(self.environment.iter().map(Vec::as_slice));
        out.list(self.readable.iter().map(|path| path.as_os_str().as_bytes()));
        out.list(self.writable.iter().map(|path| path.as_os_str().as_bytes()));
        out.0
    }

    pub(crate) fn decode(bytes: &[u8]) -> io::Result<Request> {
        let mut from = Reader(bytes);
        let path = |bytes: Vec<u8>| Path::new(OsStr::from_bytes(&bytes)).to_path_buf();
        Ok(Request {
            level: from.number()? as u8,
            profile: from.number()? as u8,
            memory: from.number()?,
            stack: from.number()?,
            cpu_seconds: from.number()?,
            files: from.number()?,
            file_size: from.number()?,
            totals: Totals {
                processes: from.number()?,
                memory: from.number()?,
                files: from.number()?,
                disk: from.number()?,
            },
            program: path(from.bytes()?),
            directory: path(from.bytes()?),
            arguments: from.list()?,
            environment: from.list()?,
            readable: from.list()?.into_iter().map(path).collect(),
            writable: from.list()?.into_iter().map(path).collect(),
        })
    }
}

impl Report {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Packet::default();
        match self {
            Report::Started { pid } => [0, *pid].into_iter().for_each(|number| out.number(number)),
            Report::Failed { step, errno } => {
                out.number(1);
                out.bytes(step.as_bytes());
                out.number(*errno);
            }
            Report::Ended(end) => {
                let counted = [end.cpu_us, end.waited_ns, end.peak_kib, end.group_peak_kib];
                let numbers = [2, end.status]
                    .into_iter()
                    .chain(counted)
                    .chain([u64::from(end.memory_refused), number_of(end.total)]);
                numbers.for_each(|number| out.number(number));
                out.bytes(end.denied.as_bytes());
                out.bytes(end.refused.as_bytes());
            }
        }
        out.0
    }

    pub(crate) fn decode(bytes: &[u8]) -> io::Result<Report> {
        let mut from = Reader(bytes);
        match from.number()? {
            0 => Ok(Report::Started { pid: from.number()? }),
            1 => Ok(Report::Failed { step: from.text()?, errno: from.number()? }),
            2 => Ok(Report::Ended(End {
                status: from.number()?,
                cpu_us: from.number()?,
                waited_ns: from.number()?,
                peak_kib: from.number()?,
                group_peak_kib: from.number()?,
                memory_refused: from.number()? != 0,
                total: total_of(from.number()?),
                denied: from.text()?,
                refused: from.text()?,
            })),
            _ => Err(torn()),
        }
    }
}

/// The number of a total in a message; 0 means that none was exceeded.
fn number_of(total: Option<Total>) -> u64 {
    let place = total.and_then(|total| Total::ALL.iter().position(|&known| known == total));
    place.map_or(0, |place| place as u64 + 1)
}

fn total_of(number: u64) -> Option<Total> {
    Total::ALL.get(usize::try_from(number.checked_sub(1)?).ok()?).copied()
}

/// For each level, why the machine lacks it; empty if the machine has it.
pub(crate) fn encode_levels(why_not: &[String]) -> Vec<u8> {
    let mut out = Packet::default();
    out.list(why_not.iter().map(String::as_bytes));
    out.0
}

/// Reads the levels in the form that [`encode_levels`] writes.
pub(crate) fn decode_levels(bytes: &[u8]) -> io::Result<Vec<String>> {
    let mut from = Reader(bytes);
    (0..from.number()?).map(|_| from.text()).collect()
}

/// A packet being written.
#[derive(Default)]
struct Packet(Vec<u8>);

impl Packet {
    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn list<'a>(&mut self, items: impl ExactSizeIterator<Item = &'a [u8]>) {
        self.number(items.len() as u64);
        items.for_each(|item| self.bytes(item));
    }
}

/// The unread rest of a packet.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> io::Result<u64> {
        let (head, rest) = self.0.split_first_chunk().ok_or_else(torn)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*head))
    }

    fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let length = usize::try_from(self.number()?).map_err(|_| torn())?;
        let (head, rest) = self.0.split_at_checked(length).ok_or_else(torn)?;
        self.0 = rest;
        Ok(head.to_vec())
    }

    fn text(&mut self) -> io::Result<String> {
        String::from_utf8(self.bytes()?).map_err(|_| torn())
    }

    fn list(&mut self) -> io::Result<Vec<Vec<u8>>> {
        (0..self.number()?).map(|_| self.bytes()).collect()
    }
}

fn torn() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "a message between the sandbox's processes is malformed",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        Request {
            level: 1,
            profile: 2,
            memory: 3,
            stack: 4,
            cpu_seconds: 5,
            files: 6,
            file_size: 7,
            totals: Totals { processes: 8, memory: 9, files: 10, disk: 11 },
            program: "/a/b".into(),
            directory: "/".into(),
            arguments: vec![b"b".to_vec(), b"".to_vec(), vec![0xff]],
            environment: vec![b"A=1".to_vec()],
            readable: vec!["/r".into(), "/s".into()],
            writable: vec![],
        }
    }

    #[test]
    fn messages_arrive_as_they_were_sent() {
        assert_eq!(Request::decode(&request().encode()).expect("a request"), request());
        let end = End {
            status: 9,
            denied: "socket".into(),
            refused: "/".into(),
            memory_refused: true,
            total: Some(Total::Disk),
            ..End::default()
        };
        let failed = Report::Failed { step: "execute".into(), errno: 2 };
        for report in [Report::Started { pid: 7 }, failed, Report::Ended(end)] {
            assert_eq!(Report::decode(&report.encode()).expect("a report"), report);
        }
    }

    #[test]
    fn a_torn_message_is_an_error() {
        let whole = request().encode();
        for length in 0..whole.len() {
            assert!(Request::decode(&whole[..length]).is_err(), "{length} bytes");
        }
    }
}
