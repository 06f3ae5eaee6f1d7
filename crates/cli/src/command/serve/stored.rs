//! A tournament in a store, as the page shows it. The tournament may still be in progress. The
//! store is only read.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use errors::Error;
use page::Recording;
use pairing::Points;
use server::{Archive, Column, Folder, Now, Recorded, Running, Table};
use tournament::results::published::{GAMES, changes_in};
use tournament::results::{Line, Quarters, Summary, crosstable, standings};
use tournament::store::{Address, DoneJobs, RunningGame, Store, Tallies};
use tournament::store::{Tournament, TournamentId};
use tournament::{Announcement, System, results_in};

use super::recorded;
use super::recordings::{NEWEST, Recordings, STANDINGS};
use super::results::Results;
use crate::failure::Failure;
use crate::words;

/// The greatest number of participants in a crosstable; a larger one is too wide for a page.
const CROSSTABLE_MOST: usize = 60;

/// A tournament in a store.
pub(super) struct Stored {
    address: Address,
    tournament: TournamentId,
    title: String,
    /// Whether the tournament is a sequential test. A sequential test may end at any time, so the
    /// number of its games is unknown.
    has_test: bool,
    /// Whether the tournament publishes what programs wrote to standard error.
    publishes_stderr: bool,
    /// The folder in which the results will be published, if it is known.
    folder: Option<PathBuf>,
    /// The results, once they have been published.
    results: OnceLock<Results>,
    /// The games in the published results.
    recordings: OnceLock<Recordings>,
    seen: Mutex<Seen>,
}

/// What has been read from the store so far.
struct Seen {
    jobs: DoneJobs,
    tallies: Tallies,
    summary: Summary,
    newest: Vec<usize>,
    is_over: bool,
}

impl Stored {
    /// The tournament with this number in a store; without a number, the tournament that was
    /// announced last.
    ///
    /// # Errors
    /// Fails if the store cannot be read, or has no such tournament.
    pub(super) fn open(address: Address, number: Option<u64>) -> Result<Stored, Failure> {
        let mut store = Store::open(&address)?;
        let all = store.tournaments()?;
        let chosen = match number {
            None => all.last(),
            Some(number) => {
                all.iter().find(|tournament| tournament.id.to_string() == number.to_string())
            }
        };
        let Some(Tournament { id, announced, .. }) = chosen else {
            return Err(missing(&address, &all, number));
        };
        let announcement = Announcement::from_json(&announced.announcement)?;
        let seen = Seen {
            jobs: DoneJobs::new(*id),
            tallies: store.tallies(*id)?,
            summary: Summary::new(&announcement, games::GAMES)?,
            newest: Vec::new(),
            is_over: false,
        };
        let title = words::in_a_line(&announced.title);
        let has_test = matches!(announcement.system, System::Sprt(_));
        let (folder, results, seen) = (None, OnceLock::new(), Mutex::new(seen));
        let recordings = OnceLock::new();
        let publishes_stderr = announcement.publish.stderr;
        let tournament = *id;
        Ok(Stored {
            address,
            tournament,
            title,
            has_test,
            publishes_stderr,
            folder,
            results,
            recordings,
            seen,
        })
    }

    /// The same tournament; its results will be published in this folder.
    pub(super) fn published_in(self, folder: PathBuf) -> Stored {
        let changes = results_in(&folder).map(|announced| changes_in(&folder, &announced));
        if let Some(Ok(changes)) = changes {
            self.seen().summary.set_changes(changes);
        }
        Stored { folder: Some(folder), ..self }
    }

