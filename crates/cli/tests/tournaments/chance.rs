//! Moments and bytes at random, the same again for the same seed.

use std::time::{Duration, SystemTime};

use rules::random::Random;

/// Another seed for every run, said by a test that fails; `LUDOTEKA_SEED` sets it.
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

/// When the next kill comes: the first of these moments are before a run has begun to play.
pub(crate) fn moment(chance: &mut Random) -> Duration {
    Duration::from_millis(chance.between(20, 300) as u64)
}
