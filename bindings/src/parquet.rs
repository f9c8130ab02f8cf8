//! Writing tables: `NumPy` columns to the bytes of a Parquet file.

use std::collections::BTreeMap;

use guandan_core::parquet::{Column, Values, write};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::args::{Argument, items, optional, whole, wrong_type};
use super::errors::{OrRaise, guarded};

/// A `NumPy` column of one of the types that tables have.
enum Array<'py> {
    U8(PyReadonlyArray1<'py, u8>),
    U16(PyReadonlyArray1<'py, u16>),
    U32(PyReadonlyArray1<'py, u32>),
    U64(PyReadonlyArray1<'py, u64>),
    I32(PyReadonlyArray1<'py, i32>),
}

impl Array<'_> {
    fn values(&self) -> PyResult<Values<'_>> {
        Ok(match self {
            Array::U8(array) => Values::U8(array.as_slice()?),
            Array::U16(array) => Values::U16(array.as_slice()?),
            Array::U32(array) => Values::U32(array.as_slice()?),
            Array::U64(array) => Values::U64(array.as_slice()?),
            Array::I32(array) => Values::I32(array.as_slice()?),
        })
    }
}

/// A column as Python has it: name, array, which values are there, categories.
struct ColumnLike<'py> {
    name: String,
    array: Array<'py>,
    valid: Option<PyReadonlyArray1<'py, bool>>,
    categories: Option<Vec<String>>,
}

impl<'py> Argument<'py> for ColumnLike<'py> {
    fn read(what: &str, given: &Bound<'py, PyAny>) -> PyResult<ColumnLike<'py>> {
        let parts = items(what, given)?;
        let [name, array, valid, categories] = parts.as_slice() else {
            return Err(wrong_type(what, "(name, array, valid, categories)", given));
        };
        let some = |part: &Bound<'py, PyAny>| (!part.is_none()).then(|| part.clone());
        let flags = |valid: Bound<'py, PyAny>| {
            let flags = valid.extract::<PyReadonlyArray1<'py, bool>>();
            flags.map_err(|_| wrong_type(&format!("{what}, valid"), "an array of bool or None", &valid))
        };
        Ok(ColumnLike {
            name: String::read(&format!("{what}, name"), name)?,
            array: Array::read(&format!("{what}, array"), array)?,
            valid: some(valid).map(flags).transpose()?,
            categories: optional(&format!("{what}, categories"), some(categories).as_ref())?,
        })
    }
}

impl<'py> Argument<'py> for Array<'py> {
    fn read(what: &str, given: &Bound<'py, PyAny>) -> PyResult<Array<'py>> {
        let found = given.extract().map(Array::U8);
        let found = found.or_else(|_| given.extract().map(Array::U16));
        let found = found.or_else(|_| given.extract().map(Array::U32));
        let found = found.or_else(|_| given.extract().map(Array::U64));
        let found = found.or_else(|_| given.extract().map(Array::I32));
        found.map_err(|_| wrong_type(what, "an array of uint8, uint16, uint32, uint64 or int32", given))
    }
}

/// The texts by name given for the argument called `what`.
pub(super) fn texts_of(what: &str, given: &Bound<'_, PyAny>) -> PyResult<BTreeMap<String, String>> {
    let given = given.cast::<PyDict>().map_err(|_| wrong_type(what, "a dict of texts", given))?;
    given.iter().map(|(name, text)| Ok((String::read(what, &name)?, String::read(what, &text)?))).collect()
}

/// Writes columns as the bytes of a Parquet file.
///
/// A column is a tuple (name, array, valid, categories). `valid` is a boolean array that is false where the value is
/// missing, or None when all are there. With categories the array holds uint8 codes; otherwise it is uint8, uint16,
/// uint32, uint64 or int32. `metadata` is written into the file. A row group has `group_rows` rows. Other Python
/// threads run meanwhile.
///
/// Raises `GuandanError` for columns that do not form a table.
///
/// >>> import numpy as np
/// >>> from guandan_sim._core import parquet
/// >>> parquet([("seat", np.arange(4, dtype=np.uint8), None, None)], {}, 1000)[:4]
/// b'PAR1'
#[pyfunction]
#[pyo3(signature = (columns, metadata, group_rows))]
pub(super) fn parquet<'py>(
    py: Python<'py>,
    columns: &Bound<'py, PyAny>,
    metadata: &Bound<'py, PyAny>,
    group_rows: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let columns: Vec<ColumnLike<'py>> = Argument::read("columns", columns)?;
    let metadata = texts_of("metadata", metadata)?;
    let group_rows = whole("group_rows", group_rows, 1..=u64::MAX)? as usize;
    let columns: Vec<Column<'_>> = columns
        .iter()
        .map(|ColumnLike { name, array, valid, categories }| {
            let valid = valid.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
            Ok(Column { name, values: array.values()?, valid, categories: categories.as_deref() })
        })
        .collect::<PyResult<_>>()?;
    file(py, &columns, metadata, group_rows)
}

/// The bytes of a file with these columns.
pub(super) fn file<'py>(
    py: Python<'py>,
    columns: &[Column<'_>],
    metadata: BTreeMap<String, String>,
    group_rows: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let metadata: Vec<(String, String)> = metadata.into_iter().collect();
    let file = guarded(|| py.detach(|| write(columns, &metadata, group_rows)).or_raise())?;
    Ok(PyBytes::new(py, &file))
}
