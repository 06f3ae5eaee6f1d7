//! Fouls in a game: how each shows itself to whoever asks for a move.

use std::time::Duration;

use sandbox::{Breach, Ended, Heard, How, Job, Level, Limits, Spawner};

use crate::conversation::{ask, line};
use crate::hostile::{children, exists};
use crate::limits::levels;
use crate::{LONG, confined, deed, patient, spawner};

/// The time for a move of those who do not make it anyway.
const SHORT: Duration = Duration::from_millis(100);
/// A question of more than one line.
const QUESTION: &str = "board\nyour move\n";

/// A foul and what comes of it.
struct Foul {
    words: &'static [&'static str],
    heard: Heard,
    /// What it has printed beyond the line heard.
    rest: &'static str,
    how: How,
    breach: Option<Breach>,
}

/// A foul that makes itself known by its output, or by its end.
fn told(words: &'static [&'static str], heard: Heard, rest: &'static str, how: How) -> Foul {
    Foul { words, heard, rest, how, breach: None }
}

/// A foul for which it is killed.
fn killed(words: &'static [&'static str], heard: Heard, breach: Breach) -> Foul {
    Foul { words, heard, rest: "", how: How::Signalled(9), breach: Some(breach) }
}

fn closed() -> Heard {
    Heard::Closed(Vec::new())
}

fn fouls() -> Vec<Foul> {
    let late = || Heard::Breach(Breach::Late);
    let out_of_memory = |words| Foul { breach: Some(Breach::Memory), ..told(words, closed(), "", How::Exited(1)) };
    vec![
        told(&["answer", "no move"], line("no move"), "", How::Exited(0)),
        told(&["answer", ""], line(""), "", How::Exited(0)),
        told(&["answer", r"= d4\n"], line("= d4"), "\n", How::Exited(0)),
        killed(&["early", "d4"], line("d4"), Breach::Late),
        told(&["twice", "d4"], line("d4"), "d4\n", How::Exited(0)),
        told(&["exit", "0"], closed(), "", How::Exited(0)),
        told(&["exit", "3"], closed(), "", How::Exited(3)),
        told(&["crash"], closed(), "", How::Signalled(11)),
        told(&["stack"], closed(), "", How::Signalled(11)),
        out_of_memory(&["memory-private"]),
        out_of_memory(&["memory-shared"]),
        killed(&["endless"], line("a line"), Breach::Output),
        killed(&["huge-line"], Heard::Breach(Breach::Line), Breach::Line),
        killed(&["close-stdout"], closed(), Breach::Late),
        killed(&["silent"], late(), Breach::Late),
        killed(&["stubborn"], late(), Breach::Late),
        killed(&["deaf"], late(), Breach::Late),
        killed(&["busy"], late(), Breach::Late),
    ]
}

impl Foul {
    fn job(&self, level: Level, answers: &str) -> Job {
        deed(level, &[&["play", answers], self.words].concat())
    }

    fn assert_ended_so(&self, ended: &Ended, breach: Option<&Breach>) {
        let words = self.words;
        assert_eq!((ended.how, ended.breach.as_ref()), (self.how, breach), "{} {words:?}", ended.level);
        // Whoever waits in a loop computes all the time.
        let waits = breach == Some(&Breach::Late) && words != ["busy"];
        assert!(!waits || ended.cpu < SHORT / 2, "{} {words:?}: {:?}", ended.level, ended.cpu);
    }

    fn assert_commits_in_a_conversation(&self, spawner: &mut Spawner, level: Level, answers: &str) {
        let own = children(spawner.pid());
        let time = |is_late| if is_late { SHORT } else { LONG };
        let mut running = spawner.open(&self.job(level, answers)).expect("it starts");
        for answer in answers.split('|').filter(|answer| !answer.is_empty()) {
            assert_eq!(ask(&mut running, QUESTION), line(answer), "{:?}", self.words);
        }
        running.write(QUESTION.as_bytes()).expect("the spawner lives");
        let heard = running.read_line(time(self.heard == Heard::Breach(Breach::Late))).expect("the spawner lives");
        assert_eq!(heard, self.heard, "{level} {:?} after {answers:?}", self.words);
        let pid = running.pid();
        let ended = running.finish(time(self.breach == Some(Breach::Late))).expect("the spawner lives");
        self.assert_ended_so(&ended, self.breach.as_ref());
        let floods = matches!(self.breach, Some(Breach::Output | Breach::Line));
        assert!(floods || ended.stdout == self.rest.as_bytes(), "{:?}", String::from_utf8_lossy(&ended.stdout));
        assert!(!exists(pid) && children(spawner.pid()) == own, "{level} {:?} stays behind", self.words);
    }
}

#[test]
fn each_shows_itself_at_once_and_in_the_middle_of_a_game() {
    let mut spawner = spawner();
    for level in levels() {
        // What makes the programs of a kind is itself a child of the spawner's, from the first of them on.
        assert!(spawner.run(&deed(level, &["none"]), b"").expect("it starts").is_success());
        for foul in fouls() {
            for answers in ["", "a1|b 2"] {
                foul.assert_commits_in_a_conversation(&mut spawner, level, answers);
            }
        }
    }
}

#[test]
fn what_nobody_asked_for_comes_early() {
    let mut spawner = spawner();
    let mut running = spawner.open(&deed(Level::Limits, &["early", "d4"])).expect("it starts");
    assert_eq!(running.read_line(LONG).expect("the spawner lives"), line("d4"));
    running.write(QUESTION.as_bytes()).expect("the spawner lives");
    assert_eq!(running.read_line(SHORT).expect("the spawner lives"), Heard::Breach(Breach::Late));
}

#[test]
fn a_forbidden_call_comes_in_the_middle_of_a_game_and_is_no_answer_where_it_succeeds() {
    let job = |level| deed(level, &["play", "a1", "fork-bomb"]);
    let mut spawner = spawner();
    let mut play = |level| {
        let mut running = spawner.open(&job(level)).expect("it starts");
        assert_eq!(ask(&mut running, QUESTION), line("a1"));
        running.write(QUESTION.as_bytes()).expect("the spawner lives");
        running.finish(LONG).expect("the spawner lives")
    };
    let ended = play(Level::Limits);
    assert!(ended.is_success() && ended.stdout.is_empty(), "{ended:?}");
    if confined() {
        assert_eq!(play(Level::Confined).breach, Some(Breach::Denied("clone (a process)".to_string())));
    }
}
