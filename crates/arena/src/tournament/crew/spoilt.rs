//! Games that were lost because the machine was overloaded, and not because a program was slow.

use super::super::announcement::{Fairness, Overloaded};
use crate::record::{Ending, Record};

/// Why a game that has been played again so many times does not count, if it does not.
pub(in crate::tournament) fn why(record: &Record, fairness: &Fairness, replays: u64) -> Option<String> {
    let Ending::Foul { side, .. } = &record.end else { return None };
    let lateness = record.lateness()?;
    if fairness.overloaded == Overloaded::Keep || replays >= fairness.replays {
        return None;
    }
    let name = &record.players[record.contestant_at(*side)].name;
    let percent = lateness.waited_percent();
    let why = || format!("{name} was late, but had waited for a processor for {percent} % of its time");
    lateness.waited_over(fairness.waited_percent).then(why)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Of a game that was lost on time: its clock, and how long its answers took and waited.
    fn lost<const N: usize>(time: &serde_json::Value, wall_us: [u64; N], waited_us: [u64; N]) -> Record {
        let record = json!({
            "format": 1, "ludoteka": "0", "game": "any", "parameters": {}, "seed": 1, "number": 1, "games": 2,
            "players": [{"name": "quick"}, {"name": "slow"}], "first": 0, "time": time, "level": 1, "opening": [],
            "moves": ["a"], "clocks": {"wall_us": (&wall_us[..]), "cpu_us": (&[0; N][..]), "waited_us": (&waited_us[..])}, "margin": 1,
            "end": {"by": "foul", "side": 1, "foul": {"kind": "late"}},
        });
        serde_json::from_value(record).expect("a record")
    }

    #[test]
    fn a_late_answer_that_waited_for_a_processor_does_not_count() {
        let each = json!({"move_ms": 100});
        let fairness = Fairness::default();
        let busy = lost(&each, [10, 1000], [0, 101]);
        assert_eq!(
            why(&busy, &fairness, 0).as_deref(),
            Some("slow was late, but had waited for a processor for 10 % of its time")
        );
        assert_eq!(busy.foul().as_deref(), Some("out of time while the machine was busy"));
        assert_eq!(lost(&each, [10, 1000], [10, 100]).foul().as_deref(), Some("out of time"));
        assert_eq!(why(&busy, &fairness, fairness.replays), None, "the last time counts");
        assert_eq!(why(&busy, &Fairness { overloaded: Overloaded::Keep, ..fairness }, 0), None);
        assert_eq!(
            why(&lost(&each, [10, 1000], [10, 100]), &fairness, 0),
            None,
            "what the other's answer waited is no excuse"
        );
        let bank = json!({"game_ms": 100});
        assert!(
            why(&lost(&bank, [500, 1, 1000], [200, 0, 0]), &fairness, 0).is_some(),
            "time was lost little by little"
        );
        assert_eq!(why(&lost(&bank, [500, 1000], [200, 0]), &fairness, 0), None, "not the other's");
        assert_eq!(why(&Record { end: Ending::Rules, ..busy }, &fairness, 0), None);
    }
}
