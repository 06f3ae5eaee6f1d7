//! Says in plain words, in any language, what the commonest messages of compilers mean.
//!
//! Compilers run without a locale of their own (`environment` in `sandbox/src/job.rs`), so their
//! messages are untranslated. What is known is computed from the kept messages each time they are
//! shown, so older ones are explained as well.

mod forms;

use rules::{Catalogue, Language, Message};

use forms::{MISMATCHED, UNKNOWN_SYMBOL, form_of};

/// The texts about messages of compilers.
const WORDS: Catalogue = Catalogue::new(&[
    include_str!("../diagnoses/en.txt"),
    include_str!("../diagnoses/pl.txt"),
    include_str!("../diagnoses/ro.txt"),
]);

/// At most this many messages are explained. The later ones often follow from the first.
const MOST: usize = 5;

/// What a message of a compiler means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The file and the line, if the compiler names them.
    pub place: Option<(String, u64)>,
    /// What is wrong there.
    pub message: Message,
    /// The line of the source, if the compiler shows it.
    pub source: Option<String>,
}

impl Diagnosis {
    /// The place and what is wrong there, in this language.
    ///
    /// ```
    /// let log = "a.c:3:5: error: 'i' undeclared (first use in this function)";
    /// let said = page::diagnoses(log)[0].told(rules::Language::English);
    /// assert!(said.starts_with("a.c, line 3: `i` is not declared here"));
    /// ```
    #[must_use]
    pub fn told(&self, language: Language) -> String {
        let what = self.message.told(language);
        match &self.place {
            Some((file, line)) => Message::new(WORDS, "at")
                .name("file", file)
                .number("line", *line)
                .name("what", what)
                .told(language),
            None => what,
        }
    }
}

