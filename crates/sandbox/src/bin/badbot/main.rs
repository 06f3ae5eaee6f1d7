//! A program that misbehaves as it is told to. It prints `done` if the misbehaviour succeeded.
//!
//! `badbot DEED [ARGUMENT]` misbehaves at once. `badbot play ANSWERS DEED [ARGUMENT]` misbehaves in
//! a game whose rules it does not know. The answers are separated by `|`. badbot gives one answer
//! each time it is asked, and misbehaves when it is asked once more. So `play "d3|e4" crash` makes
//! two moves and crashes at the third, and `play "" crash` crashes at the first. In ANSWERS and
//! ARGUMENT, `\n` ends a line, for answers of several lines.
//!
//! Every deed is bounded, so that it does no harm even if nothing stops it. A fork bomb makes only
//! three processes. A deed that should last forever lasts ten minutes. To other processes, a deed
//! sends only signal 0, which checks whether a signal could be sent.

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod deeds;
#[cfg(target_os = "linux")]
mod in_game;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (answers, words) = match &arguments[..] {
        ["play", answers, words @ ..] => (Some(*answers), words),
        words => (None, words),
    };
    let (deed, argument) = (words.first().unwrap_or(&""), words.get(1).unwrap_or(&""));
    let known = |deeds: &[deeds::Deed]| {
        deeds.iter().find(|(name, _, _)| name == deed).map(|(_, _, act)| *act)
    };
    let (machine, game) = (known(deeds::DEEDS), known(in_game::FOULS));
    let Some(act) = machine.or(game) else {
        usage();
        return ExitCode::from(2);
    };
    let result = match answers.map_or(Ok(true), in_game::play) {
        Ok(true) => act(argument),
        other => other.map(drop),
    };
    // Whatever the program prints, a referee would treat it as an answer.
    let in_game = answers.is_some() || game.is_some();
    match &result {
        Ok(()) if in_game => {}
        Ok(()) => println!("done"),
        Err(error) if in_game => eprintln!("refused: {error}"),
        Err(error) => println!("refused: {error}"),
    }
    if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(target_os = "linux")]
fn usage() {
    let list = |deeds: &[deeds::Deed]| {
        deeds.iter().for_each(|(name, what, _)| println!("  {name:16} {what}"));
    };
    println!("usage: badbot [play ANSWERS] DEED [ARGUMENT]\n\nagainst the machine:");
    list(deeds::DEEDS);
    println!("\nagainst a referee; these do not print `done`:");
    list(in_game::FOULS);
    println!("\nIf ARGUMENT is missing, a time is ten minutes.");
    println!(
        "With `play`, gives one of ANSWERS, \"d3|e4\", each time it is asked, and commits DEED \
        when asked once more."
    );
    println!("In ANSWERS and ARGUMENT, \\n ends a line.");
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("refused: badbot knows only how to misbehave on Linux");
}
