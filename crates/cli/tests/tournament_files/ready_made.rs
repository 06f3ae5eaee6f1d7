//! The files in `tournaments/`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use arena::schedule::Next;
use arena::tournament::{Announcement, Boards};

use crate::{read, spec_of};

fn all() -> Vec<(String, Announcement)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the folder").map(|item| item.expect("a file").path()).collect();
    paths.sort();
    let read = |path: &Path| read(path).unwrap_or_else(|refused| panic!("{refused}"));
    paths.iter().map(|path| (path.file_stem().expect("a name").display().to_string(), read(path))).collect()
}

#[test]
fn every_game_has_one_that_can_begin() {
    let all = all();
    for spec in games::GAMES {
        assert!(all.iter().any(|(name, announcement)| *name == spec.name && announcement.game == spec.name));
    }
    for (name, announcement) in all {
        let schedule = announcement.schedule().unwrap_or_else(|refused| panic!("{name}: {refused}"));
        let Ok(Next::Play(matches)) = schedule.next(&[]) else { panic!("{name} has matches") };
        let spec = spec_of(&announcement.game).expect("the game");
        let terms = announcement.terms_of(&matches[0], spec).expect("terms");
        assert_eq!(terms.games, 2 * announcement.pairs());
        assert_ne!(announcement.match_seed(&matches[0]), announcement.match_seed(&matches[1]));
        let read_back = Announcement::from_json(&announcement.json()).unwrap_or_else(|refused| panic!("{refused}"));
        assert_eq!(read_back.digest(), announcement.digest());
    }
}

#[test]
fn they_are_what_the_texts_ask_for() {
    let all = all();
    let of = |wanted: &str| &all.iter().find(|(name, _)| name == wanted).expect("the file").1;
    assert_eq!(of("flood-wars").time.each_move, Some(Duration::from_secs(1)));
    assert_eq!(of("gangsters").time.game, Some(Duration::from_secs(60)));
    assert_eq!(of("gangsters").remarks().len(), 1);
    assert!(matches!(&of("mnk").boards, Boards::Given(boards) if boards.len() == 2));
    assert_eq!(of("poziomka").boards, Boards::Drawn { opening: 0 });
}
