//! The pairs of games that were played for a contest's standings, and where their games are kept.
//!
//! ```text
//! pairs.jsonl          a line for each pair, in the order in which they were played; and one for
//!                      each program that plays again after fouls
//! games/00001.jsonl    games, as `ludoteka replay` reads them; the oldest files go by a cap
//! ```
//!
//! Games are written before the line that names them. A line that a kill has cut is taken off, and
//! its pair is played again.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use errors::Error;
use matches::record::{Ending, Record, Records};
use rules::{Message, message};
use serde::{Deserialize, Serialize};

use crate::trial_words::WORDS;

/// Who plays in the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entrant {
    /// A version, by its number.
    Version(usize),
    /// A training opponent, by its level. It is out of competition.
    Level(u8),
}

/// A pair of games on one board, in which each entrant moved first once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PairPlayed {
    /// The two entrants; the smaller one first.
    pub entrants: [Entrant; 2],
    /// The number of the pair, which decides the board, from 0.
    pub pair: u64,
    /// What was played: the training, the clocks, the level of confinement.
    pub(crate) terms: String,
    /// The first entrant's margin in each game.
    pub margins: [i32; 2],
    /// The foul of each game, with the index of the entrant who committed it.
    pub fouls: [Option<(usize, Message)>; 2],
    /// Where each game is kept.
    pub games: [GamePlace; 2],
    /// How long each game took, in milliseconds; 0 if that was not written down.
    #[serde(default)]
    pub(crate) lasted_ms: [u64; 2],
}

/// A line for an entrant whose fouls running count from nothing again.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Forgiven {
    forgiven: Entrant,
}

/// Where a game is kept: the number of its file, and the byte at which its line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GamePlace {
    /// The number of the file, from 1.
    pub file: u32,
    /// The byte in the file.
    pub byte: u64,
}

/// The pair that two entrants play: the smaller one first, and the number of the pair.
pub(crate) type Key = ([Entrant; 2], u64);

/// All pairs of a contest that were played on the same terms.
pub(crate) struct PairsPlayed {
    folder: PathBuf,
    terms: String,
    /// The pairs in the order in which they were played.
    pairs: Vec<PairPlayed>,
    /// The index of each pair.
    index: HashMap<Key, usize>,
    /// The indices of each entrant's pairs, from the first.
    of: HashMap<Entrant, Vec<usize>>,
    /// The index of the pair of each game.
    by_game: HashMap<GamePlace, usize>,
    /// In how many pairs running each entrant committed a foul, up to its last one.
    fouls_running: BTreeMap<Entrant, usize>,
    /// The number and the length of the file to which games are added.
    last: (u32, u64),
    /// Old games are removed when all have more bytes than this.
    most: u64,
}

const PAIRS: &str = "pairs.jsonl";
const GAMES: &str = "games";

/// A file of games is closed at this length.
const FILE: u64 = 8 << 20;

impl PairsPlayed {
    /// Reads the pairs that were played on these terms. Games may fill `most` bytes.
    ///
    /// # Errors
    /// Fails if a file cannot be read, or a line has a fault.
    pub(crate) fn open(folder: &Path, terms: &str, most: u64) -> Result<PairsPlayed, Error> {
        let games = folder.join(GAMES);
        fs::create_dir_all(&games)
            .map_err(|error| Error::file("make the folder", &games, &error))?;
        let path = folder.join(PAIRS);
        let number = files(&games)?.last().map_or(1, |(number, _)| *number);
        let length = fs::metadata(file(&games, number)).map_or(0, |about| about.len());
        let mut read = PairsPlayed {
            folder: folder.to_path_buf(),
            terms: terms.to_string(),
            pairs: Vec::new(),
            index: HashMap::new(),
            of: HashMap::new(),
            by_game: HashMap::new(),
            fouls_running: BTreeMap::new(),
            last: (number, length),
            most,
        };
        for (index, line) in whole_lines(&path)?.lines().enumerate() {
            let bad = |why| {
                let at = index + 1;
                Error::corrupt(format!("{}, line {at}: {why}", path.display()))
            };
            if let Ok(Forgiven { forgiven }) = serde_json::from_str(line) {
                read.fouls_running.remove(&forgiven);
                continue;
            }
            let played: PairPlayed = serde_json::from_str(line).map_err(bad)?;
            if played.terms == terms {
                read.put(played);
            }
        }
        Ok(read)
    }

    /// Takes a pair that is kept already.
    pub(crate) fn put(&mut self, played: PairPlayed) {
        for (index, entrant) in played.entrants.iter().enumerate() {
            let is_foul = played.fouls.iter().flatten().any(|(who, _)| *who == index);
            let running = self.fouls_running.entry(*entrant).or_default();
            *running = if is_foul { *running + 1 } else { 0 };
        }
        let index = self.pairs.len();
        self.index.insert((played.entrants, played.pair), index);
        self.by_game.extend(played.games.map(|game| (game, index)));
        for entrant in played.entrants {
            self.of.entry(entrant).or_default().push(index);
        }
        self.pairs.push(played);
    }

