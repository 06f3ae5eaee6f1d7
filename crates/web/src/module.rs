//! What a page calls in the module of WebAssembly, and what the module calls.
//!
//! The page pushes a question byte by byte, so that it never writes into the memory of the module; it
//! reads an event from there.

use std::cell::RefCell;
use std::time::Duration;

use crate::{Host, answer};

#[link(wasm_import_module = "ludoteka")]
// SAFETY: the page gives both functions, with these types, or the module does not start.
#[expect(unsafe_code, reason = "calls out of the module have no other form")]
unsafe extern "C" {
    /// The time in milliseconds.
    safe fn now() -> f64;
    /// Takes the text of this length in bytes, at this address, before it returns.
    safe fn tell(at: *const u8, length: usize);
}

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

struct Page;

impl Host for Page {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(now() / 1000.0)
    }

    fn take(&mut self, event: &str) {
        tell(event.as_ptr(), event.len());
    }
}

/// Adds a byte to the question.
// SAFETY: no other function of the module has this name.
#[expect(unsafe_code, reason = "calls into the module have no other form")]
#[unsafe(no_mangle)]
extern "C" fn push(byte: u32) {
    QUESTION.with_borrow_mut(|question| question.push(byte as u8));
}

/// Answers the question.
// SAFETY: as above.
#[expect(unsafe_code, reason = "calls into the module have no other form")]
#[unsafe(no_mangle)]
extern "C" fn ask() {
    let question = QUESTION.take();
    answer(&question, &mut Page);
}
