//! The rules and engines of games for a page without a server.
//!
//! A question is a line with the game's name and what is wanted, and then a
//! [`Question`] in JSON. What is wanted has the names of the server's addresses:
//! `position`, `best`, `values` or `review`. The answers are the events of the server, each as
//! `{"event": …, "data": …}`. A position is one event, and so is a refusal.

#[cfg(feature = "check")]
mod checking;
#[cfg(feature = "check")]
mod given;
#[cfg(target_arch = "wasm32")]
mod module;

#[cfg(feature = "check")]
pub use checking::{NotWhole, Whole, answer_about, check};
#[cfg(feature = "check")]
pub use given::{Given, Source};

use std::time::Duration;

use play::{Asker, BadQuestion, Position, Question, Want, think};
use serde_json::{Value, json};

/// Whoever runs this code.
pub trait Host {
    /// The time, from any moment on.
    fn now(&self) -> Duration;

    /// Takes an event in JSON.
    fn take(&mut self, event: &str);
}

/// Answers a question, by one event or several.
pub fn answer(question: &[u8], host: &mut dyn Host) {
    let mut told = Told { start: host.now(), host };
    if let Err(refusal) = ask(question, &mut told) {
        told.tell("refused", refusal.json());
    }
}

fn ask(question: &[u8], told: &mut Told<'_>) -> Result<(), BadQuestion> {
    let cut = question.iter().position(|&byte| byte == b'\n').unwrap_or(question.len());
    let (line, body) = question.split_at(cut);
    let mut words = line.split(|&byte| byte == b' ').map(|word| str::from_utf8(word).unwrap_or(""));
    let spec = words.next().and_then(games::find);
    let spec = spec.ok_or_else(|| BadQuestion::unreadable("there is no such game"))?;
    let want = match words.next() {
        Some("position") => None,
        Some("best") => Some(Want::Move),
        Some("values") => Some(Want::Values),
        Some("review") => Some(Want::Review),
        _ => return Err(BadQuestion::unreadable("expected position, best, values or review")),
    };
    let question = Question::read(body)?;
    let opened = question.open(spec)?;
    match want {
        None => {
            told.tell("position", json!(Position::of(&*opened.instance.table, &opened.movers)));
        }
        Some(want) => think(&question, opened, want, told),
    }
    Ok(())
}

/// Tells the host. The host ends a search by ending the worker that runs it.
struct Told<'a> {
    start: Duration,
    host: &'a mut dyn Host,
}

impl Asker for Told<'_> {
    fn is_gone(&self) -> bool {
        false
    }

    fn elapsed(&self) -> Duration {
        self.host.now().saturating_sub(self.start)
    }

    fn hint(&mut self, event: &'static str, data: Value) {
        self.tell(event, data);
    }

    fn tell(&mut self, event: &'static str, data: Value) {
        self.host.take(&json!({ "event": event, "data": data }).to_string());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    struct Heard {
        start: Instant,
        events: Vec<Value>,
    }

    impl Host for Heard {
        fn now(&self) -> Duration {
            self.start.elapsed()
        }

        fn take(&mut self, event: &str) {
            self.events.push(serde_json::from_str(event).expect("an event is JSON"));
        }
    }

    fn events(question: &str) -> Vec<Value> {
        let mut heard = Heard { start: Instant::now(), events: Vec::new() };
        answer(question.as_bytes(), &mut heard);
        heard.events
    }

    const TIC_TAC_TOE: &str = r#"{"set":{"n":"3","m":"3","k":"3"},"moves":["a1","b2","b1"]}"#;

    #[test]
    fn each_kind_of_question_ends_with_its_event() {
        let kinds =
            [("position", "position"), ("best", "move"), ("values", "done"), ("review", "done")];
        for (want, last) in kinds {
            let told = events(&format!("mnk {want}\n{TIC_TAC_TOE}"));
            assert_eq!(told.last().map(|told| &told["event"]), Some(&json!(last)), "{want}");
        }
        let best = events(&format!("mnk best\n{TIC_TAC_TOE}")).pop().expect("a move");
        assert_eq!(best["data"]["move"], "c1", "only this move does not lose");
    }

    #[test]
    fn a_bad_question_is_refused() {
        let illegal = r#"mnk position
{"moves":["a1","a1"]}"#;
        let refused = events(illegal).pop().expect("a refusal");
        assert_eq!((&refused["event"], &refused["data"]["move"]), (&json!("refused"), &json!(2)));
        for bad in
            ["", "mnk", "mnk best", "chess best\n{}", "mnk best\n[]", "mnk best\n{\"level\":9}"]
        {
            let told = events(bad);
            assert_eq!((told.len(), &told[0]["event"]), (1, &json!("refused")), "{bad}");
        }
    }
}
