//! A seeded bracket.
//!
//! A participant's balance says how often it has been named first so far, minus how often it has
//! been named second. Of two participants who meet, the one with the lower balance is named first.
//! If the balances are equal, the better seed is named first at every second table. As long as the
//! better seeds win, participants with a high balance meet those with a low one. If there are also
//! no byes, all balances stay between -1 and 1. No rule can guarantee such balances for all
//! results: if the participant named first always wins, the champion is never named second. An
//! imbalance matters little, since each participant of a match starts one game of every pair.

use std::cmp::Ordering;

use crate::finished::Pairing;
use crate::ledger::Ledger;
use crate::schedule::Schedule;

/// A place in the bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// The place is empty: the opponent has a bye.
    Nobody,
    /// The match whose winner comes here is not played yet.
    Open,
    /// This participant.
    Participant(usize),
}

/// A meeting of two places in the bracket: a bye, or a match with its extra matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The round, counted from 0.
    pub round: usize,
    /// The place in the round, from the top, counted from 0. In the last round, 1 is the match for
    /// the third place.
    pub table: usize,
    /// Who meets.
    pub places: [Contender; 2],
    /// The contender who goes on to the next round, or wins the tournament.
    pub winner: Contender,
    /// Whether all matches were tied, including the extra matches, or the match was not played. In
    /// this case the better seed goes on.
    pub by_seed: bool,
}

/// The bracket, as far as it has been played.
pub(super) struct Bracket {
    /// The matches that have known participants and no result.
    pub(super) open: Vec<Pairing>,
    /// All meetings, round by round, from the top.
    pub(super) ties: Vec<Tie>,
    /// How far each participant came, as a number: the lower the number, the farther. The number is
    /// 0 for participants who are still in, 1 for the loser of the final, and 2 for the losers of
    /// the semi-finals (3 for the loser of the match for the third place). It is 4, 8, and so on
    /// for the losers of earlier rounds.
    pub(super) reached: Vec<usize>,
}

impl Bracket {
    /// Builds the bracket from the results, round by round.
    pub(super) fn replay(
        ledger: &mut Ledger<'_>,
        schedule: &Schedule,
        third_place: bool,
        extras: usize,
    ) -> Bracket {
        let bracket =
            Bracket { open: Vec::new(), ties: Vec::new(), reached: vec![0; schedule.participants] };
        let mut replay =
            Replay { ledger, schedule, extras, balance: vec![0; schedule.participants], bracket };
        let seat = |seed| {
            if seed < schedule.participants {
                Contender::Participant(seed)
            } else {
                Contender::Nobody
            }
        };
        let mut places: Vec<Contender> =
            seats(schedule.participants).into_iter().map(seat).collect();
        let mut losers = Vec::new();
        let mut round = 0;
        while places.len() > 1 {
            let earlier = losers;
            (places, losers) = replay.round(round, &places);
            if let (true, &[one, other], &[_]) = (third_place, &earlier[..], &places[..]) {
                let (_, fourth) = replay.meet(round, 1, one, other);
                replay.note(fourth, 3);
            }
            round += 1;
        }
        replay.bracket
    }
}

/// The seeds in the order of the places in the first round. If the better seed always wins, half of
/// the seeds are left after each round, and in each round the best remaining seed meets the worst.
fn seats(participants: usize) -> Vec<usize> {
    let mut seats = vec![0];
    while seats.len() < participants {
        let last = 2 * seats.len() - 1;
        seats = seats.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seats
}

struct Replay<'a, 'b> {
    ledger: &'a mut Ledger<'b>,
    schedule: &'a Schedule,
    extras: usize,
    /// For each participant, how often it has been named first, minus how often it has been named
    /// second.
    balance: Vec<i32>,
    bracket: Bracket,
}

impl Replay<'_, '_> {
    /// The winners and the losers of a round.
    fn round(&mut self, round: usize, places: &[Contender]) -> (Vec<Contender>, Vec<Contender>) {
        let meet = |(table, two): (usize, &[Contender])| {
            let (winner, loser) = self.meet(round, table, two[0], two[1]);
            self.note(loser, places.len() / 2);
            (winner, loser)
        };
        places.chunks(2).enumerate().map(meet).unzip()
    }

    /// Adds a meeting to the bracket. Returns its winner and its loser, as far as the results
    /// decide them.
    fn meet(
        &mut self,
        round: usize,
        table: usize,
        one: Contender,
        other: Contender,
    ) -> (Contender, Contender) {
        let (winner, loser, by_seed) = self.outcome(round, table, one, other);
        self.bracket.ties.push(Tie { round, table, places: [one, other], winner, by_seed });
        (winner, loser)
    }

    fn outcome(
        &mut self,
        round: usize,
        table: usize,
        one: Contender,
        other: Contender,
    ) -> (Contender, Contender, bool) {
        match (one, other) {
            (Contender::Nobody, winner) | (winner, Contender::Nobody) => {
                (winner, Contender::Nobody, false)
            }
            (Contender::Open, _) | (_, Contender::Open) => {
                (Contender::Open, Contender::Open, false)
            }
            (Contender::Participant(one), Contender::Participant(other)) => {
                let seeds = [one.min(other), one.max(other)];
                let winner = self.winner(round, table, seeds);
                winner.map_or((Contender::Open, Contender::Open, false), |(winner, by_seed)| {
                    (
                        Contender::Participant(winner),
                        Contender::Participant(one + other - winner),
                        by_seed,
                    )
                })
            }
        }
    }

    /// The winner of a meeting, and whether the seed alone decided. The better of the two `seeds`
    /// comes first. If the winner is not known yet, the next match of the meeting is added to the
    /// open matches.
    fn winner(&mut self, round: usize, table: usize, seeds: [usize; 2]) -> Option<(usize, bool)> {
        let base = match self.balance[seeds[0]].cmp(&self.balance[seeds[1]]) {
            Ordering::Less => 0,
            Ordering::Equal => (table + self.schedule.lot()) % 2,
            Ordering::Greater => 1,
        };
        for extra in 0..=self.extras {
            let starts = (base + extra) % 2;
            let pairing =
                Pairing { round, table, extra, first: seeds[starts], second: seeds[1 - starts] };
            let Some(finished) = self.ledger.take(&pairing) else {
                self.bracket.open.push(pairing);
                return None;
            };
            self.balance[pairing.first] += 1;
            self.balance[pairing.second] -= 1;
            match self.schedule.points.winner(finished) {
                Ordering::Greater => return Some((pairing.first, false)),
                Ordering::Less => return Some((pairing.second, false)),
                // Extra matches of participants who cannot take part would decide nothing.
                Ordering::Equal if finished.is_unplayed() => break,
                Ordering::Equal => {}
            }
        }
        Some((seeds[0], true))
    }

    fn note(&mut self, loser: Contender, reached: usize) {
        if let Contender::Participant(loser) = loser {
            self.bracket.reached[loser] = reached;
        }
    }
}
