//! A second representation of a game, for the search alone.

use rules::Game;

/// Another representation of a game, called the inner game, in which the search is quicker. The
/// positions of the inner game may contain counts or patterns, or may be graphs instead of boards.
/// So the rules of the game itself need not contain counts, patterns or graphs.
///
/// After corresponding moves, the inner game must have the same side to move, the same number of
/// legal moves and the same outcome as the game.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Game, Outcome, Side};
/// use search::{Engine, Evaluate, Limits, Model, NeverStop, Score, SearchEngine};
///
/// /// Nim whose positions say how many fours there are in the heap, and how many stones remain.
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
/// #     fn play(
/// #         &self,
/// #         &(fours, rest, side): &(usize, usize, Side),
/// #         mv: usize,
/// #     ) -> (usize, usize, Side) {
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
/// assert_eq!(answer.pv, ["2"], "taking two leaves eight");
/// ```
pub trait Model<G: Game>: Send {
    /// The type of the inner game.
    type Inner: Game;

    /// The inner game that stands for this game.
    fn inner<'a>(&'a self, game: &'a G) -> &'a Self::Inner;

    /// The position of the inner game that corresponds to a position of this game. Each search
    /// calls this function once.
    fn enter(&self, game: &G, position: &G::Position) -> <Self::Inner as Game>::Position;

    /// The move of this game that corresponds to a move of the inner game, in this position.
    fn name_back(
        &self,
        game: &G,
        position: &G::Position,
        mv: <Self::Inner as Game>::Move,
    ) -> G::Move;
}

/// The model of most games: the search uses the game itself.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use search::{Itself, Model};
///
/// let game = Nim::heap(5);
/// assert_eq!(Itself.enter(&game, &game.start()), game.start());
/// ```
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
