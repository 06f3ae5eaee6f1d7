//! The README shows what the commands print today.

use std::path::Path;

use crate::printed_in;

/// The words of a shell command; single and double quotes keep words together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().expect("there is a word").push(c),
        }
    }
    words
}

#[test]
fn the_readme_shows_what_commands_print() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(readme).expect("there is a README");
    let blocks: Vec<_> = readme.split("```console\n$ ludoteka ").skip(1).collect();
    assert!(blocks.len() >= 2, "a board and a tournament");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = readme
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a tournament's file");
    std::fs::write(folder.path().join("friday.toml"), file).expect("a file can be written");
    for block in blocks {
        let (line, rest) = block.split_once('\n').expect("a command ends its line");
        let shown = rest.split("```").next().expect("a block ends");
        let words = words(line);
        let arguments: Vec<_> = words.iter().map(String::as_str).collect();
        assert_eq!(printed_in(folder.path(), &arguments), shown, "{line}");
    }
}
