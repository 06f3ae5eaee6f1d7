//! How many games a tournament has, and how long they take at most.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::announcement::{Announcement, Boards, System};
use errors::Error;
use rules::{Parameters, TimeControl};
use search::GameSpec;

/// A longer time is as good as none.
const LONGEST: Duration = Duration::from_secs(1 << 40);

/// What can be said about a tournament before its start. Compilation is not counted, nor are void
/// games, which are played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reckoning {
    /// The planned number of games.
    pub games: u64,
    /// The number of games if every match of a knockout is tied.
    pub most_games: u64,
    /// How many games run at a time.
    pub processors: u64,
    /// The time that all games take at most; `None` if no clock or no machine bounds it.
    pub longest: Option<Duration>,
    /// The time that two games on one board take at most; `None` if no clock bounds it.
    pub pair: Option<Duration>,
}

/// A smaller tournament that fits into a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Smaller {
    /// Matches of so many games.
    Games(u64),
    /// A Swiss tournament of so many rounds in place of the format, with matches of two games.
    Swiss(usize),
}

impl Smaller {
    /// The smaller tournament.
    #[must_use]
    pub fn applied(self, announcement: &Announcement) -> Announcement {
        let (games, system) = match self {
            Smaller::Games(games) => (games, announcement.system),
            Smaller::Swiss(rounds) => (2, System::Swiss { rounds }),
        };
        Announcement { games, system, ..announcement.clone() }
    }
}

/// The pairs of games of a tournament.
struct Pairs {
    planned: u64,
    most: u64,
    /// The greatest number of pairs that wait for each other.
    chain: u64,
}

impl Reckoning {
    /// The reckoning for a tournament of this game, on a machine that plays this many games at a
    /// time.
    #[must_use]
    pub fn of(announcement: &Announcement, spec: &GameSpec, processors: u64) -> Reckoning {
        Reckoning::by_pairs(announcement, pair_time(announcement, spec), processors)
    }

    fn by_pairs(announcement: &Announcement, pair: Option<Duration>, processors: u64) -> Reckoning {
        let mut pairs = Pairs { planned: 0, most: 0, chain: 0 };
        for (system, entrants) in announcement.systems() {
            let more = Pairs::of(system, entrants, announcement.pairs());
            pairs.planned += more.planned;
            pairs.most += more.most;
            pairs.chain += more.chain;
        }
        let longest = pair.filter(|_| processors > 0);
        let longest = longest.map(|pair| list_scheduled(&pairs, pair, processors));
        let (games, most_games) = (2 * pairs.planned, 2 * pairs.most);
        Reckoning { games, most_games, processors, longest, pair }
    }

    /// Checks that the tournament ends within the announced time.
    ///
    /// # Errors
    /// Fails if it might take longer. The error says which smaller tournaments fit.
    pub fn check(&self, announcement: &Announcement) -> Result<(), Error> {
        let Some(within) = announcement.within else { return Ok(()) };
        let limit = told(within);
        let Some(longest) = self.longest else {
            return Err(Error::input(format!(
                "whether it ends within {limit} cannot be said: that needs a clock, such as \
                time = {{ game = \"10s\" }}, and processors of this machine"
            )));
        };
        if longest <= within {
            return Ok(());
        }
        let smaller = self.smaller(announcement).into_iter();
        let smaller = smaller.map(|smaller| smaller.to_string().replace('\n', ", "));
        let smaller: Vec<_> = smaller.collect();
        let hint = match smaller.is_empty() {
            true => "a shorter clock may fit".to_string(),
            false => format!("within that time fits {}", smaller.join(", or ")),
        };
        let why = format!("it takes up to {}, and `within` allows {limit}", told(longest));
        Err(Error::input(format!("nothing is played: {why}; {hint}")))
    }

    /// The largest tournaments of fewer games or rounds that end within the announced time: first
    /// fewer games in each match, then a Swiss tournament, if it has the rounds that leave one
    /// participant without a defeat. There are none if the tournament fits already.
    #[must_use]
    pub fn smaller(&self, announcement: &Announcement) -> Vec<Smaller> {
        let fits = |changed: &Announcement| {
            let longest = Reckoning::by_pairs(changed, self.pair, self.processors).longest;
            longest.zip(announcement.within).is_some_and(|(longest, within)| longest <= within)
        };
        if fits(announcement) {
            return Vec::new();
        }
        let fits = |smaller: Smaller| fits(&smaller.applied(announcement));
        let games = greatest(announcement.pairs(), |pairs| fits(Smaller::Games(2 * pairs)));
        let games = games.filter(|_| announcement.sprt().is_none());
        let participants = announcement.participants.len();
        let most_rounds = match announcement.system {
            System::Swiss { rounds } => rounds,
            System::RoundRobin { .. } => participants / 2,
            _ => 0,
        };
        let swiss = |rounds| Smaller::Swiss(usize::try_from(rounds).unwrap_or(usize::MAX));
        let rounds = greatest(most_rounds as u64 + 1, |rounds| fits(swiss(rounds)));
        let least = u64::from(participants.next_power_of_two().trailing_zeros());
        let rounds = rounds.filter(|rounds| *rounds >= least && most_rounds > 0);
        let games = games.map(|pairs| Smaller::Games(2 * pairs));
        games.into_iter().chain(rounds.map(swiss)).collect()
    }
}

