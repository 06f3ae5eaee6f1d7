//! Collects the facts about a program that committed a foul.

use sandbox::{Breach, Ended, How, signal_name};

use super::Ready;
use super::hint::Hint;
use crate::foul_words::WORDS;
use crate::{Foul, FoulReport};
use errors::excerpt;
use rules::{Message, message};
use submission::{Language, missing_module, refusals, shell};

/// How many bytes of the last output are kept.
const OUTPUT: usize = 4 << 10;

/// The state of a program when its foul was found. The way in which a program then ends depends on
/// how busy the machine is, so it is not part of the foul.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailurePhase {
    /// The program ran, and was stopped because of its output, because it exceeded a limit, or
    /// because it made a forbidden system call.
    Stopped,
    /// The referee waited for the program's answer, with the program's input open, until the time
    /// was over.
    Awaited,
    /// The program had ended. Or it had closed its output, and the referee waited for its end.
    Gone,
}

impl FailurePhase {
    /// The phase of a program that still ran when its foul was found.
    pub(super) fn by(foul: &Foul) -> FailurePhase {
        if *foul == Foul::Late { FailurePhase::Awaited } else { FailurePhase::Stopped }
    }

    /// Removes the facts about the program's end that came after the foul. A breach other than
    /// [`Breach::Late`] is kept as a warning: a person who runs the program by hand has no sandbox.
    fn own(self, mut ended: Ended) -> Ended {
        if self == FailurePhase::Stopped {
            ended.breach = ended.breach.filter(|breach| *breach != Breach::Late);
            ended.how = How::Exited(0);
        }
        ended
    }
}