    /// A connection for one query. The connection is closed after the query, so that other users of
    /// the store need not wait.
    fn store(&self) -> Result<Store, Error> {
        Store::open(&self.address)
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The record of the game with this number.
    fn line(&self, number: usize) -> Result<String, String> {
        let jobs = self.seen().jobs.clone();
        let record = self.store().and_then(|mut store| store.record(&jobs, number));
        match (record, self.recordings.get()) {
            (Ok(record), _) => Ok(record.map(|record| record + "\n").unwrap_or_default()),
            (Err(_), Some(recordings)) => recordings.text(number),
            (Err(error), None) => Err(words::in_a_line(&error.message().to_string())),
        }
    }

    /// The game with this number, if it is being played.
    fn running(&self, number: usize) -> Result<Option<RunningGame>, String> {
        if self.recordings.get().is_some() {
            return Ok(None);
        }
        let jobs = self.seen().jobs.clone();
        let running = self.store().and_then(|mut store| store.running(&jobs));
        let running = running.map_err(|error| words::in_a_line(&error.message().to_string()))?;
        Ok(running.into_iter().find(|game| game.number == number as u64))
    }

    /// The games in the published results. The store of a folder is removed when they are complete.
    fn recordings(&self) -> Option<&Recordings> {
        if self.recordings.get().is_none() {
            self.results(true)?;
            let file = self.folder.as_deref()?.join(GAMES);
            let _ = self.recordings.set(Recordings::open(&file).ok()?);
        }
        self.recordings.get()
    }

    /// What spectators see when the store has been removed, because the results are complete.
    fn at_end(&self, recordings: &Recordings) -> Result<Now, Error> {
        let published = recordings.now().map_err(Error::machine)?;
        let summary = &self.seen().summary;
        let tables = tables(summary, &standings(summary.facts())?);
        Ok(Now { tables, is_over: true, ..published })
    }

    fn look(&self) -> Result<Now, Error> {
        let opened = self.store();
        if opened.is_err()
            && let Some(recordings) = self.recordings()
        {
            return self.at_end(recordings);
        }
        let mut store = opened?;
        let Seen { jobs, tallies, summary, newest, is_over } = &mut *self.seen();
        // This query comes first: if the tournament is over, the later queries find all of its
        // games.
        let is_over_now = store.is_over(self.tournament)?;
        if is_over_now && !*is_over {
            // When a sequential test is decided, the games after the deciding pair are removed from
            // the store. Therefore all games are read again.
            (*jobs, *tallies) = (DoneJobs::new(self.tournament), store.tallies(self.tournament)?);
        }
        *is_over = is_over_now;
        let new = store.see_done(jobs)?;
        let numbers = new.iter().rev().take(NEWEST).rev().filter_map(|&place| jobs.number(place));
        newest.extend(numbers);
        newest.drain(..newest.len().saturating_sub(NEWEST));
        let running: Vec<_> = store.running(jobs)?.iter().filter_map(running).collect();
        store.refresh(tallies)?;
        let matches: Vec<_> = tallies.matches().collect();
        summary.set_matches(&matches, self.has_test && *is_over);
        // After the last game, it takes a while until all results are written.
        let will_change = !*is_over || (self.folder.is_some() && self.results(true).is_none());
        let lines = standings(summary.facts())?;
        let name =
            |index: usize| Some(words::in_a_line(&summary.facts().participants.get(index)?.name));
        let next = tallies.next().filter(|_| !*is_over);
        let planned = 2 * summary.planned_pairs(&matches) as usize;
        Ok(Now {
            tables: tables(summary, &lines),
            games: jobs.games(),
            planned: (!self.has_test).then_some(planned.max(jobs.games())),
            playing: if *is_over { 0 } else { tallies.leased() as usize },
            next: next.and_then(|next| Some([name(next.first)?, name(next.second)?])),
            running: if *is_over { Vec::new() } else { running },
            newest: newest.clone(),
            is_over: !will_change,
        })
    }

    /// The published results, if the tournament is over.
    fn results(&self, is_over: bool) -> Option<&Results> {
        let folder = self.folder.as_deref()?;
        if self.results.get().is_none() && is_over {
            // If another thread has read the same results first, its value stays.
            let _ = self.results.set(Results::of_the_end(folder)?);
        }
        self.results.get()
    }
}

impl Archive for Stored {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn now(&self) -> Result<Now, String> {
        self.look().map_err(|error| words::in_a_line(&error.message().to_string()))
    }

