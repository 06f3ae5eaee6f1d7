//! What a person gives to one program: points and remarks.

/// What a person gives to one program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// The points for each part of the marks, in their order; `None` where there are none yet.
    pub points: Vec<Option<f64>>,
    /// Remarks, in the order of the table.
    pub remarks: Vec<Remark>,
}

/// A remark about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line of the source, such as `17` or `main.c:17`; `None` if it is about the whole.
    pub line: Option<String>,
    /// What it says.
    pub text: String,
}
