//! Programs are judged as they were found and read, whatever happens to their files later.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};

use testing::{NOBODY, aloud, is_root};

use super::folders::echoes;
use super::{folder, has, judge};

/// Root can judge files that only root may read, although compilers and programs run without root's
/// privileges.
#[test]
fn root_judges_what_root_alone_may_read() {
    if !is_root() {
        return aloud("skipped: only root may read everybody's files");
    }
    let sources = [
        (
            "gcc",
            "all/a.c",
            "#include <stdio.h>\nint main(void) {\n    printf(\"1\\n\");\n    return 0;\n}\n",
        ),
        ("fpc", "all/a.pas", "begin writeln(1) end.\n"),
        ("rustc", "all/a.rs", "fn main() {\n    println!(\"1\");\n}\n"),
        ("python3", "all/a.py", "print(1)\n"),
        ("node", "all/a.js", "console.log(1)\n"),
    ];
    let sources: Vec<_> = sources
        .into_iter()
        .filter(|(tool, ..)| has(tool))
        .map(|(_, name, it)| (name, it))
        .collect();
    let folder = echoes(&sources);
    let path = |name: &str| folder.path().join(name);
    let _ = fs::create_dir(path("all"));
    fs::copy("/bin/cat", path("all/a")).expect("it can be copied");
    for (name, mode) in
        sources.iter().map(|(name, _)| (*name, 0o600)).chain([("all/a", 0o700), ("all", 0o700)])
    {
        fs::set_permissions(path(name), fs::Permissions::from_mode(mode)).expect("it is ours");
        chown(path(name), Some(NOBODY), Some(NOBODY)).expect("root gives files away");
    }
    let judged = judge(folder.path(), &["mnk", "all", "--cases", "c"]);
    let count = sources.len() + 1;
    assert!(
        judged.printed.contains(&format!("{count} of {count} programs pass all cases")),
        "{}",
        judged.printed
    );
}

#[test]
fn what_is_said_of_a_program_names_its_own_file() {
    let sources = [
        ("gcc", "a.c", "int main(void) { return nonsense; }\n", "a.c:1:"),
        ("fpc", "a.pas", "begin nonsense end.\n", "Compiling {folder}/a.pas\n"),
        ("rustc", "a.rs", "fn main() { nonsense }\n", "--> a.rs:1:"),
        ("python3", "a.py", "raise ValueError\n", "File \"{folder}/a.py\", line 1"),
        ("node", "a.js", "null.nothing\n", "{folder}/a.js:1\n"),
    ];
    for (tool, name, source, said) in sources.into_iter().filter(|(tool, ..)| has(tool)) {
        let folder = folder(&[(name, source), ("c/1.in", ""), ("c/1.out", "")]);
        let real = folder.path().canonicalize().expect("it is there");
        let said = said.replace("{folder}", &real.display().to_string());
        let judged = judge(folder.path(), &["mnk", name, "--cases", "c"]);
        assert!(judged.printed.contains(&said), "{tool}: {}", judged.printed);
        let json = judged.json.to_string();
        assert!(
            !json.contains("/given") && !judged.printed.contains("/given"),
            "{tool}: {}",
            judged.printed
        );
    }
}