impl fmt::Display for Smaller {
    /// The lines of a tournament's file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Smaller::Games(games) => write!(f, "games = {games}"),
            Smaller::Swiss(rounds) => {
                write!(f, "games = 2\nformat = {{ kind = \"swiss\", rounds = {rounds} }}")
            }
        }
    }
}

impl fmt::Display for Reckoning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games", self.games)?;
        if self.most_games > self.games {
            write!(f, ", and up to {} if matches are tied", self.most_games)?;
        }
        match self.longest {
            Some(longest) => {
                let processors = if self.processors == 1 { "processor" } else { "processors" };
                write!(f, "; at most {} on {} {processors}", told(longest), self.processors)
            }
            None => f.write_str("; no clock bounds their time on this machine"),
        }
    }
}

impl Pairs {
    fn of(system: System, entrants: usize, pairs: u64) -> Pairs {
        let knockout_rounds = u64::from(entrants.next_power_of_two().trailing_zeros());
        let chain = match system {
            System::Knockout { third_place, extras } => {
                let third = u64::from(third_place && entrants > 3);
                let planned = pairs * ((entrants as u64).saturating_sub(1) + third);
                let chain = knockout_rounds * (extras as u64 + 1);
                return Pairs { planned, most: planned * (extras as u64 + 1), chain };
            }
            System::Swiss { rounds } => rounds as u64,
            System::RoundRobin { .. }
            | System::Groups { .. }
            | System::Gauntlet { .. }
            | System::Sprt(_) => 1,
        };
        let most = pairs.saturating_mul(system.most_matches(entrants));
        Pairs { planned: most, most, chain }
    }
}

/// The time that two games take at most: in each game each player has its clock, and each half-move
/// its time.
fn pair_time(announcement: &Announcement, spec: &GameSpec) -> Option<Duration> {
    let half_moves =
        half_moves(announcement, spec).map(|most| u32::try_from(most).unwrap_or(u32::MAX));
    let own = announcement.participants.iter().filter_map(|participant| participant.own.time);
    let times = own.map(TimeControl::from).chain([announcement.time]);
    // Two players may meet who have the longest clock.
    let games = times.map(|time| game_time(time, half_moves));
    let game = games.collect::<Option<Vec<_>>>()?.into_iter().max()?;
    Some(game.saturating_mul(2).min(LONGEST))
}

/// The time that a game takes at most if both players have this clock.
fn game_time(time: TimeControl, half_moves: Option<u32>) -> Option<Duration> {
    let added = if time.increment.is_zero() {
        Some(Duration::ZERO)
    } else {
        half_moves.map(|most| time.increment.saturating_mul(most))
    };
    let by_game = time.game.zip(added).map(|(game, added)| (2 * game).saturating_add(added));
    let by_move = time.each_move.zip(half_moves).map(|(each, most)| each.saturating_mul(most));
    by_game.into_iter().chain(by_move).min()
}

/// The greatest number of half-moves of a game, if the rules bound it.
fn half_moves(announcement: &Announcement, spec: &GameSpec) -> Option<u64> {
    let most = spec.contest.half_moves?;
    let of = |values: &BTreeMap<String, String>| {
        let mut parameters = Parameters::new(spec.parameters);
        values.iter().try_for_each(|(name, value)| parameters.set(name, value)).ok()?;
        Some(most(&parameters))
    };
    match &announcement.boards {
        Boards::Drawn { .. } => of(&announcement.parameters),
        Boards::Given(boards) => boards.iter().map(|board| of(&board.parameters)).max().flatten(),
    }
}

/// A bound for jobs of which some wait for others, played in any order by processors that never
/// wait while there is a job (R. L. Graham, "Bounds on multiprocessing timing anomalies", 1969).
fn list_scheduled(pairs: &Pairs, pair: Duration, processors: u64) -> Duration {
    let work = pairs.most.saturating_add((processors - 1).saturating_mul(pairs.chain));
    let ms = u64::try_from(pair.as_millis()).unwrap_or(u64::MAX).saturating_mul(work);
    Duration::from_millis(ms.div_ceil(processors)).min(LONGEST)
}

/// The greatest number below this one that fits, from 1, if smaller numbers fit as well.
fn greatest(below: u64, fits: impl Fn(u64) -> bool) -> Option<u64> {
    let (mut low, mut high) = (0, below);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low > 0).then_some(low)
}

/// A time, rounded up to minutes if it is longer than one.
fn told(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    let minutes = seconds.div_ceil(60);
    match (seconds, minutes / 60, minutes % 60) {
        (..=60, ..) => format!("{seconds} s"),
        (_, 0, minutes) => format!("{minutes} min"),
        (_, hours, 0) => format!("{hours} h"),
        (_, hours, minutes) => format!("{hours} h {minutes} min"),
    }
}
