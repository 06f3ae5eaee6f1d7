//! Matches between two levels of an engine. In a pair of games, both games start from the same
//! opening, and each level plays each side once.

use rules::random::{Random, mix};
use rules::{Parameters, Side, Table};
use search::{EngineAtLevel, GameSpec, Instance, Limits, NeverStop, SkillLevel};

/// The number of half-moves in an opening. The moves of an opening are random, so that pairs
/// differ.
const OPENING: usize = 4;

/// A board to play on.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    pub(crate) spec: &'static GameSpec,
    /// The parameters, in the form `rows=4 columns=5`.
    pub(crate) set: &'static str,
}

/// For each game, a board on which the levels differ in strength and a game takes little time.
pub(crate) fn boards() -> [Board; 5] {
    [
        Board { spec: &games::poziomka::SPEC, set: "pola=3 wiersze=12 kolumny=12" },
        Board { spec: &games::reversi::SPEC, set: "" },
        Board { spec: &games::flood_wars::SPEC, set: "" },
        Board { spec: &games::mnk::SPEC, set: "n=9 m=9 k=5" },
        // The limit ends a game that nobody wins.
        Board { spec: &games::gangsters::SPEC, set: "limit=60" },
    ]
}

impl Board {
    /// The parameters. If the game has random boards, each seed gives a different board.
    fn parameters(self, seed: u64) -> Parameters {
        let mut parameters = Parameters::new(self.spec.parameters);
        for pair in self.set.split_whitespace() {
            let (name, value) = pair.split_once('=').expect("name=value");
            parameters.set(name, value).expect("boards are valid");
        }
        // Most games have no parameter `seed`, so they have the same board for all seeds.
        let _ = parameters.set("seed", &seed.to_string());
        parameters
    }

    /// A table with the start position, and an engine for it.
    pub(crate) fn instance(self, seed: u64) -> Instance {
        (self.spec.open)(&self.parameters(seed), None).expect("boards are valid")
    }

    /// A table after a few random moves that do not end the game.
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

    /// The points of the first level in two games. A win counts two points, and a draw one. The
    /// first level plays the first side in one game, and the second side in the other game.
    pub(crate) fn pair(&mut self, seed: u64) -> [u32; 2] {
        Side::BOTH.map(|side| points(&*self.game(seed, side), side))
    }

    /// Plays a game in which the first level plays `side`, and returns the table at the end of the
    /// game.
    pub(crate) fn game(&mut self, seed: u64, side: Side) -> Box<dyn Table> {
        self.seat_players(seed);
        let limits = self.limits;
        let (players, _) = self.players.as_mut().expect("the players have just been made");
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

    /// Makes new engines only if the board has changed, since an engine belongs to a board.
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
    match table.outcome().expect("a game without a legal move is over").winner() {
        None => 1,
        Some(winner) => 2 * u32::from(winner == side),
    }
}
