use std::fs;
use std::path::PathBuf;

use errors::Error;
use proptest::prelude::*;

use super::*;
use crate::report::tests::{conditions, heading, sample};
use crate::{Case, Given, Heading};
use rules::Message;

fn sets(names: &[&str]) -> Vec<CaseSet> {
    let case = |name: &&str| Case {
        name: (*name).to_string(),
        input: PathBuf::new(),
        expected: PathBuf::new(),
        is_validation: false,
    };
    vec![CaseSet { defines: Vec::new(), cases: names.iter().map(case).collect() }]
}

/// Reads a file beside cases of these names. Each of them passes, and takes a second.
fn read(file: &str, names: &[&str]) -> Result<(Marks, Report), Error> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(keys::FILE), file).expect("a file");
    let mut sets = sets(names);
    let marks = Marks::read(folder.path(), &mut sets, 10.0)?;
    let mut report = sample();
    let judged = report.cases.remove(0);
    report.cases = sets[0]
        .cases
        .iter()
        .map(|case| Judged {
            case: case.name.clone(),
            is_validation: case.is_validation,
            wall: Duration::from_secs(1),
            ..judged.clone()
        })
        .collect();
    Ok((marks, report))
}

fn fail(report: &mut Report, case: usize) {
    report.cases[case].verdict = Verdict::Crash(11);
}

#[test]
fn points_are_a_share_and_none_without_the_validation() {
    let mut report = sample();
    let points = |report: &Report, all| Marks::plain(all).mark(report).points;
    assert_eq!((points(&report, 10.0), points(&report, 3.0)), (2.5, 0.75));
    report.cases[1].is_validation = true;
    let mark = Marks::plain(10.0).mark(&report);
    assert_eq!((mark.points, mark.fails_validation), (0.0, true));
    report.cases[1].verdict = Verdict::Accepted;
    assert_eq!(points(&report, 10.0), 3.33);
    report.is_interrupted = true;
    assert_eq!(points(&report, 10.0), 0.0);
}

