//! `ludoteka forget`: removes a person from a class.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use classroom::{Class, Roster, Settings, Workshop};
use errors::{Error, ErrorKind};
use games::GAMES;
use sandbox::Level;

use super::cases;
use super::serve::school::FINALS;

use crate::failure::Failure;
use crate::words;

/// Forget a person of a class: programs, their output, the name and the link go
///
/// Results and games stay, without a name. The person's line in people.csv is taken out too. If the
/// command is killed, do it again. While a server uses the folder, the button on the person's page
/// does the same.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Forget {
    /// The folder of the class
    #[arg(value_name = "DIR")]
    class: PathBuf,
    /// The person: the number, the e-mail address, the id in links.csv, or the name
    #[arg(long, value_name = "WHO")]
    person: String,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka forget spring --person anna@example.org
  ludoteka forget spring --person \"Anna Nowak\"";

impl Forget {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if !self.class.join("class.toml").is_file() {
            let folder = self.class.display();
            return Err(Failure::not_found(format!("{folder} is no class: it has no class.toml")));
        }
        let (class, _) = Class::open(&self.class, GAMES)?;
        let (cases, caps, keep) = (cases::make, class.caps, Some(class.store()));
        // Nothing is run.
        let level = Level::Limits;
        let settings =
            Settings { games: GAMES, level, cases, finals: FINALS, keep, caps, workers: 0 };
        let workshop = Workshop::at_rest(settings).map_err(|error| match error.kind() {
            ErrorKind::Conflict => error
                .with_hint("end that server, or press \"Forget this person\" on the person's page"),
            _ => error,
        })?;
        let roster = Roster::open_once(&self.class, &workshop.authors())?;
        workshop.give_ids(|author| roster.id_of(author))?;
        let id = self.found(&roster)?;
        let title = roster.title(&id).unwrap_or_default();
        roster.forget(&workshop, &id)?;
        writeln!(out, "{} is forgotten", words::printable(&title))?;
        Ok(())
    }

    fn found(&self, roster: &Roster) -> Result<String, Error> {
        let (found, who) = (roster.find(&self.person), words::short(&self.person));
        match <[String; 1]>::try_from(found) {
            Ok([id]) => Ok(id),
            Err(none) if none.is_empty() => {
                Err(Error::not_found(format!("nobody of the class is {who}"))
                    .with_hint("expected a number, an e-mail address or a name"))
            }
            Err(several) => Err(Error::input(format!("{} people are {who}", several.len()))
                .with_hint("name the person by the number or the id in links.csv")),
        }
    }
}