/// The facts about a program that got the text `input`, and whose last output was `output`.
pub(super) fn of(
    ended: Ended,
    input: &str,
    mut output: Vec<u8>,
    ready: &Ready,
    phase: FailurePhase,
) -> FoulReport {
    output.truncate(OUTPUT);
    let ended = ready.retold.ended(phase.own(ended));
    let by_itself = ended.breach.is_none();
    let run = &ready.by_hand.run;
    let line = match phase {
        // Without `cat`, the output would go to a terminal, and the program would not keep it in a
        // buffer.
        FailurePhase::Awaited => format!("{} | {run} | cat", waiting(input)),
        _ => format!("{} | {run}", printed(input)),
    };
    FoulReport {
        input: input.to_string(),
        output: text(&output),
        exit_code: if let How::Exited(code) = ended.how {
            Some(code).filter(|_| phase != FailurePhase::Stopped)
        } else {
            None
        },
        signal: if let How::Signalled(signal) = ended.how {
            by_itself.then(|| signal_name(signal))
        } else {
            None
        },
        denied: if let Some(Breach::Denied(call)) = &ended.breach {
            Some(call.clone())
        } else {
            None
        },
        peak_memory: ended.peak_memory,
        hint: refused(&ended, ready)
            .or_else(|| out_of_memory(&ended, ready))
            .or_else(|| where_it_crashed(&ended, ready, phase)),
        unconfined: bounded(&line, &ended, ready).map(|line| ready.by_hand.after_build(&line)),
        stderr: text(&ended.stderr),
        reproduce: String::new(),
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A hint that the sandbox may be the cause of the foul.
fn refused(ended: &Ended, ready: &Ready) -> Option<Message> {
    let language = ready.by_hand.language;
    missing_module::hint(language, &ready.home, ended).or_else(|| refusals::hint(ended, language))
}

/// How much memory a program had that asked for too much.
fn out_of_memory(ended: &Ended, ready: &Ready) -> Option<Message> {
    let [held, limit] =
        [ended.peak_memory, ready.job.limits.memory].map(|bytes| bytes.div_ceil(1 << 20));
    (ended.breach == Some(Breach::Memory))
        .then(|| message!(WORDS, "hint-memory", held = held, limit = limit))
}

/// A hint on how the author of a crashed program finds the line that crashes. If the memory was
/// full, there is no hint: the command that reproduces the crash then limits the memory, and
/// AddressSanitizer cannot run under such a limit.
fn where_it_crashed(ended: &Ended, ready: &Ready, phase: FailurePhase) -> Option<Message> {
    let is_crash = phase == FailurePhase::Gone
        && ended.breach.is_none()
        && matches!(ended.how, How::Signalled(_));
    let is_c = matches!(ready.by_hand.language, Language::C | Language::Cpp);
    let is_full = ended.held_nearly(ready.job.limits.memory);
    (is_crash && is_c && !is_full).then(|| message!(WORDS, "hint-crash"))
}

/// A hint about an answer that was not complete when the time was over. If the program had written
/// a part of the answer, the hint says what the answer lacks. Otherwise the hint is `known`, a
/// sentence about the sandbox. If `known` is `None`, the hint is about what the program did.
pub(super) fn unended(
    output: &[u8],
    lacks: Message,
    known: Option<Message>,
    did: impl FnOnce() -> Hint,
) -> Message {
    match output.split(|&byte| byte == b'\n').next().filter(|line| !line.trim_ascii().is_empty()) {
        Some(begun) => {
            let begun = excerpt::around(begun, 0);
            message!(WORDS, "hint-unended", output = begun, what = lacks)
        }
        None => known.unwrap_or_else(|| did().message()),
    }
}

/// A hint on a program that answers in GTP, but is asked by another protocol; `None` if the output
/// is not in GTP.
pub(super) fn gtp(output: &[u8]) -> Option<Message> {
    let (sign, rest) = output.split_first()?;
    let is_gtp = matches!(sign, b'=' | b'?') && rest.first().is_none_or(u8::is_ascii_whitespace);
    is_gtp.then(|| message!(WORDS, "hint-gtp"))
}

/// Adds to the command the limit that the program exceeded, so that the program does not flood the
/// terminal. `None` if a shell has no such limit: then only the sandbox prevents the harm.
fn bounded(line: &str, ended: &Ended, ready: &Ready) -> Option<String> {
    let is_full =
        ended.breach.is_none() && !ended.is_success() && ended.held_nearly(ready.job.limits.memory);
    Some(match (&ended.breach, ready.by_hand.room) {
        (Some(Breach::Denied(_)), _) | (Some(Breach::Memory), None) => return None,
        _ if refused(ended, ready).is_some() => return None,
        (Some(Breach::Output | Breach::Line), _) => {
            format!("{line} | head -c {} | wc -c", 2 * OUTPUT)
        }
        (breach, Some(_)) if *breach == Some(Breach::Memory) || is_full => {
            format!("(ulimit -v {}; {line})", ready.job.limits.memory >> 10)
        }
        _ => line.to_string(),
    })
}

/// A command that prints this text and leaves its output open for a while. In the game, the
/// program's input stayed open, and the program did not end. If the input ended, the program would
/// end and flush its buffer.
fn waiting(text: &str) -> String {
    format!("{{ {}; sleep 10; }}", printed(text))
}

/// A command that prints this text.
fn printed(text: &str) -> String {
    let text =
        text.replace('\\', "\\\\").replace('%', "%%").replace('\n', "\\n").replace('\r', "\\r");
    // `printf` would read a text that begins with `-` as options.
    let end_of_options = if text.starts_with('-') { "-- " } else { "" };
    format!("printf {end_of_options}{}", shell::quoted(text))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;
    use std::time::Duration;

    use sandbox::{Job, Level, Profile};

    use super::*;
    use rules::Argument;
    use submission::{ByHand, PathRewriter};

    fn ready() -> Ready {
        let run = "./program".to_string();
        let by_hand = ByHand { language: Language::Pascal, build: None, run, room: Some(0) };
        Ready {
            job: Job::new(Path::new("program"), Profile::Native),
            by_hand,
            retold: PathRewriter::default(),
            home: "program".into(),
            sources: Vec::new(),
        }
    }

    fn ended(how: How, breach: Option<Breach>) -> Ended {
        let (wall, cpu, waited) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        let peak_memory = ready().job.limits.memory;
        let (stdout, stderr) = (Vec::new(), b"no idea".to_vec());
        Ended {
            how,
            breach,
            refused: None,
            wall,
            cpu,
            waited,
            peak_memory,
            stdout,
            stderr,
            level: Level::Confined,
        }
    }

    fn known(how: How, breach: Option<Breach>, phase: FailurePhase) -> FoulReport {
        of(ended(how, breach), "b1\n", b"nonsense".to_vec(), &ready(), phase)
    }

    #[test]
    fn how_soon_a_program_went_after_its_foul_is_no_part_of_it() {
        let soon = known(How::Exited(0), None, FailurePhase::Stopped);
        assert_eq!((soon.exit_code, soon.signal.as_deref()), (None, None));
        assert_eq!(soon.unconfined.as_deref(), Some(r"printf 'b1\n' | ./program"));
        // The exit code of a refused call in Pascal, another exit code, and a crash.
        for how in [How::Exited(2), How::Exited(3), How::Signalled(11)] {
            assert_eq!(known(how, None, FailurePhase::Stopped), soon);
        }
        assert_eq!(known(How::Signalled(9), Some(Breach::Late), FailurePhase::Stopped), soon);
    }

    #[test]
    fn the_input_stays_open_for_one_whose_answer_was_waited_for() {
        let line = |breach: Breach| {
            known(How::Signalled(9), Some(breach.clone()), FailurePhase::by(&breach.into()))
                .unconfined
        };
        assert_eq!(
            line(Breach::Late).as_deref(),
            Some(r"{ printf 'b1\n'; sleep 10; } | ./program | cat")
        );
        assert_eq!(line(Breach::Cpu).as_deref(), Some(r"printf 'b1\n' | ./program"));
        // This program closed its output, and did not end when its input was closed.
        let closed = known(How::Signalled(9), Some(Breach::Late), FailurePhase::Gone);
        assert_eq!((closed.exit_code, closed.signal), (None, None));
        assert_eq!(closed.unconfined.as_deref(), Some(r"printf 'b1\n' | ./program"));
    }

    #[test]
    fn what_ended_a_program_is_told_where_it_is_the_foul() {
        let pascal = known(How::Exited(2), None, FailurePhase::Gone);
        assert_eq!(pascal.exit_code, Some(2));
        assert!(pascal.hint.is_some_and(|hint| hint.is(submission::WORDS, "hint-refused")));
        let crash = known(How::Signalled(11), None, FailurePhase::Gone);
        assert_eq!((crash.exit_code, crash.signal.as_deref()), (None, Some("SIGSEGV")));
        assert!(
            crash.unconfined.is_some_and(|line| line.starts_with("(ulimit -v ")),
            "its memory was full"
        );
    }

    #[test]
    fn a_crash_of_a_c_program_tells_how_to_find_its_line() {
        let hint = |language: Language, how: How, peak_memory: u64| {
            let mut ready = ready();
            ready.by_hand.language = language;
            let ended = Ended { peak_memory, ..ended(how, None) };
            of(ended, "b1\n", Vec::new(), &ready, FailurePhase::Gone).hint
        };
        let crash = How::Signalled(11);
        let told = hint(Language::C, crash, 1 << 20).expect("a hint");
        assert!(told.is(WORDS, "hint-crash"), "{told}");
        assert_eq!(hint(Language::C, How::Exited(1), 1 << 20), None);
        assert_eq!(hint(Language::Rust, crash, 1 << 20), None);
        assert_eq!(hint(Language::C, crash, ready().job.limits.memory), None, "memory was full");
    }

    #[test]
    fn who_ran_out_of_memory_hears_how_much_there_was() {
        let hint = |breach| known(How::Signalled(9), breach, FailurePhase::Stopped).hint;
        let limit = Argument::Number(ready().job.limits.memory >> 20);
        let told = hint(Some(Breach::Memory)).expect("a hint");
        assert_eq!((told.key, &told.arguments["limit"]), ("hint-memory", &limit));
        assert_eq!(hint(Some(Breach::Output)), None);
    }

    #[test]
    fn an_answer_in_gtp_is_told_from_a_move() {
        for output in ["?", "? unknown command", "= d3", "=\n"] {
            assert!(gtp(output.as_bytes()).is_some(), "{output}");
        }
        for output in ["", "d3", "=d3", "."] {
            assert_eq!(gtp(output.as_bytes()), None, "{output}");
        }
    }

    #[test]
    fn what_would_do_harm_by_hand_is_not_forgotten_for_an_earlier_foul() {
        let denied =
            known(How::Signalled(9), Some(Breach::Denied("socket".into())), FailurePhase::Stopped);
        assert_eq!((denied.denied.as_deref(), denied.unconfined), (Some("socket"), None));
        let flood = known(How::Signalled(9), Some(Breach::Output), FailurePhase::Stopped);
        assert!(flood.unconfined.is_some_and(|line| line.ends_with(" | wc -c")));
    }

    #[test]
    fn a_shell_prints_the_same_again() {
        for text in
            ["J\n@#+.*\n*.+#@\n", "a\\nb\r\n100%d 'q' \"$x\"\n", "", "-\n", "-v x\n", "--\n"]
        {
            let output =
                Command::new("sh").args(["-c", &printed(text)]).output().expect("there is a shell");
            assert_eq!(
                String::from_utf8(output.stdout).expect("UTF-8"),
                text,
                "{:?}",
                output.stderr
            );
        }
    }
}
