//! A program whose process lives for a game. Questions to the program are lines, and so are its
//! answers.

use std::time::Duration;

use rules::{Side, message};
use sandbox::{Breach, Clock, Ended, Heard, How, MOMENT, Running};

use super::foul_report::{self, FailurePhase};
use super::hint::{self, Hint};
use super::talk::Talk;
use super::{Confined, Slot};
use crate::answer::answer_text;
use crate::foul_words::WORDS;
use crate::player::{Place, Player, Reply, Turn};
use crate::{Foul, FoulReport};
use errors::Error;

/// How long a program may take to end after its game or its output has ended.
const PARTING: Duration = Duration::from_millis(100);

/// If a program still runs after [`PARTING`], and more bytes than this have been read, the program
/// counts as writing without end. The bound is not larger than a pipe: on a busy machine, the
/// referee may read only one full pipe within [`PARTING`].
const FLOOD: usize = 64 << 10;

/// How long a program may take to end after it has closed its output. Freeing much memory takes a
/// while.
const DYING: Duration = Duration::from_secs(1);

/// A program that is started anew for every game.
pub(crate) struct ProgramByGame {
    program: Confined,
    slot: Slot,
    game: Option<Session>,
}

/// A game from the program's point of view.
struct Session {
    side: Side,
    talk: Talk,
    /// The process, once the program has been asked.
    running: Option<Running>,
    ended: Option<Ended>,
    input: String,
    output: Vec<u8>,
    /// The state of the program at its last answer. If that answer is a foul, the report of the
    /// foul depends on this state.
    phase: FailurePhase,
    /// The time of the last question, and the bytes of input that were left unread then.
    last: (Clock, usize),
}

impl ProgramByGame {
    pub(crate) fn new(program: Confined, slot: Slot) -> ProgramByGame {
        ProgramByGame { program, slot, game: None }
    }
}

impl Player for ProgramByGame {
    fn start_game(&mut self, place: &Place<'_>) -> Result<(), Error> {
        let talk = Talk::new(self.program.dialogue(place)?);
        let (input, output) = (String::new(), Vec::new());
        let (side, phase) = (place.side, FailurePhase::Stopped);
        let (running, ended, last) = (None, None, (Clock::default(), 0));
        self.game = Some(Session { side, talk, running, ended, input, output, phase, last });
        Ok(())
    }

    fn ask(&mut self, turn: &mut Turn<'_>) -> Result<Reply, Error> {
        let game = self
            .game
            .as_mut()
            .ok_or_else(|| Error::bug("a program was asked before it joined a game"))?;
        game.ask(&self.program, &self.slot, turn)
    }

    fn leaves_at_once(&self) -> bool {
        self.game.as_ref().is_none_or(|game| game.running.is_none())
    }

    fn pause(&mut self) -> Result<(), Error> {
        let running = self.game.as_mut().and_then(|game| game.running.as_mut());
        running
            .map_or(Ok(()), |running| running.freeze().map_err(|error| self.program.failed(&error)))
    }

    fn end_game(&mut self, guilty: bool) -> Result<Option<FoulReport>, Error> {
        let Some(mut game) = self.game.take() else { return Ok(None) };
        if let Some(running) = game.running.take() {
            game.ended =
                Some(running.finish(PARTING).map_err(|error| self.program.failed(&error))?);
        }
        Ok(game.ended.take().filter(|_| guilty).map(|ended| game.foul_report(ended, &self.program)))
    }
}

impl Session {
    fn ask(
        &mut self,
        program: &Confined,
        slot: &Slot,
        turn: &mut Turn<'_>,
    ) -> Result<Reply, Error> {
        let failed = |error| program.failed(&error);
        if let Some(ended) = &self.ended {
            // The program's output has ended, so the program cannot answer again.
            return Ok(Reply::new(Err(Foul::of_end(ended)), Clock::default()));
        }
        let mut running = match self.running.take() {
            Some(running) => running,
            None => {
                // To start a process takes as much time as to make many moves.
                turn.wait()?;
                match slot.spawner().open(&program.ready(self.side).job) {
                    Ok(running) => running,
                    Err(error) => {
                        return Ok(Reply::new(Err(program.not_started(&error)?), Clock::default()));
                    }
                }
            }
        };
        if !self.talk.has_asides() && running.unread().map_err(failed)? > 0 {
            let foul = if self.input.is_empty() { Foul::Early } else { Foul::Twice };
            turn.wait()?;
            let stderr = running.take_stderr();
            let foul = self.end_talker(running, foul).map_err(failed)?;
            return Ok(Reply { answer: Err(foul), clock: Clock::default(), stderr });
        }
        let is_first = self.input.is_empty();
        let prompt = self.talk.prompt(turn);
        self.input.push_str(&prompt);
        running.write(prompt.as_bytes()).map_err(failed)?;
        if !running.answers_within(MOMENT).map_err(failed)? {
            turn.wait()?;
        }
        let mut heard = running.read_line(turn.within()).map_err(failed)?;
        if !is_first && matches!(&heard, Heard::Line(line) if line.is_empty()) {
            // The program has ended its previous answer with an empty line, which came late.
            heard = running.read_line(turn.within()).map_err(failed)?;
        }
        while matches!(&heard, Heard::Line(line) if self.talk.is_aside(line)) {
            if running.at_hand() == 0 {
                turn.wait()?;
            }
            heard = running.read_line(turn.within()).map_err(failed)?;
        }
        running.skip_empty_lines();
        if !matches!(heard, Heard::Line(_))
            || running.at_hand() > 0
            || running.unheard() >= prompt.len()
        {
            // After a foul, the referee waits until the program has ended.
            turn.wait()?;
        }
        self.take(heard, running, prompt.len()).map_err(failed)
    }

