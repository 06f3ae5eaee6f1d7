//! Plays jobs at one slot.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rules::Parameters;

use super::participants::Participants;
use crate::plan::announcement::GivenBoard;
use crate::store::{Report, VoidGame};
use crate::tally::Tally;
use errors::Error;
use matches::record::Record;
use matches::{Board, PairRunner, Spectator};
use pairing::Pairing;
use players::{Player, Slot};

/// Plays jobs at one slot. The last two players stay ready, since they usually play the next job,
/// too.
pub(crate) struct JobRunner {
    slot: Slot,
    ready: Option<Ready>,
}

struct Ready {
    participants: Arc<Participants>,
    pairing: Pairing,
    pairs: PairRunner,
}

impl JobRunner {
    pub(crate) fn new(slot: Slot) -> JobRunner {
        JobRunner { slot, ready: None }
    }

    /// Plays a pair of games of a match, and reports each move to the spectator, if any; `None` if `stop` was
    /// set before the end.
    ///
    /// # Errors
    /// Fails if the referee cannot work. A foul is not an error.
    pub(crate) fn play(
        &mut self,
        participants: &Arc<Participants>,
        pairing: Pairing,
        pair: u64,
        spectator: Option<&dyn Spectator>,
        stop: &AtomicBool,
    ) -> Result<Option<Report>, Error> {
        let ready = match self.ready.take() {
            Some(ready)
                if ready.pairing == pairing && Arc::ptr_eq(&ready.participants, participants) =>
            {
                ready
            }
            _ => Ready::new(participants, pairing, &self.slot)?,
        };
        let Ready { pairs, .. } = self.ready.insert(ready);
        let board = board(participants, pairs, pair)?;
        let (mut records, mut void) = (Vec::new(), Vec::new());
        pairs.play(pair, &board, spectator, stop, &mut |record, earlier| {
            void.extend(earlier.as_ref().and_then(void_game));
            records.push(record);
            Ok(())
        })?;
        let Ok(records) = <[Record; 2]>::try_from(records) else { return Ok(None) };
        let tally = Tally::of_pair(&records);
        Ok(Some(Report { records: records.each_ref().map(Record::line), tally, void }))
    }
}

impl Ready {
    fn new(
        participants: &Arc<Participants>,
        pairing: Pairing,
        slot: &Slot,
    ) -> Result<Ready, Error> {
        let (spec, contestants) = (participants.spec, participants.of(&pairing));
        let terms = participants.announcement.terms_of(&pairing, spec)?;
        let nobody = |_| -> Box<dyn Player> { unreachable!("people take no part in tournaments") };
        let pairs = PairRunner::new(spec, terms, contestants, slot.clone(), &nobody);
        Ok(Ready { participants: Arc::clone(participants), pairing, pairs })
    }
}

fn void_game(record: &Record) -> Option<VoidGame> {
    let why = record.why_void()?;
    Some(VoidGame { number: record.number, record: record.line(), why })
}

fn board(participants: &Participants, pairs: &PairRunner, pair: u64) -> Result<Board, Error> {
    let (spec, terms) = (pairs.spec, &pairs.terms);
    match participants.announcement.boards.given(pair) {
        Some(GivenBoard { parameters: given, opening }) => {
            let mut parameters = Parameters::new(spec.parameters);
            for (name, value) in given {
                parameters.set(name, value).map_err(|bad| Error::input(bad.to_string()))?;
            }
            Ok(Board { parameters, opening: opening.clone() })
        }
        None => {
            let opening = terms.opening.unwrap_or(0);
            Board::draw(spec, &terms.parameters, opening, terms.seed, pair)
        }
    }
}
