//! Finds a sanitizer's report in a program's standard error: the error, and its line in the source.

/// The source line and the error, in the form `a.c:6: signed integer overflow: ..`.
pub(super) fn report(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stderr);
    undefined(&text).or_else(|| address(&text))
}

/// Reads a report of UndefinedBehaviorSanitizer, such as `a.c:6:5: runtime error: signed integer
/// overflow: 79 + 2147483647 cannot be ..`.
fn undefined(text: &str) -> Option<String> {
    let (place, what) = text.lines().find_map(|line| line.split_once(": runtime error: "))?;
    let (line, _column) = place.rsplit_once(':')?;
    is_place(line).then(|| format!("{line}: {}", without_addresses(what)))
}

/// Reads a report of AddressSanitizer or LeakSanitizer, such as `==7==ERROR: AddressSanitizer:
/// heap-buffer-overflow on address ..`, and the stack frames below it.
fn address(text: &str) -> Option<String> {
    let mut lines =
        text.lines().skip_while(|line| !line.contains("Sanitizer: ") || !line.starts_with("=="));
    let (_, what) = lines.next()?.split_once("Sanitizer: ")?;
    let what = what.split(" on ").next().unwrap_or(what);
    let place = lines.filter(|line| line.trim_start().starts_with('#')).find_map(|frame| {
        let place = frame.rsplit(' ').next()?;
        // The place of an error may end with the number of a column.
        let place =
            if is_place(place.rsplit_once(':')?.0) { place.rsplit_once(':')?.0 } else { place };
        (is_place(place) && !place.starts_with("/usr/") && !place.starts_with("../"))
            .then_some(place)
    });
    Some(place.map_or_else(|| what.to_string(), |place| format!("{place}: {what}")))
}

/// Whether this text is a file and a line number.
fn is_place(text: &str) -> bool {
    text.rsplit_once(':')
        .is_some_and(|(file, line)| file.contains('.') && line.parse::<u32>().is_ok())
}

/// Replaces addresses, since they differ in each run.
fn without_addresses(what: &str) -> String {
    let words = what.split(' ').map(|word| if word.starts_with("0x") { ".." } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_known_by_its_form_and_has_its_line() {
        let undefined = b"a.c:6:5: runtime error: signed integer overflow: \
            79 + 2147483647 cannot be represented in type 'int'\n";
        let said =
            "a.c:6: signed integer overflow: 79 + 2147483647 cannot be represented in type 'int'";
        assert_eq!(report(undefined).as_deref(), Some(said));
        let load =
            br"b.c:4:13: runtime error: load of address 0x55ff2feacee4 with insufficient space
0x55ff2feacee4: note: x
";
        assert_eq!(
            report(load).as_deref(),
            Some("b.c:4: load of address .. with insufficient space")
        );
        let address = br"=====
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc 0x2
READ of size 4
    #0 0x3 in memcpy ../../src/asan.cc:12
    #1 0x55 in get dir/bad.cpp:4:9
    #2 0x5 in main bad.cpp:11
";
        assert_eq!(report(address).as_deref(), Some("dir/bad.cpp:4: heap-buffer-overflow"));
        assert_eq!(
            report(b"==7==ERROR: LeakSanitizer: detected memory leaks\n").as_deref(),
            Some("detected memory leaks")
        );
        for other in [
            "",
            "Traceback: runtime error: x",
            "AddressSanitizer is fine",
            "==7== Invalid read of size 4",
        ] {
            assert_eq!(report(other.as_bytes()), None, "{other}");
        }
    }
}