    /// Turns an event into a reply. The event followed a question of `asked` bytes.
    fn take(
        &mut self,
        heard: Heard,
        mut running: Running,
        asked: usize,
    ) -> Result<Reply, sandbox::Error> {
        let (clock, stderr) = (running.clock(), running.take_stderr());
        let answer = match heard {
            Heard::Line(line) => {
                self.output = line;
                let is_first = asked == self.input.len();
                // A program that has not read any of the question cannot have answered it. If the
                // program was asked before, the line is a second answer to the previous question.
                let has_not_read = running.unheard() >= asked;
                if has_not_read || running.at_hand() > 0 && !self.talk.has_asides() {
                    let foul = if has_not_read && is_first { Foul::Early } else { Foul::Twice };
                    Err(self.end_talker(running, foul)?)
                } else {
                    self.running = Some(running);
                    self.understand()
                }
            }
            Heard::Breach(breach) => {
                let foul = breach.into();
                self.last = (clock, running.unheard());
                (self.running, self.phase) = (Some(running), FailurePhase::by(&foul));
                Err(foul)
            }
            Heard::Closed(rest) => {
                let has_read = running.unheard() < asked;
                let ended = running.finish(DYING)?;
                let is_answer = has_read
                    && !rest.is_empty()
                    && ended.breach.is_none()
                    && matches!(ended.how, How::Exited(_));
                let foul = Foul::of_end(&ended);
                (self.output, self.ended, self.phase) = (rest, Some(ended), FailurePhase::Gone);
                if is_answer { self.understand() } else { Err(foul) }
            }
        };
        Ok(Reply { answer, clock, stderr })
    }

    /// Ends a program that wrote more than one answer. Returns `foul`, or [`Foul::Flood`] if the
    /// program writes without end.
    fn end_talker(&mut self, running: Running, foul: Foul) -> Result<Foul, sandbox::Error> {
        let ended = running.finish(PARTING)?;
        self.output.push(b'\n');
        self.output.extend(&ended.stdout);
        let is_flood = ended.breach.is_some() && ended.stdout.len() > FLOOD;
        let foul =
            if is_flood || ended.breach == Some(Breach::Output) { Foul::Flood } else { foul };
        self.ended = Some(ended);
        Ok(foul)
    }

    fn foul_report(self, mut ended: Ended, program: &Confined) -> FoulReport {
        let ready = program.ready(self.side);
        let has_answered = !self.output.is_empty();
        if self.phase != FailurePhase::Awaited {
            let output = self.output.clone();
            let report = foul_report::of(ended, &self.input, output, ready, self.phase);
            let other = || program.other_format(self.side).filter(|_| !has_answered);
            let hint = foul_report::gtp(&self.output).or(report.hint);
            return FoulReport { hint: hint.or_else(|| Some(other()?.message())), ..report };
        }
        // The last line, if the program has not finished it.
        let begun = std::mem::take(&mut ended.stdout);
        let is_begun = !begun.trim_ascii().is_empty();
        let output = if is_begun { begun.clone() } else { self.output };
        let known = foul_report::of(ended, &self.input, output, ready, self.phase);
        let ((clock, unread), lines) = (self.last, self.input.lines().count());
        let of_time = hint::of_time(clock, unread, lines, has_answered);
        let waits = program.waits_for(self.side, of_time);
        if let Hint::Scanf { .. } = waits {
            // Whatever it has written came after its input had ended.
            return FoulReport { hint: Some(waits.message()), ..known };
        }
        let did = || {
            let other = program.other_format(self.side).filter(|_| !has_answered);
            other.unwrap_or(waits)
        };
        let hint = foul_report::unended(&begun, message!(WORDS, "line-feed"), known.hint, did);
        FoulReport { hint: Some(hint), ..known }
    }

    fn understand(&self) -> Result<rules::Answer, Foul> {
        Ok(self.talk.reply(answer_text(&self.output)?)?)
    }
}
