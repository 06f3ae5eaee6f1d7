//! Bounds the bytes of requests that are in memory at a time. Behind a proxy all visitors share one
//! address, so the bounds are for people: strangers together, and each person.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode, header};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::class_words::text;
use crate::refusal::Refusal;

/// The greatest size of a question in bytes. A diagram of 2,500 squares with thousands of moves
/// takes a tenth of this size.
pub(crate) const LONGEST_QUESTION: usize = 256 << 10;

/// The greatest size of an upload in bytes, as files and as JSON: base64 takes four bytes for three.
pub(crate) const LARGEST_UPLOAD: usize = 4 << 20;
pub(crate) const LONGEST_UPLOAD: usize = LARGEST_UPLOAD / 3 * 4 + (256 << 10);

/// The greatest size of a class's zip in bytes, which an organiser sends; and as JSON, with a
/// worksheet.
pub(crate) const LARGEST_CLASS: usize = 32 << 20;
pub(crate) const LONGEST_CLASS: usize = LARGEST_CLASS / 3 * 4 + LONGEST_UPLOAD;

/// The most bytes of all strangers' requests at a time: 64 of the longest questions.
const OF_STRANGERS: usize = 64 * LONGEST_QUESTION;
/// The most bytes of all people's requests at a time. Reading one takes some three times its size.
const OF_PEOPLE: usize = 8 * LONGEST_UPLOAD;
/// The most bytes of a person's requests at a time.
const OF_A_PERSON: usize = 2 * LONGEST_UPLOAD;

/// How long a request waits for others.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The bytes of requests that are in memory.
pub(crate) struct Intake {
    strangers: Arc<Semaphore>,
    people: Arc<Semaphore>,
    of: Mutex<HashMap<String, usize>>,
    /// A request waits at most this long for others to be read. Meanwhile nothing of it is in
    /// memory.
    patience: Duration,
}

impl Intake {
    pub(crate) fn new(patience: Duration) -> Intake {
        let [strangers, people] =
            [OF_STRANGERS, OF_PEOPLE].map(|bytes| Arc::new(Semaphore::new(bytes)));
        Intake { strangers, people, of: Mutex::default(), patience }
    }

    /// Waits until there is room for a request of this person, or of a stranger.
    ///
    /// # Errors
    /// Fails if there is no room soon, the person sends too much at once, or a stranger sends what
    /// only people may send.
    pub(crate) async fn enter(
        &self,
        person: Option<&str>,
        length: usize,
    ) -> Result<Entered<'_>, Refusal> {
        let own = match person {
            None if length > LONGEST_QUESTION => {
                return Err(Refusal::new(StatusCode::UNAUTHORIZED, text("open-link")));
            }
            None => None,
            Some(key) => Some(self.of_person(key, length.min(LONGEST_UPLOAD))?),
        };
        let all = if own.is_some() { &self.people } else { &self.strangers };
        // A longer request is an organiser's zip of a class, or is refused when it is read.
        let count = u32::try_from(length.min(LONGEST_UPLOAD)).unwrap_or(u32::MAX);
        let permit = timeout(self.patience, Arc::clone(all).acquire_many_owned(count)).await;
        let permit = permit.ok().and_then(Result::ok).ok_or_else(|| {
            let why = text("reads-others");
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why).until(Some(PATIENCE))
        })?;
        Ok(Entered { _own: own, _all: permit })
    }

    fn of_person(&self, key: &str, length: usize) -> Result<OfPerson<'_>, Refusal> {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = of.entry(key.to_string()).or_default();
        if *sum + length > OF_A_PERSON {
            let why = text("reads-yours");
            let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, why);
            return Err(refusal.until(Some(PATIENCE)));
        }
        *sum += length;
        Ok(OfPerson { intake: self, key: key.to_string(), length })
    }
}

/// A request whose bytes are counted until this value is dropped.
pub(crate) struct Entered<'a> {
    _own: Option<OfPerson<'a>>,
    _all: OwnedSemaphorePermit,
}

struct OfPerson<'a> {
    intake: &'a Intake,
    key: String,
    length: usize,
}

impl Drop for OfPerson<'_> {
    fn drop(&mut self) {
        let mut of = self.intake.of.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(sum) = of.get_mut(&self.key) else { return };
        *sum -= self.length;
        if *sum == 0 {
            of.remove(&self.key);
        }
    }
}

/// The length of a request's content, if it says so, else the greatest length.
pub(crate) fn length(headers: &HeaderMap) -> usize {
    let said = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    said.and_then(|length| length.parse().ok()).unwrap_or(LONGEST_UPLOAD)
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;

    use super::*;

    async fn status(intake: &Intake, person: Option<&str>, length: usize) -> StatusCode {
        match intake.enter(person, length).await {
            Ok(_) => StatusCode::OK,
            Err(refusal) => refusal.into_response().status(),
        }
    }

    #[tokio::test]
    async fn strangers_send_little_and_no_person_takes_the_room_of_others() {
        let intake = Intake::new(Duration::ZERO);
        let large = LONGEST_UPLOAD;
        assert_eq!(status(&intake, None, large).await, StatusCode::UNAUTHORIZED);
        assert_eq!(status(&intake, None, LONGEST_QUESTION).await, StatusCode::OK);
        let held =
            [intake.enter(Some("anna"), large).await, intake.enter(Some("anna"), large).await];
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(status(&intake, Some("anna"), 1).await, StatusCode::TOO_MANY_REQUESTS);
        let others = ["jan", "jan", "ola", "ola", "ewa", "ewa"];
        let mut more = Vec::new();
        for name in others {
            more.push(intake.enter(Some(name), large).await.ok());
        }
        assert!(more.iter().all(Option::is_some));
        assert_eq!(status(&intake, Some("adam"), 1).await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(status(&intake, None, 1).await, StatusCode::OK, "strangers have their own room");
        drop((held, more));
        assert_eq!(status(&intake, Some("anna"), large).await, StatusCode::OK);
        assert!(intake.of.lock().expect("no panic").is_empty());
    }
}
