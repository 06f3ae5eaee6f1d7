//! The strength of an engine: five levels, from a partner for beginners to full strength.
//!
//! An engine at a weak level searches less deep and makes some of its moves at random.
//! `docs/engines.md` has measurements of the strength in each game.

use std::fmt;

use rules::Table;
use rules::random::{Random, hash_words};

use crate::{Engine, Handler, Limits, SearchResult};

/// The strength of an engine: a level from 1 to 5.
///
/// ```
/// use search::SkillLevel;
///
/// let level = SkillLevel::new(3).expect("there are five");
/// assert!(level < SkillLevel::FULL && level.limits().depth == 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SkillLevel(u8);

impl SkillLevel {
    /// The engine's full strength within its time.
    pub const FULL: SkillLevel = SkillLevel(5);
    /// Every level, the weakest first.
    pub const ALL: [SkillLevel; 5] =
        [SkillLevel(1), SkillLevel(2), SkillLevel(3), SkillLevel(4), SkillLevel::FULL];

    /// The level with this number from 1 to 5; `None` for other numbers.
    #[must_use]
    pub fn new(number: u8) -> Option<SkillLevel> {
        SkillLevel::ALL.into_iter().find(|level| level.0 == number)
    }

    /// The number of the level, from 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The limits of a search at this level.
    #[must_use]
    pub const fn limits(self) -> Limits {
        match self.0 {
            1 | 2 => Limits { depth: 1, nodes: 4096 },
            3 => Limits { depth: 2, nodes: 4096 },
            4 => Limits { depth: 3, nodes: 4096 },
            _ => Limits::NONE,
        }
    }

    /// The blunder rate: how many of a hundred moves are random.
    const fn blunder_rate(self) -> usize {
        match self.0 {
            1 => 65,
            2 => 25,
            3 => 10,
            4 => 3,
            _ => 0,
        }
    }
}

impl fmt::Display for SkillLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An engine that plays at a level.
///
/// Below [`SkillLevel::FULL`] a move depends only on the seed and the moves so far.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use rules::{Play, Table};
/// use search::{EngineAtLevel, Evaluate, Limits, NeverStop, Score, SearchEngine, SkillLevel};
///
/// # struct Even;
/// # impl Evaluate<Nim> for Even {
/// #     fn evaluate(&self, _: &Nim, _: &<Nim as Game>::Position) -> Score {
/// #         0
/// #     }
/// # }
/// #
/// let engine = Box::new(SearchEngine::new(Nim::heap(6), Even, 1 << 16));
/// let mut engine = EngineAtLevel::new(engine, SkillLevel::FULL, 1);
/// let table = Play::new(Nim::heap(6));
/// let choice = engine.choose(&table, &[], Limits::NONE, &mut NeverStop).expect("stones are left");
/// assert_eq!(choice.pv[0], "2");
/// ```
pub struct EngineAtLevel {
    engine: Box<dyn Engine>,
    level: SkillLevel,
    seed: u64,
}

impl EngineAtLevel {
    /// This engine at a level. The seed determines when a weak engine blunders, and which move it
    /// then makes.
    #[must_use]
    pub fn new(engine: Box<dyn Engine>, level: SkillLevel, seed: u64) -> EngineAtLevel {
        EngineAtLevel { engine, level, seed }
    }

    /// Prepares for a new game: forgets the results of earlier searches, and takes a new seed.
    pub fn start_over(&mut self, seed: u64) {
        self.engine.forget();
        self.seed = seed;
    }

    /// The level at which the engine plays.
    #[must_use]
    pub fn level(&self) -> SkillLevel {
        self.level
    }

    /// The approximate number of moves that the side to move still has to make; see
    /// [`Engine::moves_left`].
    #[must_use]
    pub fn moves_left(&self, moves: &[String]) -> u32 {
        self.engine.moves_left(moves)
    }

    /// The move to make at a table of the engine's game; `None` if the game is over. For a random
    /// move the result has 0 nodes.
    ///
    /// `moves` are the names of the moves made at the table; callers usually have this list
    /// already. Limits and handler are as in [`Engine::choose`]; the level's own limits also apply.
    pub fn choose(
        &mut self,
        table: &dyn Table,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Option<SearchResult> {
        if table.outcome().is_some() {
            return None;
        }
        if let Some(name) = self.blunder(table, moves) {
            return Some(SearchResult {
                pv: vec![name],
                score: 0,
                depth: 0,
                nodes: 0,
                is_exact: false,
            });
        }
        if self.level < SkillLevel::FULL {
            self.engine.forget();
        }
        self.engine.choose(moves, limits.and(self.level.limits()), handler)
    }

    /// A random legal move, if the engine is to blunder now.
    fn blunder(&self, table: &dyn Table, moves: &[String]) -> Option<String> {
        // The end of each name is marked, so that different lists of moves give different texts.
        let text = moves.iter().flat_map(|name| name.bytes().map(u64::from).chain([u64::MAX]));
        let mut random = Random::new(hash_words([self.seed].into_iter().chain(text)));
        if random.below(100) < self.level.blunder_rate() {
            random.pick(&table.legal()).cloned()
        } else {
            None
        }
    }
}
