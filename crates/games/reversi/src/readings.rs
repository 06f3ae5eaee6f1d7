//! Wrong readings of the rules, each as a slow program that differs from the right one in one
//! point.

use rules::{Message, Notation, Played, Reading, Side};

use super::board::SIDE;
use super::notation::{parse_square, square_name};
use super::rules::Reversi;

macro_rules! reading {
    ($key:literal, $twist:expr $(, $gap:ident = $value:expr)?) => {
        Reading {
            told: || -> Message { rules::message!(Reversi::WORDS, $key $(, $gap = $value)?) },
            gives: |_, input, _, answer| Some(gives($twist, input, answer)),
            plays: match $twist.is_of_play() {
                true => Some(|played| plays($twist, played)),
                false => None,
            },
        }
    };
}

/// The readings that a wrong program is compared with.
pub(super) const READINGS: &[Reading] = &[
    reading!("reads-direction", Twist::Without(0), direction = "↑"),
    reading!("reads-direction", Twist::Without(1), direction = "↗"),
    reading!("reads-direction", Twist::Without(2), direction = "→"),
    reading!("reads-direction", Twist::Without(3), direction = "↘"),
    reading!("reads-direction", Twist::Without(4), direction = "↓"),
    reading!("reads-direction", Twist::Without(5), direction = "↙"),
    reading!("reads-direction", Twist::Without(6), direction = "←"),
    reading!("reads-direction", Twist::Without(7), direction = "↖"),
    reading!("reads-no-diagonals", Twist::NoDiagonals),
    reading!("reads-one-line", Twist::OneLine),
    reading!("reads-single-discs", Twist::SingleDiscs),
    reading!("reads-last-own-disc", Twist::ToLastOwnDisc),
    reading!("reads-chain", Twist::Chain),
    reading!("reads-edge-ends", Twist::EdgeEnds),
    reading!("reads-empty-ends", Twist::EmptyEnds),
    reading!("reads-over-empty", Twist::OverEmpty),
    reading!("reads-wraps", Twist::Wraps),
    reading!("reads-neighbours", Twist::Neighbours),
    reading!("reads-flips-nothing", Twist::FlipsNothing),
    reading!("reads-own-forgotten", Twist::OwnForgotten),
    reading!("reads-board-before", Twist::BoardBefore),
    reading!("reads-opponents-squares", Twist::OpponentsSquares),
    reading!("reads-turn-stays", Twist::TurnStays),
    reading!("reads-pass-refused", Twist::PassRefused),
    reading!("reads-pass-alone", Twist::PassesAlone),
    reading!("reads-pass-written", Twist::PassWritten),
    reading!("reads-silent", Twist::Silent),
    reading!("reads-ends-alone", Twist::EndsAlone),
    reading!("reads-no-last-prompt", Twist::NoLastPrompt),
    reading!("reads-on", Twist::ReadsOn),
    reading!("reads-white-starts", Twist::WhiteStarts),
    reading!("reads-colours-exchanged", Twist::ColoursExchanged),
    reading!("reads-letters-exchanged", Twist::LettersExchanged),
    reading!("reads-by-row", Twist::ByRow),
    reading!("reads-row-first", Twist::RowFirst),
    reading!("reads-row-read-first", Twist::RowReadFirst),
    reading!("reads-from-zero", Twist::FromZero),
    reading!("reads-no-space", Twist::NoSpace),
    reading!("reads-last-not-flipped", Twist::LastNotFlipped),
    reading!("reads-taken-squares", Twist::TakenSquares),
    reading!("reads-theirs-forgotten", Twist::TheirsForgotten),
    reading!("reads-own-move-forgotten", Twist::OwnMoveForgotten),
    reading!("reads-opening-forgotten", Twist::OpeningForgotten),
    reading!("reads-theirs-as-own", Twist::TheirsAsOwn),
    reading!("reads-turn-late", Twist::TurnLate),
];

