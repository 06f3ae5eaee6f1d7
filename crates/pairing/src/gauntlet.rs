//! Gauntlet: the first few seeds play against all others.

use crate::finished::Pairing;
use crate::lots::lot;

/// All matches; they can be played in any order.
///
/// In each round, a challenger meets at most one opponent, and nobody meets two challengers. In the
/// order of seeds, a challenger is named first against every second opponent, and an opponent is
/// named first against every second challenger. So every participant is named first about as often
/// as second: the difference is at most one.
pub(super) fn pairings(
    participants: usize,
    challengers: usize,
    seed: u64,
) -> impl Iterator<Item = Pairing> {
    let others = participants - challengers;
    let circle = challengers.max(others);
    (0..circle).flat_map(move |round| {
        let met =
            (0..challengers).map(move |challenger| (challenger, (challenger + round) % circle));
        met.filter(move |&(_, other)| other < others).enumerate().map(
            move |(table, (challenger, other))| {
                let players = [challenger, challengers + other];
                let starts = (challenger + other + lot(seed)) % 2;
                Pairing {
                    round,
                    table,
                    extra: 0,
                    first: players[starts],
                    second: players[1 - starts],
                }
            },
        )
    })
}
