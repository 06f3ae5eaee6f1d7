//! Makes the next round from the history of the field.

use super::cost::Costs;
use super::field::Field;
use crate::finished::Pairing;
use crate::matching::cheapest;

/// The next round of the participants who are present, or `None` if there is none. The tables are
/// in the order of the better participants' ranks.
pub(super) fn pair(
    field: &Field,
    present: &[usize],
    round: usize,
    lot: usize,
) -> Option<Vec<Pairing>> {
    let ranking = field.ranking(present);
    if ranking.len() < 2 {
        return None;
    }
    let costs = Costs::new(field, &ranking);
    // If a bye is needed, the last vertex stands for it.
    let mates = cheapest(ranking.len().next_multiple_of(2), |high, low| costs.of(high, low))?;
    let met = mates.iter().enumerate().filter(|&(high, &low)| high < low && low < ranking.len());
    let pairings = met.enumerate().map(|(table, (high, &low))| {
        let high_starts = (table + lot).is_multiple_of(2);
        let [first, second] = field.order(ranking[high], ranking[low], high_starts);
        Pairing { round, table, extra: 0, first, second }
    });
    Some(pairings.collect())
}
