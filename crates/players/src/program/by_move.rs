//! A program that is started for every move. The program reads all of its input, and then writes
//! all of its output.

use rules::{Answer, Side, message};
use sandbox::{Clock, Ended};

use super::foul_report::{self, FailurePhase};
use super::talk::Talk;
use super::{Confined, Slot};
use crate::foul_words::WORDS;
use crate::player::{Place, Player, Reply, Turn};
use crate::{Foul, FoulReport};
use errors::Error;

/// A program that runs as a new process for each move.
pub(crate) struct ProgramByMove {
    program: Confined,
    slot: Slot,
    game: Option<Session>,
}

struct Session {
    side: Side,
    talk: Talk,
    /// The input for the program's last move, and how the process for that move ended.
    last: Option<(String, Ended)>,
}

impl ProgramByMove {
    pub(crate) fn new(program: Confined, slot: Slot) -> ProgramByMove {
        ProgramByMove { program, slot, game: None }
    }
}

impl Player for ProgramByMove {
    fn start_game(&mut self, place: &Place<'_>) -> Result<(), Error> {
        let talk = Talk::new(self.program.dialogue(place)?);
        self.game = Some(Session { side: place.side, talk, last: None });
        Ok(())
    }

    fn ask(&mut self, turn: &mut Turn<'_>) -> Result<Reply, Error> {
        turn.wait()?;
        let game = self
            .game
            .as_mut()
            .ok_or_else(|| Error::bug("a program was asked before it joined a game"))?;
        let input = game.talk.prompt(turn);
        let mut job = self.program.ready(game.side).job.clone();
        job.limits.wall = turn.within();
        let ended = match self.slot.spawner().run(&job, input.as_bytes()) {
            Ok(ended) => ended,
            Err(error) => {
                return Ok(Reply::new(Err(self.program.not_started(&error)?), Clock::default()));
            }
        };
        let clock = Clock { wall: ended.wall, cpu: ended.cpu, waited: ended.waited };
        let answer = understand(&game.talk, &ended);
        let stderr = ended.stderr.clone();
        game.last = Some((input, ended));
        Ok(Reply { answer, clock, stderr })
    }

    fn end_game(&mut self, guilty: bool) -> Result<Option<FoulReport>, Error> {
        let Some(game) = self.game.take().filter(|_| guilty) else { return Ok(None) };
        let ready = self.program.ready(game.side);
        Ok(game.last.map(|(input, mut ended)| {
            let output = std::mem::take(&mut ended.stdout);
            let gtp = foul_report::gtp(&output);
            let report = foul_report::of(ended, &input, output, ready, FailurePhase::Gone);
            FoulReport { hint: gtp.or(report.hint), ..report }
        }))
    }
}

/// The exit code matters only if there is no answer: some programs answer and then end with an
/// arbitrary code.
fn understand(talk: &Talk, ended: &Ended) -> Result<Answer, Foul> {
    let is_crash = matches!(ended.how, sandbox::How::Signalled(_));
    if ended.breach.is_some() || is_crash || ended.stdout.is_empty() {
        return Err(match &ended.breach {
            Some(breach) => breach.clone().into(),
            None => Foul::of_end(ended),
        });
    }
    if ended.stdout.iter().all(u8::is_ascii_whitespace) {
        return Err(Foul::Empty);
    }
    let binary = || Foul::Garbled { why: message!(WORDS, "binary-board") };
    Ok(talk.reply(str::from_utf8(&ended.stdout).map_err(|_| binary())?)?)
}
