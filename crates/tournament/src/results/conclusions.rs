//! What a tournament has shown.

use rules::{Argument, Message};
use serde::Serialize;

use super::duels::Duel;
use super::facts::{Facts, MatchFacts, plain};
use super::matches::Meeting;
use super::number::{Ordinal, Quarters};
use super::ranking::Line;
use crate::plan::Departure;
use ::matches::proof;
use pairing::{Format, Next};
use stats::{Decision, Ratings, Sprt, verdict_of_different};

/// A sentence about what a tournament has shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conclusion {
    /// The subject.
    pub about: About,
    /// The sentence.
    #[serde(flatten)]
    pub says: Message,
}

/// The subject of a conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// The participants who lead or have won.
    Winner,
    /// What the games prove, and what they do not.
    Proof,
    /// Other events.
    Event,
}

impl Conclusion {
    fn winner(says: Message) -> Conclusion {
        Conclusion { about: About::Winner, says }
    }

    fn proof(says: Message) -> Conclusion {
        Conclusion { about: About::Proof, says }
    }

    pub(crate) fn event(says: Message) -> Conclusion {
        Conclusion { about: About::Event, says }
    }
}

/// A list of at most this many names is read; a longer one is only counted.
const MOST_NAMES: usize = 8;

/// The sentences, the most important first.
pub(super) fn conclusions(
    facts: &Facts,
    (format, next): (Format, &Next),
    standings: &[Line],
    duels: &[Duel],
    bracket: &[Meeting],
    ratings: Option<&Ratings>,
) -> Vec<Conclusion> {
    let games: u64 = facts.matches.iter().map(MatchFacts::games).sum();
    let left = facts.departures.all().map(|(participant, how)| left(facts, participant, how));
    let left = left.map(Conclusion::event);
    if games == 0 && facts.struck_games == 0 {
        return [Conclusion::winner(text!("no-game"))].into_iter().chain(left).collect();
    }
    // Nobody who has left can win.
    let with_leavers = standings;
    let standings: Vec<Line> = standings
        .iter()
        .filter(|line| !facts.departures.has_left(line.participant.0))
        // Points of other stages cannot be compared with those of the leader.
        .filter(|line| line.stage == with_leavers[0].stage)
        .cloned()
        .collect();
    let standings = &standings[..];
    let is_open = matches!(next, Next::Play(_));
    let mut found: Vec<Conclusion> = leader(facts, (format, next), standings, bracket)
        .map(Conclusion::winner)
        .into_iter()
        .collect();
    match format {
        Format::Duel => found.extend(
            duels.iter().flat_map(|duel| duel_says(facts, duel, is_open)).map(Conclusion::proof),
        ),
        Format::Gauntlet { challengers } => {
            let challenges = (0..challengers)
                .filter(|&challenger| !facts.departures.has_left(challenger))
                .map(|challenger| challenge(facts, duels, Ordinal(challenger), challengers == 1));
            found.extend(challenges.map(Conclusion::proof));
        }
        Format::Knockout { .. } if is_open => {
            found.push(Conclusion::winner(still_in(facts, bracket)));
        }
        // If there are only two participants, the verdict about their games is the whole
        // conclusion.
        _ if facts.participants.len() == 2 => {
            found.extend(duels.iter().map(|duel| Conclusion::proof(duel.verdict.clone())));
        }
        _ => found.extend(
            ratings.and_then(|ratings| proved(standings, ratings, duels)).map(Conclusion::proof),
        ),
    }
    found.extend(left);
    if let Next::OverEarly { rounds } = next {
        found.push(Conclusion::event(text!("over-early", n = *rounds)));
    }
    found.extend(repeats(duels, games, &facts.advice).map(Conclusion::proof));
    found.extend(fouls(with_leavers).map(Conclusion::event));
    let unfit = facts
        .unfit
        .iter()
        .map(|(participant, games, why)| unfit(facts.name(*participant), *games, why));
    found.extend(unfit.map(Conclusion::event));
    let unplayed = facts.matches.iter().filter(|totals| totals.tally.is_unplayed());
    let unplayed = unplayed.map(|totals| totals.pairing.players().map(|number| facts.name(number)));
    found.extend(unplayed_matches(&unplayed.collect::<Vec<_>>()).map(Conclusion::event));
    found.extend(void_games(&facts.void).map(Conclusion::event));
    // The warning belongs to the headline.
    if let Some(headline) = found.first_mut().filter(|_| facts.doubtful > 0) {
        let says = headline.says.clone();
        headline.says = text!("with-doubt", what = says, n = facts.doubtful, all = games);
    }
    found
}

