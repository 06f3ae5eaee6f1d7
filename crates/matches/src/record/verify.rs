//! Replays recorded games, to verify their records.

use std::fmt;
use std::time::Duration;

use rules::{Outcome, Parameters, Side, Table};
use search::{GameSpec, Instance};

use super::{Clocks, Ending, Record, TimeRecord};
use errors::excerpt;
use players::Budget;
use players::Foul;

/// A sentence about an error in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordMismatch(String);

impl fmt::Display for RecordMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RecordMismatch {}

fn misfit<T>(why: String) -> Result<T, RecordMismatch> {
    Err(RecordMismatch(why))
}

/// The number of games in a pair.
const PAIR: u64 = 2;

/// Checks the records of one match, in their order, or of several matches, one after the other.
#[derive(Debug, Default)]
pub struct Verifier {
    last: Option<Record>,
    /// The number of games in the match before the first game to be checked.
    before: u64,
    checked: u64,
}

impl Verifier {
    /// A verifier for a single pair of a match. Pairs are counted from 0.
    #[must_use]
    pub fn of_pair(pair: u64) -> Verifier {
        Verifier { before: 2 * pair, ..Verifier::default() }
    }

    /// A verifier for a single game of a match. Games are counted from 1.
    #[must_use]
    pub fn of_game(number: u64) -> Verifier {
        Verifier { before: number.saturating_sub(1), ..Verifier::default() }
    }

    /// Replays the next game.
    ///
    /// # Errors
    /// Describes the first inconsistency.
    pub fn check(&mut self, record: &Record, spec: &GameSpec) -> Result<(), RecordMismatch> {
        self.check_place(record)?;
        check_game(record, spec)?;
        self.checked += 1;
        self.last = Some(record.clone());
        Ok(())
    }

    /// How many games have been checked.
    #[must_use]
    pub fn checked(&self) -> u64 {
        self.checked
    }

    /// Whether this game begins another match than the game before it.
    #[must_use]
    pub fn is_of_next_match(&self, record: &Record) -> bool {
        let of = |record: &Record| (record.seed, record.players.clone());
        record.number == 1 && self.last.as_ref().is_some_and(|last| of(last) != of(record))
    }

    /// Ends the match of the games so far; the next game is game 1 of another match. A match of one
    /// pair may lack its second game: a trial breaks a pair off if its clock proves too short.
    ///
    /// # Errors
    /// Fails if the match was to have more games.
    pub fn next_match(&mut self) -> Result<(), RecordMismatch> {
        if self.last.as_ref().is_some_and(|last| last.games > PAIR) {
            self.finish()?;
        }
        (self.last, self.before) = (None, 0);
        Ok(())
    }

    /// Checks that no game is missing at the end. A match with a sequential test may have ended at
    /// any pair. A match of one pair, as trials play, may have ended with a foul.
    ///
    /// # Errors
    /// Fails if the match was to have more games.
    pub fn finish(&self) -> Result<(), RecordMismatch> {
        match &self.last {
            Some(last) if last.sprt.is_some() && last.number.is_multiple_of(2) => Ok(()),
            Some(last) if last.games == PAIR && matches!(last.end, Ending::Foul { .. }) => Ok(()),
            Some(last) if last.number < last.games => misfit(format!(
                "the match was to have {} games, and the last is game {}",
                last.games, last.number
            )),
            _ => Ok(()),
        }
    }

    /// Checks that the games of a match are in order, that both games of a pair are on one board,
    /// and that each contestant starts one of them.
    fn check_place(&self, record: &Record) -> Result<(), RecordMismatch> {
        let number = self.last.as_ref().map_or(self.before, |last| last.number) + 1;
        if record.number != number {
            return misfit(format!(
                "it is game {}, where game {number} is expected",
                record.number
            ));
        }
        if record.number > record.games {
            return misfit(format!("it is game {} of {}", record.number, record.games));
        }
        if record.first as u64 != (number - 1) % 2 {
            return misfit(format!(
                "contestant {} has the first move, but the other contestant should have it",
                record.first + 1
            ));
        }
        let Some(last) = &self.last else { return Ok(()) };
        if !have_same_terms(record, last) {
            return misfit("it belongs to another match than the previous game".to_string());
        }
        if number.is_multiple_of(2)
            && (&record.parameters, &record.opening) != (&last.parameters, &last.opening)
        {
            return misfit(
                "the previous game is in the same pair, but on another board".to_string(),
            );
        }
        Ok(())
    }
}

/// Whether two games can be of one match.
pub(crate) fn have_same_terms(one: &Record, other: &Record) -> bool {
    terms(one) == terms(other)
}

/// The properties that all games of a match have in common.
fn terms(record: &Record) -> impl PartialEq {
    let Record { ludoteka, game, seed, games, sprt, players, time, nodes, level, .. } =
        record.clone();
    (
        (ludoteka, game, seed, games, sprt),
        players,
        (time.game_ms, time.increment_ms, time.move_ms),
        (nodes, level),
    )
}

fn check_game(record: &Record, spec: &GameSpec) -> Result<(), RecordMismatch> {
    let (mut table, movers) = replayed(record, spec)?;
    if let Ending::Absence { .. } = &record.end {
        let is_unplayed = record.moves.is_empty()
            && record.clocks == Clocks::default()
            && record.margin == 0
            && record.moves_left.is_none();
        return if is_unplayed {
            Ok(())
        } else {
            misfit("neither program took part, but the record has moves or a winner".to_string())
        };
    }
    check_end(record, &mut *table)?;
    check_clocks(record, &movers)?;
    let outcome = table.outcome().map(|Outcome { margin }| margin);
    if outcome != Some(record.margin) {
        let margin = outcome
            .map_or("the game is not over".to_string(), |margin| format!("the margin is {margin}"));
        return misfit(format!("the record has the margin {}, but {margin}", record.margin));
    }
    if record.moves_left.is_some() && record.moves_left != table.moves_left() {
        return misfit(
            "the winner has another number of moves left than the record says".to_string(),
        );
    }
    Ok(())
}

