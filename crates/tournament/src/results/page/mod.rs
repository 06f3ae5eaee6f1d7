//! Static pages. Every file that a page loads lies beside the pages, and nothing comes from a
//! network. Text is escaped where it is inserted.

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
use page::{counted, translated};
use rules::{Catalogue, catalogue};

pub(super) use games::{games, list_script};
pub(super) use index::index;
pub(super) use participant::participant;
pub(super) use replay::replay;

use super::number::{Ordinal, Range};
use super::ranking::Line;
use super::tables::{MOST_BOARDS, Tables};
use pairing::{Format, Points};

/// Where a participant's page lies in the folder.
pub(super) fn path_of(participant: Ordinal) -> String {
    format!("players/{participant}.html")
}

/// The content security policy for these pages. A browser uses only scripts, styles and images in
/// files beside the pages, and ignores inline scripts and styles.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
base-uri 'none'; form-action 'none'";

/// The sentences of these pages. The code has them in English, so that it reads like the page; each
/// of them is looked up here.
const WORDS: Catalogue = catalogue!();

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
    /// An English sentence in the language of the pages.
    fn t(self, sentence: &str) -> String {
        translated(sentence, Some(WORDS), self.tables.language)
    }

    /// The words of a foul, which may name a rule of the game.
    fn foul(self, what: &str) -> String {
        translated(what, Some(self.tables.words), self.tables.language)
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

    /// A participant's name, linked to its page.
    fn name(self, participant: Ordinal) -> Markup {
        let path = format!("{}{}", self.root, path_of(participant));
        html! { a href=(path) { bdi { (self.tables.name(participant)) } } }
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
fn wide(page: Page<'_>, label: &str, table: &Markup) -> Markup {
    html! { div .wide role="region" aria-label=(page.t(label)) tabindex="0" { (table) } }
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
fn column(page: Page<'_>, name: &str, meaning: &str) -> Markup {
    let meaning = (!meaning.is_empty()).then(|| page.t(meaning));
    html! { th scope="col" title=[meaning] { (page.t(name)) } }
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
            (signed(value)) " " small { (page.t(&ends(low.map(signed), high.map(signed)))) }
        } @else {
            (NOTHING)
        }
    }
}

fn ends(low: Option<String>, high: Option<String>) -> String {
    match [low, high] {
        [Some(low), Some(high)] => format!("{low} to {high}"),
        [Some(low), None] => format!("at least {low}"),
        [None, Some(high)] => format!("at most {high}"),
        [None, None] => String::new(),
    }
}

fn format_name(format: Format) -> String {
    match format {
        Format::RoundRobin { cycles: 1 } => "round robin".to_string(),
        Format::RoundRobin { cycles } => format!("round robin, {cycles} cycles"),
        Format::Gauntlet { challengers: 1 } => "gauntlet".to_string(),
        Format::Gauntlet { challengers } => format!("gauntlet of {challengers} challengers"),
        Format::Swiss { rounds } => format!("Swiss, {}", counted(rounds, "round", "rounds")),
        Format::Knockout { .. } => "knockout".to_string(),
        Format::Duel => "match between two".to_string(),
    }
}

fn points_name(points: Points) -> &'static str {
    match points {
        Points::ByMatch => "3 for a match won by the sum of margins, 1 for a drawn one",
        Points::ByGame { .. } => "1 for a game won, ½ for a drawn one",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_sentences() {
        rules::kit::check_catalogue(WORDS, &[]);
    }

    #[test]
    fn numbers_have_signs() {
        assert_eq!([-3, 0, 4].map(with_sign), ["\u{2212}3", "0", "+4"]);
    }
}
