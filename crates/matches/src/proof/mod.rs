//! Says what games prove about two players, in words.

use rules::{Argument, Catalogue, Message, catalogue, message};
use stats::{FEWEST_GAMES, Lead, Range, Ratings, Rounded, Verdict, verdict_of_different};

/// The texts of these messages.
const WORDS: Catalogue = catalogue!();

/// Which of two players is the stronger, by the pairs that are no copies and by those that are; see
/// [`stats::verdict_of_different`]. Each number counts the pairs in which the first player got 0,
/// 1, 2, 3 and 4 half points.
///
/// ```
/// let told = matches::proof::verdict(["Anna", "Bruno"], &[0, 1, 2, 2, 7], &[0; 5]).to_string();
/// assert_eq!(told, "Anna is stronger: 81.3 % (58.4 to 93.0) of the points in 24 games.");
/// ```
#[must_use]
pub fn verdict(
    names: [impl Into<Argument>; 2],
    different: &[u64; 5],
    copies: &[u64; 5],
) -> Message {
    let [evidence, copied] = [different, copies].map(|pairs| 2 * pairs.iter().sum::<u64>());
    let [first, second] = names.map(Into::into);
    let (fewest, all) = (FEWEST_GAMES, evidence + copied);
    let says = match verdict_of_different(different, copies) {
        Verdict::TooFew { more } => message!(WORDS, "more-needed", n = more, fewest = fewest),
        Verdict::Copies { evidence } => {
            message!(WORDS, "copies-decide-nothing", n = evidence, all = all, fewest = fewest)
        }
        Verdict::Stronger { player, share } => {
            let name = if player == 0 { first } else { second };
            message!(WORDS, "is-stronger", name = name, share = percent(share), n = evidence)
        }
        Verdict::Open { share } => {
            message!(WORDS, "scores", name = first, share = percent(share), n = evidence)
        }
    };
    if copied > 0 && evidence >= fewest {
        message!(WORDS, "copies-too", verdict = says, copies = copied, n = evidence)
    } else {
        says
    }
}

/// Whether the first of two players is stronger, by all games of a table; see [`stats::lead`].
/// `has_copies` means that some games are copies of others, so that further games have to differ.
#[must_use]
pub fn lead(
    [name, other]: [&str; 2],
    players: [usize; 2],
    ratings: &Ratings,
    played: [u64; 2],
    has_copies: bool,
) -> Message {
    let says = match stats::lead(players, ratings, played) {
        Lead::Unlinked => message!(WORDS, "no-links"),
        Lead::TooFew { player, more } => {
            let name = [name, other][player];
            let needed = match has_copies {
                true => message!(WORDS, "more-different-of-needed"),
                false => message!(WORDS, "more-of-needed"),
            };
            return needed.number("n", more).name("name", name).number("fewest", FEWEST_GAMES);
        }
        Lead::Stronger { elo, error } => {
            message!(WORDS, "stronger-by-all", elo = whole(elo), error = whole(error))
        }
        Lead::StrongerByAtLeast { elo } => {
            message!(WORDS, "stronger-by-least", elo = whole(elo))
        }
        Lead::Open { elo, error } => {
            message!(WORDS, "not-proved", elo = whole(elo), error = whole(error))
        }
        Lead::NotAhead { error } => message!(WORDS, "not-ahead", error = whole(error)),
    };
    says.name("name", name).name("other", other)
}

/// A share in percent, with its range.
fn percent(range: Range) -> Message {
    let [value, low, high] =
        [range.value, range.low, range.high].map(|share| rounded::<1>(100.0 * share));
    message!(WORDS, "share", value = value, low = low, high = high)
}

fn whole(elo: f64) -> Argument {
    rounded::<0>(elo)
}

fn rounded<const DIGITS: usize>(number: f64) -> Argument {
    let text = Rounded::<DIGITS>::of(number).map_or(number.to_string(), |text| text.to_string());
    Argument::Decimal(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Language;

    #[test]
    fn every_language_has_all_sentences() {
        rules::kit::check_catalogue(WORDS, &[]);
    }

    /// Nobody's name is taken for a word, and numbers have the language's decimal mark.
    #[test]
    fn names_stay_and_numbers_follow_the_language() {
        let says = verdict(["not decided", "Games"], &[0, 0, 0, 0, 6], &[0, 0, 0, 0, 4]);
        assert_eq!(
            says.told(Language::Polish),
            "not decided jest silniejszy: 100,0 % (od 50,1 do 100,0) punktów w 12 partiach. \
             Kolejne partie (8) powtarzają te 12 i niczego więcej nie dowodzą."
        );
        let few = verdict(["Anna", "Jan"], &[0, 0, 1, 0, 0], &[0, 0, 19, 0, 0]);
        assert_eq!(
            (few.key, &few.arguments["n"], &few.arguments["all"]),
            ("copies-decide-nothing", &Argument::Number(2), &Argument::Number(40))
        );
        let weaker = verdict(["Anna", "Jan"], &[7, 2, 2, 1, 0], &[0; 5]);
        assert_eq!(weaker.arguments["name"], Argument::Name("Jan".to_string()));
    }
}
