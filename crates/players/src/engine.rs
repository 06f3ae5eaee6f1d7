//! An engine as a player, in this process.

use rules::Answer;
use search::{EngineAtLevel, GameSpec, Limits, SkillLevel};

use crate::FoulReport;
use crate::player::{Place, Player, Reply, Turn};
use crate::stopwatch::Stopwatch;
use crate::time_management;
use errors::Error;

/// An engine at some level. The engine divides the time on its clock among its moves, or searches a
/// fixed number of positions for each move.
pub struct EnginePlayer {
    spec: &'static GameSpec,
    level: SkillLevel,
    /// The number of positions to search for a move. If this number is set, the engine ignores the
    /// clock.
    nodes: Option<u64>,
    engine: Option<EngineAtLevel>,
    stopwatch: Stopwatch,
}

impl EnginePlayer {
    /// An engine of this strength; if `nodes` is set, it searches that many positions for a move.
    #[must_use]
    pub fn new(spec: &'static GameSpec, level: SkillLevel, nodes: Option<u64>) -> EnginePlayer {
        EnginePlayer { spec, level, nodes, engine: None, stopwatch: Stopwatch::default() }
    }
}

impl Player for EnginePlayer {
    fn start_game(&mut self, place: &Place<'_>) -> Result<(), Error> {
        let engine = (self.spec.open)(place.parameters, None)
            .map_err(|error| Error::input(error.to_string()))?
            .engine;
        self.engine = Some(EngineAtLevel::new(engine, self.level, place.seed));
        self.stopwatch.reset();
        Ok(())
    }

    fn ask(&mut self, turn: &mut Turn<'_>) -> Result<Reply, Error> {
        turn.wait()?;
        let engine =
            self.engine.as_mut().ok_or_else(|| Error::bug("the engine has not joined a game"))?;
        let limits = self.nodes.map_or(Limits::NONE, Limits::nodes);
        let share = |moves| time_management::share(turn.left, turn.each_move, moves);
        let time = if self.nodes.is_some() { None } else { share(engine.moves_left(turn.moves)) };
        let (result, clock) = self
            .stopwatch
            .time(|| time_management::think(engine, turn.table, turn.moves, limits, time));
        let name = result.and_then(|result| result.pv.into_iter().next());
        let name = name
            .ok_or_else(|| Error::bug("the engine is asked for a move in a game that is over"))?;
        Ok(Reply::new(Ok(Answer::Move(name)), clock))
    }

    fn end_game(&mut self, _: bool) -> Result<Option<FoulReport>, Error> {
        Ok(None)
    }
}
