//! Tournaments played out with results by lot.

mod all_play_all;
mod knockout;
mod names;
mod play;
mod standings;
mod strangers;
mod swiss;
