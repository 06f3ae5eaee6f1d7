//! The standings.

use serde::Serialize;

use super::facts::{Facts, MatchFacts};
use super::given_away::{GivenAway, GivenAwayAGame};
use super::number::{Mean, Ordinal, Quarters};
use crate::plan::refused;
use crate::tally::Tally;
use errors::Error;
use pairing::{Format, Standing};
use stats::{RoundScore, Rounded, mean_margin, running_ratings};

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The participant's place, from 1. Participants who are tied in every criterion share a place.
    pub place: Ordinal,
    /// The participant's number, from 1.
    pub participant: Ordinal,
    /// The participant's name.
    pub name: String,
    /// The participant's points, from matches or from games.
    pub points: Quarters,
    /// The first tie-break among equal points: Sonneborn–Berger or Buchholz.
    pub tie_break: Quarters,
    /// The points from matches between the participants who are still tied.
    pub head_to_head: Quarters,
    /// Whether the participant had a bye.
    pub had_bye: bool,
    /// The numbers of matches won, drawn and lost. The participant with more points wins a match.
    pub matches: Results,
    /// The numbers of games won, drawn and lost.
    pub games: Results,
    /// The number of games lost by a foul.
    pub fouls: u64,
    /// The sum of the margins of all games.
    pub margin: i64,
    /// The mean margin of a game, with an interval; `None` if games have no margins. The interval
    /// assumes that opponents were drawn at random.
    pub mean_margin: Option<Mean<2>>,
    /// The running rating ([`running_ratings`]).
    pub running_rating: Option<Rounded<0>>,
    /// The standard deviation of the running rating.
    pub running_deviation: Option<Rounded<0>>,
    /// What its moves gave away in a game; `None` if the games were not analysed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_away: Option<GivenAwayAGame>,
    /// In a tournament with stages, the last that the participant has entered, from 1: the points
    /// and tie-breaks are of this stage. Games, fouls and margins are of all stages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<Ordinal>,
}

/// The numbers of matches or games that a participant won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// The number of matches or games won.
    pub won: u64,
    /// The number of matches or games drawn.
    pub drawn: u64,
    /// The number of matches or games lost.
    pub lost: u64,
}

impl Results {
    pub(super) fn of(tally: &Tally) -> Results {
        Results { won: tally.wins[0], drawn: tally.draws, lost: tally.wins[1] }
    }

    /// The number of matches or games, however they ended.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// The standings, after or during play. Unfinished matches count as if they ended now, but in a
/// knockout only finished matches count.
///
/// # Errors
/// Fails if the matches do not belong to this tournament.
pub fn standings(facts: &Facts) -> Result<Vec<Line>, Error> {
    let stages = facts.stages()?;
    let current = &stages[stages.len() - 1];
    let order = facts.schedule.ranking(&stages, &facts.so_far(current));
    let order = order.map_err(refused::pairing)?;
    let stage_of = |participant: usize| {
        let last = stages.iter().rposition(|stage| stage.entrants().contains(&participant));
        last.filter(|_| facts.schedule.has_stages())
    };
    let mut sums = vec![Sum::default(); facts.schedule.participants()];
    for totals in facts.matches.iter().filter(|totals| totals.played() > 0) {
        let [first, second] = facts.schedule.points().halves(&totals.finished());
        for (player, (own, other)) in [(first, second), (second, first)].into_iter().enumerate() {
            let sum = &mut sums[totals.pairing.players()[player]];
            sum.add(&totals.seen_by(player), own, other, totals.is_over());
            sum.fresh.add(&totals.fresh_seen_by(player));
        }
    }
    let running = running_ratings(sums.len(), &rounds(&facts.matches));
    let lines = order.iter().map(|standing| {
        let rung = running[standing.participant];
        let stage = stage_of(standing.participant);
        let format = stages[stage.unwrap_or(0)].format();
        let line = line(facts, format, standing, &sums[standing.participant]);
        Line {
            stage: stage.map(Ordinal),
            running_rating: Rounded::of(rung.rating),
            running_deviation: Rounded::of(rung.deviation),
            ..line
        }
    });
    Ok(lines.collect())
}

/// The totals of a participant's matches.
#[derive(Clone, Default)]
struct Sum {
    tally: Tally,
    /// The totals without the pairs that are copies of other pairs.
    fresh: Tally,
    matches: Results,
}

impl Sum {
    fn add(&mut self, tally: &Tally, own: u64, other: u64, is_over: bool) {
        self.tally.add(tally);
        if is_over {
            *(match own.cmp(&other) {
                _ if tally.is_unplayed() => &mut self.matches.lost,
                std::cmp::Ordering::Greater => &mut self.matches.won,
                std::cmp::Ordering::Equal => &mut self.matches.drawn,
                std::cmp::Ordering::Less => &mut self.matches.lost,
            }) += 1;
        }
    }
}

fn line(facts: &Facts, format: Format, standing: &Standing, sum: &Sum) -> Line {
    let quarters = match format {
        Format::Swiss { .. } => standing.tie_break.saturating_mul(2),
        _ => standing.tie_break,
    };
    let mean =
        || mean_margin(sum.fresh.pairs.iter().sum(), sum.fresh.margin, sum.fresh.margin_squares);
    Line {
        place: Ordinal(standing.place),
        participant: Ordinal(standing.participant),
        name: facts.name(standing.participant).to_string(),
        points: Quarters::of_halves(standing.halves),
        tie_break: Quarters(quarters),
        head_to_head: Quarters::of_halves(standing.head_to_head),
        had_bye: standing.had_bye,
        matches: sum.matches,
        games: Results::of(&sum.tally),
        fouls: sum.tally.fouls[0],
        margin: sum.tally.margin,
        mean_margin: facts.has_margins.then(mean).and_then(|mean| Mean::of(mean, 1.0)),
        running_rating: None,
        running_deviation: None,
        given_away: facts.given_away.get(&standing.participant).and_then(GivenAway::a_game),
        stage: None,
    }
}

/// The scores of each round.
fn rounds(matches: &[MatchFacts]) -> Vec<Vec<RoundScore>> {
    let mut matches: Vec<&MatchFacts> =
        matches.iter().filter(|totals| !totals.by_default).collect();
    matches.sort_by_key(|totals| totals.pairing);
    let bout = |totals: &&MatchFacts| {
        let Tally { wins: [won, lost], draws, .. } = totals.fresh();
        RoundScore { players: totals.pairing.players(), games: [lost, draws, won] }
    };
    let rounds = matches.chunk_by(|one, other| one.pairing.round == other.pairing.round);
    rounds.map(|round| round.iter().map(bout).collect()).collect()
}
