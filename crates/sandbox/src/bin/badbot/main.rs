//! A program that misbehaves as it is told to: `badbot DEED [ARGUMENT]`. It prints `done` if the deed succeeded.
//!
//! Every deed is bounded, so that it harms nothing where nobody stops it: three processes are a fork bomb here, and
//! signals are sent as signal 0, which only asks whether one could be sent.

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod deeds;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;
    let mut arguments = std::env::args().skip(1);
    let (deed, argument) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let Some((_, _, act)) = deeds::DEEDS.iter().find(|(name, _, _)| *name == deed) else {
        println!("usage: badbot DEED [ARGUMENT]");
        deeds::DEEDS.iter().for_each(|(name, what, _)| println!("  {name:16} {what}"));
        return ExitCode::from(2);
    };
    match act(&argument) {
        Ok(()) => {
            println!("done");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("refused: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("refused: badbot knows only how to misbehave on Linux");
}
