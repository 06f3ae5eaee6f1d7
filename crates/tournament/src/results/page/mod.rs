//! Static pages. Every file that a page loads lies beside the pages, and nothing comes from a
//! network. Text is escaped where it is inserted.

/// A message in the words of results, told in the language of a page.
macro_rules! say {
    ($page:expr, $($message:tt)*) => { $page.t(&text!($($message)*)) };
}

mod bracket;
mod crosstable;
mod fouls;
mod games;
mod index;
mod matches;
mod participant;
mod ratings;
mod replay;
mod rounds;
mod standings;

use std::fmt::Display;

use maud::{Markup, html};
use players::Foul;
use rules::{Argument, Message};

pub(super) use games::{games, list_script};
pub(super) use index::index;
pub(super) use participant::participant;
pub(super) use replay::replay;

use super::number::{Ordinal, Range};
use super::ranking::Line;
use super::tables::{Leaver, MOST_BOARDS, Tables};
use pairing::{Format, Points};
use stats::Rounded;

/// Where a participant's page lies in the folder.
pub(super) fn path_of(participant: Ordinal) -> String {
    format!("players/{participant}.html")
}

/// The content security policy for these pages. A browser uses only scripts, styles and images in
/// files beside the pages, and ignores inline scripts and styles.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
base-uri 'none'; form-action 'none'";

/// The mark for a missing value.
const NOTHING: &str = "–";

/// A page: the tables, and the relative path from the page to the folder.
#[derive(Clone, Copy)]
struct Page<'a> {
    tables: &'a Tables,
    /// The relative path from the page to the folder of results: `../` for a page in a subfolder,
    /// otherwise empty.
    root: &'static str,
}

impl Page<'_> {
    /// A message in the language of the pages.
    fn t(self, message: &Message) -> String {
        message.told(self.tables.language)
    }

    /// A value in the language of the pages.
    fn value(self, value: &Argument) -> String {
        value.told(self.tables.language)
    }

    /// A number as the language of the pages writes it.
    fn number(self, number: impl Display) -> String {
        self.tables.language.decimal(&number.to_string())
    }

    /// A kind of foul in words.
    fn kind(self, kind: &str) -> String {
        self.t(&Foul::kind_message(kind))
    }

    /// A whole page.
    fn whole(self, title: &str, body: &Markup) -> String {
        self.scripted(title, &[], body)
    }

    /// A whole page with scripts.
    fn scripted(self, title: &str, scripts: &[&str], body: &Markup) -> String {
        let asset = |name: &&str| format!("{}assets/{name}", self.root);
        let scripts: Vec<_> = scripts.iter().map(asset).collect();
        let styles = [format!("{}assets/results.css", self.root)];
        let icon = format!("{}assets/icon.svg", self.root);
        let page = page::Page {
            title,
            styles: &styles,
            scripts: &scripts,
            icon: Some(&icon),
            policy: Some(POLICY),
            language: self.tables.language,
            ..page::Page::default()
        };
        page.with(body).into_string() + "\n"
    }

    /// A participant's name, linked to its page. The name of who has no place, since it left, is
    /// struck out.
    fn name(self, participant: Ordinal) -> Markup {
        let path = format!("{}{}", self.root, path_of(participant));
        let name = html! { a href=(path) { bdi { (self.tables.name(participant)) } } };
        let leaver = self.tables.leaver(participant);
        html! { @if leaver.is_some_and(|leaver| !leaver.has_place) { s { (name) } } @else { (name) } }
    }

    /// How a participant left, with the reason.
    fn left(self, leaver: &Leaver) -> Markup {
        html! {
            @if leaver.is_disqualified { (say!(self, "disqualified")) }
            @else { (say!(self, "withdrawn")) }
            @if !leaver.reason.is_empty() { ": " bdi { (leaver.reason) } }
        }
    }

    /// The head of a participant's row, in one line: the place and the name.
    fn row(self, line: &Line) -> Markup {
        html! {
            th scope="row" title=(self.tables.name(line.participant)) {
                span .place { (line.place) } " " (self.name(line.participant))
            }
        }
    }

    /// `what` as a link to the board of the game in this line of `games.jsonl`. There is no link if
    /// the game has no board.
    fn game(self, line: Option<usize>, what: &Markup) -> Markup {
        html! {
            @if let Some(line) = line.filter(|&line| line as u64 <= MOST_BOARDS) {
                a href={ (self.root) "replay.html#g=" (line) } { (what) }
            } @else {
                (what)
            }
        }
    }

    /// A participant's place in the standings.
    fn place(self, participant: Ordinal) -> String {
        let line = self.tables.standings.iter().find(|line| line.participant == participant);
        line.map_or(NOTHING.to_string(), |line| line.place.to_string())
    }
}

/// A table that can be scrolled sideways with a pointer or with keys, if it is too wide.
fn wide(label: &str, table: &Markup) -> Markup {
    html! { div .wide role="region" aria-label=(label) tabindex="0" { (table) } }
}

/// The CSS class of a crosstable with this many columns, which decides how small it is on paper.
fn density(columns: usize) -> &'static str {
    match columns {
        ..=12 => "loose",
        13..=26 => "dense",
        _ => "packed",
    }
}

/// A column's heading, with a tooltip for its meaning.
fn column(name: &str, meaning: Option<String>) -> Markup {
    html! { th scope="col" title=[meaning] { (name) } }
}

/// A number with a minus sign in place of a hyphen.
fn signed(number: impl Display) -> String {
    number.to_string().replace('-', "\u{2212}")
}

/// A sum with its sign.
fn with_sign(number: i64) -> String {
    if number > 0 { format!("+{number}") } else { signed(number) }
}

fn range<const DIGITS: usize>(page: Page<'_>, range: Option<Range<DIGITS>>) -> Markup {
    html! {
        @if let Some(Range { value, low, high }) = range {
            @let number = |end: Rounded<DIGITS>| page.number(end);
            (number(value)) " " small { (ends(page, low.map(number), high.map(number))) }
        } @else {
            (NOTHING)
        }
    }
}

/// The ends of a range, which are told already.
fn ends(page: Page<'_>, low: Option<String>, high: Option<String>) -> String {
    match [low, high] {
        [Some(low), Some(high)] => say!(page, "from-to", low = low, high = high),
        [Some(low), None] => say!(page, "at-least", low = low),
        [None, Some(high)] => say!(page, "at-most", high = high),
        [None, None] => String::new(),
    }
}

fn format_name(format: Format) -> Message {
    match format {
        Format::RoundRobin { cycles: 1 } => text!("round-robin"),
        Format::RoundRobin { cycles } => text!("round-robin-cycles", n = cycles),
        Format::Groups { groups } => text!("groups", n = groups),
        Format::Gauntlet { challengers: 1 } => text!("gauntlet"),
        Format::Gauntlet { challengers } => text!("gauntlet-of", n = challengers),
        Format::Swiss { rounds } => text!("swiss", n = rounds),
        Format::Knockout { .. } => text!("knockout"),
        Format::Duel => text!("duel"),
    }
}

fn points_name(points: Points) -> Message {
    match points {
        Points::ByMatch => text!("by-match"),
        Points::ByGame { .. } => text!("by-game"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_signs() {
        assert_eq!([-3, 0, 4].map(with_sign), ["\u{2212}3", "0", "+4"]);
    }
}
