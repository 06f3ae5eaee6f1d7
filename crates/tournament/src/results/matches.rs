//! Every match, and its role in a knockout or a Swiss tournament.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde::Serialize;

use super::facts::{Facts, MatchFacts};
use super::number::{Mean, Ordinal, Quarters};
use crate::plan::refused;
use errors::Error;
use pairing::{Contender, Format, Tie};
use stats::mean_margin;

/// The state of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// No pair has been played.
    ToCome,
    /// Some pairs have been played.
    Running,
    /// All pairs have been played.
    Over,
    /// The match is lost by default, since a participant had left.
    ByDefault,
}

impl Stage {
    /// The word for this state in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::ToCome => "to-come",
            Stage::Running => "running",
            Stage::Over => "over",
            Stage::ByDefault => "by-default",
        }
    }
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Match {
    /// The number of the round, from 1.
    pub round: Ordinal,
    /// The number of the table, from 1.
    pub table: Ordinal,
    /// 0 for the match itself; otherwise the number of the extra match. An extra match is played if
    /// the match itself and all earlier extra matches were tied.
    pub extra: usize,
    /// The numbers of the two participants, from 1. The first participant starts the first game of
    /// each pair.
    pub participants: [Ordinal; 2],
    /// The number of the line in `games.jsonl` that has the match's first game, counted from 1. The
    /// command `ludoteka replay` takes this number. `None` if the line is unknown.
    pub line: Option<usize>,
    /// Its state.
    pub stage: Stage,
    /// The number of pairs of games in the match.
    pub pairs: u64,
    /// In how many pairs the first participant scored 0, 1, 2, 3 and 4 half points.
    pub pairs_by_half_points: [u64; 5],
    /// The number of games that each of the two participants won.
    pub wins: [u64; 2],
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that each of the two participants lost by a foul.
    pub fouls: [u64; 2],
    /// The points of each of the two participants so far.
    pub points: [Quarters; 2],
    /// The sum of the first participant's margins.
    pub margin: i64,
    /// The first participant's mean margin per game, with an interval that is computed from pairs.
    pub mean_margin: Option<Mean<2>>,
    /// The winner by points, once the match is over; `None` for a draw.
    pub winner: Option<Ordinal>,
}

impl Match {
    pub(super) fn of(totals: &MatchFacts, line: Option<usize>, facts: &Facts) -> Match {
        let played = totals.played();
        let halves = facts.schedule.points().halves(&totals.finished());
        let participants = totals.pairing.players().map(Ordinal);
        let fresh = totals.fresh();
        let mean = || mean_margin(fresh.pairs.iter().sum(), fresh.margin, fresh.margin_squares);
        let winner = match halves[0].cmp(&halves[1]) {
            Ordering::Greater => Some(participants[0]),
            Ordering::Less => Some(participants[1]),
            Ordering::Equal => None,
        };
        Match {
            round: Ordinal(totals.pairing.round),
            table: Ordinal(totals.pairing.table),
            extra: totals.pairing.extra,
            participants,
            line,
            stage: match played {
                _ if totals.by_default => Stage::ByDefault,
                _ if totals.is_over() => Stage::Over,
                0 => Stage::ToCome,
                _ => Stage::Running,
            },
            pairs: totals.pairs,
            pairs_by_half_points: totals.tally.pairs,
            wins: totals.tally.wins,
            draws: totals.tally.played().draws,
            fouls: totals.tally.fouls,
            points: if played == 0 {
                [Quarters::default(); 2]
            } else {
                halves.map(Quarters::of_halves)
            },
            margin: totals.tally.margin,
            mean_margin: facts.has_margins.then(mean).and_then(|mean| Mean::of(mean, 1.0)),
            winner: winner.filter(|_| totals.is_over()),
        }
    }

    /// Whether nothing of the match is left to be played.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over | Stage::ByDefault)
    }

    /// How many games count, including those that are lost by default.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }
}

/// A meeting in the bracket of a knockout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Meeting {
    /// The number of the round, from 1.
    pub round: Ordinal,
    /// The place in the round, counted from 1 at the top; in the last round, 2 is the match for the
    /// third place.
    pub table: Ordinal,
    /// The two participants, as far as they are known.
    pub participants: [Option<Ordinal>; 2],
    /// Whether the match is a bye, in which a participant has no opponent.
    pub is_bye: bool,
    /// The winner, if that is known.
    pub winner: Option<Ordinal>,
    /// Whether the match and all extra matches were tied, so that the better seed goes on.
    pub by_seed: bool,
}

/// The bracket of a knockout; empty for other formats.
pub(super) fn bracket(facts: &Facts) -> Result<Vec<Meeting>, Error> {
    let over = facts.over();
    let known = |place: Contender| {
        if let Contender::Participant(participant) = place {
            Some(Ordinal(participant))
        } else {
            None
        }
    };
    let meeting = |tie: &Tie| Meeting {
        round: Ordinal(tie.round),
        table: Ordinal(tie.table),
        participants: tie.places.map(known),
        is_bye: tie.places.contains(&Contender::Nobody),
        winner: known(tie.winner),
        by_seed: tie.by_seed,
    };
    Ok(facts.schedule.bracket(&over).map_err(refused::pairing)?.iter().map(meeting).collect())
}

/// A round in which a participant has no match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bye {
    /// The number of the round, from 1.
    pub round: Ordinal,
    /// The participant who has the bye.
    pub participant: Ordinal,
}

/// The byes of a Swiss tournament; empty in other formats.
pub(super) fn byes(known: &[MatchFacts], facts: &Facts) -> Vec<Bye> {
    if !matches!(facts.schedule.format(), Format::Swiss { .. }) {
        return Vec::new();
    }
    let rounds = known.chunk_by(|one, other| one.pairing.round == other.pairing.round);
    let of_round = |round: &[MatchFacts]| {
        let busy: BTreeSet<usize> =
            round.iter().flat_map(|totals| totals.pairing.players()).collect();
        let number = Ordinal(round[0].pairing.round);
        let is_absent = |participant| facts.schedule.is_absent(participant, number.0);
        let idle = facts
            .schedule
            .entrants()
            .into_iter()
            .filter(move |participant| !busy.contains(participant) && !is_absent(*participant));
        idle.map(move |participant| Bye { round: number, participant: Ordinal(participant) })
            .collect::<Vec<_>>()
    };
    rounds.flat_map(of_round).collect()
}
