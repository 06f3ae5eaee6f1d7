//! Tests the server without a browser: every address, every refusal, streams, and malformed
//! requests.

mod class;
#[path = "../common/mod.rs"]
mod common;
mod connections;
mod live;
mod malformed;
mod pages;
mod positions;
mod recorded;
mod refusals;
mod streams;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::time::Duration;

use common::Recordings;
use serde_json::{Value, json};

/// A server for all tests of this binary.
fn address() -> SocketAddr {
    static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| serving(None));
    *ADDRESS
}

/// Another server, on a separate port.
fn serving(games: Option<Recordings>) -> SocketAddr {
    let server = free_port();
    running(match games {
        Some(games) => server.with_games(Box::new(games)),
        None => server,
    })
}

fn free_port() -> server::Server {
    let any = "127.0.0.1:0".parse().expect("an address");
    server::Server::on(games::GAMES, any, Vec::new()).expect("a free port")
}

fn running(server: server::Server) -> SocketAddr {
    let address = server.address();
    std::thread::spawn(|| server.run());
    address
}

/// The time limit for a response; no correct response takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    stream
}

/// A request, with the headers that a browser's page would send.
struct Request {
    method: &'static str,
    path: String,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Request {
    fn get(path: &str) -> Request {
        let host = ("host", address().to_string());
        Request { method: "GET", path: path.to_string(), headers: vec![host], body: Vec::new() }
    }

    fn ask(path: &str, question: &Value) -> Request {
        let mut request = Request { method: "POST", ..Request::get(path) };
        request.body = question.to_string().into_bytes();
        request.set("content-type", "application/json")
    }

    fn set(mut self, name: &'static str, value: &str) -> Request {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.to_string()));
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes =
            format!("{} {} HTTP/1.1\r\nconnection: close\r\n", self.method, self.path).into_bytes();
        for (name, value) in &self.headers {
            bytes.extend(format!("{name}: {value}\r\n").into_bytes());
        }
        bytes.extend(format!("content-length: {}\r\n\r\n", self.body.len()).into_bytes());
        bytes.extend(&self.body);
        bytes
    }

    fn send(&self) -> Answer {
        self.send_to(address())
    }

    fn send_to(&self, address: SocketAddr) -> Answer {
        let mut stream = connect(address);
        stream.write_all(&self.bytes()).expect("the server reads");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("the server answers");
        Answer::of(&bytes).expect("an answer of HTTP")
    }
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn of(bytes: &[u8]) -> Option<Answer> {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head: head.to_ascii_lowercase(), body: body.to_string() })
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|bad| panic!("{bad}: {}", self.body))
    }
}

/// The position in the response to a request.
fn position(game: &str, question: &Value) -> Value {
    let answer = Request::ask(&format!("/api/{game}/position"), question).send();
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

/// The names of the legal moves of a position.
fn legal(position: &Value) -> Vec<String> {
    let moves = position["moves"].as_array().expect("a list").iter();
    moves.map(|one| one[0].as_str().expect("a name").to_string()).collect()
}

fn after(moves: &[&str]) -> Value {
    json!({ "moves": moves })
}
