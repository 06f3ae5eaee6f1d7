//! A recorded game as one message: its first position, and the changes of each move.

use std::collections::BTreeMap;

use rules::{Catalogue, Cell, Language, Message, Refusal, Table};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::look::{LegalMove, Look, Looks, message, values};

/// If all squares of a look change to the same new look, and they are at least this many, one
/// number stands for them.
const MANY: usize = 4;

/// A recorded game in the form that `replay.js` reads. Unknown values are left out.
#[derive(Debug, Serialize)]
pub struct Recording {
    /// The game's number among all games that are shown, from 1.
    pub number: usize,
    /// The name of the game that was played.
    pub game: String,
    /// The values of the game's parameters.
    pub set: BTreeMap<String, String>,
    /// The player of the side that moves first, and the other player.
    pub players: [String; 2],
    /// The game's place in a tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The number of opening moves, which no player chose.
    pub opening: usize,
    /// The time charged for each answer after the opening, in microseconds. The last answer need
    /// not be a move.
    pub took_us: Vec<u64>,
    /// The clocks.
    pub time: [Time; 2],
    /// The programs' output on standard error. Each entry is the number of a move and the unchanged
    /// text. Moves are counted from 1, and opening moves count, too. The last number may belong to
    /// an answer that is not a move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<(usize, String)>,
    /// The first side's margin; `None` during the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
    /// The foul that ended the game, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foul: Option<Foul>,
    /// What each move gave away, as `review.js` reads it, if the game was analysed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<Value>,
    /// The positions.
    #[serde(flatten)]
    pub replay: Replay,
}

impl Recording {
    /// The recording with its foul in this language. `game` has the texts of the game.
    #[must_use]
    pub fn in_language(mut self, game: Option<Catalogue>, language: Language) -> Recording {
        let tell = |message: &mut Message| {
            message.adopt(game.as_slice());
            *message = Message::plain(message.told(language));
        };
        if let Some(Foul { what, report, .. }) = &mut self.foul {
            tell(what);
            if let Some(report) = report {
                tell(&mut report.ended);
                report.hint.iter_mut().for_each(tell);
            }
        }
        self
    }
}

/// A game's place in a tournament; all numbers count from 1.
#[derive(Debug, Serialize)]
pub struct Place {
    /// The number of each side's participant.
    pub participants: [usize; 2],
    /// The round.
    pub round: usize,
    /// The table.
    pub table: usize,
    /// 0 for the match itself, or the number of an extra match. An extra match is played after a
    /// tie.
    pub extra: usize,
    /// The number of the game in the match.
    pub game: u64,
    /// The planned number of games of the match.
    pub games: u64,
}

/// Clocks in milliseconds; `None` means unlimited. Records have the same form, in a crate that
/// uses this one.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Time {
    /// The time for all moves of a player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_ms: Option<u64>,
    /// The time that each move adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// The time for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
}

/// How a side lost before the rules ended the game.
#[derive(Debug, Serialize)]
pub struct Foul {
    /// The number of the side: 0 for the side that moves first.
    pub side: usize,
    /// What the side did.
    #[serde(serialize_with = "as_text")]
    pub what: Message,
    /// The known facts about the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<FoulReport>,
}

/// The known facts about a program that lost by a foul. Unlike a record, it has long texts cut in
/// the middle, since a page loads many games, and words where the record has numbers.
#[derive(Debug, Serialize)]
pub struct FoulReport {
    /// How the program ended.
    #[serde(serialize_with = "as_text")]
    pub ended: Message,
    /// The input that the program was given.
    pub input: String,
    /// The last output of the program.
    pub output: String,
    /// The program's standard error.
    pub stderr: String,
    /// A hint for the program's author, if one may help.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text_too")]
    pub hint: Option<Message>,
    /// A shell command that plays the match up to this game again, in the sandbox.
    pub reproduce: String,
    /// A shell command that shows the foul without the sandbox, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unconfined: Option<String>,
}

/// Writes a message as the script shows it.
fn as_text<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(message)
}