/// The point in which a reading differs from the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Twist {
    Without(usize),
    NoDiagonals,
    OneLine,
    SingleDiscs,
    ToLastOwnDisc,
    Chain,
    EdgeEnds,
    EmptyEnds,
    OverEmpty,
    Wraps,
    Neighbours,
    FlipsNothing,
    OwnForgotten,
    BoardBefore,
    OpponentsSquares,
    TurnStays,
    PassRefused,
    PassesAlone,
    PassWritten,
    Silent,
    EndsAlone,
    NoLastPrompt,
    ReadsOn,
    WhiteStarts,
    ColoursExchanged,
    LettersExchanged,
    ByRow,
    RowFirst,
    RowReadFirst,
    FromZero,
    NoSpace,
    LastNotFlipped,
    TakenSquares,
    TheirsForgotten,
    OwnMoveForgotten,
    OpeningForgotten,
    TheirsAsOwn,
    /// Of the opponent's moves, the last one is not on the board yet.
    TurnLate,
}

/// Whose a move is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Opening,
    Own,
    Theirs,
}

impl Twist {
    /// Whether only a player may have this reading, whose board lacks moves.
    const fn is_of_play_alone(self) -> bool {
        use Twist::{OpeningForgotten, OwnMoveForgotten, TheirsAsOwn, TheirsForgotten, TurnLate};
        matches!(
            self,
            OpeningForgotten | OwnMoveForgotten | TheirsAsOwn | TheirsForgotten | TurnLate
        )
    }

    /// Whether a player may have this reading. The others are about the task's commands, or allow so
    /// many moves that they would fit most players.
    const fn is_of_play(self) -> bool {
        use Twist::{Chain, ColoursExchanged, EdgeEnds, EmptyEnds, FlipsNothing};
        use Twist::{
            LastNotFlipped, NoDiagonals, OneLine, OpponentsSquares, OverEmpty, OwnForgotten,
        };
        use Twist::{SingleDiscs, TakenSquares, ToLastOwnDisc, Without, Wraps};
        let is_of_both = matches!(
            self,
            LastNotFlipped
                | TakenSquares
                | Without(_)
                | NoDiagonals
                | OneLine
                | SingleDiscs
                | ToLastOwnDisc
                | Chain
                | EdgeEnds
                | EmptyEnds
                | OverEmpty
                | Wraps
                | FlipsNothing
                | OwnForgotten
                | OpponentsSquares
                | ColoursExchanged
        );
        is_of_both || self.is_of_play_alone()
    }
}

/// A column and a row, counted from 0.
type Place = (usize, usize);

