//! Checks that the games of a tournament are those that were announced, and computes their totals.

use std::collections::{BTreeMap, HashMap, HashSet};

use search::GameSpec;

use crate::plan::announcement::Announcement;
use crate::plan::departures::{Departures, Settled};
use crate::plan::testing::Testing;
use crate::tally::{MatchTally, Tally};
use errors::Error;
use matches::record::{Record, Verifier};
use matches::{Board, Terms};
use pairing::{Finished, Next, Pairing, Schedule};

/// A match, and the number of one of its games, counted from 1.
pub(crate) type MatchGame = (Pairing, u64);

/// Replays the games of a tournament in the order of their jobs.
pub struct Inspector<'a> {
    announcement: &'a Announcement,
    spec: &'a GameSpec,
    schedule: Schedule,
    departures: Departures,
    /// The terms of every match. Only the seed differs from match to match.
    terms: Terms,
    /// The sequential test that decides the tournament's only match. It counts only the pairs
    /// before the first missing pair.
    testing: Option<Testing>,
    by_seed: HashMap<u64, Pairing>,
    matches: BTreeMap<Pairing, Match>,
    games: u64,
    /// The games that count although they are void: a void game is played again only once, and the
    /// second game counts in any case.
    void: HashSet<MatchGame>,
}

/// A match, and those of its games that have been seen.
struct Match {
    seed: u64,
    /// The bytes of memory that each of the two participants may use; `None` for an engine.
    memory: [Option<u64>; 2],
    /// The number of pairs up to the last one seen. Pairs come in order, and some may be missing.
    up_to: u64,
    /// The first game of a pair whose second game is still to come, and the verifier of both games.
    open: Option<Box<(Record, Verifier)>>,
    tally: Tally,
}

