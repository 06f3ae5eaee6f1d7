//! The first few against everybody else.

use crate::finished::Pairing;
use crate::lots::lot;

/// All matches; any of them can be played at any time.
///
/// In each round a challenger meets at most one, and nobody meets two challengers. Who is named first alternates along the
/// challengers as along the others, so that everybody is first as often as second, or once more or less.
pub(super) fn pairings(participants: usize, challengers: usize, seed: u64) -> impl Iterator<Item = Pairing> {
    let others = participants - challengers;
    let circle = challengers.max(others);
    (0..circle).flat_map(move |round| {
        let met = (0..challengers).map(move |challenger| (challenger, (challenger + round) % circle));
        met.filter(move |&(_, other)| other < others).enumerate().map(move |(table, (challenger, other))| {
            let players = [challenger, challengers + other];
            let starts = (challenger + other + lot(seed)) % 2;
            Pairing { round, table, extra: 0, first: players[starts], second: players[1 - starts] }
        })
    })
}
