//! Checks that the values of an announcement are possible. Announcements from a store are checked
//! too, since others may be able to write to the store.

use super::participant::same_name;
use super::{
    Announcement, Boards, FORM, MOST_GAMES, MOST_GAMES_IN_ALL, Participant, ParticipantKind,
    System, name_of,
};
use pairing::MOST_PARTICIPANTS;

/// Checks all values. The error names the first impossible value by its key in the tournament's
/// file, and gives the reason.
pub(crate) fn check(announcement: &Announcement) -> Result<(), (&'static str, String)> {
    let Announcement { form, participants, system, games, boards, .. } = announcement;
    if *form != FORM {
        return Err((
            "form",
            format!("its form is {form}, but this version of Ludoteka reads only form {FORM}"),
        ));
    }
    announcement
        .schedule()
        .map_err(|refused| (size_key(*system, participants.len()), refused.to_string()))?;
    if let System::Sprt(test) = system {
        test.sprt().map_err(|refused| ("format.elo1", refused.to_string()))?;
    }
    let games_key = if matches!(system, System::Sprt(_)) { "format.most-games" } else { "games" };
    games_of(*system, participants.len(), *games).map_err(|why| (games_key, why))?;
    if matches!(boards, Boards::Given(boards) if boards.is_empty()) {
        return Err(("board", "the list of boards is empty".to_string()));
    }
    check_participants(participants).map_err(|why| ("player", why))
}

/// The key that the error names if the schedule is impossible.
fn size_key(system: System, participants: usize) -> &'static str {
    match system {
        _ if !(2..=MOST_PARTICIPANTS).contains(&participants) => "player",
        System::RoundRobin { .. } => "format.cycles",
        System::Gauntlet { .. } => "format.challengers",
        System::Swiss { .. } => "format.rounds",
        System::Knockout { .. } => "format.extras",
        System::Sprt(_) => "format",
    }
}

fn check_participants(participants: &[Participant]) -> Result<(), String> {
    for (number, participant) in participants.iter().enumerate() {
        let name = name_of(&participant.name)
            .map_err(|why| format!("the name of participant {}: {why}", number + 1))?;
        if participants[..number].iter().any(|other| same_name(&other.name, &name)) {
            return Err(format!("two participants are called {name}"));
        }
        if let ParticipantKind::Program(program) = &participant.player
            && !is_checksum(&program.sha256)
        {
            return Err(format!("{name} has no checksum"));
        }
    }
    Ok(())
}

/// Says why a match cannot have this many games.
fn games_of(system: System, participants: usize, games: u64) -> Result<(), String> {
    if !games.is_multiple_of(2) || !(2..=MOST_GAMES).contains(&games) {
        return Err(format!(
            "a match has an even number of games from 2 to {MOST_GAMES}, since each board is \
            played twice"
        ));
    }
    let matches = system.most_matches(participants);
    match matches.checked_mul(games) {
        Some(all) if all <= MOST_GAMES_IN_ALL => Ok(()),
        _ => Err(format!(
            "{matches} matches of {games} games are more than {MOST_GAMES_IN_ALL} games"
        )),
    }
}

/// Whether a text is a SHA-256 in hexadecimal.
fn is_checksum(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
