//! No code decides by a sentence: what is known is a value, and only people read its words.

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Functions that compare a text with their first argument.
const COMPARISONS: [&str; 8] = [
    "starts_with",
    "ends_with",
    "strip_prefix",
    "strip_suffix",
    "contains",
    "find",
    "split_once",
    "rsplit_once",
];

/// The texts that a file compares with others: beside `==` or `!=`, in a call of [`COMPARISONS`], or
/// as a pattern.
fn compared(source: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    flatten(source.parse().expect("Rust"), &mut tokens);
    let is_text = |token: &String| token.starts_with('"');
    let is_compared = |at: usize| {
        let token = |place: Option<usize>| {
            place.and_then(|place| tokens.get(place)).map_or("", String::as_str)
        };
        let before = [token(at.checked_sub(2)), token(at.checked_sub(1))];
        let after = [token(Some(at + 1)), token(Some(at + 2))];
        (before == ["=", "="] || before == ["!", "="] || after == ["=", "="] || after == ["=", ">"])
            || (before[1] == "(" && COMPARISONS.contains(&before[0]))
    };
    let found = (0..tokens.len()).filter(|&at| is_text(&tokens[at]) && is_compared(at));
    found
        .filter_map(|at| syn::parse_str::<syn::LitStr>(&tokens[at]).ok())
        .map(|text| text.value())
        .collect()
}

/// All tokens in their order, groups included, without what is compiled only for tests.
fn flatten(stream: TokenStream, tokens: &mut Vec<String>) {
    let mut is_of_tests = false;
    for token in stream {
        match token {
            TokenTree::Group(group)
                if group.stream().to_string().replace(' ', "") == "cfg(test)" =>
            {
                is_of_tests = true;
            }
            TokenTree::Group(group) if is_of_tests && group.delimiter() == Delimiter::Brace => {
                is_of_tests = false;
            }
            TokenTree::Group(group) => {
                tokens.push("(".to_string());
                flatten(group.stream(), tokens);
                tokens.push(")".to_string());
            }
            other => {
                let token = other.to_string();
                is_of_tests &= token != ";";
                tokens.push(token);
            }
        }
    }
}

/// All English texts of the catalogues.
fn catalogues() -> String {
    let mut files = Vec::new();
    super::files(&super::root().join("crates"), "txt", &mut files);
    let english = files.iter().filter(|file| file.ends_with("en.txt"));
    english.map(|file| std::fs::read_to_string(file).expect("words")).collect()
}

#[test]
fn no_code_compares_spoken_texts() {
    let words = catalogues();
    let texts: Vec<_> = rules::texts(&words).map(|(_, text)| text).collect();
    let mut files: Vec<PathBuf> = Vec::new();
    super::sources(&super::root().join("crates"), &mut files);
    for file in files.iter().filter(|file| !is_test(file) && !reads_compilers(file)) {
        let source = std::fs::read_to_string(file).expect("a source");
        for text in compared(&source).iter().filter(|text| text.trim().contains(' ')) {
            let spoken = texts.iter().find(|spoken| spoken.contains(text.as_str()));
            assert_eq!(spoken, None, "{} compares {text:?}", file.display());
        }
    }
}

fn is_test(file: &Path) -> bool {
    let is_tests = |part: &std::ffi::OsStr| part == "tests" || part == "tests.rs";
    file.iter().any(is_tests)
}

/// Compilers speak in sentences of their own.
fn reads_compilers(file: &Path) -> bool {
    file.iter().any(|part| part == "diagnosis")
}

#[test]
fn a_comparison_is_seen() {
    let source = r#"
        fn a(text: &str) -> bool { text == "one two" || text.starts_with("three four") }
        fn b(text: &str) -> u8 { match text { "five six" => 1, _ => 0 } }
        fn c() { println!("seven eight") }
        #[cfg(test)]
        mod tests { fn d(text: &str) { assert!(text == "nine ten") } }
    "#;
    assert_eq!(compared(source), ["one two", "three four", "five six"]);
}