/// The meanings of those messages in a compiler's log that are known, in their order, each once.
#[must_use]
pub fn diagnoses(log: &str) -> Vec<Diagnosis> {
    let lines: Vec<_> = log.lines().collect();
    let mut found: Vec<Diagnosis> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let (place, said) = split(line)
            .or_else(|| of_rustc(line, &lines[index + 1..]))
            .unwrap_or_else(|| (of_script(&lines[..index]), line));
        let Some(message) = meaning(said, &lines[index + 1..]) else { continue };
        let source = source(&lines, index, place.is_some());
        let diagnosis = Diagnosis { place, message, source };
        let is_known = |known: &Diagnosis| {
            known.message == diagnosis.message && known.place == diagnosis.place
        };
        if !found.iter().any(is_known) {
            found.push(diagnosis);
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// The place and the text of an error of gcc, g++, clang, javac or Free Pascal.
fn split(line: &str) -> Option<(Option<(String, u64)>, &str)> {
    for mark in [": error: ", ": fatal error: "] {
        if let Some((place, said)) = line.split_once(mark) {
            let mut parts = place.splitn(2, ':');
            let (file, rest) = (parts.next()?, parts.next().unwrap_or_default());
            let number = rest.split(':').next().and_then(|number| number.parse().ok());
            return Some((number.map(|number| (file.to_string(), number)), said));
        }
    }
    for mark in [") Error: ", ") Fatal: "] {
        if let Some((place, said)) = line.split_once(mark) {
            let (file, rest) = place.rsplit_once('(')?;
            let number = rest.split(',').next()?.parse().ok()?;
            return Some((Some((file.to_string(), number)), said));
        }
    }
    None
}

/// The place and the text of an error of rustc, which names the place below the text.
fn of_rustc<'l>(line: &'l str, below: &[&str]) -> Option<(Option<(String, u64)>, &'l str)> {
    let rest = line.strip_prefix("error")?;
    let (code, said) = rest.split_once(": ")?;
    if !(code.is_empty() || code.starts_with('[') && code.ends_with(']')) {
        return None;
    }
    let place = below.first().and_then(|line| {
        let (place, _) = line.trim_start().strip_prefix("--> ")?.rsplit_once(':')?;
        let (file, number) = place.rsplit_once(':')?;
        Some((file.to_string(), number.parse().ok()?))
    });
    Some((place, said))
}

/// The place that Python or node has named in one of the few lines before an error.
fn of_script(before: &[&str]) -> Option<(String, u64)> {
    let named = |line: &&str| {
        let (file, rest) = match line.trim().strip_prefix("File \"") {
            Some(line) => line.split_once("\", line ")?,
            None => line
                .rsplit_once(':')
                .filter(|(file, _)| ENDINGS_OF_NODE.iter().any(|ending| file.ends_with(ending)))?,
        };
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        Some((file.to_string(), digits.parse().ok()?))
    };
    before.iter().rev().take(4).find_map(named)
}

const ENDINGS_OF_NODE: [&str; 3] = [".js", ".mjs", ".cjs"];

/// The line of the source that the compiler shows below its message, or Python and node above it.
fn source(lines: &[&str], index: usize, has_place: bool) -> Option<String> {
    let is_caret = |line: &str| line.trim_start().starts_with('^');
    let is_of_rustc = |line: &&&str| line.trim_start().starts_with("-->") || line.trim() == "|";
    let skipped = lines[index + 1..].iter().take_while(is_of_rustc).count();
    let below = lines.get(index + 1 + skipped).copied().unwrap_or_default();
    let shown = match below.split_once(" | ") {
        Some((number, shown)) if number.trim().parse::<u64>().is_ok() => shown,
        // node leaves a line empty between the source and its message.
        _ if has_place
            && index > 2
            && lines[index - 1].is_empty()
            && is_caret(lines[index - 2]) =>
        {
            lines[index - 3]
        }
        // javac shows the line without a number.
        _ if has_place && lines.get(index + 2).is_some_and(|line| is_caret(line)) => below,
        _ => lines[..index]
            .iter()
            .rev()
            .take_while(|line| line.starts_with(' ') && !line.trim().starts_with("File \""))
            .find(|line| !is_caret(line) && !line.trim_start().starts_with('~'))
            .filter(|_| split(lines[index]).is_none())?,
    };
    Some(shown.trim().to_string()).filter(|shown| !shown.is_empty())
}

/// What this text means; the lines below it may name what it is about.
fn meaning(said: &str, below: &[&str]) -> Option<Message> {
    let said = said.replace(['\u{2018}', '\u{2019}', '`'], "'");
    let (key, gaps) = form_of(&said)?;
    let fill = |message: Message, (gap, text): (&'static str, &str)| message.name(gap, text);
    let message = gaps.into_iter().fold(Message::new(WORDS, key), fill);
    // javac names an unknown symbol in a line of its own.
    let symbol = below.iter().take(4).find_map(|line| line.trim().strip_prefix("symbol:"));
    match symbol.and_then(|symbol| symbol.split_whitespace().nth(1)) {
        Some(name) if key == UNKNOWN_SYMBOL => {
            Some(Message::new(WORDS, "undeclared").name("name", name))
        }
        _ if key == MISMATCHED => Some(expected_types(below).unwrap_or(message)),
        _ => Some(message),
    }
}

/// What rustc says about types beside its mark below the source.
fn expected_types(below: &[&str]) -> Option<Message> {
    let said = below.iter().take(6).find_map(|line| line.split_once(" expected `"))?.1;
    let (to, rest) = said.split_once("`, found `")?;
    let (from, _) = rest.split_once('`')?;
    Some(Message::new(WORDS, "types").name("to", to).name("from", from))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::forms::FORMS;
    use super::*;

    /// The names of the gaps of a text, without the forms of words.
    fn gaps(text: &str) -> BTreeSet<&str> {
        let gaps = text.split('{').skip(1).filter_map(|part| part.split('}').next());
        gaps.filter(|gap| !gap.is_empty()).collect()
    }

    #[test]
    fn every_form_has_a_text_with_its_gaps_in_every_language() {
        rules::kit::check_catalogue(WORDS, &[]);
        let mut used = BTreeSet::from(["at"]);
        for (key, pattern) in FORMS {
            let text = WORDS.text(Language::English, key).expect(key);
            assert!(gaps(text).is_subset(&gaps(pattern)), "{pattern}: {text}");
            used.insert(key);
        }
        let known = rules::texts(WORDS.of(Language::English)).map(|(key, _)| key).collect();
        assert_eq!(used, known, "a text that nothing says");
    }

    fn found(log: &str) -> Vec<(Option<u64>, &'static str, Option<String>)> {
        let all = diagnoses(log).into_iter();
        all.map(|found| (found.place.map(|place| place.1), found.message.key, found.source))
            .collect()
    }

    #[test]
    fn the_messages_of_each_compiler_are_explained_with_place_and_source() {
        let some = |text: &str| Some(text.to_string());
        for (log, line, key, source) in [
            (
                "a.c: In function \u{2018}main\u{2019}:\na.c:3:5: error: \u{2018}i\u{2019} \
                 undeclared (first use in this function)\n    3 |     i = 1;\n      |     ^",
                Some(3),
                "undeclared",
                some("i = 1;"),
            ),
            (
                "/usr/bin/ld: Scrt1.o: in function `_start':\n(.text+0x17): undefined reference \
                 to `main'\ncollect2: error: ld returned 1 exit status",
                None,
                "no-main",
                None,
            ),
            (
                "/usr/bin/ld: x.o: undefined reference to `f(int)'",
                None,
                "undefined-reference",
                None,
            ),
            ("a.c:1:10: fatal error: b.h: No such file or directory", Some(1), "no-file", None),
            (
                "a.pas(4,3) Error: Identifier not found \"i\"\na.pas(9) Fatal: Stopped",
                Some(4),
                "undeclared",
                None,
            ),
            (
                "a.pas(4,3) Fatal: Syntax error, \";\" expected but \"END\" found",
                Some(4),
                "missing-before",
                None,
            ),
            (
                "Main.java:7: error: ';' expected\n        int i = 1\n                 ^\n1 error",
                Some(7),
                "missing",
                some("int i = 1"),
            ),
            (
                "Main.java:7: error: cannot find symbol\n  i = 1;\n  ^\n  symbol:   variable i\n",
                Some(7),
                "undeclared",
                some("i = 1;"),
            ),
            (
                "  File \"a.py\", line 2\n    if x\n        ^\nSyntaxError: expected ':'",
                Some(2),
                "missing",
                some("if x"),
            ),
            (
                "/x/a.js:2\nfoo(a;\n    ^\n\nSyntaxError: missing ) after argument list\n    at x",
                Some(2),
                "missing",
                some("foo(a;"),
            ),
            (
                "node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\nError: Cannot find \
                 module './zz'\nRequire stack:\n- /x/a.js",
                None,
                "no-module",
                None,
            ),
            (
                "error[E0425]: cannot find value `y` in this scope\n --> a.rs:3:5\n  |\n3 |     \
                 y;\n  |     ^",
                Some(3),
                "undeclared",
                some("y;"),
            ),
            (
                "error[E0308]: mismatched types\n --> a.rs:2:18\n  |\n2 |     let x: i32 = \"a\";\n  \
                 |            ---   ^^^ expected `i32`, found `&str`",
                Some(2),
                "types",
                some("let x: i32 = \"a\";"),
            ),
            ("error: no main method found in class: A", None, "no-java-main", None),
            (
                "  File \"/x/a.py\", line 1, in <module>\n    import zz\nModuleNotFoundError: No \
                 module named 'zz'",
                Some(1),
                "no-module",
                some("import zz"),
            ),
        ] {
            assert_eq!(found(log), [(line, key, source)], "{log}");
        }
    }

    #[test]
    fn what_is_not_known_is_not_explained_and_each_message_once() {
        assert_eq!(found("a.c:1:1: error: a message of tomorrow\nnote: x"), []);
        assert_eq!(found("a.c:1:1: warning: unused variable 'x' [-Wunused-variable]"), []);
        for odd in ["", ": error: ", "(: error: x", ") Error: ", "File \"", "`", "{", "}{"] {
            assert_eq!(found(odd), [], "{odd}");
        }
        let twice = "a.c:1:1: error: 'x' undeclared\n".repeat(2);
        assert_eq!(found(&twice).len(), 1);
        let many: String =
            (0..50).map(|line| format!("a.c:{line}:1: error: 'x' undeclared\n")).collect();
        assert_eq!(found(&many).len(), MOST);
    }

    /// The arguments of a message are told, and in the language of the page.
    #[test]
    fn a_message_is_told_in_the_language_of_the_page() {
        let log = "a.cpp:9:2: error: conversion from \u{2018}int\u{2019} to \u{2018}char\u{2019} \
                   may change value [-Werror=conversion]";
        let said = |language| diagnoses(log)[0].told(language);
        assert!(said(Language::English).starts_with("a.cpp, line 9: a value of type `int`"));
        let others = [Language::Polish, Language::Romanian].map(said);
        assert!(others.iter().all(|said| said.contains("`int`") && said.contains("`char`")));
        assert_ne!(others[0], others[1]);
    }
}
