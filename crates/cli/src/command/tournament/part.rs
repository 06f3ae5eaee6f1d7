//! `ludoteka tournament --part`: some of the open pairs, into a file.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use submission::Scratch;
use tournament::{Announcement, Part, PartFile, open_pairs, play_part};

use super::{Tournament, machine, participants};
use crate::failure::Failure;
use crate::progress_line::ProgressLine;
use crate::{interrupt, words};

impl Tournament {
    /// Plays a part of what is open, given what is merged in `folder`.
    pub(super) fn play_part(
        &self,
        part: Part,
        folder: &Path,
        announcement: &Announcement,
        out: &mut dyn Write,
    ) -> Result<ExitCode, Failure> {
        let open = open_pairs(folder, announcement)?;
        if open.is_empty() {
            writeln!(out, "the tournament is over: nothing is left to play")?;
            return Ok(ExitCode::SUCCESS);
        }
        let default = format!("part-{}.jsonl", part.to_string().replace('/', "-of-"));
        let path = self.to.clone().unwrap_or_else(|| default.into());
        let file = PartFile::open(&path, part, announcement, machine::processor())?;
        let all: Vec<_> = part.pairs(&open).copied().collect();
        let left: Vec<_> = all.iter().copied().filter(|pair| !file.has(pair)).collect();
        let mut stopped = false;
        if !left.is_empty() {
            let scratch = Scratch::new()?;
            let games = interrupt::Games::prepare(vec![scratch.path().to_path_buf()], || {});
            let most = u16::try_from(left.len()).unwrap_or(u16::MAX);
            let mut spawners = self.slots(most)?;
            let Some(first) = spawners.first_mut() else {
                return Err(Failure::Usage("--jobs 0 plays nothing".to_string()));
            };
            let ready = participants(announcement, self.strict, scratch.path(), first)?;
            for (name, why) in ready.absences() {
                anstream::eprintln!(
                    "ludoteka: {} loses its games: it {why}",
                    words::in_a_line(name)
                );
            }
            games.begin();
            let line = Mutex::new(ProgressLine::new(|_| true));
            let seen = |played| {
                if let Ok(mut line) = line.lock() {
                    line.show(|_| format!("{played}/{} pairs", left.len()));
                }
            };
            let played = play_part(&file, ready, &left, spawners, &games.stop, &seen);
            line.into_inner().iter().for_each(ProgressLine::clear);
            let played = played?;
            stopped = games.stop.load(Ordering::Relaxed) && played < left.len() as u64;
        }
        let pairs = words::counted(all.len() as u64, "pair");
        let title = words::in_a_line(&announcement.title);
        let path = path.display();
        if stopped {
            writeln!(out, "part {part} is not over: the same command continues {path}")?;
            return Ok(ExitCode::from(interrupt::INTERRUPTED));
        }
        writeln!(out, "part {part} of {title}: {pairs} of games in {path}")?;
        Ok(ExitCode::SUCCESS)
    }
}
