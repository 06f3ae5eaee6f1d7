//! The line protocol: two of our engines, and a referee between them that knows only text.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::time::Duration;

use games::GAMES;
use players::line::{Conversation, Start, play};
use rules::{Answer, Dialogue, Side, Table};
use search::GameSpec;

use crate::{QUICK, small};

/// A player that runs in its own thread. The referee holds the other ends of the player's pipes,
/// and the conversation with the player.
struct Player {
    told: PipeWriter,
    heard: BufReader<PipeReader>,
    thread: std::thread::JoinHandle<()>,
    conversation: Conversation,
}

impl Player {
    fn start_game(spec: &'static GameSpec, side: Side, game_time: Option<Duration>) -> Player {
        let (input, told) = pipe().expect("there are pipes");
        let (heard, mut output) = pipe().expect("there are pipes");
        let game = spec.name.to_string();
        let start =
            Start { game, parameters: small(spec), side, game_time, move_time: None, moves: 0 };
        let conversation = Conversation::new(start).expect("nothing has spaces in it");
        let thread = std::thread::spawn(move || {
            play(spec, QUICK, &mut BufReader::new(input), &mut output)
                .expect("the referee makes sense");
        });
        Player { told, heard: BufReader::new(heard), thread, conversation }
    }

    fn answer(&mut self, left: Option<Duration>) -> Answer {
        self.told.write_all(self.conversation.prompt(left).as_bytes()).expect("the player reads");
        let mut line = String::new();
        self.heard.read_line(&mut line).expect("the player writes");
        self.conversation.reply(line.trim_end()).expect("engines write moves")
    }
}

/// Plays a game between two engines after an opening of this many moves. The referee tells each
/// engine the moves of the other.
fn referee(spec: &'static GameSpec, time: Option<Duration>, opening: usize) -> Box<dyn Table> {
    let mut table = (spec.open)(&small(spec), None).expect("the parameters are sound").table;
    let mut players = Side::BOTH.map(|side| Player::start_game(spec, side, time));
    while table.outcome().is_none() {
        let name = if table.moves().len() < opening {
            table.legal().swap_remove(0)
        } else {
            let Answer::Move(name) = players[table.turn().index()].answer(time) else {
                panic!("no engine resigns")
            };
            name
        };
        table.play(&name).expect("engines play legal moves");
        for player in &mut players {
            player.conversation.hear(&name);
        }
    }
    for player in players {
        drop(player.told);
        player.thread.join().expect("a player ends when its input ends");
    }
    table
}

#[test]
fn two_players_play_every_game_through_lines() {
    for spec in GAMES {
        for opening in [0, 1, 4] {
            assert!(referee(spec, None, opening).outcome().is_some(), "{}", spec.name);
        }
    }
}

#[test]
fn a_player_with_hardly_any_time_still_moves() {
    for spec in GAMES {
        referee(spec, Some(Duration::from_millis(1)), 0);
    }
}
