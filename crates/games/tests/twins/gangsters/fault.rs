//! The mistakes of a Gangsters program, and the rules that they change.
use super::{DIRECTIONS, GREEN, Gangsters, RED, Square};

faults! {
    /// Forgets direction 0.
    ForgetsUp,
    /// Forgets direction 1.
    ForgetsUpRight,
    /// Forgets direction 2.
    ForgetsRight,
    /// Forgets direction 3.
    ForgetsDownRight,
    /// Forgets direction 4.
    ForgetsDown,
    /// Forgets direction 5.
    ForgetsDownLeft,
    /// Forgets direction 6.
    ForgetsLeft,
    /// Forgets direction 7.
    ForgetsUpLeft,
    /// Counts directions counterclockwise.
    DirectionsAntiClockwise,
    /// Takes direction 0 to point right instead of up.
    DirectionsFromRight,
    /// Counts rows from the top.
    RowsFromTop,
    /// Moves the cash box along rows and columns only.
    BoxNeverDiagonal,
    /// Moves cars along rows and columns only.
    CarsNeverDiagonal,
    /// Moves the cash box one square instead of sliding it.
    BoxMovesOneStep,
    /// Moves cars one square instead of sliding them.
    CarsMoveOneStep,
    /// Lets the cash box stay where it is.
    BoxMayStay,
    /// Lets the car stay where it is.
    CarsMayStay,
    /// Moves the car while the cash box still stands on its old square.
    MovesCarBeforeBox,
    /// Slides through pillars.
    IgnoresPillars,
    /// Slides the cash box through cars.
    BoxPassesCars,
    /// Slides cars through cars.
    CarsPassCars,
    /// Slides cars through the cash box.
    CarsPassBox,
    /// Parks a car where a pillar stands.
    ParksOnPillars,
    /// Moves the cars of the opponent.
    MovesOthersCars,
    /// Moves the cars of either player.
    MovesAnyCar,
    /// Allows a turn that moves only the cash box, if no car can move afterwards.
    AllowsBoxAlone,
    /// Moves a car after parking the cash box.
    MovesCarAfterParking,
    /// Ends the game only if the box stops in the mover's own car park.
    EndsOnOwnParkingOnly,
    /// Lets green start.
    GreenStarts,
    /// Reads m before n.
    ReadsHeightFirst,
    /// Reads the cash box's row before its column.
    ReadsBoxRowFirst,
    /// Reads the pillars' rows before their columns.
    ReadsPillarRowFirst,
    /// Writes the car's row before its column.
    WritesRowFirst,
    /// Plays on past the limit.
    IgnoresLimit,
    /// Reads a limit of 0 as "no moves are allowed" instead of "there is no limit".
    ZeroIsALimit,
    /// Applies the limit for each player to the moves of both players together.
    LimitsBothTogether,
    /// Ends the game too late: each player makes one more move.
    LimitOneTooLate,
    /// Ends the game too early: each player makes one move less.
    LimitOneTooEarly,
    /// Ends the game as soon as red has made all its moves.
    EndsAtRedsLimit,
    /// Lets a player win if the cash box stands in the other player's car park.
    SwapsParkings,
    /// Treats the player who moved the cash box into a car park as the winner.
    ParkerWins,
    /// Lets a player without a complete turn win.
    StuckWins,
    /// Calls a game a draw if a player has no complete turn.
    StuckDraws,
    /// Lets a player without a complete turn lose even if the limit has been reached.
    StuckBeforeLimit,
    /// Does not make its own moves on its board.
    ForgetsOwnMoves,
    /// Does not make the opponent's moves on its board.
    ForgetsTheirMoves,
}

impl Fault {
    /// The mistakes that show only in cases beyond the rules' text.
    pub const BEYOND_TEXT: &[Fault] = &[Fault::ParksOnPillars];

    /// The mistakes that affect only the result. A conversation with the program does not show
    /// these mistakes.
    pub const OF_RESULT: &[Fault] = &[
        Fault::SwapsParkings,
        Fault::ParkerWins,
        Fault::StuckWins,
        Fault::StuckDraws,
        Fault::StuckBeforeLimit,
    ];
}

const FORGOTTEN: [Fault; 8] = [
    Fault::ForgetsUp,
    Fault::ForgetsUpRight,
    Fault::ForgetsRight,
    Fault::ForgetsDownRight,
    Fault::ForgetsDown,
    Fault::ForgetsDownLeft,
    Fault::ForgetsLeft,
    Fault::ForgetsUpLeft,
];

fn is_diagonal(direction: usize) -> bool {
    direction % 2 == 1
}

