//! Names of signals.

/// The name of the standard signal that has this number on Linux; the number itself if there is
/// none.
#[must_use]
pub fn signal_name(signal: i32) -> String {
    const NAMES: [&str; 31] = [
        "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
        "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
        "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS",
    ];
    let known = usize::try_from(signal).ok().and_then(|number| NAMES.get(number.checked_sub(1)?));
    known.map_or_else(|| format!("signal {signal}"), |name| format!("SIG{name}"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::signal_name;

    #[test]
    #[cfg(target_os = "linux")]
    fn names_are_those_of_the_shell() {
        let script = "for n in 1 2 3 6 7 8 9 10 11 12 13 14 15 17 19 24 25 26 31; \
            do echo $n $(kill -l $n); done";
        let output = Command::new("sh").args(["-c", script]).output().expect("there is a shell");
        let text = String::from_utf8(output.stdout).expect("names are text");
        assert_eq!(text.lines().count(), 19, "{text}");
        for line in text.lines() {
            let (number, known) = line.split_once(' ').expect("a number and a name");
            assert_eq!(signal_name(number.parse().expect("a number")), format!("SIG{known}"));
        }
        assert_eq!([0, -1, 32].map(signal_name), ["signal 0", "signal -1", "signal 32"]);
    }
}
