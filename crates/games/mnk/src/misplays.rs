//! What a player overlooks who makes moves on taken squares: which stones it does not see.

use std::collections::BTreeSet;

use rules::{Game, Notation, Played};

use super::WIDEST;
use super::rules::Mnk;

/// What a player overlooks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    TheirsForgotten,
    OwnForgotten,
    OpeningForgotten,
    /// Of the opponent's moves, the last one is not on the board yet.
    TurnLate,
    /// Only the first digit of a row is read.
    FirstDigit,
}

/// The stones on the board, and those that the player sees.
#[derive(Default)]
struct Stones {
    there: BTreeSet<usize>,
    seen: BTreeSet<usize>,
    /// The opponent's last move, which is not seen yet.
    late: Option<usize>,
}

/// How freely a player with this slip makes its moves. Moves within the rules and against them are
/// chosen among those of their kind: which stones an illegal move hits tells the slips apart.
pub(super) fn plays(slip: Slip, played: &Played<'_>) -> Option<f64> {
    let game = <Mnk<WIDEST> as Notation>::new(played.parameters).ok()?;
    let square = |name: &str| game.parse(&game.start(), name.trim()).ok();
    let (mut stones, mut bits) = (Stones::default(), 0.0);
    for (number, name, is_own) in played.all() {
        let at = square(name)?;
        let is_opening = number < played.told_at_first();
        if is_own && !is_opening {
            bits += (stones.choices(at, game.rows * game.columns)? as f64).log2();
        }
        stones.there.insert(at);
        match slip {
            Slip::OpeningForgotten if is_opening => {}
            Slip::OwnForgotten if is_own && !is_opening => {}
            Slip::TheirsForgotten if !is_own && !is_opening => {}
            Slip::TurnLate if !is_own => stones.seen.extend(stones.late.replace(at)),
            Slip::FirstDigit if !is_own || is_opening => {
                let digit = name.find(|c: char| c.is_ascii_digit())?;
                stones.seen.extend(square(&name[..=digit]));
            }
            _ => {
                stones.seen.insert(at);
            }
        }
    }
    Some(bits)
}

impl Stones {
    /// The number of squares that the player takes for free, among those that are free as this one is,
    /// or taken as this one is. `None` if the player sees a stone on this one.
    fn choices(&self, at: usize, squares: usize) -> Option<usize> {
        let is_taken = self.there.contains(&at);
        let alike = (0..squares).filter(|other| self.there.contains(other) == is_taken);
        (!self.seen.contains(&at)).then(|| alike.filter(|at| !self.seen.contains(at)).count())
    }
}

#[cfg(test)]
mod tests {
    use rules::{Parameters, Side};

    use super::super::SPEC;
    use super::*;

    #[test]
    fn illegal_moves_tell_which_stones_are_not_seen() {
        use Slip::{FirstDigit, OpeningForgotten, OwnForgotten, TheirsForgotten, TurnLate};
        let all = [TheirsForgotten, OwnForgotten, OpeningForgotten, TurnLate, FirstDigit];
        let fitting = |moves: &str, illegal| {
            let set = |parameters: Parameters, name| parameters.with(name, "12").expect("a size");
            let parameters = &["n", "m"].into_iter().fold(Parameters::new(SPEC.parameters), set);
            let moves: Vec<_> = moves.split(' ').map(str::to_string).collect();
            let (opening, own) = (2, Side::Second);
            let played = Played { parameters, moves: &moves, opening, own, illegal };
            let fits = |slip: &&Slip| plays(**slip, &played).is_some();
            all.iter().filter(fits).copied().collect::<Vec<_>>()
        };
        // The second player makes the fourth move, and is told the first three at once.
        for (moves, illegal, slips) in [
            ("a1 b2 c3", Some("a1"), &[OpeningForgotten][..]),
            ("a1 b2 c3", Some("c3"), &[OpeningForgotten, TurnLate]),
            ("a1 b2 c3 d4 e5", Some("e5"), &[TheirsForgotten, TurnLate]),
            ("a1 b2 c3 d4 e5 f6 g7", Some("e5"), &[TheirsForgotten]),
            ("a1 b2 c3 d4 e5", Some("d4"), &[OwnForgotten]),
            ("a1 b2 c3 d4 e11", Some("e11"), &[TheirsForgotten, TurnLate, FirstDigit]),
            ("a1 b2 c3 d4 e11 f6 g7", Some("e11"), &[TheirsForgotten, FirstDigit]),
            ("a1 b2 c3", Some("m1"), &[]),
            ("a1 b2 c3 d4 e5", None, &all),
        ] {
            let expected: Vec<_> =
                all.iter().filter(|slip| slips.contains(slip)).copied().collect();
            assert!(fitting(moves, illegal) == expected, "{moves}, {illegal:?}");
        }
    }
}
