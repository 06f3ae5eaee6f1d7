//! Names of files: how results show them, how they are sorted, and which of the files come from an
//! editor or a system.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::path::Path;

/// The form of a file's name in all results. If a name begins with one of these characters, a
/// spreadsheet would read the name as a formula.
pub fn plain(name: String) -> String {
    if name.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("./{name}") } else { name }
}

/// Whether a file with this name comes from an editor or a system, and not from a person. Editors
/// and systems create hidden files. macOS adds a folder to each archive, with a file of metadata
/// for each source.
pub fn is_left_behind(name: &str) -> bool {
    name.starts_with('.') || name == "__MACOSX"
}

/// The key of the reason why a folder of a tool is left out.
pub(crate) const OF_A_TOOL: &str = "of-tool";

/// Whether a folder of this name comes from a tool: a build, an environment, or the libraries of a
/// package manager. It may hold thousands of sources that the student has not written.
pub(crate) fn is_of_a_tool(folder: &str) -> bool {
    const FOLDERS: [&str; 6] =
        ["__pycache__", "build", "node_modules", "site-packages", "target", "venv"];
    let folder = folder.to_ascii_lowercase();
    FOLDERS.contains(&folder.as_str()) || folder.starts_with("cmake-build-")
}

/// Whether a folder of this name holds what editors and compilers make from sources, or what lies
/// beside a program. Some students have their program in such a folder, and no other.
pub(crate) fn is_of_leavings(folder: &str) -> bool {
    const FOLDERS: [&str; 10] =
        ["bin", "debug", "doc", "docs", "lib", "obj", "out", "release", "x64", "x86"];
    FOLDERS.iter().any(|known| folder.eq_ignore_ascii_case(known))
}

/// Whether a folder of this name holds tests. Their programs are not the student's program.
pub(crate) fn is_of_tests(folder: &str) -> bool {
    ["test", "tests"].iter().any(|known| folder.eq_ignore_ascii_case(known))
}

/// The first folder on the way to this folder, or the folder itself, that satisfies `is_one`.
pub(crate) fn folder_on(folder: &Path, is_one: fn(&str) -> bool) -> Option<&Path> {
    let name = |folder: &&Path| folder.file_name().is_some_and(|n| is_one(&n.to_string_lossy()));
    folder.ancestors().filter(name).last()
}

/// Compares two names. Runs of digits are compared as numbers. A letter with a diacritic is
/// compared as if it were the plain letter. Everything else is compared as bytes.
///
/// Names that differ only in diacritics or leading zeros are not equal, so this is a total order.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (plain_a, plain_b) = (without_marks(a), without_marks(b));
    let (mut left, mut right) = (plain_a.as_bytes(), plain_b.as_bytes());
    while let (Some(&l), Some(&r)) = (left.first(), right.first()) {
        let order = if l.is_ascii_digit() && r.is_ascii_digit() {
            number(&mut left).cmp(&number(&mut right))
        } else {
            left = &left[1..];
            right = &right[1..];
            l.cmp(&r)
        };
        if order.is_ne() {
            return order;
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// Letters of European names, and the plain letters with which they are sorted.
const MARKED: [(char, &str); 37] = [
    ('A', "ÀÁÂÃÄÅĀĂĄÆ"),
    ('C', "ÇĆĈĊČ"),
    ('D', "ĎĐÐ"),
    ('E', "ÈÉÊËĒĖĘĚ"),
    ('G', "ĜĞĠĢ"),
    ('H', "ĤĦ"),
    ('I', "ÌÍÎÏĨĪĮİ"),
    ('J', "Ĵ"),
    ('K', "Ķ"),
    ('L', "ĹĻĽĿŁ"),
    ('N', "ÑŃŅŇ"),
    ('O', "ÒÓÔÕÖØŌŐŒ"),
    ('R', "ŔŖŘ"),
    ('S', "ŚŜŞŠȘẞ"),
    ('T', "ŢŤŦȚÞ"),
    ('U', "ÙÚÛÜŨŪŬŮŰŲ"),
    ('W', "Ŵ"),
    ('Y', "ÝŶŸ"),
    ('Z', "ŹŻŽ"),
    ('a', "àáâãäåāăąæ"),
    ('c', "çćĉċč"),
    ('d', "ďđð"),
    ('e', "èéêëēėęě"),
    ('g', "ĝğġģ"),
    ('h', "ĥħ"),
    ('i', "ìíîïĩīįı"),
    ('j', "ĵ"),
    ('k', "ķ"),
    ('l', "ĺļľŀł"),
    ('n', "ñńņň"),
    ('o', "òóôõöøōőœ"),
    ('r', "ŕŗř"),
    ('s', "śŝşšșß"),
    ('t', "ţťŧțþ"),
    ('u', "ùúûüũūŭůűų"),
    ('y', "ýŷÿ"),
    ('z', "źżž"),
];

/// A name without the diacritics of its letters. macOS writes a diacritic as a separate character.
pub fn without_marks(name: &str) -> Cow<'_, str> {
    if name.is_ascii() {
        return Cow::Borrowed(name);
    }
    let plain = |c: char| {
        MARKED
            .iter()
            .find(|(_, marked)| !c.is_ascii() && marked.contains(c))
            .map_or(c, |(plain, _)| *plain)
    };
    name.chars().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).map(plain).collect()
}

/// Takes the digits at the start of a text. Returns the number of digits and the digits, without
/// leading zeros. Two numbers are compared by their lengths and then by their digits, so a number
/// can have any size.
fn number<'a>(text: &mut &'a [u8]) -> (usize, &'a [u8]) {
    let zeros = text.iter().take_while(|&&b| b == b'0').count();
    let rest = &text[zeros..];
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    *text = &rest[digits..];
    (digits, &rest[..digits])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_as_numbers() {
        let sorted = [
            "1.in",
            "01.in",
            "2.in",
            "10.in",
            "99999999999999999999999.in",
            "a2b1",
            "a2b10",
            "a10",
            "b",
        ];
        let mut names = sorted;
        names.reverse();
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names[2..], sorted[2..]);
        assert_eq!(names[..2], ["01.in", "1.in"], "equal numbers compare by their bytes");
    }

    #[test]
    fn names_lie_where_people_look_for_them() {
        let sorted = [
            "Anna",
            "Ela",
            "Émile",
            "Ewa",
            "Lis",
            "Łukasz",
            "Maja",
            "Śliwa",
            "Sowa",
            "S\u{326}tefan",
            "Z\u{307}ak",
            "Zofia",
            "Żuk",
            "Петр",
        ];
        let mut names = sorted;
        names.reverse();
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, sorted);
        assert!(natural_order("Zaba", "Żaba").is_lt() && natural_order("Żaba", "Zac").is_lt());
    }
}
