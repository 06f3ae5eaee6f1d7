//! Times as Moodle writes them in English, Polish and Romanian: `Thursday, 17 June 2027, 1:30 PM`.

use jiff::civil::{Date, DateTime};

/// The beginnings of the months' names in lower case: English, Polish and Romanian.
const MONTHS: [&[&str]; 12] = [
    &["jan", "sty", "ian"],
    &["feb", "lut"],
    &["mar"],
    &["apr", "kwi"],
    &["may", "maj", "mai"],
    &["jun", "cze", "iun"],
    &["jul", "lip", "iul"],
    &["aug", "sie"],
    &["sep", "wrz"],
    &["oct", "paź"],
    &["nov", "lis", "noi"],
    &["dec", "gru"],
];

/// Whether a text may be a time: it has a year, and hours with minutes.
pub(crate) fn is_like_time(text: &str) -> bool {
    let all: Vec<&str> = words(text).collect();
    all.iter().any(|word| word.contains(':')) && all.iter().any(|word| year(word).is_some())
}

/// The time that a text says; `None` if it says none.
pub(crate) fn time_in(text: &str) -> Option<DateTime> {
    let all: Vec<&str> = words(text).collect();
    let year = all.iter().find_map(|word| year(word))?;
    let at = all.iter().position(|word| day(word).is_some())?;
    // The month stands beside the day: a weekday may begin as a month does.
    let beside = [all.get(at + 1), at.checked_sub(1).and_then(|before| all.get(before))];
    let month = beside.into_iter().flatten().find_map(|word| month(word))?;
    let (hours, minutes) = all.iter().find_map(|word| word.split_once(':'))?;
    let (hours, minutes): (i8, i8) =
        (hours.parse().ok()?, minutes.split(':').next()?.parse().ok()?);
    let is_half = |half: &str| all.iter().any(|word| word.eq_ignore_ascii_case(half));
    let hours = match hours {
        12 if is_half("am") => 0,
        1..=11 if is_half("pm") => hours + 12,
        _ => hours,
    };
    let day = day(all[at])?;
    let is_there = (0..24).contains(&hours) && (0..60).contains(&minutes);
    let date = Date::new(year, month, day).ok().filter(|_| is_there)?;
    Some(date.at(hours, minutes, 0, 0))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != ':').filter(|word| !word.is_empty())
}

fn year(word: &str) -> Option<i16> {
    word.parse().ok().filter(|year| (2000..3000).contains(year))
}

fn day(word: &str) -> Option<i8> {
    word.parse().ok().filter(|day| (1..=31).contains(day))
}

fn month(word: &str) -> Option<i8> {
    let word = word.to_lowercase();
    let is_meant = |names: &[&str]| names.iter().any(|name| word.starts_with(name));
    let index = MONTHS.iter().position(|names| is_meant(names))?;
    i8::try_from(index + 1).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn times_of_three_languages_are_read() {
        let june = |hour, minute| Some(date(2027, 6, 17).at(hour, minute, 0, 0));
        for (text, expected) in [
            ("Thursday, 17 June 2027, 1:30 PM", june(13, 30)),
            ("Thursday, June 17, 2027, 12:05 AM", june(0, 5)),
            ("17 June 2027, 12:05 PM", june(12, 5)),
            ("czwartek, 17 czerwca 2027, 13:30", june(13, 30)),
            ("joi, 17 iunie 2027, 13:30", june(13, 30)),
            ("marți, 2 martie 2027, 08:00", Some(date(2027, 3, 2).at(8, 0, 0, 0))),
            ("piątek, 1 października 2027, 23:59", Some(date(2027, 10, 1).at(23, 59, 0, 0))),
            ("marți, 9 noiembrie 2027, 08:00", Some(date(2027, 11, 9).at(8, 0, 0, 0))),
        ] {
            assert_eq!(time_in(text), expected, "{text}");
            assert!(is_like_time(text), "{text}");
        }
        for text in ["-", "", "31 February 2027, 10:00", "17 June 2027, 25:00", "17 2027 1:1:1"] {
            assert_eq!(time_in(text), None, "{text}");
        }
        assert!(
            is_like_time("čtvrtek, 17. června 2027, 13:30"),
            "it is a time of another language"
        );
        assert!(!is_like_time("No submission"));
    }
}
