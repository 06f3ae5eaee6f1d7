//! Tournaments of several stages, such as a Swiss tournament and a knockout of the first four.
//!
//! The rounds of all stages are counted together: each stage begins with the round after the last
//! that the stage before may have. The first of the standings enter the next stage, seeded by their
//! places. Of participants who share a place, the better seed comes first. Who left before the
//! first round of the next stage does not enter it; who leaves later keeps its place there, so that
//! all results of earlier stages stay as they are.

use crate::error::Error;
use crate::finished::{Finished, Pairing};
use crate::format::Format;
use crate::groups::largest;
use crate::knockout::{Contender, Tie};
use crate::part::{Following, Part};
use crate::schedule::{Leaver, Next, Schedule, check};
use crate::standings::Standing;

impl Schedule {
    /// The same tournament with one more stage, which the first `advance` of the standings enter.
    ///
    /// # Errors
    /// Fails if such a stage is impossible.
    pub fn then(mut self, format: Format, advance: usize) -> Result<Schedule, Error> {
        for format in [self.format, format] {
            if matches!(format, Format::Gauntlet { .. } | Format::Duel) {
                return Err(Error::Unstaged(format));
            }
        }
        if let Format::Groups { .. } = format {
            return Err(Error::Unstaged(format));
        }
        let most = self.then.last().map_or(self.participants, |stage| stage.advance);
        if !(2..=most).contains(&advance) {
            return Err(Error::Advance { advance, most });
        }
        check(format, advance)?;
        self.then.push(Following { format, advance });
        Ok(self)
    }

    /// Whether there are several stages.
    #[must_use]
    pub fn has_stages(&self) -> bool {
        !self.then.is_empty()
    }

    /// How many enter each stage after the first.
    pub fn advancing(&self) -> impl Iterator<Item = (Format, usize)> + '_ {
        self.then.iter().map(|stage| (stage.format, stage.advance))
    }

    /// The first round of the second stage; `usize::MAX` if there is only one stage.
    #[must_use]
    pub fn end_of_first_stage(&self) -> usize {
        if self.has_stages() { rounds(self.format, self.participants) } else { usize::MAX }
    }

    /// The greatest number of rounds of all stages.
    #[must_use]
    pub fn rounds(&self) -> usize {
        let later = self.then.iter().map(|stage| rounds(stage.format, stage.advance));
        rounds(self.format, self.participants) + later.sum::<usize>()
    }

    /// The participants, in the order of their seeds; of a later stage, those who entered it.
    #[must_use]
    pub fn entrants(&self) -> Vec<usize> {
        self.part.as_ref().map_or((0..self.participants).collect(), |part| part.entrants.clone())
    }

    /// The rounds of a stage, or of all stages.
    #[must_use]
    pub fn has_round(&self, round: usize) -> bool {
        self.part.as_ref().is_none_or(|part| (part.first_round..part.end).contains(&round))
    }

    /// Each stage whose participants are known by these results, as a tournament of its own. It
    /// keeps the numbers of participants and rounds. A tournament without stages is its own stage.
    ///
    /// # Errors
    /// Fails if the results do not belong to this tournament.
    pub fn stages(&self, results: &[Finished]) -> Result<Vec<Schedule>, Error> {
        if !self.has_stages() {
            return Ok(vec![self.clone()]);
        }
        let mut stage = self.stage(
            self.format,
            (0..self.participants).collect(),
            [0, rounds(self.format, self.participants)],
        );
        let mut stages = Vec::new();
        for (number, following) in self.then.iter().enumerate() {
            let own = stage.own(results);
            let end = stage.part.as_ref().map_or(usize::MAX, |part| part.end);
            let is_open = matches!(stage.next(&own)?, Next::Play(_));
            let entrants = if is_open { Vec::new() } else { stage.going_on(&own, *following)? };
            stages.push(stage);
            if entrants.len() < 2 {
                return Ok(stages);
            }
            let is_last = number + 1 == self.then.len();
            let last = if is_last {
                usize::MAX
            } else {
                end + rounds(following.format, following.advance)
            };
            stage = self.stage(following.format, entrants, [end, last]);
        }
        stages.push(stage);
        Ok(stages)
    }

    /// The standings, given the [`stages`](Schedule::stages) so far. Who has entered a later stage
    /// is ahead of everybody who has not, and is ordered by it.
    ///
    /// # Errors
    /// Fails if the results do not belong to this tournament.
    pub fn ranking(
        &self,
        stages: &[Schedule],
        results: &[Finished],
    ) -> Result<Vec<Standing>, Error> {
        if !self.has_stages() {
            return self.table(results);
        }
        let mut ranking: Vec<Standing> = Vec::new();
        for stage in stages.iter().rev() {
            let placed: Vec<usize> = ranking.iter().map(|line| line.participant).collect();
            let mut table = stage.table(&stage.own(results))?;
            table.retain(|line| {
                self.is_ranked(line.participant) && !placed.contains(&line.participant)
            });
            for level in table.chunk_by(|one, other| one.place == other.place) {
                let place = ranking.len();
                ranking.extend(level.iter().map(|line| Standing { place, ..*line }));
            }
        }
        Ok(ranking)
    }

    /// The results of this stage's rounds.
    fn own(&self, results: &[Finished]) -> Vec<Finished> {
        results.iter().filter(|finished| self.has_round(finished.pairing.round)).copied().collect()
    }

    fn stage(
        &self,
        format: Format,
        entrants: Vec<usize>,
        [first_round, end]: [usize; 2],
    ) -> Schedule {
        // Whoever left after the end of a stage was a participant like any other in it.
        let leavers = self.leavers.iter().filter(|leaver| leaver.absent_from <= end);
        Schedule {
            format,
            leavers: leavers.copied().collect(),
            then: Vec::new(),
            part: Some(Part { entrants, first_round, end }),
            ..*self
        }
    }

    /// Who enters the next stage, in the order of the new seeds.
    fn going_on(&self, results: &[Finished], next: Following) -> Result<Vec<usize>, Error> {
        let table = self.table(results)?;
        let has_left =
            |participant| self.leavers.iter().any(|leaver| leaver.participant == participant);
        let staying = table.iter().map(|line| line.participant).filter(|&one| !has_left(one));
        Ok(staying.take(next.advance).collect())
    }

    /// The matches to be played next in a stage, or in the last of several stages.
    pub(crate) fn next_of_stages(&self, results: &[Finished]) -> Result<Next, Error> {
        if let Some(part) = &self.part {
            let next = self.inner(part).next(&part.inward(results)?);
            return match next.map_err(|error| part.error_outward(error))? {
                Next::Play(open) => {
                    Ok(Next::Play(open.into_iter().map(|one| part.outward(one)).collect()))
                }
                Next::Over => Ok(Next::Over),
                Next::OverEarly { rounds } => {
                    Ok(Next::OverEarly { rounds: rounds + part.first_round })
                }
            };
        }
        let stages = self.stages(results)?;
        let last = &stages[stages.len() - 1];
        let end = last.part.as_ref().map_or(usize::MAX, |part| part.end);
        if let Some(foreign) = results.iter().find(|finished| finished.pairing.round >= end) {
            return Err(Error::Foreign(foreign.pairing));
        }
        last.next(&last.own(results))
    }

    /// The stage with its own numbers of participants and rounds, both from 0.
    pub(crate) fn inner(&self, part: &Part) -> Schedule {
        let leaver = |leaver: &Leaver| {
            let participant = part.seed_of(leaver.participant)?;
            let absent_from = leaver.absent_from.saturating_sub(part.first_round);
            Some(Leaver { participant, absent_from, ..*leaver })
        };
        Schedule {
            participants: part.entrants.len(),
            leavers: self.leavers.iter().filter_map(leaver).collect(),
            then: Vec::new(),
            part: None,
            ..*self
        }
    }
}

