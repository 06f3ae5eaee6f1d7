//! Explains why an answer to a case is wrong: names the first wrong line, the evaluation after its
//! move, and the right move.

use rules::{Explanation, Game, Message, Notation, Parameters, Picture, Play, Side, Square, shown};

use super::rules::{Move, Poziomka};

/// The greatest number of equally good moves that are named.
const MOST_NAMED: usize = 12;

pub(super) fn explain(
    options: &Parameters,
    input: &str,
    _: &str,
    answer: &str,
) -> Option<Explanation> {
    let mut play = Play::new(Poziomka::new(
        options.size("pola"),
        options.size("wiersze"),
        options.size("kolumny"),
    ));
    let mut answers = answer.lines();
    for line in input.lines().take_while(|line| *line != ".") {
        let mv = play.game().parse(play.position(), line).ok()?;
        if !play.game().moves(play.position()).any(|legal| legal == mv) {
            return None;
        }
        play.play(mv);
        let best = play.game().best(play.position());
        let number = (options.integer("wybor") % best.len().max(1) as u64) as usize;
        let right = best
            .get(number)
            .map_or(GIVES_UP.to_string(), |&mv| play.game().name(play.position(), mv));
        let found = answers.next();
        if found != Some(&right) {
            return Some(
                Fault { play: &play, best: &best, number, wybor: options.integer("wybor"), found }
                    .told(),
            );
        }
        let Some(&mv) = best.get(number) else { break };
        play.play(mv);
    }
    let rest = answers.next()?;
    Some(at(&play, vec![Poziomka::say("nothing-asked").name("found", shown(rest))], Vec::new()))
}

const GIVES_UP: &str = ".";

/// A wrong line in the program's answer.
struct Fault<'a> {
    play: &'a Play<Poziomka>,
    /// The best moves. The right answer is the move at index `number`.
    best: &'a [Move],
    number: usize,
    wybor: u64,
    found: Option<&'a str>,
}

impl Fault<'_> {
    fn told(&self) -> Explanation {
        let (mut sentences, named) = self.found_told();
        sentences.extend(self.right_told());
        let (game, turn) = (self.play.game(), self.play.turn());
        let squares = named.into_iter().chain(self.best.get(self.number).copied());
        let squares = squares
            .flat_map(|mv| game.squares(turn, mv))
            .map(|(column, row)| Square { column, row });
        at(
            self.play,
            sentences,
            squares
                .filter(|square| square.column < game.columns && square.row < game.rows)
                .collect(),
        )
    }

    /// The sentences about the wrong line, and the move that the line names.
    fn found_told(&self) -> (Vec<Message>, Option<Move>) {
        let (game, position) = (self.play.game(), self.play.position());
        let say = |key| Poziomka::say(key).name("found", self.found.map_or(String::new(), shown));
        let read = match self.found {
            None => return (vec![say("no-answer")], None),
            Some(GIVES_UP) => return (vec![say("gives-up")], None),
            Some(line) => game.parse(position, line),
        };
        match read {
            Err(_) => (vec![say("no-move")], None),
            Ok(mv) if game.moves(position).any(|legal| legal == mv) => {
                (vec![say("is-legal").name("value", self.value(mv))], Some(mv))
            }
            Ok(mv) => (vec![say("is-not-legal"), game.objection(position, mv)], Some(mv)),
        }
    }

    fn right_told(&self) -> Vec<Message> {
        let Some(&right) = self.best.get(self.number) else {
            return vec![Poziomka::say("cannot-move")];
        };
        let name = |&mv: &Move| self.play.game().name(self.play.position(), mv);
        let mut names = self.best.iter().take(MOST_NAMED).map(name).collect::<Vec<_>>().join(" ");
        if self.best.len() > MOST_NAMED {
            names += " ..";
        }
        let best =
            Poziomka::say("best").name("value", self.value(right)).number("count", self.best.len());
        let choice =
            Poziomka::say("choice").number("wybor", self.wybor).number("count", self.best.len());
        vec![
            best.name("names", names),
            choice.number("number", self.number).name("right", name(&right)),
        ]
    }

    /// The evaluation of the position after this move of Right.
    fn value(&self, mv: Move) -> String {
        let game = self.play.game();
        game.balance(&game.play(self.play.position(), mv), Side::Second).to_string()
    }
}

fn at(play: &Play<Poziomka>, sentences: Vec<Message>, squares: Vec<Square>) -> Explanation {
    Explanation { sentences, board: Some(Poziomka::draw(play)), squares }
}

#[cfg(test)]
mod tests {
    use rules::Argument;

    use super::super::SPEC;
    use super::*;

    fn told(wybor: &str, input: &str, answer: &str) -> Option<Explanation> {
        let options = Parameters::new(SPEC.program.as_ref().expect("it has a program").options);
        let set = [("pola", "2"), ("wiersze", "3"), ("kolumny", "3"), ("wybor", wybor)];
        let options = set
            .into_iter()
            .fold(options, |options, (name, value)| options.with(name, value).expect("in range"));
        explain(&options, input, "", answer)
    }

    fn keys(explanation: &Explanation) -> Vec<&str> {
        explanation.sentences.iter().map(|message| message.key).collect()
    }

    fn argument(explanation: &Explanation, sentence: usize, gap: &str) -> String {
        let arguments = &explanation.sentences[sentence].arguments;
        match &arguments[gap] {
            Argument::Number(number) => number.to_string(),
            Argument::Name(name) => name.clone(),
            other => format!("{other:?}"),
        }
    }

    /// Left passes. Then `bA` and `bB` are the best moves, and a WYBOR of 3 selects `bB`.
    #[test]
    fn a_legal_move_is_told_its_worth_and_the_best_ones() {
        let told = told("3", "-\n.\n", "bA\n").expect("it is wrong");
        assert_eq!(keys(&told), ["is-legal", "best", "choice"]);
        let [value, best] = [0, 1].map(|sentence| argument(&told, sentence, "value"));
        let game = Poziomka::new(2, 3, 3);
        let mut play = Play::new(game.clone());
        play.play(Move::Pass);
        let best_moves = game.best(play.position());
        assert!(value.parse::<i32>().expect("a number") <= best.parse().expect("a number"));
        assert_eq!(argument(&told, 1, "count"), best_moves.len().to_string());
        assert_eq!(argument(&told, 2, "number"), (3 % best_moves.len()).to_string());
        let right = game.name(play.position(), best_moves[3 % best_moves.len()]);
        assert_eq!(argument(&told, 2, "right"), right);
        assert!(
            super::tests::told("3", "-\n.\n", &format!("{right}\n")).is_none(),
            "a right answer needs no explanation"
        );
    }

    #[test]
    fn every_kind_of_wrong_line_has_its_sentence() {
        let first =
            |input, answer| keys(&told("0", input, answer).expect("it is wrong"))[0].to_string();
        assert_eq!(first("-\n.\n", ""), "no-answer");
        assert_eq!(first("-\n.\n", ".\n"), "gives-up");
        assert_eq!(first("-\n.\n", "\u{1b}[2J\n"), "no-move");
        assert_eq!(first("-\n.\n", "aC\n"), "is-not-legal");
        assert_eq!(first(".\n", "aA\n"), "nothing-asked");
        let right = "Ba\n";
        let told = told("0", right, "aA\n").expect("B is taken in row a");
        assert_eq!(keys(&told)[..2], ["is-not-legal", "covers"]);
        assert_eq!(told.board.expect("there is a board").cells.len(), 9);
    }
}
