//! Why a program that was waited for may not have answered: it computed, it waited, or it was
//! written for another way of talking. A hint never changes the foul.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use errors::excerpt;
use rules::{Argument, Message, message};
use sandbox::Clock;

use crate::foul_words;

/// What a program that did not answer in time seems to have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// The program is written for this, as the word in it shows.
    OtherFormat { format: Format, word: String },
    /// It computed for most of its time.
    Computed,
    /// It had not read all of its input, and did not compute.
    Unread,
    /// It had read this many lines, and slept. It has answered before, so no buffer held the
    /// answer.
    Waited { lines: usize },
    /// The same, but nothing has ever come from it.
    Silent { lines: usize },
    /// It slept, and its source has this format for `scanf`, which ends with white space: such a call
    /// reads on until something else comes.
    Scanf { format: String },
}

/// How a program talks that was written for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// It carries out the commands of the game's task.
    Task,
    Gtp,
    Gomocup,
    Uci,
    Botzone,
}

impl From<Format> for Argument {
    fn from(format: Format) -> Argument {
        match format {
            Format::Task => message!(foul_words::WORDS, "format-task").into(),
            Format::Gtp => "GTP".into(),
            Format::Gomocup => message!(foul_words::WORDS, "format-gomocup").into(),
            Format::Uci => "UCI".into(),
            Format::Botzone => message!(foul_words::WORDS, "format-botzone").into(),
        }
    }
}

/// Words that a program has in quotation marks only if it talks in this way. All words of a row
/// must be there.
const WORDS: [(Format, &[&str]); 4] = [
    (Format::Uci, &["uciok"]),
    (Format::Gtp, &["genmove", "boardsize"]),
    (Format::Gomocup, &["BEGIN", "TURN"]),
    (Format::Botzone, &["requests"]),
];

/// A program is searched up to this size, in bytes.
const LARGEST: u64 = 4 << 20;

/// A folder with more files is searched in part.
const MOST_FILES: usize = 64;

/// The file, or the files below a folder. Links are not followed.
pub(super) fn files_of(home: &Path) -> Vec<PathBuf> {
    let (mut open, mut files) = (vec![home.to_path_buf()], Vec::new());
    while let Some(path) = open.pop().filter(|_| files.len() < MOST_FILES) {
        match path.symlink_metadata().map(|found| found.file_type()) {
            Ok(kind) if kind.is_file() => files.push(path),
            Ok(kind) if kind.is_dir() => {
                let entries = path.read_dir().into_iter().flatten().flatten();
                open.extend(entries.take(MOST_FILES).map(|entry| entry.path()));
            }
            _ => {}
        }
    }
    files
}

/// The other format that one of these files, a source or a program, is written for. `commands` are
/// those of the game's task.
pub(super) fn other_format<'a>(
    files: impl IntoIterator<Item = &'a Path>,
    commands: &[&str],
) -> Option<Hint> {
    files.into_iter().find_map(|path| of_bytes(&beginning(path)?, commands))
}

/// The beginning of a plain file. Opening a pipe would wait.
fn beginning(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    path.is_file().then(|| File::open(path).ok())??.take(LARGEST).read_to_end(&mut bytes).ok();
    Some(bytes)
}

/// A format that lets `scanf` wait for more than it needs, in one of these files.
pub(super) fn waiting_scanf(sources: &[PathBuf]) -> Option<Hint> {
    sources.iter().find_map(|path| {
        let format = scanf_format(&String::from_utf8_lossy(&beginning(path)?));
        format.map(|format| Hint::Scanf { format })
    })
}

fn scanf_format(source: &str) -> Option<String> {
    let calls =
        source.split("scanf(").skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
    let mut formats = calls.filter_map(|rest| Some(rest.split_once('"')?.0));
    let format = formats.find(|format| format.ends_with("\\n") || format.ends_with(' '))?;
    Some(excerpt::in_a_line(format))
}

fn of_bytes(bytes: &[u8], commands: &[&str]) -> Option<Hint> {
    let quoted = quoted(bytes);
    let has = |word: &&str| quoted.contains(word.as_bytes());
    let hint = |format, word: &str| Hint::OtherFormat { format, word: word.to_string() };
    let command = commands.iter().find(|word| has(word)).map(|word| hint(Format::Task, word));
    command.or_else(|| {
        let (format, words) = WORDS.iter().find(|(_, words)| words.iter().all(&has))?;
        Some(hint(*format, words[0]))
    })
}

