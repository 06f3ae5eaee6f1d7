//! A request: a whole game, and how an engine should think about it.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::StatusCode;
use rules::{Message, Parameters, Side};
use search::{GameSpec, Instance, OpenError, SkillLevel};
use serde::Deserialize;

use crate::refusal::Refusal;

/// The greatest number of moves in a request. No game between people is nearly as long.
const MOST_MOVES: usize = 5000;

/// The longest time for an engine's move.
const LONGEST_THOUGHT_MS: u64 = 60_000;

/// A game up to its current position, and the settings of the engine. The server stores no game, so
/// each request contains the whole game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Question {
    /// The parameters that were set.
    set: BTreeMap<String, String>,
    /// The diagram of the first position, if it is not the game's own.
    at: Option<String>,
    /// The names of the moves so far.
    moves: Vec<String>,
    /// The player who has given up.
    resigned: Option<Player>,
    /// The level of the engine.
    level: u8,
    /// How long the engine may think.
    time_ms: u64,
    /// The seed that determines how a weak engine misjudges its moves.
    seed: u64,
    /// The first move of a review, from 0.
    from: usize,
}

impl Default for Question {
    fn default() -> Question {
        let level = SkillLevel::FULL.number();
        Question {
            set: BTreeMap::new(),
            at: None,
            moves: Vec::new(),
            resigned: None,
            level,
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
pub(crate) struct Opened {
    pub(crate) instance: Instance,
    /// The side that made each move.
    pub(crate) movers: Vec<Side>,
}

impl Question {
    /// Reads a request in JSON.
    pub(crate) fn read(body: &[u8]) -> Result<Question, Refusal> {
        let no_question = |why: &str| {
            Refusal::new(StatusCode::BAD_REQUEST, format!("the request cannot be read: {why}"))
        };
        // Serde would also accept a list of values without the names of the fields.
        if !body.trim_ascii_start().starts_with(b"{") {
            return Err(no_question("expected a JSON object"));
        }
        let question: Question =
            serde_json::from_slice(body).map_err(|bad| no_question(&bad.to_string()))?;
        if question.moves.len() > MOST_MOVES {
            return Err(Refusal::senseless(format!("a game has at most {MOST_MOVES} moves")));
        }
        if question.time_ms > LONGEST_THOUGHT_MS {
            return Err(Refusal::senseless(format!(
                "an engine thinks for at most {LONGEST_THOUGHT_MS} ms"
            )));
        }
        question.level()?;
        Ok(question)
    }

    /// The game after the moves.
    pub(crate) fn open(&self, spec: &GameSpec) -> Result<Opened, Refusal> {
        let mut parameters = Parameters::new(spec.parameters);
        for (name, value) in &self.set {
            parameters.set(name, value).map_err(|bad| Refusal::senseless(bad.to_string()))?;
        }
        let mut instance = (spec.open)(&parameters, self.at.as_deref()).map_err(refused)?;
        let mut movers = Vec::with_capacity(self.moves.len());
        for (number, name) in self.moves.iter().enumerate() {
            movers.push(instance.table.turn());
            instance.table.play(name).map_err(|refusal| not_played(number + 1, &refusal))?;
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
    pub(crate) fn moves_from_start(
        &self,
        spec: &GameSpec,
    ) -> Result<(Parameters, Vec<String>), Refusal> {
        if self.at.is_some() {
            return Err(Refusal::senseless(
                "programs begin at the game's own start, not at a diagram",
            ));
        }
        let instance = self.open(spec)?.instance;
        let mut parameters = Parameters::new(spec.parameters);
        for (name, value) in &self.set {
            parameters.set(name, value).map_err(|bad| Refusal::senseless(bad.to_string()))?;
        }
        Ok((parameters, instance.table.moves()))
    }

    pub(crate) fn level(&self) -> Result<SkillLevel, Refusal> {
        SkillLevel::new(self.level)
            .ok_or_else(|| Refusal::senseless("expected an engine level from 1 to 5"))
    }

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

fn refused(error: OpenError) -> Refusal {
    let refusal = Refusal::senseless(error.to_string());
    match error {
        OpenError::Diagram(rules::BadDiagram::Illegal(why)) => refusal.with(why),
        _ => refusal,
    }
}

fn not_played(number: usize, why: &rules::Refusal) -> Refusal {
    let refusal = Refusal::of_move(number, why);
    match why {
        rules::Refusal::Illegal { objection, .. } => refusal.with(objection.clone()),
        rules::Refusal::Over => refusal.with(Message::new(rules::WORDS, "over")),
        rules::Refusal::Garbled(_) => refusal,
    }
}
