//! The languages in which messages are told.

/// A language of people.
///
/// ```
/// use rules::Language;
///
/// assert_eq!(Language::with_code("pl"), Some(Language::Polish));
/// assert_eq!(Language::Polish.plural(22), "few");
/// assert_eq!(Language::Romanian.plural(22), "other");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Polish.
    Polish,
    /// Romanian.
    Romanian,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 3] = [Language::English, Language::Polish, Language::Romanian];

    /// The code of ISO 639-1, which pages and files use.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Polish => "pl",
            Language::Romanian => "ro",
        }
    }

    /// The name of the language in the language itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Polish => "polski",
            Language::Romanian => "română",
        }
    }

    /// The language with this code.
    #[must_use]
    pub fn with_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The plural categories of whole numbers in this language, as Unicode names them.
    #[must_use]
    pub const fn plurals(self) -> &'static [&'static str] {
        match self {
            Language::English => &["one", "other"],
            Language::Polish => &["one", "few", "many"],
            Language::Romanian => &["one", "few", "other"],
        }
    }

    /// Some texts as a list: `A, B and C`.
    #[must_use]
    pub fn list(self, texts: &[String]) -> String {
        let and = match self {
            Language::English => "and",
            Language::Polish => "i",
            Language::Romanian => "și",
        };
        match texts {
            [all @ .., one, last] => {
                all.iter().map(|text| format!("{text}, ")).collect::<String>()
                    + &format!("{one} {and} {last}")
            }
            _ => texts.concat(),
        }
    }

    /// A number with the decimal mark of the language, and with a minus sign. `number` is the
    /// number as [`f64`] writes it.
    #[must_use]
    pub fn decimal(self, number: &str) -> String {
        let number = number.replace('-', "\u{2212}");
        match self {
            Language::English => number,
            Language::Polish | Language::Romanian => number.replace('.', ","),
        }
    }

    /// The plural category of a whole number. The rules are those of Unicode's CLDR, which browsers
    /// have as `Intl.PluralRules`.
    #[must_use]
    pub const fn plural(self, number: u64) -> &'static str {
        let (tens, ones) = (number % 100, number % 10);
        match self {
            Language::English | Language::Polish | Language::Romanian if number == 1 => "one",
            Language::Polish if matches!(ones, 2..=4) && !matches!(tens, 12..=14) => "few",
            Language::Polish => "many",
            Language::Romanian if number == 0 || matches!(tens, 1..=19) => "few",
            Language::English | Language::Romanian => "other",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each number is an example from CLDR's table of plural rules.
    #[test]
    fn plurals_are_those_of_cldr() {
        let cases: [(Language, &str, &[u64]); 8] = [
            (Language::English, "one", &[1]),
            (Language::English, "other", &[0, 2, 16, 21, 100, 101]),
            (Language::Polish, "one", &[1]),
            (Language::Polish, "few", &[2, 3, 4, 22, 24, 32, 102, 1002]),
            (Language::Polish, "many", &[0, 5, 12, 14, 19, 21, 100, 112, 1000]),
            (Language::Romanian, "one", &[1]),
            (Language::Romanian, "few", &[0, 2, 16, 19, 101, 102, 119, 1001]),
            (Language::Romanian, "other", &[20, 35, 100, 120, 1000]),
        ];
        for (language, plural, numbers) in cases {
            assert!(language.plurals().contains(&plural));
            for &number in numbers {
                assert_eq!(language.plural(number), plural, "{language:?}: {number}");
            }
        }
    }
}
