//! The result of every game, in few bytes: for the list of games, and for the best and the worst
//! game of a participant.

use std::cmp::Reverse;

use matches::record::{Ending, Record};

use super::number::Ordinal;
use super::places::Places;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Which contestant, 0 or 1, moved first.
    pub first: usize,
    /// The margin of contestant 0.
    pub margin: i32,
    /// The number of moves, including those of the opening.
    pub moves: usize,
    /// The kind of the foul that ended the game.
    pub foul: Option<&'static str>,
}

impl GameResult {
    /// The result of a recorded game.
    #[must_use]
    pub fn of(record: &Record) -> GameResult {
        GameResult {
            first: record.first,
            margin: record.margin_of(0),
            moves: record.opening.len() + record.moves.len(),
            foul: match &record.end {
                Ending::Foul { foul, .. } => Some(foul.kind()),
                Ending::Absence { .. } => Some("unfit"),
                Ending::Rules | Ending::Resignation { .. } => None,
            },
        }
    }
}

/// A result in eight bytes, since there may be millions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) margin: i32,
    pub(super) moves: u16,
    pub(super) first: u8,
    /// 0, or the number of the foul's kind, from 1.
    pub(super) foul: u8,
}

/// The results of all games, in the order of their lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameList {
    pub(super) entries: Vec<Entry>,
    pub(super) kinds: Vec<&'static str>,
}

/// A game from the view of a participant.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnGame {
    pub(super) line: usize,
    pub(super) opponent: Ordinal,
    pub(super) margin: i32,
    pub(super) moves: u16,
}

impl GameList {
    /// Adds the result of the next game.
    pub fn see(&mut self, result: GameResult) {
        let foul = result.foul.map_or(0, |kind| {
            let known = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            u8::try_from(known + 1).unwrap_or(u8::MAX)
        });
        self.entries.push(Entry {
            margin: result.margin,
            moves: u16::try_from(result.moves).unwrap_or(u16::MAX),
            first: u8::from(result.first == 1),
            foul,
        });
    }

    /// The best and the worst game of a participant: by the margin, and of equal margins the
    /// quickest win or loss. `None` if the participant has not played.
    pub(super) fn ends(&self, places: &Places, participant: usize) -> Option<[OwnGame; 2]> {
        let games = || {
            let runs = places.runs(self.entries.len()).filter_map(move |(pairing, lines)| {
                let players = pairing.players();
                let own = players.iter().position(|&player| player == participant)?;
                Some((own, Ordinal(players[1 - own]), lines))
            });
            runs.flat_map(|(own, opponent, lines)| {
                lines.map(move |line| {
                    let Entry { margin, moves, .. } = self.entries[line - 1];
                    let margin = if own == 0 { margin } else { -margin };
                    OwnGame { line, opponent, margin, moves }
                })
            })
        };
        let quick = |game: &OwnGame| i32::from(game.moves) * game.margin.signum();
        let key = |game: &OwnGame| (game.margin, Reverse(quick(game)), Reverse(game.line));
        let worst = |game: &OwnGame| (game.margin, Reverse(quick(game)), game.line);
        Some([games().max_by_key(key)?, games().min_by_key(worst)?])
    }
}

#[cfg(test)]
mod tests {
    use pairing::Pairing;

    use super::*;

    #[test]
    fn the_best_game_has_the_greatest_margin_and_then_the_fewest_moves() {
        let met = |first, second| Pairing { round: 0, table: second, extra: 0, first, second };
        let (mut list, mut places) = (GameList::default(), Places::default());
        let games = [
            (met(0, 1), 2, 9),
            (met(0, 1), 4, 30),
            (met(0, 2), -1, 40),
            // Between two games of the first match.
            (met(0, 1), 4, 12),
            (met(2, 1), 7, 10),
            (met(2, 0), 1, 8),
        ];
        for (line, (pairing, margin, moves)) in (1..).zip(games) {
            places.see(line, pairing);
            list.see(GameResult { first: 0, margin, moves, foul: None });
        }
        let ends = |participant| {
            let ends = list.ends(&places, participant)?;
            Some(ends.map(|game| (game.line, game.opponent.0, game.margin, game.moves)))
        };
        assert_eq!(ends(0), Some([(4, 1, 4, 12), (6, 2, -1, 8)]), "a quick win, a quick loss");
        assert_eq!(ends(1), Some([(1, 0, -2, 9), (5, 2, -7, 10)]), "who never won");
        assert_eq!(ends(3), None);
    }
}