/// The table of a record, after all of its moves.
///
/// # Errors
/// Fails if the record's board cannot be made, or a move is not legal.
pub fn table(record: &Record, spec: &GameSpec) -> Result<Box<dyn Table>, RecordMismatch> {
    replayed(record, spec).map(|(table, _)| table)
}

/// The table after all moves, and the side that had to give each answer after the opening.
fn replayed(
    record: &Record,
    spec: &GameSpec,
) -> Result<(Box<dyn Table>, Vec<Side>), RecordMismatch> {
    let mut table = start(record, spec)?;
    let mut movers = Vec::new();
    for (number, name) in record.opening.iter().chain(&record.moves).enumerate() {
        if number >= record.opening.len() {
            movers.push(table.turn());
        }
        let played = table.play(name);
        played.or_else(|refusal| {
            misfit(format!("move {} (`{}`): {refusal}", number + 1, excerpt::short(name)))
        })?;
    }
    movers.push(table.turn());
    Ok((table, movers))
}

/// The table of a record after all of its moves, with engine and solver.
///
/// # Errors
/// As [`table`].
pub fn instance(record: &Record, spec: &GameSpec) -> Result<Instance, RecordMismatch> {
    Ok(Instance { table: table(record, spec)?, ..open(record, spec)? })
}

/// The table of a record before the first move.
///
/// # Errors
/// Fails if the record's board cannot be made.
pub fn start(record: &Record, spec: &GameSpec) -> Result<Box<dyn Table>, RecordMismatch> {
    open(record, spec).map(|instance| instance.table)
}

/// Table, engine and solver for a record, before the first move.
fn open(record: &Record, spec: &GameSpec) -> Result<Instance, RecordMismatch> {
    let mut parameters = Parameters::new(spec.parameters);
    for (name, value) in &record.parameters {
        parameters.set(name, value).or_else(|bad| misfit(bad.to_string()))?;
    }
    if record.parameters.len() != spec.parameters.len() {
        return misfit("some parameters are missing".to_string());
    }
    (spec.open)(&parameters, None).or_else(|error| misfit(error.to_string()))
}

/// The record of a late answer may show a time that is this much below the limit.
const TOLERANCE: Duration = Duration::from_millis(2);

/// Checks that each answer has a clock, and that every move was in time. An answer that is recorded
/// as late must have been late. If an answer is recorded as late only because no processor was
/// free, it must have been in time without the wait for a processor.
fn check_clocks(record: &Record, movers: &[Side]) -> Result<(), RecordMismatch> {
    let (moves, clocks) = (record.moves.len(), &record.clocks);
    let is_untimed = record.times() == [TimeRecord::default(); 2];
    // Games that were converted from a file of another program have no clocks.
    if *clocks == Clocks::default() && is_untimed && record.foul().is_none() {
        return Ok(());
    }
    let answers = moves + usize::from(record.end != Ending::Rules);
    if [&clocks.wall_us, &clocks.cpu_us, &clocks.waited_us].iter().any(|list| list.len() != answers)
    {
        return misfit(format!("there are {answers} answers, but not as many clocks"));
    }
    let mut budget = Budget::new(record.times().map(Into::into));
    let foul = if let Ending::Foul { foul, .. } = &record.end { Some(foul) } else { None };
    let all = clocks.wall_us.iter().zip(&clocks.waited_us).zip(movers);
    for (number, ((&wall, &waited), &mover)) in all.enumerate() {
        let charged = Duration::from_micros(wall.saturating_sub(waited));
        let (position, is_late) =
            (record.opening.len() + number + 1, budget.is_late(mover, charged));
        if number < moves && is_late {
            return misfit(format!("move {position} took longer than its time limit"));
        }
        match foul.filter(|_| number == moves) {
            Some(Foul::Late) if !budget.is_late(mover, charged.saturating_add(TOLERANCE)) => {
                return misfit(format!(
                    "answer {position} was in time, but the record says that it was late"
                ));
            }
            Some(Foul::Starved) if is_late => {
                return misfit(format!(
                    "answer {position} is said to be late only because no processor was free, \
                     but it was late without that wait"
                ));
            }
            _ => budget.charge(mover, charged),
        }
    }
    Ok(())
}

fn check_end(record: &Record, table: &mut dyn Table) -> Result<(), RecordMismatch> {
    let (Ending::Resignation { side } | Ending::Foul { side, .. }) = &record.end else {
        return Ok(());
    };
    if table.outcome().is_some() {
        return misfit("the game was over before the foul or resignation".to_string());
    }
    let loser = table.turn();
    if loser != *Side::BOTH.get(*side).unwrap_or(&loser.other()) {
        return misfit("the side that lost the game was not to move".to_string());
    }
    if let Ending::Foul { foul: Foul::Illegal { .. }, report: Some(report), .. } = &record.end {
        // An answer in GTP begins with `=`.
        let answer = report.output.strip_prefix('=').map_or(&*report.output, str::trim);
        if table.legal().iter().any(|name| name == answer) {
            return misfit(format!(
                "`{}` is called illegal, but it is legal",
                excerpt::short(answer)
            ));
        }
    }
    table.forfeit(loser);
    Ok(())
}
