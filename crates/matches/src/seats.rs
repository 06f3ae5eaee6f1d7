//! Lets two players join and leave a game. While one player joins or leaves, the other player does
//! not compute.

use errors::Error;
use players::{FoulReport, Place, Player};

/// The two players at a table.
type Players = [Box<dyn Player>; 2];

/// Lets both players join the game at their places. If one of them is not ready, both are stopped
/// first, since the player that answered last in the previous game may still be computing. That
/// player would gain time, because no clock runs while its opponent is started. Ready players are
/// not stopped, because stopping and waking a program costs as much as a few moves.
pub(super) fn take(players: &mut Players, places: [Place<'_>; 2]) -> Result<(), Error> {
    if !players.iter().zip(&places).all(|(player, place)| player.is_ready(place)) {
        pause(players)?;
    }
    players.iter_mut().zip(&places).try_for_each(|(player, place)| player.start_game(place))
}

/// Stops both players.
pub(super) fn pause(players: &mut Players) -> Result<(), Error> {
    players.iter_mut().try_for_each(|player| player.pause())
}

/// Lets both players leave the game. If a player committed a foul, `guilty` is that player's index,
/// and the report about the foul is returned.
pub(super) fn end_game(
    players: &mut Players,
    guilty: Option<usize>,
) -> Result<Option<FoulReport>, Error> {
    let mut report = None;
    for number in 0..2 {
        let [first, second] = &mut *players;
        let (player, other) = if number == 0 { (first, second) } else { (second, first) };
        let is_guilty = guilty == Some(number);
        if is_guilty || !player.leaves_at_once() {
            other.pause()?;
        }
        report = report.or(player.end_game(is_guilty)?);
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use rules::{Parameters, Side, TimeControl};

    use super::*;
    use players::{Reply, Turn};

    /// A player that logs the calls of its methods.
    struct Scribe {
        name: char,
        is_quick: bool,
        log: Arc<Mutex<String>>,
    }

    impl Scribe {
        fn note(&self, what: &str) {
            self.log.lock().expect("nobody panics").push_str(&format!("{} {what}, ", self.name));
        }
    }

    impl Player for Scribe {
        fn is_ready(&self, _: &Place<'_>) -> bool {
            self.is_quick
        }

        fn start_game(&mut self, _: &Place<'_>) -> Result<(), Error> {
            self.note("sits");
            Ok(())
        }

        fn ask(&mut self, _: &mut Turn<'_>) -> Result<Reply, Error> {
            Err(Error::bug("nobody asks"))
        }

        fn pause(&mut self) -> Result<(), Error> {
            self.note("stops");
            Ok(())
        }

        fn leaves_at_once(&self) -> bool {
            self.is_quick
        }

        fn end_game(&mut self, guilty: bool) -> Result<Option<FoulReport>, Error> {
            self.note("leaves");
            Ok(guilty.then(FoulReport::default))
        }
    }

    /// What two players of this kind log while `act` uses them.
    fn log(are_quick: [bool; 2], act: impl FnOnce(&mut Players)) -> String {
        let log = Arc::new(Mutex::new(String::new()));
        let scribe = |name, is_quick| {
            Box::new(Scribe { name, is_quick, log: Arc::clone(&log) }) as Box<dyn Player>
        };
        act(&mut [scribe('a', are_quick[0]), scribe('b', are_quick[1])]);
        log.lock().expect("nobody panics").trim_end_matches(", ").to_string()
    }

    fn sit(are_quick: [bool; 2]) -> String {
        let parameters = Parameters::new(&[]);
        let time = TimeControl::game(Duration::from_secs(60));
        let place = |side| Place { parameters: &parameters, side, time, seed: 1 };
        log(are_quick, |players| take(players, Side::BOTH.map(place)).expect("they can"))
    }

    #[test]
    fn nobody_computes_while_somebody_is_told_of_the_game() {
        assert_eq!(sit([true, true]), "a sits, b sits");
        for are_quick in [[true, false], [false, true], [false, false]] {
            assert_eq!(sit(are_quick), "a stops, b stops, a sits, b sits");
        }
    }

    #[test]
    fn nobody_computes_while_somebody_comes_to_an_end() {
        let left = |are_quick, guilty| {
            log(are_quick, |players| {
                assert_eq!(
                    end_game(players, guilty).expect("they can").is_some(),
                    guilty.is_some()
                );
            })
        };
        assert_eq!(left([true, true], None), "a leaves, b leaves");
        assert_eq!(left([true, true], Some(0)), "b stops, a leaves, b leaves");
        assert_eq!(left([true, true], Some(1)), "a leaves, a stops, b leaves");
        assert_eq!(left([false, true], None), "b stops, a leaves, b leaves");
    }
}
