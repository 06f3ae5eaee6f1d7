//! An assignment as `class.toml` writes it: what is handed in, until when, on what tests it is
//! judged, and what is shown of them.

use errors::Error;
use serde::{Deserialize, Serialize};
use toml::value::Datetime;

use crate::by_place::{ByPlace, ByPlaceKeys};
use crate::by_play::{ByPlay, ByPlayKeys};
use crate::closing::{Closing, ClosingKeys, Extension, check_words, is_plain};
use crate::contest::ContestKeys;
use crate::entries::Terms;
use crate::training::{Training, is_word};

/// An assignment as `class.toml` writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AssignmentKeys {
    /// The word for the assignment in addresses.
    pub name: String,
    /// The title on pages; by default the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A file in the class's folder with the organiser's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The training whose programs are handed in.
    #[serde(default)]
    pub training: String,
    /// The folder of hidden tests, directly in the class's folder; or there is `grade`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<String>,
    /// Points for play, or by place in a contest's final, in place of those for tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<toml::Table>,
    /// The folder of cases that a program must pass to get any points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation: Option<String>,
    /// The points for passing all tests; by default 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// When versions must have arrived, by the clock of `zone`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes: Option<Datetime>,
    /// A name of the IANA time zone database, such as `Europe/Warsaw`.
    #[serde(default)]
    pub zone: String,
    /// Later closings for some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<Extension>,
    /// The numbers or e-mail addresses of people who do not take part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// What late versions are worth: `refuse`, or a table of [`LateDays`].
    #[serde(default = "refuse")]
    pub late: toml::Value,
    /// Where programs are handed in.
    #[serde(default)]
    pub hand_in: HandIn,
    /// What people see of the tests, after the last closing.
    #[serde(default)]
    pub tests_shown: TestsShown,
    /// Whether programs run under valgrind; by default as in the training.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valgrind: Option<bool>,
}

/// The usual points for passing all tests.
const HUNDRED: u32 = 100;

/// The folder that the server keeps everything in.
pub(crate) const STORE: &str = "store";

/// The key of the contest by whose final there are points.
const CONTEST: &str = "contest";

/// No late version counts by itself.
const REFUSE: &str = "refuse";

fn refuse() -> toml::Value {
    toml::Value::String(REFUSE.to_string())
}

/// What people see of the tests, after the last closing. Organisers see all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestsShown {
    /// The judge's page about their program.
    #[default]
    All,
    /// The verdict on each case.
    Verdict,
    /// The points.
    Nothing,
}

/// Where programs are handed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandIn {
    /// On this server.
    #[default]
    Here,
    /// In Moodle, whose zip and worksheet an organiser gives to this server.
    Moodle,
}

/// What late versions are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LateDays {
    /// The part of the points that each begun day takes, in percent.
    #[serde(default)]
    pub percent_a_day: u32,
    /// So many days after the own closing a version still counts.
    pub days: u32,
    /// A late version has at most this part of all points, in percent.
    #[serde(default)]
    pub at_most: Option<u32>,
}

/// The length of a late day in seconds.
pub(crate) const DAY: u64 = 24 * 60 * 60;

/// The most late days: a longer time is a later closing.
const MOST_DAYS: u32 = 60;

/// The most points for passing all tests.
const MOST_POINTS: u32 = 1_000_000;

/// An assignment whose keys have a meaning.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// How the assignment is written.
    pub keys: AssignmentKeys,
    /// The training whose programs are handed in.
    pub training: Training,
    /// Until when programs come in, and from whom.
    pub closing: Closing,
    /// What late versions are worth; `None` if they do not count.
    pub late: Option<LateDays>,
    /// What programs have points for.
    pub grading: Grading,
}

/// What programs have points for.
#[derive(Clone, Debug)]
pub enum Grading {
    /// Hidden tests.
    Tests,
    /// Games against levels of our engines.
    Play(ByPlay),
    /// Places in a contest's final.
    Places(ByPlace),
}

