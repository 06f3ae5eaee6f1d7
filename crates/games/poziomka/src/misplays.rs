//! What a player overlooks whose blocks do not fit: which squares it takes for free, and how it names
//! them.

use rules::{Played, Side};

use super::contest::other_case;

/// What a player overlooks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    TheirsForgotten,
    OwnForgotten,
    TheirsAcross,
    /// The opponent's square is taken for the last one of its block.
    LastSquare,
    /// Of the opponent's blocks, the last one is not on the board yet.
    TurnLate,
    SizesExchanged,
    ShortBlock,
    ColumnFirst,
}

/// A row and a column, counted from 0.
type Place = (usize, usize);

/// A board, row by row from the top.
#[derive(Clone)]
struct Board {
    free: Vec<Vec<bool>>,
}

/// A player with a slip, on the board where it plays Right.
struct Player {
    slip: Slip,
    length: usize,
    real: Board,
    seen: Board,
    /// The opponent's last block, which is not seen yet.
    late: Option<Place>,
}

/// How freely a player with this slip makes its moves. Moves within the rules and against them are
/// chosen among those of their kind.
pub(super) fn plays(slip: Slip, played: &Played<'_>) -> Option<f64> {
    let (mut player, mut bits) = (Player::new(slip, played), 0.0);
    for (number, name, is_own) in played.all() {
        let is_illegal = number == played.moves.len();
        let name = match played.own {
            Side::First if !is_illegal => other_case(name),
            _ => name.trim().to_string(),
        };
        if name == "-" {
            continue;
        }
        let place = place(&name, is_own != (slip == Slip::ColumnFirst && is_illegal))?;
        if is_own {
            bits += (player.choices(place, is_illegal)? as f64).log2();
            player.put(place);
        } else {
            player.hear(place);
        }
    }
    Some(bits)
}

impl Player {
    fn new(slip: Slip, played: &Played<'_>) -> Player {
        let [length, rows, columns] =
            ["pola", "wiersze", "kolumny"].map(|name| played.parameters.size(name));
        let [right, other] = [[rows, columns], [columns, rows]];
        let [right, other] =
            if played.own == Side::First { [other, right] } else { [right, other] };
        let seen = Board::new(if slip == Slip::SizesExchanged { other } else { right });
        Player { slip, length, real: Board::new(right), seen, late: None }
    }

    fn own_length(&self) -> usize {
        if self.slip == Slip::ShortBlock { self.length - 1 } else { self.length }
    }

    /// The number of moves that the player takes for legal and that are as legal as this one. `None`
    /// if this one is none of them.
    fn choices(&self, place: Place, is_illegal: bool) -> Option<usize> {
        // The name of such a player's move is wrong, whether or not its block fits.
        let is_right = |at| self.slip != Slip::ColumnFirst && self.real.fits(at, self.length);
        let is_choice =
            |&at: &Place| self.seen.fits(at, self.own_length()) && is_illegal != is_right(at);
        is_choice(&place).then(|| self.seen.squares().filter(is_choice).count())
    }

    fn put(&mut self, place: Place) {
        self.real.take(place, [0, 1], self.length);
        if self.slip != Slip::OwnForgotten {
            self.seen.take(place, [0, 1], self.own_length());
        }
    }

    /// Puts the opponent's block.
    fn hear(&mut self, place: Place) {
        let (length, down) = (self.length, [1, 0]);
        self.real.take(place, down, length);
        match self.slip {
            Slip::TheirsForgotten => {}
            Slip::TheirsAcross => self.seen.take(place, [0, 1], length),
            Slip::LastSquare => {
                let first = (place.0 + 1).saturating_sub(length);
                self.seen.take((first, place.1), down, place.0 + 1 - first);
            }
            Slip::TurnLate => {
                if let Some(before) = self.late.replace(place) {
                    self.seen.take(before, down, length);
                }
            }
            _ => self.seen.take(place, down, length),
        }
    }
}

/// The first square of a block. Right names the row first, in a small letter.
fn place(name: &str, is_rights: bool) -> Option<Place> {
    let &[first, second] = name.as_bytes() else { return None };
    let [row, column] = if is_rights { [first, second] } else { [second, first] };
    let index = |letter: u8, from: u8| letter.checked_sub(from).filter(|&index| index < 26);
    Some((index(row, b'a')?.into(), index(column, b'A')?.into()))
}

impl Board {
    fn new([rows, columns]: [usize; 2]) -> Board {
        Board { free: vec![vec![true; columns]; rows] }
    }

    fn squares(&self) -> impl Iterator<Item = Place> + use<> {
        let (rows, columns) = (self.free.len(), self.free[0].len());
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// Whether Right's block fits here.
    fn fits(&self, (row, column): Place, length: usize) -> bool {
        let squares = self.free.get(row).and_then(|row| row.get(column..column + length));
        squares.is_some_and(|squares| squares.iter().all(|&free| free))
    }

    /// Takes the squares of a block, as far as they lie on the board.
    fn take(&mut self, (row, column): Place, [down, right]: [usize; 2], length: usize) {
        for i in 0..length {
            let row = self.free.get_mut(row + i * down);
            if let Some(free) = row.and_then(|row| row.get_mut(column + i * right)) {
                *free = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Parameters;

    use super::super::SPEC;
    use super::*;

    const ALL: [Slip; 8] = [
        Slip::TheirsForgotten,
        Slip::OwnForgotten,
        Slip::TheirsAcross,
        Slip::LastSquare,
        Slip::TurnLate,
        Slip::SizesExchanged,
        Slip::ShortBlock,
        Slip::ColumnFirst,
    ];

    #[test]
    fn illegal_moves_tell_what_is_overlooked() {
        use Slip::{ColumnFirst, LastSquare, OwnForgotten, ShortBlock, SizesExchanged};
        use Slip::{TheirsAcross, TheirsForgotten, TurnLate};
        let sizes = [("pola", "2"), ("wiersze", "4"), ("kolumny", "3")];
        let mut parameters = Parameters::new(SPEC.parameters);
        sizes.into_iter().for_each(|(name, value)| parameters.set(name, value).expect("a size"));
        // Left's block covers two squares below each other, and Right's two beside each other.
        for (own, moves, illegal, slips) in [
            (Side::Second, "Aa", "aA", &[TheirsForgotten, TurnLate][..]),
            (Side::Second, "Aa", "bA", &[TheirsForgotten, TurnLate, TheirsAcross, LastSquare]),
            (Side::Second, "Aa aB Ac", "aB", &[OwnForgotten]),
            (Side::Second, "Aa dA Ba", "aA", &[TheirsForgotten]),
            (Side::Second, "Aa", "aC", &[SizesExchanged, ShortBlock]),
            (Side::Second, "Aa", "Bd", &[ColumnFirst]),
            // A program that plays Left sees the transposed board, with four columns.
            (Side::First, "Aa aB", "bA", &[TheirsForgotten, TurnLate]),
        ] {
            let moves: Vec<_> = moves.split(' ').map(str::to_string).collect();
            let (parameters, illegal) = (&parameters, Some(illegal));
            let played = Played { parameters, moves: &moves, opening: 0, own, illegal };
            let fitting = ALL.iter().filter(|slip| plays(**slip, &played).is_some());
            let wanted = ALL.iter().filter(|slip| slips.contains(slip));
            assert!(fitting.eq(wanted), "{own:?}: {moves:?}, {illegal:?}");
        }
    }
}
