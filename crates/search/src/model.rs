//! A second representation of a game, made for searching it.

use rules::Game;

/// A game as a search sees it: other positions than those of the rules, with whatever makes the
/// search quick, such as counts, patterns, or a board contracted to a graph. The rules stay free of
/// it.
///
/// The inner game must go on as the game itself does: after the same moves it has the same turn, as
/// many moves, and the same outcome.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Game, Outcome, Side};
/// use search::{Engine, Evaluate, Limits, Model, NeverStop, Score, SearchEngine};
///
/// /// A heap of which only the last two bits are kept, and how many fours there are.
/// struct Fours {
///     inner: Inner,
/// }
///
/// # struct Inner;
/// #
/// # impl Game for Inner {
/// #     type Position = (usize, usize, Side);
/// #     type Move = usize;
/// #     fn start(&self) -> (usize, usize, Side) {
/// #         (0, 0, Side::First)
/// #     }
/// #     fn turn(&self, position: &(usize, usize, Side)) -> Side {
/// #         position.2
/// #     }
/// #     fn moves(&self, &(fours, rest, _): &(usize, usize, Side)) -> impl Iterator<Item = usize> {
/// #         1..=(4 * fours + rest).min(3)
/// #     }
/// #     fn play(&self, &(fours, rest, side): &(usize, usize, Side), mv: usize) -> (usize, usize, Side) {
/// #         let left = 4 * fours + rest - mv;
/// #         (left / 4, left % 4, side.other())
/// #     }
/// #     fn outcome(&self, &(fours, rest, side): &(usize, usize, Side)) -> Option<Outcome> {
/// #         (fours + rest == 0).then(|| Outcome::won_by(side.other(), 1))
/// #     }
/// #     fn forfeit(&self, loser: Side) -> Outcome {
/// #         Outcome::won_by(loser.other(), 1)
/// #     }
/// #     fn key(&self, &(fours, rest, side): &(usize, usize, Side)) -> u64 {
/// #         (fours << 3 | rest << 1 | side.index()) as u64
/// #     }
/// # }
/// impl Model<Nim> for Fours {
///     type Inner = Inner;
///
///     fn inner<'a>(&'a self, _: &'a Nim) -> &'a Inner {
///         &self.inner
///     }
///     fn enter(&self, heap: &Nim, position: &<Nim as Game>::Position) -> (usize, usize, Side) {
///         (position.stones / 4, position.stones % 4, heap.turn(position))
///     }
///     fn name_back(&self, _: &Nim, _: &<Nim as Game>::Position, mv: usize) -> usize {
///         mv
///     }
/// }
///
/// struct Rest;
///
/// impl Evaluate<Inner> for Rest {
///     fn evaluate(&self, _: &Inner, &(_, rest, _): &(usize, usize, Side)) -> Score {
///         if rest == 0 { -1 } else { 1 }
///     }
/// }
///
/// let mut engine = SearchEngine::with_model(Nim::heap(10), Fours { inner: Inner }, Rest, 1 << 16);
/// let answer = engine.choose(&[], Limits::depth(1), &mut NeverStop).expect("stones are left");
/// assert_eq!(answer.pv, ["2"], "that leaves eight");
/// ```
pub trait Model<G: Game>: Send {
    /// The game that is searched.
    type Inner: Game;

    /// The game that is searched, in place of this one.
    fn inner<'a>(&'a self, game: &'a G) -> &'a Self::Inner;

    /// A position that the game comes to from its start, as the inner game has it. It is called
    /// once a search.
    fn enter(&self, game: &G, position: &G::Position) -> <Self::Inner as Game>::Position;

    /// The move of the game that a move of the inner game stands for, at this position of the game.
    fn name_back(
        &self,
        game: &G,
        position: &G::Position,
        mv: <Self::Inner as Game>::Move,
    ) -> G::Move;
}

/// The model of most games: their own positions.
#[derive(Clone, Copy, Debug)]
pub struct Itself;

impl<G: Game> Model<G> for Itself {
    type Inner = G;

    fn inner<'a>(&'a self, game: &'a G) -> &'a G {
        game
    }

    fn enter(&self, _game: &G, position: &G::Position) -> G::Position {
        position.clone()
    }

    fn name_back(&self, _game: &G, _position: &G::Position, mv: G::Move) -> G::Move {
        mv
    }
}