    /// In how many pairs running an entrant committed a foul, up to its last one.
    pub(crate) fn fouls_running(&self, entrant: Entrant) -> usize {
        self.fouls_running.get(&entrant).copied().unwrap_or(0)
    }

    /// Counts an entrant's fouls running from nothing again.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(crate) fn forgive(&mut self, forgiven: Entrant) -> Result<(), Error> {
        let line = serde_json::to_string(&Forgiven { forgiven })
            .map_err(|bad| Error::bug(bad.to_string()))?;
        append(&self.folder.join(PAIRS), &line)?;
        self.fouls_running.remove(&forgiven);
        Ok(())
    }

    pub(crate) fn get(&self, key: &Key) -> Option<&PairPlayed> {
        self.index.get(key).map(|index| &self.pairs[*index])
    }

    /// All pairs, from the newest.
    pub(crate) fn all(&self) -> impl Iterator<Item = &PairPlayed> {
        self.pairs.iter().rev()
    }

    /// The pairs of an entrant, from the newest.
    pub(crate) fn of(&self, entrant: Entrant) -> impl Iterator<Item = &PairPlayed> {
        self.of.get(&entrant).into_iter().flatten().rev().map(|index| &self.pairs[*index])
    }

    /// The pair of a game.
    pub(crate) fn of_game(&self, place: GamePlace) -> Option<&PairPlayed> {
        self.by_game.get(&place).map(|index| &self.pairs[*index])
    }

    /// Keeps a pair and its games.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub(crate) fn add(&mut self, (entrants, pair): Key, games: &[Record; 2]) -> Result<(), Error> {
        let mut places = [GamePlace { file: 0, byte: 0 }; 2];
        for (place, game) in places.iter_mut().zip(games) {
            *place = self.add_game(game)?;
        }
        let foul = |game: &Record| match game.end {
            Ending::Foul { side, .. } => Some((game.contestant_at(side), game.foul()?)),
            _ => None,
        };
        let played = PairPlayed {
            entrants,
            pair,
            terms: self.terms.clone(),
            margins: [0, 1].map(|index| games[index].margin_of(0)),
            fouls: [0, 1].map(|index| foul(&games[index])),
            games: places,
            lasted_ms: [0, 1].map(|index| games[index].clocks.wall_us.iter().sum::<u64>() / 1000),
        };
        let line = serde_json::to_string(&played).map_err(|bad| Error::bug(bad.to_string()))?;
        append(&self.folder.join(PAIRS), &line)?;
        self.put(played);
        Ok(())
    }

    fn add_game(&mut self, game: &Record) -> Result<GamePlace, Error> {
        let games = self.folder.join(GAMES);
        if self.last.1 >= FILE {
            self.last = (self.last.0 + 1, 0);
            self.remove_old(&games)?;
        }
        let line = game.line();
        append(&file(&games, self.last.0), &line)?;
        let place = GamePlace { file: self.last.0, byte: self.last.1 };
        self.last.1 += line.len() as u64 + 1;
        Ok(place)
    }

    fn remove_old(&self, games: &Path) -> Result<(), Error> {
        let all = files(games)?;
        let mut sum: u64 = all.iter().map(|(_, length)| length).sum();
        for (number, length) in all {
            if sum <= self.most {
                break;
            }
            let path = file(games, number);
            fs::remove_file(&path).map_err(|error| Error::file("remove", &path, &error))?;
            sum -= length;
        }
        Ok(())
    }

    /// A game of the standings.
    ///
    /// # Errors
    /// Fails if it is not kept any more, or cannot be read.
    pub(crate) fn game(&self, place: GamePlace) -> Result<Record, Error> {
        let none = || Error::not_found(message!(WORDS, "no-such-game"));
        let mut games =
            File::open(file(&self.folder.join(GAMES), place.file)).map_err(|_| none())?;
        games.seek(SeekFrom::Start(place.byte)).map_err(|_| none())?;
        let record = Records::new(BufReader::new(games)).next().ok_or_else(none)?;
        record.map_err(|bad| Error::corrupt(format!("a game of the standings: {}", bad.why)))
    }
}

fn file(games: &Path, number: u32) -> PathBuf {
    games.join(format!("{number:05}.jsonl"))
}

/// The numbers and lengths of the files with games, from the oldest.
fn files(games: &Path) -> Result<Vec<(u32, u64)>, Error> {
    let unread = |error| Error::file("read", games, &error);
    let mut all = Vec::new();
    for entry in fs::read_dir(games).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".jsonl")?.parse().ok());
        if let Some(number) = number {
            all.push((number, entry.metadata().map_err(unread)?.len()));
        }
    }
    all.sort_unstable();
    Ok(all)
}