    fn number(&self, place: usize) -> Option<usize> {
        match self.recordings.get() {
            Some(recordings) => recordings.number(place),
            None => self.seen().jobs.number(place),
        }
    }

    fn place(&self, number: usize) -> Option<usize> {
        match self.recordings.get() {
            Some(recordings) => recordings.place(number),
            None => self.seen().jobs.place(number),
        }
    }

    fn game(&self, number: usize) -> Result<Recorded, String> {
        recorded::read(self.line(number)?.as_bytes(), number)
    }

    fn replay(&self, number: usize) -> Result<(Recorded, Recording), String> {
        let line = self.line(number)?;
        let (game, mut recording) = match self.running(number)?.filter(|_| line.is_empty()) {
            Some(RunningGame { record, is_over: false, .. }) => {
                recorded::running_replay((record + "\n").as_bytes(), number)
            }
            Some(RunningGame { record, .. }) => {
                recorded::replay((record + "\n").as_bytes(), number)
            }
            None => recorded::replay(line.as_bytes(), number),
        }?;
        if !self.publishes_stderr {
            recording.stderr.clear();
            let report = recording.foul.as_mut().and_then(|foul| foul.report.as_mut());
            report.into_iter().for_each(|report| report.stderr.clear());
        }
        Ok((game, recording))
    }

    fn published(&self) -> Option<&dyn Folder> {
        if let Some(results) = self.results.get() {
            return Some(results);
        }
        self.folder.as_ref()?;
        let is_over = self.store().and_then(|mut store| store.is_over(self.tournament));
        // Without a store, the folder says whether the tournament is over.
        self.results(is_over.unwrap_or(true)).map(|results| results as &dyn Folder)
    }
}

/// A running game for the list; `None` if the game's record cannot be read.
fn running(game: &RunningGame) -> Option<Running> {
    let (number, text) = (game.number as usize, format!("{}\n", game.record));
    recorded::running(text.as_bytes(), number, game.is_over).ok()
}

fn tables(summary: &Summary, lines: &[Line]) -> Vec<Table> {
    let row = |line: &Line| {
        let games = line.games;
        let numbers =
            [games.won, games.drawn, games.lost, line.fouls].map(|number| number.to_string());
        let head = [line.place.to_string(), words::in_a_line(&line.name), line.points.to_string()];
        head.into_iter().chain(numbers).collect()
    };
    let by_match = summary.facts().schedule.points() == Points::ByMatch;
    let column = |key| Column::Key(if key == "points" && by_match { "match-points" } else { key });
    let columns = STANDINGS.map(column).to_vec();
    let standings = Table { heading: "standings", columns, rows: lines.iter().map(row).collect() };
    let mut tables = vec![standings];
    if lines.len() <= CROSSTABLE_MOST {
        tables.push(cross(summary, lines));
    }
    tables
}

fn cross(summary: &Summary, lines: &[Line]) -> Table {
    let names: Vec<String> = lines.iter().map(|line| words::in_a_line(&line.name)).collect();
    let cell = |points: Option<Quarters>| points.map_or(String::new(), |points| points.to_string());
    let points = crosstable(summary.facts(), lines);
    let rows = names.iter().zip(points).map(|(name, row)| {
        let cells = row.into_iter().map(cell);
        [name.clone()].into_iter().chain(cells).collect()
    });
    Table {
        heading: "crosstable",
        rows: rows.collect(),
        columns: [Column::Key("name")]
            .into_iter()
            .chain(names.iter().cloned().map(Column::Name))
            .collect(),
    }
}

fn missing(address: &Address, all: &[Tournament], number: Option<u64>) -> Failure {
    let Some(number) = number else {
        return Failure::not_found(format!("the store {address} has no tournament in it"));
    };
    let known =
        all.iter().map(|one| format!("{} ({})", one.id, words::in_a_line(&one.announced.title)));
    let known = known.collect::<Vec<_>>().join(", ");
    let known = if known.is_empty() { "none" } else { &known };
    Failure::not_found(format!("the store {address} has no tournament {number}; it has: {known}"))
}
