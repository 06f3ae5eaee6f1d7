//! The line protocol: two of our engines, and a referee between them made of its pure functions.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::time::Duration;

use arena::line::{Answer, Start, play, read_answer};
use games::{Card, GAMES};
use rules::{Side, Table};

use crate::{QUICK, offer, small};

/// A player in a thread of its own, and the two ends of the pipes to it.
struct Player {
    told: PipeWriter,
    heard: BufReader<PipeReader>,
    thread: std::thread::JoinHandle<()>,
}

impl Player {
    fn sit_down(card: &'static Card, side: Side, time: Option<Duration>) -> Player {
        let (input, mut told) = pipe().expect("there are pipes");
        let (heard, mut output) = pipe().expect("there are pipes");
        let game = card.name.to_string();
        let start = Start { game, parameters: small(card), side, time };
        told.write_all(start.line().expect("nothing has spaces in it").as_bytes()).expect("the player reads");
        let thread = std::thread::spawn(move || {
            play(&offer(card), QUICK, &mut BufReader::new(input), &mut output).expect("the referee makes sense");
        });
        Player { told, heard: BufReader::new(heard), thread }
    }

    fn answer(&mut self) -> Answer {
        let mut line = Vec::new();
        self.heard.read_until(b'\n', &mut line).expect("the player writes");
        read_answer(&line).expect("engines write moves")
    }
}

/// Plays a game between two engines, which hear of each other's moves through the referee alone.
fn referee(card: &'static Card, time: Option<Duration>) -> Box<dyn Table> {
    let mut table = (card.open)(&small(card), None).expect("the parameters are sound").table;
    let mut players = Side::BOTH.map(|side| Player::sit_down(card, side, time));
    while table.outcome().is_none() {
        let turn = table.turn();
        let Answer::Move(name) = players[turn.index()].answer() else { panic!("no engine resigns") };
        table.play(&name).expect("engines play legal moves");
        // The move that ends the game is told to nobody: the end of input says it.
        if table.outcome().is_none() {
            writeln!(players[turn.other().index()].told, "{name}").expect("the player reads");
        }
    }
    for player in players {
        drop(player.told);
        player.thread.join().expect("players end when their input does");
    }
    table
}

#[test]
fn two_players_play_every_game_through_lines() {
    for card in GAMES {
        assert!(referee(card, None).outcome().is_some(), "{}", card.name);
    }
}

#[test]
fn a_player_with_hardly_any_time_still_moves() {
    for card in GAMES {
        referee(card, Some(Duration::from_millis(1)));
    }
}
