//! Games of other programs as records, and records as games for other programs.

use rules::{BadFile, ForeignGame, Outcome, Parameters, Side, Table};
use search::GameSpec;

use super::{Clocks, Ending, FORMAT, PlayerRecord, Record, RecordMismatch, TimeRecord};
use errors::excerpt;

/// The table after the moves of a foreign game. Where a player can only pass, a pass may be missing,
/// and passes after the end of the game do not count.
///
/// # Errors
/// Fails if the board cannot be made, or a move is not legal on it.
pub fn play_foreign(game: &ForeignGame, spec: &GameSpec) -> Result<Box<dyn Table>, BadFile> {
    let at_end = |why: String| BadFile { place: game.end, why };
    let mut parameters = Parameters::new(spec.parameters);
    for (name, value) in &game.parameters {
        parameters.set(name, value).map_err(|bad| at_end(bad.to_string()))?;
    }
    let instance = (spec.open)(&parameters, None).map_err(|bad| at_end(bad.to_string()))?;
    let mut table = instance.table;
    for (number, (name, place)) in (1..).zip(&game.moves) {
        let is_pass = name == PASS;
        if is_pass && table.outcome().is_some() {
            continue;
        }
        if !is_pass && table.legal() == [PASS] {
            table.play(PASS).expect("legal moves are legal");
        }
        table.play(name).map_err(|refusal| BadFile {
            place: *place,
            why: format!("move {number} (`{}`): {refusal}", excerpt::short(name)),
        })?;
    }
    Ok(table)
}

/// The name of a pass in all games that have one.
const PASS: &str = "-";

impl Record {
    /// The record of a foreign game: a match of one game, without clocks, whose seed is `number`, so
    /// that two games in a row are of different matches. A game that is not over was given up by the
    /// side to move, if the file says that the other side won.
    ///
    /// # Errors
    /// Fails as [`play_foreign`], or if nobody has won the game and it is no draw.
    pub fn of_foreign(
        game: &ForeignGame,
        spec: &GameSpec,
        number: u64,
        version: &str,
    ) -> Result<Record, BadFile> {
        let mut table = play_foreign(game, spec)?;
        let loser = table.turn();
        let is_given_up = game.margin.is_some_and(|margin| margin * loser.sign() < 0);
        let end = if table.outcome().is_some() {
            Ending::Rules
        } else if is_given_up {
            table.forfeit(loser);
            Ending::Resignation { side: loser.index() }
        } else {
            let why = format!(
                "the game is not over after {} moves; expected more moves, or a result by which \
                 the side to move, {}, has lost",
                table.moves().len(),
                spec.sides[loser.index()]
            );
            return Err(BadFile { place: game.end, why });
        };
        let Outcome { margin } = table.outcome().expect("it is over");
        let mut parameters = Parameters::new(spec.parameters);
        for (name, value) in &game.parameters {
            parameters.set(name, value).expect("the table has them");
        }
        let name = |side: usize| match &*game.players[side] {
            "" => spec.sides[side].to_string(),
            name => name.to_string(),
        };
        let player = |side| PlayerRecord::named(name(side));
        Ok(Record {
            format: FORMAT,
            ludoteka: version.to_string(),
            game: spec.name.to_string(),
            parameters: parameters.all().map(|(n, value)| (n.into(), value.into())).collect(),
            seed: number,
            number: 1,
            games: 1,
            sprt: None,
            players: [player(0), player(1)],
            first: 0,
            time: TimeRecord::default(),
            nodes: None,
            level: 0,
            opening: Vec::new(),
            moves: table.moves(),
            clocks: Clocks::default(),
            stderr: Vec::new(),
            margin,
            moves_left: table.moves_left(),
            end,
        })
    }

    /// The game for other programs, with its opening; `None` if it was not played. Its moves have
    /// the game's own spelling.
    ///
    /// # Errors
    /// Fails if the record's board cannot be made, or a move is not legal.
    pub fn to_foreign(&self, spec: &GameSpec) -> Result<Option<ForeignGame>, RecordMismatch> {
        let table = super::table(self, spec)?;
        if let Ending::Absence { .. } = self.end {
            return Ok(None);
        }
        let name = |side: Side| self.players[self.contestant_at(side.index())].name.clone();
        let values = spec.parameters.iter().filter_map(|parameter| {
            Some((parameter.name, self.parameters.get(parameter.name)?.clone()))
        });
        Ok(Some(ForeignGame {
            players: Side::BOTH.map(name),
            parameters: values.collect(),
            moves: table.moves().into_iter().map(|name| (name, Default::default())).collect(),
            margin: Some(self.margin),
            ..ForeignGame::default()
        }))
    }
}

#[cfg(test)]
mod tests {
    use rules::Place;

    use super::*;
    use crate::record::Verifier;

