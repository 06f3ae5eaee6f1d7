//! How far a program's random cases go.

/// Which inputs random cases may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseScope {
    /// Those that the game's text promises, so that no program which keeps to the text can fail.
    Text,
    /// Those, and sound ones on which the text is silent, such as an input that ends before the game does.
    BeyondText,
}
