//! Tests that a spectator who follows the list of games sees new games.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;

use serde_json::Value;

use crate::common::{ALL, Recordings};
use crate::{Request, connect, serving};

/// A stream of events that is being read.
struct Stream(BufReader<std::net::TcpStream>);

impl Stream {
    fn open(at: SocketAddr, request: &Request) -> Stream {
        let mut stream = connect(at);
        stream.write_all(&request.bytes()).expect("the server reads");
        Stream(BufReader::new(stream))
    }

    /// The next event: its name, its id and its data; `None` at the end.
    fn next(&mut self) -> Option<(String, String, Value)> {
        let (mut name, mut id) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).expect("the stream goes on") == 0 {
                return None;
            }
            let line = line.trim_end();
            let value = |name| line.strip_prefix(name).map(|text: &str| text.trim().to_string());
            if let Some(text) = value("event:") {
                name = text;
            } else if let Some(text) = value("id:") {
                id = text;
            } else if let Some(text) = value("data:") {
                // The id may come before or after the data, and an empty line ends the event.
                let data = serde_json::from_str(&text).expect("data is JSON");
                let mut rest = String::new();
                while !rest.trim().is_empty() || rest.is_empty() {
                    rest.clear();
                    self.0.read_line(&mut rest).expect("the stream goes on");
                    if let Some(text) = rest.strip_prefix("id:") {
                        id = text.trim().to_string();
                    }
                }
                return Some((name, id, data));
            }
        }
    }
}

/// The row of a participant after `N` games.
const ANNA: &str = "<tr><td class=\"place\">1</td><th scope=\"row\">\
<a href=\"/games/of/anna\"><bdi>anna</bdi></a></th><td>N</td></tr>";

/// The only row that has changed.
fn row_of_anna(data: &Value) -> String {
    let [row] = &data["rows"].as_array().expect("rows")[..] else { panic!("one row: {data}") };
    assert_eq!((&row[0], &row[1]), (&0.into(), &0.into()));
    row[2].as_str().expect("HTML").to_string()
}

fn watched(games: usize) -> (SocketAddr, Recordings) {
    let games = Recordings::new(games);
    (serving(Some(games.clone())), games)
}

fn get(at: SocketAddr, path: &str) -> Request {
    Request::get(path).set("host", &at.to_string())
}

/// The id of the last change that the page of the list contains.
fn seen(at: SocketAddr) -> String {
    let page = get(at, "/games").send_to(at).body;
    let (_, rest) = page.split_once("data-follow=\"/games/events?seen=").expect("it follows");
    rest.split('"').next().expect("an id").to_string()
}

#[test]
fn a_page_is_told_the_rows_that_change() {
    let (at, games) = watched(3);
    let mut stream = Stream::open(at, &get(at, &format!("/games/events?seen={}", seen(at))));
    games.play();
    let (name, id, data) = stream.next().expect("an event");
    assert_eq!((name.as_str(), row_of_anna(&data)), ("update", ANNA.replace('N', "4")));
    assert_eq!(
        (&data["games"], &data["over"], &data["tables"]),
        (&4.into(), &false.into(), &Value::Null)
    );
    assert!(data["newest"].as_str().expect("HTML").starts_with("<li value=\"4\">"), "{data}");
    let progress = data["progress"].as_str().expect("a text");
    assert!(progress.starts_with("4 of 251") && progress.ends_with("anna – <b>jan."), "{data}");
    assert_ne!(id, seen(at).replace('.', ""), "an id has an epoch");
}

#[test]
fn what_was_missed_comes_in_one_event_and_what_is_not_known_any_more_as_a_snapshot() {
    let (at, games) = watched(3);
    let first = seen(at);
    for _ in 0..2 {
        games.play();
        seen(at);
    }
    let mut stream = Stream::open(at, &get(at, "/games/events").set("last-event-id", &first));
    let (name, _, data) = stream.next().expect("an event");
    assert_eq!((name.as_str(), row_of_anna(&data)), ("update", ANNA.replace('N', "5")));
    for stranger in ["", "1.1", "x", "99999999999999999999.1", ".", &first.replace('.', ".9")] {
        let mut stream = Stream::open(at, &get(at, "/games/events").set("last-event-id", stranger));
        let (name, _, data) = stream.next().expect("an event");
        let tables = data["tables"].as_str().expect("HTML");
        assert!(tables.contains("<h2>Standings</h2>"), "{stranger}: {tables}");
        assert!(tables.contains(&ANNA.replace('N', "5")), "{stranger}: {tables}");
        assert_eq!(name, "snapshot", "{stranger}");
    }
}

#[test]
fn the_end_is_told_ends_the_stream_and_nobody_asks_again() {
    let (at, games) = watched(ALL - 1);
    let mut stream = Stream::open(at, &get(at, &format!("/games/events?seen={}", seen(at))));
    games.play();
    let (_, id, data) = stream.next().expect("an event");
    assert_eq!(data["over"], true);
    assert!(stream.next().is_none());
    let again = get(at, "/games/events").set("last-event-id", &id).send_to(at);
    assert_eq!((again.status, again.body.as_str()), (204, ""));
    assert!(
        !get(at, "/games").send_to(at).body.contains("data-follow"),
        "there is nothing to follow"
    );
}
