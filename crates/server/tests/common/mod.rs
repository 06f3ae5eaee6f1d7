//! Recorded games for the tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use games::GAMES;
use rules::Outcome;
use server::{Archive, Column, Now, Recorded, Table};

/// Games of each kind in turn; the seventh is damaged. More come while it is looked at.
#[derive(Clone)]
pub(crate) struct Recordings(Arc<AtomicUsize>);

/// Where it lies in the archive, no game can be read.
pub(crate) const DAMAGED: usize = 7;

/// From so many games on it is over.
pub(crate) const ALL: usize = 251;

impl Recordings {
    /// As many games as asked for.
    pub(crate) fn new(games: usize) -> Recordings {
        Recordings(Arc::new(AtomicUsize::new(games)))
    }

    /// One more has been played.
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
            columns: vec![Column::Key("place"), Column::Key("name"), Column::Name("<i>points".to_string())],
            rows: rows.map(|row| row.map(str::to_string).to_vec()).to_vec(),
        };
        Ok(Now {
            tables: vec![standings],
            games: count,
            planned: Some(ALL),
            newest: (count.saturating_sub(2)..=count).filter(|&number| number > 0).collect(),
            playing: 1,
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
        if number == DAMAGED {
            return Err("game 7: the sum is another".to_string());
        }
        let spec = GAMES[number % GAMES.len()];
        let mut table = (spec.open)(&rules::Parameters::new(spec.parameters), None).expect("sound").table;
        for _ in 0..5 {
            if let Some(name) = table.legal().pop() {
                table.play(&name).expect("legal");
            }
        }
        Ok(Recorded {
            spec,
            set: Vec::new(),
            players: ["anna".to_string(), "<script>alert(1)</script>".to_string()],
            opening: 1,
            took_us: vec![1500; table.moves().len() - 1],
            moves: table.moves(),
            outcome: Outcome { margin: 3 },
            why: Some("late".to_string()),
        })
    }
}
