//! Transcripts: each line is a game, with all moves in one word and without passes, as Edax,
//! Egaroucid and most pages for Othello take and print them.
//!
//! ```text
//! f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6
//! ```

use rules::{BadFile, FileFormat, ForeignGame, Scanner, Seen};

use super::squares::{EXPECTED, named};

pub(super) const FORMAT: FileFormat = FileFormat {
    name: "transcript",
    about: "a line for each game, as in f5d6c3d3c4",
    read,
    write: Some(write),
};

/// Blanks may stand between moves. Empty lines, and what follows a `#`, are passed over.
fn read(bytes: &[u8], seen: Seen<'_>) -> Result<(), BadFile> {
    let mut text = Scanner::new(bytes);
    while text.peek().is_some() {
        let mut game = ForeignGame::default();
        loop {
            text.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
            match text.peek() {
                None => break,
                Some(b'\n' | b'#') => break,
                Some(_) => {
                    let here = text.clone();
                    let name = [text.next(), text.next()].into_iter().flatten().map(char::from);
                    let name = named(&name.collect::<String>());
                    game.push(name.ok_or_else(|| here.expected(EXPECTED))?, here.place())?;
                }
            }
        }
        game.end = text.place();
        text.rest_of_line();
        if !game.moves.is_empty() {
            seen(game)?;
        }
    }
    Ok(())
}

fn write(game: &ForeignGame) -> Result<String, String> {
    let moves = game.moves.iter().map(|(name, _)| &**name);
    Ok(moves.filter(|name| *name != "-").chain(["\n"]).collect())
}
