//! The process of a program with GTP: commands go in, and responses come out.

use std::time::Duration;

use rules::message;
use sandbox::{Clock, Ended, Heard, Limits, Running};

use super::response::{Reading, Response};
use crate::Foul;
use crate::foul_words::WORDS;
use crate::player::Turn;
use crate::program::{Confined, Slot};
use errors::Error;

/// How long a program may take to start and list its commands, and to read from a full pipe.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How long a program may take to end when it is no longer needed.
const GRACE: Duration = Duration::from_millis(100);

/// How long a program may take to end after it was killed or has closed its output. Freeing much
/// memory takes a while.
const DYING: Duration = Duration::from_secs(1);

/// The greatest number of lines in a response, such as a board or a list of commands. More lines
/// are a flood.
const LINES: u32 = 1000;

/// The facts about a process that has ended: how it ended, its input, and its last output.
pub(super) struct Remains {
    pub(super) ended: Ended,
    pub(super) input: String,
    pub(super) output: Vec<u8>,
}

/// The reason for which no more commands can be sent to a program.
#[derive(Debug)]
pub(super) enum Stop {
    /// The program committed this foul.
    Foul(Foul),
    /// The program's output has ended.
    Closed,
    /// The referee cannot continue.
    Failed(Error),
}

impl Stop {
    /// The foul of a program that refuses this command.
    pub(super) fn refusal(command: &str, response: &Response) -> Stop {
        let response = response.to_string();
        let why = message!(WORDS, "answers-so", response = response, command = command);
        Stop::Foul(Foul::Unfit { why })
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}

/// A running program, from one game to the next.
pub(super) struct Process {
    name: String,
    running: Running,
    limits: Limits,
    /// The commands that the program knows.
    known: Vec<String>,
    /// The number of bytes that the program has printed.
    printed: u64,
    /// The processor time that the program has used.
    cpu: Duration,
    /// The commands sent to the program since this text was last cleared.
    pub(super) sent: String,
    /// The program's last output.
    output: Vec<u8>,
}

impl Process {
    /// Starts a program; [`learn`](Process::learn) comes next.
    pub(super) fn start(program: &Confined, slot: &Slot) -> Result<Process, sandbox::Error> {
        let mut job = program.ready(rules::Side::First).job.clone();
        job.limits.wall = PATIENCE;
        let running = slot.spawner().open(&job)?;
        Ok(Process {
            name: program.name.clone(),
            running,
            limits: job.limits,
            known: Vec::new(),
            printed: 0,
            cpu: Duration::ZERO,
            sent: String::new(),
            output: Vec::new(),
        })
    }

    /// Asks the program for the list of commands that it knows.
    pub(super) fn learn(&mut self) -> Result<(), Stop> {
        const QUESTION: &str = "list_commands";
        let response =
            self.order(&[QUESTION.to_string()], PATIENCE).map_err(|stop| match stop {
                // No clock of a game runs while the program starts.
                Stop::Foul(Foul::Late) => {
                    let n = PATIENCE.as_secs();
                    let why = message!(WORDS, "no-answer-to", command = QUESTION, n = n);
                    Stop::Foul(Foul::Unfit { why })
                }
                stop => stop,
            })?;
        if self.running.unheard() > QUESTION.len() {
            return Err(Stop::Foul(Foul::Early));
        }
        self.known = String::from_utf8_lossy(&response)
            .lines()
            .map(|line| line.trim().to_string())
            .collect();
        Ok(())
    }

    pub(super) fn knows(&self, command: &str) -> bool {
        self.known.iter().any(|known| known == command)
    }

    /// Whether the process has used more than half of a limit. Such a process should not begin
    /// another game.
    pub(super) fn is_worn(&self) -> bool {
        self.printed > self.limits.output / 2 || self.cpu > self.limits.cpu / 2
    }

    /// Sends all of these commands, and returns the program's answer to the last one. All answers
    /// must come within the time `within`.
    pub(super) fn order(&mut self, commands: &[String], within: Duration) -> Result<Vec<u8>, Stop> {
        let responses = self.attempt(commands, within)?;
        for (command, response) in commands.iter().zip(&responses) {
            if !response.is_done {
                return Err(Stop::refusal(command, response));
            }
        }
        Ok(responses.into_iter().next_back().map(|response| response.text).unwrap_or_default())
    }

