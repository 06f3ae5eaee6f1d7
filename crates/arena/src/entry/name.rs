//! What programs and cases are called in results.

/// A name of a file as all results have it. A spreadsheet takes a text that begins so for a formula; whoever names a file
/// must not write one.
pub(crate) fn plain(name: String) -> String {
    if name.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("./{name}") } else { name }
}
