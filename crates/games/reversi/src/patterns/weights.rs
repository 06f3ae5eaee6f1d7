//! The learned weights, and the value of a position.

use std::sync::LazyLock;

use search::Score;

use super::features::{Features, LAYOUT};

/// The score of one point.
pub(crate) const POINT: Score = 128;

/// The unit of the weights in a file, as a score. With a smaller unit, fewer weights fit in a byte.
pub(crate) const GRAIN: i16 = 4;

/// The phases of the game, by the number of discs.
pub(crate) const PHASES: usize = 12;

/// The phase of a position with this number of discs.
#[inline]
pub(crate) fn phase(discs: u32) -> usize {
    (discs.saturating_sub(4) / 5).min(PHASES as u32 - 1) as usize
}

/// The weights of the evaluation: those of all phases, from the view of black and from that of
/// white.
pub struct Weights {
    tables: Vec<i16>,
}

static LEARNED: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_bytes!("../../data/weights.bin")));

impl Weights {
    /// The weights that were learned from tournament games.
    pub(crate) fn learned() -> &'static Weights {
        &LEARNED
    }

    /// Reads weights as [`Trainer::file`](crate::training::Trainer::file) writes them;
    /// what is missing at the end is 0.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Weights {
        let mut coded = decoded(bytes);
        let size = LAYOUT.shared.len() + 1;
        let mut tables = Vec::with_capacity(2 * PHASES * size);
        for _ in 0..PHASES {
            let weights: Vec<i16> = (0..LAYOUT.weights)
                .map(|_| coded.next().unwrap_or(0).saturating_mul(GRAIN))
                .collect();
            let constant = weights[LAYOUT.weights - 1];
            tables.extend(LAYOUT.shared.iter().map(|&at| weights[at as usize]));
            tables.push(constant);
            let exchanged = LAYOUT.exchanged.iter();
            tables.extend(exchanged.map(|&at| weights[LAYOUT.shared[at as usize] as usize]));
            tables.push(constant);
        }
        Weights { tables }
    }

    /// The value of a position with this number of discs for the side to move, black (0) or white
    /// (1), in hundred-and-twenty-eighths of a point.
    #[inline]
    pub(crate) fn value(&self, features: &Features, discs: u32, side: usize) -> Score {
        let size = LAYOUT.shared.len() + 1;
        let table = &self.tables[(2 * phase(discs) + side) * size..][..size];
        let numbers = features.numbers().iter().zip(&LAYOUT.begins);
        let sum: Score = numbers
            .map(|(&number, &begin)| Score::from(table[begin as usize + usize::from(number)]))
            .sum();
        sum + Score::from(table[size - 1])
    }
}

/// Weights as bytes: a weight from -64 to 63 is a byte; a larger one is two or three bytes; and a
/// run of zeros is a byte 0 and its length, at most 255.
pub(crate) fn coded(weights: &[i16]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = weights;
    while let [first, others @ ..] = rest {
        if *first == 0 {
            let zeros = rest.iter().take(255).take_while(|&&weight| weight == 0).count();
            bytes.extend([0, zeros as u8]);
            rest = &rest[zeros..];
            continue;
        }
        // The sign goes to the lowest bit, and seven bits to a byte, the lowest first.
        let mut left = (*first << 1 ^ *first >> 15) as u16;
        while left >= 128 {
            bytes.push(left as u8 | 128);
            left >>= 7;
        }
        bytes.push(left as u8);
        rest = others;
    }
    bytes
}

/// The weights that these bytes code.
pub(super) fn decoded(bytes: &[u8]) -> impl Iterator<Item = i16> {
    let mut rest = bytes.iter().copied();
    let mut zeros = 0_u8;
    std::iter::from_fn(move || {
        if zeros == 0 {
            let (mut value, mut shift) = (0_u16, 0);
            loop {
                let byte = rest.next()?;
                value |= u16::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 || shift > 14 {
                    break;
                }
            }
            if value != 0 {
                return Some((value >> 1) as i16 ^ -((value & 1) as i16));
            }
            zeros = rest.next()?;
        }
        zeros = zeros.checked_sub(1)?;
        Some(0)
    })
}
