//! Openings that somebody has chosen, one for each pair of games.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use errors::Error;
use rules::random::Random;
use rules::{BadFile, Parameters, Table, moves_in_word};
use search::GameSpec;

use crate::board::Board;
use crate::foreign_file::{bytes_of, read_foreign};
use crate::record::play_foreign;

/// The openings of a match, which its pairs take in turn.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The file that they come from.
    pub path: PathBuf,
    /// Whether they are shuffled by the match's seed.
    pub is_shuffled: bool,
    /// The moves of each opening; there is at least one.
    all: Arc<[Vec<String>]>,
}

impl Openings {
    /// Reads a file with an opening on each line: its moves, separated by blanks, or by commas if
    /// names of moves have blanks, or squares in one word, as in `f5d6c3`. Empty lines are passed
    /// over, and so is what follows a `#`. A file whose extension names one of the game's
    /// [formats](GameSpec::formats) has games instead. Of each opening, `most` half-moves count. With
    /// `shuffled_by`, this seed decides the order.
    ///
    /// # Errors
    /// Fails if the file cannot be read, has no opening, or has one that is illegal on this board or
    /// ends the game; and if the board is another one in each pair.
    pub fn read(
        path: &Path,
        spec: &GameSpec,
        parameters: &Parameters,
        most: Option<usize>,
        shuffled_by: Option<u64>,
    ) -> Result<Openings, Error> {
        let is_same = |a: &Board, b: &Board| a.parameters.all().eq(b.parameters.all());
        let drawn = |seed| Board::draw(spec, parameters, 0, seed, 0);
        let board = drawn(0)?;
        if !is_same(&board, &drawn(1)?) {
            return Err(Error::input(format!(
                "openings need one board, but {} draws one for each pair: set it with --set",
                spec.title
            )));
        }
        let most = most.unwrap_or(usize::MAX);
        let mut all = match foreign(path, spec, &board, most)? {
            Some(all) => all,
            None => lines(path, &*board.table(spec)?, most)?,
        };
        if all.is_empty() {
            return Err(Error::input(format!(
                "{} has no opening: expected moves separated by blanks, an opening on each line",
                path.display()
            )));
        }
        if let Some(seed) = shuffled_by {
            shuffle(&mut all, &mut Random::new(seed));
        }
        let (path, is_shuffled) = (path.to_path_buf(), shuffled_by.is_some());
        Ok(Openings { path, is_shuffled, all: all.into() })
    }

    /// The opening of a pair. Pairs are counted from 0; after the last opening the first one comes
    /// again.
    #[must_use]
    pub fn of(&self, pair: u64) -> &[String] {
        let number = pair % self.all.len() as u64;
        &self.all[usize::try_from(number).expect("it is below a length")]
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.all.len()
    }
}

/// The openings in the lines of a text.
fn lines(path: &Path, start: &dyn Table, most: usize) -> Result<Vec<Vec<String>>, Error> {
    let text = text_of(path)?;
    let mut all = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let moves: Vec<String> = match line.contains(',') {
            true => line.split(',').map(|name| name.trim().to_string()).collect(),
            false => line.split_whitespace().flat_map(moves_in_word).collect(),
        };
        if !moves.is_empty() {
            let number = index + 1;
            let at = |why| Error::input(format!("{}, line {number}: {why}", path.display()));
            all.push(opened(start, &moves[..moves.len().min(most)]).map_err(at)?);
        }
    }
    Ok(all)
}