fn as_text_too<S: Serializer>(hint: &Option<Message>, serializer: S) -> Result<S::Ok, S::Error> {
    hint.as_ref().map(Message::to_string).serialize(serializer)
}

/// The positions of a game: the first position, and the changes of each move.
#[derive(Clone, Debug, Serialize)]
pub struct Replay {
    columns: Vec<String>,
    rows: Vec<String>,
    looks: Vec<Look>,
    /// The look of each square in the first position.
    cells: Vec<usize>,
    /// The looks in the legend: the number of each look, and the message that names it.
    legend: Vec<(usize, Value)>,
    /// Null if there is no caption.
    caption: Value,
    moves: Vec<Step>,
    /// The squares that decided the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    decided: Vec<usize>,
    /// The side to move after the last move, if the game is not over.
    turn: usize,
    /// Better moves than those made, by the number of moves before them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    better: BTreeMap<usize, LegalMove>,
}

/// A move. In JSON, it is a list of its name, its side, the new caption, and its changes.
#[derive(Clone, Debug)]
struct Step {
    name: String,
    side: usize,
    /// The new caption. If the caption is unchanged, this is 0. If only the values of its gaps are
    /// new, this is a list of the values. In all other cases, this is an object with the whole
    /// caption.
    caption: Value,
    /// Each entry is a new look and the squares that now have it. The first square is written as
    /// its number, and each later one as its distance from the square before it. If all squares
    /// with look `n` change, one number, `-1 - n`, stands for them.
    changes: Vec<Vec<i64>>,
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(3 + self.changes.len()))?;
        list.serialize_element(&self.name)?;
        list.serialize_element(&self.side)?;
        list.serialize_element(&self.caption)?;
        self.changes.iter().try_for_each(|group| list.serialize_element(group))?;
        list.end()
    }
}

impl Replay {
    /// Plays these moves on a table, and keeps only the position before the last one, and its
    /// changes.
    ///
    /// # Errors
    /// Fails if a move is not legal.
    pub fn of_last<'a>(
        table: &mut dyn Table,
        moves: impl IntoIterator<Item = &'a String>,
    ) -> Result<Replay, Refusal> {
        let mut moves = moves.into_iter().peekable();
        while let Some(name) = moves.next() {
            if moves.peek().is_none() {
                return Replay::of(table, [name]);
            }
            table.play(name)?;
        }
        Replay::of(table, [])
    }

    /// Plays these moves on a table.
    ///
    /// # Errors
    /// Fails if a move is not legal.
    pub fn of<'a>(
        table: &mut dyn Table,
        moves: impl IntoIterator<Item = &'a String>,
    ) -> Result<Replay, Refusal> {
        Replay::with_better(table, moves, &BTreeMap::new())
    }

    /// Plays these moves on a table, and keeps how the board shows some moves that are better than
    /// those made. `better` has their names, by the number of moves before them.
    ///
    /// # Errors
    /// Fails if a move is not legal.
    pub fn with_better<'a>(
        table: &mut dyn Table,
        moves: impl IntoIterator<Item = &'a String>,
        better: &BTreeMap<usize, String>,
    ) -> Result<Replay, Refusal> {
        let first = table.drawing();
        let mut squares = Squares::of(&first.cells);
        let mut caption = first.caption;
        let mut replay = Replay {
            columns: first.columns,
            rows: first.rows,
            looks: Vec::new(),
            cells: squares.numbers.clone(),
            legend: Vec::new(),
            caption: caption_json(caption.as_ref()),
            moves: Vec::new(),
            decided: Vec::new(),
            turn: 0,
            better: BTreeMap::new(),
        };
        let mut legend = Vec::new();
        let mut learn = |named: Vec<(Cell, Message)>, looks: &mut Looks| {
            for (cell, what) in named {
                let number = looks.number(&cell);
                if !legend.iter().any(|(known, _)| *known == number) {
                    legend.push((number, message(&what)));
                }
            }
        };
        learn(first.legend, &mut squares.looks);
        for (at, name) in moves.into_iter().enumerate() {
            let wanted = better.get(&at).map_or(Vec::new(), |_| table.choices());
            let choice = wanted.into_iter().find(|choice| better.get(&at) == Some(&choice.name));
            let columns = replay.columns.len();
            replay.better.extend(choice.map(|one| (at, squares.looks.choice(one, columns))));
            let side = table.turn().index();
            table.play(name)?;
            let drawing = table.drawing();
            let changes = squares.become_these(&drawing.cells);
            replay.moves.push(Step {
                name: name.clone(),
                side,
                caption: newer(caption.as_ref(), drawing.caption.as_ref()),
                changes,
            });
            caption = drawing.caption;
            learn(drawing.legend, &mut squares.looks);
        }
        let columns = replay.columns.len();
        let decided = table.drawing().decided.into_iter();
        replay.decided = decided.map(|square| square.row * columns + square.column).collect();
        replay.turn = table.turn().index();
        replay.looks = squares.looks.all();
        replay.legend = legend;
        Ok(replay)
    }
}

