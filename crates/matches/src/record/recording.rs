//! A record in the form that pages show.

use page::{Foul, FoulReport, Recording, Replay, Time};
use players::WORDS;
use rules::{Side, message};

use super::{Ending, Record, TimeRecord};

/// The number of characters that are shown from each end of a long text.
const SHOWN: usize = 4000;

impl Record {
    /// The record and the positions of its game, in the form that the page's script reads. `number`
    /// is the number of the record among the games shown.
    #[must_use]
    pub fn recording(&self, number: usize, replay: Replay) -> Recording {
        let clocks = self.clocks.wall_us.iter().zip(&self.clocks.waited_us);
        let charged = |(wall, waited): (&u64, &u64)| wall.saturating_sub(*waited);
        Recording {
            number,
            game: self.game.clone(),
            set: self.parameters.clone(),
            players: Side::BOTH
                .map(|side| self.players[self.contestant_at(side.index())].name.clone()),
            place: None,
            opening: self.opening.len(),
            took_us: clocks.map(charged).collect(),
            time: self.times().map(|TimeRecord { game_ms, increment_ms, move_ms }| Time {
                game_ms,
                increment_ms,
                move_ms,
            }),
            stderr: self.stderr.clone(),
            margin: Some(self.margin),
            foul: self.lost_by(),
            review: None,
            replay,
        }
    }

    fn lost_by(&self) -> Option<Foul> {
        match &self.end {
            Ending::Rules => None,
            Ending::Resignation { side } => {
                Some(Foul { side: *side, what: message!(WORDS, "gave-up"), report: None })
            }
            Ending::Absence { .. } => Some(Foul { side: 0, what: self.foul()?, report: None }),
            Ending::Foul { side, report, .. } => {
                let report = report.as_ref().map(|known| FoulReport {
                    ended: known.ended_with_peak(),
                    input: shortened(&known.input),
                    output: shortened(&known.output),
                    stderr: shortened(&known.stderr),
                    hint: known.known_hint(),
                    reproduce: known.reproduce.clone(),
                    unconfined: known.unconfined.clone(),
                });
                Some(Foul { side: *side, what: self.foul()?, report })
            }
        }
    }
}

/// The whole text, or the beginning and the end of a long text.
fn shortened(text: &str) -> String {
    let length = text.chars().count();
    if length <= 2 * SHOWN {
        return text.to_string();
    }
    let start: String = text.chars().take(SHOWN).collect();
    let end: String = text.chars().skip(length - SHOWN).collect();
    format!("{start}\n[… {} characters …]\n{end}", length - 2 * SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_keeps_its_beginning_and_its_end() {
        let text = format!("a{}z", "ż".repeat(3 * SHOWN));
        let short = shortened(&text);
        assert!(
            short.starts_with("aż")
                && short.ends_with("żz")
                && short.contains("[… 4002 characters …]"),
            "{short}"
        );
        assert_eq!(shortened("whole\n"), "whole\n");
    }
}
