//! Two levels of an engine against each other: pairs of games from the same opening, each side
//! starting once.

use rules::random::{Random, mix};
use rules::{Parameters, Side, Table};
use search::{EngineAtLevel, GameSpec, Instance, Limits, NeverStop, SkillLevel};

/// Half-moves of an opening, made at random so that no two pairs are alike.
const OPENING: usize = 4;

/// A board to play on.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    pub(crate) spec: &'static GameSpec,
    /// As in `rows=4 columns=5`.
    pub(crate) set: &'static str,
}

/// What each game is measured on: boards that show a difference, and that are played in no time.
pub(crate) fn boards() -> [Board; 5] {
    [
        Board { spec: &games::poziomka::SPEC, set: "pola=3 wiersze=12 kolumny=12" },
        Board { spec: &games::reversi::SPEC, set: "" },
        Board { spec: &games::flood_wars::SPEC, set: "" },
        Board { spec: &games::mnk::SPEC, set: "n=9 m=9 k=5" },
        // A game that nobody wins ends some time.
        Board { spec: &games::gangsters::SPEC, set: "limit=60" },
    ]
}

impl Board {
    /// The parameters; where boards are random, every seed has one of its own.
    fn parameters(self, seed: u64) -> Parameters {
        let mut parameters = Parameters::new(self.spec.parameters);
        for pair in self.set.split_whitespace() {
            let (name, value) = pair.split_once('=').expect("name=value");
            parameters.set(name, value).expect("boards are sound");
        }
        // Most games have no such parameter, and one board for all seeds.
        let _ = parameters.set("seed", &seed.to_string());
        parameters
    }

    /// A table at the start, and an engine for it.
    pub(crate) fn instance(self, seed: u64) -> Instance {
        (self.spec.open)(&self.parameters(seed), None).expect("boards are sound")
    }

    /// The table after a few random moves, none of which ends the game.
    fn opening(self, seed: u64) -> Box<dyn Table> {
        let mut table = self.instance(seed).table;
        let mut random = Random::new(mix(seed));
        for _ in 0..OPENING {
            let name = random.pick(&table.legal()).expect("the game is not over").clone();
            table.play(&name).expect("it is legal");
            if table.outcome().is_some() {
                table.undo();
            }
        }
        table
    }
}

/// A match between two levels.
pub(crate) struct Match {
    board: Board,
    levels: [SkillLevel; 2],
    limits: Limits,
    /// The engines of the last pair, and the parameters of its board.
    players: Option<([EngineAtLevel; 2], String)>,
}

impl Match {
    pub(crate) fn new(board: Board, levels: [SkillLevel; 2], limits: Limits) -> Match {
        Match { board, levels, limits, players: None }
    }

    /// Points of the first level in two games, two for a win and one for a draw; it has the first
    /// side in one of them and the second in the other.
    pub(crate) fn pair(&mut self, seed: u64) -> [u32; 2] {
        Side::BOTH.map(|side| points(&*self.game(seed, side), side))
    }

    /// The table at the end of a game in which the first level has this side.
    pub(crate) fn game(&mut self, seed: u64, side: Side) -> Box<dyn Table> {
        self.seat_players(seed);
        let limits = self.limits;
        let (players, _) = self.players.as_mut().expect("they have just sat down");
        players[0].start_over(seed);
        players[1].start_over(!seed);
        let mut table = self.board.opening(seed);
        loop {
            let player = &mut players[usize::from(table.turn() != side)];
            let Some(result) = player.choose(&*table, &table.moves(), limits, &mut NeverStop)
            else {
                return table;
            };
            table.play(&result.pv[0]).expect("engines play legal moves");
        }
    }

    /// Engines know their board; a new one is needed only where that is another.
    fn seat_players(&mut self, seed: u64) {
        let board = format!("{:?}", self.board.parameters(seed));
        if self.players.as_ref().is_none_or(|(_, old)| *old != board) {
            let players = self
                .levels
                .map(|level| EngineAtLevel::new(self.board.instance(seed).engine, level, seed));
            self.players = Some((players, board));
        }
    }
}

fn points(table: &dyn Table, side: Side) -> u32 {
    match table.outcome().expect("no move is left only at the end").winner() {
        None => 1,
        Some(winner) => 2 * u32::from(winner == side),
    }
}
