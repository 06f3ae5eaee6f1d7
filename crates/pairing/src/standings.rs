//! The order of the participants.
//!
//! Participants are ordered by points, and then by these tie-breaks:
//! - *Sonneborn–Berger* in round robins, gauntlets and duels: the scores of all beaten opponents,
//!   and half the scores of all drawn ones (game by game, if games bring the points);
//! - *Buchholz* in Swiss tournaments: the scores of all opponents; a bye counts as an opponent with
//!   the participant's own score;
//! - *head-to-head*: the points from matches among those who are still level, if all of them have
//!   met;
//! - the sum of the margins of all games.
//!
//! Participants who are level in all of these share a place, and are listed in the order of their
//! seeds. In a gauntlet, the challengers come first, since they play more matches than the others.
//! After groups, the first of all groups come first, then the second of all, and so on; of those
//! with the same place in their groups, points, Sonneborn–Berger and margins decide.
//! In a knockout, participants are ordered by the round that they reached, and then by seed. (FIDE
//! Handbook C.07 describes these and more tie-breaks.) A participant who has left without a place
//! is not listed, but the scores that others made against it count.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::error::Error;
use crate::finished::Finished;
use crate::format::Format;
use crate::groups::group_of;
use crate::ledger::Ledger;
use crate::schedule::Schedule;
use crate::{knockout, swiss};

/// A line of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The participant.
    pub participant: usize,
    /// The number of participants who are ahead of this one.
    pub place: usize,
    /// The number of matches played, including extra matches.
    pub matches: usize,
    /// Whether the participant had a bye in a complete round (Swiss only).
    pub had_bye: bool,
    /// The number of half points. A bye counts, too.
    pub halves: u64,
    /// Buchholz, counted in half points, or Sonneborn–Berger, counted in quarter points; 0 in a
    /// knockout.
    pub tie_break: u128,
    /// The half points from matches among the participants who are level by points and by
    /// `tie_break`; 0 if some of these participants have not met.
    pub head_to_head: u64,
    /// The sum of the margins of all games; a bye adds nothing.
    pub margin: i64,
}

/// Computes the standings. The caller has checked that the results belong to this tournament.
pub(super) fn standings(schedule: &Schedule, results: &[Finished]) -> Result<Vec<Standing>, Error> {
    let mut table = score(schedule, results)?;
    let mut groups = groups(schedule, results)?;
    let is_knockout = matches!(schedule.format, Format::Knockout { .. });
    if !is_knockout {
        break_ties(schedule, results, &mut table);
    }
    table.retain(|line| schedule.is_ranked(line.participant));
    let has_groups = match schedule.format {
        Format::Groups { groups: number } => {
            groups = places_in_groups(schedule, results, number, &mut table);
            true
        }
        _ => false,
    };
    let key = |line: &Standing| {
        let halves = if is_knockout { 0 } else { line.halves };
        (groups[line.participant], Reverse(halves), Reverse(line.tie_break))
    };
    table.sort_by_key(key);
    if has_groups {
        // Members of different groups have not met.
        table.sort_by_key(|line| (key(line), Reverse(line.margin), line.participant));
    } else if !is_knockout {
        for level in table.chunk_by_mut(|one, other| key(one) == key(other)) {
            head_to_head(schedule, results, level);
        }
    }
    let share = |one: &Standing, other: &Standing| {
        !is_knockout
            && key(one) == key(other)
            && (has_groups || one.head_to_head == other.head_to_head)
            && one.margin == other.margin
    };
    let mut ahead = 0;
    for level in table.chunk_by_mut(share) {
        level.iter_mut().for_each(|line| line.place = ahead);
        ahead += level.len();
    }
    Ok(table)
}

