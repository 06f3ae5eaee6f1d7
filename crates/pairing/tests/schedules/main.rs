//! Tournaments that are played to their end with random results.

mod all_play_all;
mod knockout;
mod names;
mod play;
mod stages;
mod standings;
mod strangers;
mod swiss;
