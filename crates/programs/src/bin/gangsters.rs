//! The program of Gangsters.

programs::program!("gangsters");
