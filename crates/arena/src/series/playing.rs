//! A series at work.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rules::Side;
use rules::random::hash_words;
use sandbox::{Spawner, keep_to};

use super::board::Board;
use super::contestant::{Contestant, Kind, Speech};
use super::terms::Terms;
use super::workshop::{Workshop, folder_in};
use crate::player::{Evidence, Place, Player};
use crate::players::{Confined, EnginePlayer, GtpPlayer, ProgramByGame, ProgramByMove, Slot};
use crate::pool::each;
use crate::record::{Ending, PlayerRecord, Record, checksum};
use crate::{End, FORMAT, Offer, Played, Refused, referee};

/// Makes the player through which a person sits at a table: the first contestant's, or the second's.
pub type PersonMaker<'a> = &'a dyn Fn(usize) -> Box<dyn Player>;

/// Two contestants, and the slots at which they meet.
pub struct Series {
    offer: Arc<Offer>,
    terms: Terms,
    players: [PlayerRecord; 2],
    /// Half-moves of an opening.
    opening: usize,
    stations: Vec<Station>,
}

/// A slot with the two contestants at it.
struct Station {
    slot: Slot,
    players: [Box<dyn Player>; 2],
}

impl Series {
    /// Makes everything ready, in a folder that is empty. As many games run at a time as there are spawners.
    ///
    /// # Errors
    /// When the terms make no sense, or a contestant's program cannot be made ready.
    pub fn prepare(
        offer: Offer,
        contestants: &[Contestant; 2],
        terms: Terms,
        spawners: Vec<Spawner>,
        folder: &Path,
        person: PersonMaker<'_>,
    ) -> Result<Series, Refused> {
        if terms.games == 0 || !terms.games.is_multiple_of(2) {
            return Err(Refused::new("the number of games has to be even: each board is played twice"));
        }
        let offer = Arc::new(offer);
        let opening = opening(&offer, contestants, &terms)?;
        let slots: Vec<_> = spawners.into_iter().map(Slot::new).collect();
        let first = slots.first().ok_or_else(|| Refused::new("there is no slot to play at"))?;
        let mut ready = Vec::new();
        for (number, contestant) in contestants.iter().enumerate() {
            let folder = folder_in(folder, &number.to_string())?;
            let workshop = Workshop { offer: &offer, terms: &terms, folder: &folder };
            ready.push(Entrant::prepare(contestant, &workshop, &mut first.spawner())?);
        }
        let seat = |slot: &Slot, number: usize| ready[number].player(&offer, &terms, slot, || person(number));
        let station = |slot: Slot| Station { players: [seat(&slot, 0), seat(&slot, 1)], slot };
        let stations = slots.into_iter().map(station).collect();
        let players =
            [player_record(&contestants[0], &offer, &terms)?, player_record(&contestants[1], &offer, &terms)?];
        Ok(Series { offer, terms, players, opening, stations })
    }

    /// Half-moves of the opening of each pair.
    #[must_use]
    pub fn opening(&self) -> usize {
        self.opening
    }

    /// Plays all games, or those that are begun before `stop` is set; `seen` is given their records in order.
    ///
    /// # Errors
    /// When the referee cannot do its work, or `seen` fails. What players do is no error.
    pub fn play(
        &mut self,
        stop: &AtomicBool,
        seen: &mut (dyn FnMut(&Record) -> Result<(), Refused> + Send),
    ) -> Result<(), Refused> {
        let pairs: Vec<u64> = (0..self.terms.games / 2).collect();
        let queue = Mutex::new(Queue { next: 1, waiting: BTreeMap::new(), seen });
        let (offer, terms, players, opening) = (&self.offer, &self.terms, &self.players, self.opening);
        each(&mut self.stations, &pairs, |station, &pair| {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let board = Board::draw(offer, &terms.parameters, opening, terms.seed, pair)?;
            for leg in 0..2 {
                let game = Game { offer, terms, players, board: &board, number: 2 * pair + leg as u64 + 1, first: leg };
                let record = station.play(&game)?;
                queue.lock().unwrap_or_else(PoisonError::into_inner).push(record)?;
            }
            Ok(())
        })?;
        Ok(())
    }
}

/// How many half-moves open each pair of games. Where a program cannot be told of any, there are none.
fn opening(offer: &Offer, contestants: &[Contestant; 2], terms: &Terms) -> Result<usize, Refused> {
    let speaks_own = |kind: &Kind| matches!(kind, Kind::Program { speech: Speech::Own, .. });
    let protocol = offer.contest.protocol.filter(|protocol| !protocol.any_start);
    let deaf = contestants.iter().find(|contestant| protocol.is_some() && speaks_own(&contestant.kind));
    match (terms.opening, deaf) {
        (Some(moves @ 1..), Some(deaf)) => {
            let (name, game) = (&deaf.name, offer.name);
            Err(Refused::new(format!("{name} cannot be told of an opening of {moves} by the protocol of {game}")))
        }
        (_, Some(_)) => Ok(0),
        (moves, None) => Ok(moves.unwrap_or(offer.contest.opening)),
    }
}

fn player_record(contestant: &Contestant, offer: &Offer, terms: &Terms) -> Result<PlayerRecord, Refused> {
    let program = match &contestant.kind {
        Kind::Program { entry, speech, .. } => {
            let bytes = fs::read(&entry.path).map_err(|error| Refused::file("read", &entry.path, &error))?;
            Some((checksum(&bytes), terms.memory_for(*speech, &offer.contest)))
        }
        Kind::Engine(_) | Kind::Person => None,
    };
    let (file, memory) = program.unzip();
    Ok(PlayerRecord { name: contestant.name.clone(), file, memory })
}