/// A sentence about who has won or who leads.
fn leader(
    facts: &Facts,
    (format, next): (Format, &Next),
    standings: &[Line],
    bracket: &[Meeting],
) -> Option<Message> {
    let [first, second, ..] = standings else { return None };
    let is_open = matches!(next, Next::Play(_));
    let is_provided = facts.matches.iter().any(|totals| totals.played() > 0 && !totals.is_over());
    let level = standings.iter().take_while(|line| line.points == first.points).count();
    Some(match format {
        // In a gauntlet, the challengers are listed first whatever their scores, so the leader is
        // not always in the first line. In a duel, the verdict about the two participants is the
        // whole conclusion.
        Format::Groups { .. } | Format::Gauntlet { .. } | Format::Duel => return None,
        Format::Knockout { .. } if is_open => return None,
        Format::Knockout { .. } => won_final(first, bracket),
        _ if first.had_bye && first.games.total() == 0 => {
            let says = if is_provided { text!("bye-first-provided") } else { text!("bye-first") };
            says.name("name", &first.name).with("points", first.points)
        }
        _ if first.points > second.points => {
            let says = match (is_open, is_provided) {
                (true, true) => text!("leads-provided"),
                (true, false) => text!("leads"),
                (false, _) => text!("wins"),
            };
            says.name("name", &first.name)
                .name("second", &second.name)
                .with("points", first.points)
                .with("lead", Quarters(first.points.0 - second.points.0))
        }
        _ if first.place == second.place => shared(standings, is_provided),
        format => {
            let says = match (is_open, is_provided) {
                (true, true) => text!("leads-tied-provided"),
                (true, false) => text!("leads-tied"),
                (false, _) => text!("wins-tied"),
            };
            says.name("name", &first.name)
                .number("level", level)
                .with("points", first.points)
                .with("decides", decisive(facts, format, first, second))
        }
    })
}

/// A sentence about a participant who has left.
fn left(facts: &Facts, participant: usize, how: &Departure) -> Message {
    let says = match (how.is_disqualified, how.reason.as_deref()) {
        (true, why) => text!("disqualified-for").with("why", plain(why.unwrap_or_default())),
        (false, Some(why)) => text!("withdrew-for").with("why", plain(why)),
        (false, None) => text!("withdrew"),
    };
    let says = says.name("name", facts.name(participant));
    if facts.struck.contains(&participant) { text!("none-counts", what = says) } else { says }
}

fn won_final(first: &Line, bracket: &[Meeting]) -> Message {
    let name = &first.name;
    match bracket.iter().rfind(|meeting| meeting.table.0 == 0) {
        Some(last) if last.winner != Some(first.participant) => text!("moved-up", name = name),
        Some(last) if last.by_seed => text!("final-tied", name = name),
        _ => text!("final-won", name = name),
    }
}

/// The participants who share the first place.
fn shared(standings: &[Line], is_provided: bool) -> Message {
    let first = standings.iter().take_while(|line| line.place == standings[0].place);
    let names: Vec<&str> = first.map(|line| line.name.as_str()).collect();
    let who = match names.len() {
        ..=MOST_NAMES => Argument::from(names),
        more => text!("participants-are", n = more).into(),
    };
    match is_provided {
        true => text!("shared-provided", names = who),
        false => text!("shared", names = who),
    }
}

