//! States in words what the points prove.

use crate::Ratings;
use crate::normal::normal_quantile;
use crate::rounded::Rounded;
use crate::share::{FEWEST_PAIRS, Range, share};

/// Says which of two players is the stronger, if the games decide that. `pairs` has the number of
/// pairs in which the first player got 0, 1, 2, 3 and 4 half points. Examples:
///
/// - `A is stronger: 56.0 % (52.1 to 59.8) of the points in 400 games`;
/// - `not decided: A scores 53.1 % (48.9 to 57.3) of the points in 400 games`.
///
/// The players differ if the 95 % range of [`share`] excludes one half; fewer than 6 pairs never
/// decide. Like any interval, this range is valid only if it is computed once, and not after every
/// game. So the sentence does not say how many more games would decide: whoever played on until the
/// range excludes one half would find a difference where there is none. [`Sprt`](super::Sprt) may
/// be asked at any time.
#[must_use]
pub fn verdict([first, second]: [&str; 2], pairs: &[u64; 5]) -> String {
    let played = pairs.iter().sum::<u64>();
    let Some(range) = share(pairs).filter(|_| played >= FEWEST_PAIRS) else {
        return too_few("", 2 * played);
    };
    let stronger = |name: &str, range: Range| {
        format!(
            "{name} is stronger: {} of the points in {} games",
            percent(range),
            played.saturating_mul(2)
        )
    };
    if range.low > 0.5 {
        return stronger(first, range);
    }
    if range.high < 0.5 {
        let Range { value, low, high } = range;
        return stronger(second, Range { value: 1.0 - value, low: 1.0 - high, high: 1.0 - low });
    }
    let games = played.saturating_mul(2);
    format!("not decided: {first} scores {} of the points in {games} games", percent(range))
}

/// The [`verdict`] on the pairs that are not copies of others. Copies prove nothing more, so the
/// text gives only their number.
#[must_use]
pub fn verdict_of_different(names: [&str; 2], different: &[u64; 5], copies: &[u64; 5]) -> String {
    let [evidence, copies] = [different, copies].map(|pairs| 2 * pairs.iter().sum::<u64>());
    let fewest = 2 * FEWEST_PAIRS;
    match copies {
        0 => verdict(names, different),
        _ if evidence < fewest => {
            let games = evidence + copies;
            format!(
                "not decided: only {evidence} of {games} games are not copies, and fewer than \
                {fewest} decide nothing"
            )
        }
        _ => {
            let verdict = verdict(names, different);
            format!(
                "{verdict}; {copies} other games are copies of these {evidence}, and prove \
                nothing more"
            )
        }
    }
}

/// Says whether player `a` is stronger than player `b`, by all games of a table together, if these
/// games decide that. Examples:
///
/// - `Anna is stronger than Jan by all games together: 53 ± 31 Elo points`, or `at least 22 Elo
///   points` if Anna won every game or Jan lost every game;
/// - `not decided: by all games together Anna is 12 ± 40 Elo points stronger than Jan`.
///
/// As in [`verdict`], nothing is decided if either player has played fewer than 12 games. `played`
/// has the number of games of each player.
#[must_use]
pub fn lead([a, b]: [&str; 2], players: [usize; 2], ratings: &Ratings, played: [u64; 2]) -> String {
    let Some((elo, deviation)) = ratings.difference(players) else {
        return format!("not decided: no games link {a} and {b}");
    };
    let (name, fewest) = if played[0] <= played[1] { (a, played[0]) } else { (b, played[1]) };
    if fewest < 2 * FEWEST_PAIRS {
        return too_few(&format!(" of {name}"), fewest);
    }
    let error = normal_quantile(0.975) * deviation;
    let [lead, within, least] = [elo, error, elo - error].map(rounded::<0>);
    if elo >= error && ratings.is_open_between(players) {
        return format!(
            "{a} is stronger than {b} by all games together: at least {least} Elo points"
        );
    }
    if elo >= error {
        return format!(
            "{a} is stronger than {b} by all games together: {lead} ± {within} Elo points"
        );
    }
    if elo < 0.5 {
        return format!(
            "not decided: by all games together {a} is not ahead of {b} (± {within} Elo points)"
        );
    }
    format!(
        "not decided: by all games together {a} is {lead} ± {within} Elo points stronger than {b}"
    )
}

