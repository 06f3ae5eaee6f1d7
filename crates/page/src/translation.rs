//! Translates sentences that records and reports keep in English.
//!
//! A record tells in English why a game was lost, and what may help. Pages in other languages look
//! for the message whose English text the sentence is, and tell this message in their own language.
//! So records stay readable, and need no keys and no versions of texts.

use rules::{Argument, Catalogue, Language, Message, Side, texts};

/// The sentences that records and reports keep in English: fouls, hints, and what else programs of
/// students meet. The crates that make these sentences do not know the languages of pages.
const SENTENCES: Catalogue = Catalogue::new(&[
    include_str!("sentences/en.txt"),
    include_str!("sentences/pl.txt"),
    include_str!("sentences/ro.txt"),
]);

/// The sentence in this language. Parts of it for which there is no message stay in English. `game`
/// has the texts of the game that the sentence is about.
///
/// ```
/// use rules::Language;
///
/// let foul = page::translated("an illegal move: the game is over", None, Language::Polish);
/// assert_eq!(foul, "niedozwolony ruch: gra jest skończona");
/// ```
#[must_use]
pub fn translated(sentence: &str, game: Option<Catalogue>, language: Language) -> String {
    if language == Language::English {
        return sentence.to_string();
    }
    let known = [Some(SENTENCES), game, Some(rules::WORDS)];
    let known: Vec<_> = known.into_iter().flatten().collect();
    retold(sentence, &known, language, DEEPEST)
}

/// A sentence in a gap may have a sentence in a gap, and so on, up to this depth. A foul has a
/// reason, the reason an objection, and the objection the name of a move.
const DEEPEST: usize = 4;

fn retold(sentence: &str, known: &[Catalogue], language: Language, depth: usize) -> String {
    let all = known.iter().filter_map(|&words| message_of(sentence, words));
    let Some((_, mut message)) = all.max_by_key(|(weight, _)| *weight) else {
        return sentence.to_string();
    };
    for argument in message.arguments.values_mut() {
        if let Argument::Name(name) = argument
            && depth > 0
        {
            *name = retold(name, known, language, depth - 1);
        }
    }
    message.told(language)
}

/// The message of this catalogue whose English text is this sentence, with its weight. Of several
/// such messages the heaviest is meant: the one with the longest text before its first gap, and
/// then the one with the longest text. So `an illegal move: {why}` comes before
/// `{side} flips nothing`, whose gap would swallow the beginning of the sentence.
fn message_of(sentence: &str, words: Catalogue) -> Option<([usize; 2], Message)> {
    // Most texts begin otherwise, and pages of results look up thousands of sentences.
    let begins =
        |text: &str| text.split('{').next().is_some_and(|start| sentence.starts_with(start));
    let all = texts(words.of(Language::English)).filter(|(_, text)| begins(text));
    let all = all.filter_map(|(key, text)| {
        let parts = parts(text);
        let mut gaps = Vec::new();
        fits(&parts, sentence, &mut gaps).then(|| {
            let fill = |message: Message, (gap, found): (&'static str, &str)| {
                let is = |key| words.text(Language::English, key) == Some(found);
                let digits = found.replace('\u{202f}', "");
                match (Side::BOTH.into_iter().find(|side| is(SIDES[side.index()])), digits.parse())
                {
                    (Some(side), _) => message.side(gap, side),
                    (None, Ok::<u64, _>(number)) => message.number(gap, number),
                    (None, Err(_)) => message.name(gap, found),
                }
            };
            let message = gaps.into_iter().fold(Message::new(words, key), fill);
            let weight = [parts[0].length(), parts.iter().map(Part::length).sum()];
            (weight, message)
        })
    });
    all.max_by_key(|(weight, _)| *weight)
}

/// The keys of the sides' names.
const SIDES: [&str; 2] = ["first", "second"];

