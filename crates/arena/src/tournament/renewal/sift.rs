//! Which of the records that were found are of games that a tournament had to have.

use std::collections::{BTreeMap, HashMap, HashSet};

use search::GameSpec;

use super::super::announcement::Announcement;
use super::super::inspect::Inspector;
use super::super::set_aside::SetAside;
use super::super::tally::Tally;
use super::found::{Found, Game, Whose};
use crate::Refused;
use crate::record::Record;
use crate::schedule::Pairing;

/// A pair of games: its match, and its number there, from 0.
pub(super) type Pair = (Pairing, u64);

/// What a tournament has.
pub(super) struct Sifted {
    /// The matches that it had to have by now, in the order in which they are to be entered.
    pub(super) matches: Vec<Pairing>,
    /// Their pairs of games.
    pub(super) pairs: BTreeMap<Pair, Kept>,
}

/// A pair of games that is what was to be played.
pub(super) struct Kept {
    pub(super) games: [Game; 2],
    pub(super) tally: Tally,
    /// Games that do not count.
    pub(super) set_aside: Vec<Game>,
}

/// Plays every record again that is of this tournament.
///
/// # Errors
/// When there can be no such tournament.
pub(super) fn sift(
    found: &Found,
    announcement: &Announcement,
    spec: &GameSpec,
    whose: &Whose,
) -> Result<Sifted, Refused> {
    let mut without = HashSet::new();
    loop {
        let mut inspector = Inspector::new(announcement, spec)?;
        let mut pairs = BTreeMap::new();
        let mut seen = HashMap::new();
        for wave in 0.. {
            let mut fresh: Vec<_> = inspector.matches()?.filter(|(_, pairing)| !seen.contains_key(pairing)).collect();
            fresh.sort_by_key(|(_, pairing)| *pairing);
            if fresh.is_empty() {
                break;
            }
            for (seed, pairing) in fresh {
                seen.insert(pairing, Known { wave, published: found.published_at(seed) });
                for pair in found.pairs(seed).filter(|pair| !without.contains(&(pairing, *pair))) {
                    let games: Vec<_> = found.pair(seed, pair, whose).collect();
                    let kept = best(found, &games, &mut inspector);
                    kept.and_then(|kept| pairs.insert((pairing, pair), kept));
                }
            }
        }
        let lacking = add_set_aside(found, whose, announcement, &inspector, &mut pairs);
        if lacking.is_empty() {
            return Ok(Sifted { matches: in_order(seen), pairs });
        }
        // Played again, and so is what was paired by their results.
        without.extend(lacking);
    }
}

/// A match that the tournament had to have.
struct Known {
    /// It follows from those of the waves before.
    wave: u32,
    /// Where results have it first.
    published: Option<u64>,
}

/// As they are to be entered: what was published keeps its place, but if one has lost it from which others may follow; then wave by wave.
fn in_order(known: HashMap<Pairing, Known>) -> Vec<Pairing> {
    let last = known.values().filter(|its| its.published.is_some()).map(|its| its.wave).max();
    let is_lost = |its: &Known| its.published.is_none() && Some(its.wave) < last;
    let by_waves = known.values().any(is_lost);
    let place = |its: &Known| if by_waves { its.wave.into() } else { its.published.unwrap_or(u64::MAX) };
    let mut matches: Vec<_> = known.into_iter().collect();
    matches.sort_by_key(|(pairing, its)| (place(its), *pairing));
    matches.into_iter().map(|(pairing, _)| pairing).collect()
}

/// The pair of the latest attempt whose games both are what they had to be.
pub(super) fn best(found: &Found, games: &[Game], inspector: &mut Inspector<'_>) -> Option<Kept> {
    let mut attempts: Vec<i64> = games.iter().filter(|game| game.counts).map(|game| game.attempt).collect();
    attempts.sort_unstable_by(|one, other| other.cmp(one));
    attempts.dedup();
    attempts.into_iter().find_map(|attempt| {
        let of_leg = |leg: u64| games.iter().find(|its| its.counts && its.attempt == attempt && its.number % 2 == leg);
        let games = [*of_leg(1)?, *of_leg(0)?];
        let [first, second] = games.map(|game| Record::read(&found.record(&game)?.0).ok());
        let records = [first?, second?];
        inspector.check_pair(&records).ok()?;
        Some(Kept { games, tally: Tally::of_pair(&records), set_aside: Vec::new() })
    })
}

/// Adds the games that do not count to the pairs that they are of. Gives the pairs that lack some.
pub(super) fn add_set_aside(
    found: &Found,
    whose: &Whose,
    announcement: &Announcement,
    inspector: &Inspector<'_>,
    pairs: &mut BTreeMap<Pair, Kept>,
) -> Vec<Pair> {
    let mut set_aside = SetAside::new(inspector);
    for ((pairing, pair), kept) in &mut *pairs {
        let games = found.pair(announcement.match_seed(pairing), *pair, whose);
        for game in games.filter(|game| !game.counts && game.attempt == kept.games[0].attempt) {
            let fits = found.record(&game).is_some_and(|(record, why)| set_aside.check(&why, &record).is_ok());
            if fits {
                kept.set_aside.push(game);
            }
        }
    }
    set_aside.lacking().map(|(pairing, number)| (pairing, (number - 1) / 2)).collect()
}