impl<'a> Inspector<'a> {
    /// An inspector that has seen no games yet.
    ///
    /// # Errors
    /// Fails if the announcement is invalid, or announces another game.
    pub fn new(
        announcement: &'a Announcement,
        departures: &Departures,
        spec: &'a GameSpec,
    ) -> Result<Inspector<'a>, Error> {
        let any = Pairing { round: 0, table: 0, extra: 0, first: 0, second: 1 };
        let mut inspector = Inspector {
            announcement,
            spec,
            schedule: announcement.schedule()?,
            departures: departures.clone(),
            terms: announcement.terms_of(&any, spec)?,
            testing: Testing::of(announcement),
            by_seed: HashMap::new(),
            matches: BTreeMap::new(),
            games: 0,
            void: HashSet::new(),
        };
        inspector.pair()?;
        Ok(inspector)
    }

    /// An inspector for games of this match alone.
    #[cfg(feature = "store")]
    pub(crate) fn alone(&self, pairing: Pairing) -> Inspector<'a> {
        let mut alone = Inspector {
            announcement: self.announcement,
            spec: self.spec,
            schedule: self.schedule.clone(),
            departures: self.departures.clone(),
            terms: self.terms.clone(),
            testing: None,
            by_seed: HashMap::new(),
            matches: BTreeMap::new(),
            games: 0,
            void: HashSet::new(),
        };
        alone.learn(pairing);
        alone
    }

    /// Checks the next game.
    ///
    /// # Errors
    /// Fails if the game does not belong to the tournament. The error says why.
    pub fn check(&mut self, record: &Record) -> Result<(), Error> {
        if !self.by_seed.contains_key(&record.seed) {
            // The game may belong to a match that depends on earlier matches.
            self.pair()?;
        }
        let pairing = *self.by_seed.get(&record.seed).ok_or_else(|| {
            let names = record.players.each_ref().map(|player| player.name.as_str());
            Error::corrupt(format!(
                "no match of the tournament is between {} and {} with this seed",
                names[0], names[1]
            ))
        })?;
        self.check_players(record, &pairing)?;
        let seen =
            self.matches.get_mut(&pairing).ok_or_else(|| Error::corrupt("the match is over"))?;
        seen.check_terms(record, &self.terms, self.announcement)?;
        let pair = record.number.saturating_sub(1) / 2;
        if let Some(testing) = self.testing.as_ref().filter(|testing| testing.is_beyond(pair)) {
            let pairs = testing.seen();
            return Err(Error::corrupt(format!(
                "the test was decided by the first {pairs} pairs of games, before this one"
            )));
        }
        match seen.open.take() {
            None => seen.begin(record, &self.terms, self.announcement, self.spec)?,
            Some(open) => {
                let (first, mut verifier) = *open;
                verify(&mut verifier, record, self.spec)?;
                let tally = Tally::of_pair(&[first, record.clone()]);
                if let Some(testing) = &mut self.testing {
                    testing.see(&pairing, pair, tally.half_points());
                }
                seen.tally.add(&tally);
            }
        }
        self.games += 1;
        if record.why_void().is_some() {
            self.void.insert((pairing, record.number));
        }
        Ok(())
    }

    /// What the tournament needs next, given the results read so far.
    fn settled(&self) -> Result<Settled, Error> {
        let games = self.announcement.games;
        self.departures.settle_announced(&self.schedule, games, self.finished())
    }

    /// Checks a game that does not count: its match must have been seen, and the game must have the
    /// settings of the match. Returns the match, and the number of the game in the match.
    ///
    /// # Errors
    /// Fails if the game does not belong to the tournament. The error says why.
    pub(crate) fn check_void(&self, record: &Record) -> Result<MatchGame, Error> {
        let known = self
            .pairing_of(record)
            .and_then(|pairing| Some((pairing, self.matches.get(&pairing)?)));
        let (pairing, seen) =
            known.ok_or_else(|| Error::corrupt("no match of the tournament has this seed"))?;
        self.check_players(record, &pairing)?;
        seen.check_terms(record, &self.terms, self.announcement)?;
        if record.number == 0 || record.number.div_ceil(2) > seen.up_to {
            return Err(Error::corrupt(format!(
                "it is game {}, but no game of that number counts",
                record.number
            )));
        }
        verify(&mut Verifier::of_game(record.number), record, self.spec)?;
        check_board(record, (&self.terms, seen.seed), self.announcement, self.spec)?;
        Ok((pairing, record.number))
    }

    /// The games that count although they are void: a void game is played again only once, and the
    /// second game counts in any case.
    pub(crate) fn void(&self) -> impl Iterator<Item = &MatchGame> {
        self.void.iter()
    }

    /// The match of a game that has been seen.
    #[must_use]
    pub fn pairing_of(&self, record: &Record) -> Option<Pairing> {
        self.by_seed.get(&record.seed).copied()
    }

    /// How many games have been seen.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The totals, after all games have been seen, and whether the tournament is over.
    ///
    /// # Errors
    /// Fails if a pair lacks its second game.
    pub fn finish(&self) -> Result<(Vec<MatchTally>, bool), Error> {
        for (pairing, seen) in &self.matches {
            if seen.open.is_some() {
                let [first, second] = pairing
                    .players()
                    .map(|participant| &self.announcement.participants[participant].name);
                return Err(Error::corrupt(format!(
                    "the last pair of {first} against {second} lacks its second game"
                )));
            }
        }
        let is_over = !matches!(self.settled()?.next, Next::Play(_));
        let pairs = self.announcement.pairs();
        let totals =
            |(&pairing, seen): (&Pairing, &Match)| MatchTally { pairing, pairs, tally: seen.tally };
        Ok((self.matches.iter().map(totals).filter(|totals| totals.done() > 0).collect(), is_over))
    }

    /// Computes which matches follow from the finished matches. Who has left may have played games
    /// of a match before.
    fn pair(&mut self) -> Result<(), Error> {
        let Settled { next, lost } = self.settled()?;
        let open = if let Next::Play(open) = next { open } else { Vec::new() };
        open.into_iter()
            .chain(lost.into_iter().map(|lost| lost.pairing))
            .for_each(|pairing| self.learn(pairing));
        Ok(())
    }

    fn learn(&mut self, pairing: Pairing) {
        let seed = self.announcement.match_seed(&pairing);
        self.by_seed.insert(seed, pairing);
        let participants = pairing.players().map(|player| &self.announcement.participants[player]);
        let contest = &self.spec.contest;
        let memory = participants.map(|participant| {
            let usual = self.terms.memory_for(participant.program()?.protocol, contest);
            Some(participant.own.memory.unwrap_or(usual))
        });
        let fresh = || Match { seed, memory, up_to: 0, open: None, tally: Tally::default() };
        self.matches.entry(pairing).or_insert_with(fresh);
    }

    /// Whether a sequential test has decided the only match, by the games seen so far.
    pub(crate) fn is_decided(&self) -> bool {
        self.testing.as_ref().is_some_and(Testing::is_decided)
    }

    fn finished(&self) -> Vec<Finished> {
        let is_over =
            |seen: &Match| self.is_decided() || seen.tally.games() >= self.announcement.games;
        let over = self.matches.iter().filter(|(_, seen)| is_over(seen));
        over.map(|(pairing, seen)| seen.tally.finished(*pairing)).collect()
    }

    fn check_players(&self, record: &Record, pairing: &Pairing) -> Result<(), Error> {
        for (player, participant) in record.players.iter().zip(pairing.players()) {
            let participant = &self.announcement.participants[participant];
            let file = participant.program().map(|program| &program.sha256);
            if player.name != participant.name || player.file.as_ref() != file {
                return Err(Error::corrupt(format!(
                    "{} played instead of {}",
                    player.name, participant.name
                )));
            }
            if player.own != participant.own {
                return Err(Error::corrupt(format!(
                    "{} played with other options than announced",
                    player.name
                )));
            }
        }
        Ok(())
    }
}