impl AssignmentKeys {
    /// The contest by whose final there are points.
    fn contest(&self) -> Option<&str> {
        self.grade.as_ref()?.get(CONTEST)?.as_str()
    }

    /// Takes from a contest what it decides, if there are points by place in its final.
    ///
    /// # Errors
    /// Fails if there is no such contest, or a key says something else.
    pub(crate) fn of_contest(mut self, all: &[ContestKeys]) -> Result<AssignmentKeys, Error> {
        let Some(name) = self.contest() else { return Ok(self) };
        let contest = all.iter().find(|one| one.name == name).ok_or_else(|| {
            let known: Vec<_> = all.iter().map(|one| &*one.name).collect();
            bad(format!("grade.contest = {name:?}: expected one of {}", known.join(", ")))
        })?;
        let own = [
            ("training", !self.training.is_empty()),
            ("closes", self.closes.is_some()),
            ("zone", !self.zone.is_empty()),
            ("extensions", !self.extensions.is_empty()),
            ("without", !self.without.is_empty()),
            ("late", self.late != refuse()),
            ("hand-in", self.hand_in != HandIn::Here),
        ];
        if let Some((key, _)) = own.iter().find(|(_, is_set)| *is_set) {
            return Err(bad(format!("{key}: the contest decides it: leave it out")));
        }
        self.training.clone_from(&contest.training);
        self.closes = Some(contest.closes);
        self.zone.clone_from(&contest.zone);
        self.extensions.clone_from(&contest.extensions);
        self.without.clone_from(&contest.without);
        Ok(self)
    }
}

impl Assignment {
    /// Reads an assignment among these trainings. The folders of cases are read later.
    ///
    /// # Errors
    /// Fails if a key has no meaning; the sentence says which and what is expected.
    pub fn open(keys: AssignmentKeys, trainings: &[Training]) -> Result<Assignment, Error> {
        if !is_word(&keys.name) {
            let name = &keys.name;
            return Err(bad(format!("name = {name:?}: expected small letters, digits and dashes")));
        }
        let training = trainings.iter().find(|training| training.name() == keys.training);
        let training = training.cloned().ok_or_else(|| {
            let known: Vec<_> = trainings.iter().map(Training::name).collect();
            let known = known.join(", ");
            bad(format!("training = {:?}: expected one of {known}", keys.training))
        })?;
        let grading = grading(&keys, &training)?;
        let closes = keys.closes.as_ref();
        let closing = Closing::open(&ClosingKeys {
            closes: closes.ok_or_else(|| bad("expected closes = 2027-06-17T13:30:00".into()))?,
            zone: &keys.zone,
            extensions: &keys.extensions,
            without: &keys.without,
        })?;
        check_words(keys.words.as_ref())?;
        check_folder("tests", keys.tests.as_ref())?;
        check_folder("validation", keys.validation.as_ref())?;
        if let Some(points) = keys.points.filter(|points| !(1..=MOST_POINTS).contains(points)) {
            return Err(bad(format!("points = {points}: expected 1 to {MOST_POINTS}")));
        }
        let late = late(&keys.late)?;
        Ok(Assignment { keys, training, closing, late, grading })
    }

    /// The title on pages.
    #[must_use]
    pub fn title(&self) -> &str {
        self.keys.title.as_deref().unwrap_or(&self.keys.name)
    }

    /// The points of a program without faults.
    #[must_use]
    pub fn points(&self) -> f64 {
        match &self.grading {
            Grading::Tests => f64::from(self.keys.points.unwrap_or(HUNDRED)),
            Grading::Play(play) => play.most(),
            Grading::Places(places) => places.most(),
        }
    }

    /// Points for play; `None` if there are others.
    #[must_use]
    pub fn by_play(&self) -> Option<&ByPlay> {
        if let Grading::Play(play) = &self.grading { Some(play) } else { None }
    }

    /// Points by place in a final; `None` if there are others.
    #[must_use]
    pub fn by_place(&self) -> Option<&ByPlace> {
        if let Grading::Places(places) = &self.grading { Some(places) } else { None }
    }

