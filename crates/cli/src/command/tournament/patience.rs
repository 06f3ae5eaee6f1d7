//! How long others are waited for.

use std::time::Duration;

use arena::tournament;
use clap::Args;

/// How long others are waited for.
#[derive(Args, Debug)]
pub(crate) struct Patience {
    /// How long a worker may be silent, in milliseconds, before the games it was to play are given to others
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(100..=86_400_000))]
    lease_ms: u64,
    /// How long a PostgreSQL that was there and is lost is waited for, in milliseconds; then the command ends, and can be given again.
    /// One that cannot be reached at the start is not waited for
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(..=86_400_000))]
    patience_ms: u64,
}

impl Patience {
    pub(crate) fn read(&self) -> tournament::Patience {
        tournament::Patience {
            lease: Duration::from_millis(self.lease_ms),
            database: Duration::from_millis(self.patience_ms),
        }
    }
}
