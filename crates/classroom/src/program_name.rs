//! What tables call a program. Its author chooses the name, and no name may stop a final.

use errors::excerpt::is_invisible;
use rules::random::hash_words;
use submission::{Entry, Header, Language, is_address};

/// The longest name of a participant, in characters.
pub(crate) const LONGEST_NAME: usize = 40;
/// What a program is called whose own name cannot stand in a table.
const NAMELESS: &str = "program";

/// The name in the source's header, else that of the file or folder; and whether it is the header's.
pub(crate) fn of_entry(entry: &Entry) -> (String, bool) {
    let main = entry.bundle.as_ref().filter(|_| entry.language != Language::Executable);
    let header = main.and_then(|bundle| Header::read(bundle.main()).name);
    let header = header.map(|name| shown(&name)).filter(|name| name != NAMELESS);
    header.map_or_else(|| (entry.name.clone(), false), |name| (name, true))
}

/// A name for somebody's program that no source names, since the name of a file may be that of its
/// author. It tells nothing of the person, whose id is drawn at random.
pub(crate) fn drawn(person: &str, contest: &str) -> String {
    let seed =
        contest.bytes().chain(person.bytes()).fold(0, |seed, byte| hash_words([seed, byte.into()]));
    format!("{NAMELESS} {}", 100 + seed % 900)
}

/// A name as a tournament's file takes it: in one line, seen, short, and no e-mail address.
pub(crate) fn shown(name: &str) -> String {
    let name: String = name.chars().filter(|&c| c.is_whitespace() || !is_invisible(c)).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = name.chars().take(LONGEST_NAME).collect();
    let is_refused = cut.is_empty() || is_address(&name) || is_address(&cut);
    if is_refused { NAMELESS.to_string() } else { cut.trim_end().to_string() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use submission::{Languages, find_uploaded};

    fn uploaded(name: &str, source: &str) -> (String, bool) {
        let files = vec![(name.to_string(), source.as_bytes().to_vec())];
        let found = find_uploaded(files, &Languages::default()).expect("one program");
        of_entry(&found.entries[0])
    }

    #[test]
    fn the_header_names_a_program_else_its_file_does() {
        for (file, source, name, is_named) in [
            ("player.py", "# Program: noe\nprint(1)\n", "noe", true),
            ("player.c", "/* Nume program : arca.c */\nint main(){}", "arca", true),
            ("player.py", "print(1)\n", "player.py", false),
            ("player.py", "# Program: a@b.org\nprint(1)\n", "player.py", false),
        ] {
            assert_eq!(uploaded(file, source), (name.to_string(), is_named), "{source}");
        }
    }

    #[test]
    fn a_drawn_name_stays_and_differs_between_contests() {
        let names: Vec<String> = (0..60).map(|person| drawn(&person.to_string(), "cup")).collect();
        assert_eq!(drawn("7", "cup"), names[7]);
        assert_ne!(drawn("7", "other"), names[7]);
        assert!(names.iter().collect::<BTreeSet<_>>().len() > 50);
    }

    #[test]
    fn no_name_is_refused_by_a_tournament() {
        assert_eq!(shown("ada@example.org.py"), NAMELESS);
        assert_eq!(shown(" a\u{200b}b\u{202e}\u{a0} \t c "), "ab c");
        assert_eq!(shown("\u{200b}\n"), NAMELESS);
        let long = format!("{} x", "ż".repeat(39));
        assert_eq!(shown(&long), "ż".repeat(39), "cut before the blank");
    }
}
