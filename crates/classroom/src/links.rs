//! The links and codes of a class: `links.csv`, one line for each holder, organisers first.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use errors::Error;
use judge::Person;
use sha2::{Digest, Sha256};

use crate::organisers::{Holder, ORGANISER, Organiser};
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
        let mut bytes = [0; BYTES];
        fill(&mut bytes)?;
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

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A string can always be written.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The passes in a file of links.
pub(crate) fn read(text: &str) -> Result<Passes, Error> {
    let mut passes = Passes::new();
    for line in records(text) {
        let line = line?;
        let field = |place: usize| line.get(place).unwrap_or_default().to_string();
        let Some(token) = Token::in_link(&field(3)) else { continue };
        let (name, email, number) = (field(0), field(1), field(2));
        let person = Person { name, email, number, ..Person::default() };
        let holder = match person.key() {
            ORGANISER => Holder::Organiser(String::new()),
            _ if field(5) == ORGANISER => Holder::Organiser(person.name),
            key => Holder::Person(key.to_string()),
        };
        passes.insert(holder, Pass { token, code: Code::typed(&field(4)) });
    }
    Ok(passes)
}

/// The first address in a file of links that is not this one.
pub(crate) fn other_base(text: &str, base: &str) -> Option<String> {
    let bases = records(text).filter_map(|line| {
        let line = line.ok()?;
        Some(line.get(3)?.rsplit_once("/link/")?.0.to_string())
    });
    bases.into_iter().find(|other| other != base)
}

fn records(text: &str) -> impl Iterator<Item = Result<csv::StringRecord, Error>> {
    let reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    reader
        .into_records()
        .map(|line| line.map_err(|error| Error::input(format!("links.csv: {error}"))))
}

/// Writes the file of links, which only its owner can read.
pub(crate) fn write(
    path: &Path,
    base: &str,
    organisers: &[Organiser],
    members: &[Person],
    passes: &Passes,
) -> Result<(), Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Error::machine(format!("links.csv: {error}"));
    writer.write_record(["name", "e-mail", "number", "link", "code", "role"]).map_err(failed)?;
    let mut add = |holder: &Holder, [name, email, number, role]: [&str; 4]| {
        let Some(pass) = passes.get(holder) else { return Ok(()) };
        let link = format!("{base}{}", pass.token.path());
        let code = pass.code.as_ref().map(Code::shown).unwrap_or_default();
        writer.write_record([name, email, number, &link, &code, role]).map_err(failed)
    };
    for organiser in organisers {
        let name = if organiser.is_first() { ORGANISER } else { &organiser.name };
        add(&organiser.holder(), [name, "", "", ORGANISER])?;
    }
    for member in members {
        let holder = Holder::Person(member.key().to_string());
        add(&holder, [&member.name, &member.email, &member.number, ""])?;
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
        let passes = read(&text).expect("links");
        let pass = &passes[&Holder::Person("7".to_string())];
        assert!(pass.token.text() == token && pass.code.is_none());
        assert_eq!(other_base(&text, "http://a"), None);
        assert_eq!(other_base(&text, "http://b").as_deref(), Some("http://a"));
    }
}
