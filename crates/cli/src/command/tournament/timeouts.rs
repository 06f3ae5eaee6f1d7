//! How long a tournament waits for silent workers and for a lost database.

use std::time::Duration;

use clap::Args;
use rules::{BadTime, DAY, read_time};

/// How long a tournament waits for silent workers and for a lost database.
#[derive(Args, Debug)]
pub(crate) struct Timeouts {
    /// How long a worker may be silent before others get its games
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = lease)]
    lease: Duration,
    /// How long to wait for a lost database before the command ends; to continue later, repeat the
    /// command
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = patience)]
    patience: Duration,
}

impl Timeouts {
    pub(crate) fn read(&self) -> tournament::Timeouts {
        tournament::Timeouts { lease: self.lease, database: self.patience }
    }
}

/// Reads the length of a lease: at least 0.1 s, since a worker renews its lease three times before
/// the lease ends.
fn lease(text: &str) -> Result<Duration, BadTime> {
    read_time(text, Duration::from_millis(100)..=DAY)
}

fn patience(text: &str) -> Result<Duration, BadTime> {
    read_time(text, Duration::ZERO..=DAY)
}
