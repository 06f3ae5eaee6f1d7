//! `docs/tournaments.md` mentions every key; its examples and the files in `tournaments/` are
//! valid.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::{folder, read, refused};
use crate::plan::{Announcement, Boards};
use pairing::Next;

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tournaments.md");
    fs::read_to_string(path).expect("the document")
}

/// All keys that are valid in place of the unknown key `qqqqqqqqq` in this text.
fn keys(text: &str) -> Vec<String> {
    let said = refused(text);
    let (_, listed) = said
        .split_once("unknown field `qqqqqqqqq`, expected ")
        .unwrap_or_else(|| panic!("{text}: {said}"));
    listed.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

#[test]
fn every_key_is_told_of() {
    let document = document();
    let kinds = ["round-robin", "groups", "gauntlet", "swiss", "knockout", "sprt"];
    let formats = kinds.map(|kind| format!("[format]\nkind = \"{kind}\"\nqqqqqqqqq = 1\n"));
    let tables = ["[time]", "[[player]]", "[[board]]", ""];
    let tables = tables.map(|table| format!("{table}\nqqqqqqqqq = 1\n"));
    let keys: BTreeSet<_> = formats.iter().chain(&tables).flat_map(|text| keys(text)).collect();
    assert!(keys.len() > 30, "{keys:?}");
    for key in keys {
        let names = [format!("`{key}`"), format!("`[{key}]`"), format!("`[[{key}]]`")];
        assert!(
            names.iter().any(|name| document.contains(name)),
            "docs/tournaments.md says nothing of {key}"
        );
    }
}

#[test]
fn the_shortest_file_is_one_and_its_mistakes_are_told_so() {
    let document = document();
    let (_, after) = document.split_once("```toml\n").expect("an example");
    let (example, after) = after.split_once("```").expect("its end");
    let (_, after) = after.split_once("```text\nfriday.toml, ").expect("what is said");
    let (said, _) = after.split_once("```").expect("its end");
    let folder = folder(example);
    fs::create_dir(folder.path().join("entries")).expect("a folder can be made");
    fs::copy(folder.path().join("noe.c"), folder.path().join("entries/noe.c"))
        .expect("a file can be copied");
    read(&folder.path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(refused(example.replace("folder", "fodler")), said.trim_end());
}

fn ready_made() -> Vec<(String, Announcement)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments");
    let paths = fs::read_dir(folder).expect("the folder").map(|item| item.expect("a file").path());
    let read = |path: &Path| read(path).unwrap_or_else(|refused| panic!("{refused}"));
    let files = paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files
        .map(|path| (path.file_stem().expect("a name").display().to_string(), read(&path)))
        .collect()
}

#[test]
fn every_game_has_a_file_that_can_begin() {
    let all = ready_made();
    for spec in games::GAMES {
        let (_, announcement) = all.iter().find(|(name, _)| name == spec.name).expect("a file");
        let schedule =
            announcement.schedule().unwrap_or_else(|refused| panic!("{}: {refused}", spec.name));
        let Ok(Next::Play(matches)) = schedule.next(&[]) else {
            panic!("{} has matches", spec.name)
        };
        assert_eq!(
            announcement.terms_of(&matches[0], spec).expect("terms").games,
            2 * announcement.pairs()
        );
        assert_ne!(announcement.match_seed(&matches[0]), announcement.match_seed(&matches[1]));
        let read_back = Announcement::from_json(&announcement.json())
            .unwrap_or_else(|refused| panic!("{refused}"));
        assert_eq!(read_back.digest(), announcement.digest());
    }
}

#[test]
fn they_are_what_the_texts_ask_for() {
    let all = ready_made();
    let of = |wanted: &str| &all.iter().find(|(name, _)| name == wanted).expect("the file").1;
    assert_eq!(of("flood-wars").time.each_move, Some(Duration::from_secs(1)));
    assert_eq!(of("gangsters").time.game, Some(Duration::from_secs(60)));
    assert_eq!(of("gangsters").remarks().len(), 1);
    assert!(matches!(&of("mnk").boards, Boards::Given(boards) if boards.len() == 2));
    assert_eq!(of("poziomka").boards, Boards::Drawn { opening: 0 });
}