    /// Which versions may count.
    pub(crate) fn terms(&self) -> Terms<'_> {
        let is_elsewhere = self.keys.hand_in == HandIn::Moodle;
        let by_site = is_elsewhere.then_some(&*self.keys.name);
        Terms { training: &self.training, closing: &self.closing, by_site }
    }

    /// So many seconds after the own closing a late version still counts.
    #[must_use]
    pub fn grace(&self) -> u64 {
        self.late.map_or(0, |late| u64::from(late.days) * DAY)
    }

    /// When the last version of anybody can have come, late ones included, in seconds since 1970.
    /// Before that nothing is run on hidden tests.
    #[must_use]
    pub fn ends(&self) -> u64 {
        self.closing.closes_for_last().saturating_add(self.grace())
    }

    /// So many days after a closing something came: each begun day counts.
    pub(crate) fn days_late(uploaded: u64, closes: u64) -> u32 {
        let days = uploaded.saturating_sub(closes).div_ceil(DAY);
        u32::try_from(days).unwrap_or(u32::MAX)
    }

    /// The points that are left of these, of so many in all, after so many late days.
    #[must_use]
    pub fn after_late_days(&self, points: f64, of: f64, days: u32) -> f64 {
        let late = self.late.filter(|_| days > 0);
        let taken = late.map_or(0, |late| late.percent_a_day.saturating_mul(days)).min(100);
        let most = late.and_then(|late| late.at_most).map_or(f64::MAX, |most| f64::from(most) * of);
        (points * f64::from(100 - taken)).min(most).round() / 100.0
    }

    /// Whether programs run under valgrind.
    #[must_use]
    pub fn has_valgrind(&self) -> bool {
        self.keys.valgrind.unwrap_or_else(|| self.training.has_valgrind())
    }

    /// Why the terms of this assignment cannot become those of `new` once it is closed: the key that
    /// differs. Titles, words, extensions and what is shown may change.
    #[must_use]
    pub fn fixed_difference(&self, new: &AssignmentKeys) -> Option<&'static str> {
        let old = &self.keys;
        let differ = [
            ("training", old.training != new.training),
            ("zone", old.zone != new.zone),
            ("without", old.without != new.without),
            ("late", old.late != new.late),
            ("hand-in", old.hand_in != new.hand_in),
            ("tests", old.tests != new.tests),
            ("grade", old.grade != new.grade),
            ("validation", old.validation != new.validation),
            ("points", old.points != new.points),
            ("valgrind", old.valgrind != new.valgrind),
        ];
        differ.into_iter().find(|(_, differs)| *differs).map(|(key, _)| key)
    }
}

/// What there are points for. An assignment has either tests or a table `grade`, and its programs do
/// what these ask for.
fn grading(keys: &AssignmentKeys, training: &Training) -> Result<Grading, Error> {
    let refuse = |why: &str| Err(bad(format!("training = {:?}: {why}", keys.training)));
    match (&keys.tests, &keys.grade) {
        (None, None) => Err(bad("expected tests = \"FOLDER\", or [assignment.grade]".to_string())),
        (Some(_), Some(_)) => {
            Err(bad("tests: expected no [assignment.grade] beside them: announce two assignments"
                .to_string()))
        }
        (Some(_), None) if !training.role.has_cases() => refuse(
            "its programs solve no task: expected a training with role = \"task\" or \"both\"",
        ),
        (None, Some(_)) if !training.role.plays() => refuse(
            "its programs do not play: expected a training with role = \"player\" or \"both\"",
        ),
        (Some(_), None) => Ok(Grading::Tests),
        (None, Some(table)) => {
            let of_tests = [
                ("validation", keys.validation.is_some()),
                ("points", keys.points.is_some()),
                ("valgrind", keys.valgrind.is_some()),
            ];
            if let Some((key, _)) = of_tests.iter().find(|(_, is_set)| *is_set) {
                return Err(bad(format!("{key}: it belongs to tests, not to grade")));
            }
            of_table(table, training)
        }
    }
}

