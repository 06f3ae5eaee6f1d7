//! Our five programs pass the cases made for them; a program for another game does not.

use std::path::PathBuf;

use super::{folder, judge};
use crate::printed;

/// Builds the executables beside the binary under test, if they are missing.
fn executables() -> PathBuf {
    testing::build_beside(env!("CARGO_BIN_EXE_ludoteka"), &["--package", "programs", "--bins"])
}

#[test]
fn our_own_programs_are_accepted_and_do_not_pass_for_one_another() {
    let folder = folder(&[]);
    let executables = executables();
    let path = |program: &rules::Program| {
        executables.join(program.name).to_str().expect("a plain path").to_string()
    };
    for (spec, program) in games::programs() {
        printed(&[
            "cases",
            spec.name,
            "--count",
            "20",
            "-o",
            folder.path().join(spec.name).to_str().expect("a plain path"),
        ]);
        let judged = judge(
            folder.path(),
            &[spec.name, &path(program), "--cases", spec.name, "--pass-params"],
        );
        assert_eq!(judged.code, Some(0), "{}{}", judged.printed, judged.complaint);
        let other = games::programs()
            .find(|(other, _)| other.name != spec.name)
            .expect("there are two games")
            .1;
        let judged = judge(folder.path(), &[spec.name, &path(other), "--cases", spec.name]);
        assert_eq!(judged.code, Some(1), "{}", judged.printed);
    }
}
