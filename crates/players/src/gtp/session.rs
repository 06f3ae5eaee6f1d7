//! The state of a GTP session.

use std::time::Duration;

use rules::{Parameters, Side, Table};
use search::{EngineAtLevel, GameSpec, OpenError, SearchResult};

use super::clocks::Clocks;
use super::reply::Answer;
use crate::engine_settings::EngineSettings;
use crate::time_management;

/// The function that carries out a command with its arguments.
pub(super) type Act = fn(&mut Gtp, &str) -> Answer;

/// An engine that waits for a controller's commands.
pub struct Gtp {
    pub(super) spec: &'static GameSpec,
    pub(super) parameters: Parameters,
    pub(super) table: Box<dyn Table>,
    pub(super) clocks: Clocks,
    pub(super) has_quit: bool,
    /// The number of passes after the end of the game. These passes are not moves of the game.
    pub(super) passes: u32,
    player: EngineAtLevel,
    settings: EngineSettings,
}

impl Gtp {
    /// An engine at the start of this game.
    ///
    /// # Errors
    /// Fails if the parameters do not fit together.
    pub fn new(
        spec: &'static GameSpec,
        parameters: Parameters,
        settings: EngineSettings,
    ) -> Result<Gtp, OpenError> {
        let (table, player) = settings.open(spec, &parameters, None)?;
        Ok(Gtp {
            spec,
            parameters,
            table,
            clocks: Clocks::default(),
            has_quit: false,
            passes: 0,
            player,
            settings,
        })
    }

    /// Whether the controller has sent `quit`.
    #[must_use]
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Begins a new game with these parameters, from the game's usual start or from a diagram. If
    /// there is an error, nothing changes.
    pub(super) fn set_up(&mut self, parameters: Parameters, diagram: Option<&str>) -> Answer {
        let opened = self.settings.open(self.spec, &parameters, diagram);
        let (table, player) = opened.map_err(|error| error.to_string())?;
        (self.parameters, self.table, self.player) = (parameters, table, player);
        self.clocks.start_over();
        self.passes = 0;
        Gtp::done()
    }

    /// Searches for a side's best move within the side's time. Returns the result, and how long the
    /// search took.
    pub(super) fn think(&mut self, side: Side) -> Result<(SearchResult, Duration), String> {
        self.check_turn(side)?;
        let moves = self.table.moves();
        let budget = self.clocks.budget(side, self.player.moves_left(&moves));
        let limits = self.settings.limits(budget.is_some());
        let (result, used) =
            time_management::think(&mut self.player, &*self.table, &moves, limits, budget);
        Ok((result.ok_or("the game is over")?, used))
    }

    /// Checks that it is this side's turn.
    pub(super) fn check_turn(&self, side: Side) -> Result<(), String> {
        let turn = self.table.turn();
        match self.table.outcome() {
            Some(_) => Err("the game is over".to_string()),
            None if side != turn => {
                Err(format!("it is the turn of {}", self.spec.sides[turn.index()]))
            }
            None => Ok(()),
        }
    }

    /// An empty successful answer.
    pub(super) fn done() -> Answer {
        Ok(String::new())
    }
}
