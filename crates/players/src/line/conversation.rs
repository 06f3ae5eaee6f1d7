//! The referee's side of the line protocol.

use std::fmt::Write;
use std::time::Duration;

use rules::{Answer, Dialogue, Refusal};

use super::start::{Start, Untellable};

/// A player's word for resigning.
const RESIGN: &str = "resign";

/// A conversation with one player during one game.
#[derive(Clone, Debug)]
pub struct Conversation {
    start: Start,
    is_started: bool,
    /// The moves that the player has not been told. The player is never told its own answers.
    news: Vec<String>,
    /// Whether the player has been asked for a move. If so, the next move is the player's own.
    is_asked: bool,
}

impl Conversation {
    /// The conversation that begins with this line. The line's number of moves is filled in when
    /// the player is first asked for a move.
    ///
    /// # Errors
    /// Fails if the protocol cannot express a parameter.
    pub fn new(start: Start) -> Result<Conversation, Untellable> {
        start.line()?;
        Ok(Conversation { start, is_started: false, news: Vec::new(), is_asked: false })
    }

    /// The first line, with the moves so far and the remaining time.
    fn opening(&self, left: Option<Duration>) -> String {
        let mut start = Start { moves: self.news.len(), ..self.start.clone() };
        start.game_time = start.game_time.and(left);
        start.line().expect("it could be told before")
    }
}

impl Dialogue for Conversation {
    fn hear(&mut self, name: &str) {
        if !std::mem::take(&mut self.is_asked) {
            self.news.push(name.to_string());
        }
    }

    fn prompt(&mut self, left: Option<Duration>) -> String {
        let mut text = if self.is_started { String::new() } else { self.opening(left) };
        (self.is_started, self.is_asked) = (true, true);
        for name in self.news.drain(..) {
            writeln!(text, "{name}").expect("a string takes all");
        }
        text
    }

    fn reply(&self, answer: &str) -> Result<Answer, Refusal> {
        Ok(if answer == RESIGN { Answer::Resign } else { Answer::Move(answer.to_string()) })
    }
}

#[cfg(test)]
mod tests {
    use rules::{Parameter, Parameters, Side};

    use super::*;

    const LIST: &[Parameter] = &[Parameter::integer("rows", "", 1, 9, 3)];

    fn conversation(side: Side) -> Conversation {
        let (game, parameters) = ("toy".to_string(), Parameters::new(LIST));
        let game_time = Some(Duration::from_secs(60));
        Conversation::new(Start { game, parameters, side, game_time, move_time: None, moves: 0 })
            .expect("all is tellable")
    }

    #[test]
    fn a_player_hears_all_moves_but_its_own_answers() {
        let left = Some(Duration::from_secs(9));
        let mut second = conversation(Side::Second);
        second.hear("a1");
        assert_eq!(second.prompt(left), "toy 3 2 9000 0 1\na1\n");
        second.hear("b2");
        second.hear("c3");
        assert_eq!(second.prompt(left), "c3\n");
        let mut first = conversation(Side::First);
        assert_eq!(first.prompt(left), "toy 3 1 9000 0 0\n");
        // If sides do not alternate, the player may have to move twice in a row, or hear two moves
        // at once.
        first.hear("a1");
        assert_eq!(first.prompt(left), "");
        first.hear("a2");
        first.hear("b1");
        first.hear("b2");
        assert_eq!(first.prompt(left), "b1\nb2\n");
    }

    #[test]
    fn a_player_may_be_told_of_an_opening() {
        let mut first = conversation(Side::First);
        first.hear("a1");
        first.hear("b2");
        assert_eq!(first.prompt(None), "toy 3 1 0 0 2\na1\nb2\n");
        assert_eq!(first.reply("resign"), Ok(Answer::Resign));
        assert_eq!(first.reply("6 3 1 1"), Ok(Answer::Move("6 3 1 1".to_string())));
    }
}
