//! The Python module `ludoteka._ludoteka`. The package `ludoteka`, in `python/`, offers its names.
//!
//! The module knows no game. It opens games by name, as the command line does, and hands positions
//! to Python as [`rules::State`]s. Text for people comes from the games; this crate only draws it.

mod analysis;
mod batch;
mod board_text;
mod errors_in_python;
mod opened;
mod patience;
mod positions;
mod proof;
mod regret;
mod svg;

use pyo3::pymodule;

/// Rules, engines and solvers of five board games.
#[pymodule(name = "_ludoteka")]
mod module {
    #[pymodule_export]
    use crate::analysis::{Engine, solve, values};
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::errors_in_python::IllegalMove;
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::positions::{Game, Position, game, games, restore};
    #[pymodule_export]
    use crate::proof::proved;
    #[pymodule_export]
    use crate::regret::regret;
}
