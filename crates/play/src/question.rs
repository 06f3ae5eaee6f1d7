//! A request: a whole game, and how an engine should think about it.

use std::collections::BTreeMap;
use std::time::Duration;

use page::{message, text};
use rules::{Message, Parameters, Side};
use search::{GameSpec, Instance, OpenError, SkillLevel};
use serde::Deserialize;
use serde_json::{Value, json};

/// The greatest number of moves in a request. No game between people is nearly as long.
const MOST_MOVES: usize = 5000;

/// The longest time for an engine's move.
const LONGEST_THOUGHT_MS: u64 = 60_000;

/// A game up to its current position, and the settings of the engine. The server stores no game, so
/// each request contains the whole game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Question {
    /// The parameters that were set.
    set: BTreeMap<String, String>,
    /// The diagram of the first position, if it is not the game's own.
    at: Option<String>,
    /// The names of the moves so far.
    moves: Vec<String>,
    /// The player who has given up.
    resigned: Option<Player>,
    /// The level of the engine.
    level: Option<u8>,
    /// How long the engine may think.
    time_ms: u64,
    /// The seed that determines how a weak engine misjudges its moves.
    seed: u64,
    /// The first move of a review, from 0.
    from: usize,
}

impl Default for Question {
    fn default() -> Question {
        Question {
            set: BTreeMap::new(),
            at: None,
            moves: Vec::new(),
            resigned: None,
            level: None,
            time_ms: 1000,
            seed: 1,
            from: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Player {
    First,
    Second,
}

/// The game of a request.
pub struct Opened {
    /// The game after its moves, and an engine for it.
    pub instance: Instance,
    /// The side that made each move.
    pub movers: Vec<Side>,
}

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub struct BadQuestion {
    /// Whether the request has the right form, and only asks for what cannot be.
    pub is_readable: bool,
    /// The reason.
    pub sentence: Box<Message>,
    /// The rule that a move or a diagram breaks.
    pub objection: Option<Box<Message>>,
    /// The number of this move, from 1, if a move is the reason.
    pub number: Option<usize>,
}

impl BadQuestion {
    /// The refusal of a request of another form; the text says why.
    #[must_use]
    pub fn unreadable(why: &str) -> BadQuestion {
        let why = format!("the request cannot be read: {why}");
        BadQuestion { is_readable: false, ..BadQuestion::senseless(why) }
    }

    fn senseless(sentence: impl Into<Message>) -> BadQuestion {
        let sentence = Box::new(sentence.into());
        BadQuestion { is_readable: true, sentence, objection: None, number: None }
    }

    fn of_move(number: usize, why: &rules::Refusal) -> BadQuestion {
        let objection = match why {
            rules::Refusal::Illegal { objection, .. } => Some(Box::new(objection.clone())),
            rules::Refusal::Over => Some(Box::new(Message::new(rules::WORDS, "over"))),
            rules::Refusal::Garbled(_) => None,
        };
        let sentence = text("at-move").number("n", number).with("why", why.message());
        BadQuestion { objection, number: Some(number), ..BadQuestion::senseless(sentence) }
    }

    fn of_start(error: OpenError) -> BadQuestion {
        let refusal = BadQuestion::senseless(error.to_string());
        match error {
            OpenError::Diagram(rules::BadDiagram::Illegal(why)) => {
                BadQuestion { objection: Some(Box::new(why)), ..refusal }
            }
            _ => refusal,
        }
    }

    /// The refusal as the page's scripts read it.
    #[must_use]
    pub fn json(&self) -> Value {
        let objection = self.objection.as_deref().map(message);
        json!({ "error": self.sentence.to_string(), "objection": objection, "move": self.number })
    }
}

impl Question {
    /// Reads a request in JSON.
    ///
    /// # Errors
    /// Refuses what is no such request, too many moves, and too long a time.
    pub fn read(body: &[u8]) -> Result<Question, BadQuestion> {
        // Serde would also accept a list of values without the names of the fields.
        if !body.trim_ascii_start().starts_with(b"{") {
            return Err(BadQuestion::unreadable("expected a JSON object"));
        }
        let question: Question = serde_json::from_slice(body)
            .map_err(|bad| BadQuestion::unreadable(&bad.to_string()))?;
        if question.moves.len() > MOST_MOVES {
            return Err(BadQuestion::senseless(format!("a game has at most {MOST_MOVES} moves")));
        }
        if question.time_ms > LONGEST_THOUGHT_MS {
            return Err(BadQuestion::senseless(format!(
                "an engine thinks for at most {LONGEST_THOUGHT_MS} ms"
            )));
        }
        Ok(question)
    }

    /// The game after the moves.
    ///
    /// # Errors
    /// Refuses parameters, a diagram or a move that the game does not allow, and a level that its
    /// engine does not have.
    pub fn open(&self, spec: &GameSpec) -> Result<Opened, BadQuestion> {
        if self.level.is_some_and(|number| spec.level(number).is_none()) {
            let most = spec.full().number();
            let expected = format!("expected an engine level from 1 to {most}");
            return Err(BadQuestion::senseless(expected));
        }
        let mut parameters = Parameters::new(spec.parameters);
        for (name, value) in &self.set {
            parameters.set(name, value).map_err(|bad| BadQuestion::senseless(bad.to_string()))?;
        }
        let mut instance =
            (spec.open)(&parameters, self.at.as_deref()).map_err(BadQuestion::of_start)?;
        let mut movers = Vec::with_capacity(self.moves.len());
        for (number, name) in self.moves.iter().enumerate() {
            movers.push(instance.table.turn());
            instance
                .table
                .play(name)
                .map_err(|refusal| BadQuestion::of_move(number + 1, &refusal))?;
        }
        if let Some(loser) = self.resigned {
            instance.table.forfeit(match loser {
                Player::First => Side::First,
                Player::Second => Side::Second,
            });
        }
        Ok(Opened { instance, movers })
    }

    /// The parameters and the moves, for a program that begins games at their usual start.
    ///
    /// # Errors
    /// As [`Question::open`]; and if the game begins at a diagram.
    pub fn moves_from_start(
        &self,
        spec: &GameSpec,
    ) -> Result<(Parameters, Vec<String>), BadQuestion> {
        if self.at.is_some() {
            return Err(BadQuestion::senseless(
                "programs begin at the game's own start, not at a diagram",
            ));
        }
        let instance = self.open(spec)?.instance;
        let mut parameters = Parameters::new(spec.parameters);
        for (name, value) in &self.set {
            parameters.set(name, value).map_err(|bad| BadQuestion::senseless(bad.to_string()))?;
        }
        Ok((parameters, instance.table.moves()))
    }

    /// The level of the engine; full strength if the request names none.
    pub(crate) fn level(&self) -> SkillLevel {
        self.level.map_or(SkillLevel::FULL, SkillLevel::new)
    }

    /// How long the engine may think.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms)
    }

    pub(crate) fn from(&self) -> usize {
        self.from
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }
}
