//! Conversations in files: a line of input begins with `> `, and every other line is output.
//! `{version}` stands for the program's version.

use std::path::Path;

use crate::{run_with_input, text};

/// A conversation: a command line, its input and its output.
pub(crate) struct Transcript {
    arguments: Vec<String>,
    typed: String,
    said: String,
}

impl Transcript {
    /// Reads a text that begins with a line `$ ludoteka ...`.
    pub(crate) fn read(text: &str) -> Transcript {
        let (first, rest) = text.split_once('\n').expect("a command line");
        let arguments =
            first.strip_prefix("$ ludoteka ").expect("a command line of ours").split(' ');
        let mut transcript = Transcript {
            arguments: arguments.map(str::to_string).collect(),
            typed: String::new(),
            said: String::new(),
        };
        for line in rest.lines() {
            let (to, text) = match line.strip_prefix("> ") {
                Some(typed) => (&mut transcript.typed, typed),
                None => (&mut transcript.said, line),
            };
            to.push_str(text);
            to.push('\n');
        }
        transcript
    }

    /// Checks that the command gives this output.
    pub(crate) fn check(&self) {
        let arguments: Vec<_> = self.arguments.iter().map(String::as_str).collect();
        let output = run_with_input(&arguments, &self.typed);
        assert!(output.status.success(), "{:?}", self.arguments);
        let said = self.said.replace("{version}", env!("CARGO_PKG_VERSION"));
        assert_eq!(text(&output.stdout), said, "{:?}", self.arguments);
    }
}

#[test]
fn what_is_kept_is_said_today() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/transcripts");
    let files = std::fs::read_dir(folder)
        .expect("transcripts are there")
        .map(|entry| entry.expect("an entry").path());
    let mut checked = 0;
    for path in files {
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Transcript::read(&text).check();
        checked += 1;
    }
    assert!(checked >= 5, "there is a conversation for each of the five games");
}
