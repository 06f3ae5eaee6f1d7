//! The judge: runs a program on cases, in the sandbox, and says of each answer whether it is right.

mod cases;
mod comparison;
mod excerpt;
mod natural;
mod refused;

pub use cases::{Case, CaseSet, find_cases};
pub use comparison::{Check, Checked, Comparison, Difference, Mismatch};
pub use refused::Refused;
