//! Who has left a tournament, and what still counts.
//!
//! | format | the matches that a leaver has finished | the others |
//! | --- | --- | --- |
//! | round robin, groups, gauntlet | count only if the leaver withdrew with at least half of them finished | are lost if those count |
//! | Swiss, knockout | count | are lost; later rounds are paired without the leaver |
//!
//! In a tournament with stages, this is so in its first stage for those who left before the next
//! stage began. Later stages are like a Swiss tournament: finished matches count, so that nobody's
//! entry into a stage that has begun changes.
//!
//! A match that is lost by default counts as if each of its games were lost by a margin of 1.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::refused;
use errors::Error;
use pairing::{Finished, Format, Leaver, Next, Pairing, Schedule};

/// How a participant left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Whether the participant was disqualified; otherwise it withdrew.
    pub is_disqualified: bool,
    /// The reason.
    pub reason: Option<String>,
    /// The first round of a Swiss tournament, or of a tournament with stages, that is paired without
    /// the participant, from 0.
    pub absent_from: usize,
    /// The place of this departure among all, in the order of time.
    pub order: usize,
}

/// The participants who have left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Departures(BTreeMap<usize, Departure>);

/// What a tournament needs next, if nobody waits for those who have left.
pub(crate) struct Settled {
    /// What is to be played; no match of a participant who has left.
    pub(crate) next: Next,
    /// The matches that are lost by default.
    pub(crate) lost: Vec<Finished>,
}

impl Departures {
    /// Whether everybody still takes part.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How this participant left; `None` if it takes part.
    #[must_use]
    pub fn of(&self, participant: usize) -> Option<&Departure> {
        self.0.get(&participant)
    }