impl Part {
    /// The results with the stage's own numbers.
    pub(crate) fn inward(&self, results: &[Finished]) -> Result<Vec<Finished>, Error> {
        let seeds: std::collections::BTreeMap<usize, usize> =
            self.entrants.iter().enumerate().map(|(seed, &entrant)| (entrant, seed)).collect();
        let inward = |finished: &Finished| {
            let Pairing { round, first, second, .. } = finished.pairing;
            let foreign = Error::Foreign(finished.pairing);
            let seed = |one: usize| seeds.get(&one).copied().ok_or(foreign);
            let round = round.checked_sub(self.first_round).ok_or(foreign)?;
            let (first, second) = (seed(first)?, seed(second)?);
            Ok(Finished {
                pairing: Pairing { round, first, second, ..finished.pairing },
                ..*finished
            })
        };
        results.iter().map(inward).collect()
    }

    /// A match with the tournament's numbers.
    fn outward(&self, pairing: Pairing) -> Pairing {
        let [first, second] = pairing.players().map(|seed| self.entrants[seed]);
        Pairing { round: pairing.round + self.first_round, first, second, ..pairing }
    }

    fn error_outward(&self, error: Error) -> Error {
        match error {
            Error::Foreign(pairing) => Error::Foreign(self.outward(pairing)),
            Error::Twice(pairing) => Error::Twice(self.outward(pairing)),
            Error::TwoByes(seed) => Error::TwoByes(self.entrants[seed]),
            other => other,
        }
    }

    pub(crate) fn tie_outward(&self, tie: Tie) -> Tie {
        let outward = |place: Contender| match place {
            Contender::Participant(seed) => Contender::Participant(self.entrants[seed]),
            other => other,
        };
        Tie {
            round: tie.round + self.first_round,
            places: tie.places.map(outward),
            winner: outward(tie.winner),
            ..tie
        }
    }
}

/// The greatest number of rounds of a format.
fn rounds(format: Format, participants: usize) -> usize {
    let everybody = participants.next_multiple_of(2) - 1;
    match format {
        Format::RoundRobin { cycles } => cycles * everybody,
        Format::Groups { groups } => largest(participants, groups).next_multiple_of(2) - 1,
        Format::Gauntlet { challengers } => challengers.max(participants - challengers),
        Format::Swiss { rounds } => rounds,
        Format::Knockout { .. } => participants.next_power_of_two().trailing_zeros() as usize,
        Format::Duel => 1,
    }
}
