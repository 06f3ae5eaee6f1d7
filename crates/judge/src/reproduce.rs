//! Command lines that reproduce a failure, with the judge and without it.

use rules::Answers;

use super::conditions::most_output;
use super::{Case, Conditions, Verdict};
use submission::{ByHand, Entry, plain, shell};

/// The shell commands that reproduce a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reproduction {
    /// Judges the program again on the case, in the sandbox.
    pub confined: String,
    /// Shows the failure without the judge and without the sandbox. `None` if that would do harm,
    /// or would not show the failure.
    pub unconfined: Option<String>,
}

/// The line that reproduces the verdict without the judge; `None` if there is no such line. If the
/// program used nearly all of its memory limit, the line sets the same limit. Without a limit, the
/// program might take all of the machine's memory.
pub(super) fn unconfined(
    by_hand: &ByHand,
    case: &Case,
    expected: usize,
    verdict: &Verdict,
    is_full: bool,
    conditions: &Conditions,
) -> Option<String> {
    let (input, output) = (shell::file(&case.input), shell::file(&case.expected));
    let run = format!("{} < {input}", by_hand.run);
    let line = match verdict {
        Verdict::WrongAnswer(_) => compared(&run, &output, conditions.answers),
        Verdict::Memory | Verdict::WrongExitCode(_) | Verdict::Crash(_)
            if let Some(room) = by_hand.room.filter(|_| is_full || *verdict == Verdict::Memory) =>
        {
            format!(
                "(ulimit -v {}; {run} > /dev/null; echo exit code $?)",
                (conditions.memory + room) >> 10
            )
        }
        Verdict::Accepted
        | Verdict::NotJudged(_)
        | Verdict::NotRun(_)
        | Verdict::Memory
        | Verdict::ForbiddenCall(_) => return None,
        Verdict::WrongExitCode(_)
        | Verdict::Crash(_)
        | Verdict::SanitizerReport(_)
        | Verdict::ValgrindReport
        | Verdict::NotExecuted(_) => with_exit_code(&run),
        Verdict::Late => {
            with_exit_code(&format!("timeout {} {run}", conditions.time.as_secs_f64()))
        }
        Verdict::OutputFlood => format!("{run} | head -c {} | wc -c", most_output(expected) + 1),
    };
    Some(by_hand.after_build(&line))
}

/// The line that judges the program again on this case.
pub(super) fn confined(entry: &Entry, case: &Case, conditions: &Conditions) -> String {
    let [command, flags] = &conditions.command;
    let is_one_of_many =
        entry.bundle.is_some() && entry.name != plain(entry.given.display().to_string());
    let only = if is_one_of_many {
        format!(" --only {}", shell::quoted(&entry.name))
    } else {
        String::new()
    };
    format!(
        "{command} {}{only} --cases {}{flags}",
        shell::file(&entry.given),
        shell::file(&case.input)
    )
}

fn with_exit_code(run: &str) -> String {
    format!("{{ {run} > /dev/null; echo exit code $?; }}")
}

/// A shell command that compares the output with the expected one by `diff`, as the courses do. To
/// compare words, `diff` reads the output's words, one in each line, from descriptor 3.
fn compared(run: &str, output: &str, answers: Answers) -> String {
    const WORDS: &str = r"tr -s '[:space:]' '\n'";
    match answers {
        Answers::Exact => format!("{run} | diff - {output}"),
        Answers::Words => {
            format!("{run} | {WORDS} | {{ {WORDS} < {output} | diff -B /dev/fd/3 -; }} 3<&0")
        }
        Answers::Legal(_) => run.to_string(),
    }
}