    /// The program's responses to these commands, if all of them come within the time `within`.
    pub(super) fn attempt(
        &mut self,
        commands: &[String],
        within: Duration,
    ) -> Result<Vec<Response>, Stop> {
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        self.send(commands)?;
        commands.iter().map(|_| self.response(within, None)).collect()
    }

    /// Writes all commands in one write, so that only one switch of processes is needed. The clock
    /// starts with the last byte.
    pub(super) fn send(&mut self, commands: &[impl AsRef<str>]) -> Result<(), Stop> {
        if self.running.unread().map_err(|error| failed(&self.name, &error))? > 0 {
            return Err(Stop::Foul(if self.printed == 0 { Foul::Early } else { Foul::Twice }));
        }
        let text: String = commands.iter().flat_map(|command| [command.as_ref(), "\n"]).collect();
        self.cpu += self.running.clock().cpu;
        self.sent.push_str(&text);
        self.running.write(text.as_bytes()).map_err(|error| failed(&self.name, &error).into())
    }

    /// The next response, if it is complete within this time from the last write. On the program's
    /// turn, its opponent is stopped if a line takes longer than [`sandbox::MOMENT`].
    pub(super) fn response(
        &mut self,
        within: Duration,
        mut turn: Option<&mut Turn<'_>>,
    ) -> Result<Response, Stop> {
        let mut reading = Reading::default();
        let mut lines = 0;
        self.output.clear();
        loop {
            if let Some(turn) = &mut turn
                && !self.answers_at_once()?
            {
                turn.wait()?;
            }
            match self.running.read_line(within).map_err(|error| failed(&self.name, &error))? {
                Heard::Line(line) => {
                    lines += 1;
                    if lines > LINES {
                        return Err(Stop::Foul(Foul::Flood));
                    }
                    self.printed += line.len() as u64 + 1;
                    self.output.extend_from_slice(&line);
                    self.output.push(b'\n');
                    if let Some(response) = reading.take(&line).map_err(Stop::Foul)? {
                        return Ok(response);
                    }
                }
                Heard::Breach(breach) => return Err(Stop::Foul(breach.into())),
                Heard::Closed(rest) => {
                    self.output.extend(rest);
                    return Err(Stop::Closed);
                }
            }
        }
    }

    /// Whether the program's next line comes within [`sandbox::MOMENT`] after the question. If it
    /// does, the opponent need not be stopped.
    fn answers_at_once(&mut self) -> Result<bool, Stop> {
        self.running
            .answers_within(sandbox::MOMENT)
            .map_err(|error| failed(&self.name, &error).into())
    }

    /// The foul of a program that wrote more than the answer, or that wrote before it had read any
    /// of the last command. The last command has `asked` bytes.
    pub(super) fn out_of_turn(&mut self, asked: usize) -> Option<Foul> {
        self.running.skip_empty_lines();
        (self.running.unheard() >= asked || self.running.at_hand() > 0).then_some(Foul::Twice)
    }

    /// The time from the last command to the end of its response, or to a breach if there was no
    /// response.
    pub(super) fn clock(&mut self) -> Clock {
        self.running.clock()
    }

    /// The text that the program has written to standard error since the last call of this
    /// function.
    pub(super) fn take_stderr(&mut self) -> Vec<u8> {
        self.running.take_stderr()
    }

    /// Stops the program until it is sent the next command.
    pub(super) fn freeze(&mut self) -> Result<(), Error> {
        self.running.freeze().map_err(|error| failed(&self.name, &error))
    }

    /// Tells the program to end.
    pub(super) fn quit(mut self) {
        let _ = self.send(&["quit"]);
        let _ = self.running.finish(GRACE);
    }

    /// Ends the program.
    pub(super) fn end(self) -> Result<Remains, Error> {
        let ended = self.running.finish(DYING).map_err(|error| failed(&self.name, &error))?;
        Ok(Remains { ended, input: self.sent, output: self.output })
    }
}

fn failed(name: &str, error: &sandbox::Error) -> Error {
    Error::machine(format!("{name}: {error}"))
}
