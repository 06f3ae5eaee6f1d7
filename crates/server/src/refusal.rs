//! The reason for which a request is refused: a status and a sentence.

use std::time::Duration;

use axum::Extension;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use classroom::Refused;
use errors::{Error, ErrorKind};
use page::message;
use play::BadQuestion;
use rules::{Language, Message};
use serde_json::json;

use crate::class_words::text;

/// The reason why a request is not answered. A response has it as an extension.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    pub(crate) sentence: Box<Message>,
    /// The rule that a move breaks, as a message that the page shows in its language.
    objection: Option<Box<Message>>,
    /// The number of this move, from 1, if a move is the reason.
    number: Option<usize>,
    /// After this time the same request can be answered.
    wait: Option<Duration>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<Message>) -> Refusal {
        let sentence = Box::new(sentence.into());
        Refusal { status, sentence, objection: None, number: None, wait: None }
    }

    /// The refusal of a request that has the right form but makes no sense.
    pub(crate) fn senseless(sentence: impl Into<Message>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    /// The refusal when a cap is met, or for an error of the workshop.
    pub(crate) fn of_refused(why: Refused) -> Refusal {
        match why {
            Refused::Cap { what, wait } => {
                Refusal::new(StatusCode::TOO_MANY_REQUESTS, what).until(wait)
            }
            // The files were received, but none of them is a program.
            Refused::Error(error) if error.kind() == ErrorKind::NotFound => {
                Refusal::senseless(error.whole())
            }
            Refused::Error(error) => Refusal::from(error),
        }
    }

    /// The refusal of a request that can be repeated after this time.
    pub(crate) fn until(self, wait: Option<Duration>) -> Refusal {
        Refusal { wait, ..self }
    }

    /// The refusal with its sentence in this language.
    pub(crate) fn in_language(self, language: Language) -> Refusal {
        let sentence = Box::new(Message::plain(self.sentence.told(language)));
        Refusal { sentence, ..self }
    }
}

impl From<BadQuestion> for Refusal {
    fn from(why: BadQuestion) -> Refusal {
        let BadQuestion { is_readable, sentence, objection, number } = why;
        let readable = StatusCode::UNPROCESSABLE_ENTITY;
        let status = if is_readable { readable } else { StatusCode::BAD_REQUEST };
        Refusal { objection, number, ..Refusal::new(status, *sentence) }
    }
}

/// The refusal for an error. What is wrong with this machine goes to its terminal alone.
impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let status = match error.kind() {
            ErrorKind::Input => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::NotFound => StatusCode::NOT_FOUND,
            ErrorKind::Conflict => StatusCode::CONFLICT,
            ErrorKind::Corrupt | ErrorKind::Machine | ErrorKind::Bug => {
                eprintln!("ludoteka: {error}");
                return Refusal::new(StatusCode::SERVICE_UNAVAILABLE, text("not-now"));
            }
        };
        Refusal::new(status, error.whole())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let objection = self.objection.as_deref().map(message);
        let text = json!({ "error": self.sentence.to_string(), "objection": objection, "move": self.number });
        let text = text.to_string();
        let kind = [(header::CONTENT_TYPE, "application/json")];
        let wait = self.wait;
        let mut response = (self.status, kind, Extension(self), text).into_response();
        if let Some(wait) = wait {
            let seconds = HeaderValue::from(wait.as_secs() + 1);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

/// Whether the request comes from a person. A browser that opens an address accepts HTML by name; a
/// script does not.
pub(crate) fn is_for_person(headers: &HeaderMap) -> bool {
    let mut accepted =
        headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.any(|value| value.contains("text/html"))
}
