//! How strong an engine plays: five grades, from a partner for beginners to all it can.
//!
//! A weak grade looks less far ahead and now and then makes a move without looking at all. How much weaker that makes
//! it in each game is measured, not believed: `docs/engines.md` has the figures.

use std::fmt;

use rules::Table;
use rules::random::{Random, hash_words};

use crate::{Engine, Limits, SearchResult};

/// How strong an engine plays, from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grade(u8);

impl Grade {
    /// All that the engine can in its time.
    pub const FULL: Grade = Grade(5);
    /// Every grade, the weakest first.
    pub const ALL: [Grade; 5] = [Grade(1), Grade(2), Grade(3), Grade(4), Grade::FULL];

    /// The grade of this number, if there is one.
    #[must_use]
    pub fn new(number: u8) -> Option<Grade> {
        Grade::ALL.into_iter().find(|grade| grade.0 == number)
    }

    /// Its number, from 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How far it looks ahead at most.
    #[must_use]
    pub const fn limits(self) -> Limits {
        match self.0 {
            1 | 2 => Limits { depth: 1, nodes: 4096 },
            3 => Limits { depth: 2, nodes: 4096 },
            4 => Limits { depth: 3, nodes: 4096 },
            _ => Limits::NONE,
        }
    }

    /// Of a hundred moves, so many are any legal ones.
    const fn slips(self) -> usize {
        match self.0 {
            1 => 65,
            2 => 25,
            3 => 10,
            4 => 3,
            _ => 0,
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An engine that plays at a grade.
///
/// Below [`Grade::FULL`] a move follows from the seed and the moves so far alone, whatever was asked before.
pub struct Graded {
    engine: Box<dyn Engine>,
    grade: Grade,
    seed: u64,
}

impl Graded {
    /// This engine at a grade; the seed decides when a weak one slips, and how.
    #[must_use]
    pub fn new(engine: Box<dyn Engine>, grade: Grade, seed: u64) -> Graded {
        Graded { engine, grade, seed }
    }

    /// Forgets the game it was in and what it has learnt there.
    pub fn start_over(&mut self, seed: u64) {
        self.engine.forget();
        self.seed = seed;
    }

    /// The grade it plays at.
    #[must_use]
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// The move it makes at a table of the engine's game; `None` when the game is over. A slip is a result without nodes.
    ///
    /// `moves` are those of the table, which whoever plays a whole game knows without having them all named anew. Limits
    /// and `go_on` are as in [`Engine::choose`], and bound the grade's own.
    pub fn choose(
        &mut self,
        table: &dyn Table,
        moves: &[String],
        limits: Limits,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<SearchResult> {
        if table.outcome().is_some() {
            return None;
        }
        if let Some(name) = self.slip(table, moves) {
            return Some(SearchResult { pv: vec![name], score: 0, depth: 0, nodes: 0, is_exact: false });
        }
        if self.grade < Grade::FULL {
            self.engine.forget();
        }
        self.engine.choose(moves, limits.and(self.grade.limits()), go_on)
    }

    /// Any legal move, if this is one of those made without looking.
    fn slip(&self, table: &dyn Table, moves: &[String]) -> Option<String> {
        // The end of each name is marked, so that no two games are one text.
        let text = moves.iter().flat_map(|name| name.bytes().map(u64::from).chain([u64::MAX]));
        let mut random = Random::new(hash_words([self.seed].into_iter().chain(text)));
        if random.below(100) < self.grade.slips() { random.pick(&table.legal()).cloned() } else { None }
    }
}
