//! The summary of a match, in words.

use std::io::Write;

use matches::{Score, proof};
use players::Contestant;
use stats::{Sprt, share, verdict_of_different};

use super::live::Tally;
use crate::failure::Failure;
use crate::palette::{FAINT, STRONG, WRONG};
use crate::{sprt, words};

/// The greatest number of games that are listed by number; more games are only counted.
const NAMED: usize = 5;

/// What a summary says after such a verdict. Whoever looks at a range again and again while games
/// are added finds a difference where there is none.
const HOW_TO_DECIDE: &str = "such a range holds for a number of games that was chosen beforehand; \
`--sprt 0,30` plays until the question is decided";

/// How the boards of a match were opened.
#[derive(Clone, Copy)]
pub(super) enum Opened {
    /// By so many random half-moves.
    AtRandom(usize),
    /// By so many openings in turn.
    Chosen(usize),
}

/// Writes how often each player won, and what these numbers prove.
pub(super) fn write(
    tally: &Tally,
    test: Option<&Sprt>,
    contestants: &[Contestant; 2],
    (title, seed): (&str, u64),
    opened: Opened,
    compilers: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let games = tally.score.games();
    let how = match opened {
        Opened::AtRandom(0) => String::new(),
        Opened::AtRandom(moves) => {
            format!(", each board after {} at random", words::counted(moves as u64, "half-move"))
        }
        Opened::Chosen(all) => {
            format!(", each board after one of {}", words::counted(all as u64, "opening"))
        }
    };
    writeln!(
        out,
        "{STRONG}{}{STRONG:#}: {}, seed {}{how}",
        title,
        words::counted(games, "game"),
        seed
    )?;
    let names = words::names([&contestants[0].name, &contestants[1].name]);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(out, "{FAINT}{:width$}    won  drawn   lost  fouls  points a game{FAINT:#}", "")?;
    let score = &tally.score;
    let margin = score.margin as f64 / games as f64;
    for (contestant, other, margin) in [(0, 1, margin), (1, 0, -margin)] {
        let name = &names[contestant];
        let [won, lost] = [score.wins[contestant], score.wins[other]];
        let [drawn, fouls] = [score.draws, score.fouls[contestant]];
        writeln!(
            out,
            "{name:width$} {won:>6} {drawn:>6} {lost:>6} {fouls:>6}  {:>13}",
            words::signed(margin)
        )?;
    }
    let (different, copies) = (score.fresh_pairs(), score.repeated);
    let verdict = match test {
        Some(test) => sprt::sentence(test, &names[0], score),
        None => proof::verdict([&names[0], &names[1]], &different, &copies).to_string(),
    };
    let doubt = match tally.doubtful {
        0 => String::new(),
        doubtful => {
            let games = words::counted(doubtful, "game");
            format!(" {WRONG}But a clock decided {games} while the machine was busy.{WRONG:#}")
        }
    };
    writeln!(out, "{verdict}{doubt}")?;
    if let Some(line) = by_margin(&names[0], score) {
        writeln!(out, "{line}")?;
    }
    if test.is_none() && !verdict_of_different(&different, &copies).is_decided() {
        writeln!(out, "{FAINT}{HOW_TO_DECIDE}{FAINT:#}")?;
    }
    if let Opened::AtRandom(opening @ 1..) = opened
        && score.repeated.iter().any(|&pairs| pairs > 0)
    {
        writeln!(out, "a longer --opening than {opening} would make more games differ")?;
    }
    for ((name, fouls), hint) in names.iter().zip(&tally.fouls).zip(&tally.hint) {
        for (foul, games) in fouls {
            writeln!(
                out,
                "{WRONG}{name}: {}{WRONG:#} {FAINT}({}){FAINT:#}",
                words::in_a_line(foul),
                named(games)
            )?;
        }
        if let Some(hint) = hint {
            writeln!(out, "  {}", words::printable(hint))?;
        }
    }
    if let (void, Some(why)) = &tally.void {
        writeln!(
            out,
            "{WRONG}void, and played again{WRONG:#} {FAINT}({}){FAINT:#}: {}",
            named(void),
            words::in_a_line(why)
        )?;
    }
    if let Some(line) = compilers {
        writeln!(out, "{FAINT}compiled by {line}{FAINT:#}")?;
    }
    for (confined, unconfined) in tally.reproduce.iter().flatten() {
        writeln!(out, "{FAINT}reproduce the first foul:{FAINT:#} {}", words::printable(confined))?;
        if let Some(line) = unconfined {
            let line = words::printable(line);
            writeln!(out, "{FAINT}or without the sandbox, if you trust it:{FAINT:#} {line}")?;
        }
    }
    Ok(())
}

/// The share of the pairs, which are won by the sum of both margins; `None` if no game was won by
/// more than one point. Copies have no range, since they prove nothing.
fn by_margin(name: &str, score: &Score) -> Option<String> {
    let [lost, level, won] = score.by_margin;
    let share = share(&[lost, 0, level, 0, won]).filter(|_| score.has_points)?;
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    let range = match score.repeated {
        [0, 0, 0, 0, 0] => format!(" ({low:.1} to {high:.1})"),
        _ => String::new(),
    };
    Some(format!(
        "by the margins of both games, {name} won {won} pairs, drew {level} and lost {lost}: \
        {value:.1} %{range}"
    ))
}

/// The list of some games by their numbers, as in `games 3, 7 and 12`.
fn named(games: &[u64]) -> String {
    let list = games.iter().take(NAMED).map(u64::to_string).collect::<Vec<_>>().join(", ");
    let more = games.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("game{} {list}{rest}", if games.len() == 1 { "" } else { "s" })
}
