//! What pairs of games prove: the numbers of `ludoteka.score`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stats::{Decision, Range, Sprt, Trial, elo_of, share, superiority};

/// What pairs of games prove, given the half points of the first player in each, from 0 to 4, in
/// their order. sprt has elo0, elo1, alpha and beta.
#[pyfunction]
#[pyo3(signature = (half_points, sprt = None))]
pub(crate) fn proved<'py>(
    py: Python<'py>,
    half_points: Vec<usize>,
    sprt: Option<[f64; 4]>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut pairs = [0; 5];
    for &points in &half_points {
        let pair = pairs.get_mut(points);
        *pair.ok_or_else(|| PyValueError::new_err("a pair has 0 to 4 half points"))? += 1;
    }
    let dict = PyDict::new(py);
    dict.set_item("pairs", pairs)?;
    let share = share(&pairs);
    let ends = |range: Range| (range.low, range.high);
    dict.set_item("share", share.map(|range| range.value))?;
    dict.set_item("share_95", share.map(ends))?;
    let elo = |range: Range| Range {
        value: elo_of(range.value),
        low: elo_of(range.low),
        high: elo_of(range.high),
    };
    dict.set_item("elo", share.map(|range| elo(range).value))?;
    dict.set_item("elo_95", share.map(|range| ends(elo(range))))?;
    dict.set_item("superiority", superiority(&pairs))?;
    if let Some([elo0, elo1, alpha, beta]) = sprt {
        let test = Sprt::new(elo0, elo1, alpha, beta)
            .map_err(|refused| PyValueError::new_err(refused.to_string()))?;
        let (bounds, mut trial) = (test.bounds(), Trial::new(test));
        half_points.into_iter().for_each(|points| trial.see(points));
        dict.set_item("ratio", trial.sprt().ratio(trial.pairs()))?;
        dict.set_item("bounds", (bounds[0], bounds[1]))?;
        dict.set_item(
            "accepted",
            trial.decision().map(|decision| match decision {
                Decision::AcceptH1 => "H1",
                Decision::AcceptH0 | Decision::Undecided { .. } => "H0",
            }),
        )?;
    }
    Ok(dict)
}
