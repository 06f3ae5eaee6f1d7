//! Runs a program nobody vetted, and tells what it did.
//!
//! A [`Job`] says what to run and within what [`Limits`]; a [`Spawner`] runs it to its [end](Ended), or opens a
//! conversation with it, a [`Running`]. What the program does is never an error: it is told as [`How`] and [`Breach`].
//!
//! ```no_run
//! use sandbox::{Job, Profile, Spawner};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     sandbox::serve_if_asked(); // the spawner is this very binary, executed again
//!     let mut spawner = Spawner::start(None)?;
//!     let ended = spawner.run(&Job::new("/tmp/player", Profile::Native), b"3 4\n")?;
//!     println!("{:?} {:?} {}", ended.how, ended.breach, String::from_utf8_lossy(&ended.stdout));
//!     Ok(())
//! }
//! ```

mod ended;
mod find;
mod job;
mod probe;
mod slots;

#[cfg(target_os = "linux")]
mod linux;

pub use ended::{Breach, Clock, Ended, Error, Heard, How};
pub use find::find;
pub use job::{Job, Level, Limits, Profile};
#[cfg(target_os = "linux")]
pub use linux::{Running, Spawner, serve_if_asked};
pub use probe::{Probe, probe};
pub use slots::{keep_to, slots};
