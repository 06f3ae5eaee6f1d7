//! How other programs spell moves.

use crate::notation::{move_name, parse_square};
use crate::rules::Move;

/// Our name of a move that is written `F5`, or `PA`, `PS`, `--` or similar for a pass.
pub(super) fn named(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let is_pass = matches!(&*text, "pa" | "ps" | "pass" | "--" | "-");
    let mv = if is_pass { Some(Move::PASS) } else { parse_square(&text) };
    mv.map(move_name)
}

pub(super) const EXPECTED: &str = "a square from a1 to h8";
