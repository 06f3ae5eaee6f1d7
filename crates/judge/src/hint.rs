//! Explains failures that the sandbox may have caused.

use rules::Message;
use sandbox::Ended;

use super::Verdict;
use submission::{StagedCopy, missing_module, refusals};

/// A sentence about a program that may fail because the sandbox refuses something; `None` if there
/// is no sign of such a refusal.
pub(super) fn on(taken: &StagedCopy, ended: &Ended, verdict: &Verdict) -> Option<Message> {
    if verdict.is_accepted() {
        return None;
    }
    missing_module::hint(taken.entry.language, &taken.home, ended)
        .or_else(|| refusals::hint(ended, taken.entry.language))
}
