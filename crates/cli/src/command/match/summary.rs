//! The summary of a match, in words.

use std::io::Write;

use matches::{Score, proof};
use players::Contestant;
use stats::{Range, Sprt, Verdict, elo_of, share, superiority, verdict_of_different};

use super::live::Tally;
use crate::failure::Failure;
use crate::palette::{FAINT, STRONG, WRONG};
use crate::{sprt, words};

/// The greatest number of games that are listed by number; more games are only counted.
const NAMED: usize = 5;

/// Fewer pairs are not told in Elo.
pub(super) const PAIRS_FOR_ELO: u64 = 50;

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

/// What a summary tells about.
pub(super) struct Summary<'a> {
    pub(super) tally: &'a Tally,
    pub(super) test: Option<&'a Sprt>,
    pub(super) contestants: &'a [Contestant; 2],
    pub(super) title: &'a str,
    pub(super) seed: u64,
    pub(super) opened: Opened,
    pub(super) compilers: Option<&'a str>,
}

impl Summary<'_> {
    /// Writes how often each player won, and what these numbers prove.
    pub(super) fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let names = words::names([&self.contestants[0].name, &self.contestants[1].name]);
        self.write_heading(out)?;
        self.write_points(&names, out)?;
        self.write_proof(&names, out)?;
        self.write_fouls(&names, out)?;
        if let Some(line) = self.compilers {
            writeln!(out, "{FAINT}compiled by {line}{FAINT:#}")?;
        }
        self.write_reproduction(out)
    }

    fn write_heading(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let how = match self.opened {
            Opened::AtRandom(0) => String::new(),
            Opened::AtRandom(moves) => {
                let moves = words::counted(moves as u64, "half-move");
                format!(", each board after {moves} at random")
            }
            Opened::Chosen(all) => {
                format!(", each board after one of {}", words::counted(all as u64, "opening"))
            }
        };
        let (title, seed) = (self.title, self.seed);
        let games = words::counted(self.tally.score.games(), "game");
        Ok(writeln!(out, "{STRONG}{title}{STRONG:#}: {games}, seed {seed}{how}")?)
    }

    fn write_points(&self, names: &[String; 2], out: &mut dyn Write) -> Result<(), Failure> {
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        writeln!(out, "{FAINT}{:width$}    won  drawn   lost  fouls  points a game{FAINT:#}", "")?;
        let score = &self.tally.score;
        let margin = score.margin as f64 / score.games() as f64;
        for (contestant, other, margin) in [(0, 1, margin), (1, 0, -margin)] {
            let name = &names[contestant];
            let [won, lost] = [score.wins[contestant], score.wins[other]];
            let [drawn, fouls] = [score.draws, score.fouls[contestant]];
            let margin = words::signed(margin);
            writeln!(out, "{name:width$} {won:>6} {drawn:>6} {lost:>6} {fouls:>6}  {margin:>13}")?;
        }
        Ok(())
    }

    fn write_proof(&self, names: &[String; 2], out: &mut dyn Write) -> Result<(), Failure> {
        let score = &self.tally.score;
        let (different, copies) = (score.fresh_pairs(), score.repeated);
        let verdict = match self.test {
            Some(test) => sprt::sentence(test, &names[0], score),
            None => proof::verdict([&names[0], &names[1]], &different, &copies).to_string(),
        };
        let doubt = match self.tally.doubtful {
            0 => String::new(),
            doubtful => {
                let games = words::counted(doubtful, "game");
                format!(" {WRONG}But a clock decided {games} while the machine was busy.{WRONG:#}")
            }
        };
        writeln!(out, "{verdict}{doubt}")?;
        if let Some(line) = in_elo(&names[0], &different) {
            writeln!(out, "{FAINT}{line}{FAINT:#}")?;
        }
        if let Some(line) = by_margin(&names[0], score) {
            writeln!(out, "{line}")?;
        }
        let verdict = verdict_of_different(&different, &copies);
        if self.test.is_none() && matches!(verdict, Verdict::Open { .. }) {
            writeln!(out, "{FAINT}{HOW_TO_DECIDE}{FAINT:#}")?;
        }
        if let Opened::AtRandom(opening @ 1..) = self.opened
            && copies.iter().any(|&pairs| pairs > 0)
        {
            writeln!(out, "a longer --opening than {opening} would make more games differ")?;
        }
        Ok(())
    }

    fn write_fouls(&self, names: &[String; 2], out: &mut dyn Write) -> Result<(), Failure> {
        let Tally { fouls, hint, void, .. } = self.tally;
        for ((name, fouls), hint) in names.iter().zip(fouls).zip(hint) {
            for (foul, games) in fouls {
                let (foul, games) = (words::in_a_line(foul), named(games));
                writeln!(out, "{WRONG}{name}: {foul}{WRONG:#} {FAINT}({games}){FAINT:#}")?;
            }
            if let Some(hint) = hint {
                writeln!(out, "  {}", words::printable(hint))?;
            }
        }
        if let (games, Some(why)) = void {
            let (games, why) = (named(games), words::in_a_line(why));
            let what = "void, and played again";
            writeln!(out, "{WRONG}{what}{WRONG:#} {FAINT}({games}){FAINT:#}: {why}")?;
        }
        Ok(())
    }

    fn write_reproduction(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for (confined, unconfined) in self.tally.reproduce.iter().flatten() {
            let line = words::printable(confined);
            writeln!(out, "{FAINT}reproduce the first foul:{FAINT:#} {line}")?;
            if let Some(line) = unconfined {
                let line = words::printable(line);
                writeln!(out, "{FAINT}or without the sandbox, if you trust it:{FAINT:#} {line}")?;
            }
        }
        Ok(())
    }
}

/// What match programs for chess print: Elo with its 95 % range, the likelihood of superiority, and
/// the pairs by their points. `None` for few games, whose range in Elo says little.
fn in_elo(name: &str, pairs: &[u64; 5]) -> Option<String> {
    if pairs.iter().sum::<u64>() < PAIRS_FOR_ELO {
        return None;
    }
    let (share, superior) = (share(pairs)?, 100.0 * superiority(pairs)?);
    let Range { value, low, high } = share;
    let elo = Range { value: elo_of(value), low: elo_of(low), high: elo_of(high) };
    let elo = elo_range(elo);
    let pairs = pairs.map(|pairs| pairs.to_string()).join(" ");
    Some(format!(
        "Elo of {name}: {elo}, LOS {superior:.1} %, pairs with 0, ½, 1, 1½, 2 \
        points: {pairs}"
    ))
}

/// An advantage in Elo points, with its 95 % range.
pub(super) fn elo_range(Range { value, low, high }: Range) -> String {
    let [value, low, high] = [value, low, high].map(|elo| format!("{elo:+.0}").replace("inf", "∞"));
    format!("{value} ({low} to {high})")
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