impl Match {
    /// Checks that a game was played with the announced settings.
    fn check_terms(
        &self,
        record: &Record,
        terms: &Terms,
        announcement: &Announcement,
    ) -> Result<(), Error> {
        let wrong = |what: &str| {
            Err(Error::corrupt(format!("it was played with another {what} than announced")))
        };
        if record.game != announcement.game {
            return Err(Error::corrupt("it is of another game than announced"));
        }
        if record.games != terms.games {
            return wrong("number of games");
        }
        if record.nodes != terms.nodes {
            return wrong("number of positions");
        }
        if record.level != terms.level.number() {
            return wrong("level of the sandbox");
        }
        if record.players.each_ref().map(|player| player.memory) != self.memory {
            return wrong("limit of memory");
        }
        if record.time != terms.time.into() {
            return wrong("clock");
        }
        Ok(())
    }

    /// Takes the first game of a pair, which must come after all pairs seen before.
    fn begin(
        &mut self,
        record: &Record,
        terms: &Terms,
        announcement: &Announcement,
        spec: &GameSpec,
    ) -> Result<(), Error> {
        let pair = record.number.saturating_sub(1) / 2;
        if pair < self.up_to {
            return Err(Error::corrupt(format!(
                "game {} of its match comes twice or too late",
                record.number
            )));
        }
        let mut verifier = Verifier::of_pair(pair);
        verify(&mut verifier, record, spec)?;
        check_board(record, (terms, self.seed), announcement, spec)?;
        self.up_to = pair + 1;
        self.open = Some(Box::new((record.clone(), verifier)));
        Ok(())
    }
}

fn verify(verifier: &mut Verifier, record: &Record, spec: &GameSpec) -> Result<(), Error> {
    verifier.check(record, spec).map_err(|misfit| Error::corrupt(misfit.to_string()))
}

/// Checks that a game was played on the board that was announced for its pair.
fn check_board(
    record: &Record,
    (terms, seed): (&Terms, u64),
    announcement: &Announcement,
    spec: &GameSpec,
) -> Result<(), Error> {
    let pair = (record.number - 1) / 2;
    let (parameters, opening) = match announcement.boards.given(pair) {
        Some(given) => (given.parameters.clone(), given.opening.clone()),
        None => {
            let opening = terms.opening.unwrap_or(0);
            let board = Board::draw(spec, &terms.parameters, opening, seed, pair)?;
            let values =
                board.parameters.all().map(|(name, value)| (name.to_string(), value.to_string()));
            (values.collect(), board.opening)
        }
    };
    if record.parameters != parameters || record.opening != opening {
        return Err(Error::corrupt("it was played on another board than announced"));
    }
    Ok(())
}