/// A contestant that is ready to sit down at any slot.
enum Entrant {
    Engine(search::Grade),
    Person,
    Program(Box<Confined>, Speech),
}

impl Entrant {
    fn prepare(contestant: &Contestant, workshop: &Workshop<'_>, spawner: &mut Spawner) -> Result<Entrant, Refused> {
        Ok(match &contestant.kind {
            Kind::Engine(grade) => Entrant::Engine(*grade),
            Kind::Person => Entrant::Person,
            Kind::Program { speech, entry, arguments } => {
                let confined = workshop.prepare(entry, arguments, *speech, spawner)?;
                Entrant::Program(Box::new(confined), *speech)
            }
        })
    }

    fn player(
        &self,
        offer: &Arc<Offer>,
        terms: &Terms,
        slot: &Slot,
        person: impl Fn() -> Box<dyn Player>,
    ) -> Box<dyn Player> {
        match self {
            Entrant::Engine(grade) => Box::new(EnginePlayer::new(Arc::clone(offer), *grade, terms.nodes)),
            Entrant::Person => person(),
            Entrant::Program(program, speech) => program.clone().player(*speech, slot.clone()),
        }
    }
}

impl Confined {
    fn player(self, speech: Speech, slot: Slot) -> Box<dyn Player> {
        let lifetime = self.offer.contest.protocol.filter(|_| self.is_own).map(|protocol| protocol.lifetime);
        match (speech, lifetime) {
            (Speech::Own, Some(rules::Lifetime::Move)) => Box::new(ProgramByMove::new(self, slot)),
            (Speech::Gtp, _) => Box::new(GtpPlayer::new(self, slot)),
            (Speech::Own | Speech::Lines, _) => Box::new(ProgramByGame::new(self, slot)),
        }
    }
}

/// One game of a series.
struct Game<'a> {
    offer: &'a Offer,
    terms: &'a Terms,
    players: &'a [PlayerRecord; 2],
    board: &'a Board,
    number: u64,
    /// The contestant that has the first side.
    first: usize,
}

impl Station {
    fn play(&mut self, game: &Game<'_>) -> Result<Record, Refused> {
        if let Some(cpu) = self.slot.spawner().cpu() {
            // Where that is refused, turns are only slower.
            let _ = keep_to(cpu);
        }
        let mut table = game.board.table(game.offer)?;
        for (contestant, player) in self.players.iter_mut().enumerate() {
            player.sit_down(&game.place(contestant))?;
        }
        let [a, b] = &mut self.players;
        let [a, b]: [&mut dyn Player; 2] = [&mut **a, &mut **b];
        let sides = if game.first == 0 { [a, b] } else { [b, a] };
        let played = referee(&mut *table, &game.board.opening, sides, game.terms.time)?;
        let guilty = match &played.end {
            End::Foul(side, _) => Some(side.index() ^ game.first),
            End::Rules | End::Resigned(_) => None,
        };
        let mut evidence = None;
        for (contestant, player) in self.players.iter_mut().enumerate() {
            evidence = evidence.or(player.leave(guilty == Some(contestant))?);
        }
        let margin = table.outcome().map_or(0, |outcome| outcome.margin);
        Ok(game.record(played, margin, evidence))
    }
}

impl Game<'_> {
    fn place(&self, contestant: usize) -> Place<'_> {
        let seed = hash_words([self.terms.seed, self.number, contestant as u64]);
        let side = Side::BOTH[contestant ^ self.first];
        Place { parameters: &self.board.parameters, side, time: self.terms.time, seed }
    }

    fn record(&self, played: Played, margin: i32, evidence: Option<Evidence>) -> Record {
        let terms = self.terms;
        let values = self.board.parameters.all();
        let end = match played.end {
            End::Rules => Ending::Rules,
            End::Resigned(side) => Ending::Resignation { side: side.index() },
            End::Foul(side, foul) => {
                Ending::Foul { side: side.index(), foul, dossier: evidence.map(|evidence| Box::new(evidence.into())) }
            }
        };
        Record {
            format: FORMAT,
            ludoteka: env!("CARGO_PKG_VERSION").to_string(),
            game: self.offer.name.to_string(),
            parameters: values.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            seed: terms.seed,
            number: self.number,
            games: terms.games,
            players: self.players.clone(),
            first: self.first,
            time: terms.time.into(),
            nodes: terms.nodes,
            level: terms.level.number(),
            opening: self.board.opening.clone(),
            moves: played.moves,
            clocks: played.clocks.as_slice().into(),
            margin,
            end,
        }
    }
}

/// Puts games that end in any order back into the order of their numbers.
struct Queue<'a> {
    next: u64,
    waiting: BTreeMap<u64, Record>,
    seen: &'a mut (dyn FnMut(&Record) -> Result<(), Refused> + Send),
}

impl Queue<'_> {
    fn push(&mut self, record: Record) -> Result<(), Refused> {
        self.waiting.insert(record.number, record);
        while let Some(record) = self.waiting.remove(&self.next) {
            (self.seen)(&record)?;
            self.next += 1;
        }
        Ok(())
    }
}
