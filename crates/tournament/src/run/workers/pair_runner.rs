//! A slot where jobs are played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rules::Parameters;
use search::GameSpec;

use super::participants::Participants;
use crate::plan::announcement::GivenBoard;
use crate::store::tally::Tally;
use crate::store::{Report, VoidGame};
use errors::Error;
use matches::record::{PlayerRecord, Record};
use matches::{Board, Game, Opponents, Spectator, Terms};
use pairing::Pairing;
use players::Slot;

/// One slot. The last two players stay ready, since the next job is usually theirs.
pub(super) struct PairRunner {
    slot: Slot,
    seated: Option<Seated>,
}

struct Seated {
    participants: Arc<Participants>,
    pairing: Pairing,
    terms: Terms,
    players: [PlayerRecord; 2],
    words: [String; 2],
    opponents: Opponents,
}

impl PairRunner {
    pub(super) fn new(slot: Slot) -> PairRunner {
        PairRunner { slot, seated: None }
    }

    /// Plays a pair of games of a match before a spectator; `None` if `stop` was set before the
    /// end.
    ///
    /// # Errors
    /// If the referee cannot work. Nothing that players do is an error.
    pub(super) fn play(
        &mut self,
        participants: &Arc<Participants>,
        pairing: Pairing,
        pair: u64,
        spectator: &dyn Spectator,
        stop: &AtomicBool,
    ) -> Result<Option<Report>, Error> {
        let seated = match self.seated.take() {
            Some(seated)
                if seated.pairing == pairing && Arc::ptr_eq(&seated.participants, participants) =>
            {
                seated
            }
            _ => Seated::new(participants, pairing, &self.slot)?,
        };
        self.seated.insert(seated).play(pair, spectator, stop)
    }
}

impl Seated {
    fn new(
        participants: &Arc<Participants>,
        pairing: Pairing,
        slot: &Slot,
    ) -> Result<Seated, Error> {
        let terms = participants.announcement.terms_of(&pairing, participants.spec)?;
        let nobody =
            || -> Box<dyn players::Player> { unreachable!("people take no part in tournaments") };
        let players = participants
            .players(&pairing)
            .map(|prepared| prepared.player(participants.spec, &terms, slot, nobody));
        Ok(Seated {
            participants: Arc::clone(participants),
            pairing,
            players: participants.records(&pairing),
            words: participants.words(&pairing),
            terms,
            opponents: Opponents { slot: slot.clone(), players },
        })
    }

    fn play(
        &mut self,
        pair: u64,
        spectator: &dyn Spectator,
        stop: &AtomicBool,
    ) -> Result<Option<Report>, Error> {
        let board = self.board(pair)?;
        let mut void_games = Vec::new();
        let mut records = Vec::new();
        for first in 0..2 {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let (spec, terms, players, words) =
                (self.participants.spec, &self.terms, &self.players, &self.words);
            let number = 2 * pair + first as u64 + 1;
            let (record, void) = self.opponents.play(&Game {
                spec,
                terms,
                players,
                words,
                board: &board,
                number,
                first,
                spectator: Some(spectator),
            })?;
            let why = |record: Record| Some((record.line(), record.why_void()?));
            void_games.extend(void.and_then(why).map(|(record, why)| VoidGame {
                number,
                record,
                why,
            }));
            records.push(record);
        }
        let records: [Record; 2] =
            records.try_into().map_err(|_| Error::bug("a pair is two games"))?;
        let tally = Tally::of_pair(&records);
        Ok(Some(Report { records: records.each_ref().map(Record::line), tally, void: void_games }))
    }

    fn board(&self, pair: u64) -> Result<Board, Error> {
        match self.participants.announcement.boards.given(pair) {
            Some(given) => given_board(given, self.participants.spec),
            None => {
                let opening = self.terms.opening.unwrap_or(0);
                Board::draw(
                    self.participants.spec,
                    &self.terms.parameters,
                    opening,
                    self.terms.seed,
                    pair,
                )
            }
        }
    }
}

fn given_board(given: &GivenBoard, spec: &GameSpec) -> Result<Board, Error> {
    let mut parameters = Parameters::new(spec.parameters);
    for (name, value) in &given.parameters {
        parameters.set(name, value).map_err(|bad| Error::input(bad.to_string()))?;
    }
    Ok(Board { parameters, opening: given.opening.clone() })
}