#[test]
fn groups_give_a_share_or_all_or_each() {
    let file = "
        [[group]]\ncases = \"small\"\npoints = 4
        [[group]]\ncases = [\"large/*\", \"7\"]\npoints = 5\nall-or-nothing = true
        [[group]]\ncases = \"huge-*\"\neach = 0.5";
    let names = ["small/1", "small/2", "large/1", "7", "huge-1/1", "huge-2/1", "huge-2/2"];
    let (marks, mut report) = read(file, &names).expect("marks");
    assert_eq!(marks.mark(&report).points, 10.5);
    for case in [0, 3, 6] {
        fail(&mut report, case);
    }
    let mark = marks.mark(&report);
    let groups: Vec<_> = mark.groups.iter().map(|group| (group.points, group.passed)).collect();
    assert_eq!(groups, [(2.0, 1), (0.0, 1), (1.0, 2)]);
    assert_eq!((mark.points, mark.of), (3.0, 10.5));
}

#[test]
fn a_group_of_the_validation_decides_and_gives_no_points_unless_it_says_so() {
    let file = "[[group]]\ncases = \"v/*\"\nvalidation = true\n[[group]]\ncases=\"t\"\npoints = 8";
    let (marks, mut report) = read(file, &["v/1", "t/1", "t/2"]).expect("marks");
    assert_eq!(marks.mark(&report).points, 8.0);
    fail(&mut report, 1);
    assert_eq!(marks.mark(&report).points, 4.0);
    fail(&mut report, 0);
    let mark = marks.mark(&report);
    assert_eq!((mark.points, mark.fails_validation), (0.0, true));
    assert!(mark.groups.iter().all(|group| group.points == 0.0), "the sums fit the points");
}

#[test]
fn slow_answers_leaks_and_warnings_cost_what_the_file_says() {
    let file = "slow = { after = \"500ms\", counts = 0.5 }\nleak = -1\nwarned = -0.25";
    let (marks, mut report) = read(file, &["1", "2", "3", "4"]).expect("marks");
    for case in 0..3 {
        report.cases[case].wall = Duration::from_millis(400);
    }
    report.cases[1].verdict = Verdict::ValgrindReport;
    report.cases[1].is_right_otherwise = true;
    report.warnings = vec!["a.c:1:1: warning: unused".to_string()];
    let mark = marks.mark(&report);
    let off: Vec<_> = mark.deductions.iter().map(|one| (one.points, &one.reason)).collect();
    let slow = Reason::Slow(1, Duration::from_millis(500), 0.5);
    assert_eq!(off, [(1.25, &slow), (1.0, &Reason::Leak), (0.25, &Reason::Warned)]);
    assert_eq!((mark.points, mark.groups.len()), (7.5, 0));
    assert_eq!(report.accepted(), 3);
    marks.settle(&mut report);
    assert_eq!((report.accepted(), report.is_accepted()), (4, true), "a right answer passes");
    let page = crate::pages(
        &Heading { marks: marks.clone(), ..heading() },
        &conditions(),
        &[report.clone()],
    );
    assert!(page[1].1.contains("a.c:1:1: warning: unused"), "who reads the page knows why");
    let mut in_valgrind = report.clone();
    in_valgrind.cases.iter_mut().for_each(|case| case.times = 10);
    assert_eq!(marks.mark(&in_valgrind).points, 8.75, "as long as ten times the time");
    report.cases[1].is_right_otherwise = false;
    assert_eq!(marks.mark(&report).points, 6.0, "a wrong answer with a leak costs its case only");
}

#[test]
fn grades_begin_at_their_percentage_and_everybody_who_hands_in_has_the_free_point() {
    let file = "free = 1\nscale = [[50, \"3\"], [70, \"3,5\"], [100, \"5\"]]
        [[group]]\ncases = \"*\"\npoints = 9";
    let names = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let (marks, mut report) = read(file, &names).expect("marks");
    let grade = |report: &Report| marks.mark(report).grade;
    assert_eq!(grade(&report).as_deref(), Some("5"));
    (0..3).for_each(|case| fail(&mut report, case));
    assert_eq!((marks.mark(&report).points, grade(&report).as_deref()), (7.0, Some("3,5")));
    (0..9).for_each(|case| fail(&mut report, case));
    assert_eq!((marks.mark(&report).points, grade(&report)), (1.0, None));
    for judged in &mut report.cases {
        judged.is_validation = true;
        judged.verdict = Verdict::NotJudged(Box::new(Message::plain("a document")));
    }
    let mark = marks.mark(&report);
    assert_eq!((mark.points, mark.fails_validation), (0.0, false), "it is not a program");
}

/// What the file beside it says of each of these results, a letter for each case.
fn judged(letter: char, judged: &mut Judged) {
    judged.wall = Duration::from_millis(if letter == 's' { 2001 } else { 2000 });
    judged.is_right_otherwise = letter == 'l';
    judged.verdict = match letter {
        '+' | 's' => Verdict::Accepted,
        'l' => Verdict::ValgrindReport,
        '-' => Verdict::Crash(11),
        'd' => Verdict::NotJudged(Box::new(Message::plain("a document"))),
        other => panic!("{other}"),
    };
}

#[test]
fn a_class_of_38_has_the_sums_that_were_made_by_hand() {
    let file = "slow = { after = \"2s\", counts = 0.5 }\nleak = -1\nwarned = -0.5\nfree = 1
        scale = [[50, \"3\"], [60, \"3,5\"], [70, \"4\"], [80, \"4,5\"], [90, \"5\"]]
        part = [{ name = \"quality\", points = 4 }]
        [[group]]\ncases = \"v\"\nvalidation = true
        [[group]]\ncases = \"a\"\npoints = 6
        [[group]]\ncases = \"b\"\npoints = 5\nall-or-nothing = true
        [[group]]\ncases = \"c\"\neach = 1.25";
    let groups = [("v", 3), ("a", 8), ("b", 5), ("c", 4)];
    let names = groups.iter().flat_map(|(group, n)| (1..=*n).map(move |i| format!("{group}/{i}")));
    let names: Vec<String> = names.collect();
    let (marks, all) =
        read(file, &names.iter().map(|name| &**name).collect::<Vec<_>>()).expect("marks");
    let people = include_str!("class-of-38.txt").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for person in people {
        let cells: Vec<&str> = person.split_whitespace().collect();
        let [_, v, a, b, c, warned, quality, points, grade] = cells[..] else {
            panic!("{person}");
        };
        let mut report = all.clone();
        report.warnings.extend((warned == "w").then(|| "a warning".to_string()));
        let letters = [v, a, b, c].concat();
        assert_eq!(letters.len(), report.cases.len(), "{person}");
        letters.chars().zip(&mut report.cases).for_each(|(letter, case)| judged(letter, case));
        report.by_hand.points = vec![quality.parse().ok()];
        let mark = marks.mark(&report);
        assert_eq!((mark.points.to_string(), mark.of), (points.to_string(), 21.0), "{person}");
        assert_eq!(mark.grade.as_deref().unwrap_or("-"), grade, "{person}");
        count += 1;
    }
    assert_eq!(count, 38);
}

#[test]
fn a_person_gives_points_within_their_part() {
    let file = "part = [{ name = \"Quality\", points = 4 }]";
    let (marks, report) = read(file, &["1"]).expect("marks");
    assert_eq!((marks.mark(&report).points, marks.mark(&report).parts[0].points), (10.0, None));
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("table.csv");
    let read = |text: &str| {
        fs::write(&table, text).expect("a file");
        crate::ByHand::read(&table, &marks)
    };
    let text =
        "name;quality;remarks\n\"Żak Anna\";3,5;\"17: too long\nwell done: really\"\nJan;;\n";
    let by_hand = read(text).expect("a table");
    let mut reports = [Report { program: "Anna Żak".to_string(), ..report }];
    assert_eq!(by_hand.fill_in(&mut reports), [vec!["Jan".to_string()], vec![]]);
    let mut both = [reports[0].clone(), reports[0].clone()];
    assert_eq!(by_hand.fill_in(&mut both)[1], ["Żak Anna"], "whose it is, nobody knows");
    read("name,quality\nAnna Żak,1\nŻak Anna,2\n").expect_err("one person, twice");
    read("name,number,quality\nJan,1,1\nJan,2,2\n").expect("two people of one name");
    assert_eq!(marks.mark(&reports[0]).points, 13.5);
    let remark = |line: Option<&str>, text: &str| crate::Remark {
        line: line.map(str::to_string),
        text: text.to_string(),
    };
    let remarks = vec![remark(Some("17"), "too long"), remark(None, "well done: really")];
    assert_eq!(reports[0].by_hand, Given { points: vec![Some(3.5)], remarks });
    for bad in ["name,quality\nAnna,5\n", "name,quality\nAnna,x\n", "name\nAnna\n"] {
        assert_eq!(read(bad).expect_err(bad).kind(), errors::ErrorKind::Input);
    }
}

#[test]
fn files_without_a_meaning_are_refused() {
    for file in [
        "leak = 1",
        "slow = { after = \"1s\", counts = 2 }",
        "slow = 0.5",
        "scale = [[60, \"3\"], [50, \"2\"]]",
        "free = nan",
        "point = 3",
        "[[group]]\ncases = \"1\"\npoints = 3",
        "[[group]]\ncases = \"*\"",
        "[[group]]\ncases = \"*\"\npoints = 1\neach = 1",
        "[[group]]\ncases = \"*\"\npoints = 3\n[[group]]\ncases = \"2\"\npoints = 1",
        "[[group]]\ncases = \"*\"\npoints = 3\n[[group]]\ncases = \"3\"\npoints = 1",
    ] {
        let error = read(file, &["1", "2"]).expect_err(file);
        assert_eq!(error.kind(), errors::ErrorKind::Input, "{file}");
    }
}

#[test]
fn a_pattern_is_a_name_a_folder_or_has_stars() {
    for (pattern, case, is_one) in [
        ("a/1", "a/1", true),
        ("a/1", "a/10", false),
        ("a", "a/b/1", true),
        ("a/", "a/1", true),
        ("a", "ab/1", false),
        ("*", "a/1", true),
        ("*1*", "a/12", true),
        ("a*/1", "ab/1", true),
        ("a*b*b", "ab", false),
        ("", "a", false),
    ] {
        assert_eq!(fits(pattern, case), is_one, "{pattern} {case}");
    }
}

proptest! {
    /// Whoever adds the numbers on a page gets the points.
    #[test]
    fn the_sum_is_what_a_reader_adds_up(
        passed in proptest::collection::vec((any::<bool>(), 0..3000_u64, any::<bool>()), 9),
        points in 0.0..20.0,
    ) {
        let file = format!("slow = {{ after = \"1s\", counts = 0.3 }}\nleak = -0.7
            [[group]]\ncases = [\"1\", \"2\", \"3\"]\npoints = {points:.2}
            [[group]]\ncases = [\"4\", \"5\", \"6\"]\neach = 1.37
            [[group]]\ncases = [\"7\", \"8\", \"9\"]\npoints = 3\nall-or-nothing = true");
        let names = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let (marks, mut report) = read(&file, &names).expect("marks");
        for (judged, (is_right, millis, leaks)) in report.cases.iter_mut().zip(&passed) {
            judged.wall = Duration::from_millis(*millis);
            if !is_right {
                judged.verdict = Verdict::ValgrindReport;
                judged.is_right_otherwise = *leaks;
            }
        }
        let mark = marks.mark(&report);
        let cents = |points: f64| (points * 100.0).round() as i64;
        let groups: i64 = mark.groups.iter().map(|group| cents(group.points)).sum();
        let off: i64 = mark.deductions.iter().map(|one| cents(one.points)).sum();
        prop_assert_eq!(cents(mark.points), (groups - off).max(0));
        prop_assert!(mark.points <= mark.of);
    }
}
