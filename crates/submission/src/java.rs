//! Facts that the Java compiler and the Java machine need: the name of a file, and the main class.

use std::fs;
use std::path::{Path, PathBuf};

use crate::language::Language;
use crate::tools::Tool;

/// The Java machine that belongs to this compiler.
pub(crate) fn machine(compiler: &Tool) -> PathBuf {
    let beside = compiler.program.with_file_name("java");
    if beside.is_file() { beside } else { sandbox::find("java").unwrap_or(beside) }
}

/// The name that the compiler demands for a source: the name of its public class.
pub(crate) fn public_class(source: &str) -> Option<String> {
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let name = source.lines().map(words).find_map(|words| {
        let kind = words
            .iter()
            .position(|word| ["class", "interface", "enum", "record"].contains(&&**word))?;
        let is_modifier = |word: &String| {
            ["public", "final", "abstract", "sealed", "strictfp"].contains(&&**word)
        };
        (words[0] == "public" && words[..kind].iter().all(is_modifier))
            .then(|| words.get(kind + 1).cloned())?
    })?;
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    Some(name.split(|c| !is_letter(c)).next()?.to_string()).filter(|name| !name.is_empty())
}

/// The encoding of a program's sources below a folder; `None` for UTF-8. In central Europe, whoever
/// has not chosen UTF-8 has the encoding of Windows.
pub(crate) fn encoding(root: &Path, files: &[PathBuf]) -> Option<&'static str> {
    let is_utf8 = |file: &PathBuf| {
        fs::read(root.join(file)).is_ok_and(|bytes| String::from_utf8(bytes).is_ok())
    };
    (!files.iter().all(is_utf8)).then_some("windows-1250")
}

/// A source as javac reads it: javac takes a byte order mark for a character of the program.
pub(crate) fn readable<'a>(path: &Path, bytes: &'a [u8]) -> &'a [u8] {
    let is_java = Language::of_source(path) == Some(Language::Java);
    bytes.strip_prefix(b"\xef\xbb\xbf").filter(|_| is_java).unwrap_or(bytes)
}

/// The main class among the classes below a folder, which holds only files that we copied there.
/// `source` is the program's main file.
///
/// # Errors
/// Fails if there is no main class, or if there are several and none of them has the source's name
/// or the name `Main`.
pub(crate) fn main_class(folder: &Path, source: &Path) -> Result<String, String> {
    let found = main_classes(folder);
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let is_named = |class: &&String| {
        let name = class.rsplit('.').next().unwrap_or_default();
        name == stem || name == "Main"
    };
    match &found[..] {
        [] => Err("no class has a `public static void main(String[])`, where a program begins"
            .to_string()),
        [only] => Ok(only.clone()),
        _ => found.iter().find(is_named).cloned().ok_or_else(|| {
            format!(
                "several classes have a `main`: {}; expected only one, or one with the name Main",
                found.join(", ")
            )
        }),
    }
}

/// The classes below a folder that have a main method, under the names that the Java machine uses.
fn main_classes(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    search(folder, folder, &mut found);
    found.sort();
    found
}

/// The name and type of the main method, as class files contain them.
const MAIN: [&[u8]; 2] = [b"\x01\x00\x04main", b"\x01\x00\x16([Ljava/lang/String;)V"];

fn search(root: &Path, folder: &Path, found: &mut Vec<String>) {
    let Ok(items) = fs::read_dir(folder) else { return };
    let paths: Vec<PathBuf> = items.filter_map(|item| Some(item.ok()?.path())).collect();
    for path in paths {
        if path.is_dir() {
            search(root, &path, found);
        } else if path.extension().is_some_and(|ending| ending == "class")
            && let Ok(bytes) = fs::read(&path)
            && MAIN.iter().all(|text| bytes.windows(text.len()).any(|part| part == *text))
            && let Some(below) =
                path.with_extension("").strip_prefix(root).ok().and_then(Path::to_str)
            // The Java machine would take such a name for an option.
            && !below.starts_with(['-', '@'])
        {
            found.push(below.replace(std::path::MAIN_SEPARATOR, "."));
        }
    }
}

/// The options before the class: the bytes of memory for objects and for the stack, and the
/// constants as properties. The launcher makes the main thread with the stack of `-Xss`. The later
/// option `ThreadStackSize`, in KiB, is for all other threads, since `-Xss` would give each of them
/// as much.
pub(crate) fn options(memory: u64, stack: u64, defines: &[String]) -> Vec<String> {
    let bounds =
        [format!("-Xmx{}m", (memory >> 20).max(2)), format!("-Xss{}m", (stack >> 20).max(1))];
    let usual = ["-XX:ThreadStackSize=1024", "-XX:+UseSerialGC", "-XX:-UsePerfData"];
    bounds.into_iter().chain(usual.map(str::to_string)).chain(defines.iter().cloned()).collect()
}

/// Whether the arguments of the Java machine name a class path. Without a class path, the classes
/// have to lie in the current folder.
pub fn names_classes(arguments: &[String]) -> bool {
    classes(arguments).next().is_some()
}

/// The paths that the Java machine's arguments name for classes: the folders and archives of the
/// class path, and the archive that is executed.
pub(crate) fn classes(arguments: &[String]) -> impl Iterator<Item = PathBuf> {
    const NAMING: [&str; 4] = ["-cp", "-classpath", "--class-path", "-jar"];
    let after = arguments
        .iter()
        .zip(arguments.iter().skip(1))
        .filter(|(option, _)| NAMING.contains(&option.as_str()));
    let joined = arguments.iter().filter_map(|argument| argument.strip_prefix("--class-path="));
    let paths =
        after.map(|(_, paths)| paths.as_str()).chain(joined).flat_map(|paths| paths.split(':'));
    // `lib/*` means all archives in the folder `lib`.
    paths
        .map(|path| PathBuf::from(path.strip_suffix('*').unwrap_or(path)))
        .filter(|path| !path.as_os_str().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_called_as_its_public_class() {
        let class = |source| public_class(source);
        assert_eq!(
            class("import java.util.*;\n\npublic final class Anna{\n").as_deref(),
            Some("Anna")
        );
        assert_eq!(class("class A {}\n  public class Main extends A {").as_deref(), Some("Main"));
        assert_eq!(class("class A { public static void main(String[] a) {} }"), None);
        assert_eq!(class("// a public class\nclass B {}"), None);
    }

    #[test]
    fn what_java_is_to_execute_is_found_among_its_arguments() {
        let told = |line: &str| {
            let arguments: Vec<_> = line.split(' ').map(str::to_string).collect();
            classes(&arguments).map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(told("-Xss8m -cp a:b/c.jar:lib/*: Player 9"), "a b/c.jar lib/");
        assert_eq!(told("--class-path=a:b Player"), "a b");
        assert_eq!(told("-jar player.jar -cp"), "player.jar");
        assert_eq!(told("-classpath lib Player"), "lib");
        assert_eq!(told("-version"), "");
    }
}
