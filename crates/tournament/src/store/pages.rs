//! Reads rows a page at a time, so that only a few are in memory. The number in `LIMIT` is part of
//! the statements: if the number were bound, both SQLite and PostgreSQL would prepare the statement
//! anew each time.

use std::collections::VecDeque;

use errors::Error;

/// The rows of a page that have not been read.
pub(super) struct Pages<T> {
    page: VecDeque<T>,
    is_last: bool,
}

impl<T> Pages<T> {
    /// A reader that has not fetched a page yet.
    pub(super) fn new() -> Pages<T> {
        Pages { page: VecDeque::new(), is_last: false }
    }

    /// The next row. When all rows of a page have been read, `fetch` returns the next page. A page
    /// with fewer than `length` rows is the last, and so is a page that cannot be read.
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
