//! Shows a match while it runs: each game with `--verbose`, and otherwise the score so far. Also
//! counts the results and the fouls.

use std::collections::BTreeMap;
use std::time::Instant;

use matches::Score;
use matches::record::{Ending, Record};
use search::GameSpec;
use stats::Sprt;

use super::person;
use crate::failure::Failure;
use crate::progress_line::ProgressLine;
use crate::{records, sprt, words};

/// The state of a match that is being played.
pub(super) struct Live {
    spec: &'static GameSpec,
    games: u64,
    /// The sequential test that ends the match.
    pub(super) test: Option<Sprt>,
    is_decided: bool,
    is_verbose: bool,
    line: ProgressLine,
    has_people: bool,
    started: Instant,
    pub(super) tally: Tally,
}

/// The totals of a match.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) score: Score,
    /// For each contestant, its fouls in words, with the games in which they were committed.
    pub(super) fouls: [BTreeMap<String, Vec<u64>>; 2],
    /// Games that a clock decided while the machine was busy.
    pub(super) doubtful: u64,
    /// The games that were void and played again, and the reason why the first of these games was
    /// void.
    pub(super) void: (Vec<u64>, Option<String>),
    /// The shell commands that reproduce the first foul of each contestant: one in the sandbox, and
    /// perhaps one without it.
    pub(super) reproduce: [Option<(String, Option<String>)>; 2],
    /// A hint on the cause of the first foul of each contestant that has one.
    pub(super) hint: [Option<String>; 2],
}

impl Tally {
    fn count_void(&mut self, void: Option<&Record>) {
        if let Some(void) = void {
            self.void.0.push(void.number);
            self.void.1 = self.void.1.take().or(void.why_void());
        }
    }

    fn count(&mut self, record: &Record) {
        self.score.count(record);
        self.doubtful += u64::from(record.is_doubtful());
        let (Ending::Foul { side, report, .. }, Some(foul)) = (&record.end, record.foul()) else {
            return;
        };
        let contestant = record.contestant_at(*side);
        self.fouls[contestant].entry(foul.to_string()).or_default().push(record.number);
        if let Some(report) = report {
            self.reproduce[contestant]
                .get_or_insert_with(|| (report.reproduce.clone(), report.unconfined.clone()));
            self.hint[contestant] =
                self.hint[contestant].take().or(report.hint.as_ref().map(ToString::to_string));
        }
    }
}

impl Live {
    /// If a person plays, each game is reported, and there is no progress line between the boards.
    pub(super) fn new(
        spec: &'static GameSpec,
        games: u64,
        test: Option<Sprt>,
        is_verbose: bool,
        has_people: bool,
    ) -> Live {
        Live {
            spec,
            games,
            test,
            is_decided: false,
            is_verbose: is_verbose || has_people,
            // In a file, the games of `--verbose` say how far the match is.
            line: ProgressLine::new(|is_terminal| !has_people && (is_terminal || !is_verbose)),
            has_people,
            started: Instant::now(),
            tally: Tally::default(),
        }
    }

    /// Counts a game that an earlier run has shown.
    pub(super) fn count(&mut self, record: &Record) {
        self.tally.count(record);
        // A pair counts when both of its games are over.
        self.is_decided = record.number.is_multiple_of(2)
            && self.test.as_ref().is_some_and(|test| sprt::is_decided(test, &self.tally.score));
    }

    /// Counts a game, and shows it.
    pub(super) fn add(&mut self, record: &Record, void: Option<&Record>) -> Result<(), Failure> {
        self.count(record);
        self.tally.count_void(void);
        if self.has_people {
            person::write_end(self.spec, record, &mut anstream::stdout())?;
        }
        if self.is_verbose {
            self.clear();
            anstream::println!("{}", records::title(self.spec, record));
        }
        let Live { line, tally, test, games, started, .. } = self;
        line.show(|columns| {
            score(&tally.score, test.as_ref(), *games, *started).chars().take(columns).collect()
        });
        Ok(())
    }

    /// Whether the sequential test has ended the match.
    pub(super) fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// Erases the line.
    pub(super) fn clear(&self) {
        self.line.clear();
    }
}

/// The score of a match so far, in words.
fn score(score: &Score, test: Option<&Sprt>, games: u64, started: Instant) -> String {
    let Score { wins: [first, second], draws, .. } = *score;
    let speed = score.games() as f64 / started.elapsed().as_secs_f64();
    let (played, all) = (words::grouped(score.games()), words::grouped(games));
    let most = if test.is_some() { "at most " } else { "" };
    let ratio = test.map(|test| sprt::ratio(test, score));
    let ratio = ratio.map_or(String::new(), |ratio| format!("; {ratio}"));
    format!(
        "{played} of {most}{all} games: {first} won, {draws} drawn, {second} lost{ratio}; \
        {speed:.1} games/s"
    )
}
