//! What tables call a program. Its author chooses the name, and no name may stop a final.

use errors::excerpt::is_invisible;
use submission::{Entry, Header, Language, is_address};

/// The longest name of a participant, in characters.
pub(crate) const LONGEST_NAME: usize = 40;
/// What a program is called whose own name cannot stand in a table.
const NAMELESS: &str = "program";

/// The name in the source's header, else that of the file or folder.
pub(crate) fn of_entry(entry: &Entry) -> String {
    let main = entry.bundle.as_ref().filter(|_| entry.language != Language::Executable);
    let header = main.and_then(|bundle| Header::read(bundle.main()).name);
    let header = header.map(|name| shown(&name)).filter(|name| name != NAMELESS);
    header.unwrap_or_else(|| entry.name.clone())
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
    use super::*;
    use submission::{Languages, find_uploaded};

    fn uploaded(name: &str, source: &str) -> String {
        let files = vec![(name.to_string(), source.as_bytes().to_vec())];
        let found = find_uploaded(files, &Languages::default()).expect("one program");
        of_entry(&found.entries[0])
    }

    #[test]
    fn the_header_names_a_program_else_its_file_does() {
        assert_eq!(uploaded("player.py", "# Program: noe\nprint(1)\n"), "noe");
        assert_eq!(uploaded("player.c", "/* Nume program : arca.c */\nint main(){}"), "arca");
        assert_eq!(uploaded("player.py", "print(1)\n"), "player.py");
        assert_eq!(uploaded("player.py", "# Program: a@b.org\nprint(1)\n"), "player.py");
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
