//! The reason for which a request is refused: a status and a sentence.

use axum::Extension;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use page::message;
use rules::Message;
use serde_json::json;

/// The reason why a request is not answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    sentence: String,
    /// The rule that a move breaks, as a message that the page shows in its language.
    objection: Option<Message>,
    /// The number of this move, from 1, if a move is the reason.
    number: Option<usize>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Refusal {
        Refusal { status, sentence: sentence.into(), objection: None, number: None }
    }

    /// The refusal of a request that has the right form but makes no sense.
    pub(crate) fn senseless(sentence: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    /// The refusal of the move with this number, from 1.
    pub(crate) fn of_move(number: usize, why: &rules::Refusal) -> Refusal {
        let refusal = Refusal::senseless(format!("move {number}: {why}"));
        Refusal { number: Some(number), ..refusal }
    }

    pub(crate) fn with(mut self, objection: Message) -> Refusal {
        self.objection = Some(objection);
        self
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let objection = self.objection.as_ref().map(message);
        let text = json!({ "error": self.sentence, "objection": objection, "move": self.number });
        let text = text.to_string();
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (self.status, kind, Extension(Sentence(self.sentence)), text).into_response()
    }
}

/// The sentence of a refusal, from which a page for a person is made.
#[derive(Clone, Debug)]
pub(crate) struct Sentence(pub(crate) String);

/// Whether the request comes from a person. A browser that opens an address accepts HTML by name; a
/// script does not.
pub(crate) fn is_for_person(headers: &HeaderMap) -> bool {
    let mut accepted =
        headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.any(|value| value.contains("text/html"))
}
