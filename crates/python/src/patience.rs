//! How long Python waits for a search: to a deadline, and until Ctrl-C.

use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rules::{DAY, read_time};
use search::Handler;

/// A length of time, in Python a number of seconds or a text with a unit.
pub(crate) struct Time(Duration);

impl<'py> FromPyObject<'_, 'py> for Time {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Time> {
        let least = Duration::from_millis(1);
        if let Ok(text) = value.extract::<String>() {
            let bad = |bad: rules::BadTime| PyValueError::new_err(bad.to_string());
            return read_time(&text, least..=DAY).map(Time).map_err(bad);
        }
        let time = Duration::try_from_secs_f64(value.extract()?).ok();
        let bad = || PyValueError::new_err("a time is 0.001 to 86400 seconds, or a text as `10s`");
        time.filter(|time| (least..=DAY).contains(time)).map(Time).ok_or_else(bad)
    }
}

/// Python sees Ctrl-C this long after it was pressed. The question needs the interpreter's lock, so
/// a search must not ask it too often.
const BETWEEN_QUESTIONS: Duration = Duration::from_millis(50);

/// The handler of a search that runs without the interpreter's lock.
pub(crate) struct Patience {
    began: Instant,
    time: Option<Duration>,
    asked: Instant,
    interrupted: Option<PyErr>,
}

impl Patience {
    pub(crate) fn new(time: Option<Time>) -> Patience {
        let began = Instant::now();
        Patience { began, time: time.map(|time| time.0), asked: began, interrupted: None }
    }

    /// Fails with what a signal's handler raised, such as KeyboardInterrupt.
    pub(crate) fn done(self) -> PyResult<()> {
        self.interrupted.map_or(Ok(()), Err)
    }
}

impl Handler for Patience {
    fn is_over(&mut self, share: f64) -> bool {
        self.time.is_some_and(|time| self.began.elapsed() >= time.mul_f64(share))
    }

    fn stop(&mut self, _nodes: u64) -> bool {
        let now = Instant::now();
        if now - self.asked >= BETWEEN_QUESTIONS {
            self.asked = now;
            self.interrupted = Python::attach(|py| py.check_signals()).err();
        }
        self.interrupted.is_some() || self.time.is_some_and(|time| now - self.began >= time)
    }
}
