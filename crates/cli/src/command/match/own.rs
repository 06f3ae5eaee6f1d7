//! The options that hold for one player alone: those for all players, with -a or -b at the end.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use players::{Contestant, Kind, OwnTerms, TimeRecord};

use crate::arguments;
use crate::failure::Failure;

/// What holds for the first player alone, and for the second.
#[derive(Clone, Debug)]
pub(super) struct OwnArguments(Vec<OwnTerms>);

const NODES: [&str; 2] = ["nodes-a", "nodes-b"];
const GAME_TIME: [&str; 2] = ["game-time-a", "game-time-b"];
const INCREMENT: [&str; 2] = ["increment-a", "increment-b"];
const MOVE_TIME: [&str; 2] = ["move-time-a", "move-time-b"];
const MEMORY: [&str; 2] = ["memory-a", "memory-b"];
const LEVEL: [&str; 2] = ["level-a", "level-b"];
const DATA: [&str; 2] = ["data-a", "data-b"];

/// The options of the first player or of the second.
fn options(side: usize) -> [Arg; 7] {
    let who = ["first", "second"][side];
    let option = |names: [&'static str; 2], value: &'static str| {
        let name = names[side];
        let of_all = name.trim_end_matches(['a', 'b']).trim_end_matches('-');
        let help = format!("--{of_all} for the {who} player alone");
        Arg::new(name).long(name).value_name(value).help(help)
    };
    let time = |names| option(names, "TIME").value_parser(arguments::time);
    [
        option(NODES, "N").value_parser(value_parser!(u64).range(1..)),
        time(GAME_TIME),
        time(INCREMENT).requires(GAME_TIME[side]),
        time(MOVE_TIME),
        option(MEMORY, "MIB").value_parser(value_parser!(u64).range(1..=1 << 20)),
        option(LEVEL, "LEVEL").value_parser(value_parser!(u8).range(0..=3)),
        option(DATA, "DIR").value_parser(value_parser!(PathBuf)).action(ArgAction::Append),
    ]
}

impl Args for OwnArguments {
    fn augment_args(command: Command) -> Command {
        [0, 1].into_iter().fold(command, |command, side| command.args(options(side)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        OwnArguments::augment_args(command)
    }
}

impl FromArgMatches for OwnArguments {
    fn from_arg_matches(given: &ArgMatches) -> Result<OwnArguments, clap::Error> {
        Ok(OwnArguments([0, 1].map(|side| own(given, side)).into()))
    }

    fn update_from_arg_matches(&mut self, given: &ArgMatches) -> Result<(), clap::Error> {
        *self = OwnArguments::from_arg_matches(given)?;
        Ok(())
    }
}

fn own(given: &ArgMatches, side: usize) -> OwnTerms {
    let number = |names: [&str; 2]| given.get_one::<u64>(names[side]).copied();
    let ms = |names: [&str; 2]| {
        given.get_one(names[side]).map(|time: &Duration| time.as_millis() as u64)
    };
    let time =
        TimeRecord { game_ms: ms(GAME_TIME), increment_ms: ms(INCREMENT), move_ms: ms(MOVE_TIME) };
    let folders = given.get_many::<PathBuf>(DATA[side]).into_iter().flatten();
    OwnTerms {
        plays: None,
        time: (time != TimeRecord::default()).then_some(time),
        nodes: number(NODES),
        level: given.get_one(LEVEL[side]).copied(),
        memory: number(MEMORY).map(|mib| mib << 20),
        data: folders.map(|folder| folder.display().to_string()).collect(),
    }
}

impl OwnArguments {
    /// Gives the first two players what holds for them alone. An engine whose name the command line
    /// does not set is called by its number of positions, too.
    pub(super) fn give(self, players: &mut [Contestant]) -> Result<(), Failure> {
        for ((own, player), nodes) in self.0.into_iter().zip(players).zip(NODES) {
            if own.is_default() {
                continue;
            }
            let refused = |why: &str| Failure::Usage(format!("{} {why}", player.name));
            let is_engine = matches!(player.kind, Kind::Engine(_));
            let is_program = matches!(player.kind, Kind::Program { .. });
            own.check(is_engine, is_program).map_err(|why| refused(&why))?;
            if own.nodes.is_some() && player.own.nodes.is_some() {
                let why = format!("says its number of positions: expected no --{nodes}");
                return Err(refused(&why));
            }
            let OwnTerms { plays, nodes, .. } = std::mem::take(&mut player.own);
            player.own = OwnTerms { plays, nodes: own.nodes.or(nodes), ..own };
            if player.own.nodes.is_some() && player.own.plays.is_none() {
                player.name = player.words();
            }
        }
        Ok(())
    }
}
