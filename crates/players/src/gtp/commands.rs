//! The list of commands, and how a line is answered.

use super::reply::{Answer, reply};
use super::request::Request;
use super::session::{Act, Gtp};
use super::{private, standard, time_commands};

/// The commands that list all commands of the protocol, or look one up.
const COMMANDS: &[(&str, Act)] = &[
    ("known_command", |_, name| Ok(find(name).is_some().to_string())),
    ("list_commands", |_, _| Ok(all().map(|(name, _)| format!("{name}\n")).collect())),
];

fn all() -> impl Iterator<Item = (&'static str, Act)> {
    standard::COMMANDS
        .iter()
        .chain(COMMANDS)
        .chain(time_commands::COMMANDS)
        .chain(private::COMMANDS)
        .copied()
}

fn find(name: &str) -> Option<Act> {
    all().find(|(known, _)| *known == name).map(|(_, act)| act)
}

impl Gtp {
    /// Answers a line, which comes without its line end and may contain any bytes. Returns `None`
    /// if it contains no command.
    pub fn answer(&mut self, line: &[u8]) -> Option<String> {
        let request = Request::read(line)?;
        let answer = self.obey(&request.command, &request.arguments);
        Some(reply(request.id.as_deref(), &answer))
    }

    fn obey(&mut self, name: &str, arguments: &str) -> Answer {
        let act = find(name).ok_or("unknown command")?;
        act(self, arguments)
    }
}
