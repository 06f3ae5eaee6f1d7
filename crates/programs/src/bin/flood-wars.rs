//! The program of Flood Wars.

programs::program!("flood-wars");
