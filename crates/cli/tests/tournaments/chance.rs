//! Random moments and bytes. The same seed always gives the same moments and bytes.

use std::time::{Duration, SystemTime};

use rules::random::Random;

/// Random numbers with a new seed for every run. A test that fails prints the seed, and the
/// environment variable `LUDOTEKA_SEED` sets the seed.
pub(crate) fn chance() -> Random {
    let now = || {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("it is later").as_nanos()
            as u64
    };
    let seed =
        std::env::var("LUDOTEKA_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(now);
    eprintln!("LUDOTEKA_SEED={seed}");
    Random::new(seed)
}

/// The time until the next kill. The shortest times end before a run has begun to play.
pub(crate) fn moment(chance: &mut Random) -> Duration {
    Duration::from_millis(chance.between(20, 300) as u64)
}