/// The first tie-break in which the two best participants differ.
fn decisive(facts: &Facts, format: Format, first: &Line, second: &Line) -> Argument {
    match format {
        Format::Swiss { .. } if first.tie_break != second.tie_break => "Buchholz".into(),
        _ if first.tie_break != second.tie_break => "Sonneborn–Berger".into(),
        _ if first.head_to_head != second.head_to_head => text!("head-to-head").into(),
        _ if facts.has_margins => text!("margin-of-all").into(),
        _ => text!("won-and-lost").into(),
    }
}

/// A sentence about the participants who can still win.
fn still_in(facts: &Facts, bracket: &[Meeting]) -> Message {
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
    let is_in = |participant: Ordinal| {
        bracket.iter().any(|meeting| meeting.participants.contains(&Some(participant)))
    };
    let left: Vec<&str> = (0..facts.participants.len())
        .filter(|&participant| is_in(Ordinal(participant)) && !out(Ordinal(participant)))
        .filter(|&participant| !facts.departures.has_left(participant))
        .map(|participant| facts.name(participant))
        .collect();
    if left.len() > MOST_NAMES {
        text!("still-many", n = left.len())
    } else {
        text!("still-in", names = left)
    }
}

/// What the ratings prove about the two participants at the top of the standings.
fn proved(standings: &[Line], ratings: &Ratings, duels: &[Duel]) -> Option<Message> {
    let [first, second, ..] = standings else { return None };
    let games = |duel: &Duel| 2 * duel.fresh_pairs().iter().sum::<u64>();
    let played = |line: &Line| {
        duels.iter().filter(|duel| duel.participants.contains(&line.participant)).map(games).sum()
    };
    Some(proof::lead(
        [&first.name, &second.name],
        [first.participant.0, second.participant.0],
        ratings,
        [played(first), played(second)],
        duels.iter().any(|duel| duel.repeated != [0; 5]),
    ))
}

fn duel_says(facts: &Facts, duel: &Duel, is_open: bool) -> Vec<Message> {
    let is_settled =
        |test: &Sprt| !is_open && !matches!(test.decide(&duel.pairs), Decision::Undecided { .. });
    let name = facts.name(duel.participants[0].0);
    let verdict = duel.verdict.clone();
    let Some(test) = facts.test.and_then(|test| test.sprt().ok()) else { return vec![verdict] };
    let says = test_says(&test, name, &duel.pairs, is_open);
    let is_decided = verdict_of_different(&duel.fresh_pairs(), &duel.repeated).is_decided();
    // A test that decides the tournament is the main result. The test itself has only decided
    // between H0 and H1, and neither hypothesis says who is stronger.
    let mut sentences = match is_settled(&test) {
        true if !is_decided => vec![says, text!("beside-test", verdict = verdict)],
        true => vec![says, verdict],
        false => vec![verdict, says],
    };
    sentences.extend(test_counts_repeats(duel));
    // A sequential test tends to stop when luck favours one side. So an interval that is computed
    // from its games contains the true value in less than 95 of 100 cases.
    sentences.push(text!("test-and-intervals"));
    sentences
}

/// A warning if the test has counted copies of games.
fn test_counts_repeats(duel: &Duel) -> Option<Message> {
    let [games, repeated] = [duel.pairs, duel.repeated].map(|pairs| 2 * pairs.iter().sum::<u64>());
    let evidence = games - repeated.min(games);
    (repeated > 0).then(|| text!("test-counts-copies", n = evidence))
}

