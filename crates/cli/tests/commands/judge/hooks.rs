//! What a submission's files could do while it is compiled: options and code that a compiler finds
//! in them, and what a compiler leaves in the folder that it may write to.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Judgement, field, folder, has, judge, judge_with_path};

/// Runs a tool in a folder.
fn run(folder: &Path, tool: &str, arguments: &[&str]) {
    let mut command = Command::new(tool);
    let status = command.args(arguments).current_dir(folder).status().expect("the tool runs");
    assert!(status.success(), "{tool} {arguments:?}");
}

/// Makes the archive `all.tar` of the folder `all`.
fn pack(folder: &Path) {
    run(folder, "tar", &["-cf", "all.tar", "-C", "all", "."]);
}

/// Judges the folder `all` as an archive. Compilers are not confined, so what a hook does would be
/// done.
fn judge_unconfined(folder: &Path) -> Judgement {
    pack(folder);
    judge(folder, &["mnk", "all.tar", "--cases", "c", "--level", "0"])
}

fn check(judged: &Judgement) {
    let said = format!("{}{}", judged.printed, judged.complaint);
    assert_eq!(judged.verdicts(), [["1", "accepted", ""]], "{said}");
}

const CASE: [(&str, &str); 2] = [("c/1.in", ""), ("c/1.out", "4\n")];

#[test]
fn gcc_takes_no_options_and_no_precompiled_header_from_a_submission() {
    if !has("gcc") || !has("g++") {
        return;
    }
    let main = "#include \"board.h\"\n#include <stdio.h>\n#ifdef HOOK\n#error\n#endif\n\
                int main(void) { printf(\"%d\\n\", BOARD); }\n";
    let files = [
        ("all/main.c", main),
        ("all/board.h", "#define BOARD 8\n"),
        // As a file of arguments, this is an error; as an option, it is another one.
        ("all/@args.c", "int args;\n"),
        ("all/-DHOOK.c", "int option;\n"),
        ("all/specs", "*cc1:\n-DHOOK\n"),
        ("all/as", "#!/bin/sh\nexit 1\n"),
        ("all/ld", "#!/bin/sh\nexit 1\n"),
    ];
    let folder = folder(&[&files[..], &CASE].concat());
    let all = folder.path().join("all");
    run(&all, "gcc", &["-O2", "-x", "c-header", "board.h", "-o", "board.h.gch"]);
    fs::write(all.join("board.h"), "#define BOARD 4\n").expect("a file");
    check(&judge_unconfined(folder.path()));
    // An unknown extension would make a script for the linker of a file.
    fs::write(all.join("@more.CC"), "int more;\n").expect("a file");
    check(&judge_unconfined(folder.path()));
}

#[test]
fn javac_executes_no_code_of_a_submission() {
    if !has("javac") {
        return;
    }
    let hook = r#"import com.sun.source.util.*;
import java.util.*;
import javax.annotation.processing.*;
import javax.lang.model.element.*;

public class Hook extends AbstractProcessor implements Plugin {
    static { try { new java.io.FileOutputStream("RAN").close(); } catch (Exception e) { } }
    public String getName() { return "Hook"; }
    public boolean autoStart() { return true; }
    public void init(JavacTask task, String... words) { }
    public boolean process(Set<? extends TypeElement> all, RoundEnvironment round) { return false; }
}
"#;
    let services = [
        ("all/META-INF/services/javax.annotation.processing.Processor", "Hook\n"),
        ("all/META-INF/services/com.sun.source.util.Plugin", "Hook\n"),
        (
            "all/Main.java",
            "class Main { public static void main(String[] all) { System.out.println(4); } }\n",
        ),
    ];
    let folder = folder(&[&services[..], &CASE].concat());
    let ran = folder.path().join("ran");
    fs::create_dir(folder.path().join("hook")).expect("a folder");
    let hook = hook.replace("RAN", ran.to_str().expect("plain text"));
    fs::write(folder.path().join("hook/Hook.java"), hook).expect("a file");
    run(folder.path(), "javac", &["-proc:none", "-d", "all", "hook/Hook.java"]);
    check(&judge_unconfined(folder.path()));
    assert!(!ran.exists(), "a class of the submission has been executed");
    // The hook works where javac finds it.
    run(&folder.path().join("all"), "javac", &["-d", "..", "Main.java"]);
    assert!(ran.exists());
}