/// The sentence about a match with so few games that it decides nothing, even if one player wins
/// all of them.
fn too_few(whose: &str, games: u64) -> String {
    let fewest = 2 * FEWEST_PAIRS;
    format!(
        "not decided: at least {} more games{whose} are needed, since fewer than {fewest} decide \
        nothing",
        fewest - games
    )
}

fn percent(range: Range) -> String {
    let [value, low, high] =
        [range.value, range.low, range.high].map(|share| rounded::<1>(100.0 * share));
    format!("{value} % ({low} to {high})")
}

fn rounded<const DIGITS: usize>(number: f64) -> String {
    Rounded::<DIGITS>::of(number).map_or_else(|| number.to_string(), |rounded| rounded.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(pairs: [u64; 5]) -> String {
        verdict(["Anna", "Bruno"], &pairs)
    }

    #[test]
    fn the_verdict_says_what_is_proven() {
        // Fifty pairs have the mean 0.53. By hand, the squared distances add up to 3.08, and to
        // 3.58 with the two additional pairs. The second sum divided by 12.955 is the ratio
        // 0.27634. With Student's factor 2.0086, the interval is Wilson's interval for 180.94
        // trials.
        let share = share(&[3, 8, 24, 10, 5]).expect("pairs");
        assert!(
            (share.low - 0.4556).abs() < 1e-4 && (share.high - 0.6031).abs() < 1e-4,
            "{share:?}"
        );
        assert_eq!(
            sentence([3, 8, 24, 10, 5]),
            "not decided: Anna scores 53.0 % (45.6 to 60.3) of the points in 100 games"
        );
        assert_eq!(
            sentence([0, 0, 0, 0, 5]),
            "not decided: at least 2 more games are needed, since fewer than 12 decide nothing"
        );
        assert_eq!(
            sentence([0; 5]),
            "not decided: at least 12 more games are needed, since fewer than 12 decide nothing"
        );
        assert_eq!(
            sentence([0, 1, 0, 0, 0]),
            "not decided: at least 10 more games are needed, since fewer than 12 decide nothing"
        );
        // 81.25 % is rounded as in tables: halves away from 0.
        assert_eq!(
            sentence([0, 1, 2, 2, 7]),
            "Anna is stronger: 81.3 % (58.4 to 93.0) of the points in 24 games"
        );
    }

    #[test]
    fn games_that_repeat_others_prove_nothing() {
        let sentence =
            |different, repeats| verdict_of_different(["Anna", "Bruno"], &different, &repeats);
        assert_eq!(sentence([0, 0, 0, 0, 6], [0; 5]), verdict(["Anna", "Bruno"], &[0, 0, 0, 0, 6]));
        let expected =
            "not decided: only 2 of 40 games are not copies, and fewer than 12 decide nothing";
        assert_eq!(sentence([0, 0, 1, 0, 0], [0, 0, 19, 0, 0]), expected);
        let few = sentence([0, 0, 0, 0, 6], [0, 0, 0, 0, 4]);
        assert_eq!(
            few,
            "Anna is stronger: 100.0 % (50.1 to 100.0) of the points in 12 games; 8 other games \
            are copies of these 12, and prove nothing more"
        );
    }

    #[test]
    fn a_lead_is_said_with_its_doubt() {
        use super::super::{Meeting, rate};
        let table = |times: u64| {
            let meeting = |players, pairs: [u64; 5]| Meeting {
                players,
                pairs: pairs.map(|n| n * times),
                games: [0; 3],
            };
            rate(4, &[meeting([0, 1], [3, 8, 24, 11, 5]), meeting([1, 2], [2, 8, 24, 8, 2])])
                .expect("players")
        };
        let sentence =
            |times, players| lead(["Anna", "Jan"], players, &table(times), [96 * times; 2]);
        assert_eq!(
            sentence(1, [0, 1]),
            "not decided: by all games together Anna is 24 ± 48 Elo points stronger than Jan"
        );
        let many = sentence(6, [0, 1]);
        assert!(many.starts_with("Anna is stronger than Jan by all games together: 2"), "{many}");
        let behind = sentence(1, [1, 0]);
        assert!(behind.starts_with("not decided: by all games together Anna is not ahead"));
        assert_eq!(sentence(1, [0, 3]), "not decided: no games link Anna and Jan");
    }
}
