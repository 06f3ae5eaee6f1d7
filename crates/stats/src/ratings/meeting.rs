//! The results from which ratings are computed.

/// What two players have played against each other. Several meetings of the same two players are
/// added up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// The two players' numbers, from 0.
    pub players: [usize; 2],
    /// How many pairs of games brought the first player 0, 1, .. 4 half points.
    pub pairs: [u64; 5],
    /// How many other games the first player lost, drew and won.
    pub games: [u64; 3],
}