    /// All who have left, in the order of their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, &Departure)> {
        self.0.iter().map(|(&participant, departure)| (participant, departure))
    }

    pub(crate) fn add(&mut self, participant: usize, departure: Departure) {
        self.0.insert(participant, departure);
    }

    pub(super) fn undo(&mut self, participant: usize) {
        self.0.remove(&participant);
    }

    pub(crate) fn has_left(&self, participant: usize) -> bool {
        self.0.contains_key(&participant)
    }

    /// The schedule without those who have left. The disqualified and the `struck` participants
    /// have no place in its standings.
    pub(crate) fn leave(&self, schedule: Schedule, struck: &BTreeSet<usize>) -> Schedule {
        let leaver = |(participant, departure): (usize, &Departure)| Leaver {
            participant,
            absent_from: departure.absent_from,
            is_ranked: !departure.is_disqualified && !struck.contains(&participant),
            counts: !struck.contains(&participant),
        };
        schedule.without(self.all().map(leaver).collect())
    }

    /// The participants none of whose games count, given the matches that were played to their
    /// end: in a round robin and a gauntlet, the disqualified, and those who withdrew before half
    /// of their matches were finished. Matches against the disqualified are left out of this half.
    pub(crate) fn struck(
        &self,
        schedule: &Schedule,
        finished: &[Finished],
    ) -> Result<BTreeSet<usize>, Error> {
        let (Format::RoundRobin { .. } | Format::Groups { .. } | Format::Gauntlet { .. }) =
            schedule.format()
        else {
            return Ok(BTreeSet::new());
        };
        let Next::Play(all) = schedule.next(&[]).map_err(refused::pairing)? else {
            return Ok(BTreeSet::new());
        };
        let end = schedule.end_of_first_stage();
        let is_disqualified = |participant: &usize| {
            self.of(*participant)
                .is_some_and(|left| left.is_disqualified && left.absent_from <= end)
        };
        let counts = |pairing: &&Pairing| !pairing.players().iter().any(is_disqualified);
        let of =
            |participant: usize| move |pairing: &&Pairing| pairing.players().contains(&participant);
        let keeps = |participant: usize| {
            let planned = all.iter().filter(counts).filter(of(participant)).count();
            let finished = finished.iter().map(|finished| &finished.pairing);
            2 * finished.filter(counts).filter(of(participant)).count() >= planned
        };
        let left = self.0.iter().filter(|(_, departure)| departure.absent_from <= end);
        let left = left.map(|(&participant, _)| participant);
        Ok(left
            .filter(|participant| is_disqualified(participant) || !keeps(*participant))
            .collect())
    }

    /// As [`settle`](Departures::settle), for a schedule that nobody has left yet.
    pub(crate) fn settle_announced(
        &self,
        schedule: &Schedule,
        games: u64,
        finished: Vec<Finished>,
    ) -> Result<Settled, Error> {
        let struck = self.struck(schedule, &finished)?;
        self.settle(&self.leave(schedule.clone(), &struck), games, finished)
    }

    /// What is to be played next, given the matches that were played to their end. Adds to these
    /// the matches that are lost by default, of `games` games each.
    ///
    /// # Errors
    /// Fails if the results do not belong to this tournament.
    pub(crate) fn settle(
        &self,
        schedule: &Schedule,
        games: u64,
        mut finished: Vec<Finished>,
    ) -> Result<Settled, Error> {
        let (mut known, mut lost) = (Vec::new(), Vec::new());
        if self.is_empty() {
            known = std::mem::take(&mut finished);
        }
        loop {
            let next = schedule.next(&known).map_err(refused::pairing)?;
            let open = if let Next::Play(open) = &next { &open[..] } else { &[] };
            // In a knockout, and after a round of a Swiss tournament, a match that is lost by
            // default decides who meets next. So it is known before matches of later rounds are.
            let is_open: HashSet<&Pairing> = open.iter().collect();
            let (now, later): (Vec<_>, Vec<_>) =
                finished.into_iter().partition(|one| is_open.contains(&one.pairing));
            let is_played: HashSet<&Pairing> = now.iter().map(|one| &one.pairing).collect();
            let left = open.iter().filter(|pairing| !is_played.contains(pairing));
            let by_default: Vec<_> =
                left.filter_map(|pairing| self.lost(*pairing, games)).collect();
            if now.is_empty() && by_default.is_empty() {
                known.extend(later);
                // What is left over belongs to no round.
                let next = schedule.next(&known).map_err(refused::pairing)?;
                return Ok(Settled { next, lost });
            }
            known.extend(now);
            known.extend(&by_default);
            lost.extend(by_default);
            finished = later;
        }
    }

    /// The result of a match that a leaver did not finish. Of two leavers, the one who left first
    /// has lost it, since later changes leave earlier results as they are.
    fn lost(&self, pairing: Pairing, games: u64) -> Option<Finished> {
        let [first, second] = pairing.players().map(|player| self.of(player).map(|one| one.order));
        let is_first_lost = match (first, second) {
            (None, None) => return None,
            (Some(first), Some(second)) => first < second,
            _ => first.is_some(),
        };
        let (number, margin) = (u32::try_from(games).unwrap_or(u32::MAX), games as i64);
        Some(match is_first_lost {
            true => Finished { pairing, wins: [0, number], draws: 0, margin: -margin },
            false => Finished { pairing, wins: [number, 0], draws: 0, margin },
        })
    }

    /// The number of matches in the plan of a round robin or a gauntlet, without those of leavers;
    /// in another format, of all.
    pub(crate) fn planned(&self, schedule: &Schedule) -> usize {
        match (schedule.format(), schedule.next(&[])) {
            (
                Format::RoundRobin { .. } | Format::Groups { .. } | Format::Gauntlet { .. },
                Ok(Next::Play(all)),
            ) if !self.is_empty() => {
                let is_left = |pairing: &&Pairing| self.lost(**pairing, 0).is_none();
                let struck_out = all.len() - all.iter().filter(is_left).count();
                schedule.planned() - struck_out
            }
            _ => schedule.planned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use pairing::Points;

    use super::*;

    const GAMES: u64 = 2;

    /// Plays what is open until nothing is, after somebody has left in the first round, and settles
    /// the whole again after each match. Returns who was lost by default how often.
    fn played(format: Format, players: usize, leaver: usize, played_before: usize) -> usize {
        let schedule = Schedule::new(format, Points::ByMatch, players, 1).expect("a schedule");
        let Ok(Next::Play(first)) = schedule.next(&[]) else { panic!("a first round") };
        let others: Vec<_> =
            first.iter().filter(|pairing| !pairing.players().contains(&leaver)).collect();
        let won = |pairing| Finished { pairing, wins: [2, 0], draws: 0, margin: 2 };
        let mut finished: Vec<_> = others[..played_before].iter().map(|one| won(**one)).collect();
        let mut departures = Departures::default();
        let left = Departure { is_disqualified: true, reason: None, absent_from: 1, order: 0 };
        departures.add(leaver, left);
        for _ in 0..100 {
            let settled = departures.settle_announced(&schedule, GAMES, finished.clone());
            let settled = settled.expect("all results belong to the tournament");
            let Next::Play(open) = settled.next else { return settled.lost.len() };
            assert!(open.iter().all(|pairing| !pairing.players().contains(&leaver)));
            finished.push(won(open[0]));
        }
        panic!("it never ends")
    }

    #[test]
    fn a_tournament_goes_on_after_somebody_left_in_the_middle_of_a_round() {
        let swiss = Format::Swiss { rounds: 3 };
        let knockout = Format::Knockout { third_place: false, extras: 0 };
        for (format, players) in [(swiss, 5), (swiss, 6), (knockout, 8)] {
            for leaver in 0..players {
                for played_before in 0..2 {
                    // Whoever has a bye in the first round of a Swiss tournament loses no match.
                    assert!(played(format, players, leaver, played_before) <= 1);
                }
            }
        }
    }

    #[test]
    fn what_belongs_to_no_round_is_refused() {
        let schedule = Schedule::new(Format::Swiss { rounds: 2 }, Points::ByMatch, 4, 1);
        let schedule = schedule.expect("a schedule");
        let Ok(Next::Play(first)) = schedule.next(&[]) else { panic!("a first round") };
        let alien = Pairing { round: 1, ..first[0] };
        let finished = vec![Finished { pairing: alien, wins: [2, 0], draws: 0, margin: 2 }];
        let mut departures = Departures::default();
        assert!(departures.settle_announced(&schedule, GAMES, finished.clone()).is_err());
        let left = Departure { is_disqualified: false, reason: None, absent_from: 1, order: 0 };
        departures.add(3, left);
        assert!(departures.settle_announced(&schedule, GAMES, finished).is_err());
    }
}
