//! What the tests and benches of several crates share. Nothing else depends on it.

#[cfg(unix)]
pub mod postgres;
