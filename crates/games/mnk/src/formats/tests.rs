use proptest::prelude::*;
use rules::{BadFile, ForeignGame, Place};

use super::squares::name;
use super::*;

fn format(name: &str) -> &'static FileFormat {
    FORMATS.iter().find(|format| format.name == name).expect("a format")
}

fn read(name: &str, bytes: &[u8]) -> Result<Vec<ForeignGame>, BadFile> {
    let mut all = Vec::new();
    (format(name).read)(bytes, &mut |game| {
        all.push(game);
        Ok(())
    })?;
    Ok(all)
}

fn names(game: &ForeignGame) -> String {
    game.moves.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" ")
}

/// Written by hand after the formats' descriptions.
const PSQ: &str = "Piskvorky 20x15, 11:11, 1\r\n10,9,0\r\n11,10,327\r\n1,15\r\n\
    pbrain-one.exe\r\npbrain-two.exe\r\n15\r\n";
const SGF: &str = "(;GM[4]FF[4]SZ[15]\nPB[Anna]PW[Jan]RE[B+R]C[a [comment\\]]\n\
    ;B[hh];W[ih]N[x](;B[hi])(;B[aa];W[bb]))";

#[test]
fn games_of_other_programs_are_read() {
    let two = format!("{PSQ}{PSQ}");
    let [game, other] = &*read("psq", two.as_bytes()).expect("two games") else { panic!("two") };
    assert_eq!((names(game).as_str(), names(other).as_str()), ("j9 k10 a15", "j9 k10 a15"));
    assert_eq!(["n", "m", "k"].map(|name| game.size(name)), [15, 20, 5]);
    assert_eq!(game.players, ["pbrain-two.exe", "pbrain-one.exe"], "the second began");
    let [game] = &*read("sgf", SGF.as_bytes()).expect("a game") else { panic!("one game") };
    assert_eq!((names(game).as_str(), game.margin), ("h8 i8 h9", Some(1)));
    let [game] = &*read("sgf", b"(;SZ[4:30]RU[3 in a row];B[dC])").expect("a game") else {
        panic!("one game")
    };
    assert_eq!((names(game).as_str(), game.size("n"), game.size("k")), ("d29", 30, 3));
}

#[test]
fn what_is_no_game_is_refused_at_its_place() {
    let text = |line, column| Place::Text { line, column };
    for (name, file, place) in [
        ("psq", "Gomoku 15x15", text(1, 1)),
        ("psq", "Piskvorky 15 15", text(1, 1)),
        ("psq", "Piskvorky 15x", text(1, 14)),
        ("psq", "Piskvorky 15x15, 1:1, 0\n3,4,0\n0,4,0\n", text(3, 1)),
        ("psq", "Piskvorky 15x15, 1:1, 0\n3,4,0\n3,x,0\n", text(3, 3)),
        ("sgf", "(;GM[1]SZ[19];B[aa])", text(1, 3)),
        ("sgf", "(;B[aa])", text(1, 1)),
        ("sgf", "(;SZ[big])", text(1, 3)),
        ("sgf", "(;SZ[15];W[aa])", text(1, 10)),
        ("sgf", "(;SZ[15];B[aa]\n;B[ab])", text(2, 2)),
        ("sgf", "(;SZ[15];B[])", text(1, 10)),
        ("sgf", "(;SZ[15]AB[aa])", text(1, 9)),
    ] {
        let bad = read(name, file.as_bytes()).expect_err(file);
        assert_eq!(bad.place, place, "{file}: {bad}");
    }
}

#[test]
fn a_format_says_what_it_cannot_express() {
    let game = |m: &str, k: &str| ForeignGame {
        parameters: vec![("n", "7".to_string()), ("m", m.to_string()), ("k", k.to_string())],
        ..ForeignGame::default()
    };
    for (name, m, k, can) in
        [("psq", "7", "5", true), ("psq", "7", "4", false), ("sgf", "53", "5", false)]
    {
        let write = format(name).write.expect("it is written");
        assert_eq!(write(&game(m, k)).is_ok(), can, "{name} {m} {k}");
    }
}

fn game() -> impl Strategy<Value = ForeignGame> {
    let moves = prop::collection::vec((0..20_usize, 0..15_usize), 1..120);
    (moves, 1..9_usize, ["[A-Z\\]\\\\][a-zł:]{0,8}", "[A-Z]+"], -1..=1_i32).prop_map(
        |(moves, in_a_row, players, margin)| ForeignGame {
            parameters: vec![
                ("n", "15".to_string()),
                ("m", "20".to_string()),
                ("k", in_a_row.to_string()),
            ],
            moves: moves.into_iter().map(|(x, y)| (name(x, y), Place::default())).collect(),
            players,
            margin: Some(margin),
            ..ForeignGame::default()
        },
    )
}

/// A file of one of the formats, with some bytes changed.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let good = prop_oneof![
        Just(PSQ.as_bytes().to_vec()),
        Just(SGF.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..300),
    ];
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6);
    (good, changes).prop_map(|(mut bytes, changes)| {
        if !bytes.is_empty() {
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
        }
        bytes
    })
}

proptest! {
    #[test]
    fn written_games_come_back(game in game()) {
        for format in FORMATS {
            let Ok(text) = format.write.expect("it is written")(&game) else { continue };
            let [again] = &*read(format.name, text.as_bytes()).expect("it is read") else {
                panic!("one game")
            };
            prop_assert_eq!(names(again), names(&game));
            prop_assert_eq!(&again.players, &game.players);
            for name in ["n", "m", "k"] {
                prop_assert_eq!(again.size(name), game.size(name));
            }
            prop_assert!(again.margin.is_none() || again.margin == game.margin);
        }
    }

    #[test]
    fn no_bytes_cause_a_panic(bytes in damaged()) {
        for format in FORMATS {
            let _ = read(format.name, &bytes);
        }
    }
}
