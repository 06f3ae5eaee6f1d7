//! Sentences about what a tournament has shown.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};

use super::duels::Duel;
use super::facts::Facts;
use super::matches::Meeting;
use super::number::Ordinal;
use super::ranking::Line;
use pairing::{Format, Next};
use stats::{Decision, Ratings, Sprt, lead, verdict_of_different};

/// A sentence about what a tournament has shown. JSON contains only its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// The subject.
    pub about: About,
    text: String,
}

/// The subject of a conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The participants who lead or have won.
    Winner,
    /// What the games prove, and what they do not.
    Proof,
    /// Other events.
    Event,
}

impl Conclusion {
    pub(crate) fn new(about: About, text: impl Into<String>) -> Conclusion {
        Conclusion { about, text: text.into() }
    }

    fn winner(text: String) -> Conclusion {
        Conclusion::new(About::Winner, text)
    }

    fn proof(text: String) -> Conclusion {
        Conclusion::new(About::Proof, text)
    }

    fn event(text: String) -> Conclusion {
        Conclusion::new(About::Event, text)
    }
}

impl Deref for Conclusion {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Borrow<str> for Conclusion {
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq<&str> for Conclusion {
    fn eq(&self, text: &&str) -> bool {
        self.text == *text
    }
}

impl Serialize for Conclusion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

/// The sentences, the most important first.
pub(super) fn conclusions(
    facts: &Facts,
    next: &Next,
    standings: &[Line],
    duels: &[Duel],
    bracket: &[Meeting],
    ratings: Option<&Ratings>,
) -> Vec<Conclusion> {
    let games: u64 = standings.iter().map(|line| line.games.total()).sum::<u64>() / 2;
    if games == 0 {
        return vec![Conclusion::new(About::Winner, "No game has been played yet.")];
    }
    let is_open = matches!(next, Next::Play(_));
    let mut found: Vec<Conclusion> =
        leader(facts, next, standings, bracket).map(Conclusion::winner).into_iter().collect();
    match facts.schedule.format() {
        Format::Duel => found.extend(
            duels.iter().flat_map(|duel| duel_says(facts, duel, is_open)).map(Conclusion::proof),
        ),
        Format::Gauntlet { challengers } => {
            let all = if challengers == 1 { "all others" } else { "all who are not challengers" };
            let challenges = (0..challengers)
                .map(|challenger| challenge(facts, duels, Ordinal(challenger), all));
            found.extend(challenges.map(Conclusion::proof));
        }
        Format::Knockout { .. } if is_open => {
            found.push(Conclusion::winner(still_in(facts, bracket)));
        }
        // If there are only two participants, the verdict about their games is the whole
        // conclusion.
        _ if facts.participants.len() == 2 => {
            found.extend(duels.iter().map(|duel| Conclusion::proof(sentence(&duel.verdict))));
        }
        _ => found.extend(
            ratings.and_then(|ratings| proved(standings, ratings, duels)).map(Conclusion::proof),
        ),
    }
    if let Next::OverEarly { .. } = next {
        found.push(Conclusion::event(sentence(&next.to_string())));
    }
    found.extend(repeats(duels, games, facts.advice).map(Conclusion::proof));
    found.extend(fouls(standings).map(Conclusion::event));
    let unfit = facts
        .unfit
        .iter()
        .map(|(participant, games, why)| unfit(facts.name(*participant), *games, why));
    found.extend(unfit.map(Conclusion::event));
    let unplayed = facts.matches.iter().filter(|totals| totals.tally.is_unplayed());
    let unplayed = unplayed.map(|totals| totals.pairing.players().map(|number| facts.name(number)));
    found.extend(unplayed_matches(&unplayed.collect::<Vec<_>>()).map(Conclusion::event));
    found.extend(void_games(&facts.void).map(Conclusion::event));
    let doubt = doubt(facts.doubtful, games);
    match (found.first_mut(), doubt) {
        (Some(headline), Some(doubt)) => headline.text = format!("{} {doubt}", headline.text),
        (None, doubt) => found.extend(doubt.map(Conclusion::event)),
        (_, None) => {}
    }
    found
}

/// A sentence about who has won or who leads.
fn leader(facts: &Facts, next: &Next, standings: &[Line], bracket: &[Meeting]) -> Option<String> {
    let [first, second, ..] = standings else { return None };
    let is_open = matches!(next, Next::Play(_));
    let verb = if is_open { "leads" } else { "wins" };
    let name = &first.name;
    let goes_on = facts.matches.iter().any(|totals| totals.played() > 0 && !totals.is_over());
    let provided = if goes_on { ", if the matches in progress ended now" } else { "" };
    let level = standings.iter().take_while(|line| line.points == first.points).count();
    Some(match facts.schedule.format() {
        // In a gauntlet, the challengers are listed first whatever their scores, so the leader is
        // not always in the first line. In a duel, the verdict about the two participants is the
        // whole conclusion.
        Format::Gauntlet { .. } | Format::Duel => return None,
        Format::Knockout { .. } if is_open => return None,
        Format::Knockout { .. } => won_final(name, bracket),
        _ if first.had_bye && first.games.total() == 0 => {
            format!(
                "{name} stands first with {} points for a bye, and has not played yet{provided}.",
                first.points
            )
        }
        _ if first.points > second.points => {
            let lead = ahead(first, second);
            format!(
                "{name} {verb} with {} points, {lead} ahead of {}{provided}.",
                first.points, second.name
            )
        }
        _ if first.place == second.place => format!("{}{provided}.", shared(standings)),
        format => {
            let decides = decisive(facts, format, first, second);
            format!(
                "{name} {verb}: {level} participants have {} points, and {decides} \
                decides{provided}.",
                first.points
            )
        }
    })
}

fn won_final(name: &str, bracket: &[Meeting]) -> String {
    match bracket.iter().rfind(|meeting| meeting.table.0 == 0) {
        Some(last) if last.by_seed => {
            format!("The final was tied: {name} wins it as the better seed.")
        }
        _ => format!("{name} wins the final."),
    }
}

/// The participants who share the first place.
fn shared(standings: &[Line]) -> String {
    let first = standings.iter().take_while(|line| line.place == standings[0].place);
    let names: Vec<&str> = first.map(|line| line.name.as_str()).collect();
    let who = match &names[..] {
        [others @ .., last] if names.len() <= 8 => format!("{} and {last}", others.join(", ")),
        _ => format!("{} participants", names.len()),
    };
    format!("{who} share the first place: they are level in points and all tie-breaks")
}

/// The first tie-break in which the two best participants differ.
fn decisive(facts: &Facts, format: Format, first: &Line, second: &Line) -> &'static str {
    match format {
        Format::Swiss { .. } if first.tie_break != second.tie_break => "Buchholz",
        _ if first.tie_break != second.tie_break => "Sonneborn–Berger",
        _ if first.head_to_head != second.head_to_head => "head-to-head",
        _ if facts.has_margins => "the margin of all games",
        _ => "the difference between games won and games lost",
    }
}

fn ahead(first: &Line, second: &Line) -> super::number::Quarters {
    super::number::Quarters(first.points.0 - second.points.0)
}

/// A sentence about the participants who can still win.
fn still_in(facts: &Facts, bracket: &[Meeting]) -> String {
    let last = bracket.last().map(|meeting| meeting.round);
    let decides = |meeting: &&Meeting| Some(meeting.round) != last || meeting.table.0 == 0;
    let out = |participant: Ordinal| {
        let lost =
            |meeting: &Meeting| meeting.winner.is_some() && meeting.winner != Some(participant);
        bracket
            .iter()
            .filter(decides)
            .any(|meeting| meeting.participants.contains(&Some(participant)) && lost(meeting))
    };
    let left: Vec<&str> = (0..facts.participants.len())
        .filter(|&participant| !out(Ordinal(participant)))
        .map(|participant| facts.name(participant))
        .collect();
    if left.len() > 8 {
        format!("{} are still in.", left.len())
    } else {
        format!("Still in: {}.", left.join(", "))
    }
}

/// What the ratings prove about the two participants at the top of the standings.
fn proved(standings: &[Line], ratings: &Ratings, duels: &[Duel]) -> Option<String> {
    let [first, second, ..] = standings else { return None };
    let names = [first.name.as_str(), second.name.as_str()];
    let games = |duel: &Duel| 2 * duel.fresh_pairs().iter().sum::<u64>();
    let played = |line: &Line| {
        duels.iter().filter(|duel| duel.participants.contains(&line.participant)).map(games).sum()
    };
    let verdict = lead(
        names,
        [first.participant.0, second.participant.0],
        ratings,
        [played(first), played(second)],
    );
    // The sentence must ask for different games, since copies of games already played prove
    // nothing.
    let has_copies = duels.iter().any(|duel| duel.repeated != [0; 5]);
    Some(sentence(&if has_copies {
        verdict.replacen(" more games", " more different games", 1)
    } else {
        verdict
    }))
}

fn duel_says(facts: &Facts, duel: &Duel, is_open: bool) -> Vec<String> {
    let is_settled =
        |test: &Sprt| !is_open && !matches!(test.decide(&duel.pairs), Decision::Undecided { .. });
    let name = facts.name(duel.participants[0].0);
    let mut sentences = Vec::new();
    let test = facts.test.and_then(|test| test.sprt().ok());
    match test.as_ref().filter(|test| is_settled(test)) {
        // A test that decides the tournament is the main result.
        Some(test) => sentences
            .extend([test_says(test, name, &duel.pairs, is_open), beside_the_test(&duel.verdict)]),
        None => sentences.push(sentence(&duel.verdict)),
    }
    if let Some(test) = &test {
        if !is_settled(test) {
            sentences.push(test_says(test, name, &duel.pairs, is_open));
        }
        sentences.extend(test_counts_repeats(duel));
        sentences.push(TEST_AND_INTERVALS.to_string());
    }
    sentences
}

/// The conclusion about who is stronger. The sequential test itself has only decided between H0 and
/// H1, and neither hypothesis says who is stronger.
fn beside_the_test(verdict: &str) -> String {
    match verdict.strip_prefix("not decided") {
        Some(rest) => format!(
            "The test does not ask who is stronger. Which participant is stronger is not \
             decided{rest}."
        ),
        None => sentence(verdict),
    }
}

/// A sequential test tends to stop when luck favours one side. So an interval that is computed from
/// its games contains the true value in less than 95 of 100 cases.
const TEST_AND_INTERVALS: &str = "Intervals assume that the number of games was fixed \
                                  beforehand. If a sequential test ends the match, they contain \
                                  the true value in a little less than 95 of 100 cases.";

/// A warning if the test has counted copies of games.
fn test_counts_repeats(duel: &Duel) -> Option<String> {
    let [games, repeated] = [duel.pairs, duel.repeated].map(|pairs| 2 * pairs.iter().sum::<u64>());
    let evidence = games - repeated.min(games);
    (repeated > 0).then(|| {
        format!(
            "The test counts every pair, but all games are copies of {evidence} of them: the \
            test errs more often than its alpha and beta say."
        )
    })
}

fn test_says(test: &Sprt, name: &str, pairs: &[u64; 5], is_open: bool) -> String {
    let ([low, high], [elo0, elo1], ratio) = (test.bounds(), test.elo(), test.ratio(pairs));
    let so_far =
        signed(&format!("log-likelihood ratio {ratio:.2}, between {low:.2} and {high:.2}"));
    let [h0, h1] =
        [("H0", "at most", elo0), ("H1", "at least", elo1)].map(|(hypothesis, bound, elo)| {
            let elo = signed(&elo.to_string());
            format!(
                "The sequential test accepts {hypothesis}, that {name} is {bound} {elo} Elo points \
            stronger ({so_far})."
            )
        });
    match test.decide(pairs) {
        // The pair that decides the test comes after pairs that are not finished.
        Decision::AcceptH0 | Decision::AcceptH1 if is_open => {
            let order = "it counts pairs in their order, and some earlier pairs are not finished";
            format!("The sequential test is not decided yet ({so_far}): {order}.")
        }
        Decision::AcceptH0 => h0,
        Decision::AcceptH1 => h1,
        Decision::Undecided { .. } if !is_open => {
            let games = 2 * pairs.iter().sum::<u64>();
            format!("The sequential test was given up after {games} games, undecided ({so_far}).")
        }
        Decision::Undecided { further_games: Some(games) } => format!(
            "The sequential test is not decided yet ({so_far}); about {games} more games would \
            decide between H0 and H1. The test does not ask who is stronger."
        ),
        Decision::Undecided { further_games: None } => {
            format!("The sequential test is not decided yet ({so_far}).")
        }
    }
}

/// Replaces the hyphens of negative numbers by minus signs.
fn signed(numbers: &str) -> String {
    numbers.replace(" -", " \u{2212}").replacen(
        '-',
        "\u{2212}",
        usize::from(numbers.starts_with('-')),
    )
}

/// The conclusion from a challenger's games against all opponents together.
fn challenge(facts: &Facts, duels: &[Duel], challenger: Ordinal, all: &str) -> String {
    let [mut pairs, mut repeated] = [[0; 5]; 2];
    for (_, duel) in duels.iter().filter_map(|duel| duel.seen_by(challenger)) {
        pairs.iter_mut().zip(duel.fresh_pairs()).for_each(|(sum, number)| *sum += number);
        repeated.iter_mut().zip(duel.repeated).for_each(|(sum, number)| *sum += number);
    }
    let name = facts.name(challenger.0);
    let verdict = verdict_of_different([name, "the field"], &pairs, &repeated);
    format!("{name} against {all}: {}", sentence(&verdict))
}

/// A sentence about games that are copies of other games, with advice.
fn repeats(duels: &[Duel], games: u64, advice: &str) -> Option<String> {
    let repeated = 2 * duels.iter().flat_map(|duel| duel.repeated).sum::<u64>();
    let evidence = games - repeated.min(games);
    (repeated > 0).then(|| {
        format!(
            "Only {evidence} of {games} games are evidence. The others are copies, move by move, \
            of a pair of games of the same two participants on the same board: they count for \
            no interval, rating or verdict. {advice}"
        )
    })
}

fn fouls(standings: &[Line]) -> Option<String> {
    let all: u64 = standings.iter().map(|line| line.fouls).sum();
    let most = standings.iter().map(|line| line.fouls).max()?;
    let worst: Vec<&str> =
        standings.iter().filter(|line| line.fouls == most).map(|line| line.name.as_str()).collect();
    let games = if all == 1 { "1 game was" } else { &format!("{all} games were") };
    match worst[..] {
        _ if most == 0 => None,
        [name] if most == all => Some(format!("{games} lost by a foul, by {name}.")),
        [name] => Some(format!("{games} lost by a foul, {most} of them by {name}.")),
        _ => Some(format!("{games} lost by a foul.")),
    }
}

/// A sentence about a participant who lost games without making a move.
fn unfit(name: &str, games: u64, why: &str) -> String {
    let games = if games == 1 { "a game".to_string() } else { format!("{games} games") };
    format!("{name} lost {games} without a move: {}.", why.trim_end_matches('.'))
}

/// A sentence about the matches between participants who could not take part.
fn unplayed_matches(all: &[[&str; 2]]) -> Option<String> {
    let ([one, other], rest) = all.split_first()?;
    let others = match rest.len() {
        0 => String::new(),
        1 => ", nor did another such pair".to_string(),
        more => format!(", nor did {more} other such pairs"),
    };
    Some(format!(
        "{one} and {other} could not take part, so they did not play each other{others}: both got 0 \
        points."
    ))
}

/// A warning that belongs to the headline.
fn doubt(doubtful: u64, games: u64) -> Option<String> {
    let were = if doubtful == 1 { "was" } else { "were" };
    (doubtful > 0).then(|| {
        format!(
            "But {doubtful} of {games} games {were} decided by a clock while the machine was busy."
        )
    })
}

fn void_games(reasons: &[String]) -> Option<String> {
    match reasons {
        [] => None,
        [reason] => Some(format!("1 game was void, and was played again: {reason}.")),
        [first, ..] => {
            let games = reasons.len();
            Some(format!(
                "{games} games were void, and were played again. The first reason: {first}."
            ))
        }
    }
}

/// The words as a sentence with a full stop. A name at the beginning does not get a capital letter.
fn sentence(words: &str) -> String {
    let start = words.strip_prefix("not decided").map(|rest| format!("Not decided yet{rest}"));
    format!("{}.", start.unwrap_or_else(|| words.to_string()))
}
