//! What is known of a program, put together.

use sandbox::{Breach, Ended, How};

use super::Ready;
use crate::entry::shell;
use crate::player::Evidence;
use crate::{excerpt, refusals, signals};

/// Of the last output, so much is kept.
const OUTPUT: usize = 4 << 10;

/// What is known of a program that was told `input` and wrote `output` last. `goes_on` says that it might be told more.
pub(super) fn of(ended: &Ended, input: &str, mut output: Vec<u8>, ready: &Ready, goes_on: bool) -> Evidence {
    output.truncate(OUTPUT);
    let by_itself = ended.breach.is_none();
    let told = if goes_on && ended.breach == Some(Breach::Late) { waiting(input) } else { printed(input) };
    Evidence {
        input: input.to_string(),
        output,
        stderr: ended.stderr.clone(),
        exit_code: if let How::Exited(code) = ended.how { Some(code) } else { None },
        signal: if let How::Signalled(signal) = ended.how { by_itself.then(|| signals::name(signal)) } else { None },
        denied: if let Some(Breach::Denied(call)) = &ended.breach { Some(call.clone()) } else { None },
        peak_memory: ended.peak_memory,
        hint: refusals::hint(ended, ready.by_hand.language),
        reproduce: bounded(&format!("{told} | {}", ready.by_hand.run), ended, ready)
            .map(|line| ready.by_hand.after_build(&line)),
    }
}

/// What an answer lacks whose end was waited for until the time was over; nothing where none had begun.
pub(super) fn unended(output: &[u8], lacks: &str) -> Option<String> {
    let begun = output.split(|&byte| byte == b'\n').next().filter(|line| !line.trim_ascii().is_empty())?;
    let begun = excerpt::around(begun, 0);
    Some(format!("its last output, `{begun}`, was not ended by {lacks}, or that was not flushed"))
}

/// The command with the bound that the program went beyond: nobody wants to see a flood. None where a shell has no such
/// bound, and the program would do by hand what the sandbox kept it from.
fn bounded(line: &str, ended: &Ended, ready: &Ready) -> Option<String> {
    let is_full = ended.breach.is_none() && !ended.is_success() && ended.held_nearly(ready.job.limits.memory);
    Some(match (&ended.breach, ready.by_hand.room) {
        (Some(Breach::Denied(_)), _) | (Some(Breach::Memory), None) => return None,
        _ if refusals::hint(ended, ready.by_hand.language).is_some() => return None,
        (Some(Breach::Output | Breach::Line), _) => format!("{line} | head -c {} | wc -c", 2 * OUTPUT),
        (breach, Some(_)) if *breach == Some(Breach::Memory) || is_full => {
            format!("(ulimit -v {}; {line})", ready.job.limits.memory >> 10)
        }
        _ => line.to_string(),
    })
}

/// A command that prints this text and leaves its output open for a while: what a program keeps in a buffer until the
/// end of its input would be seen otherwise, and was not seen in the game.
fn waiting(text: &str) -> String {
    format!("{{ {}; sleep 10; }}", printed(text))
}

/// A command that prints this text.
fn printed(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('%', "%%").replace('\n', "\\n").replace('\r', "\\r");
    // What begins so would be taken for options.
    let end_of_options = if text.starts_with('-') { "-- " } else { "" };
    format!("printf {end_of_options}{}", shell::quoted(text))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::printed;

    #[test]
    fn a_shell_prints_the_same_again() {
        for text in ["J\n@#+.*\n*.+#@\n", "a\\nb\r\n100%d 'q' \"$x\"\n", "", "-\n", "-v x\n", "--\n"] {
            let output = Command::new("sh").args(["-c", &printed(text)]).output().expect("there is a shell");
            assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), text, "{:?}", output.stderr);
        }
    }
}