    fn spec(name: &str) -> &'static GameSpec {
        games::find(name).expect("a game")
    }

    /// The records of a text in this format.
    fn records(game: &str, format: &str, text: &[u8]) -> Result<Vec<Record>, BadFile> {
        let spec = spec(game);
        let format = spec.formats.iter().find(|its| its.name == format).expect("a format");
        let mut all = Vec::new();
        (format.read)(text, &mut |game| {
            all.push(Record::of_foreign(&game, spec, all.len() as u64 + 1, "0")?);
            Ok(())
        })?;
        Ok(all)
    }

    const WHITE_GIVES_UP: &str = "(;SZ[3]RU[3 in a row]PB[A]PW[B]RE[B+R];B[aa];W[bb];B[cc])";

    #[test]
    fn foreign_games_become_records_that_verify() {
        let over = "(;SZ[3]RU[3 in a row]PB[A]PW[B];B[aa];W[ba];B[bb];W[ca];B[cc])";
        let text = format!("{over}\n{over}\n{WHITE_GIVES_UP}");
        let records = records("mnk", "sgf", text.as_bytes()).expect("three games");
        assert_eq!(records[0].end, Ending::Rules);
        assert_eq!(records[2].end, Ending::Resignation { side: 1 });
        assert_eq!(records.iter().map(|its| its.margin).collect::<Vec<_>>(), [1, 1, 1]);
        let mut verifier = Verifier::default();
        for record in &records {
            if verifier.is_of_next_match(record) {
                verifier.next_match().expect("a match of one game is whole");
            }
            let again = Record::read(&record.line()).expect("its line is a record");
            verifier.check(&again, spec("mnk")).expect("it fits");
        }
        assert_eq!(verifier.checked(), 3);
    }

    #[test]
    fn what_the_rules_refuse_is_refused_at_its_move() {
        let at = |line, column| Place::Text { line, column };
        for (text, place) in [
            ("(;SZ[3]RU[3 in a row]\n;B[aa];W[aa])", at(2, 8)),
            ("(;SZ[3]RU[3 in a row]\n;B[aa];W[zz])", at(2, 8)),
            ("(;SZ[3]RU[3 in a row];B[aa])", at(1, 29)),
            ("(;SZ[3]RU[3 in a row]RE[B+];B[aa];W[bb])", at(1, 41)),
            ("(;SZ[3000];B[aa])", at(1, 18)),
            ("(;SZ[21];B[aa])", at(1, 16)),
        ] {
            let bad = records("mnk", "sgf", text.as_bytes()).expect_err(text);
            assert_eq!(bad.place, place, "{text}: {bad}");
        }
    }

    #[test]
    fn forced_passes_are_added_and_those_after_the_end_left_out() {
        let text = "(;GM[Othello]B[f5]W[f6]B[e6]W[f4]B[g5]W[e7]B[e3]W[d6]B[e8];)";
        assert!(records("reversi", "ggf", text.as_bytes()).is_err(), "it is not over");
        // The shortest games end when one colour has no disc left.
        let short = "f5f6e6f4g5e7e3d6e8";
        assert!(records("reversi", "transcript", short.as_bytes()).is_err());
        let wiped_out = "e6f4e3f6g5d6e7f5c5";
        let [game] = &*records("reversi", "transcript", wiped_out.as_bytes()).expect("a game")
        else {
            panic!("one game")
        };
        assert_eq!((game.margin, game.moves.len()), (64, 9));
    }

    #[test]
    fn the_moves_that_the_winner_has_left_are_counted_and_checked() {
        let place = Place::Text { line: 1, column: 1 };
        let sizes = [("pola", "2"), ("wiersze", "2"), ("kolumny", "3")];
        let game = ForeignGame {
            players: Default::default(),
            parameters: sizes.map(|(name, value)| (name, value.to_string())).to_vec(),
            moves: vec![("Ba".to_string(), place)],
            margin: None,
            end: place,
        };
        let record = Record::of_foreign(&game, spec("poziomka"), 1, "0").expect("it is over");
        assert_eq!((record.margin, record.moves_left), (1, Some(2)));
        assert_eq!([0, 1].map(|contestant| record.margin_of(contestant)), [3, -3]);
        for (left, fits) in [(Some(2), true), (None, true), (Some(3), false)] {
            let record = Record { moves_left: left, ..record.clone() };
            let checked = Verifier::default().check(&record, spec("poziomka"));
            assert_eq!(checked.is_ok(), fits, "{left:?}");
        }
        let huge = Record { moves_left: Some(i32::MAX), ..record };
        assert!(Record::read(&huge.line()).is_err(), "sums of margins fit");
    }

    #[test]
    fn a_record_goes_out_and_comes_back() {
        let [record] = &*records("mnk", "sgf", WHITE_GIVES_UP.as_bytes()).expect("a game") else {
            panic!("one game")
        };
        let game = record.to_foreign(spec("mnk")).expect("it fits").expect("it was played");
        let [format] =
            spec("mnk").formats.iter().filter(|its| its.name == "sgf").collect::<Vec<_>>()[..]
        else {
            panic!("one format")
        };
        let text = (format.write.expect("it is written"))(&game).expect("it can be");
        let again = records("mnk", "sgf", text.as_bytes()).expect("it is read");
        assert_eq!(again, std::slice::from_ref(record));
    }
}
