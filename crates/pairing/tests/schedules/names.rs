//! Tests the names in files and stores. These names must never change.

use pairing::{Finished, Format, Pairing, Points};

#[test]
fn names_are_those_that_files_hold() {
    let pairing = Pairing { round: 2, table: 0, extra: 1, first: 4, second: 3 };
    let finished = Finished { pairing, wins: [3, 1], draws: 2, margin: -5 };
    let text = concat!(
        r#"{"pairing":{"round":2,"table":0,"extra":1,"first":4,"second":3},"#,
        r#""wins":[3,1],"draws":2,"margin":-5}"#,
    );
    assert_eq!(serde_json::to_string(&finished).expect("plain numbers"), text);
    assert_eq!(serde_json::from_str::<Finished>(text).expect("the same"), finished);
    for (format, text) in [
        (Format::RoundRobin { cycles: 2 }, r#"{"kind":"round-robin","cycles":2}"#),
        (Format::Gauntlet { challengers: 1 }, r#"{"kind":"gauntlet","challengers":1}"#),
        (Format::Swiss { rounds: 9 }, r#"{"kind":"swiss","rounds":9}"#),
        (
            Format::Knockout { third_place: true, extras: 2 },
            r#"{"kind":"knockout","third-place":true,"extras":2}"#,
        ),
        (Format::Duel, r#"{"kind":"duel"}"#),
    ] {
        assert_eq!(serde_json::to_string(&format).expect("plain numbers"), text);
        assert_eq!(serde_json::from_str::<Format>(text).expect("the same"), format);
    }
    for (points, text) in [
        (Points::ByMatch, r#"{"kind":"by-match"}"#),
        (Points::ByGame { games: 4 }, r#"{"kind":"by-game","games":4}"#),
    ] {
        assert_eq!(serde_json::to_string(&points).expect("plain numbers"), text);
        assert_eq!(serde_json::from_str::<Points>(text).expect("the same"), points);
    }
    assert!(serde_json::from_str::<Format>(r#"{"kind":"swiss","rounds":9,"cycles":1}"#).is_err());
}
