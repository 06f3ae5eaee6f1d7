//! Whether the log beside a file of SQLite's is whole. SQLite itself takes what stands before the first damaged frame and passes over
//! the rest in silence, since it cannot tell a damaged log from one whose end was not written (`sqlite.org/fileformat2.html#walformat`).

use std::fs;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::address::Address;
use super::remains::{FRAME_HEADER, LOG_HEADER, open_log};
use super::trouble::damage;
use crate::Refused;

/// The first bytes of a log, but for the lowest bit, which says how its checksums are made.
const MAGIC: u32 = 0x377F_0682;
/// Somebody may be writing what is read: then it is another place that seems damaged a moment later, or none.
const MOMENT: Duration = Duration::from_millis(100);

/// That the log beside the file of a store is whole: it has to be looked at before SQLite opens it, which then goes on without what it
/// did not take. A server sees to its own.
///
/// # Errors
/// What is damaged.
pub(super) fn check_log(address: &Address) -> Result<(), Refused> {
    let Some(path) = &address.real_path() else { return Ok(()) };
    let Some(found) = flaw(path) else { return Ok(()) };
    thread::sleep(MOMENT);
    if flaw(path).as_ref() == Some(&found) { Err(damage(&found, address)) } else { Ok(()) }
}

/// What is wrong, if anything. A log that cannot be read is SQLite's to complain of.
fn flaw(store: &Path) -> Option<String> {
    let log = open_log(store)?;
    let mut log = BufReader::with_capacity(1 << 16, log);
    let header: [u8; LOG_HEADER] = read(&mut log).ok()?;
    let is_empty = fs::metadata(store).is_ok_and(|its| its.len() == 0);
    let Some(header) = Header::of(&header) else {
        let has_frames = read::<FRAME_HEADER>(&mut log).is_ok();
        return has_frames.then(|| "its log (-wal) does not begin as one".to_string());
    };
    let frames = Frames::of(&header, log);
    match frames.damaged {
        Some(frame) => Some(format!("frame {} of its log (-wal), of {}, is damaged", frame + 1, frames.last)),
        None if is_empty && frames.last > 0 => {
            Some(format!("it is empty, and its log (-wal) has {} frames", frames.last))
        }
        None => None,
    }
}

/// What stands at the beginning of a log.
struct Header {
    is_big_endian: bool,
    page: usize,
    /// What tells its frames from those of before, which lie behind them.
    salts: [u8; 8],
    sum: [u32; 2],
}

impl Header {
    fn of(bytes: &[u8; LOG_HEADER]) -> Option<Header> {
        let number = |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let is_big_endian = number(0) & 1 == 1;
        let page = number(8) as usize;
        let sum = add([0; 2], &bytes[..24], is_big_endian);
        let is_whole = number(0) & !1 == MAGIC && sum == [number(24), number(28)];
        let is_page = page.is_power_of_two() && (512..=1 << 16).contains(&page);
        let salts = bytes[16..24].try_into().ok()?;
        (is_whole && is_page).then_some(Header { is_big_endian, page, salts, sum })
    }
}

/// The frames of a log.
struct Frames {
    /// How many there are up to the last that ends a transaction.
    last: usize,
    /// The first of them that is damaged.
    damaged: Option<usize>,
}

impl Frames {
    fn of(header: &Header, mut log: impl Read) -> Frames {
        let Header { is_big_endian, page, salts, mut sum } = *header;
        let (mut last, mut broken) = (0, None);
        let mut bytes = vec![0; page];
        for frame in 0.. {
            let Ok(head) = read::<FRAME_HEADER>(&mut log) else { break };
            if log.read_exact(&mut bytes).is_err() {
                break;
            }
            let is_of_this_log = head[8..16] == salts;
            sum = add(add(sum, &head[..8], is_big_endian), &bytes, is_big_endian);
            let said = [16, 20].map(|at| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
            if broken.is_none() && !(is_of_this_log && said == sum) {
                broken = Some(frame);
            }
            // How many pages the file has then; in other frames nothing.
            let ends_transaction = head[4..8] != [0; 4];
            if is_of_this_log && ends_transaction {
                last = frame + 1;
            }
        }
        Frames { last, damaged: broken.filter(|&frame| frame < last) }
    }
}

/// The sum after these bytes too, of which there are a multiple of eight.
fn add([mut first, mut second]: [u32; 2], bytes: &[u8], is_big_endian: bool) -> [u32; 2] {
    let number = |bytes: &[u8]| {
        let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
        if is_big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
    };
    for pair in bytes.chunks_exact(8) {
        first = first.wrapping_add(number(&pair[..4])).wrapping_add(second);
        second = second.wrapping_add(number(&pair[4..])).wrapping_add(first);
    }
    [first, second]
}

fn read<const COUNT: usize>(log: &mut impl Read) -> io::Result<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    log.read_exact(&mut bytes).map(|()| bytes)
}

#[cfg(test)]
mod tests {
    use super::super::remains::log_of;
    use super::super::{Access, Store, init};
    use super::*;

    /// A store that is open, so that it has a log, and what is written into it is there.
    fn open(folder: &Path) -> (Address, Store) {
        let address = Address::file(folder.join("store"));
        init(&address, None).expect("a new store");
        let mut store = Store::open(&address, Access::Write).expect("it opens");
        for file in 0..9 {
            store.put_file(&[file; 9000]).expect("there is room");
        }
        (address, store)
    }

    #[test]
    fn a_log_is_whole_until_a_bit_of_what_was_committed_changes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (address, _store) = open(folder.path());
        check_log(&address).expect("nothing has happened to it");
        let store = address.path().expect("a file");
        let path = log_of(store);
        let whole = fs::read(&path).expect("a log");
        // The last bytes are of the last transaction's end.
        for at in (0..whole.len() - 4096 - FRAME_HEADER).step_by(499) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, damaged).expect("it can be written");
            let found = flaw(store).expect("it is damaged");
            assert!(found.contains("its log (-wal)"), "{at}: {found}");
        }
        assert!(check_log(&address).is_err_and(|refused| refused.is_damage()));
        // Its end was not written.
        for length in [whole.len() - 1, whole.len() - 4096, LOG_HEADER + 5, LOG_HEADER, 3, 0] {
            fs::write(&path, &whole[..length]).expect("it can be written");
            check_log(&address).expect("a power failure may leave it so");
        }
        fs::write(&path, &whole).expect("it can be written");
    }

    #[test]
    fn frames_of_before_are_none_of_the_log() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (address, mut store) = open(folder.path());
        let begin_anew = "PRAGMA wal_checkpoint(RESTART)";
        store
            .link
            .work(async |connection| sqlx::raw_sql(begin_anew).execute(connection).await.map(drop))
            .expect("done");
        store.put_file(b"one more").expect("there is room");
        check_log(&address).expect("what stands behind the new frames is of before");
    }

    #[test]
    fn an_empty_file_beside_its_log_is_damaged() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (address, _store) = open(folder.path());
        let path = folder.path().join("other");
        fs::write(&path, "").expect("it can be written");
        fs::copy(log_of(address.path().expect("a file")), log_of(&path)).expect("it can be copied");
        let refused = check_log(&Address::file(path)).expect_err("it is damaged");
        assert!(refused.to_string().contains("it is empty, and its log (-wal) has"), "{refused}");
    }
}
