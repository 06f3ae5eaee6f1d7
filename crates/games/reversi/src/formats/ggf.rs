//! GGF, in which the Generic Game Server kept its games, and which NBoard and Edax write.
//!
//! ```text
//! (;GM[Othello]PC[GGS/os]PB[Saio]PW[Edax]RE[+2.000]TY[8]
//! BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
//! B[f5//0.01]W[d6/2.00/1.5]B[c3];)
//! ```
// CITE: Michael Buro, "Generic Game Format", https://www.skatgame.net/mburo/ggsa/ggf

use rules::{
    BadFile, FileFormat, ForeignGame, Place, Scanner, Seen, property_value, read_properties,
};

use super::squares::{EXPECTED, named};

pub(super) const FORMAT: FileFormat = FileFormat {
    name: "ggf",
    about: "games of the Generic Game Server, NBoard and Edax",
    read,
    write: Some(write),
};

/// The size of the board, the squares row by row, and the side to move: `*` is black.
const START: &str = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

/// A game may have a number in front, as archives of the server have it.
fn read(bytes: &[u8], seen: Seen<'_>) -> Result<(), BadFile> {
    let mut text = Scanner::new(bytes);
    while text.skip_blanks().is_some() {
        text.take_while(|byte| byte.is_ascii_digit());
        text.skip_blanks();
        let mut game = ForeignGame::default();
        read_properties(&mut text, &mut |name, value, place| add(&mut game, name, value, place))?;
        game.end = text.place();
        seen(game)?;
    }
    Ok(())
}

fn add(game: &mut ForeignGame, name: &str, value: &str, place: Place) -> Result<(), BadFile> {
    let bad = |expected: &str| {
        let why = format!("found {name}[{}]; expected {expected}", rules::shown(value));
        Err(BadFile { place, why })
    };
    match name {
        "GM" if !value.eq_ignore_ascii_case("othello") => return bad("GM[Othello]"),
        "BO" if !value.chars().filter(|c| !c.is_whitespace()).eq(start()) => {
            return bad("the usual start, on a board of 8 by 8");
        }
        "PB" => game.players[0] = value.trim().to_string(),
        "PW" => game.players[1] = value.trim().to_string(),
        "RE" => game.margin = margin(value),
        "B" | "W" => {
            let mv = value.split('/').next().unwrap_or_default().trim();
            let Some(mv) = named(mv) else { return bad(EXPECTED) };
            game.push(mv, place)?;
        }
        _ => {}
    }
    Ok(())
}

fn start() -> impl Iterator<Item = char> {
    START.chars().filter(|c| *c != ' ')
}

/// The margin of black in `+12.000:r`; the flag after the colon says how the game ended.
fn margin(value: &str) -> Option<i32> {
    let number = value.split(':').next()?.trim().parse::<f64>().ok()?;
    (number.abs() <= 64.0).then_some(number.round() as i32)
}

fn write(game: &ForeignGame) -> Result<String, String> {
    let [black, white] = game.players.each_ref().map(|name| property_value(name));
    let result = game.margin.map_or("?".to_string(), |margin| format!("{margin:+}.000"));
    let mut text =
        format!("(;GM[Othello]PC[Ludoteka]PB[{black}]PW[{white}]RE[{result}]TY[8]BO[{START}]");
    for ((name, _), side) in game.moves.iter().zip("BW".chars().cycle()) {
        let name = if name == "-" { "PA" } else { name };
        text += &format!("{side}[{name}]");
    }
    Ok(text + ";)\n")
}