impl Gangsters {
    pub(super) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Changes the start position to that of the mistaken program.
    pub(super) fn misread(&mut self) {
        match self.fault {
            Some(Fault::GreenStarts) => self.to_move = GREEN,
            Some(Fault::ReadsHeightFirst) => (self.n, self.m) = (self.m, self.n),
            Some(Fault::ReadsBoxRowFirst) => self.cash_box = swapped(self.cash_box),
            Some(Fault::ReadsPillarRowFirst) => {
                self.pillars = self.pillars.iter().copied().map(swapped).collect();
            }
            _ => {}
        }
    }

    /// The step that the cash box takes in the direction with this number; `None` if the mistaken
    /// program does not know the direction.
    pub(super) fn box_direction(&self, number: usize) -> Option<Square> {
        let is_known = !(self.has(Fault::BoxNeverDiagonal) && is_diagonal(number));
        self.direction(number).filter(|_| is_known)
    }

    /// The step that a car takes in the direction with this number; `None` if the mistaken program
    /// does not know the direction.
    pub(super) fn car_direction(&self, number: usize) -> Option<Square> {
        let is_known = !(self.has(Fault::CarsNeverDiagonal) && is_diagonal(number));
        self.direction(number).filter(|_| is_known)
    }

    fn direction(&self, number: usize) -> Option<Square> {
        match self.fault {
            Some(Fault::DirectionsAntiClockwise) => Some(DIRECTIONS[(8 - number) % 8]),
            Some(Fault::DirectionsFromRight) => Some(DIRECTIONS[(number + 2) % 8]),
            Some(Fault::RowsFromTop) => Some(DIRECTIONS[(12 - number) % 8]),
            fault if fault == Some(FORGOTTEN[number]) => None,
            _ => Some(DIRECTIONS[number]),
        }
    }

    /// The squares that stop the cash box: pillars and all cars.
    pub(super) fn obstacles_to_box(&self) -> Vec<Square> {
        match self.fault {
            Some(Fault::IgnoresPillars) => self.cars(),
            Some(Fault::BoxPassesCars) => self.pillars.clone(),
            _ => [self.pillars.clone(), self.cars()].concat(),
        }
    }

    /// The squares that stop a car: pillars, all cars and the cash box.
    pub(super) fn obstacles_to_cars(&self) -> Vec<Square> {
        let cash_box = vec![self.cash_box];
        match self.fault {
            Some(Fault::IgnoresPillars) => [self.cars(), cash_box].concat(),
            Some(Fault::CarsPassCars) => [self.pillars.clone(), cash_box].concat(),
            Some(Fault::CarsPassBox) => [self.pillars.clone(), self.cars()].concat(),
            _ => [self.pillars.clone(), self.cars(), cash_box].concat(),
        }
    }

    /// Whether the cash box stands in a car park after a slide by this player.
    pub(super) fn is_parked(&self, mover: u8) -> bool {
        let row = self.cash_box.1;
        match self.fault {
            Some(Fault::EndsOnOwnParkingOnly) if mover == RED => row == 1,
            Some(Fault::EndsOnOwnParkingOnly) => row == self.m,
            _ => row == 1 || row == self.m,
        }
    }

    /// Whether both players have made all their moves.
    pub(super) fn is_at_limit(&self) -> bool {
        let limited = self.limit > 0;
        match self.fault {
            Some(Fault::IgnoresLimit) => false,
            Some(Fault::ZeroIsALimit) => self.played >= 2 * self.limit,
            Some(Fault::LimitsBothTogether) => limited && self.played >= self.limit,
            Some(Fault::LimitOneTooLate) => limited && self.played >= 2 * self.limit + 2,
            Some(Fault::LimitOneTooEarly) => limited && self.played + 2 >= 2 * self.limit,
            Some(Fault::EndsAtRedsLimit) => limited && self.played + 1 >= 2 * self.limit,
            _ => limited && self.played >= 2 * self.limit,
        }
    }

    /// The result if the box stands in a car park: the owner of the car park wins, whoever moved
    /// the box.
    pub(super) fn result_of_parking(&self) -> i32 {
        let owner = if self.cash_box.1 == 1 { 1 } else { -1 };
        match self.fault {
            Some(Fault::SwapsParkings) => -owner,
            Some(Fault::ParkerWins) => -self.sign(),
            _ => owner,
        }
    }

    /// The result if the player to move has no complete turn: this player loses.
    pub(super) fn result_without_turns(&self) -> i32 {
        match self.fault {
            Some(Fault::StuckWins) => self.sign(),
            Some(Fault::StuckDraws) => 0,
            _ => -self.sign(),
        }
    }

    pub(super) fn loses_before_limit(&self) -> bool {
        self.has(Fault::StuckBeforeLimit) && self.turns().is_empty()
    }

    /// Red's margin if the player to move wins.
    fn sign(&self) -> i32 {
        if self.to_move == RED { 1 } else { -1 }
    }
}

fn swapped((col, row): Square) -> Square {
    (row, col)
}
