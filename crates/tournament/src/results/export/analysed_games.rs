//! Reads the analysis in a folder: for each game that is shown on a board, a line with the reports
//! on its moves.

use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::Path;

use matches::record::Record;
use search::MoveReport;

use crate::results::folder;

/// The file with the analysis.
pub(crate) const ANALYSIS: &str = "analysis.jsonl";

/// The lines of an analysis, read along with the games. Whether a game deserves its reports is not
/// checked here; only that they are about its moves.
pub(crate) struct Analysis(BufReader<File>);

impl Analysis {
    /// The analysis in a folder; `None` if it has none.
    pub(crate) fn in_folder(path: &Path) -> Result<Option<Analysis>, String> {
        match folder::open(&path.join(ANALYSIS), u64::MAX) {
            Ok(file) => Ok(Some(Analysis(BufReader::new(file)))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The reports on the next game.
    pub(crate) fn next(&mut self, record: &Record) -> Result<Vec<MoveReport>, String> {
        let line = folder::next_line(&mut self.0).map_err(|error| error.to_string())?;
        let line = line.ok_or("there is no line for this game")?;
        let reports: Vec<MoveReport> =
            serde_json::from_slice(&line).map_err(|error| error.to_string())?;
        let numbers = record.opening.len()..record.opening.len() + record.moves.len();
        if !reports.iter().map(|report| report.at).eq(numbers) {
            return Err("expected a report on each move of the game".to_string());
        }
        Ok(reports)
    }

    /// Checks that no line is left.
    pub(crate) fn finish(mut self) -> Result<(), String> {
        match folder::next_line(&mut self.0) {
            Ok(None) => Ok(()),
            _ => Err("it has more lines than games are shown".to_string()),
        }
    }

    pub(crate) fn into_lines(self) -> BufReader<File> {
        self.0
    }
}
