//! Measures response times under load: a hundred clients follow recorded games, a new game is added
//! every half second, and twenty clients play against engines. Run
//! `cargo bench -p server --bench clients [SECONDS]`. The bench starts its own server on loopback,
//! and ends after this number of seconds (default 10).

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use games::GAMES;
use serde_json::{Value, json};

const FOLLOWERS: usize = 100;
const PLAYERS: usize = 20;
/// The pause between an engine's move and the person's.
const PAUSE: Duration = Duration::from_millis(300);
/// How long an engine thinks about a move.
const THOUGHT_MS: u64 = 200;
const BETWEEN_GAMES: Duration = Duration::from_millis(500);

fn main() {
    let given = std::env::args().filter_map(|argument| argument.parse().ok()).next();
    let time = Duration::from_secs(given.unwrap_or(10));
    let any = "127.0.0.1:0".parse().expect("an address");
    let server = server::Server::on(GAMES, any, Vec::new()).expect("a free port");
    let at = server.address();
    let games = common::Recordings::new(100);
    let server = server.with_games(Box::new(games.clone()));
    thread::spawn(|| server.run());

    let (is_over, heard) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    for _ in 0..FOLLOWERS {
        let heard = Arc::clone(&heard);
        thread::spawn(move || follow(at, &heard));
    }
    let play = |player: usize| {
        let is_over = Arc::clone(&is_over);
        thread::spawn(move || play(at, player, &is_over))
    };
    let players: Vec<_> = (0..PLAYERS).map(play).collect();
    let start = Instant::now();
    while start.elapsed() < time {
        games.play();
        thread::sleep(BETWEEN_GAMES);
    }
    is_over.store(true, Ordering::Relaxed);
    let all = players.into_iter().flat_map(|player| player.join().expect("a player")).collect();
    report(all, heard.load(Ordering::Relaxed));
}

/// The kind of a request, and the response time.
type Asked = (&'static str, Duration);

fn report(mut all: Vec<Asked>, heard: usize) {
    all.sort_by_key(|(_, time)| *time);
    println!("{FOLLOWERS} clients on event streams ({heard} events), {PLAYERS} that play:");
    for kind in
        ["any request", "position", "engine, first answer", "page of a game", "list of games"]
    {
        let times: Vec<Duration> = all
            .iter()
            .filter(|(its, _)| kind == "any request" || *its == kind)
            .map(|(_, time)| *time)
            .collect();
        let at = |share: usize| {
            times
                .get((times.len() * share).div_ceil(100).saturating_sub(1))
                .copied()
                .unwrap_or_default()
        };
        println!(
            "  {kind}: {} of them, p50 {:.1?}, p95 {:.1?}, p99 {:.1?}",
            times.len(),
            at(50),
            at(95),
            at(99)
        );
    }
}

/// Reads a stream until it ends.
fn follow(at: SocketAddr, heard: &AtomicUsize) {
    let mut stream = send(at, "GET", "/games/events", "");
    let mut bytes = [0; 1 << 16];
    while let Ok(read @ 1..) = stream.read(&mut bytes) {
        let events = bytes[..read].windows(6).filter(|six| six == b"event:").count();
        heard.fetch_add(events, Ordering::Relaxed);
    }
}

/// Plays one game after another against an engine, and looks at recorded games in between.
fn play(at: SocketAddr, player: usize, is_over: &AtomicBool) -> Vec<Asked> {
    let mut asked = Vec::new();
    let mut random = player as u64;
    // The clients do not start all at once.
    thread::sleep(PAUSE.mul_f64(player as f64 / PLAYERS as f64));
    while !is_over.load(Ordering::Relaxed) {
        let game = GAMES[player % GAMES.len()].name;
        timed(&mut asked, "page of a game", || {
            whole(send(at, "GET", &format!("/play/{game}"), ""))
        });
        timed(&mut asked, "list of games", || whole(send(at, "GET", "/games", "")));
        let mut moves: Vec<String> = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            let question = json!({ "moves": moves }).to_string();
            let path = format!("/api/{game}/position");
            let text = timed(&mut asked, "position", || whole(send(at, "POST", &path, &question)));
            let position: Value = serde_json::from_str(&text).expect("a position");
            let legal = position["moves"].as_array().expect("moves");
            if legal.is_empty() {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let choice = &legal[(random >> 33) as usize % legal.len()];
            moves.push(choice[0].as_str().expect("a name").to_string());
            if moves.len() % 2 == 1 {
                thought(at, game, &moves, &mut asked);
                thread::sleep(PAUSE);
            }
        }
    }
    asked
}

/// Asks an engine for a move, and measures the time to the first event, even if this event only
/// says that the request waits.
fn thought(at: SocketAddr, game: &str, moves: &[String], asked: &mut Vec<Asked>) {
    let question = json!({ "moves": moves, "time_ms": THOUGHT_MS }).to_string();
    let mut stream = send(at, "POST", &format!("/api/{game}/best"), &question);
    timed(asked, "engine, first answer", || stream.read(&mut [0; 1 << 12]).expect("an answer"));
    whole(stream);
}

fn timed<T>(asked: &mut Vec<Asked>, kind: &'static str, ask: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let answer = ask();
    asked.push((kind, start.elapsed()));
    answer
}

fn send(at: SocketAddr, method: &str, path: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(at).expect("the server listens");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\ncontent-type: \
        application/json\r\n"
    );
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).expect("the server reads");
    stream
}

/// The body of a response; the response must be a success.
fn whole(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("the server answers");
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return text };
    assert!(!head.starts_with("HTTP/") || head.contains(" 200 "), "{head}");
    body.to_string()
}