/// What a table `grade` gives points for: places if it names a contest, else play.
fn of_table(table: &toml::Table, training: &Training) -> Result<Grading, Error> {
    let at = |why: toml::de::Error| bad(format!("grade: {}", why.message()));
    if table.contains_key(CONTEST) {
        let keys: ByPlaceKeys = table.clone().try_into().map_err(at)?;
        return ByPlace::open(keys).map(Grading::Places);
    }
    let keys: ByPlayKeys = table.clone().try_into().map_err(at)?;
    ByPlay::open(&keys, training).map(Grading::Play)
}

/// Refuses folders of cases elsewhere, and the one that programs and marks are kept in.
fn check_folder(key: &str, name: Option<&String>) -> Result<(), Error> {
    match name.filter(|name| !is_plain(name) || *name == STORE) {
        None => Ok(()),
        Some(name) => {
            let what = "expected the plain name of a folder beside class.toml";
            Err(bad(format!("{key} = {name:?}: {what}")))
        }
    }
}

fn late(value: &toml::Value) -> Result<Option<LateDays>, Error> {
    if value.as_str() == Some(REFUSE) {
        return Ok(None);
    }
    let late: Result<LateDays, _> = value.clone().try_into();
    let is_right = |late: &LateDays| {
        late.percent_a_day.max(late.at_most.unwrap_or(0)) <= 100
            && (1..=MOST_DAYS).contains(&late.days)
    };
    match late {
        Ok(late) if is_right(&late) => Ok(Some(late)),
        _ => Err(bad(format!(
            "late: expected \"refuse\", or {{ days = 3 }} with at most {MOST_DAYS} days, and perhaps \
            percent-a-day = 10 or at-most = 60, with at most 100 percent"
        ))),
    }
}

