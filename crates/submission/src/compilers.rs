//! The options for each compiler: those that a user has set, those that the game's rules name, or
//! the defaults.

use std::collections::BTreeMap;

use crate::language::Language;
use errors::Error;

/// The default options of each compiler.
const USUAL: [(&str, &str); 5] = [
    ("gcc", "-O2 -lm"),
    ("g++", "-O2 -std=c++20"),
    ("fpc", "-O2 -Sm"),
    ("rustc", "--edition 2024 -O"),
    ("javac", ""),
];

/// The greatest length of options, in bytes.
const LONGEST: usize = 4096;

/// The options of each compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compilers {
    /// The compiler that the game's rules name.
    of_text: &'static str,
    options: BTreeMap<&'static str, Vec<String>>,
    /// The options that a user has set.
    set: BTreeMap<String, String>,
}

impl Default for Compilers {
    /// The default options for all compilers.
    fn default() -> Compilers {
        let options = USUAL.into_iter().map(|(name, options)| (name, words(options))).collect();
        Compilers { of_text: "gcc", options, set: BTreeMap::new() }
    }
}

impl Compilers {
    /// The game's options for this compiler, and the default options for all others.
    #[must_use]
    pub fn of(compiler: &'static str, options: &str) -> Compilers {
        let mut compilers = Compilers { of_text: compiler, ..Compilers::default() };
        compilers.options.insert(compiler, words(options));
        compilers
    }

    /// The default options for all compilers. The game's own options check the style of a task's
    /// program, and a program that only plays should not be refused for its style. `compiler` is
    /// the compiler that the game's rules name.
    #[must_use]
    pub fn for_play(compiler: &'static str) -> Compilers {
        Compilers { of_text: compiler, ..Compilers::default() }
    }

    /// Sets the options of one compiler, as in `g++ -O3`. If the text names no compiler, the
    /// options are for the compiler that the game's rules name.
    ///
    /// # Errors
    /// Fails if there is no such compiler, its options are set already, or the text is not a list
    /// of options.
    pub fn set(&mut self, text: &str) -> Result<(), Error> {
        let bad = |why: &str| Error::input(format!("{text:?}: {why}"));
        let all =
            shlex::split(text).ok_or_else(|| bad("expected each quotation mark to be closed"))?;
        let (name, options) = match all.split_first() {
            Some((first, rest)) if !first.starts_with('-') => (first.as_str(), rest),
            _ => (self.of_text, &all[..]),
        };
        let Some((known, own)) = self.options.iter_mut().find(|(known, _)| **known == name) else {
            let names = USUAL.map(|(name, _)| name).join(", ");
            return Err(bad(&format!(
                "there is no compiler {name}: expected options, or one of {names} before them"
            )));
        };
        if text.len() > LONGEST || text.contains(char::is_control) {
            return Err(bad(&format!("expected one line of at most {LONGEST} bytes")));
        }
        if self.set.contains_key(*known) {
            return Err(bad(&format!("the options of {known} are set already")));
        }
        *own = options.to_vec();
        let line = text.trim_start().strip_prefix(name).unwrap_or(text).trim();
        self.set.insert((*known).to_string(), line.to_string());
        Ok(())
    }

    /// The compilers whose options were set, and their options.
    #[must_use]
    pub fn all_set(&self) -> &BTreeMap<String, String> {
        &self.set
    }

    /// The same compilers with these options after their own.
    #[must_use]
    pub fn and(&self, more: &[&str]) -> Compilers {
        let mut compilers = self.clone();
        for options in compilers.options.values_mut() {
            options.extend(more.iter().map(|option| (*option).to_string()));
        }
        compilers
    }

    /// The options for sources in this language.
    pub fn options(&self, language: Language) -> &[String] {
        self.options.get(language.tool()).map_or(&[], Vec::as_slice)
    }

    /// One line about how sources in these languages are compiled, such as `gcc -O2 -lm; g++ -O2
    /// -std=c++20`. `None` if none of the languages is compiled.
    #[must_use]
    pub fn line(&self, languages: impl IntoIterator<Item = Language>) -> Option<String> {
        let mut lines: Vec<String> = languages
            .into_iter()
            .filter_map(|language| self.options.get_key_value(language.tool()))
            .map(|(name, options)| [&[(*name).to_string()][..], options].concat().join(" "))
            .collect();
        lines.sort();
        lines.dedup();
        (!lines.is_empty()).then(|| lines.join("; "))
    }
}

fn words(options: &str) -> Vec<String> {
    options.split_whitespace().map(str::to_string).collect()
}
