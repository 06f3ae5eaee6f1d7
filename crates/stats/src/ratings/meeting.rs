//! The results from which ratings are computed.

/// The results of the games between two players. Several meetings of the same two players are added
/// up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// The two players' numbers, from 0.
    pub players: [usize; 2],
    /// How many pairs of games brought the first player 0, 1, 2, 3 and 4 half points.
    pub pairs: [u64; 5],
    /// Games outside these pairs: how many the first player lost, drew and won.
    pub games: [u64; 3],
}
