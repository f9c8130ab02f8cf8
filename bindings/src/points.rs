//! Titles by points.

use guandan_core::series::points;
use pyo3::prelude::*;

use super::args::{number_of, wrong_type};

/// The title of a player who has this total of points (docs/RULES.md R12.5).
///
/// >>> from guandan_sim._core import title
/// >>> title(0), title(11), title(5001)
/// ('笨蛋', '鸡蛋', '超级掼蛋')
#[pyfunction]
pub(super) fn title(points: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    let total = number_of(points).ok_or_else(|| wrong_type("points", "a whole number", points))?;
    Ok(points::title(total))
}
