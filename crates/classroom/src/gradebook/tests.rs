use jiff::Timestamp;

use super::*;
use crate::assignment::DAY;
use crate::storage::CasePages;
use crate::{Caps, Settings, Training, TrainingKeys, Workshop};

/// 2027-06-17T13:30:00Z; closings of long ago have passed.
const CLOSES: u64 = 1_813_239_000 - 7 * 366 * DAY;

/// The version that counts and its late days, and the points.
type Told = (Option<(usize, u32)>, Option<f64>);

struct Class {
    folder: tempfile::TempDir,
    workshop: Workshop,
    roster: Roster,
}

impl Class {
    fn new() -> Class {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("people.csv"), "name,number\nAnna,1\nJan,2\nOla,3\n")
            .expect("people");
        let settings = Settings { caps: Caps::OWN_MACHINE, ..Settings::of_nothing() };
        let workshop = Workshop::at_rest(settings).expect("a workshop");
        let roster = Roster::open_once(folder.path(), &[]).expect("people");
        Class { folder, workshop, roster }
    }

    fn id(&self, name: &str) -> String {
        let members = self.roster.members().into_iter();
        members.filter(|member| member.person.name == name).map(|one| one.id).collect()
    }

    /// A version of a person, so many seconds after the closing.
    fn version(&self, number: usize, name: &str, after: i64, is_current: bool) {
        let uploaded = CLOSES.saturating_add_signed(after);
        let version = Version {
            number,
            ordinal: number,
            person: self.id(name),
            training: training(),
            name: "a.c".to_string(),
            is_named: false,
            language: "C".to_string(),
            notes: Vec::new(),
            size: 0,
            uploaded,
            current_since: is_current.then_some(uploaded),
            by_site: None,
            is_forgotten: false,
        };
        self.workshop.place().desk.held().versions.insert(number, version);
    }

    fn open(&self, more: &str) -> Gradebook {
        let folder = self.folder.path().join("store/assignments/task");
        Gradebook::open(folder, assignment(more), read_keys).expect("a gradebook")
    }

    /// What is known about each person.
    fn grades(&self, book: &Gradebook) -> Vec<Told> {
        let grades = book.grades(&self.workshop.place(), &self.roster).into_iter();
        let entry = |(entry, _): (Entry, Version)| (entry.version, entry.days);
        grades.map(|grade| (grade.counted.map(entry), grade.points)).collect()
    }
}

fn training() -> Training {
    let (game, role) = ("reversi".to_string(), Some("task".to_string()));
    let keys = TrainingKeys { game, role, ..TrainingKeys::default() };
    Training::open(keys, games::GAMES).expect("a training")
}

fn read_keys(keys: AssignmentKeys) -> Result<Assignment, Error> {
    Assignment::open(keys, &[training()])
}

fn assignment(more: &str) -> Assignment {
    let closes = Timestamp::from_second(CLOSES as i64).expect("a moment");
    let closes = closes.strftime("%Y-%m-%dT%H:%M:%S");
    let keys = format!(
        "name = 'task'\ntraining = 'reversi'\ntests = 'tests'\npoints = 10\nzone = 'UTC'\n\
        closes = {closes}\n{more}"
    );
    read_keys(toml::from_str(&keys).expect("keys")).expect("an assignment")
}

fn judgement(points: f64) -> Judgement {
    let scale = vec![(50.0, "3".to_string())];
    let (of, passed, cases) = (9.0, 1, 2);
    Judgement { points, of, scale, passed, cases, ..Judgement::default() }
}

#[test]
fn the_current_version_in_time_counts_and_only_who_has_none_may_be_late() {
    let class = Class::new();
    class.version(1, "Anna", -9, true);
    class.version(2, "Anna", -5, false);
    class.version(3, "Anna", 5, true);
    class.version(4, "Jan", -9, false);
    class.version(5, "Jan", 0, false);
    class.version(6, "Ola", DAY as i64 + 1, true);
    class.version(7, "Ola", 3 * DAY as i64, true);
    let late = "late = { percent-a-day = 10, days = 2 }";
    for (more, ola) in [(late, Some((6, 2))), ("", None)] {
        let counted: Vec<_> =
            class.grades(&class.open(more)).into_iter().map(|(counted, _)| counted).collect();
        assert_eq!(counted, [Some((1, 0)), Some((5, 0)), ola]);
    }
    let extended =
        format!("{late}\nextensions = [{{ person = '3', until = 2999-01-01T00:00:00 }}]");
    let book = class.open(&extended);
    assert_eq!(class.grades(&book)[2].0, Some((7, 0)));
    let place = class.workshop.place();
    book.close_if_due(&place, &class.roster).expect("it is kept");
    assert!(!book.is_closed(), "it is open for Ola");
    assert_eq!(class.open("without = ['2']").grades(&place, &class.roster).len(), 2);
}

