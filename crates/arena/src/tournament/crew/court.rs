//! One slot, at which units are played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rules::Parameters;
use search::GameSpec;

use super::super::announcement::GivenBoard;
use super::super::tally::Tally;
use super::roster::Roster;
use super::spoilt;
use crate::Error;
use crate::players::Slot;
use crate::record::{PlayerRecord, Record};
use crate::schedule::Pairing;
use crate::series::{Board, Game, Station, Terms};
use crate::store::{Report, SetAside};

/// One slot. The two who played last stay seated, since the next unit is most often theirs.
pub(super) struct Court {
    slot: Slot,
    seated: Option<Seated>,
}

struct Seated {
    roster: Arc<Roster>,
    pairing: Pairing,
    terms: Terms,
    players: [PlayerRecord; 2],
    words: [String; 2],
    station: Station,
}

impl Court {
    pub(super) fn new(slot: Slot) -> Court {
        Court { slot, seated: None }
    }

    /// Plays a pair of games of a match; nothing where `stop` was set before the end.
    ///
    /// # Errors
    /// When the referee cannot do its work. What players do is no error.
    pub(super) fn play(
        &mut self,
        roster: &Arc<Roster>,
        pairing: Pairing,
        pair: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Report>, Error> {
        let seated = match self.seated.take() {
            Some(seated) if seated.pairing == pairing && Arc::ptr_eq(&seated.roster, roster) => seated,
            _ => Seated::new(roster, pairing, &self.slot)?,
        };
        self.seated.insert(seated).play(pair, stop)
    }
}

impl Seated {
    fn new(roster: &Arc<Roster>, pairing: Pairing, slot: &Slot) -> Result<Seated, Error> {
        let terms = roster.announcement.terms_of(&pairing, roster.spec)?;
        let nobody = || -> Box<dyn crate::Player> { unreachable!("people take no part in tournaments") };
        let players = roster.entrants(&pairing).map(|entrant| entrant.player(roster.spec, &terms, slot, nobody));
        Ok(Seated {
            roster: Arc::clone(roster),
            pairing,
            players: roster.records(&pairing),
            words: roster.words(&pairing),
            terms,
            station: Station { slot: slot.clone(), players },
        })
    }

    fn play(&mut self, pair: u64, stop: &AtomicBool) -> Result<Option<Report>, Error> {
        let board = self.board(pair)?;
        let mut set_aside = Vec::new();
        let mut records = Vec::new();
        for leg in 0..2 {
            let number = 2 * pair + leg as u64 + 1;
            match self.game(&board, number, leg, &mut set_aside, stop)? {
                Some(record) => records.push(record),
                None => return Ok(None),
            }
        }
        let records: [Record; 2] = records.try_into().map_err(|_| Error::bug("a pair is two games"))?;
        let tally = Tally::of_pair(&records);
        Ok(Some(Report { records: records.each_ref().map(Record::line), tally, set_aside }))
    }

    /// One game, played again where an overloaded machine has spoilt it.
    fn game(
        &mut self,
        board: &Board,
        number: u64,
        first: usize,
        set_aside: &mut Vec<SetAside>,
        stop: &AtomicBool,
    ) -> Result<Option<Record>, Error> {
        let (spec, terms) = (self.roster.spec, &self.terms);
        let (players, words) = (&self.players, &self.words);
        let mut replays = 0;
        while !stop.load(Ordering::Relaxed) {
            let record = self.station.play(&Game { spec, terms, players, words, board, number, first })?;
            let Some(why) = spoilt::why(&record, &self.roster.announcement.fairness, replays) else {
                return Ok(Some(record));
            };
            set_aside.push(SetAside { number, record: record.line(), why });
            crate::series::pause(&mut self.station.players)?;
            wait(pause(replays), stop);
            replays += 1;
        }
        Ok(None)
    }

    fn board(&self, pair: u64) -> Result<Board, Error> {
        match self.roster.announcement.boards.given(pair) {
            Some(given) => given_board(given, self.roster.spec),
            None => {
                let opening = self.terms.opening.unwrap_or(0);
                Board::draw(self.roster.spec, &self.terms.parameters, opening, self.terms.seed, pair)
            }
        }
    }
}

/// How long to wait before a game is played again that has been played again so many times: what keeps the machine busy may be over
/// then, and would spoil it again at once.
fn pause(replays: u64) -> Duration {
    const LONGEST: u64 = 4;
    Duration::from_secs(LONGEST.min(1 << replays.min(LONGEST)))
}

/// Waits so long, or until it is time to stop.
fn wait(pause: Duration, stop: &AtomicBool) {
    let start = Instant::now();
    while start.elapsed() < pause && !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(20));
    }
}

fn given_board(given: &GivenBoard, spec: &GameSpec) -> Result<Board, Error> {
    let mut parameters = Parameters::new(spec.parameters);
    for (name, value) in &given.parameters {
        parameters.set(name, value).map_err(|bad| Error::input(bad.to_string()))?;
    }
    Ok(Board { parameters, opening: given.opening.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keeps_a_machine_busy_is_given_time_to_be_over() {
        assert_eq!([0, 1, 2, 3, 99].map(|replays| pause(replays).as_secs()), [1, 2, 4, 4, 4]);
        let start = Instant::now();
        wait(Duration::from_secs(600), &AtomicBool::new(true));
        assert!(start.elapsed() < Duration::from_secs(60), "whoever stops does not wait");
    }
}