/// What the text has in quotation marks, or as a whole constant of a compiled program. It is read
/// once for all words, since a program may be large.
fn quoted(text: &[u8]) -> HashSet<&[u8]> {
    let is_end = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`' | 0);
    let ends = text.iter().position(is_end).zip(text.iter().rposition(is_end));
    let inner = ends.and_then(|(first, last)| text.get(first + 1..last)).unwrap_or_default();
    inner.split(is_end).filter(|part| !part.is_empty()).collect()
}

/// What a silent program did in the time of its last question, of which it left `unread` bytes.
pub(super) fn of_time(clock: Clock, unread: usize, lines: usize, has_answered: bool) -> Hint {
    match () {
        // A program that waits takes hardly any processor time. One that computes gets at least
        // half of the time charged to it.
        () if clock.cpu * 2 >= clock.charged() && !clock.cpu.is_zero() => Hint::Computed,
        () if unread > 0 => Hint::Unread,
        () if has_answered => Hint::Waited { lines },
        () => Hint::Silent { lines },
    }
}

impl Hint {
    /// The hint in words.
    pub(super) fn message(self) -> Message {
        match self {
            Hint::OtherFormat { format, word } => {
                message!(foul_words::WORDS, "hint-other-format", word = word, what = format)
            }
            Hint::Computed => message!(foul_words::WORDS, "hint-computed"),
            Hint::Unread => message!(foul_words::WORDS, "hint-unread"),
            Hint::Waited { lines } => message!(foul_words::WORDS, "hint-waited", line = lines),
            Hint::Silent { lines } => message!(foul_words::WORDS, "hint-silent", line = lines),
            Hint::Scanf { format } => message!(foul_words::WORDS, "hint-scanf", format = format),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_program_of_another_format_is_known_by_whole_words_in_quotation_marks() {
        let format = |source: &str| match of_bytes(source.as_bytes(), &["SOLVE_IT"]) {
            Some(Hint::OtherFormat { format, .. }) => Some(format),
            _ => None,
        };
        assert_eq!(format("strcmp(w, \"SOLVE_IT\")"), Some(Format::Task));
        assert_eq!(format("x\0SOLVE_IT\0y"), Some(Format::Task));
        assert_eq!(format("'BEGIN' and 'TURN'"), Some(Format::Gomocup));
        assert_eq!(format("\"uciok\""), Some(Format::Uci));
        assert_eq!(format("[\"requests\"] [\"responses\"]"), Some(Format::Botzone));
        for none in ["// SOLVE_IT", "\"SOLVE_IT_NOT\"", "\"BEGIN\"", "int TURN;", ""] {
            assert_eq!(format(none), None, "{none}");
        }
    }

    #[test]
    fn a_format_that_waits_for_more_is_found() {
        for (source, format) in [
            (r#"scanf("%d\n", &x)"#, Some(r"%d\n")),
            (r#"scanf ("%d"); fscanf( "%d ", &x)"#, Some("%d ")),
            (r#"scanf("%d", &x); printf("%d\n", x);"#, None),
            (r#"scanf(" %c%d", &x)"#, None),
            ("scanf(", None),
        ] {
            assert_eq!(scanf_format(source).as_deref(), format, "{source}");
        }
    }

    #[test]
    fn a_folder_is_searched_below_and_links_are_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let (bot, main) = (folder.path().join("bot"), folder.path().join("bot/main.py"));
        std::fs::create_dir(&bot).expect("a folder");
        std::fs::write(&main, "print(\"uciok\")").expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/passwd", bot.join("passwd")).expect("a link");
        let only = std::slice::from_ref(&main);
        assert_eq!(files_of(folder.path()), only);
        assert_eq!(files_of(&main), only);
        assert!(other_format(files_of(&bot).iter().map(|path| &**path), &[]).is_some());
    }

    #[test]
    fn who_computed_is_told_from_who_waited() {
        let ms = Duration::from_millis;
        let clock = |wall, cpu, waited| Clock { wall: ms(wall), cpu: ms(cpu), waited: ms(waited) };
        let of = |clock, unread, has_answered| of_time(clock, unread, 2, has_answered);
        assert_eq!(of(clock(1000, 990, 0), 0, false), Hint::Computed);
        assert_eq!(of(clock(9000, 900, 8000), 7, true), Hint::Computed);
        assert_eq!(of(clock(1000, 2, 0), 7, false), Hint::Unread);
        assert_eq!(of(clock(1000, 2, 0), 0, true), Hint::Waited { lines: 2 });
        assert_eq!(of(clock(1000, 2, 0), 0, false), Hint::Silent { lines: 2 });
        assert_eq!(of(Clock::default(), 0, false), Hint::Silent { lines: 2 });
    }
}
