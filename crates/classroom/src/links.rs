//! The links of a class: `links.csv`, one line a person, and the organiser's first.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use errors::Error;
use judge::Person;
use sha2::{Digest, Sha256};

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
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)
            .map_err(|error| Error::machine(format!("no random numbers: {error}")))?;
        Ok(Token(hexadecimal(&bytes)))
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

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A string can always be written.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The name on the organiser's line. Nobody else can have it.
pub(crate) const ORGANISER: &str = "organiser";

/// The tokens in a file of links, by the keys of their owners; the organiser's key is empty.
pub(crate) fn read(text: &str) -> Result<BTreeMap<String, Token>, Error> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let mut tokens = BTreeMap::new();
    for line in reader.records() {
        let line = line.map_err(|error| Error::input(format!("links.csv: {error}")))?;
        let field = |place: usize| line.get(place).unwrap_or_default().to_string();
        let Some(token) = Token::in_link(&field(3)) else { continue };
        let member = Person { name: field(0), email: field(1), number: field(2), line: 0 };
        let key = if member.key() == ORGANISER { String::new() } else { member.key().to_string() };
        tokens.insert(key, token);
    }
    Ok(tokens)
}

/// Writes the file of links, which only its owner can read.
pub(crate) fn write(
    path: &Path,
    base: &str,
    members: &[Person],
    tokens: &BTreeMap<String, Token>,
) -> Result<(), Error> {
    let organiser = Person { name: ORGANISER.to_string(), ..Person::default() };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Error::machine(format!("links.csv: {error}"));
    writer.write_record(["name", "e-mail", "number", "link"]).map_err(failed)?;
    for (key, member) in [("", &organiser)].into_iter().chain(keyed(members)) {
        let Some(token) = tokens.get(key) else { continue };
        let link = format!("{base}{}", token.path());
        let fields = [&member.name, &member.email, &member.number, &link];
        writer.write_record(fields).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::machine(error.to_string()))?;
    write_whole(path.parent().unwrap_or(Path::new(".")), path, &bytes)
}

fn keyed(members: &[Person]) -> impl Iterator<Item = (&str, &Person)> {
    members.iter().map(|member| (member.key(), member))
}
