//! Looks for what explains the fouls of a program in its games: a mistake in the source that shows
//! once the program checks itself, or another reading of the names of squares.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use errors::Error;
use judge::{Case, CaseSet, Mistake, checks};
use matches::record::{Ending, Record};
use matches::{Prepared, folder_in};
use players::{Foul, Misreading};
use rules::{Argument, Message, Parameters, Played, Reading, Side, TimeControl, message};
use sandbox::Spawner;
use submission::StagedCopy;

use crate::cases::CaseRun;
use crate::contestants::contestant;
use crate::quick_clock::{quick, was_silent};
use crate::trial_pairs::{Opponent, Pair, TrialGames};
use crate::trial_words::WORDS;

/// The search for the cause of a first foul.
pub(crate) struct CauseSearch<'a> {
    pub(crate) games: TrialGames<'a>,
    pub(crate) version: &'a Prepared,
    /// The game with the foul.
    pub(crate) foul: Record,
    /// The pair of this game.
    pub(crate) pair: Pair,
    /// The number of games before this pair.
    pub(crate) played: usize,
}

/// The games of a program that is read in one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    games: u32,
    fouls: u32,
}

/// What the version played in a game.
struct Made {
    parameters: Parameters,
    moves: Vec<String>,
    opening: usize,
    own: Side,
    illegal: Option<String>,
}

/// Games that are played as the rules name squares, and at least with each other reading.
const GAMES: u32 = 10;
/// Fewer fouls in these games may have any cause.
const LEAST_FOULS: u32 = 3;
/// So many further games are played if several readings of the rules explain these.
const MORE_GAMES: u32 = 20;
/// With another reading of squares at most so many games are played.
const MOST_GAMES: u32 = 20;
/// A reading under which no game ends in a foul explains the fouls if the probability of that, by
/// the share of fouls without it, is below this.
const CHANCE: f64 = 0.001;
/// A reading explains the moves clearly better than another if it leaves the player so many bits less
/// of choice: a player who chooses at random would be 128 times as likely to make these moves.
const CLEAR: f64 = 7.0;
/// The time of each player in these games: a program that is read wrongly may wait for ever.
const GAME: Duration = Duration::from_secs(3);
/// No further game begins after this time.
const LONGEST: Duration = Duration::from_secs(20);

