//! Makes programs send each line when it is complete. Many programs never flush their output, since
//! their tasks are judged by redirection. In a conversation, such a program would wait for an
//! answer to a line that is still in its own buffer.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use sandbox::Job;

use crate::language::Language;
use errors::Error;

/// A source that is compiled with the program, and whose code runs before the program's own. It
/// compiles without warnings in every dialect.
struct Companion {
    name: &'static str,
    text: &'static str,
}

const OF_C: Companion = Companion {
    name: "line_buffer.c",
    text: "#include <stdio.h>

__attribute__((constructor)) static void line_buffer(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
}
",
};

/// After `sync_with_stdio(false)`, `cout` has a buffer of its own, which `unitbuf` flushes.
const OF_CPP: Companion = Companion {
    name: "line_buffer.cpp",
    text: "#include <cstdio>
#include <iostream>

namespace {
struct LineBuffer {
    LineBuffer() {
        std::setvbuf(stdout, NULL, _IOLBF, 0);
        std::cout << std::unitbuf;
    }
};
const LineBuffer line_buffer;
}
",
};

/// Free Pascal calls `FlushFunc` after each `write`, if there is one.
const OF_PASCAL: Companion = Companion {
    name: "ludotekalines.pas",
    text: "{$mode objfpc}
unit ludotekalines;
interface
implementation
initialization
    TextRec(Output).FlushFunc := TextRec(Output).InOutFunc;
end.
",
};

/// The libraries that belong to the tool `stdbuf`, where distributions keep them. The loader loads
/// one of them before the program's own libraries.
const STDBUF: [&str; 2] =
    ["/usr/libexec/coreutils/libstdbuf.so", "/usr/lib/coreutils/libstdbuf.so"];

/// Whether programs in this language are compiled together with code of this module.
#[must_use]
pub fn are_compiled_in(language: Language) -> bool {
    matches!(language, Language::C | Language::Cpp | Language::Pascal)
}

/// What a compiler gets besides the program.
#[derive(Default)]
pub(crate) struct Added {
    pub(crate) file: Option<PathBuf>,
    pub(crate) option: Option<String>,
}

/// Writes the companion of sources in this language to the folder where Free Pascal works, and so
/// looks for units.
///
/// # Errors
/// Fails if the file cannot be written.
pub(crate) fn companion(language: Language, folder: &Path) -> Result<Added, Error> {
    let companion = match language {
        Language::C => OF_C,
        Language::Cpp => OF_CPP,
        Language::Pascal => OF_PASCAL,
        _ => return Ok(Added::default()),
    };
    let path = folder.join(companion.name);
    fs::write(&path, companion.text).map_err(|error| Error::file("write", &path, &error))?;
    Ok(match language {
        Language::Pascal => Added { option: Some("-Faludotekalines".to_string()), file: None },
        _ => Added { file: Some(path), option: None },
    })
}

/// The messages of Free Pascal without its line about the companion.
pub(crate) fn without_companion(messages: &[u8]) -> Vec<u8> {
    let of_companion = OF_PASCAL.name.as_bytes();
    let is_other =
        |line: &&[u8]| !line.windows(of_companion.len()).any(|part| part == of_companion);
    messages.split_inclusive(|&byte| byte == b'\n').filter(is_other).collect::<Vec<_>>().concat()
}

/// Prepares a job whose program is not compiled here.
pub(crate) fn set(job: &mut Job, language: Language) {
    match language {
        Language::Python => job.environment.push(("PYTHONUNBUFFERED".into(), "1".into())),
        Language::Executable => {
            let library = STDBUF.map(PathBuf::from).into_iter().find(|path| path.is_file());
            if let Some(library) = library.filter(|_| is_of_glibc(&job.program)) {
                job.environment.push(("LD_PRELOAD".into(), library.clone().into()));
                job.environment.push(("_STDBUF_O".into(), "L".into()));
                job.readable.push(library);
            }
        }
        _ => {}
    }
}

/// Whether a program uses the loader of glibc for this machine's usual word size. Another loader
/// would refuse the library, and a static program has none.
fn is_of_glibc(program: &Path) -> bool {
    /// The greatest distance of the loader's path from the start, where linkers put it.
    const START: u64 = 4096;
    const WORD_SIZE: usize = 4;
    let mut start = Vec::new();
    let read = File::open(program).and_then(|file| file.take(START).read_to_end(&mut start));
    let of_64_bits = if cfg!(target_pointer_width = "64") { 2 } else { 1 };
    let names = |loader: &[u8]| start.windows(loader.len()).any(|part| part == loader);
    read.is_ok() && start.get(WORD_SIZE) == Some(&of_64_bits) && names(b"/ld-linux")
}