fn caption_json(caption: Option<&Message>) -> Value {
    caption.map_or(Value::Null, message)
}

/// The new parts of a caption; see [`Step`]. New values are listed in the order in which the
/// caption's JSON has the gaps.
fn newer(before: Option<&Message>, now: Option<&Message>) -> Value {
    match (before, now) {
        _ if before == now => json!(0),
        (Some(old), Some(new))
            if old.key == new.key && old.arguments.keys().eq(new.arguments.keys()) =>
        {
            values(new).into_values().collect()
        }
        _ => json!({ "whole": caption_json(now) }),
    }
}

/// The squares of a board, and the numbers of their looks.
struct Squares {
    looks: Looks,
    cells: Vec<Cell>,
    numbers: Vec<usize>,
    /// How many squares have each look.
    counts: Vec<usize>,
}

impl Squares {
    fn of(cells: &[Cell]) -> Squares {
        let mut looks = Looks::default();
        let numbers: Vec<usize> = cells.iter().map(|cell| looks.number(cell)).collect();
        let mut squares =
            Squares { looks, cells: cells.to_vec(), numbers: Vec::new(), counts: Vec::new() };
        numbers.iter().for_each(|&number| *squares.count(number) += 1);
        squares.numbers = numbers;
        squares
    }

    fn count(&mut self, look: usize) -> &mut usize {
        if self.counts.len() <= look {
            self.counts.resize(look + 1, 0);
        }
        &mut self.counts[look]
    }

    /// Replaces the squares by `cells`, and returns the changes; see [`Step`].
    fn become_these(&mut self, cells: &[Cell]) -> Vec<Vec<i64>> {
        // Each pair of an old look and a new look, with the squares that change from one to the
        // other.
        let mut pairs: Vec<([usize; 2], Vec<usize>)> = Vec::new();
        for (square, now) in
            cells.iter().enumerate().filter(|(square, now)| self.cells[*square] != **now)
        {
            let pair = [self.numbers[square], self.looks.number(now)];
            match pairs.iter_mut().find(|(known, _)| *known == pair) {
                Some((_, squares)) => squares.push(square),
                None => pairs.push((pair, vec![square])),
            }
        }
        let is_all: Vec<bool> = pairs
            .iter()
            .map(|([was, _], squares)| squares.len() >= MANY && squares.len() == self.counts[*was])
            .collect();
        let mut groups: Vec<(usize, Vec<i64>, Vec<usize>)> = Vec::new();
        for (([was, now], squares), is_all) in pairs.iter().zip(is_all) {
            *self.count(*was) -= squares.len();
            *self.count(*now) += squares.len();
            squares.iter().for_each(|&square| self.numbers[square] = *now);
            let place = groups.iter().position(|(look, ..)| look == now).unwrap_or_else(|| {
                groups.push((*now, Vec::new(), Vec::new()));
                groups.len() - 1
            });
            if is_all {
                groups[place].1.push(-1 - *was as i64);
            } else {
                groups[place].2.extend(squares);
            }
        }
        self.cells.copy_from_slice(cells);
        groups.into_iter().map(|(look, whole, squares)| group(look, whole, squares)).collect()
    }
}

