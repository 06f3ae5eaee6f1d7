//! The program of Reversi.

programs::program!("reversi");
