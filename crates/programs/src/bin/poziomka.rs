//! The program of Poziomka.

programs::program!("poziomka");
