//! Words for the linker in Pascal sources. Free Pascal copies them into the linker's script, where
//! they could name any file or option, so they are refused before a compiler sees them.

use std::fs;
use std::io;
use std::path::Path;

use errors::excerpt;

/// The directives that take words for the linker. `{$L+}` and `{$L-}` are about symbols.
const DIRECTIVES: [&str; 4] = ["L", "LINK", "LINKLIB", "LINKFRAMEWORK"];

/// A sentence about the first such directive in the files of this folder, which may be included by
/// others whatever they are called.
///
/// # Errors
/// Fails if a file cannot be read.
pub(crate) fn refused(folder: &Path) -> io::Result<Option<String>> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type()?);
        let found = if kind.is_dir() {
            refused(&path)?
        } else if kind.is_file() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let text = fs::read(&path)?;
            in_text(&text).or_else(|| in_external(&text)).map(|(line, directive)| {
                let (name, directive) = (excerpt::short(&name), excerpt::short(&directive));
                format!(
                    "{name}:{line}: {directive} is for the linker, and only the program's own \
                    units are linked here: take it out"
                )
            })
        } else {
            None
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The line and the text of the first directive.
fn in_text(text: &[u8]) -> Option<(usize, String)> {
    let text = String::from_utf8_lossy(text);
    let begins = ["{$", "(*$"].map(|begin| text.match_indices(begin));
    let found = begins.into_iter().flatten().filter(|(at, begin)| {
        let rest = text[at + begin.len()..].trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let is_switch = rest[end..].starts_with(['+', '-']);
        DIRECTIVES.iter().any(|word| rest[..end].eq_ignore_ascii_case(word)) && !is_switch
    });
    let (at, _) = found.min_by_key(|(at, _)| *at)?;
    let end = text[at..].find(['}', ')', '\n']).map_or(text.len(), |end| at + end + 1);
    Some((text[..at].matches('\n').count() + 1, text[at..end].trim_end().to_string()))
}

/// The line and the text of the first `external` whose library is not a plain name, which Free
/// Pascal would copy into the linker's script as well. Comments and texts are not left out, since
/// whether comments nest depends on a mode.
fn in_external(text: &[u8]) -> Option<(usize, String)> {
    const WORD: &str = "external";
    let text = String::from_utf8_lossy(text);
    let lower = text.to_ascii_lowercase();
    let found = lower.match_indices(WORD).find(|(at, _)| {
        let (before, rest) = (&lower[..*at], &lower[at + WORD.len()..]);
        let begins = !before.ends_with(is_word) || before.ends_with("weak");
        begins && !rest.starts_with(is_word) && !is_plain(rest.trim_start())
    });
    let (at, _) = found?;
    let line = text[at..].lines().next().unwrap_or_default();
    Some((text[..at].matches('\n').count() + 1, line.trim_end().to_string()))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether nothing follows `external` that names a library, or a plain name in quotes.
fn is_plain(rest: &str) -> bool {
    if let Some(quoted) = rest.strip_prefix('\'') {
        let Some((name, rest)) = quoted.split_once('\'') else { return false };
        let is_part = |c: char| is_word(c) || ".+-".contains(c);
        let is_over = rest.trim_start().starts_with(|c: char| c == ';' || c.is_ascii_alphabetic());
        return name.starts_with(is_word) && name.chars().all(is_part) && is_over;
    }
    let after = rest.trim_start_matches(is_word);
    if after.len() == rest.len() {
        // A comment, the end of a macro, or a character by its number may hide anything.
        return !rest.starts_with(['#', '^', '{', '}', '(', '*', '/', '&']);
    }
    let is_symbol = ["name", "index"].contains(&&rest[..rest.len() - after.len()]);
    let after = after.trim_start();
    is_symbol
        || !["name", "index", ";", "+", "{", "(", "/"].iter().any(|end| after.starts_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_have_plain_names() {
        for text in [
            "external 'c -T x';",
            "External 'c) INPUT(/etc/passwd';",
            "external '/tmp/x.so' name 'f';",
            "external 'c'#10'x';",
            "external 'a' + 'b';",
            "external #99;",
            "external library;",
            "external &library name 'f';",
            "{ { } ' } external ' a b';",
            "external { } 'a b';",
            "external ''' x';",
            "weakexternal '-lx';",
            "external '@x';",
            "{$define e:=external}",
        ] {
            let source = format!("begin\n procedure f; {text}\nend.");
            assert_eq!(in_external(source.as_bytes()).expect(text).0, 2, "{text}");
        }
        for text in [
            "external;",
            "external 'c';",
            "cdecl; external 'libm.so.6' name 'pow';",
            "external name 'f';",
            "external := 1;",
            "{ an external library of ours, which is external. }",
            "externals '/x';",
        ] {
            assert_eq!(in_external(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn directives_for_the_linker_are_found_in_every_file() {
        for text in ["{$L x.o}", "{$linklib c}", "(*$LINK x.o *)", "{$ LinkLib\tc}", "{$L}"] {
            let source = format!("begin\n{text}\nend.");
            assert_eq!(in_text(source.as_bytes()).expect(text).0, 2);
        }
        for text in ["{$L+}", "{$l-}", "{$mode objfpc}", "{ L x }", "{$LONGSTRINGS ON}", "{$i x}"] {
            assert_eq!(in_text(text.as_bytes()), None, "{text}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(refused(folder.path()).expect("it is read"), None);
        fs::create_dir(folder.path().join("units")).expect("a folder");
        fs::write(folder.path().join("units/part.inc"), "{$L x.o}").expect("a file");
        let told = refused(folder.path()).expect("it is read").expect("a sentence");
        assert!(told.starts_with("part.inc:1: {$L x.o}"), "{told}");
    }
}
