//! The record of one game.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::{Message, Outcome, Side};
use sandbox::Clock;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::seal;
use players::{Foul, FoulReport, OwnTerms, TimeRecord};

/// Everything about a game: enough to show it, to replay it, and to judge how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the record's format, which is [`FORMAT`](super::FORMAT) in new records.
    pub format: u32,
    /// The version of Ludoteka that wrote the record.
    pub ludoteka: String,
    /// The game's name.
    pub game: String,
    /// The values of all the game's parameters.
    pub parameters: BTreeMap<String, String>,
    /// The seed of the match.
    pub seed: u64,
    /// The number of the game in its match, from 1. Games 1 and 2 are the first pair.
    pub number: u64,
    /// The planned number of games in the match.
    pub games: u64,
    /// The Elo points of H0 and H1 of the sequential test that may end the match before all planned
    /// games are played.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sprt: Option<[Number; 2]>,
    /// The two contestants, in the order of the command line.
    pub players: [PlayerRecord; 2],
    /// The contestant, 0 or 1, who plays the side that moves first at the start of the game.
    pub first: usize,
    /// The clocks of all who have none of their own.
    pub time: TimeRecord,
    /// The number of positions that engines search for a move, if this number is limited.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// The level of the sandbox.
    pub level: u8,
    /// The names of the moves that were made before a player was asked.
    pub opening: Vec<String>,
    /// The names of the moves after the opening.
    pub moves: Vec<String>,
    /// The time of each answer. If the last answer was not a legal move, there is one more time
    /// than there are moves.
    pub clocks: Clocks,
    /// The programs' output on standard error before their answers. Each entry is the number of a
    /// move and the text. Numbers start at 1 and count the opening's moves. For each player, at
    /// most 1 KiB a move and 4 KiB a game are kept, and a text that was cut says so. Invalid bytes
    /// are replaced by U+FFFD.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub stderr: Vec<(usize, String)>,
    /// The result: the margin of the side that moves first.
    pub margin: i32,
    /// How many moves the winner still had, if the game counts them; see
    /// [`Table::moves_left`](rules::Table::moves_left). Older records do not say it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub moves_left: Option<i32>,
    /// How the game ended.
    pub end: Ending,
}

/// A contestant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerRecord {
    /// The contestant's name, as the user gave it.
    pub name: String,
    /// The SHA-256 of the program's executable or source; `None` for engines and people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<String>,
    /// The bytes of memory that the program may use; `None` for engines and people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub memory: Option<u64>,
    /// What held for this contestant alone.
    #[serde(skip_serializing_if = "OwnTerms::is_default", default)]
    pub own: OwnTerms,
}

impl PlayerRecord {
    /// A contestant of whom only the name is known.
    #[must_use]
    pub fn named(name: String) -> PlayerRecord {
        PlayerRecord { name, file: None, memory: None, own: OwnTerms::default() }
    }
}

/// How long each move took, in microseconds. For engines and people, only the wall time is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// The wall time.
    pub wall_us: Vec<u64>,
    /// The processor time.
    pub cpu_us: Vec<u64>,
    /// The time spent waiting for a processor, which is not charged to the player.
    pub waited_us: Vec<u64>,
}

impl Clocks {
    /// Adds the time of a move.
    pub fn push(&mut self, clock: Clock) {
        let us = |time: Duration| time.as_micros() as u64;
        self.wall_us.push(us(clock.wall));
        self.cpu_us.push(us(clock.cpu));
        self.waited_us.push(us(clock.waited));
    }
}

impl From<&[Clock]> for Clocks {
    fn from(clocks: &[Clock]) -> Clocks {
        let mut all = Clocks::default();
        clocks.iter().for_each(|&clock| all.push(clock));
        all
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ending {
    /// The rules ended the game.
    Rules,
    /// This side, 0 or 1, resigned.
    Resignation {
        /// The number of the side: 0 for the side that moves first.
        side: usize,
    },
    /// This side committed a foul.
    Foul {
        /// The number of the side: 0 for the side that moves first.
        side: usize,
        /// The foul.
        foul: Foul,
        /// The known facts about the player, if the player is a program.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        report: Option<Box<FoulReport>>,
    },
    /// Neither program can take part, so the game was not played, and both have lost it.
    Absence {
        /// The reasons, in the order of the contestants.
        why: [Message; 2],
    },
}

impl Record {
    /// The contestant, 0 or 1, who plays a side.
    #[must_use]
    pub fn contestant_at(&self, side: usize) -> usize {
        side ^ self.first
    }

    /// The clocks of both sides.
    #[must_use]
    pub fn times(&self) -> [TimeRecord; 2] {
        [0, 1].map(|side| self.players[self.contestant_at(side)].own.time.unwrap_or(self.time))
    }

    /// The margin from a contestant's view, by which matches and standings break ties: with the
    /// moves that the winner still had, if the game counts them.
    #[must_use]
    pub fn margin_of(&self, contestant: usize) -> i32 {
        let side = Side::BOTH[contestant ^ self.first];
        let left = self.moves_left.map_or(0, |left| self.margin.signum() * left);
        Outcome { margin: self.margin + left }.margin_for(side)
    }

    /// The record as a line with its checksum, without a line end.
    #[must_use]
    pub fn line(&self) -> String {
        seal::seal(&serde_json::to_string(self).expect("a record has only texts and numbers"))
    }
}
