//! Draws random inputs for the program: whole conversations with an opponent who moves at random.
//!
//! The opponent's moves depend on the program's moves. So the program runs here against the
//! opponent. A case consists of everything that the opponent writes.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::rc::Rc;
use std::time::Duration;

use rules::random::Random;
use rules::{CaseBoard, CaseScope, Console, Game, Notation, Parameters, Play, Side};

use super::board::{LONGEST as LONGEST_SIDE, Square, Squares};
use super::contest::opening;
use super::moves::Move;
use super::position::Gangsters;
use super::program::{OPTIONS, run};

/// The number of nodes that the program searches for a move. The number is small enough to make
/// many cases, and large enough for reasonable moves.
const NODES: &str = "500";

/// A conversation with more moves than this is cut off.
const LONGEST: usize = 60;

/// The number of squares, from the second line of an opening.
pub(super) fn squares(input: &str) -> usize {
    let sides = input.lines().nth(1).unwrap_or_default().split_whitespace();
    sides.map(|side| side.parse().unwrap_or(0)).fold(1, usize::saturating_mul)
}

pub(super) fn vary(_random: &mut Random) -> Parameters {
    Parameters::new(OPTIONS).with("nodes", NODES).expect("the option exists")
}

/// Draws a conversation from its opening lines to the end of the game. In cases beyond the rules'
/// text, the conversation may be cut off after any turn, and the game may be over before the
/// program's first move.
///
/// The case is useful only if the program makes the same moves again when its answers to the case
/// are checked. So the program searches a fixed number of nodes here, even if the options ask for a
/// clock.
pub(super) fn case(
    random: &mut Random,
    options: &Parameters,
    scope: CaseScope,
    board: CaseBoard,
) -> String {
    let options = if options.integer("nodes") == 0 { &vary(random) } else { options };
    loop {
        if let Some(said) = conversation(random, options, scope, board) {
            return said;
        }
    }
}

/// The opponent's lines in one conversation; `None` if the scope is the rules' text, but the game
/// does not end, or ends before the program's first move.
fn conversation(
    random: &mut Random,
    options: &Parameters,
    scope: CaseScope,
    board: CaseBoard,
) -> Option<String> {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let game = random_game(random, scope, board);
    let mut opponent = Opponent::new(random, Rc::clone(&heard), scope, game);
    let mut output = Heard(heard);
    run(options, &mut Console::new(&mut opponent, &mut output, &|| Duration::ZERO))
        .expect("the opponent writes correct lines");
    (scope == CaseScope::BeyondText || opponent.has_seen_the_end()).then_some(opponent.said)
}

/// Keeps the program's output for the opponent.
struct Heard(Rc<RefCell<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Plays the referee and the opponent. When the program waits for input, the last line of its
/// output is complete.
struct Opponent<'a> {
    random: &'a mut Random,
    scope: CaseScope,
    heard: Rc<RefCell<Vec<u8>>>,
    play: Play<Gangsters>,
    program: Side,
    /// Whether this opponent wins if it can, and avoids moves after which the program can park the
    /// box.
    careful: bool,
    left_ms: usize,
    said: String,
    /// The number of bytes of `said` that the program has read.
    read: usize,
}

