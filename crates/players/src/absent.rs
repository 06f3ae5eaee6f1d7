//! A player that stands in for a program that cannot take part.

use sandbox::Clock;

use crate::player::{Place, Player, Reply, Turn};
use crate::{Foul, FoulReport};
use errors::Error;
use rules::{Message, message};
use submission::CompileError;

use crate::foul_words::WORDS;

/// Stands in for a program that does not compile. The first answer of the stand-in is a foul, so
/// the stand-in loses each of its games; other games are not affected.
#[derive(Clone, Debug)]
pub struct Absent {
    /// The lines of the compiler's messages.
    pub log: Vec<String>,
    /// What may help.
    pub hint: Option<Message>,
    /// The command that compiles the program again, if it works without the sandbox.
    unconfined: Option<String>,
}

impl Absent {
    /// The stand-in for a program with this compiler error.
    #[must_use]
    pub fn of(error: CompileError) -> Absent {
        let CompileError { log, hint, is_of_sandbox, reproduce, .. } = error;
        let hint = hint.or_else(|| way_out(&log));
        Absent { log, hint, unconfined: Some(reproduce).filter(|_| !is_of_sandbox) }
    }

    /// The message that is printed after the program's name, with the compiler's log.
    #[must_use]
    pub fn clause(&self) -> String {
        let hint = self.hint.iter().map(Message::to_string);
        let log: String =
            self.log.iter().cloned().chain(hint).map(|line| format!("\n  {line}")).collect();
        format!("does not compile:{log}")
    }

    /// Says in a few words why the program does not compile. These words are the first line of the
    /// compiler's log that reports an error.
    #[must_use]
    pub fn why(&self) -> Message {
        let is_error = |line: &&String| line.to_ascii_lowercase().contains("error");
        let line = self.log.iter().find(is_error).or(self.log.first());
        match line {
            Some(line) => message!(WORDS, "does-not-compile-at", line = line.trim()),
            None => message!(WORDS, "does-not-compile"),
        }
    }
}

/// A hint for a source that compiles with other options; `None` if the source itself is wrong.
fn way_out(log: &[String]) -> Option<Message> {
    let says = |words: &str| log.iter().any(|line| line.contains(words));
    if says("[-Werror") {
        return Some(message!(WORDS, "hint-werror"));
    }
    says("undefined reference to").then(|| message!(WORDS, "hint-library"))
}

impl Player for Absent {
    fn start_game(&mut self, _: &Place<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn ask(&mut self, _: &mut Turn<'_>) -> Result<Reply, Error> {
        Ok(Reply::new(Err(Foul::Unfit { why: self.why() }), Clock::default()))
    }

    fn end_game(&mut self, guilty: bool) -> Result<Option<FoulReport>, Error> {
        Ok(guilty.then(|| FoulReport {
            stderr: self.log.join("\n"),
            hint: self.hint.clone(),
            unconfined: self.unconfined.clone(),
            ..FoulReport::default()
        }))
    }
}
