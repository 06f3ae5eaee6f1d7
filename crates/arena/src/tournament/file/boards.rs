//! What pairs of games are played on: given boards, or drawn ones.

use rules::random::{Random, hash_words};
use rules::{Parameters, Protocol, Side};
use search::GameSpec;

use super::parameters;
use super::players::Named;
use super::section::{At, Section};
use crate::series::{Board, Speech};
use crate::tournament::announcement::{Boards, GivenBoard};

/// The longest opening, in half-moves.
const LONGEST_OPENING: u64 = 1000;

/// The most boards that can be given: each is opened when the file is read.
const MOST_BOARDS: usize = 1000;

/// What is known of a tournament when its boards are read.
pub(super) struct Setting<'a> {
    pub(super) spec: &'a GameSpec,
    /// The tournament's parameters, and where the file sets them.
    pub(super) parameters: At<Parameters>,
    pub(super) entrants: &'a [Named],
    pub(super) seed: u64,
}

/// Reads the keys `opening` and `board`; nothing if anything is wrong.
pub(super) fn read(top: &Section<'_>, setting: &Setting<'_>) -> Option<Boards> {
    let before = top.mistakes.count();
    let opening = top.size("opening", 0..=LONGEST_OPENING);
    let tables = top.tables("board");
    if top.mistakes.count() > before {
        return None;
    }
    if !top.has("board") {
        return setting.drawn(top, opening);
    }
    if top.has("opening") {
        let sentence = "boards are given, each with its own `opening`: expected none above the tables";
        top.mistakes.note(top.key_place("opening"), sentence);
    }
    if tables.is_empty() || tables.len() > MOST_BOARDS {
        let sentence = format!("{} boards are given: expected 1 to {MOST_BOARDS}", tables.len());
        top.mistakes.note(top.place("board"), sentence);
        return None;
    }
    let boards = (0..).zip(tables).map(|(number, table)| setting.given(table, number));
    let boards: Vec<_> = boards.collect();
    let boards: Option<Vec<_>> = boards.into_iter().collect();
    boards.filter(|_| top.mistakes.count() == before).map(Boards::Given)
}

impl Setting<'_> {
    /// Draws one board, to see that there are any.
    fn drawn(&self, top: &Section<'_>, opening: Option<usize>) -> Option<Boards> {
        let At { at, value: parameters } = &self.parameters;
        let sample = (self.spec.contest.board)(&mut Random::new(self.seed), parameters);
        top.mistakes.kept(*at, (self.spec.open)(&sample, None))?;
        top.mistakes.kept(*at, self.can_be_told(&sample))?;
        let opening = match (opening, self.deaf()) {
            (Some(1..), Some(deaf)) => {
                top.mistakes.note(top.place("opening"), format!("{deaf}: expected 0"));
                return None;
            }
            (_, Some(_)) => 0,
            (moves, None) => moves.unwrap_or(self.spec.contest.opening),
        };
        let board = Board::draw(self.spec, parameters, opening, self.seed, 0);
        top.mistakes.kept(top.place("opening"), board)?;
        Some(Boards::Drawn { opening })
    }

    /// A board of the list. What is left to chance is drawn now, so that it is the same in every match.
    fn given(&self, table: Section<'_>, number: u64) -> Option<GivenBoard> {
        let (mistakes, at, before) = (table.mistakes, table.at, table.mistakes.count());
        let set = match table.table("parameters") {
            Some(own) => parameters::read(&own, self.parameters.value.clone()),
            None => Some(self.parameters.value.clone()),
        };
        let opening = table.texts("opening").unwrap_or_default();
        let opening_at = table.place("opening");
        table.close();
        let set = set.filter(|_| mistakes.count() == before)?;
        let parameters = (self.spec.contest.board)(&mut Random::new(hash_words([self.seed, number])), &set);
        let mut game = mistakes.kept(at, (self.spec.open)(&parameters, None))?.table;
        mistakes.kept(at, self.can_be_told(&parameters))?;
        for At { at, value: name } in &opening {
            mistakes.kept(*at, game.play(name))?;
        }
        if game.outcome().is_some() {
            mistakes.note(opening_at, "the game is over before anybody is asked: expected a shorter opening");
        }
        if let Some(deaf) = self.deaf().filter(|_| !opening.is_empty()) {
            mistakes.note(opening_at, format!("{deaf}: expected none"));
        }
        let values = parameters.all().map(|(name, value)| (name.to_string(), value.to_string()));
        Some(GivenBoard { parameters: values.collect(), opening: game.moves() })
    }

    /// The first entrant that speaks the protocol of the game's own text, where there is one.
    fn speaker(&self) -> Option<(&str, Protocol)> {
        let protocol = self.spec.contest.protocol?;
        let speaks = |entrant: &&Named| entrant.value.program().is_some_and(|program| program.speech == Speech::Own);
        self.entrants.iter().find(speaks).map(|entrant| (&*entrant.value.name, protocol))
    }

    /// Who cannot be told of an opening, as a sentence.
    fn deaf(&self) -> Option<String> {
        let (name, _) = self.speaker().filter(|(_, protocol)| !protocol.any_start)?;
        Some(format!("{name} cannot be told of an opening by the game's own protocol"))
    }

    /// Whether programs that speak the game's own protocol can be told of a board with these parameters.
    fn can_be_told(&self, parameters: &Parameters) -> Result<(), String> {
        let Some((name, protocol)) = self.speaker() else { return Ok(()) };
        for side in Side::BOTH {
            (protocol.dialogue)(parameters, side).map(drop).map_err(|bad| format!("{name}: {bad}"))?;
            let constants = |parameters| (protocol.constants)(parameters, side);
            if constants(parameters) != constants(&self.parameters.value) {
                let names: Vec<_> = constants(parameters).into_iter().map(|(constant, _)| constant).collect();
                return Err(format!(
                    "{name} is compiled once, with the constants {}: expected them to be the same on all boards",
                    names.join(", ")
                ));
            }
        }
        Ok(())
    }
}