/// The points and byes, in the order of the seeds.
fn score(schedule: &Schedule, results: &[Finished]) -> Result<Vec<Standing>, Error> {
    let byes = match schedule.format {
        Format::Swiss { rounds } => {
            swiss::replay(&mut Ledger::read(results, schedule.participants)?, schedule, rounds)?
                .0
                .byes
        }
        _ => vec![false; schedule.participants],
    };
    let line = |(participant, had_bye): (usize, bool)| {
        let halves = if had_bye { schedule.points.bye() } else { 0 };
        Standing {
            participant,
            place: 0,
            matches: 0,
            had_bye,
            halves,
            tie_break: 0,
            head_to_head: 0,
            margin: 0,
        }
    };
    let mut table: Vec<Standing> = byes.into_iter().enumerate().map(line).collect();
    for finished in results {
        for (participant, halves) in
            finished.pairing.players().into_iter().zip(schedule.points.halves(finished))
        {
            table[participant].matches += 1;
            table[participant].halves += halves;
        }
        let [first, second] = finished.pairing.players();
        table[first].margin = table[first].margin.saturating_add(finished.margin);
        table[second].margin = table[second].margin.saturating_sub(finished.margin);
    }
    Ok(table)
}

/// For each participant, a number that is compared before the points; a lower number is better.
fn groups(schedule: &Schedule, results: &[Finished]) -> Result<Vec<usize>, Error> {
    Ok(match schedule.format {
        Format::Knockout { third_place, extras } => {
            let mut ledger = Ledger::read(results, schedule.participants)?;
            knockout::Bracket::replay(&mut ledger, schedule, third_place, extras).reached
        }
        Format::Gauntlet { challengers } => (0..schedule.participants)
            .map(|participant| usize::from(participant >= challengers))
            .collect(),
        // The places in the groups are known after the tie-breaks.
        Format::Groups { .. } | Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Duel => {
            vec![0; schedule.participants]
        }
    })
}

/// For each participant, how many members of its group are ahead of it.
fn places_in_groups(
    schedule: &Schedule,
    results: &[Finished],
    groups: usize,
    table: &mut [Standing],
) -> Vec<usize> {
    let key = |line: &Standing| {
        let group = group_of(line.participant, groups);
        (group, Reverse(line.halves), Reverse(line.tie_break))
    };
    table.sort_by_key(key);
    for level in table.chunk_by_mut(|one, other| key(one) == key(other)) {
        head_to_head(schedule, results, level);
    }
    let mut places = vec![0; schedule.participants];
    for group in table.chunk_by(|one, other| key(one).0 == key(other).0) {
        group.iter().enumerate().for_each(|(place, line)| places[line.participant] = place);
    }
    places
}

fn break_ties(schedule: &Schedule, results: &[Finished], table: &mut [Standing]) {
    let is_swiss = matches!(schedule.format, Format::Swiss { .. });
    let scores: Vec<u128> = table.iter().map(|line| u128::from(line.halves)).collect();
    for line in table.iter_mut().filter(|line| line.had_bye) {
        line.tie_break = u128::from(line.halves);
    }
    for finished in results {
        let [one, other] = finished.pairing.players();
        let shares = if is_swiss { [1, 1] } else { schedule.points.shares(finished) };
        table[one].tie_break += scores[other] * u128::from(shares[0]);
        table[other].tie_break += scores[one] * u128::from(shares[1]);
    }
}

/// Orders participants who are level: by the matches among them, by their margins, and by their
/// seeds.
fn head_to_head(schedule: &Schedule, results: &[Finished], level: &mut [Standing]) {
    if level.len() > 1 {
        let mut place = vec![usize::MAX; schedule.participants];
        for (index, line) in level.iter().enumerate() {
            place[line.participant] = index;
        }
        let mut met = BTreeSet::new();
        let mut halves = vec![0; level.len()];
        for finished in results {
            let [one, other] = finished.pairing.players().map(|participant| place[participant]);
            if one.max(other) < level.len() {
                let [first, second] = schedule.points.halves(finished);
                halves[one] += first;
                halves[other] += second;
                met.insert((one.min(other), one.max(other)));
            }
        }
        if met.len() == level.len() * (level.len() - 1) / 2 {
            for (line, halves) in level.iter_mut().zip(halves) {
                line.head_to_head = halves;
            }
        }
    }
    level.sort_by_key(|line| (Reverse(line.head_to_head), Reverse(line.margin), line.participant));
}