impl<'a> Opponent<'a> {
    fn new(
        random: &'a mut Random,
        heard: Rc<RefCell<Vec<u8>>>,
        scope: CaseScope,
        game: Gangsters,
    ) -> Opponent<'a> {
        let left_ms = random.between(200, 60_000);
        let program = Side::BOTH[random.below(2)];
        let said = opening(&game, left_ms, program);
        let careful = !random.one_in(3);
        Opponent {
            random,
            scope,
            heard,
            play: Play::new(game),
            program,
            careful,
            left_ms,
            said,
            read: 0,
        }
    }

    /// The next text from the opponent. The text is empty at the end of the conversation.
    fn next_words(&mut self) -> String {
        if self.play.turn() == self.program {
            self.hear();
        }
        if self.play.outcome().is_some() || self.play.moves().len() > LONGEST || self.breaks_off() {
            return String::new();
        }
        let mv = self.choose();
        let name = self.play.game().name(self.play.position(), mv);
        self.play.play(mv);
        if mv.car.is_none() {
            // A referee does not forward a move that parks the box.
            return String::new();
        }
        self.left_ms -= self.random.below(self.left_ms / 20 + 1);
        format!("{}\n{name}\n", self.left_ms)
    }

    fn breaks_off(&mut self) -> bool {
        self.scope == CaseScope::BeyondText && self.random.one_in(25)
    }

    /// Whether the game is over and the program has made a move.
    fn has_seen_the_end(&mut self) -> bool {
        if !self.heard.borrow().is_empty() {
            self.hear();
        }
        self.play.outcome().is_some() && self.play.moves().len() > self.program.index()
    }

    /// A random move. A careful opponent chooses a winning move or, if there is none, a safe move.
    fn choose(&mut self) -> Move {
        let (game, position) = (self.play.game(), self.play.position());
        let mut moves: Vec<_> = game.moves(position).collect();
        let wins =
            |mv: &Move| game.outcome(&game.play(position, *mv)) == Some(game.forfeit(self.program));
        let safe =
            |mv: &Move| game.moves(&game.play(position, *mv)).all(|reply| reply.car.is_some());
        let wishes: [&dyn Fn(&Move) -> bool; 2] = [&wins, &safe];
        if let Some(wish) = wishes.into_iter().find(|wish| self.careful && moves.iter().any(wish)) {
            moves.retain(wish);
        }
        // The first and the last legal moves are at the edges of most programs' loops.
        match self.random.below(8) {
            0 => moves[0],
            1 => moves[moves.len() - 1],
            _ => moves[self.random.below(moves.len())],
        }
    }

    /// Makes the move that the program wrote.
    fn hear(&mut self) {
        let line = String::from_utf8(self.heard.take()).expect("the program writes text");
        let mv = self.play.game().parse(self.play.position(), line.trim_end());
        self.play.play(mv.expect("the program writes moves"));
    }
}

impl Read for Opponent<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.said.len() {
            let words = self.next_words();
            self.said.push_str(&words);
        }
        let mut rest = &self.said.as_bytes()[self.read..];
        let read = rest.read(buffer)?;
        self.read += read;
        Ok(read)
    }
}

/// Draws a game that is not over before the first move. Most boards are small, and two thirds of
/// them have pillars. In cases beyond the rules' text, any game is possible. Pillars may stand in
/// the car parks, and there may be so many pillars that a side has no turn.
pub(super) fn random_game(random: &mut Random, scope: CaseScope, board: CaseBoard) -> Gangsters {
    loop {
        let game = any_game(random, scope, board);
        if scope == CaseScope::BeyondText || game.outcome(&game.start()).is_none() {
            return game;
        }
    }
}

fn any_game(random: &mut Random, scope: CaseScope, board: CaseBoard) -> Gangsters {
    let [columns, rows] = size(random, board);
    let column = random.between(1, columns) as u8;
    let cash_box = Square { column, row: random.between(2, rows - 1) as u8 };
    let density = [Density::None, Density::Few, Density::Crowded][random.below(3)];
    let free = match scope {
        CaseScope::Text => Gangsters::room(columns, rows, &Squares::NONE),
        CaseScope::BeyondText => Squares::all(columns, rows),
    };
    let free = free.into_iter().filter(|&square| square != cash_box);
    let pillars = free.filter(|square| density.has_pillar(random, *square, rows)).collect();
    // A game on a large board would seldom be over in time without a limit.
    let is_long = matches!(board, CaseBoard::Largest | CaseBoard::Oblong);
    let limit = if is_long || random.one_in(3) { random.between(1, 12) as u32 } else { 0 };
    Gangsters::new(columns, rows, &pillars, cash_box).with_limit(limit)
}

/// The numbers of columns and rows.
fn size(random: &mut Random, board: CaseBoard) -> [usize; 2] {
    match board {
        CaseBoard::Smallest => [3, 3],
        CaseBoard::Largest => [LONGEST_SIDE; 2],
        CaseBoard::Oblong if random.one_in(2) => [random.between(3, 6), LONGEST_SIDE],
        CaseBoard::Oblong => [LONGEST_SIDE, random.between(3, 6)],
        CaseBoard::Any => {
            let longest = if random.one_in(3) { 10 } else { 6 };
            [random.between(3, longest), random.between(3, longest)]
        }
    }
}

/// How many squares of a random game have pillars.
#[derive(Clone, Copy)]
enum Density {
    None,
    Few,
    Crowded,
}

impl Density {
    fn has_pillar(self, random: &mut Random, square: Square, rows: usize) -> bool {
        let in_parking = square.row == 1 || usize::from(square.row) == rows;
        match self {
            Density::None => false,
            Density::Few => random.one_in(10),
            Density::Crowded if in_parking => !random.one_in(3),
            Density::Crowded => random.one_in(3),
        }
    }
}
