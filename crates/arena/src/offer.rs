//! A game of ours as it is handed in, and how our engine is to play it.

use std::fmt;

use rules::{Contest, Parameter, Parameters, Table};
use search::{Engine, EngineAtLevel, Limits, SkillLevel};

/// A game that our engine can play, told by whoever knows which games there are.
pub struct Offer {
    /// The game's name, as on command lines.
    pub name: &'static str,
    /// What the two sides are called, the first to move first.
    pub sides: [&'static str; 2],
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Which of them are the numbers of rows and of columns, where those can be set.
    pub size: Option<[&'static str; 2]>,
    /// How programs play each other.
    pub contest: Contest,
    /// Sets up a table from the start or from a diagram, and an engine for it; or says why not.
    pub open: Opener,
}

/// What sets up a table and an engine for it.
pub type Opener =
    Box<dyn Fn(&Parameters, Option<&str>) -> Result<(Box<dyn Table>, Box<dyn Engine>), String> + Send + Sync>;

impl fmt::Debug for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offer").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How our engine is to play.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// How strong.
    pub level: SkillLevel,
    /// Decides which moves of a weak level are blunders, and which blunders.
    pub seed: u64,
    /// Positions to look at for a move as long as nobody has set a time.
    pub nodes: u64,
}

impl Style {
    /// The limits of a search: a time alone, once there is one.
    pub(crate) fn limits(self, timed: bool) -> Limits {
        if timed { Limits::NONE } else { Limits::nodes(self.nodes) }
    }
}

impl Offer {
    /// A table and our engine at it.
    ///
    /// # Errors
    /// When parameters do not go together or the diagram makes no sense, in words.
    pub(crate) fn seat(
        &self,
        parameters: &Parameters,
        diagram: Option<&str>,
        style: Style,
    ) -> Result<(Box<dyn Table>, EngineAtLevel), String> {
        let (table, engine) = (self.open)(parameters, diagram)?;
        Ok((table, EngineAtLevel::new(engine, style.level, style.seed)))
    }
}
