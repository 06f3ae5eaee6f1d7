//! The content of an archive's page, and what of it changes.

use std::collections::BTreeSet;

use maud::{Markup, html};
use page::text;
use rules::Language;
use serde_json::{Value, json};

use crate::archive::{Archive, Now, Running};
use play::catalogue;

use crate::tables::DrawnTable;

/// A text in every language, in the order of [`Language::ALL`].
type InLanguages = [String; Language::ALL.len()];

/// The content of an archive's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) tables: Vec<DrawnTable>,
    /// How many games there are.
    pub(crate) games: usize,
    /// The number of games that there will be at the end, if it is known.
    pub(crate) planned: Option<usize>,
    /// The progress, in a sentence.
    pub(crate) progress: InLanguages,
    /// The games in progress.
    pub(crate) running: Vec<RunningEntry>,
    /// The latest games, the newest first.
    pub(crate) newest: Vec<Entry>,
    pub(crate) is_over: bool,
    /// Whether finished pages now show these games.
    pub(crate) is_published: bool,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) number: usize,
    /// The players; `None` if the game cannot be read.
    pub(crate) players: Option<String>,
    /// The game and its result, or why the game cannot be read.
    pub(crate) about: InLanguages,
}

impl Entry {
    pub(crate) fn of(archive: &dyn Archive, number: usize) -> Entry {
        match archive.game(number) {
            Ok(game) => {
                let title = game.spec.title;
                let about =
                    Language::ALL.map(|language| format!("{title}, {}", game.result(language)));
                Entry { number, players: Some(game.met()), about }
            }
            Err(why) => Entry { number, players: None, about: Language::ALL.map(|_| why.clone()) },
        }
    }

    /// The entry as an item of a list.
    pub(crate) fn item(&self, language: Language) -> Markup {
        let about = html! { span class="quiet" { (self.about[language as usize]) } };
        html! {
            li value=(self.number) {
                @if let Some(players) = &self.players {
                    a href={ "/games/" (self.number) } { (players) } " "
                }
                (about)
            }
        }
    }
}

/// A game in progress, in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunningEntry {
    pub(crate) entry: Entry,
    names: [String; 2],
    /// How each side's score is written, in every language, in a game that counts something.
    scores: [[Option<&'static str>; 2]; Language::ALL.len()],
    moves: usize,
    /// Whether the game is over but not stored, because the other game of its pair is being played.
    is_over: bool,
    /// The board, in the form of `page::Replay`.
    board: Value,
}

impl RunningEntry {
    fn of(Running { number, game, moves, board }: &Running) -> RunningEntry {
        let about = Language::ALL.map(|language| {
            let now = match game.outcome {
                Some(_) => text("pair-goes-on").name("result", game.result(language)),
                None => text("moves-so-far").number("n", *moves),
            };
            format!("{}, {}", game.spec.title, now.told(language))
        });
        let entry = Entry { number: *number, players: Some(game.met()), about };
        let is_over = game.outcome.is_some();
        let names = game.players.clone();
        let words = catalogue(game.spec);
        let scores = Language::ALL.map(|language| {
            ["first-score", "second-score"].map(|key| words.and_then(|own| own.text(language, key)))
        });
        RunningEntry { entry, names, scores, moves: *moves, is_over, board: json!(board) }
    }

    /// The game in the form that the page's script reads.
    pub(crate) fn told(&self, language: Language) -> Value {
        let Entry { number, about, .. } = &self.entry;
        json!({
            "number": number,
            "names": self.names,
            "scores": self.scores[language as usize],
            "about": about[language as usize],
            "moves": self.moves,
            "over": self.is_over,
            "board": self.board,
        })
    }
}

/// The rows of tables that have changed, each by the numbers of its table and its row.
pub(crate) type ChangedRows = BTreeSet<[usize; 2]>;

impl View {
    /// The content of an archive's page. Games that are in `known` are not read again.
    pub(crate) fn of(archive: &dyn Archive, now: &Now, known: &[Entry]) -> View {
        let entry = |&number: &usize| {
            let told = known.iter().find(|entry| entry.number == number);
            told.cloned().unwrap_or_else(|| Entry::of(archive, number))
        };
        View {
            tables: now.tables.iter().map(|table| DrawnTable::of(table, now.is_over)).collect(),
            games: now.games,
            planned: now.planned,
            progress: Language::ALL.map(|language| progress(now, language)),
            running: now.running.iter().map(RunningEntry::of).collect(),
            newest: now.newest.iter().rev().map(entry).collect(),
            is_over: now.is_over,
            is_published: now.is_over && archive.published().is_some(),
        }
    }

    /// The games in progress that a player plays.
    pub(crate) fn running_of(&self, name: &str) -> impl Iterator<Item = &Entry> {
        let has = move |entry: &&RunningEntry| entry.names.iter().any(|known| known == name);
        self.running.iter().filter(has).map(|running| &running.entry)
    }

    /// The rows that have changed since an earlier view; `None` if a table has changed its columns
    /// or its size.
    pub(crate) fn changed_since(&self, before: &View) -> Option<ChangedRows> {
        let pairs = || before.tables.iter().zip(&self.tables);
        let is_as_many = before.tables.len() == self.tables.len();
        if !is_as_many || !pairs().all(|(old, new)| old.is_alike(new)) {
            return None;
        }
        let mut changed = ChangedRows::new();
        for (table, (old, new)) in pairs().enumerate() {
            let rows = old.rows.iter().zip(&new.rows).enumerate();
            changed.extend(rows.filter(|(_, (old, new))| old != new).map(|(row, _)| [table, row]));
        }
        Some(changed)
    }

    /// The data of an event: the changed rows, or all tables.
    pub(crate) fn told(&self, changed: Option<&ChangedRows>, language: Language) -> Value {
        let newest = self.newest.iter().map(|entry| entry.item(language).into_string());
        let mut told = json!({
            "running": self.running.iter().map(|game| game.told(language)).collect::<Vec<_>>(),
            "games": self.games,
            "progress": self.progress[language as usize],
            "newest": newest.collect::<String>(),
            "over": self.is_over,
            "published": self.is_published,
        });
        match changed {
            Some(changed) => {
                let row = |&[table, row]: &[usize; 2]| {
                    let row_text = self.tables.get(table)?.rows.get(row)?;
                    Some(json!([table, row, row_text]))
                };
                told["rows"] = changed.iter().filter_map(row).collect();
            }
            None => {
                let tables = self.tables.iter().map(|table| table.whole(language).into_string());
                told["tables"] = tables.collect::<String>().into();
            }
        }
        told
    }
}

fn progress(now: &Now, language: Language) -> String {
    let games = |key| text(key).number("n", now.games);
    if now.is_over {
        return games("all-played").told(language);
    }
    let played = match now.planned {
        Some(planned) => games("played-of").number("all", planned),
        None => games("played"),
    }
    .told(language);
    let playing = text("being-played").number("n", now.playing).told(language);
    let next = now.next.as_ref().map(|[first, second]| {
        let next = text("next-match").name("first", first.clone());
        next.name("second", second.clone()).told(language)
    });
    let playing = (now.playing > 0).then_some(playing);
    [Some(played), playing, next].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
