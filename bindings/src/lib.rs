//! The module `guandan_sim._core`: the types and functions of the crate `guandan_core` for Python, wrapped thinly.
//!
//! The only crate that names pyo3 and numpy. The doc comments here are what `help()` shows; the types are in
//! `python/guandan_sim/_core.pyi`.

// The documentation is for Python, whose lists of text look like links; arguments come owned from the interpreter; methods
// that only refuse take `self` as Python calls them; what a pickle holds is a tuple of as many types.
#![allow(clippy::doc_link_with_quotes, clippy::needless_pass_by_value, clippy::type_complexity, clippy::unused_self)]

mod args;
mod batch;
mod deal;
mod errors;
mod evaluate;
mod events;
mod failures;
mod given;
mod hand;
mod html;
mod object;
mod parquet;
mod perft;
mod pickles;
mod play;
mod points;
mod public;
mod records;
mod rollout;
mod rules;
mod simulate;
mod solve;
mod stepped;
mod strategies;
mod strategy_objects;
mod timing;
mod vec;
mod view;
mod wait;

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The hash that a Python object with this value has.
fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Says which build of the engine is loaded: its `version`, its `profile` (`release` or `debug`) and its `target`
/// processor.
#[pyfunction]
fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let info = PyDict::new(py);
    info.set_item("version", env!("CARGO_PKG_VERSION"))?;
    info.set_item("profile", if cfg!(debug_assertions) { "debug" } else { "release" })?;
    info.set_item("target", std::env::consts::ARCH)?;
    info.set_item("instructions", if cfg!(target_feature = "avx2") { "x86-64-v3" } else { "baseline" })?;
    Ok(info)
}

/// The engine of guandan-sim.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::{
        args::check_whole,
        batch::{PyLegals, PyViews},
        build_info,
        deal::PyDeal,
        evaluate::{PyHandEvaluation, evaluate_hand},
        hand::PyHand,
        parquet::parquet,
        perft::{count, perft_divide},
        pickles::{deal, evaluation, play, vec_deals, view},
        play::{PyPlay, classify, legal_plays},
        points::title,
        records::{PyRecordVerifier, read_record},
        rollout::rollout,
        rules::PyRules,
        simulate::{PyPart, PySimulator},
        solve::solve,
        stepped::PySteppedMatch,
        strategies::{PyStrategy, strategies},
        timing::time_actions,
        vec::PyVecDeals,
        view::PyView,
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::rules::add_fields(module.py())
    }
}
