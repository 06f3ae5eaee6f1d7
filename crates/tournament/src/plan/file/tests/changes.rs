//! The file of changes: who may leave, and what a reader refuses.

use crate::plan::{Announcement, Changes, Deed};
use errors::ErrorKind;

use super::announced;

fn announcement(format: &str) -> Announcement {
    let players = ["Ala", "Bob", "Cyd", "Dan"]
        .map(|name| format!("[[player]]\nengine = 1\nname = \"{name}\"\n"));
    announced(&format!("title = \"t\"\ngame = \"mnk\"\n[format]\n{format}\n{}", players.concat()))
}

fn round_robin() -> Announcement {
    announcement("kind = \"round-robin\"")
}

/// Two changes: Bob is disqualified, Cyd withdraws.
fn two(announcement: &Announcement, round: Option<usize>) -> Changes {
    let why = Some("  a copied\u{a0} program ");
    let one = Changes::default().with(Deed::Disqualify, "Bob", why, round, announcement);
    let one = one.unwrap_or_else(|refused| panic!("{refused}"));
    let two = one.with(Deed::Withdraw, "Cyd", None, round, announcement);
    two.unwrap_or_else(|refused| panic!("{refused}"))
}

#[test]
fn they_are_read_back_with_their_effect() {
    for (announcement, round) in
        [(round_robin(), None), (announcement("kind = \"swiss\"\nrounds = 2"), Some(1))]
    {
        let changes = two(&announcement, round);
        let again = Changes::read(changes.text(), &announcement);
        assert_eq!(again.expect("it is unaltered"), changes);
        let bob = changes.departures().of(1).expect("Bob has left");
        assert_eq!((bob.is_disqualified, bob.reason.as_deref()), (true, Some("a copied program")));
        assert_eq!(bob.absent_from, round.unwrap_or(usize::MAX));
        assert!(changes.departures().of(2).is_some_and(|cyd| !cyd.is_disqualified));
        let back = changes.with(Deed::Restore, "Bob", None, None, &announcement).expect("he may");
        assert!(back.departures().of(1).is_none() && back.departures().of(2).is_some());
        assert_eq!(back.text().lines().count(), 3, "nothing is removed");
    }
}

#[test]
fn an_altered_line_is_refused() {
    let announcement = round_robin();
    let text = two(&announcement, None).text().to_string();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let altered = [
        text.replace("a copied program", "a borrowed program"),
        text.replace("withdraw", "disqualify"),
        text.replace("Cyd", "Eve"),
        text.replace("\"before\":\"\"", "\"before\":\"0\""),
        text.replace("\"before\":\"\"", "\"round\":2,\"before\":\"\""),
        text.replace("{\"time\"", "{ \"time\""),
        text.replacen("T", " ", 1),
        text.replace('\n', "\r\n"),
        text.trim_end().to_string(),
        format!("{text}\n"),
        lines[1].to_string(),
        [lines[1], lines[0]].concat(),
        [lines[0], lines[0]].concat(),
    ];
    for altered in altered {
        assert_ne!(altered, text);
        let refused = Changes::read(&altered, &announcement).expect_err(&altered);
        assert_eq!(refused.kind(), ErrorKind::Corrupt, "{altered}");
    }
    // The last line has no successor: the manifest and the pages hold it.
    assert!(Changes::read(lines[0], &announcement).is_ok());
}

#[test]
fn what_is_impossible_is_refused() {
    let announcement = round_robin();
    let changes = two(&announcement, None);
    let refused = |deed, name, why: Option<&str>| {
        let changed = changes.with(deed, name, why, None, &announcement);
        changed.expect_err("it is impossible").kind()
    };
    assert_eq!(refused(Deed::Withdraw, "Eve", None), ErrorKind::NotFound);
    assert_eq!(refused(Deed::Withdraw, "Bob", None), ErrorKind::Conflict);
    assert_eq!(refused(Deed::Disqualify, "Bob", Some("again")), ErrorKind::Conflict);
    assert_eq!(refused(Deed::Restore, "Ala", None), ErrorKind::Conflict);
    assert_eq!(refused(Deed::Disqualify, "Ala", None), ErrorKind::Input);
    assert_eq!(refused(Deed::Disqualify, "Ala", Some(" ")), ErrorKind::Input);
    assert_eq!(refused(Deed::Withdraw, "Ala", Some(&"x".repeat(201))), ErrorKind::Input);
    let later = changes.with(Deed::Disqualify, "Cyd", Some("a copy"), None, &announcement);
    assert!(
        later.is_ok_and(|later| later.departures().of(2).is_some_and(|cyd| cyd.is_disqualified))
    );
    let duel = "title = \"t\"\ngame = \"mnk\"\n[format]\nkind = \"sprt\"\nelo0 = 0\nelo1 = 5\n\
        [[player]]\nengine = 1\n[[player]]\nengine = 2\n";
    let duel = announced(duel);
    let refused = Changes::default().with(Deed::Withdraw, "engine:1", None, None, &duel);
    assert_eq!(refused.expect_err("a test needs both").kind(), ErrorKind::Conflict);
}
