//! The reason for which a request is refused: a status and a sentence.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use page::message;
use rules::Message;
use serde_json::json;

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    sentence: String,
    /// The rule that a move breaks, as a message for any language.
    objection: Option<Message>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Refusal {
        Refusal { status, sentence: sentence.into(), objection: None }
    }

    /// The refusal of a request that can be read but is wrong.
    pub(crate) fn senseless(sentence: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    pub(crate) fn with(mut self, objection: Message) -> Refusal {
        self.objection = Some(objection);
        self
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let objection = self.objection.as_ref().map(message);
        let text = json!({ "error": self.sentence, "objection": objection }).to_string();
        (self.status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
    }
}