fn test_says(test: &Sprt, name: &str, pairs: &[u64; 5], is_open: bool) -> Message {
    let ([low, high], [elo0, elo1]) = (test.bounds(), test.elo());
    let [ratio, low, high] =
        [test.ratio(pairs), low, high].map(|number| Argument::Decimal(format!("{number:.2}")));
    let so_far = text!("ratio", ratio = ratio, low = low, high = high);
    let elo = |elo: f64| Argument::Decimal(elo.to_string());
    match test.decide(pairs) {
        // The pair that decides the test comes after pairs that are not finished.
        Decision::AcceptH0 | Decision::AcceptH1 if is_open => {
            text!("test-waits-for-order", ratio = so_far)
        }
        // Each answer is wrong in few cases because the other hypothesis is false, so it says no
        // more than that.
        Decision::AcceptH0 => text!("test-h0", name = name, elo = elo(elo1), ratio = so_far),
        Decision::AcceptH1 => text!("test-h1", name = name, elo = elo(elo0), ratio = so_far),
        Decision::Undecided { .. } if !is_open => {
            let games = 2 * pairs.iter().sum::<u64>();
            text!("test-given-up", n = games, ratio = so_far)
        }
        Decision::Undecided { further_games: Some(games) } => {
            text!("test-needs-more", n = games, ratio = so_far)
        }
        Decision::Undecided { further_games: None } => text!("test-is-open", ratio = so_far),
    }
}

/// The conclusion from a challenger's games against all opponents together.
fn challenge(facts: &Facts, duels: &[Duel], challenger: Ordinal, is_alone: bool) -> Message {
    let [mut pairs, mut repeated] = [[0; 5]; 2];
    for (_, duel) in duels.iter().filter_map(|duel| duel.seen_by(challenger)) {
        pairs.iter_mut().zip(duel.fresh_pairs()).for_each(|(sum, number)| *sum += number);
        repeated.iter_mut().zip(duel.repeated).for_each(|(sum, number)| *sum += number);
    }
    let name = facts.name(challenger.0);
    let field = Argument::from(text!("the-field"));
    let verdict = proof::verdict([name.into(), field], &pairs, &repeated);
    match is_alone {
        true => text!("challenge", name = name, verdict = verdict),
        false => text!("challenges", name = name, verdict = verdict),
    }
}

/// A sentence about games that are copies of other games, with advice.
fn repeats(duels: &[Duel], games: u64, advice: &Message) -> Option<Message> {
    let repeated = 2 * duels.iter().flat_map(|duel| duel.repeated).sum::<u64>();
    let evidence = games - repeated.min(games);
    (repeated > 0).then(|| text!("evidence", n = evidence, all = games, advice = advice.clone()))
}

fn fouls(standings: &[Line]) -> Option<Message> {
    let all: u64 = standings.iter().map(|line| line.fouls).sum();
    let most = standings.iter().map(|line| line.fouls).max()?;
    let worst: Vec<&str> =
        standings.iter().filter(|line| line.fouls == most).map(|line| line.name.as_str()).collect();
    match worst[..] {
        _ if most == 0 => None,
        [name] if all == 1 => Some(text!("one-foul", name = name)),
        [name] if most == all => Some(text!("fouls-of-one", n = all, name = name)),
        [name] => Some(text!("fouls-most", n = all, most = most, name = name)),
        _ => Some(text!("fouls-all", n = all)),
    }
}

/// A sentence about a participant who lost games without making a move.
fn unfit(name: &str, games: u64, why: &Message) -> Message {
    match games {
        1 => text!("unfit-one", name = name, why = why.clone()),
        _ => text!("unfit-many", name = name, n = games, why = why.clone()),
    }
}

/// A sentence about the matches between participants who could not take part.
fn unplayed_matches(all: &[[&str; 2]]) -> Option<Message> {
    let ([one, other], rest) = all.split_first()?;
    Some(match rest.len() {
        0 => text!("unplayed", one = *one, other = *other),
        more => text!("unplayed-more", one = *one, other = *other, n = more),
    })
}

fn void_games(reasons: &[Message]) -> Option<Message> {
    match reasons {
        [] => None,
        [reason] => Some(text!("void-one", why = reason.clone())),
        [first, ..] => Some(text!("void-many", n = reasons.len(), why = first.clone())),
    }
}