#[test]
fn free_pascal_reads_no_settings_of_a_submission() {
    if !has("fpc") {
        return;
    }
    let files = [
        ("all/main.pas", "{$ifdef HOOK}{$fatal hook}{$endif}\nbegin\n    writeln(4)\nend.\n"),
        ("all/fpc.cfg", "-dHOOK\n"),
        ("all/.fpc.cfg", "-dHOOK\n"),
        ("all/as", "#!/bin/sh\nexit 1\n"),
        ("all/ld", "#!/bin/sh\nexit 1\n"),
    ];
    check(&judge_unconfined(folder(&[&files[..], &CASE].concat()).path()));
}

/// Free Pascal writes these words into the linker's script: files to link, and other scripts.
#[test]
fn free_pascal_links_nothing_that_a_source_names() {
    if !has("fpc") {
        return;
    }
    for directive in ["{$LINKLIB c}", "{$L secret.o}", "(*$link secret.o -T/etc/passwd*)"] {
        let main = "{$I part.inc}\nbegin\n    writeln(4)\nend.\n";
        let files = [
            ("all/main.pas", main),
            ("all/part.inc", directive),
            ("all/secret.o", "TOP SECRET"),
            ("c/1.in", ""),
            ("c/1.out", "4\n"),
        ];
        let folder = folder(&files);
        let judged = super::judge(folder.path(), &["mnk", "all", "--cases", "c"]);
        let told = format!("{}{}", judged.printed, judged.json);
        assert_eq!(judged.code, Some(1), "{told}");
        assert!(told.contains("part.inc:1: ") && told.contains("linker"), "{told}");
        assert!(!told.contains("SECRET") && !told.contains("ld: "), "{told}");
    }
}

#[test]
fn rustc_executes_no_code_of_a_submission() {
    if !has("rustc") {
        return;
    }
    let files = [
        ("all/main.rs", "fn main() {\n    println!(\"4\");\n}\n"),
        ("all/build.rs", "fn main() {\n    std::fs::write(\"RAN\", \"\").unwrap();\n}\n"),
        ("all/rust-toolchain.toml", "[toolchain]\nchannel = \"none\"\n"),
        ("all/.cargo/config.toml", "[build]\nrustc = \"/bin/false\"\n"),
        ("all/Cargo.toml", "[package]\nname = \"all\"\n[lib]\nproc-macro = true\n"),
        ("all/cc", "#!/bin/sh\nexit 1\n"),
    ];
    let folder = folder(&[&files[..], &CASE].concat());
    check(&judge_unconfined(folder.path()));
}

/// A folder with a compiler `name` that is a shell: it executes the script that is its option.
/// Beside it lies a file `secret` of somebody.
fn hostile(name: &str, files: &[(&str, &str)]) -> (tempfile::TempDir, std::ffi::OsString) {
    let folder = folder(&[&CASE[..], &[("secret", "secret")], files].concat());
    let tools = folder.path().join("tools");
    fs::create_dir(&tools).expect("a folder");
    let shell = sandbox::find("sh").expect("there is a shell");
    fs::copy(shell, tools.join(name)).expect("it can be copied");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [tools].into_iter().chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).expect("no folder has a colon");
    (folder, path)
}

