//! Code that the tests and benches of several crates share. Only tests and benches depend on it.

#[cfg(unix)]
pub mod postgres;
