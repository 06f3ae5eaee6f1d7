//! How many games a tournament has, and how long they take at most.

use std::fmt;
use std::time::Duration;

use super::announcement::{Announcement, System};
use errors::Error;

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
}

/// The pairs of games of a tournament.
struct Pairs {
    planned: u64,
    most: u64,
    /// The greatest number of pairs that wait for each other.
    chain: u64,
}

impl Reckoning {
    /// The reckoning for a machine that plays this many games at a time.
    #[must_use]
    pub fn of(announcement: &Announcement, processors: u64) -> Reckoning {
        let mut pairs = Pairs { planned: 0, most: 0, chain: 0 };
        for (system, entrants) in announcement.systems() {
            let more = Pairs::of(system, entrants, announcement.pairs());
            pairs.planned += more.planned;
            pairs.most += more.most;
            pairs.chain += more.chain;
        }
        let longest = pair_time(announcement)
            .filter(|_| processors > 0)
            .map(|pair| list_scheduled(&pairs, pair, processors));
        Reckoning { games: 2 * pairs.planned, most_games: 2 * pairs.most, processors, longest }
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
                "whether it ends within {limit} cannot be said: that needs a clock for whole games, \
                such as time = {{ game = \"10s\" }} or a `bank`, without `increment`, and \
                processors of this machine"
            )));
        };
        if longest <= within {
            return Ok(());
        }
        let fits = |changed: &Announcement| {
            Reckoning::of(changed, self.processors).longest.is_some_and(|longest| longest <= within)
        };
        let mut smaller = Vec::new();
        let with_games = |pairs: u64| Announcement { games: 2 * pairs, ..announcement.clone() };
        if announcement.sprt().is_none()
            && let Some(pairs) = greatest(announcement.pairs(), |pairs| fits(&with_games(pairs)))
        {
            smaller.push(format!("games = {}", 2 * pairs));
        }
        let most_rounds = match announcement.system {
            System::Swiss { rounds } => rounds,
            System::RoundRobin { .. } => announcement.participants.len() / 2,
            _ => 0,
        };
        let with_rounds = |rounds: u64| {
            let system = System::Swiss { rounds: usize::try_from(rounds).unwrap_or(usize::MAX) };
            Announcement { system, ..announcement.clone() }
        };
        let rounds = greatest(most_rounds as u64 + 1, |rounds| fits(&with_rounds(rounds)));
        let rounds = rounds.filter(|&rounds| rounds > 0 && most_rounds > 0);
        smaller.extend(rounds.map(|rounds| format!("kind = \"swiss\" with rounds = {rounds}")));
        let hint = match smaller.is_empty() {
            true => "a shorter clock may fit".to_string(),
            false => format!("within that time fits {}", smaller.join(", or ")),
        };
        let why = format!("it takes up to {}, and `within` allows {limit}", told(longest));
        Err(Error::input(format!("nothing is played: {why}; {hint}")))
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
            None => f.write_str("; no clock for whole games bounds their time on this machine"),
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

/// The time that two games take at most: each of the two players has its clock in each game.
fn pair_time(announcement: &Announcement) -> Option<Duration> {
    let time = announcement.time;
    time.game.filter(|_| time.increment.is_zero()).map(|game| 4 * game)
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
