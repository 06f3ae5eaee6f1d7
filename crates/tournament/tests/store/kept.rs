//! Tests of stored announcements, and of the stored files of programs.

use tournament::store::{Address, Announced, Store, init};

use super::{announced, made, on_both, says};

on_both!(
    a_tournament_is_kept_as_it_was_announced,
    files_are_kept_by_their_content,
    a_store_is_made_once
);

fn a_tournament_is_kept_as_it_was_announced(address: &Address) {
    let mut store = made(address);
    let cup = Announced { level: 1, ..announced("cup") };
    let ids = [
        store.register_tournament(&cup).expect("announced"),
        store.register_tournament(&cup).expect("it is that one"),
        store.register_tournament(&announced("other")).expect("another"),
        store.register_tournament(&cup).expect("it is that one"),
    ];
    assert!(ids[0] == ids[1] && ids[0] == ids[3]);
    let [cup_number, other_number] =
        [ids[0], ids[2]].map(|id| id.to_string().parse::<i64>().expect("a number"));
    assert_eq!(cup_number + 1, other_number, "what is known takes no number");
    let ids = [ids[0], ids[2]];
    let kept = store.another().expect("a second connection").tournaments().expect("tournaments");
    assert_eq!(kept.iter().map(|kept| kept.id).collect::<Vec<_>>(), ids);
    assert_eq!(kept[0].announced, cup);
    assert_eq!(kept[1].announced, announced("other"));
    assert!(!kept[0].is_over);
    assert_eq!(store.tournament(ids[1]).expect("the store answers").announced, announced("other"));
}

fn files_are_kept_by_their_content(address: &Address) {
    let mut store = made(address);
    let files: [Vec<u8>; 3] =
        [Vec::new(), b"print(1)\n".to_vec(), (0..3_000_000u32).map(|i| (i / 7) as u8).collect()];
    for file in &files {
        let hash = store.put_file(file).expect("it is kept");
        assert_eq!(store.put_file(file).expect("it is there"), hash);
        assert_eq!(store.file(&hash).expect("it comes back"), *file);
    }
    says(store.file("beef"), &["no file beef", &address.to_string()]);
}

fn a_store_is_made_once(address: &Address) {
    says(Store::open(address), &["there is no store at", "ludoteka store init"]);
    let mut store = made(address);
    store.register_tournament(&announced("1")).expect("announced");
    init(address).expect("it is up to date");
    assert_eq!(store.tournaments().expect("tournaments").len(), 1, "nothing is lost");
    let mut reader = Store::open(address).expect("it opens");
    assert_eq!(reader.tournaments().expect("tournaments").len(), 1);
}