impl CauseSearch<'_> {
    /// The line of the source that explains the foul. `spare` is another process that starts
    /// programs.
    ///
    /// # Errors
    /// Fails if this machine cannot run programs.
    pub(crate) fn in_source(&self, spare: Spawner) -> Result<Option<Message>, Error> {
        if is_dear(&self.foul) && was_silent(&self.foul) {
            return Ok(None);
        }
        let mistake = self.mistake()?;
        let is_placed = mistake.as_ref().is_some_and(|mistake| mistake.place.is_some());
        let more = match &mistake {
            None if !is_fatal(&self.foul) => None,
            _ if is_placed => None,
            _ => self.on_input(spare)?,
        };
        Ok(more.or(mistake.map(|mistake| mistake.message())))
    }

    /// What a build of the program that checks itself says if it plays the pair again.
    fn mistake(&self) -> Result<Option<Mistake>, Error> {
        let (games, trial) = (&self.games, self.games.trial);
        let entry = &games.entries[0];
        let taken = StagedCopy::copied(entry, &games.scratch.join("source"))?;
        let Some(checks) = checks(entry.language) else {
            return Ok(Mistake::in_stderr(&stderr(&self.foul), &taken));
        };
        let time = quick(trial.training.time);
        let pair = Pair { opponent: self.opponent(), time, ..self.pair.clone() };
        let mut terms = games.terms(&pair, self.played)?;
        terms.compilers = terms.compilers.and(checks);
        let folder = folder_in(games.scratch, "with-checks")?;
        let (contestant, spec) = (contestant(entry), trial.training.spec);
        let checked = {
            let spawner = &mut games.slot.spawner();
            Prepared::prepare(&contestant, spec, &terms, &folder, spawner)?
        };
        if checked.absent().is_some() {
            return Ok(None);
        }
        let (stop, mut found) = (AtomicBool::new(false), None);
        games.play((&pair, 0), terms, [&checked; 2], (None, &stop), &mut |record| {
            found = Mistake::in_stderr(&stderr(&record), &taken);
            stop.store(found.is_some() || pair.is_foul(&record), Ordering::Relaxed);
            Ok(())
        })?;
        Ok(found)
    }

    /// What the judge's closer look finds if the program gets the whole input of the game at once.
    /// After its last line the program may go wrong in other ways, so this is for programs that crash
    /// or have a mistake that is known.
    fn on_input(&self, spare: Spawner) -> Result<Option<Message>, Error> {
        let Ending::Foul { report: Some(report), .. } = &self.foul.end else { return Ok(None) };
        let games = &self.games;
        let folder = folder_in(games.scratch, "input")?;
        let [input, expected] =
            [("game.in", &*report.input), ("game.out", "")].map(|(name, text)| {
                let path = folder.join(name);
                fs::write(&path, text).map(|()| path)
            });
        let failed = |error| Error::file("write", &folder, &error);
        let (input, expected) = (input.map_err(failed)?, expected.map_err(failed)?);
        let case = Case { name: "game".to_string(), input, expected, is_validation: false };
        let sets = [CaseSet { defines: Vec::new(), cases: vec![case] }];
        let (entry, training) = (&games.entries[0], &games.trial.training);
        let shown = (folder.display().to_string(), "game");
        let mut run = CaseRun::on(games.place, training, (entry, &sets, shown), false, spare)?;
        while !run.turn(&mut games.slot.spawner())? {}
        Ok(run.results().report.fault.map(|fault| fault.mistake.message()))
    }

    /// Another version writes to standard error, too.
    fn opponent(&self) -> Opponent {
        let [weak, _] = self.games.trial.training.opponents;
        match self.pair.opponent {
            Opponent::Version => Opponent::Level(weak),
            other => other,
        }
    }

    /// What the program reads in another way: the rules of the game, or the names of squares.
    ///
    /// # Errors
    /// Fails if this machine cannot run programs.
    pub(crate) fn in_play(&self) -> Result<Option<Message>, Error> {
        if is_dear(&self.foul) || self.games.trial.training.spec.contest.squares.is_none() {
            return Ok(None);
        }
        let (until, mut games) = (Instant::now() + LONGEST, Vec::new());
        let tally = self.tally(self.version, [GAMES; 2], until, &mut games)?;
        // Another reading of a program that is silent would take much time, and explain nothing.
        let is_silent = games.iter().any(|record| self.pair.is_foul(record) && is_dear(record));
        let Some(tally) = tally.filter(|tally| tally.fouls >= LEAST_FOULS && !is_silent) else {
            return Ok(None);
        };
        // A reading of squares that is followed has the better proof.
        match self.squares_read(tally, Instant::now() + LONGEST)? {
            None => self.rules_read(&mut games),
            found => Ok(found),
        }
    }

    /// What the rules are taken for, if one reading explains the games clearly better than others, or
    /// two do. Fouls that come early leave open whether moves are put late or never.
    fn rules_read(&self, games: &mut Vec<Record>) -> Result<Option<Message>, Error> {
        let mut fitting = self.fitting(games);
        if fitting.len() > 1 {
            let until = Instant::now() + LONGEST;
            self.tally(self.version, [MORE_GAMES; 2], until, games)?;
            fitting = self.fitting(games);
        }
        let told = match fitting[..] {
            [only] => (only.told)(),
            [one, other] => {
                let (one, other) = ((one.told)(), (other.told)());
                message!(players::WORDS, "either-reading", one = one, other = other)
            }
            _ => return Ok(None),
        };
        let fouls = games.iter().filter(|record| self.pair.is_foul(record)).count();
        Ok(Some(message!(WORDS, "plays-so", reading = told, n = games.len(), fouls = fouls)))
    }

    /// The readings of the rules that allow all moves of the program, but for those that another one
    /// explains clearly better. Empty if few games end in an illegal move.
    fn fitting(&self, games: &[Record]) -> Vec<&'static Reading> {
        let program = self.games.trial.training.spec.program.as_ref();
        let made: Option<Vec<_>> = games.iter().map(|record| self.made(record)).collect();
        let (Some(program), Some(made)) = (program, made) else { return Vec::new() };
        if made.iter().filter(|made| made.illegal.is_some()).count() < LEAST_FOULS as usize {
            return Vec::new();
        }
        let bits = |reading: &'static Reading| {
            let all = made.iter().map(|made| reading.plays?(&made.played()));
            Some((all.sum::<Option<f64>>()?, reading))
        };
        let fitting: Vec<_> = program.readings.iter().filter_map(bits).collect();
        let least = fitting.iter().map(|(bits, _)| *bits).min_by(f64::total_cmp);
        let is_near = |bits: f64| least.is_some_and(|least| bits - least < CLEAR);
        let near = fitting.into_iter().filter(|(bits, _)| is_near(*bits));
        near.map(|(_, reading)| reading).collect()
    }

    /// What the version played in a game.
    fn made(&self, record: &Record) -> Option<Made> {
        let illegal = match &record.end {
            Ending::Foul { side, foul, report: Some(report) }
                if record.contestant_at(*side) == 0
                    && matches!(foul, Foul::Illegal { .. } | Foul::Garbled { .. }) =>
            {
                report.output.lines().next().map(|answer| answer.trim().to_string())
            }
            _ => None,
        };
        let mut parameters = Parameters::new(self.games.trial.training.spec.parameters);
        for (name, value) in &record.parameters {
            parameters.set(name, value).ok()?;
        }
        let moves = [&record.opening[..], &record.moves].concat();
        let (opening, own) = (record.opening.len(), Side::BOTH[record.first]);
        Some(Made { parameters, moves, opening, own, illegal })
    }

    /// The only reading of squares with which no game ends in a foul.
    fn squares_read(&self, plain: Tally, until: Instant) -> Result<Option<Message>, Error> {
        let needed = plain.games_needed();
        let mut fitting = Vec::new();
        for reading in Misreading::ALL {
            let Some(program) = self.version.misreading(reading) else { return Ok(None) };
            match self.tally(&program, [needed, 1], until, &mut Vec::new())? {
                Some(tally) if tally.fouls == 0 => fitting.push((reading, tally.games)),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        let told = match fitting[..] {
            [(reading, games)] => Some((reading.message(), games)),
            [(one, games), (other, _)] => one.either(&other).map(|told| (told, games)),
            _ => None,
        };
        let number = |number: u32| Argument::Number(number.into());
        Ok(told.map(|(told, games)| {
            message!(
                WORDS,
                "misreads",
                reading = told,
                n = number(games),
                fouls = number(plain.fouls),
                all = number(plain.games)
            )
        }))
    }

    /// Plays so many quick games against the weak training opponent, on boards like that of the foul,
    /// but no further one after so many fouls, and adds them to `kept`. `None` if time is over.
    fn tally(
        &self,
        version: &Prepared,
        [games, most_fouls]: [u32; 2],
        until: Instant,
        kept: &mut Vec<Record>,
    ) -> Result<Option<Tally>, Error> {
        let training = &self.games.trial.training;
        let opponent = Opponent::Level(training.opponents[0]);
        let time = TimeControl { game: Some(GAME), ..quick(training.time) };
        let pair = Pair { opponent, time, ..self.pair.clone() };
        let (mut tally, mut is_known, stop) = (Tally::default(), true, AtomicBool::new(false));
        let before = kept.len() as u32 / 2;
        for number in before..before + games.div_ceil(2) {
            let terms = self.games.terms(&pair, self.played)?;
            let watched = (None, &stop);
            self.games.play(
                (&pair, number.into()),
                terms,
                [version; 2],
                watched,
                &mut |record| {
                    tally.games += 1;
                    tally.fouls += u32::from(pair.is_foul(&record));
                    is_known &= Instant::now() < until;
                    let is_enough = tally.fouls >= most_fouls || is_dear(&record);
                    stop.store(!is_known || is_enough, Ordering::Relaxed);
                    kept.push(record);
                    Ok(())
                },
            )?;
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(is_known.then_some(tally))
    }
}

impl Made {
    fn played(&self) -> Played<'_> {
        let Made { parameters, moves, opening, own, illegal } = self;
        let (opening, own, illegal) = (*opening, *own, illegal.as_deref());
        Played { parameters, moves, opening, own, illegal }
    }
}

impl Tally {
    /// So many games without a foul are no chance.
    fn games_needed(self) -> u32 {
        let fair = 1.0 - f64::from(self.fouls) / f64::from(self.games);
        let is_enough = |games: &u32| fair.powi(*games as i32) < CHANCE;
        (GAMES..MOST_GAMES).find(is_enough).unwrap_or(MOST_GAMES)
    }
}

/// Whether a foul took the program's whole time, or kept it from playing.
fn is_dear(record: &Record) -> bool {
    match &record.end {
        Ending::Foul { foul, .. } => {
            matches!(foul, Foul::Late | Foul::Starved | Foul::Unfit { .. } | Foul::Denied { .. })
        }
        _ => false,
    }
}

fn is_fatal(record: &Record) -> bool {
    matches!(&record.end, Ending::Foul { foul: Foul::Crashed { .. } | Foul::Memory, .. })
}

/// What the players wrote to standard error. What a program writes after an answer that was its foul
/// does not count: its input has ended by then.
fn stderr(record: &Record) -> String {
    let mut said: Vec<&str> = record.stderr.iter().map(|(_, text)| &**text).collect();
    match &record.end {
        Ending::Foul { foul: Foul::Illegal { .. } | Foul::Garbled { .. }, .. } => {}
        Ending::Foul { report: Some(report), .. } => said.push(&report.stderr),
        _ => {}
    }
    said.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarer_fouls_need_more_games_without_one() {
        let needed = |fouls| Tally { games: 10, fouls }.games_needed();
        assert_eq!([10, 6, 5, 4, 3].map(needed), [10, 10, 10, 14, 20]);
    }
}
