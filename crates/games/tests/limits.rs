//! The limits of programs are those of the task texts.

use std::time::Duration;

use rules::TimeControl;

const MIB: u64 = 1 << 20;

/// For each game what its text says: the time of a case, memory and stack in MiB, and whether
/// programs run under valgrind. Where a text has no limit, the judge's own stand.
///
/// Flood Wars: "Fiecare mutare trebuie executata in maxim o secunda" and "Limita de memorie este de
/// 128MB. Nu aveti limita de stiva in cadrul acestor 128MB". Gangsters: "40MB RAM na dane i dodatkowo
/// 8 MB na stos", and a clock for the game, "zapewne ok. 1 min.". Poziomka and Reversi: "valgrind
/// --leak-check=full -q --error-exitcode=1 ./nazwa".
const TEXTS: [(&str, u64, u64, u64, bool); 5] = [
    ("flood-wars", 1, 128, 128, false),
    ("gangsters", 60, 40, 8, false),
    ("mnk", 10, 256, 8, false),
    ("poziomka", 10, 256, 8, true),
    ("reversi", 10, 256, 8, true),
];

#[test]
fn limits_are_those_of_the_texts() {
    assert_eq!(TEXTS.len(), games::GAMES.len());
    for (game, seconds, memory, stack, valgrind) in TEXTS {
        let spec = games::find(game).expect("a game");
        let (program, contest) = (spec.program.as_ref().expect("a program"), &spec.contest);
        let limits = (program.time, contest.memory, contest.stack, program.valgrind);
        let expected = (Duration::from_secs(seconds), memory * MIB, stack * MIB, valgrind);
        assert_eq!(limits, expected, "{game}");
    }
}

/// Where a case of the task is a move or a game by the protocol, it has the time of one.
#[test]
fn a_case_has_the_time_of_a_move_or_a_game() {
    for (game, time) in [
        ("flood-wars", TimeControl::each_move(Duration::from_secs(1))),
        ("gangsters", TimeControl::game(Duration::from_secs(60))),
    ] {
        let spec = games::find(game).expect("a game");
        assert_eq!(spec.contest.time, time);
        let case = spec.program.as_ref().map(|program| program.time);
        assert_eq!(case, time.game.or(time.each_move), "{game}");
    }
}
