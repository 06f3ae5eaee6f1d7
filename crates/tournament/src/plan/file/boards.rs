//! The boards on which pairs of games are played: given in the file, or drawn at random.

use std::path::Path;

use rules::random::{Random, hash_words};
use rules::{BadParameter, Parameters, Protocol, Side};
use search::GameSpec;

use super::keys::{BoardKeys, Values, Whole, is_at_top};
use super::players::Named;
use super::source::Source;
use crate::plan::announcement::{Boards, GivenBoard};
use crate::plan::nearest::nearest;
use errors::Error;
use matches::{Board, Openings};
use players::ProtocolName;

/// The greatest number of given boards. The number is limited because a game is started on every
/// given board when the file is read.
const MOST_BOARDS: usize = 1000;

/// Sets parameters of a game to the values in a table. The table may set any parameter of the game.
pub(super) fn set(
    source: &Source<'_>,
    key: &str,
    values: &Values,
    mut set: Parameters,
) -> Result<Parameters, Error> {
    for (name, value) in values {
        let sentence = match set.set(name, &value.to_string()) {
            Ok(()) => continue,
            Err(BadParameter::Value(sentence)) => sentence,
            Err(BadParameter::Name(sentence)) => {
                match nearest(name, set.all().map(|(known, _)| known)) {
                    Some(known) => format!("{sentence}; did you mean `{known}`?"),
                    None if is_at_top(name) => {
                        format!(
                            "{sentence}; `{name}` belongs at the top of the file, above all tables"
                        )
                    }
                    None => sentence,
                }
            }
        };
        return Err(source.wrong(&format!("{key}.{name}"), sentence));
    }
    Ok(set)
}

/// What is known about a tournament when its boards are read.
pub(super) struct Setting<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) spec: &'a GameSpec,
    pub(super) parameters: &'a Parameters,
    pub(super) players: &'a [Named],
    pub(super) seed: u64,
}

