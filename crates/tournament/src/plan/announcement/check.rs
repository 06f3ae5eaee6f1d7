//! Checks that the values of an announcement are possible. Announcements from a store are checked
//! too, since others may be able to write to the store.

use super::participant::same_name;
use super::{
    Announcement, Boards, FORM, MOST_GAMES, MOST_GAMES_IN_ALL, Participant, ParticipantKind,
    System, name_of,
};

/// The greatest number of stages.
const MOST_STAGES: usize = 8;

/// Checks all values. The error names the first impossible value by its key in the tournament's
/// file, and gives the reason.
pub(crate) fn check(announcement: &Announcement) -> Result<(), (String, String)> {
    let Announcement { form, participants, system, then, games, boards, .. } = announcement;
    if *form != FORM {
        return Err((
            "form".to_string(),
            format!("its form is {form}, but this version of Ludoteka reads only form {FORM}"),
        ));
    }
    if then.len() >= MOST_STAGES {
        let why = format!("expected 2 to {MOST_STAGES} stages");
        return Err(("stage".to_string(), why));
    }
    check_stages(announcement)?;
    if let System::Sprt(test) = system {
        test.sprt().map_err(|refused| ("format.elo1".to_string(), refused.to_string()))?;
    }
    let games_key = if matches!(system, System::Sprt(_)) { "format.most-games" } else { "games" };
    let matches = announcement.systems().map(|(system, entrants)| system.most_matches(entrants));
    games_of(matches.fold(0, u64::saturating_add), *games)
        .map_err(|why| (games_key.to_string(), why))?;
    if matches!(boards, Boards::Given(boards) if boards.is_empty()) {
        return Err(("board".to_string(), "the list of boards is empty".to_string()));
    }
    check_participants(participants).map_err(|why| ("player".to_string(), why))
}

/// Checks the format of each stage.
fn check_stages(announcement: &Announcement) -> Result<(), (String, String)> {
    if announcement.then.is_empty() && matches!(announcement.system, System::Groups { .. }) {
        let why = "groups are the first of several stages: expected tables [[stage]]";
        return Err(("format.kind".to_string(), why.to_string()));
    }
    let systems: Vec<System> = announcement.systems().map(|(system, _)| system).collect();
    for (number, &system) in systems.iter().enumerate() {
        let Err(refused) = announcement.stages(number) else { continue };
        let key = match refused {
            pairing::Error::Participants(_) => "player".to_string(),
            _ if systems.len() == 1 => size_key(system).to_string(),
            pairing::Error::Advance { .. } => format!("stage.{number}.advance"),
            pairing::Error::Unstaged(format) => {
                let at = systems.iter().position(|system| system.format() == format);
                format!("stage.{}.kind", at.unwrap_or(number))
            }
            _ => size_key(system).replacen("format", &format!("stage.{number}"), 1),
        };
        return Err((key, refused.to_string()));
    }
    Ok(())
}

/// The key that the error names if the schedule is impossible.
fn size_key(system: System) -> &'static str {
    match system {
        System::RoundRobin { .. } => "format.cycles",
        System::Groups { .. } => "format.groups",
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
        let is_program = participant.program().is_some();
        let own = participant.own.check(!is_program, is_program);
        own.map_err(|why| format!("{name} {why}"))?;
        if let ParticipantKind::Program(program) = &participant.player
            && !is_checksum(&program.sha256)
        {
            return Err(format!("{name} has no checksum"));
        }
    }
    Ok(())
}

/// Says why a match cannot have this many games.
fn games_of(matches: u64, games: u64) -> Result<(), String> {
    if !games.is_multiple_of(2) || !(2..=MOST_GAMES).contains(&games) {
        return Err(format!(
            "a match has an even number of games from 2 to {MOST_GAMES}, since each board is \
            played twice"
        ));
    }
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
