//! The links and codes of a class: `links.csv`, one line for each holder, organisers first.

use std::collections::BTreeMap;
use std::path::Path;

use errors::Error;
use errors::cell::cell;
use judge::Person;
use sha2::{Digest, Sha256};

use crate::organisers::{Holder, Organiser};
use crate::random::random;
use crate::register::{Member, ORGANISER};
use crate::storage::write_whole;

/// By what the server knows a holder.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    pub(crate) token: Token,
    /// People without e-mail type this; organisers have none.
    pub(crate) code: Option<Code>,
}

/// The passes of all holders.
pub(crate) type Passes = BTreeMap<Holder, Pass>;

impl Pass {
    /// A new pass.
    ///
    /// # Errors
    /// Fails if the system has no random source.
    pub(crate) fn random(holder: &Holder) -> Result<Pass, Error> {
        Pass { token: Token::random()?, code: None }.with_code(holder)
    }

    /// The pass with a code, if its holder needs one. Files of older versions have no codes.
    ///
    /// # Errors
    /// Fails if the system has no random source.
    pub(crate) fn with_code(self, holder: &Holder) -> Result<Pass, Error> {
        let code = match (holder, self.code) {
            (Holder::Organiser(_), _) => None,
            (Holder::Person(_), Some(code)) => Some(code),
            (Holder::Person(_), None) => Some(Code::random()?),
        };
        Ok(Pass { code, ..self })
    }
}

/// A secret by which a holder is known: 128 random bits in hexadecimal.
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

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// The path of the link below the server's address.
    pub(crate) fn path(&self) -> String {
        format!("/link/{}", self.0)
    }
}

/// A secret that can be typed: eight letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code(String);

/// The letters of codes. I, L and O look like digits, and without vowels no code is a word.
const LETTERS: &[u8; 20] = b"BCDFGHJKMNPQRSTVWXYZ";

/// The number of letters of a code: 2.5e10 codes.
const LENGTH: usize = 8;

impl Code {
    fn random() -> Result<Code, Error> {
        Ok(Code(letters(LENGTH)?))
    }

    /// The code that somebody has typed, in capitals or not, with or without its dash.
    pub(crate) fn typed(text: &str) -> Option<Code> {
        let is_gap = |c: &char| c.is_whitespace() || *c == '-';
        let letters = text.chars().filter(|c| !is_gap(c)).map(|c| c.to_ascii_uppercase());
        // Whatever is longer is no code.
        let code: String = letters.take(LENGTH + 1).collect();
        let is_one = code.len() == LENGTH && code.bytes().all(|c| LETTERS.contains(&c));
        is_one.then_some(Code(code))
    }

    /// What stands for the code in a table, as for a token.
    pub(crate) fn digest(&self) -> Sum {
        digest(&self.0)
    }

    /// The code as people read it: two groups of four letters.
    pub(crate) fn shown(&self) -> String {
        let (first, second) = self.0.split_at(LENGTH / 2);
        format!("{first}-{second}")
    }
}

/// Letters of codes from the system's random source.
fn letters(count: usize) -> Result<String, Error> {
    // The bytes from 240 on would make some letters likelier than others.
    const FAIR: u8 = 240;
    let mut text = String::new();
    while text.len() < count {
        let mut byte = [0];
        fill(&mut byte)?;
        if byte[0] < FAIR {
            text.push(char::from(LETTERS[usize::from(byte[0]) % LETTERS.len()]));
        }
    }
    Ok(text)
}

fn fill(bytes: &mut [u8]) -> Result<(), Error> {
    getrandom::fill(bytes).map_err(|error| Error::machine(format!("no random numbers: {error}")))
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
    /// Whose link it is. The id is empty for organisers, and in files that have no ids.
    pub(crate) member: Member,
    pub(crate) pass: Pass,
    /// The address with which the link begins.
    pub(crate) base: String,
    /// Whether the line is marked as that of an organiser.
    is_of_organiser: bool,
}

impl Line {
    /// The organiser whose line it is; the first one's name is empty.
    pub(crate) fn organiser(&self) -> Option<Holder> {
        let person = &self.member.person;
        if self.member.id.is_empty() && person.key() == ORGANISER {
            return Some(Holder::Organiser(String::new()));
        }
        self.is_of_organiser.then(|| Holder::Organiser(person.name.clone()))
    }
}

/// The columns of the file. A file of an older version has fewer.
const COLUMNS: [&str; 7] = ["name", "e-mail", "number", "link", "code", "role", "id"];

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
        let [name, email, number, link, code, role, id] =
            places.map(|place| field(place).unwrap_or_default().to_string());
        let Some(token) = Token::in_link(&link) else { continue };
        let person = Person { name, email, number, ..Person::default() };
        let base = link.strip_suffix(&token.path()).unwrap_or_default().to_string();
        let (is_of_organiser, pass) = (role == ORGANISER, Pass { token, code: Code::typed(&code) });
        lines.push(Line { member: Member { id, person }, pass, base, is_of_organiser });
    }
    Ok(lines)
}

/// Writes the file of links, which only its owner can read. Numbers and e-mail addresses stay as
/// they are in the list, so that a course site knows them again.
pub(crate) fn write(
    path: &Path,
    base: &str,
    organisers: &[Organiser],
    members: &[Member],
    passes: &Passes,
) -> Result<(), Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Error::machine(format!("links.csv: {error}"));
    writer.write_record(COLUMNS).map_err(failed)?;
    let mut add = |holder: &Holder, person: &Person, [role, id]: [&str; 2]| {
        let Some(pass) = passes.get(holder) else { return Ok(()) };
        let (name, link) = (cell(&person.name), format!("{base}{}", pass.token.path()));
        let code = pass.code.as_ref().map(Code::shown).unwrap_or_default();
        let line = [&*name, &person.email, &person.number, &link, &code, role, id];
        writer.write_record(line).map_err(failed)
    };
    for organiser in organisers {
        let name = if organiser.is_first() { ORGANISER } else { &organiser.name };
        let person = Person { name: name.to_string(), ..Person::default() };
        add(&organiser.holder(), &person, [ORGANISER, ""])?;
    }
    for Member { id, person } in members {
        add(&Holder::Person(id.clone()), person, ["", id])?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::machine(error.to_string()))?;
    write_whole(path.parent().unwrap_or(Path::new(".")), path, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_is_typed() {
        let code = Code::random().expect("a code");
        let shown = code.shown();
        let spaced = shown.replace('-', " ");
        for typed in [&*shown, &shown.to_lowercase(), &spaced, &format!(" {shown}\n")] {
            assert_eq!(Code::typed(typed).as_ref(), Some(&code), "{typed}");
        }
        for other in ["", "BCDF-GHJ", "BCDF-GHJKM", "BCDF-GHJI", "ŻCDF-GHJK", &"B".repeat(999)] {
            assert_eq!(Code::typed(other), None, "{other}");
        }
    }

    #[test]
    fn a_file_without_codes_is_read() {
        let token = "0123456789abcdef".repeat(2);
        let text = format!("name,e-mail,number,link\nAnna,,7,http://a/link/{token}\n");
        let lines = read(&text).expect("links");
        let [line] = &lines[..] else { panic!("{} lines", lines.len()) };
        assert_eq!((line.pass.token.text(), &*line.base), (&*token, "http://a"));
        assert!(line.pass.code.is_none() && line.organiser().is_none());
    }
}
