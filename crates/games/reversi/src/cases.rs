//! Draws random inputs for the program: games of every length, with players who pass rarely or
//! often. Some games continue with passes after their end.

use rules::random::Random;
use rules::{CaseBoard, CaseScope, Game, Notation, Parameters};

use super::program::OPTIONS;
use super::rules::{Move, Passing, Position, Reversi};

const GAME: Reversi = Reversi::new(Passing::Free);

pub(super) fn vary(_random: &mut Random) -> Parameters {
    Parameters::new(OPTIONS)
}

/// The commands of one game. Each ends with a newline.
pub(super) fn case(
    random: &mut Random,
    _options: &Parameters,
    scope: CaseScope,
    board: CaseBoard,
) -> String {
    let style = Style::random(random, board);
    let mut text = String::new();
    let mut position = GAME.start();
    for _ in 0..style.length {
        if GAME.outcome(&position).is_some() {
            break;
        }
        let mv = style.choose(random, &position);
        text.push_str(&GAME.name(&position, mv));
        text.push('\n');
        position = position.after(mv);
    }
    // Passes are legal at any time, even when nobody can move.
    text + &"-\n".repeat(random.below(5)) + ending(random, scope)
}

/// How the players in one case behave.
struct Style {
    /// The greatest number of commands, not counting the last passes and the ending.
    length: usize,
    /// Each side passes about once in this many moves.
    pass_once_in: [usize; 2],
    choice: Choice,
}

/// Which of the squares on which a side can place a disc it chooses.
#[derive(Clone, Copy)]
enum Choice {
    First,
    Last,
    Any,
}

impl Style {
    fn random(random: &mut Random, board: CaseBoard) -> Style {
        let length = match board {
            CaseBoard::Smallest => 0,
            CaseBoard::Any if random.one_in(3) => random.below(20),
            _ => 200,
        };
        let choice = [Choice::First, Choice::Last, Choice::Any][random.below(8).min(2)];
        let mut pass_once_in = || [usize::MAX, usize::MAX, 12, 2][random.below(4)];
        Style { length, pass_once_in: [pass_once_in(), pass_once_in()], choice }
    }

    fn choose(&self, random: &mut Random, position: &Position) -> Move {
        let discs: Vec<_> = GAME.moves(position).filter(|&mv| mv != Move::PASS).collect();
        let passes = random.one_in(self.pass_once_in[position.turn.index()]);
        let disc = match self.choice {
            Choice::First => discs.first(),
            Choice::Last => discs.last(),
            Choice::Any => random.pick(&discs),
        };
        disc.copied().filter(|_| !passes).unwrap_or(Move::PASS)
    }
}

/// The end of the commands: `=`, which may have any text after it. In cases beyond the rules' text,
/// the `=` may be missing.
fn ending(random: &mut Random, scope: CaseScope) -> &'static str {
    if scope == CaseScope::BeyondText && random.one_in(8) {
        return "";
    }
    const ENDINGS: [&str; 7] = [
        "=\n",
        "=\n",
        "=\n",
        "=\n=\n",
        "=\nd3\n-\n",
        "=\nz9\n\n  koniec gry\n",
        "=\n= C c4 ?\n\n\n",
    ];
    ENDINGS[random.below(ENDINGS.len())]
}
