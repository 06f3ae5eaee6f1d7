//! Tournaments that share a store, a file that is damaged: what one's command makes anew is right for the others.

use std::fs;

use crate::contest::{Contest, Said, text};
use crate::damage::change;
use crate::skipped;

const PAGE: usize = 4096;

/// Two tournaments that are over, `small.toml` and `other.toml`, each with results in a folder of its name.
struct Shared(Contest);

impl Shared {
    /// Nothing where Python is missing, by which the store is damaged.
    fn new(small: &str, other: &str) -> Option<Shared> {
        if sandbox::find("python3").is_none() {
            skipped("python3");
            return None;
        }
        let shared = Shared(Contest::new(4));
        for (name, text) in [("small", small), ("other", other)] {
            fs::write(shared.0.path(&format!("{name}.toml")), text).expect("it can be written");
        }
        fs::create_dir(shared.0.path("results")).expect("a folder");
        shared.0.run(&["store", "init", "shared"]).goes_well();
        for name in ["small", "other"] {
            shared.hold(name, name).goes_well();
        }
        Some(shared)
    }

    fn hold(&self, name: &str, folder: &str) -> Said {
        self.0.run(&["tournament", &format!("{name}.toml"), "-o", folder, "--store", "shared"])
    }

    /// Does this to the store, and damages it. Nothing of what is deleted is left in the file.
    fn damage(&self, sql: &str) {
        let script = format!(
            "store = sqlite3.connect('shared')\nstore.execute('{sql}')\nstore.commit()\nstore.execute('VACUUM')\n\
             store.execute('UPDATE pairing SET extra = 70')"
        );
        change(&self.0, &script);
    }

    fn games(&self) -> [Vec<u8>; 2] {
        ["small", "other"].map(|name| fs::read(self.0.path(name).join("games.jsonl")).expect("games"))
    }

    /// That results have more than the store, and are not written over.
    fn refuses(&self, name: &str) {
        self.hold(name, name).names(&[
            &format!("{name} has "),
            " games of this tournament in it (games.jsonl), and the store shared knows ",
            "of them: the others would be written over",
        ]);
    }
}

/// The same boards, players and seeds: the games could be those of either.
fn alike() -> Option<Shared> {
    Shared::new(&text("Small boards", 4), &text("Other boards", 4))
}

#[test]
fn they_are_not_mixed_up() {
    let Some(shared) = alike() else { return };
    let before = shared.games();
    ["small", "other"].iter().for_each(|name| fs::remove_dir_all(shared.0.path(name)).expect("a folder"));
    shared.damage("SELECT 1");
    shared.hold("small", "small").names(&[
        "with 84 games of this tournament, 84 of \"Other boards\", and the damaged one is now shared.damaged",
    ]);
    for name in ["other", "small"] {
        shared.hold(name, name).goes_well();
    }
    assert!(before == shared.games(), "each has the games that were its own, with their clocks");
    // What is not known any more is told.
    shared.damage("UPDATE tournament SET digest = 7 WHERE title = \"Other boards\"");
    shared.hold("small", "small").names(&[
        "made of what is whole in it (but not tournament ",
        ", of which no more than games is whole), with 84 games",
    ]);
}

#[test]
fn what_each_has_published_stands() {
    let Some(shared) = alike() else { return };
    let before = shared.games();
    shared.damage("DELETE FROM game WHERE tournament = 2 AND number = 1 AND unit % 14 = 1");
    shared.hold("small", "small").names(&["(but not 6 games of \"Other boards\"), with 84 games"]);
    shared.refuses("other");
    // Somebody else's results had less than these.
    shared.damage("DELETE FROM game WHERE unit = (SELECT min(unit) FROM game WHERE tournament = 1)");
    shared.hold("small", "fresh").names(&["(but not 6 games of \"Other boards\"), with 82 games"]);
    shared.refuses("small");
    shared.refuses("other");
    assert!(before == shared.games(), "nothing is played again that has been published");
    // Which of the two it was nobody knows any more.
    shared.damage("UPDATE tournament SET digest = id");
    let store = shared.0.path("shared");
    let bytes = fs::read(&store).expect("a store");
    fs::write(&store, &bytes[..bytes.len() - PAGE]).expect("it can be written");
    shared.hold("small", "another").names(&[
        "(but not tournament 1, of which no more than games is whole; nor tournament 2, of which no more than games is whole)",
    ]);
}

/// Where a pair of the first round is gone, so are the rounds that followed from it.
#[test]
fn rounds_that_were_published_stand() {
    let swiss = text("Other boards", 4).replace("\"round-robin\"", "\"swiss\"\nrounds = 3");
    let Some(shared) = Shared::new(&text("Small boards", 4), &swiss) else { return };
    let before = shared.games();
    shared.damage("DELETE FROM game WHERE unit = (SELECT min(unit) FROM game WHERE tournament = 2)");
    shared.hold("small", "small").names(&["(but not a part of \"Other boards\"), with 84 games"]);
    shared.refuses("other");
    shared.hold("small", "small").goes_well();
    assert!(before == shared.games(), "they are not paired anew");
}

#[test]
fn a_pair_that_nobody_has_any_more_gets_no_games_of_another_tournament() {
    let other = text("Other boards", 4).replace("seed = 7", "seed = 8");
    let Some(shared) = Shared::new(&text("Small boards", 4), &other) else { return };
    let path = shared.0.path("small/games.jsonl");
    let mut games = fs::read(&path).expect("games");
    games[0] = b'X';
    fs::write(&path, games).expect("it can be written");
    shared.damage("DELETE FROM game WHERE unit = (SELECT min(unit) FROM game WHERE tournament = 1)");
    shared.hold("small", "small").names(&["with 82 games of this tournament, 84 of \"Other boards\", and"]);
    for name in ["small", "other"] {
        shared.hold(name, name).goes_well();
        shared.0.run(&["verify", name]).goes_well();
    }
}
