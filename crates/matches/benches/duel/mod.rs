//! Pairs of games between two versions of an engine, and what they show.

use std::error::Error;

use rules::{Game, Play, Side};

/// A player in a duel, which may spend a budget for a move.
pub(crate) trait Player<G: Game, B> {
    fn start_game(&mut self);

    /// A move in an unfinished game.
    fn choose(&mut self, play: &Play<G>, budget: B) -> G::Move;
}

/// The margins of the first player in two games from one start; it moves first in one of them.
pub(crate) fn pair<G: Game + Clone, B: Copy>(
    players: &mut [&mut dyn Player<G, B>; 2],
    budgets: [B; 2],
    start: (&G, &[G::Move]),
) -> [i32; 2] {
    Side::BOTH.map(|side| {
        players.iter_mut().for_each(|player| player.start_game());
        let mut play = Play::new(start.0.clone());
        start.1.iter().for_each(|&mv| play.play(mv));
        loop {
            if let Some(outcome) = play.outcome() {
                return outcome.margin_for(side);
            }
            let who = usize::from(play.turn() != side);
            let mv = players[who].choose(&play, budgets[who]);
            play.play(mv);
        }
    })
}

/// The columns of [`report`].
pub(crate) const COLUMNS: &str = "   +    =    -   share, 95 %";

/// How many games the first player won, drew and lost, and its share of the points.
pub(crate) fn report(pairs: &[[i32; 2]]) -> Result<String, Box<dyn Error>> {
    let mut counts = [0; 5];
    for margins in pairs {
        counts[(2 + margins.iter().map(|margin| margin.signum()).sum::<i32>()) as usize] += 1;
    }
    let [lost, drawn, won] = [-1, 0, 1]
        .map(|sign| pairs.iter().flatten().filter(|&&margin| margin.signum() == sign).count());
    let share = stats::share(&counts).ok_or("there are at least two pairs")?;
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    Ok(format!("{won:>4}  {drawn:>3}  {lost:>3}   {value:.1}, {low:.1} to {high:.1}"))
}
