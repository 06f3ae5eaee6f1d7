//! Appeals against games of a final, and what organisers answer.

use std::path::Path;

use errors::Error;
use jiff::Timestamp;
use rules::message;
use serde::{Deserialize, Serialize};

use crate::kept_lines::KeptLines;
use crate::trial_words::WORDS;

/// What a participant says against a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appeal {
    /// The number by which an answer names it, from 1.
    pub number: u64,
    /// The id of the person.
    pub person: String,
    /// The number of the game in the results.
    pub game: u64,
    /// Why.
    pub why: String,
    time: String,
}

/// What an organiser answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the appeal.
    to: u64,
    /// The organiser.
    pub who: String,
    /// The answer.
    pub answer: String,
    time: String,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Appeal(Appeal),
    Answer(Answer),
}

/// The appeals against the games of one final, in a file.
pub(crate) struct Appeals(KeptLines<Line>);

const FILE: &str = "appeals.jsonl";

/// The longest text of an appeal and of an answer, in characters.
const LONGEST: usize = 1000;

/// So many appeals of a person are kept.
const MOST: usize = 10;

/// No tournament has so many games.
const MOST_GAMES: u64 = 100_000_000;

impl Appeals {
    /// # Errors
    /// Fails if the file cannot be read.
    pub(crate) fn open(folder: &Path) -> Result<Appeals, Error> {
        KeptLines::open(folder.join(FILE)).map(Appeals)
    }

    /// The appeals, each with its last answer.
    pub(crate) fn all(&self) -> Vec<(Appeal, Option<Answer>)> {
        let mut all: Vec<(Appeal, Option<Answer>)> = Vec::new();
        for line in self.0.all() {
            match line {
                Line::Appeal(appeal) => all.push((appeal, None)),
                Line::Answer(answer) => {
                    let meant = all.iter_mut().find(|(appeal, _)| appeal.number == answer.to);
                    if let Some((_, last)) = meant {
                        *last = Some(answer);
                    }
                }
            }
        }
        all
    }

    /// Writes down what a person says against a game.
    ///
    /// # Errors
    /// Fails if there is no text or no number of a game, the person has appealed too often, or the
    /// file cannot be written.
    pub(crate) fn add(&self, person: &str, game: &str, why: &str) -> Result<(), Error> {
        let game = game.trim().parse().ok().filter(|game| (1..=MOST_GAMES).contains(game));
        let game = game.ok_or_else(|| Error::input(message!(WORDS, "appeal-names-game")))?;
        let (person, why, time) = (person.to_string(), text(why)?, time());
        self.0.add(|lines| {
            let of = |line: &Line| match line {
                Line::Appeal(appeal) => Some((appeal.number, appeal.person == person)),
                Line::Answer(_) => None,
            };
            if lines.iter().filter_map(of).filter(|(_, is_own)| *is_own).count() >= MOST {
                return Err(Error::input(message!(WORDS, "too-many-appeals", n = MOST)));
            }
            let last = lines.iter().filter_map(of).map(|(number, _)| number).max();
            let number = last.unwrap_or(0) + 1;
            Ok(Line::Appeal(Appeal { number, person, game, why, time }))
        })
    }

    /// Writes down an organiser's answer. A later one replaces it.
    ///
    /// # Errors
    /// Fails if there is no such appeal, there is no text, or the file cannot be written.
    pub(crate) fn answer(&self, to: &str, answer: &str, who: &str) -> Result<(), Error> {
        let (answer, who, time) = (text(answer)?, who.to_string(), time());
        self.0.add(|lines| {
            let number: Option<u64> = to.parse().ok();
            let is_meant = |line: &Line| match line {
                Line::Appeal(appeal) => Some(appeal.number) == number,
                Line::Answer(_) => false,
            };
            let to = number.filter(|_| lines.iter().any(is_meant));
            let to = to.ok_or_else(|| Error::not_found(message!(WORDS, "no-such-appeal")))?;
            Ok(Line::Answer(Answer { to, who, answer, time }))
        })
    }

    /// Removes the appeals of people who are not known any more, and the answers to them.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(crate) fn forget(&self, is_known: impl Fn(&str) -> bool) -> Result<(), Error> {
        let all = self.all().into_iter().map(|(appeal, _)| appeal);
        let gone = all.filter(|appeal| !is_known(&appeal.person));
        let gone: Vec<u64> = gone.map(|appeal| appeal.number).collect();
        self.0.keep(|line| match line {
            Line::Appeal(appeal) => !gone.contains(&appeal.number),
            Line::Answer(answer) => !gone.contains(&answer.to),
        })
    }
}

fn text(typed: &str) -> Result<String, Error> {
    let is_kept = |c: &char| *c == '\n' || !c.is_control();
    let text: String = typed.trim().chars().filter(is_kept).collect();
    if text.is_empty() || text.chars().count() > LONGEST {
        return Err(Error::input(message!(WORDS, "appeal-text", n = LONGEST)));
    }
    Ok(text)
}

fn time() -> String {
    Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appeals_have_their_last_answers_and_are_forgotten_with_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let appeals = Appeals::open(folder.path()).expect("it is read");
        for (person, game) in [("anna", "7"), ("jan", " 12 ")] {
            appeals.add(person, game, "my move was legal").expect("it is kept");
        }
        for answer in ["we look", "it was not"] {
            appeals.answer("2", answer, "Ewa").expect("it is kept");
        }
        let refused = [("anna", "0", "x"), ("anna", "x", "x"), ("anna", "1", " \u{1} ")];
        for (person, game, why) in refused {
            appeals.add(person, game, why).expect_err("it is refused");
        }
        appeals.answer("3", "yes", "Ewa").expect_err("there is none");
        appeals.forget(|person| person == "jan").expect("it is kept");
        for appeals in [appeals, Appeals::open(folder.path()).expect("it is read")] {
            let all = appeals.all();
            let told = all.iter().map(|(appeal, answer)| {
                (&*appeal.person, appeal.game, answer.as_ref().map(|one| &*one.answer))
            });
            assert_eq!(told.collect::<Vec<_>>(), [("jan", 12, Some("it was not"))]);
        }
    }

    #[test]
    fn nobody_appeals_without_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let appeals = Appeals::open(folder.path()).expect("it is read");
        for _ in 0..MOST {
            appeals.add("anna", "1", "x").expect("it is kept");
        }
        appeals.add("anna", "1", "x").expect_err("too many");
        appeals.add("jan", "1", "x").expect("it is kept");
    }
}
