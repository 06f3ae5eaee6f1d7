use proptest::prelude::*;
use rules::{BadFile, ForeignGame, Place};

use super::*;
use crate::notation::move_name;
use crate::rules::Move;

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
const GGF: &str = "1 (;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[Anna]PW[jan \\]]\
    RB[1897.01]RW[1874.15]TI[05:00//02:00]TY[8]RE[-12.000:t]\n\
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\n\
    B[d3//0.01]W[c5/-2.50/4.2]B[PA];)\n";

/// A file with two games of two moves.
fn wthor() -> Vec<u8> {
    let mut file = vec![0; 16 + 2 * 68];
    (file[4], file[12], file[14]) = (2, 8, 22);
    for begin in [16, 16 + 68] {
        (file[begin + 6], file[begin + 7]) = (40, 30);
        file[begin + 8..begin + 10].copy_from_slice(&[56, 64]);
    }
    file
}

#[test]
fn games_of_other_programs_are_read() {
    let games = read("transcript", b"f5D6c3 d3 # the rest\n\n--f5\r\n").expect("two games");
    assert_eq!(games.iter().map(names).collect::<Vec<_>>(), ["f5 d6 c3 d3", "- f5"]);
    let [game] = &*read("ggf", GGF.as_bytes()).expect("a game") else { panic!("one game") };
    assert_eq!((names(game).as_str(), game.margin), ("d3 c5 -", Some(-12)));
    assert_eq!(game.players, ["Anna", "jan ]"]);
    let games = read("wtb", &wthor()).expect("two games");
    assert_eq!(games.iter().map(names).collect::<Vec<_>>(), ["f5 d6", "f5 d6"]);
    assert_eq!((games[1].margin, games[1].moves[1].1), (Some(16), Place::Byte(16 + 68 + 10)));
    let [first, _] = &*super::wthor::games(&wthor()).expect("two games") else { panic!("two") };
    assert_eq!(first.known, Some((22, -4)));
}

#[test]
fn what_is_no_game_is_refused_at_its_place() {
    let text = |line, column| Place::Text { line, column };
    for (name, bytes, place) in [
        ("transcript", &b"f5d6\nf5d9"[..], text(2, 3)),
        ("transcript", b"f5d", text(1, 3)),
        ("ggf", b"(;GM[Go]B[d3];)", text(1, 3)),
        ("ggf", b"(;\nB[d3]W[ZZ];)", text(2, 6)),
        ("ggf", b"(;BO[10 *])", text(1, 3)),
        ("ggf", b"(;B[d3]", text(1, 8)),
        ("ggf", b"7", text(1, 2)),
        ("wtb", b"short", Place::Byte(6)),
        ("wtb", &wthor()[..100], Place::Byte(5)),
    ] {
        let bad = read(name, bytes).expect_err(name);
        assert_eq!(bad.place, place, "{bad}");
    }
    for (byte, value) in [(12, 10), (16 + 68 + 9, 99)] {
        let mut file = wthor();
        file[byte] = value;
        assert_eq!(read("wtb", &file).expect_err("it is wrong").place, Place::Byte(byte + 1));
    }
    let endless = "f5".repeat(2000);
    assert_eq!(read("transcript", endless.as_bytes()).expect_err("long").place, text(1, 2001));
}

fn game() -> impl Strategy<Value = ForeignGame> {
    let square = (0..64_usize).prop_map(|at| move_name(Move::at(at / 8, at % 8)));
    let moves = prop::collection::vec(square, 1..120);
    (moves, ["[A-Z\\]\\\\][a-zł:]{0,8}", "[A-Z]+"], -64..=64_i32).prop_map(
        |(moves, players, margin)| ForeignGame {
            moves: moves.into_iter().map(|name| (name, Place::default())).collect(),
            players: players.map(|name| name.replace(char::is_control, "?")),
            margin: Some(margin),
            ..ForeignGame::default()
        },
    )
}

/// Text that looks like a file of one of the formats, with some bytes changed.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let good = prop_oneof![
        Just(GGF.as_bytes().to_vec()),
        Just(b"f5d6c3d3\nf5f6".to_vec()),
        Just(wthor()),
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
            let Some(write) = format.write else { continue };
            let text = write(&game).expect("it can be written");
            let [again] = &*read(format.name, text.as_bytes()).expect("it is read") else {
                panic!("one game")
            };
            prop_assert_eq!(names(again), names(&game));
            if again.margin.is_some() {
                prop_assert_eq!((&again.players, again.margin), (&game.players, game.margin));
            }
        }
    }

    #[test]
    fn no_bytes_cause_a_panic(bytes in damaged()) {
        for format in FORMATS {
            let _ = read(format.name, &bytes);
        }
    }
}