#[test]
fn what_a_hostile_compiler_leaves_is_neither_written_to_nor_followed() {
    let source = "int main(void) { return 0; }\n";
    let (folder, path) = hostile("gcc", &[("a.c", source)]);
    let secret = folder.path().join("secret");
    let about = || fs::metadata(&secret).expect("it is there");
    let before = about();
    let script = |deeds: &str| {
        let deeds = deeds.replace("SECRET", secret.to_str().expect("plain text"));
        format!("gcc -c 'cd $TMPDIR; {deeds}'")
    };
    for deeds in [
        "ln -s SECRET room; ln -s SECRET ../room; ln -s SECRET program",
        "ln -s SECRET program; exit 1",
        "mkfifo program room",
        "mkdir -p program/a; chmod 0 program/a program .",
        "rm -r ../work; ln -s / ../work",
        "chmod 0 SECRET; touch -d 2001-01-01 SECRET; mv SECRET other; rm SECRET",
    ] {
        let options = script(deeds);
        let judged = judge_with_path(
            folder.path(),
            &["mnk", "a.c", "--cases", "c", "--compiler-options", &options],
            &path,
        );
        assert_eq!(judged.code, Some(1), "{}", judged.complaint);
        assert_eq!(field(&judged.cases()[0], "verdict"), "not run", "{}", judged.printed);
        assert_eq!(fs::read_to_string(&secret).expect("it is there"), "secret", "{deeds}");
        assert_eq!(about().permissions(), before.permissions(), "{deeds}");
        assert_eq!(about().modified().ok(), before.modified().ok(), "{deeds}");
        let left = fs::read_dir(folder.path())
            .expect("it is ours")
            .map(|item| item.expect("it is ours").file_name().to_string_lossy().into_owned());
        assert_eq!(left.filter(|name| name.starts_with("ludoteka-")).count(), 0, "{deeds}");
    }
}

#[test]
fn classes_are_found_and_run_without_following_links() {
    if !has("javac") {
        return;
    }
    let main = r#"class Main {
    public static void main(String[] all) {
        System.out.println(Main.class.getResource("/victim/secret") == null ? 4 : 0);
    }
}
"#;
    let (folder, path) = hostile("javac", &[("all/src/Main.java", main)]);
    run(folder.path(), "javac", &["-d", "all", "all/src/Main.java"]);
    pack(folder.path());
    let home = folder.path().to_str().expect("plain text");
    let deeds = "cp Main.class $TMPDIR/program; cd $TMPDIR/program; ln -s . a; mkfifo b.class; \
                 ln -s /dev/zero c.class";
    let options = format!("javac -c '{deeds}; ln -s {home} victim'");
    let judged = judge_with_path(
        folder.path(),
        &["mnk", "all.tar", "--cases", "c", "--compiler-options", &options],
        &path,
    );
    check(&judged);
}

/// A compilation that takes all of its time is not repeated for each set of constants.
#[test]
fn who_ran_into_the_time_is_not_compiled_again() {
    let (folder, path) = hostile("gcc", &[("a.c", "int main(void) { return 0; }\n")]);
    for set in 0..4 {
        let set = folder.path().join(format!("c/{set}"));
        fs::create_dir(&set).expect("a folder");
        fs::write(set.join("params"), format!("-DA={}", set.display())).expect("a file");
        fs::write(set.join("1.in"), "").expect("a file");
        fs::write(set.join("1.out"), "").expect("a file");
    }
    // The compiler's folder is gone after each compilation, so this counts in another place.
    let options = "gcc -c 'while :; do :; done'";
    let judged = judge_with_path(
        folder.path(),
        &[
            "mnk",
            "a.c",
            "--cases",
            "c",
            "--jobs",
            "1",
            "--compile-time",
            "200ms",
            "--compiler-options",
            options,
        ],
        &path,
    );
    let errors = judged.json["programs"][0]["compile_errors"].as_array().expect("a list");
    let reproduced: Vec<_> = errors.iter().map(|error| field(error, "unconfined")).collect();
    assert_eq!(errors.len(), 5, "{}", judged.printed);
    assert!(reproduced.iter().all(|line| *line == reproduced[0]), "{reproduced:?}");
}
