//! Reads the analysis in a folder: for each game that is shown on a board, a line with the reports
//! on its moves.

use std::io::{BufReader, Read};

use matches::record::Record;
use search::MoveReport;

use crate::results::folder::{self, Readable};

/// The file with the analysis.
pub(crate) const ANALYSIS: &str = "analysis.jsonl";

/// The lines of an analysis, read along with the games. Whether a game deserves its reports is not
/// checked here; only that they are about its moves.
pub(crate) struct Analysis(BufReader<Box<dyn Read>>);

impl Analysis {
    /// The analysis in a folder; `None` if it has none.
    pub(crate) fn in_folder(folder: &dyn Readable) -> Result<Option<Analysis>, String> {
        let lines = folder.lines_if_any(ANALYSIS).map_err(|error| error.to_string())?;
        Ok(lines.map(Analysis))
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

    pub(crate) fn into_lines(self) -> BufReader<Box<dyn Read>> {
        self.0
    }
}
