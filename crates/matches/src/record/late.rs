//! What a record says about a game that was lost on time.

use std::time::Duration;

use super::{Ending, Record};
use players::{Foul, WORDS};
use rules::{Argument, Message, message, time_text};

impl Record {
    /// The foul that lost the game, if there was one. The texts of the game's rules are to be
    /// [adopted](Message::adopt).
    #[must_use]
    pub fn foul(&self) -> Option<Message> {
        match &self.end {
            Ending::Foul { foul: foul @ Foul::Late, .. } => Some(match self.computed_too_long() {
                Some(computed) if computed.used >= computed.limit => computed.message(),
                Some(_) => foul.message(),
                None if self.is_doubtful() => message!(WORDS, "late-busy"),
                None => foul.message(),
            }),
            Ending::Foul { foul, .. } => Some(foul.message()),
            Ending::Absence { .. } => Some(message!(WORDS, "neither")),
            Ending::Rules | Ending::Resignation { .. } => None,
        }
    }

    /// If a program lost the game because it got no processor, the game is void, and this reason is
    /// returned in words. `None` if the game is not void.
    #[must_use]
    pub fn why_void(&self) -> Option<String> {
        let Ending::Foul { side, foul: foul @ Foul::Starved, .. } = &self.end else { return None };
        Some(format!("{} was {foul}", self.players[self.contestant_at(*side)].name))
    }

    /// Whether a clock decided the game while the machine was busy. The machine was busy if
    /// programs waited too long for a processor: for more than a tenth of the late answer's time,
    /// or for more than a tenth of the time of all answers. Programs are not charged for these
    /// waits, but a result from an idle machine is more certain. There is no doubt if the program
    /// computed for the whole time.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        let is_late = matches!(self.end, Ending::Foul { foul: Foul::Late | Foul::Starved, .. });
        let part = |answers: usize| {
            let sum = |list: &[u64]| {
                list.iter().rev().take(answers).map(|&us| u128::from(us)).sum::<u128>()
            };
            10 * sum(&self.clocks.waited_us) > sum(&self.clocks.wall_us)
        };
        is_late && (part(1) || part(usize::MAX)) && self.computed_too_long().is_none()
    }

    /// The limit that the processor time of the late player used up by itself, if it did. A program
    /// is stopped when the charged time has passed the limit, and its processor time is then a
    /// little less.
    fn computed_too_long(&self) -> Option<Computed> {
        // The last answer was late, and the sides take turns.
        let own = || self.clocks.cpu_us.iter().rev().step_by(2).copied();
        let Ending::Foul { side, .. } = self.end else { return None };
        let time = *self.times().get(side)?;
        let earned = time.increment_ms.unwrap_or(0).saturating_mul(own().skip(1).count() as u64);
        let of_move = time.move_ms.zip(own().next());
        let of_game = time.game_ms.map(|ms| (ms.saturating_add(earned), own().sum()));
        let limits = [of_move, of_game].into_iter().flatten();
        let mut computed = limits.map(|(limit_ms, used_us)| Computed {
            used: Duration::from_micros(used_us),
            limit: Duration::from_millis(limit_ms),
        });
        computed.find(|computed| 10 * computed.used >= 9 * computed.limit)
    }
}

/// The processor time that a player used, and the limit that it thereby used up.
struct Computed {
    used: Duration,
    limit: Duration,
}

impl Computed {
    fn message(&self) -> Message {
        let seconds = Argument::Decimal(format!("{:.2}", self.used.as_secs_f64()));
        message!(WORDS, "late-computed", n = seconds, limit = time_text(self.limit))
    }
}

#[cfg(test)]
mod tests {
    use rules::TimeControl;
    use serde_json::json;

    use super::*;

    /// A game that the second side lost by this foul, with the times of that side's answers and
    /// waits.
    fn lost<const N: usize>(kind: &str, wall_us: [u64; N], waited_us: [u64; N]) -> Record {
        let record = json!({
            "format": 2, "ludoteka": "0", "game": "any", "parameters": {},
            "seed": 1, "number": 1, "games": 2,
            "players": [{"name": "quick"}, {"name": "slow"}], "first": 0,
            "time": {"move_ms": 100}, "level": 1, "opening": [], "moves": ["a"],
            "clocks": {
                "wall_us": (&wall_us[..]),
                "cpu_us": (&[0; N][..]),
                "waited_us": (&waited_us[..]),
            },
            "margin": 1, "end": {"by": "foul", "side": 1, "foul": {"kind": kind}},
        });
        serde_json::from_value(record).expect("a record")
    }

    #[test]
    fn who_loses_on_time_on_a_busy_machine_is_told_of() {
        for (wall, waited, is_busy) in [
            ([10, 1000], [0, 101], true),
            ([10, 1000], [1, 100], false),
            ([9000, 1000], [901, 100], true),
        ] {
            let late = lost("late", wall, waited);
            assert_eq!(late.is_doubtful(), is_busy, "{waited:?} of {wall:?}");
            assert_eq!(late.foul().expect("it was one").is(WORDS, "late-busy"), is_busy);
            assert_eq!(late.why_void(), None);
            assert!(!lost("closed", wall, waited).is_doubtful());
        }
    }

    #[test]
    fn who_computed_for_all_of_the_time_is_late_without_doubt() {
        let mut late = lost("late", [10, 200_000], [0, 100_000]);
        assert!(late.is_doubtful());
        late.clocks.cpu_us = vec![0, 99_000];
        assert!(!late.is_doubtful());
        assert!(late.foul().expect("it was one").is(WORDS, "late"));
        late.clocks.cpu_us = vec![0, 101_000];
        assert!(late.foul().expect("it was one").is(WORDS, "late-computed"));
        // All answers of the late side count for the time of a game, and no answer of the other.
        late.time = TimeControl::game(Duration::from_millis(300)).into();
        late.clocks.cpu_us = vec![200_000, 400_000, 101_000];
        late.clocks.wall_us = vec![500_000; 3];
        late.clocks.waited_us = vec![300_000; 3];
        assert!(late.foul().expect("it was one").is(WORDS, "late-computed"));
        late.clocks.cpu_us = vec![100_000, 400_000, 101_000];
        assert!(late.foul().expect("it was one").is(WORDS, "late-busy"));
    }

    #[test]
    fn who_had_no_processor_has_lost_nothing() {
        let void = lost("starved", [10, 1_300_000], [0, 1_250_000]);
        assert_eq!(
            void.why_void().as_deref(),
            Some("slow was out of time because no processor was free")
        );
        assert!(void.is_doubtful());
        assert_eq!(Record { end: Ending::Rules, ..void }.why_void(), None);
    }
}
