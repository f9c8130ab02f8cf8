//! Titles by points.

use pyo3::prelude::*;

use crate::series::points;

/// The title of a player who has this total of points (docs/RULES.md R12.5).
///
/// >>> from guandan_sim._core import title
/// >>> title(0), title(11), title(5001)
/// ('笨蛋', '鸡蛋', '超级掼蛋')
#[pyfunction]
pub(super) fn title(points: i64) -> &'static str {
    points::title(points)
}
