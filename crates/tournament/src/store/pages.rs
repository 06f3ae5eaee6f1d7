//! Rows that are read a page at a time, so that only a few are in memory. Statements have the number in their `LIMIT`: of one that is
//! bound bare SQLite plans them anew each time, and PostgreSQL either way.

use std::collections::VecDeque;

use errors::Error;

/// What is left of a page.
pub(super) struct Pages<T> {
    page: VecDeque<T>,
    is_last: bool,
}

impl<T> Pages<T> {
    /// Before the first one.
    pub(super) fn new() -> Pages<T> {
        Pages { page: VecDeque::new(), is_last: false }
    }

    /// The next row. At the end of a page, `fetch` gives another; one of fewer rows than `length` is the last, and so is one that
    /// cannot be read.
    pub(super) fn next(
        &mut self,
        length: i64,
        fetch: impl FnOnce() -> Result<VecDeque<T>, Error>,
    ) -> Option<Result<T, Error>> {
        if self.page.is_empty() && !self.is_last {
            self.is_last = true;
            match fetch() {
                Ok(page) => (self.is_last, self.page) = (page.len() < length as usize, page),
                Err(refused) => return Some(Err(refused)),
            }
        }
        self.page.pop_front().map(Ok)
    }
}