/// An entry of [`Step::changes`]: the number of the new look, then the numbers in `whole`, and then
/// the other squares. Each number in `whole` stands for all squares of an old look.
fn group(look: usize, whole: Vec<i64>, mut squares: Vec<usize>) -> Vec<i64> {
    squares.sort_unstable();
    let mut last = 0;
    let steps =
        squares.into_iter().map(|square| (square - std::mem::replace(&mut last, square)) as i64);
    [look as i64].into_iter().chain(whole).chain(steps).collect()
}

#[cfg(test)]
mod tests {
    use rules::Parameters;
    use rules::random::Random;

    use super::*;

    /// Reads the message as the script does. Returns the look of each square and the caption, at
    /// the start and after each move.
    fn shown(replay: &Value) -> Vec<(Vec<u64>, Value)> {
        let list = |value: &Value| value.as_array().expect("a list").clone();
        let mut cells: Vec<u64> =
            list(&replay["cells"]).iter().map(|look| look.as_u64().expect("a look")).collect();
        let mut caption = replay["caption"].clone();
        let mut all = vec![(cells.clone(), caption.clone())];
        for step in list(&replay["moves"]) {
            let before = cells.clone();
            for group in &list(&step)[3..] {
                let numbers: Vec<i64> =
                    list(group).iter().map(|n| n.as_i64().expect("a number")).collect();
                let mut at = 0;
                for &number in &numbers[1..] {
                    if number < 0 {
                        let whole = (0..cells.len()).filter(|&i| before[i] == (-1 - number) as u64);
                        whole.for_each(|i| cells[i] = numbers[0] as u64);
                    } else {
                        at += number as usize;
                        cells[at] = numbers[0] as u64;
                    }
                }
            }
            match &step[2] {
                Value::Array(with) => {
                    let gaps = caption[1].as_object_mut().expect("gaps");
                    gaps.values_mut().zip(with).for_each(|(gap, value)| *gap = value.clone());
                }
                Value::Object(whole) => caption = whole["whole"].clone(),
                _ => {}
            }
            all.push((cells.clone(), caption.clone()));
        }
        all
    }

    #[test]
    fn every_position_of_every_game_comes_out_of_the_message() {
        for spec in games::GAMES {
            for seed in 1..4 {
                let parameters = Parameters::new(spec.parameters);
                let open = || (spec.open)(&parameters, None).expect("defaults make a game").table;
                let (mut table, mut random) = (open(), Random::new(seed));
                let (mut drawings, mut moves) = (vec![table.drawing()], Vec::new());
                while table.outcome().is_none() && moves.len() < 200 {
                    let legal = table.legal();
                    let name =
                        random.pick(&legal).expect("a legal move in a game in progress").clone();
                    table.play(&name).expect("legal");
                    moves.push(name);
                    drawings.push(table.drawing());
                }
                let replay = Replay::of(&mut *open(), &moves).expect("legal moves");
                let value = serde_json::to_value(&replay).expect("plain data");
                let mut looks = Looks::default();
                let told = serde_json::to_value(&replay.looks).expect("plain data");
                let shown = shown(&value);
                assert_eq!(shown.len(), drawings.len(), "{}", spec.name);
                let end = drawings.last().expect("a drawing");
                assert_eq!(replay.decided.len(), end.decided.len(), "{}", spec.name);
                for ((cells, caption), drawing) in shown.iter().zip(&drawings) {
                    for (look, cell) in cells.iter().zip(&drawing.cells) {
                        let number = looks.number(cell);
                        let own = serde_json::to_value(&looks.all()[number]).expect("plain data");
                        assert_eq!(told[*look as usize], own, "{} by seed {seed}", spec.name);
                    }
                    assert_eq!(*caption, caption_json(drawing.caption.as_ref()), "{}", spec.name);
                }
            }
        }
    }
}