/// The games in a file of another program as openings; `None` if no format of the game has the
/// file's extension.
fn foreign(
    path: &Path,
    spec: &GameSpec,
    board: &Board,
    most: usize,
) -> Result<Option<Vec<Vec<String>>>, Error> {
    let is_its = |name: &str| path.extension().is_some_and(|its| its.eq_ignore_ascii_case(name));
    let Some(format) = spec.formats.iter().find(|format| is_its(format.name)) else {
        return Ok(None);
    };
    let mut all = Vec::new();
    read_foreign(path, format, &mut |mut game| {
        let bad = |why: String| Err(BadFile { place: game.end, why });
        for (name, value) in &game.parameters {
            if board.parameters.all().any(|(its, set)| its == *name && set != value) {
                return bad(format!("{name} is {value}; expected the match's board"));
            }
        }
        game.moves.truncate(most);
        let table = play_foreign(&game, spec)?;
        if table.outcome().is_some() {
            return bad(format!("the game is {OVER}"));
        }
        all.push(table.moves());
        Ok(())
    })?;
    Ok(Some(all))
}

const OVER: &str = "over after it: expected a shorter opening";

/// The names of these moves, if they are legal one after the other and the game goes on.
fn opened(start: &dyn Table, moves: &[String]) -> Result<Vec<String>, String> {
    let mut table = start.clone_box();
    for (index, name) in moves.iter().enumerate() {
        table.play(name).map_err(|refusal| format!("move {}: {refusal}", index + 1))?;
    }
    match table.outcome() {
        None => Ok(table.moves()),
        Some(_) => Err(format!("the game is {OVER}")),
    }
}

fn text_of(path: &Path) -> Result<String, Error> {
    let bytes = bytes_of(path)?;
    String::from_utf8(bytes).map_err(|_| Error::input(format!("{} is no text", path.display())))
}

/// Every order is as likely as any other (Fisher and Yates).
fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.between(0, last));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The openings that these lines give on a board of 5 by 5.
    fn read(text: &str, shuffled_by: Option<u64>) -> Result<Openings, String> {
        let spec = games::find("mnk").expect("a game");
        let sizes = [("n", "5"), ("m", "5"), ("k", "3")];
        let mut parameters = Parameters::new(spec.parameters);
        sizes.iter().for_each(|(name, value)| parameters.set(name, value).expect("a size"));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("book.txt");
        std::fs::write(&path, text).expect("a file");
        Openings::read(&path, spec, &parameters, None, shuffled_by).map_err(|bad| bad.to_string())
    }

    #[test]
    fn pairs_take_openings_in_turn() {
        let book = read("# five by five\na1 b2\n\nc3, d4, e5  # the diagonal\nb1\n", None);
        let book = book.expect("three openings");
        let taken: Vec<String> = (0..4).map(|pair| book.of(pair).join(" ")).collect();
        assert_eq!((book.count(), &*taken.join("; ")), (3, "a1 b2; c3 d4 e5; b1; a1 b2"));
    }

    #[test]
    fn a_seed_shuffles_openings_and_loses_none() {
        let text: String = "abcde".chars().map(|column| format!("{column}1\n")).collect();
        let order = |seed| -> Vec<String> {
            let book = read(&text, Some(seed)).expect("five openings");
            (0..5).map(|pair| book.of(pair).concat()).collect()
        };
        let orders: Vec<_> = (0..20).map(order).collect();
        assert_eq!(order(3), orders[3]);
        assert!(orders.iter().any(|other| *other != orders[0]));
        for mut one in orders {
            one.sort();
            assert_eq!(one.concat(), "a1b1c1d1e1");
        }
    }

    #[test]
    fn what_is_no_opening_is_refused_with_its_line() {
        for (text, named) in [
            ("", "no opening"),
            ("a1\na1 a1", "line 2: move 2"),
            ("a1 z9", "line 1: move 2"),
            ("a1,,b1", "line 1: move 2"),
            ("a1 a2 b1 b2 c1", "line 1: the game is over"),
            ("a1\u{0}", "line 1: move 1"),
        ] {
            let refused = read(text, None).expect_err(named);
            assert!(refused.contains(named), "{refused}");
        }
        let spec = games::find("flood-wars").expect("a game");
        let drawn = Parameters::new(spec.parameters);
        assert!(Openings::read(Path::new("missing"), spec, &drawn, None, None).is_err());
    }
}
