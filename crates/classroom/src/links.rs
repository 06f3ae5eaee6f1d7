//! The links of a class: `links.csv`, one line a person, and the organiser's first.

use std::collections::BTreeMap;
use std::path::Path;

use errors::Error;
use errors::cell::cell;
use judge::Person;
use sha2::{Digest, Sha256};

use crate::random::random;
use crate::register::{Member, ORGANISER};
use crate::storage::write_whole;

/// A secret by which a person is known: 128 random bits in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token(String);

/// The number of bytes of a token.
const BYTES: usize = 16;

impl Token {
    /// A new token from the system's random source.
    ///
    /// # Errors
    /// Fails if the system has none.
    pub(crate) fn random() -> Result<Token, Error> {
        new_token().map(Token)
    }

    /// The token at the end of a link.
    fn in_link(link: &str) -> Option<Token> {
        let token = link.rsplit('/').next()?;
        let is_one = token.len() == 2 * BYTES && token.bytes().all(|c| c.is_ascii_hexdigit());
        is_one.then(|| Token(token.to_string()))
    }

    /// What stands for the token in a table. The time of a search among digests tells nothing about
    /// the tokens.
    pub(crate) fn digest(&self) -> Sum {
        digest(&self.0)
    }

    /// The path of the link below the server's address.
    pub(crate) fn path(&self) -> String {
        format!("/link/{}", self.0)
    }
}

/// A SHA-256.
pub(crate) type Sum = [u8; 32];

/// What stands for a token that somebody sends.
pub(crate) fn digest(token: &str) -> Sum {
    Sha256::digest(token).into()
}

/// A secret for a link: 128 random bits in hexadecimal.
///
/// # Errors
/// Fails if the system has no random source.
pub fn new_token() -> Result<String, Error> {
    random::<BYTES>()
}

/// A line of a file of links.
pub(crate) struct Line {
    /// Whose link it is. The id is empty for the organiser, and in files that have no ids.
    pub(crate) member: Member,
    pub(crate) token: Token,
    /// The address with which the link begins.
    pub(crate) base: String,
}

impl Line {
    pub(crate) fn is_organiser(&self) -> bool {
        self.member.id.is_empty() && self.member.person.key() == ORGANISER
    }
}

/// The columns of the file. A file of an older version has no ids.
const COLUMNS: [&str; 5] = ["name", "e-mail", "number", "link", "id"];

/// The lines of a file of links that have one.
pub(crate) fn read(text: &str) -> Result<Vec<Line>, Error> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let failed = |error: csv::Error| Error::input(format!("links.csv: {error}"));
    let head = reader.headers().map_err(failed)?.clone();
    let places = COLUMNS.map(|name| head.iter().position(|column| column == name));
    let mut lines = Vec::new();
    for line in reader.records() {
        let line = line.map_err(failed)?;
        let field = |place: Option<usize>| place.and_then(|place| line.get(place));
        let [name, email, number, link, id] =
            places.map(|place| field(place).unwrap_or_default().to_string());
        let Some(token) = Token::in_link(&link) else { continue };
        let person = Person { name, email, number, ..Person::default() };
        let base = link.strip_suffix(&token.path()).unwrap_or_default().to_string();
        lines.push(Line { member: Member { id, person }, token, base });
    }
    Ok(lines)
}

/// Writes the file of links, which only its owner can read. Numbers and e-mail addresses stay as
/// they are in the list, so that a course site knows them again.
pub(crate) fn write(
    path: &Path,
    base: &str,
    members: &[Member],
    tokens: &BTreeMap<String, Token>,
) -> Result<(), Error> {
    let person = Person { name: ORGANISER.to_string(), ..Person::default() };
    let organiser = Member { id: String::new(), person };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Error::machine(format!("links.csv: {error}"));
    writer.write_record(COLUMNS).map_err(failed)?;
    for Member { id, person } in [&organiser].into_iter().chain(members) {
        let Some(token) = tokens.get(id) else { continue };
        let (name, link) = (cell(&person.name), format!("{base}{}", token.path()));
        writer
            .write_record([&*name, &*person.email, &*person.number, &*link, &**id])
            .map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::machine(error.to_string()))?;
    write_whole(path.parent().unwrap_or(Path::new(".")), path, &bytes)
}