fn bad(why: String) -> Error {
    Error::input(why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TrainingKeys;

    const TASK: &str = "name = 'task'\ntraining = 'poziomka'\ntests = 'tests'\n\
                        closes = 2027-06-17T13:30:00\nzone = 'Europe/Warsaw'\n";

    fn open(more: &str) -> Result<Assignment, Error> {
        let keys = |game: &str, role: &str| TrainingKeys {
            game: game.to_string(),
            role: Some(role.to_string()),
            ..TrainingKeys::default()
        };
        let trainings = [keys("poziomka", "task"), keys("mnk", "player")];
        let trainings = trainings.map(|keys| Training::open(keys, games::GAMES).expect("one"));
        // What is written last counts.
        let mut table: toml::Table = toml::from_str(TASK).expect("TOML");
        table.extend(toml::from_str::<toml::Table>(more).expect("TOML"));
        let keys = table.try_into();
        Assignment::open(keys.map_err(|why: toml::de::Error| bad(why.to_string()))?, &trainings)
    }

    #[test]
    fn an_assignment_is_what_its_keys_say() {
        let usual = open("").expect("an assignment");
        assert_eq!((usual.points(), usual.late, usual.title()), (100.0, None, "task"));
        assert_eq!(usual.keys.tests_shown, TestsShown::All);
        assert_eq!(usual.ends(), usual.closing.closes);
        assert_eq!(usual.has_valgrind(), usual.training.has_valgrind());
        assert!(!open("valgrind = false").expect("an assignment").has_valgrind());
        let stored = toml::to_string(&usual.keys).expect("TOML");
        assert_eq!(toml::from_str::<AssignmentKeys>(&stored).expect("keys"), usual.keys);
    }

    #[test]
    fn points_by_place_take_the_closing_of_their_contest() {
        let contest = "name = 'cup'\ntraining = 'mnk'\ncloses = 2027-06-17T13:30:00\n\
                       zone = 'UTC'\nwithout = ['7']";
        let contest: ContestKeys = toml::from_str(contest).expect("a contest");
        let read = |more: &str| {
            let text = format!("name = 'marks'\ngrade = {{ contest = 'cup', {more}");
            let keys: AssignmentKeys = toml::from_str(&text).map_err(|why| bad(why.to_string()))?;
            let mnk = TrainingKeys { game: "mnk".to_string(), ..TrainingKeys::default() };
            let training = Training::open(mnk, games::GAMES).expect("a training");
            Assignment::open(keys.of_contest(std::slice::from_ref(&contest))?, &[training])
        };
        let marks = read("places = [[1, 9]] }").expect("an assignment");
        assert_eq!((marks.points(), marks.closing.takes_part("7", "")), (9.0, false));
        for (more, named) in [
            ("places = [[1, 9]], levels = [1] }", "levels"),
            ("places = [] }", "grade.places"),
            ("places = [[1, 9]] }\ncloses = 2027-06-17T13:30:00", "closes"),
            ("places = [[1, 9]] }\nlate = { percent-a-day = 1, days = 1 }", "late"),
            ("places = [[1, 9]] }\npoints = 9", "points"),
        ] {
            let error = read(more).expect_err(named).to_string();
            assert!(error.contains(named), "{error}");
        }
        let other = toml::from_str::<AssignmentKeys>("name = 'x'\ngrade = { contest = 'no' }");
        let error = other.expect("keys").of_contest(&[contest]).expect_err("no contest");
        assert!(error.to_string().contains("expected one of cup"), "{error}");
    }

    #[test]
    fn each_begun_day_takes_its_part_and_the_last_late_day_ends_the_assignment() {
        let task = "late = { percent-a-day = 30, days = 4 }\n\
                    extensions = [{ person = '7', until = 2027-06-18T13:30:00 }]";
        let task = open(task).expect("an assignment");
        let closes = task.closing.closes;
        assert_eq!(task.ends(), closes + 5 * DAY);
        for (after, days, left) in [(0, 0, 8.5), (1, 1, 5.95), (DAY, 1, 5.95), (DAY + 1, 2, 3.4)] {
            assert_eq!(Assignment::days_late(closes + after, closes), days, "{after}");
            assert_eq!(task.after_late_days(8.5, 10.0, days), left, "{after}");
        }
        assert_eq!(Assignment::days_late(closes - 1, closes), 0);
        assert_eq!(task.after_late_days(8.5, 10.0, 4), 0.0, "no points are taken that nobody has");
        let left = |late: &str, days| open(late).expect("one").after_late_days(8.5, 10.0, days);
        assert_eq!(left("", 9), 8.5, "admitted by hand");
        assert_eq!(left("late = { days = 4 }", 4), 8.5, "late versions are only marked");
        let most = "late = { days = 4, at-most = 60 }";
        assert_eq!([left(most, 0), left(most, 1), left(most, 4)], [8.5, 6.0, 6.0]);
        let both = "late = { days = 4, percent-a-day = 20, at-most = 60 }";
        assert_eq!([left(both, 1), left(both, 2)], [6.0, 5.1]);
    }

    #[test]
    fn what_has_no_meaning_or_reaches_too_far_is_refused() {
        for (more, named) in [
            ("point = 1", "point"),
            ("name = 'a/b'", "name"),
            ("training = 'mnk'", "role"),
            ("training = 'go'", "training"),
            ("tests = '../tests'", "tests"),
            ("tests = '/etc'", "tests"),
            ("tests = 'store'", "tests"),
            ("validation = '.'", "validation"),
            ("words = 'links.csv'", "words"),
            ("points = 0", "points"),
            ("late = 'accept'", "late"),
            ("late = { percent-a-day = 10 }", "late"),
            ("late = { percent-a-day = 101, days = 1 }", "late"),
            ("late = { days = 1, at-most = 101 }", "late"),
            ("tests-shown = 'some'", "tests-shown"),
        ] {
            let error = open(more).expect_err(named).to_string();
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn a_closed_assignment_keeps_its_terms() {
        let task = open("").expect("an assignment");
        for (more, key) in [
            ("title = 'T'\ntests-shown = 'nothing'\nextensions = []", None),
            ("points = 10", Some("points")),
            ("tests = 'others'", Some("tests")),
            ("late = { percent-a-day = 10, days = 1 }", Some("late")),
        ] {
            let other = open(more).expect("an assignment");
            assert_eq!(task.fixed_difference(&other.keys), key);
        }
    }
}
