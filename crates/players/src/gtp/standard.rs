//! The protocol's own commands, except those about time and about the list of commands.

use std::fmt::Display;

use rules::{BadParameter, Parameters};

use super::reply::Answer;
use super::session::{Act, Gtp};
use super::{showboard, spelling};

pub(super) const COMMANDS: &[(&str, Act)] = &[
    ("protocol_version", |_, _| Ok("2".to_string())),
    ("name", |gtp, _| Ok(format!("Ludoteka {}", gtp.spec.name))),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_string())),
    ("quit", quit),
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("komi", komi),
    ("play", play),
    ("genmove", genmove),
    ("reg_genmove", reg_genmove),
    ("undo", undo),
    ("showboard", showboard),
    ("final_score", final_score),
];

fn quit(gtp: &mut Gtp, _: &str) -> Answer {
    gtp.has_quit = true;
    Gtp::done()
}

/// The argument is one number for a square board, or the numbers of rows and columns.
fn boardsize(gtp: &mut Gtp, arguments: &str) -> Answer {
    let expected =
        || "syntax error: expected a number, or numbers of rows and of columns".to_string();
    let numbers: Result<Vec<u32>, _> = arguments.split_whitespace().map(str::parse).collect();
    let size = match numbers.as_deref() {
        Ok(&[side]) => [side, side],
        Ok(&[rows, columns]) => [rows, columns],
        _ => return Err(expected()),
    };
    let unacceptable = |why: &dyn Display| format!("unacceptable size: {why}");
    let parameters = sized(gtp, size).map_err(|bad| unacceptable(&bad))?;
    let instance = (gtp.spec.open)(&parameters, None).map_err(|error| unacceptable(&error))?;
    let drawing = instance.table.drawing();
    let [rows, columns] = [drawing.rows.len(), drawing.columns.len()];
    if [rows, columns] != size.map(|number| number as usize) {
        return Err(unacceptable(&format_args!("the board has {rows} rows and {columns} columns")));
    }
    gtp.set_up(parameters, None)
}

/// The parameters with this size, if the game's size can be set.
fn sized(gtp: &Gtp, size: [u32; 2]) -> Result<Parameters, BadParameter> {
    let mut parameters = gtp.parameters.clone();
    for (name, number) in gtp.spec.size.iter().flatten().zip(size) {
        parameters.set(name, &number.to_string())?;
    }
    Ok(parameters)
}

fn clear_board(gtp: &mut Gtp, _: &str) -> Answer {
    gtp.set_up(gtp.parameters.clone(), None)
}

/// No game here has komi, but some controllers set it in every game.
fn komi(_: &mut Gtp, points: &str) -> Answer {
    let number: Option<f64> = points.parse().ok();
    if number.is_some_and(f64::is_finite) {
        Gtp::done()
    } else {
        Err("syntax error: expected a number".to_string())
    }
}

fn play(gtp: &mut Gtp, arguments: &str) -> Answer {
    let (side, name) = spelling::side(arguments, gtp.spec.sides)?;
    if gtp.table.outcome().is_some() && spelling::is_pass(name) {
        // Controllers for Go end every game by passes.
        gtp.passes += 1;
        return Gtp::done();
    }
    let illegal = |why: String| format!("illegal move: {why}");
    gtp.check_turn(side).map_err(illegal)?;
    if name.eq_ignore_ascii_case(spelling::RESIGN) {
        gtp.table.forfeit(side);
    } else {
        let name = spelling::meant(name, &*gtp.table);
        gtp.table.play(&name).map_err(|refusal| illegal(refusal.to_string()))?;
    }
    Gtp::done()
}

fn genmove(gtp: &mut Gtp, arguments: &str) -> Answer {
    let (side, _) = spelling::side(arguments, gtp.spec.sides)?;
    if gtp.table.outcome().is_some() {
        gtp.passes += 1;
        return Ok(spelling::PASS.to_string());
    }
    let (result, used) = gtp.think(side)?;
    let name = &result.pv[0];
    gtp.table.play(name).map_err(|refusal| refusal.to_string())?;
    gtp.clocks.spend(side, used);
    Ok(spelling::written_move(name))
}

fn reg_genmove(gtp: &mut Gtp, arguments: &str) -> Answer {
    let (side, _) = spelling::side(arguments, gtp.spec.sides)?;
    if gtp.table.outcome().is_some() {
        return Ok(spelling::PASS.to_string());
    }
    let (result, _) = gtp.think(side)?;
    Ok(spelling::written_move(&result.pv[0]))
}

fn undo(gtp: &mut Gtp, _: &str) -> Answer {
    if gtp.passes > 0 {
        gtp.passes -= 1;
        return Gtp::done();
    }
    if gtp.table.undo() { Gtp::done() } else { Err("cannot undo".to_string()) }
}

fn showboard(gtp: &mut Gtp, _: &str) -> Answer {
    let side = gtp.spec.sides[gtp.table.turn().index()];
    let whose = if gtp.table.outcome().is_some() {
        "the game is over".to_string()
    } else {
        format!("{side} to move")
    };
    Ok(showboard::text(&gtp.table.drawing()) + &whose)
}

/// Returns `B+3`, `W+1` or `0`. The first side is black, even if the game has another name for it.
fn final_score(gtp: &mut Gtp, _: &str) -> Answer {
    let outcome = gtp.table.outcome().ok_or("cannot score: the game is not over")?;
    let points = outcome.margin.unsigned_abs();
    Ok(match outcome.winner() {
        None => "0".to_string(),
        Some(rules::Side::First) => format!("B+{points}"),
        Some(rules::Side::Second) => format!("W+{points}"),
    })
}