impl Setting<'_> {
    /// The boards that `opening`, the file of openings or the tables `[[board]]` define.
    pub(super) fn boards(
        &self,
        opening: Option<Whole<0, 1000>>,
        given: Option<&[BoardKeys]>,
        book: Option<&Path>,
    ) -> Result<Boards, Error> {
        if let Some(book) = book {
            if opening.is_some() || given.is_some() {
                let sentence = "the openings are chosen: expected no `opening` and no [[board]]";
                return Err(self.source.wrong("openings", sentence));
            }
            return self.chosen(book);
        }
        let Some(given) = given else { return self.drawn(opening.map(Whole::size)) };
        if opening.is_some() {
            let sentence =
                "each given board has its own `opening`: expected no `opening` above the tables";
            return Err(self.source.wrong("opening", sentence));
        }
        if !(1..=MOST_BOARDS).contains(&given.len()) {
            let sentence = format!("{} boards are given: expected 1 to {MOST_BOARDS}", given.len());
            return Err(self.source.wrong("board", sentence));
        }
        let boards = given.iter().enumerate().map(|(number, keys)| self.given(keys, number));
        boards.collect::<Result<_, _>>().map(Boards::Given)
    }

    /// The boards on which the openings of a file are played in turn.
    fn chosen(&self, book: &Path) -> Result<Boards, Error> {
        let read = Openings::read(book, self.spec, self.parameters, None, None);
        let read = self.source.kept("openings", read)?;
        if read.count() > MOST_BOARDS {
            let sentence = format!("{} openings: expected at most {MOST_BOARDS}", read.count());
            return Err(self.source.wrong("openings", sentence));
        }
        if let Some(deaf) = self.deaf() {
            return Err(self.source.wrong("openings", format!("{deaf}: expected none")));
        }
        let board = (self.spec.contest.board)(&mut Random::new(self.seed), self.parameters);
        self.source.kept("parameters", self.can_be_told(&board))?;
        let board = |opening: &[String]| GivenBoard {
            parameters: board
                .all()
                .map(|(key, value)| (key.to_string(), value.to_string()))
                .collect(),
            opening: opening.to_vec(),
        };
        Ok(Boards::Given((0..read.count() as u64).map(|pair| board(read.of(pair))).collect()))
    }

    /// Draws one board, to check that the parameters and the opening allow one.
    fn drawn(&self, opening: Option<usize>) -> Result<Boards, Error> {
        let sample = (self.spec.contest.board)(&mut Random::new(self.seed), self.parameters);
        self.source.kept("parameters", (self.spec.open)(&sample, None))?;
        self.source.kept("parameters", self.can_be_told(&sample))?;
        let opening = match (opening, self.deaf()) {
            (Some(1..), Some(deaf)) => {
                return Err(self.source.wrong("opening", format!("{deaf}: expected 0")));
            }
            (_, Some(_)) => 0,
            (moves, None) => moves.unwrap_or(self.spec.contest.opening),
        };
        self.source
            .kept("opening", Board::draw(self.spec, self.parameters, opening, self.seed, 0))?;
        Ok(Boards::Drawn { opening })
    }

    /// A board from one of the tables `[[board]]`. Random values are drawn when the file is read,
    /// so that they are the same in every match.
    fn given(&self, keys: &BoardKeys, number: usize) -> Result<GivenBoard, Error> {
        let (board, opening) = (format!("board.{number}"), format!("board.{number}.opening"));
        let set = set(
            self.source,
            &format!("{board}.parameters"),
            &keys.parameters,
            self.parameters.clone(),
        )?;
        let parameters = (self.spec.contest.board)(
            &mut Random::new(hash_words([self.seed, number as u64])),
            &set,
        );
        let mut game = self.source.kept(&board, (self.spec.open)(&parameters, None))?.table;
        self.source.kept(&board, self.can_be_told(&parameters))?;
        for (number, name) in keys.opening.iter().enumerate() {
            self.source.kept(&format!("{opening}.{number}"), game.play(name))?;
        }
        if game.outcome().is_some() {
            let sentence = "the game is over before a player moves: expected a shorter opening";
            return Err(self.source.wrong(&opening, sentence));
        }
        if let Some(deaf) = self.deaf().filter(|_| !keys.opening.is_empty()) {
            return Err(self.source.wrong(&opening, format!("{deaf}: expected none")));
        }
        let values = parameters.all().map(|(name, value)| (name.to_string(), value.to_string()));
        Ok(GivenBoard { parameters: values.collect(), opening: game.moves() })
    }

    /// The first participant that uses the game's own protocol, and the protocol itself.
    fn speaker(&self) -> Option<(&str, Protocol)> {
        let protocol = self.spec.contest.protocol?;
        let mut participants = self.players.iter().map(|player| &player.participant);
        let speaker = participants.find(|participant| {
            participant.program().is_some_and(|program| program.protocol == ProtocolName::Own)
        });
        speaker.map(|participant| (&*participant.name, protocol))
    }

    /// A sentence about a participant whose protocol cannot express an opening; `None` if there is
    /// no such participant.
    fn deaf(&self) -> Option<String> {
        let (name, _) = self.speaker().filter(|(_, protocol)| !protocol.any_start)?;
        Some(format!("the game's own protocol cannot tell {name} the opening"))
    }

    /// Checks that the game's own protocol can describe a board with these parameters to programs.
    fn can_be_told(&self, parameters: &Parameters) -> Result<(), String> {
        let Some((name, protocol)) = self.speaker() else { return Ok(()) };
        for side in Side::BOTH {
            (protocol.dialogue)(parameters, side)
                .map(drop)
                .map_err(|bad| format!("{name}: {bad}"))?;
            let constants = |parameters| (protocol.constants)(parameters, side);
            if constants(parameters) != constants(self.parameters) {
                let names: Vec<_> =
                    constants(parameters).into_iter().map(|(constant, _)| constant).collect();
                return Err(format!(
                    "{name} is compiled once, with the constants {}: expected them to be the same \
                    on all boards",
                    names.join(", ")
                ));
            }
        }
        Ok(())
    }
}
