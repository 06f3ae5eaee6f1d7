//! Recorded games for the tests.

use games::GAMES;
use rules::Outcome;
use server::{Archive, Recorded};

/// As many games as asked for, of each kind in turn; the seventh is damaged.
pub(crate) struct Recordings(pub(crate) usize);

/// Where it lies in the archive, no game can be read.
pub(crate) const DAMAGED: usize = 7;

impl Archive for Recordings {
    fn title(&self) -> String {
        "Friday <b>".to_string()
    }

    fn tables(&self) -> Vec<(String, Vec<Vec<String>>)> {
        let rows = [["place", "name"], ["1", "anna"], ["2", "<script>alert(1)</script>"]];
        vec![("Standings".to_string(), rows.map(|row| row.map(str::to_string).to_vec()).to_vec())]
    }

    fn count(&self) -> Result<usize, String> {
        Ok(self.0)
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
