//! What confines programs from level 1 on, made once and kept.

use std::io;
use std::os::fd::BorrowedFd;

use super::wire::Request;
use crate::Level;

/// Rulesets and filters that have been made before.
#[derive(Debug)]
pub(crate) struct Cache;

impl Cache {
    pub(crate) fn new(_pointers: [*const u8; 3]) -> Cache {
        Cache
    }
    pub(crate) fn trial(&mut self, level: Level) -> String {
        if level == Level::Limits { String::new() } else { "not there".into() }
    }
    pub(crate) fn restraints(&mut self, _: &Request) -> io::Result<Option<(BorrowedFd<'_>, &[libc::sock_filter])>> {
        Ok(None)
    }
}

pub(crate) fn namespaces(_level: u8) -> i32 {
    0
}
