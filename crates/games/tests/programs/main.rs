//! The games' programs, their cases, and what the judge says about mistakes.

#[path = "../common/mod.rs"]
mod common;
#[path = "../twins/mod.rs"]
mod twins;

mod agree;
mod case;
mod constant;
mod explained;
mod limits;
mod readings;
mod validators;