#[test]
fn who_chooses_a_version_in_time_has_it_counted_until_it_goes() {
    let class = Class::new();
    let place = class.workshop.place();
    let anna = class.roster.members().into_iter().find(|one| one.person.name == "Anna");
    let anna = anna.expect("she is a member");
    class.version(1, "Anna", -9, false);
    class.version(2, "Anna", -5, true);
    class.version(3, "Jan", -9, true);
    let closed = class.open("");
    closed.choose(&place, &anna, Some(1)).expect_err("her closing is over");
    assert!(closed.choosable(&place, &anna).is_empty());
    let own = "extensions = [{ person = '1', until = 2999-01-01T00:00:00 }]";
    let book = class.open(own);
    let counts = |book: &Gradebook| class.grades(book)[0].0;
    for (chosen, counted) in [(Some(1), 1), (None, 2), (Some(1), 1)] {
        book.choose(&place, &anna, chosen).expect("it is hers");
        assert_eq!(counts(&book), Some((counted, 0)));
    }
    book.choose(&place, &anna, Some(3)).expect_err("it is Jan's");
    class.version(4, "Anna", -4, true);
    assert_eq!(counts(&class.open(own)), Some((1, 0)), "a new version changes nothing");
    let book = class.open(own);
    place.desk.held().versions.remove(&1);
    assert_eq!(counts(&book), Some((4, 0)));
    let kept = || {
        let path = class.folder.path().join("store/assignments/task/chosen.json");
        fs::read_to_string(path).expect("a file")
    };
    assert!(kept().contains(&anna.id));
    book.forget(&place, &class.roster).expect("it is forgotten");
    assert_eq!(kept(), "{}");
}

#[test]
fn grades_outlive_the_server() {
    let class = Class::new();
    let place = class.workshop.place();
    class.version(1, "Anna", -9, true);
    class.version(2, "Ola", DAY as i64, true);
    class.version(3, "Jan", 9 * DAY as i64, true);
    let late = "late = { percent-a-day = 10, days = 2 }";
    let book = class.open(late);
    let entries = [Some((1, 0)), None, Some((2, 1))];
    assert_eq!(class.grades(&book), entries.map(|entry| (entry, None)));
    assert!(book.next(&place, &class.roster, |_| false).is_none(), "it is open");
    book.admit(&place, &class.roster, 3).expect_err("it is open");
    book.close_if_due(&place, &class.roster).expect("it is kept");
    let next = |book: &Gradebook| Some(book.next(&place, &class.roster, |_| false)?.number);
    assert_eq!((next(&book), class.grades(&book)[1].1), (Some(1), Some(0.0)));
    for number in [1, 2] {
        book.keep(number, judgement(5.0), &Shown::Pages(CasePages::new())).expect("it is kept");
    }
    let given = |book: &Gradebook, points, reason: &str| {
        book.set_points(&class.id("Anna"), points, reason, "Ewa")
    };
    given(&book, Some(7.5), "a good report").expect("it is kept");
    given(&book, Some(7.5), " ").expect_err("no reason");
    given(&book, Some(-1.0), "x").expect_err("no points");
    given(&book, Some(f64::NAN), "x").expect_err("no points");
    given(&book, Some(9.5), "x").expect_err("more than a program without faults has");
    let jan = &book.grades(&place, &class.roster)[1];
    assert_eq!((jan.measure.most, jan.on_scale()), (9.0, None), "as the others");
    // A power failure cut a line off.
    let lines = class.folder.path().join("store/assignments/task/points.jsonl");
    let text = fs::read_to_string(&lines).expect("lines");
    fs::write(&lines, format!("{text}{}", &text[..9])).expect("a file");

    let book = class.open(late);
    let points = |book: &Gradebook| class.grades(book).into_iter().map(|(_, it)| it);
    assert_eq!(points(&book).collect::<Vec<_>>(), [Some(7.5), Some(0.0), Some(4.5)]);
    book.admit(&place, &class.roster, 3).expect("it counts");
    assert_eq!((next(&book), class.grades(&book)[1]), (Some(3), (Some((3, 9)), None)));
    book.keep(3, judgement(5.0), &Shown::Pages(CasePages::new())).expect("it is kept");
    given(&book, None, "that was Jan's").expect("it is kept");
    assert_eq!(points(&book).collect::<Vec<_>>(), [Some(5.0), Some(5.0), Some(4.5)]);

    let round = book.round();
    book.judge_again(Some(1)).expect("it is open again");
    assert_eq!((next(&book), book.round()), (Some(1), round + 1));
    book.take(assignment(""));
    assert_eq!(book.complaints().len(), 1, "what late versions are worth is fixed");
    let later = format!("{late}\nextensions = [{{ group = 'x', until = 2999-01-01T00:00:00 }}]");
    book.take(assignment(&later));
    assert!(!book.is_closed() && book.complaints().is_empty());
    let book = class.open(&later);
    assert!(!book.is_closed() && points(&book).all(|points| points.is_none()));
}

#[test]
fn nothing_is_kept_of_who_was_forgotten() {
    let class = Class::new();
    let place = class.workshop.place();
    class.version(1, "Anna", -9, true);
    let book = class.open("");
    book.close_if_due(&place, &class.roster).expect("it is kept");
    book.keep(1, judgement(5.0), &Shown::Pages(CasePages::new())).expect("it is kept");
    book.set_points(&class.id("Anna"), Some(1.0), "secret", "Ewa").expect("it is kept");
    class.roster.forget(&class.workshop, &class.id("Anna")).expect("she is forgotten");
    book.forget(&place, &class.roster).expect("files go");
    let folder = class.folder.path().join("store/assignments/task");
    assert_eq!(fs::read_dir(folder.join("results")).expect("a folder").count(), 0);
    assert_eq!(fs::read_to_string(folder.join("points.jsonl")).expect("lines"), "");
}
