//! What cars, the cash box and pillars look like.

use rules::figure::{Figure, Letter, Part, Role, Theme};

/// A red car, which drives up.
pub(super) const RED_CAR: Figure = car(&UP, 2);
/// A green car, which drives down.
pub(super) const GREEN_CAR: Figure = car(&DOWN, -2);

/// The cash box with its lid.
pub(super) const CASH_BOX: Figure = Figure {
    letter: Some(Letter { size: 8, below: 0 }),
    ..Figure::new("box", Theme::Asphalt, &BOX)
};

const BOX: [Part; 3] = [
    Part { role: Role::Shadow, path: "m-7-3.6q0-2 2-2h10q2 0 2 2v9q0 2-2 2h-10q-2 0-2-2z" },
    Part { role: Role::Prize, path: "m-7-4.6q0-2 2-2h10q2 0 2 2v9q0 2-2 2h-10q-2 0-2-2z" },
    Part { role: Role::PrizeLine, path: "m-7-3h14m-9-3.6v2m4-2v2" },
];

/// A pillar as it is seen from above.
pub(super) const PILLAR: Figure = Figure::new(
    "pillar",
    Theme::Asphalt,
    &[
        Part { role: Role::Shadow, path: "m-7.5-2.6q0-4 4-4h7q4 0 4 4v7q0 4-4 4h-7q-4 0-4-4z" },
        Part { role: Role::Nobody, path: "m-7.5-3.5q0-4 4-4h7q4 0 4 4v7q0 4-4 4h-7q-4 0-4-4z" },
        Part {
            role: Role::Gloss,
            path: "m-4.6-2q0-2.6 2.6-2.6h4q2.6 0 2.6 2.6v4q0 2.6-2.6 2.6h-4q-2.6 0-2.6-2.6z",
        },
    ],
);

/// The body, wheels and windscreen of a car that drives up.
const UP: [Part; 4] = [
    Part {
        role: Role::Shadow,
        path: "m-5.6-3.6q.6-4.6 5.6-4.6t5.6 4.6v9.8q0 2.6-2.6 2.6h-6q-2.6 0-2.6-2.6z",
    },
    Part {
        role: Role::Dark,
        path: "m-6.5-4.6h2v3.4h-2zm11 0h2v3.4h-2zm-11 7.8h2v3.4h-2zm11 0h2v3.4h-2z",
    },
    Part {
        role: Role::Own,
        path: "m-5.4-4.2q.6-4.4 5.4-4.4t5.4 4.4v9.8q0 2.6-2.6 2.6h-5.6q-2.6 0-2.6-2.6z",
    },
    Part { role: Role::Light, path: "m-3.9-3.4q3.9-2 7.8 0l-.7 2q-3.2-.9-6.4 0z" },
];

/// The same car turned around: each number of its paths is negated.
const DOWN: [Part; 4] = [
    Part {
        role: Role::Shadow,
        path: "m5.6 3.6q-.6 4.6-5.6 4.6t-5.6-4.6v-9.8q0-2.6 2.6-2.6h6q2.6 0 2.6 2.6z",
    },
    Part {
        role: Role::Dark,
        path: "m6.5 4.6h-2v-3.4h2zm-11 0h-2v-3.4h2zm11-7.8h-2v-3.4h2zm-11 0h-2v-3.4h2z",
    },
    Part {
        role: Role::Own,
        path: "m5.4 4.2q-.6 4.4-5.4 4.4t-5.4-4.4v-9.8q0-2.6 2.6-2.6h5.6q2.6 0 2.6 2.6z",
    },
    Part { role: Role::Light, path: "m3.9 3.4q-3.9 2-7.8 0l.7-2q3.2 .9 6.4 0z" },
];

/// A car whose letter is written behind its windscreen.
const fn car(parts: &'static [Part], below: i8) -> Figure {
    let letter = Some(Letter { size: 6, below });
    Figure { name: "car", theme: Theme::Asphalt, parts, letter, is_directed: true }
}
