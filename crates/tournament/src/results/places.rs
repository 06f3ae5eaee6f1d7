//! The match to which each game belongs.

use std::ops::Range;

use pairing::Pairing;

/// The matches in a file of games, in order. Each match has the number of the line with its first
/// game, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(Vec<(usize, Pairing)>);

impl Places {
    /// Notes that the game in this line belongs to this match. Games are given in the order of
    /// their lines.
    pub fn see(&mut self, line: usize, pairing: Pairing) {
        if self.0.last().is_none_or(|(_, last)| *last != pairing) {
            self.0.push((line, pairing));
        }
    }

    /// The match to which the game in this line belongs.
    pub(crate) fn at(&self, line: usize) -> Option<&Pairing> {
        let after = self.0.partition_point(|(first, _)| *first <= line);
        Some(&self.0[after.checked_sub(1)?].1)
    }

    /// The lines of games that follow each other and belong to one match, for a file of this many
    /// games.
    pub(super) fn runs(&self, games: usize) -> impl Iterator<Item = (Pairing, Range<usize>)> {
        let ends = self.0.iter().skip(1).map(|&(line, _)| line).chain([games + 1]);
        self.0
            .iter()
            .zip(ends)
            .map(move |(&(line, pairing), end)| (pairing, line..end.min(games + 1)))
    }

    /// Each match, with the number of the line that holds its first game.
    pub(super) fn first_lines(&self) -> impl Iterator<Item = (Pairing, usize)> {
        self.0.iter().map(|&(line, pairing)| (pairing, line))
    }
}