/// A part of a text with gaps; see [`Catalogue`].
#[derive(Debug)]
enum Part {
    Plain(&'static str),
    /// A gap with this name.
    Gap(&'static str),
    /// Forms of a word, of which the sentence has one.
    Forms(Vec<&'static str>),
}

impl Part {
    fn length(&self) -> usize {
        if let Part::Plain(text) = self { text.len() } else { 0 }
    }
}

fn parts(text: &'static str) -> Vec<Part> {
    let mut pieces = text.split('{');
    let mut parts = vec![Part::Plain(pieces.next().unwrap_or_default())];
    for piece in pieces {
        let (gap, rest) = piece.split_once('}').unwrap_or((piece, ""));
        let forms: Vec<_> =
            gap.split('|').skip(1).filter_map(|form| Some(form.split_once(' ')?.1)).collect();
        parts.push(match gap.split_once('|') {
            // The gap of a declined name, such as `{side|gen}`, has no forms.
            Some(_) if !forms.is_empty() => Part::Forms(forms),
            declined => Part::Gap(declined.map_or(gap, |(name, _)| name)),
        });
        parts.push(Part::Plain(rest));
    }
    parts.retain(|part| !matches!(part, Part::Plain("")));
    parts
}

/// Whether a sentence has these parts, and what stands in its gaps. A gap has at least one
/// character and ends where the next part first occurs, so the work grows with the sentence's
/// length only. The last gap extends to the last part.
fn fits<'t>(parts: &[Part], sentence: &'t str, gaps: &mut Vec<(&'static str, &'t str)>) -> bool {
    match parts {
        [] => sentence.is_empty(),
        [Part::Plain(text), rest @ ..] => {
            sentence.strip_prefix(text).is_some_and(|sentence| fits(rest, sentence, gaps))
        }
        [Part::Forms(forms), rest @ ..] => forms.iter().any(|form| {
            let known = gaps.len();
            let sentence = sentence.strip_prefix(form);
            let is_it = sentence.is_some_and(|sentence| fits(rest, sentence, gaps));
            if !is_it {
                gaps.truncate(known);
            }
            is_it
        }),
        [Part::Gap(name), rest @ ..] => {
            let end = match rest {
                [] => Some(sentence.len()),
                [Part::Plain(text)] => sentence.strip_suffix(text).map(|before| before.len()),
                [Part::Plain(text), ..] => sentence.find(text),
                // Nothing says where such a gap ends.
                [Part::Gap(_) | Part::Forms(_), ..] => None,
            };
            end.filter(|&end| end > 0).is_some_and(|end| {
                gaps.push((name, &sentence[..end]));
                fits(rest, &sentence[end..], gaps)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_sentences() {
        rules::kit::check_catalogue(SENTENCES, &[]);
    }

    /// Any English text with its gaps filled is found again, and so is told in Polish.
    #[test]
    fn every_sentence_is_found_again() {
        let catalogues = [SENTENCES, rules::WORDS];
        for words in catalogues {
            for (key, text) in texts(words.of(Language::English)) {
                for number in [1_u64, 7] {
                    let fill = |message: Message, part| match part {
                        Part::Gap(gap) if text.contains(&format!("{{{gap}|one ")) => {
                            message.number(gap, number)
                        }
                        Part::Gap(gap) => message.name(gap, "B4"),
                        _ => message,
                    };
                    let message = parts(text).into_iter().fold(Message::new(words, key), fill);
                    for language in Language::ALL {
                        let known = [SENTENCES, rules::WORDS];
                        let told = retold(&message.to_string(), &known, language, DEEPEST);
                        assert_eq!(told, message.told(language), "{key}");
                    }
                }
            }
        }
    }

    #[test]
    fn sentences_in_gaps_are_translated_and_unknown_ones_are_kept() {
        let words = Catalogue::new(&[
            "first = black\nsecond = white\nnone = {side} flips nothing, {n} {n|one time|other times}",
            "first = czarne\nsecond = białe\nsecond-gen = białych\n\
             none = nic {side|gen}, {n} {n|one raz|few razy|many razy}",
        ]);
        let polish = |sentence: &str| translated(sentence, Some(words), Language::Polish);
        let foul = "an illegal move: `d3` is not legal: white flips nothing, 3 times";
        assert_eq!(
            polish(foul),
            "niedozwolony ruch: ruch `d3` jest niedozwolony: nic białych, 3 razy"
        );
        assert_eq!(polish("an illegal move: so it is"), "niedozwolony ruch: so it is");
        assert_eq!(polish("{side} flips nothing, 2 times"), "nic {side}, 2 razy");
        for odd in ["", "an illegal move: ", "``", "{", "}{", "` is not legal: "] {
            assert_eq!(polish(odd), odd);
        }
        assert_eq!(translated(foul, Some(words), Language::English), foul);
    }
}
