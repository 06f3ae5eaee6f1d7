//! A row in a page of a table, as SQLite lays it out.

use super::pages::Pages;

/// A value in a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Integer(i64),
    Real,
    Text(Vec<u8>),
    Blob(Vec<u8>),
}

/// The first byte of a page that has rows of a table in it.
const LEAF: u8 = 0x0D;
/// Before the places of a leaf's cells.
const LEAF_HEADER: usize = 8;

/// Where the cells of a page begin, if it is one with rows of a table. Any of them may be nonsense.
pub(super) fn cells(page: &[u8]) -> Vec<u16> {
    if page.first() != Some(&LEAF) {
        return Vec::new();
    }
    let count = usize::from(u16::from_be_bytes([page[3], page[4]]));
    let places = page[LEAF_HEADER..].chunks_exact(2).take(count);
    places.map(|place| u16::from_be_bytes([place[0], place[1]])).collect()
}

/// The number and the values of the row whose cell begins here. What does not fit into the page is on others, as the log has them or,
/// if it is not to be heeded, the file.
/// `more` is how many of those may be read.
pub(super) fn row(pages: &Pages, page: &[u8], cell: u16, heed_log: bool, more: &mut u64) -> Option<(i64, Vec<Value>)> {
    let mut rest = page.get(usize::from(cell)..)?;
    let length = usize::try_from(varint(&mut rest)?).ok()?;
    let number = varint(&mut rest)?;
    let payload = payload(pages, rest, length, heed_log, more)?;
    Some((number, values(&payload)?))
}

/// So many bytes, of which the first are here.
fn payload(pages: &Pages, here: &[u8], length: usize, heed_log: bool, more: &mut u64) -> Option<Vec<u8>> {
    if length as u64 / pages.size as u64 > pages.count() {
        return None;
    }
    let local = local(length, pages.size);
    let mut payload = here.get(..local)?.to_vec();
    let mut next = here.get(local..).filter(|_| local < length).map_or(Some(0), number)?;
    // Each of these pages makes it longer, so that a circle of them comes to an end.
    while payload.len() < length {
        *more = more.checked_sub(1)?;
        let page = pages.read(pages.numbered(next, heed_log)?)?;
        next = number(&page)?;
        payload.extend(page[4..].iter().take(length - payload.len()));
    }
    Some(payload)
}

fn number(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|bytes| u32::from_be_bytes(*bytes))
}

/// How many bytes of a row of this length stand in the page itself (`sqlite.org/fileformat2.html`, "B-tree Cell Format").
fn local(length: usize, usable: usize) -> usize {
    let most = usable - 35;
    if length <= most {
        return length;
    }
    let least = (usable - 12) * 32 / 255 - 23;
    let fitting = least + (length - least) % (usable - 4);
    if fitting <= most { fitting } else { least }
}

/// The values behind the list of their types.
fn values(payload: &[u8]) -> Option<Vec<Value>> {
    let mut rest = payload;
    let length = usize::try_from(varint(&mut rest)?).ok()?;
    let mut types = payload.get(payload.len() - rest.len()..length)?;
    let mut body = &payload[length..];
    let mut values = Vec::new();
    while !types.is_empty() {
        values.push(value(varint(&mut types)?, &mut body)?);
    }
    Some(values)
}

fn value(kind: i64, body: &mut &[u8]) -> Option<Value> {
    Some(match kind {
        0 => Value::Null,
        1..=4 => integer(body.split_off(..kind as usize)?),
        5 => integer(body.split_off(..6)?),
        6 => integer(body.split_off(..8)?),
        7 => body.split_off(..8).map(|_| Value::Real)?,
        8 | 9 => Value::Integer(kind - 8),
        12.. => {
            let bytes = body.split_off(..usize::try_from((kind - 12) / 2).ok()?)?.to_vec();
            if kind % 2 == 0 { Value::Blob(bytes) } else { Value::Text(bytes) }
        }
        _ => return None,
    })
}

/// With its sign, the highest byte first.
fn integer(bytes: &[u8]) -> Value {
    let sign = if bytes[0] >= 0x80 { -1 } else { 0 };
    Value::Integer(bytes.iter().fold(sign, |number, &byte| number << 8 | i64::from(byte)))
}

/// Up to nine bytes: seven bits of each but the ninth, which counts whole, and one that says whether there are more.
fn varint(bytes: &mut &[u8]) -> Option<i64> {
    let mut number = 0;
    for place in 0..9 {
        let byte = *bytes.split_off_first()?;
        if place == 8 {
            return Some(number << 8 | i64::from(byte));
        }
        number = number << 7 | i64::from(byte & 0x7F);
        if byte < 0x80 {
            return Some(number);
        }
    }
    unreachable!("the ninth is the last")
}