/// Steps to the right and down, clockwise from straight up.
const STEPS: [(isize, isize); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// A program that flips only one of several lines may choose any of them. So there may be several
/// boards, up to this number.
const MOST_BOARDS: usize = 300;

/// Whether the program with this reading writes these prompts.
fn gives(twist: Twist, input: &str, answer: &str) -> bool {
    if twist.is_of_play_alone() {
        return false;
    }
    let mut found = prompts(answer).into_iter();
    let mut tables = vec![Table::new(twist)];
    let mut commands = input.lines().peekable();
    loop {
        if twist == Twist::NoLastPrompt && commands.peek() == Some(&"=") {
            break;
        }
        let asks = tables.first_mut().and_then(Table::asks).is_some();
        let asked = asks.then(|| found.next().unwrap_or_default());
        tables.retain_mut(|table| table.asks() == asked);
        let Some(table) = tables.first().filter(|_| tables.len() <= MOST_BOARDS) else {
            return false;
        };
        let Some(command) = commands.next().filter(|_| !table.is_ended()) else { break };
        match (command, parse_square(command).and_then(|mv| mv.place())) {
            ("=", _) if twist != Twist::ReadsOn => break,
            ("-", _) => tables.iter_mut().for_each(Table::pass),
            (_, Some(place)) => {
                tables = tables.iter().flat_map(|table| table.after(place)).collect();
            }
            _ if twist == Twist::ReadsOn => {}
            _ => return false,
        }
    }
    found.next().is_none()
}

/// How freely a player with this reading makes its moves.
fn plays(twist: Twist, played: &Played<'_>) -> Option<f64> {
    let (mut tables, mut bits, mut has_moved) = (vec![Table::new(twist)], 0.0, false);
    for (number, name, is_own) in played.all() {
        let name = name.trim().to_ascii_lowercase();
        let place = parse_square(&name).and_then(|mv| mv.place());
        if place.is_none() && name != "-" {
            return None;
        }
        let turn = if number % 2 == 0 { Side::First } else { Side::Second };
        tables.iter_mut().for_each(|table| table.turn = turn);
        let whose = match is_own {
            _ if number < played.told_at_first() => Whose::Opening,
            true => Whose::Own,
            false => Whose::Theirs,
        };
        if whose == Whose::Own {
            if !std::mem::replace(&mut has_moved, true) && twist == Twist::TurnLate {
                // Whether the opening's last move is late, too, is not known.
                tables.extend(tables.iter().flat_map(Table::caught_up).collect::<Vec<_>>());
            }
            tables.retain(|table| table.may_make(place));
            let table = tables.first()?;
            bits += (table.offered(table.placing()).len().max(1) as f64).log2();
        }
        tables = tables.iter().flat_map(|table| table.told(place, whose, is_own)).collect();
        if tables.len() > MOST_BOARDS {
            return None;
        }
    }
    Some(bits)
}

/// The words of each prompt. A prompt begins with a letter.
fn prompts(answer: &str) -> Vec<Vec<String>> {
    let mut prompts: Vec<Vec<String>> = vec![];
    for word in answer.split_whitespace() {
        if word.starts_with(['C', 'B']) || prompts.is_empty() {
            prompts.push(Vec::new());
        }
        if let Some(prompt) = prompts.last_mut() {
            prompt.push(word.to_string());
        }
    }
    prompts
}

/// The table as a program with the reading sees it.
#[derive(Clone)]
struct Table {
    twist: Twist,
    turn: Side,
    /// For each direction, those that a program which flips only one line is known to try later.
    later: [u8; 8],
    /// The discs, by column and row.
    discs: [[Option<Side>; SIDE]; SIDE],
    /// The opponent's last move, and who makes it, if it is not on the board yet.
    late: Option<(Place, Side)>,
}

impl Table {
    fn new(twist: Twist) -> Table {
        let turn = if twist == Twist::WhiteStarts { Side::Second } else { Side::First };
        let mut table =
            Table { twist, turn, later: [0; 8], discs: [[None; SIDE]; SIDE], late: None };
        for place in [(3, 3), (4, 4), (3, 4), (4, 3)] {
            let is_black = (place.0 != place.1) != (twist == Twist::ColoursExchanged);
            table.set(place, if is_black { Side::First } else { Side::Second });
        }
        table
    }

    /// The next prompt, if there is one. A program that passes alone changes the turn before it.
    fn asks(&mut self) -> Option<Vec<String>> {
        let is_stuck = self.offered(self.turn).is_empty();
        if is_stuck && self.twist == Twist::PassesAlone && !self.is_over() {
            self.turn = self.turn.other();
        }
        if self.is_ended() || is_stuck && self.twist == Twist::Silent {
            return None;
        }
        let side = self.placing();
        let is_black = (self.turn == Side::First) != (self.twist == Twist::LettersExchanged);
        let mut words = vec![if is_black { "C" } else { "B" }.to_string()];
        words.extend(self.offered(side).into_iter().map(|place| self.name(place)));
        match (self.twist, words.len()) {
            (Twist::PassWritten, 1) => words.push("-".to_string()),
            (Twist::NoSpace, 2..) => {
                let first = words.remove(0) + &words[0];
                words[0] = first;
            }
            _ => {}
        }
        Some(words)
    }

    /// The side whose squares are offered.
    fn placing(&self) -> Side {
        if self.twist == Twist::OpponentsSquares { self.turn.other() } else { self.turn }
    }

    /// Whether the player may place a disc on this square, or pass.
    fn may_make(&self, place: Option<Place>) -> bool {
        let offered = self.offered(self.placing());
        place.map_or(offered.is_empty(), |place| offered.contains(&place))
    }

    fn name(&self, (column, row): Place) -> String {
        let [letter, digit] = square_name(column, row).map(char::from);
        match self.twist {
            Twist::RowFirst => format!("{digit}{letter}"),
            Twist::FromZero => format!("{letter}{row}"),
            _ => format!("{letter}{digit}"),
        }
    }

    fn is_over(&self) -> bool {
        Side::BOTH.iter().all(|&side| self.offered(side).is_empty())
    }

    fn is_ended(&self) -> bool {
        self.twist == Twist::EndsAlone && self.is_over()
    }

    fn pass(&mut self) {
        if self.twist != Twist::PassRefused || self.offered(self.turn).is_empty() {
            self.turn = self.turn.other();
        }
    }

    /// The tables of a player after a move of this kind, made by itself or by the opponent.
    fn told(&self, place: Option<Place>, whose: Whose, is_own: bool) -> Vec<Table> {
        match (self.twist, whose) {
            (Twist::TheirsForgotten, Whose::Theirs)
            | (Twist::OwnMoveForgotten, Whose::Own)
            | (Twist::OpeningForgotten, Whose::Opening) => vec![self.clone()],
            (Twist::TheirsAsOwn, Whose::Theirs) => self.as_turn(self.turn.other()).made(place),
            (Twist::TurnLate, Whose::Opening) if is_own => {
                self.caught_up().iter().flat_map(|table| table.made(place)).collect()
            }
            (Twist::TurnLate, _) if !is_own => {
                let mut tables = self.caught_up();
                let late = place.map(|place| (place, self.turn));
                tables.iter_mut().for_each(|table| table.late = late);
                tables
            }
            _ => self.made(place),
        }
    }

    fn made(&self, place: Option<Place>) -> Vec<Table> {
        place.map_or_else(|| vec![self.clone()], |place| self.after(place))
    }

    fn as_turn(&self, turn: Side) -> Table {
        Table { turn, ..self.clone() }
    }

    /// The tables once the late move is made, with the turn as it is.
    fn caught_up(&self) -> Vec<Table> {
        let Some((place, side)) = self.late else { return vec![self.clone()] };
        let made = Table { late: None, ..self.as_turn(side) }.after(place);
        made.iter().map(|table| table.as_turn(self.turn)).collect()
    }

    /// The tables that a disc on this square may lead to.
    fn after(&self, (column, row): Place) -> Vec<Table> {
        let place = if self.twist == Twist::RowReadFirst { (row, column) } else { (column, row) };
        let lines: Vec<_> = self.lines(place, self.turn).collect();
        if self.twist == Twist::OneLine && lines.len() > 1 {
            let all = lines.iter().fold(0, |all, (direction, _)| all | 1 << direction);
            let is_later = |direction: usize| {
                lines.iter().any(|(other, _)| self.later[*other] >> direction & 1 == 1)
            };
            let firsts = lines.iter().filter(|(direction, _)| !is_later(*direction));
            let with_first = firsts.map(|(direction, line)| {
                let mut table = self.with(place, line);
                table.later[*direction] |= all & !(1 << direction);
                table
            });
            return with_first.collect();
        }
        let flipped = match self.twist {
            Twist::FlipsNothing | Twist::BoardBefore => vec![],
            Twist::LastNotFlipped => {
                let but_last = |line: Vec<Place>| line.into_iter().rev().skip(1);
                lines.into_iter().flat_map(|(_, line)| but_last(line)).collect()
            }
            _ => lines.into_iter().flat_map(|(_, line)| line).collect(),
        };
        vec![self.with(place, &flipped)]
    }

    fn with(&self, place: Place, flipped: &[Place]) -> Table {
        let mut table = self.clone();
        flipped.iter().for_each(|&disc| table.set(disc, self.turn));
        if !matches!(self.twist, Twist::OwnForgotten | Twist::BoardBefore) {
            table.set(place, self.turn);
        }
        if self.twist == Twist::Chain {
            let lines = |&disc: &Place| {
                table.lines(disc, self.turn).flat_map(|(_, line)| line).collect::<Vec<_>>()
            };
            let further: Vec<_> = flipped.iter().flat_map(lines).collect();
            further.into_iter().for_each(|disc| table.set(disc, self.turn));
        }
        if self.twist != Twist::TurnStays {
            table.turn = self.turn.other();
        }
        table
    }

    /// The squares that a prompt for this side has, in order.
    fn offered(&self, side: Side) -> Vec<Place> {
        let squares = (0..SIDE * SIDE).map(|index| (index / SIDE, index % SIDE));
        let squares = squares.map(|(first, second)| match self.twist {
            Twist::ByRow => (second, first),
            _ => (first, second),
        });
        let is_offered = |&place: &Place| match self.twist {
            _ if self.at(place).is_some() && self.twist != Twist::TakenSquares => false,
            Twist::Neighbours => (0..STEPS.len()).any(|direction| {
                let next = self.ray(place, direction).first().copied();
                next.is_some_and(|next| self.at(next) == Some(side.other()))
            }),
            _ => self.lines(place, side).next().is_some(),
        };
        squares.filter(is_offered).collect()
    }

    /// The lines of discs that a disc of this side on this square flips, with their directions.
    fn lines(&self, place: Place, side: Side) -> impl Iterator<Item = (usize, Vec<Place>)> {
        let is_known = move |direction: &usize| match self.twist {
            Twist::Without(other) => *direction != other,
            Twist::NoDiagonals => direction.is_multiple_of(2),
            _ => true,
        };
        let lines = (0..STEPS.len()).filter(is_known);
        let lines =
            lines.map(move |direction| (direction, self.line(self.ray(place, direction), side)));
        lines.filter(|(_, line)| !line.is_empty())
    }

    /// The discs next on this ray that are flipped.
    fn line(&self, mut ray: Vec<Place>, side: Side) -> Vec<Place> {
        if self.twist == Twist::OverEmpty {
            ray.retain(|&place| self.at(place).is_some());
        }
        let run = ray.iter().take_while(|&&place| self.at(place) == Some(side.other())).count();
        let is_closed = match ray.get(run).map(|&place| self.at(place)) {
            None => self.twist == Twist::EdgeEnds,
            Some(None) => self.twist == Twist::EmptyEnds,
            Some(Some(_)) => true,
        };
        let discs = ray.iter().map_while(|&place| self.at(place));
        let last = discs.collect::<Vec<_>>().iter().rposition(|&disc| disc == side);
        ray.truncate(match self.twist {
            _ if !is_closed || run == 0 => 0,
            Twist::SingleDiscs if run > 1 => 0,
            Twist::ToLastOwnDisc => last.unwrap_or(run),
            _ => run,
        });
        ray
    }

    /// The squares in a direction. A program whose lines wrap round has one long row of squares.
    fn ray(&self, (column, row): Place, direction: usize) -> Vec<Place> {
        let (right, down) = STEPS[direction];
        let places =
            (1..SIDE as isize).map(|i| (column as isize + i * right, row as isize + i * down));
        let side = SIDE as isize;
        let places = places.map(|(column, row)| match self.twist {
            Twist::Wraps => (column.rem_euclid(side), row + column.div_euclid(side)),
            _ => (column, row),
        });
        let inside = places
            .take_while(|(column, row)| (0..side).contains(column) && (0..side).contains(row));
        inside.map(|(column, row)| (column as usize, row as usize)).collect()
    }

    fn at(&self, (column, row): Place) -> Option<Side> {
        self.discs[column][row]
    }

    fn set(&mut self, (column, row): Place, side: Side) {
        self.discs[column][row] = Some(side);
    }
}
