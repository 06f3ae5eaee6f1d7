//! What a game's pieces look like, as data: a game brings its figures, and whoever draws boards
//! knows paths and colours, and no game.

/// The drawing of a piece, in a square of 20 by 20 units with 0 0 in its middle. It may leave the
/// rim of one unit free, where marks are drawn.
///
/// ```
/// use rules::figure::{Figure, Part, Role, Theme};
/// use rules::{Piece, Side};
///
/// const CROWN: Part = Part { role: Role::Own, path: "m-6 7v-12l3 4 3-6 3 6 3-4v12z" };
/// const KING: Figure = Figure::new("king", Theme::Wood, &[CROWN]);
/// assert_eq!(Piece::Figure(&KING, Some(Side::First)).side(), Some(Side::First));
/// ```
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Figure {
    /// One word for pieces of this kind. A page moves a piece only to a piece of its name.
    pub name: &'static str,
    /// The colours of boards that have such a figure.
    pub theme: Theme,
    /// The parts, from the lowest to the topmost.
    pub parts: &'static [Part],
    /// Where the square's character is written on the figure. A figure that looks like its
    /// character needs no letter.
    pub letter: Option<Letter>,
    /// Whether the figure points somewhere, so that it is turned with the board.
    pub is_directed: bool,
}

impl Figure {
    /// A figure without a letter that looks the same on a turned board.
    #[must_use]
    pub const fn new(name: &'static str, theme: Theme, parts: &'static [Part]) -> Figure {
        Figure { name, theme, parts, letter: None, is_directed: false }
    }
}

/// A surface or a line of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// What the part is painted with.
    pub role: Role,
    /// The path in the language of SVG, beginning with a relative move from the middle.
    pub path: &'static str,
}

/// What a part is painted with. Each medium has its colours, dark ones and light ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A shadow on the board.
    Shadow,
    /// A surface in the colour of the piece's side.
    Own,
    /// A line in the colour of the piece's side.
    OwnLine,
    /// A surface in the colour of what belongs to nobody.
    Nobody,
    /// A surface in the colour of a prize.
    Prize,
    /// A line on a prize.
    PrizeLine,
    /// Dark details.
    Dark,
    /// Light details.
    Light,
    /// A reflection of light on a surface.
    Gloss,
    /// A thin line on a surface, which hardly shows.
    Rim,
}

impl Role {
    /// The role's name in style sheets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Shadow => "shadow",
            Role::Own => "own",
            Role::OwnLine => "own-line",
            Role::Nobody => "nobody",
            Role::Prize => "prize",
            Role::PrizeLine => "prize-line",
            Role::Dark => "dark",
            Role::Light => "light",
            Role::Gloss => "gloss",
            Role::Rim => "rim",
        }
    }
}

/// Where a figure's character is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Letter {
    /// The height of the type in units.
    pub size: u8,
    /// How far below the middle of the square the middle of the character is, in units.
    pub below: i8,
}

/// The ground of a board and the colours of the sides on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Wood, with blue and orange pieces.
    Wood,
    /// Green felt, with black and white pieces.
    Felt,
    /// Asphalt, with red and green pieces.
    Asphalt,
}

impl Theme {
    /// The theme's name in style sheets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Felt => "felt",
            Theme::Asphalt => "asphalt",
        }
    }
}
