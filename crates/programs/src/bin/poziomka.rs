//! The program of Poziomka. Its constants can be set when it is compiled, as those of a C program:
//! `POLA=4 WIERSZE=10 KOLUMNY=7 WYBOR=234 cargo build --release --bin poziomka`.

programs::program!("poziomka", "POLA", "WIERSZE", "KOLUMNY", "WYBOR");
