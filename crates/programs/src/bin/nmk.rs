//! The program of m,n,k-games.

programs::program!("nmk");