/// Adds a line by one call, so that a kill leaves at most a part of this line.
fn append(path: &Path, line: &str) -> Result<(), Error> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()))
        .map_err(|error| Error::file("write", path, &error))
}

/// The whole lines of a file, which may be missing. What a kill has left behind them is cut off.
fn whole_lines(path: &Path) -> Result<String, Error> {
    let failed = |error| Error::file("read", path, &error);
    let Ok(file) = OpenOptions::new().read(true).write(true).open(path) else {
        return Ok(String::new());
    };
    let mut reader = BufReader::new(&file);
    let mut text = Vec::new();
    while reader.read_until(b'\n', &mut text).map_err(failed)? > 0 {}
    let end = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    if end < text.len() {
        file.set_len(end as u64).map_err(failed)?;
        text.truncate(end);
    }
    String::from_utf8(text).map_err(|_| Error::corrupt(format!("{} is no text", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that nobody played, with so much on standard error.
    fn game(stderr: usize) -> Record {
        let record = serde_json::json!({
            "format": 2, "ludoteka": "0", "game": "any", "parameters": {},
            "seed": 1, "number": 1, "games": 2, "players": [{"name": "a"}, {"name": "b"}],
            "first": 0, "time": {"move_ms": 100}, "level": 1, "opening": [], "moves": [],
            "clocks": {"wall_us": [], "cpu_us": [], "waited_us": []},
            "stderr": [(1, "x".repeat(stderr))], "margin": 1, "end": {"by": "rules"},
        });
        serde_json::from_value(record).expect("a record")
    }

    const ENTRANTS: [Entrant; 2] = [Entrant::Version(3), Entrant::Level(1)];

    #[test]
    fn what_was_added_is_there_again_and_what_a_kill_has_cut_is_not() {
        let place = tempfile::tempdir().expect("a folder");
        let open = |terms| PairsPlayed::open(place.path(), terms, FILE).expect("it is read");
        let mut pairs = open("a");
        pairs.add((ENTRANTS, 0), &[game(1), game(2)]).expect("it is kept");
        pairs.add((ENTRANTS, 1), &[game(3), game(4)]).expect("it is kept");
        let path = place.path().join(PAIRS);
        let whole = fs::read(&path).expect("a file");
        fs::write(&path, &whole[..whole.len() - 2]).expect("a file");
        let mut again = open("a");
        assert_eq!((again.all().count(), again.of(ENTRANTS[1]).count()), (1, 1));
        again.add((ENTRANTS, 1), &[game(5), game(6)]).expect("it is kept");
        let pair = again.get(&(ENTRANTS, 1)).expect("a pair").clone();
        let second = again.game(pair.games[1]).expect("a game");
        assert_eq!(again.of_game(pair.games[1]), Some(&pair));
        assert_eq!(again.of_game(GamePlace { byte: 1, ..pair.games[1] }), None);
        assert_eq!(again.of(ENTRANTS[0]).next(), Some(&pair), "the newest comes first");
        assert_eq!(again.of(Entrant::Level(2)).count(), 0);
        assert_eq!(second.stderr[0].1.len(), 6);
        assert_eq!((open("a").all().count(), open("b").all().count()), (2, 0));
    }

    #[test]
    fn who_is_forgiven_counts_fouls_from_nothing_also_when_they_are_read_again() {
        let place = tempfile::tempdir().expect("a folder");
        let open = || PairsPlayed::open(place.path(), "a", FILE).expect("it is read");
        let mut late = game(1);
        let foul = serde_json::json!({"by": "foul", "side": 0, "foul": {"kind": "late"}});
        late.end = serde_json::from_value(foul).expect("an end");
        let mut pairs = open();
        for (pair, expected) in [1, 2, 1].into_iter().enumerate() {
            if expected == 1 {
                pairs.forgive(ENTRANTS[0]).expect("it is kept");
            }
            pairs.add((ENTRANTS, pair as u64), &[late.clone(), game(1)]).expect("it is kept");
            for read in [&pairs, &open()] {
                assert_eq!(read.fouls_running(ENTRANTS[0]), expected);
                assert_eq!(read.all().count(), pair + 1);
            }
        }
    }

    #[test]
    fn the_oldest_games_go_and_results_stay() {
        let place = tempfile::tempdir().expect("a folder");
        let mut pairs = PairsPlayed::open(place.path(), "a", FILE).expect("it is read");
        let long = FILE as usize / 3;
        for pair in 0..6 {
            pairs.add((ENTRANTS, pair), &[game(long), game(long)]).expect("it is kept");
        }
        let mut all: Vec<_> = pairs.all().map(|pair| pair.games[0]).collect();
        all.reverse();
        assert_eq!(all.len(), 6);
        let gone = pairs.game(all[0]).expect_err("it is removed");
        assert_eq!(gone.kind(), errors::ErrorKind::NotFound);
        assert!(pairs.game(all[5]).is_ok());
    }
}
