//! The rest of the file: the seed, what programs may, what is fair, and who may play.

use std::collections::BTreeMap;

use sandbox::Level;
use search::GameSpec;

use super::section::Section;
use crate::entry::{Compilers, Languages};
use crate::tournament::announcement::{Fairness, Overloaded, Workers};

/// Of memory for a program, in MiB.
const MOST_MEMORY: u64 = 1 << 20;

/// How often a game can be played again.
const MOST_REPLAYS: u64 = 100;

const OVERLOADED: &[(&str, Overloaded)] = &[("replay", Overloaded::Replay), ("keep", Overloaded::Keep)];

pub(super) struct Terms {
    pub(super) seed: u64,
    pub(super) level: Level,
    pub(super) memory: Option<u64>,
    pub(super) fairness: Fairness,
    pub(super) workers: Workers,
}

pub(super) fn read(top: &Section<'_>) -> Terms {
    let level = top.whole("level", 0..=3);
    let level = level.and_then(|number| Level::ALL.into_iter().find(|level| u64::from(level.number()) == number));
    Terms {
        // TOML has no greater numbers.
        seed: top.whole("seed", 0..=i64::MAX as u64).unwrap_or(1),
        level: level.unwrap_or(Level::Confined),
        memory: top.whole("memory-mib", 1..=MOST_MEMORY).map(|mib| mib << 20),
        fairness: top.table("fairness").map_or_else(Fairness::default, fairness),
        workers: top.table("workers").map_or_else(Workers::default, workers),
    }
}

/// In which languages programs are taken: all, unless the file says which.
pub(super) fn languages(top: &Section<'_>) -> Languages {
    let Some(names) = top.texts("languages") else { return Languages::default() };
    let read = Languages::named(names.iter().map(|name| name.value));
    top.mistakes.kept(top.place("languages"), read).unwrap_or_default()
}

/// The options of compilers that the file sets: a text for one, or a list of them.
pub(super) fn compilers(top: &Section<'_>, spec: &GameSpec) -> Option<BTreeMap<String, String>> {
    let mut compilers = Compilers::of(spec);
    let before = top.mistakes.count();
    for line in top.text_or_texts("compiler-options") {
        top.mistakes.kept(line.at, compilers.set(line.value));
    }
    (top.mistakes.count() == before).then(|| compilers.all_set().clone())
}

fn fairness(table: Section<'_>) -> Fairness {
    let usual = Fairness::default();
    let overloaded = table.word("overloaded", OVERLOADED).unwrap_or(usual.overloaded);
    let fairness = Fairness {
        overloaded,
        waited_percent: table.whole("waited-percent", 0..=100).unwrap_or(usual.waited_percent),
        replays: table.whole("replays", 1..=MOST_REPLAYS).unwrap_or(usual.replays),
    };
    if overloaded == Overloaded::Keep && table.has("replays") {
        let sentence = "no game is played again with overloaded = \"keep\": expected no `replays`";
        table.mistakes.note(table.key_place("replays"), sentence);
    }
    table.close();
    fairness
}

fn workers(table: Section<'_>) -> Workers {
    let workers = Workers { speed: table.range("speed") };
    table.close();
    workers
}
