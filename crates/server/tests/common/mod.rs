//! Recorded games for the tests.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use games::GAMES;
use page::{Foul, FoulReport, Recording, Replay, Time};
use rules::{Outcome, Side};
use server::{Archive, Column, Now, Recorded, Table};

/// An archive with games of each kind in turn; the seventh game is damaged. Games are added while
/// the tests read it.
#[derive(Clone)]
pub(crate) struct Recordings(Arc<AtomicUsize>);

/// The index of the damaged game in the list.
pub(crate) const DAMAGED: usize = 7;

/// The archive is complete when it has this number of games.
pub(crate) const ALL: usize = 251;

impl Recordings {
    /// An archive with this number of games.
    pub(crate) fn new(games: usize) -> Recordings {
        Recordings(Arc::new(AtomicUsize::new(games)))
    }

    /// Adds a game.
    #[allow(dead_code, reason = "not every binary plays more")]
    pub(crate) fn play(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

impl Archive for Recordings {
    fn title(&self) -> String {
        "Friday <b>".to_string()
    }

    fn now(&self) -> Result<Now, String> {
        let count = self.count();
        let rows = [["1", "anna", &count.to_string()], ["2", "<script>alert(1)</script>", "0"]];
        let standings = Table {
            heading: "standings",
            columns: vec![
                Column::Key("place"),
                Column::Key("name"),
                Column::Name("<i>points".to_string()),
            ],
            rows: rows.map(|row| row.map(str::to_string).to_vec()).to_vec(),
        };
        Ok(Now {
            tables: vec![standings],
            games: count,
            planned: Some(ALL),
            newest: (count.saturating_sub(2)..=count).filter(|&number| number > 0).collect(),
            playing: 1,
            next: Some(["anna", "<b>jan"].map(str::to_string)),
            running: Vec::new(),
            is_over: count >= ALL,
        })
    }

    fn number(&self, place: usize) -> Option<usize> {
        (1..=self.count()).contains(&place).then_some(place)
    }

    fn place(&self, number: usize) -> Option<usize> {
        self.number(number)
    }

    fn game(&self, number: usize) -> Result<Recorded, String> {
        self.replay(number).map(|(game, _)| game)
    }

    fn replay(&self, number: usize) -> Result<(Recorded, Recording), String> {
        if number == DAMAGED {
            return Err("game 7: the sum is another".to_string());
        }
        let spec = GAMES[number % GAMES.len()];
        let table =
            (spec.open)(&rules::Parameters::new(spec.parameters), None).expect("sound").table;
        let mut played = table.clone();
        for _ in 0..5 {
            if let Some(name) = played.legal().pop() {
                played.play(&name).expect("legal");
            }
        }
        let replay = Replay::of(&mut *table.clone(), &played.moves()).expect("legal moves");
        let players = ["anna".to_string(), "<script>alert(1)</script>".to_string()];
        let report = FoulReport {
            ended: "it went on until it was stopped".into(),
            input: "3 3 3\n".to_string(),
            output: "b2\n\u{7}".to_string(),
            stderr: "</script><script>alert(2)</script>\n".repeat(50),
            hint: Some("think less".into()),
            reproduce: "ludoteka match".to_string(),
            unconfined: Some("cat input | ./bot".to_string()),
        };
        let recording = Recording {
            number,
            game: spec.name.to_string(),
            set: BTreeMap::new(),
            players: players.clone(),
            place: None,
            opening: 1,
            took_us: vec![1_500_000; played.moves().len()],
            time: [Time { game_ms: Some(10_000), increment_ms: None, move_ms: None }; 2],
            stderr: vec![
                (2, "depth 2\n<b>bold</b>\u{1b}[31m\n".to_string()),
                (6, "too slow\n".to_string()),
            ],
            margin: Some(3),
            foul: Some(Foul { side: 1, what: "late".into(), report: Some(report) }),
            review: None,
            replay,
        };
        let lost_early = Some((Side::Second, "late".into()));
        Ok((
            Recorded {
                spec,
                players,
                outcome: Some(Outcome { margin: 3 }),
                lost_early,
                is_foul: true,
            },
            recording,
        ))
    }
}
