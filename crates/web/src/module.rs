//! What a page calls in the module of WebAssembly, and what the module calls.
//!
//! The page pushes a question byte by byte, so that it never writes into the memory of the module; it
//! reads an event from there.

use std::cell::RefCell;
use std::time::Duration;

use crate::Host;

#[link(wasm_import_module = "ludoteka")]
// SAFETY: the page gives both functions, with these types, or the module does not start.
#[expect(unsafe_code, reason = "calls out of the module have no other form")]
unsafe extern "C" {
    /// The time in milliseconds.
    safe fn now() -> f64;
    /// Takes the text of this length in bytes, at this address, before it returns.
    safe fn tell(at: *const u8, length: usize);
    /// Reads bytes of a file that was given to the page, from a place on, to this address, and
    /// returns how many there were; a negative number if the file cannot be read.
    #[cfg(feature = "check")]
    safe fn read(file: usize, place: f64, to: *mut u8, length: usize) -> i32;
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

#[cfg(feature = "check")]
#[derive(Clone, Copy)]
struct GivenFiles;

#[cfg(feature = "check")]
impl crate::Source for GivenFiles {
    fn read(self, file: usize, at: u64, into: &mut [u8]) -> Option<usize> {
        // Files are smaller than 2^53 bytes.
        usize::try_from(read(file, at as f64, into.as_mut_ptr(), into.len())).ok()
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
    #[cfg(feature = "check")]
    crate::answer_about(&question, GivenFiles, &mut Page);
    #[cfg(not(feature = "check"))]
    crate::answer(&question, &mut Page);
}
