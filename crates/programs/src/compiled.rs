//! Defaults from the compiler's environment, checked while compiling: a constant out of its range is a compile error.

use games::GAMES;
use rules::{Kind, Parameter};

/// A default taken from the environment when a program was compiled: a variable's name, and its value if it was set.
pub type Compiled = (&'static str, Option<&'static str>);

/// Checks the compiled defaults of the program `name`.
///
/// # Panics
/// When a value is no whole number within the range of its option. The compiler runs this, so the panic is its error.
pub const fn check_compiled(name: &str, compiled: &[Compiled]) {
    let options = options_of(name);
    let mut i = 0;
    while i < compiled.len() {
        if let (variable, Some(value)) = compiled[i] {
            let mut j = 0;
            while j < options.len() {
                if options[j].name.eq_ignore_ascii_case(variable) {
                    assert!(fits(&options[j], value), "a constant set in the environment is not in its option's range");
                }
                j += 1;
            }
        }
        i += 1;
    }
}

const fn options_of(name: &str) -> &'static [Parameter] {
    let mut i = 0;
    while i < GAMES.len() {
        if let Some(program) = &GAMES[i].program
            && program.name.eq_ignore_ascii_case(name)
        {
            return program.options;
        }
        i += 1;
    }
    panic!("no game has a program of this name")
}

const fn fits(option: &Parameter, value: &str) -> bool {
    let Kind::Integer { min, max, .. } = option.kind else { return true };
    match u64::from_str_radix(value, 10) {
        Ok(number) => min <= number && number <= max,
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_held_against_their_ranges() {
        let pola = options_of("poziomka")[0];
        for (value, good) in [("1", true), ("26", true), ("0", false), ("27", false), ("abc", false), ("", false)] {
            assert_eq!(fits(&pola, value), good, "{value}");
        }
        check_compiled("poziomka", &[("POLA", Some("4")), ("WYBOR", None)]);
    }

    #[test]
    #[should_panic(expected = "not in its option's range")]
    fn a_constant_out_of_range_does_not_compile() {
        check_compiled("poziomka", &[("POLA", Some("99"))]);
    }
}
