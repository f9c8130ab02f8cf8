//! Tables as columns of plain vectors.
//!
//! Knows nothing of the game: a [`ColumnSpec`] says how a column is named, what it means and how it is read off a row.

use std::sync::Arc;

use arrayvec::ArrayString;
use rayon::prelude::*;

/// The cells of a column.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // the types say it
pub enum Values {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    I32(Vec<i32>),
    Text(Texts),
}

/// Texts, written one behind the other.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Texts {
    /// The bytes of all texts.
    pub bytes: Vec<u8>,
    /// Where each text ends in `bytes`.
    pub ends: Vec<usize>,
}

impl Texts {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn reserve_exact(&mut self, texts: usize) {
        self.ends.reserve_exact(texts);
    }

    fn extend_from_slice(&mut self, other: &Texts) {
        let begun = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|end| begun + end));
    }

    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(self.bytes.len());
    }
}

/// The words that the numbers of a column stand for, by number.
pub type Categories = Arc<[String]>;

/// One column of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// The name, shared by all columns made from one specification.
    pub name: Arc<str>,
    /// What the column means and in which unit, for people.
    pub about: &'static str,
    /// The words that the numbers stand for; `None` where they are plain numbers.
    pub categories: Option<Categories>,
    /// The cells. Where `valid` is false the cell means nothing.
    pub values: Values,
    /// Whether each cell has a value; `None` for a column in which none is missing.
    pub valid: Option<Vec<bool>>,
}

/// Columns of equal length.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Table {
    /// The columns, in the order in which they are written.
    pub columns: Vec<Column>,
}

impl Table {
    /// The number of rows; 0 for a table without columns.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// The column of this name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| &*column.name == name)
    }

    /// The rows of `parts`, one part behind the other; all of them have the columns of `empty`. The columns are put together
    /// in parallel, on the threads of the pool that this runs in.
    pub(super) fn of_parts(mut empty: Table, parts: Vec<Table>) -> Table {
        let rows = parts.iter().map(Table::rows).sum();
        let mut pieces: Vec<Vec<Column>> = vec![Vec::new(); empty.columns.len()];
        for part in parts {
            for (pieces, column) in pieces.iter_mut().zip(part.columns) {
                pieces.push(column);
            }
        }
        empty.columns.par_iter_mut().zip(pieces).for_each(|(column, pieces)| {
            column.reserve(rows);
            for piece in pieces {
                column.append(&piece);
            }
        });
        empty
    }

    /// Makes room for more rows.
    fn reserve(&mut self, rows: usize) {
        for column in &mut self.columns {
            column.reserve(rows);
        }
    }
}

impl Column {
    fn reserve(&mut self, rows: usize) {
        self.values.reserve(rows);
        if let Some(valid) = &mut self.valid {
            valid.reserve_exact(rows);
        }
    }

    /// Adds the cells of a column of the same type.
    fn append(&mut self, other: &Column) {
        self.values.append(&other.values);
        if let (Some(valid), Some(more)) = (&mut self.valid, &other.valid) {
            valid.extend_from_slice(more);
        }
    }
}

/// Evaluates an expression with `$cells` standing for the vector of cells, whatever its type is.
macro_rules! each_type {
    ($values:expr, $cells:ident => $do:expr) => {
        match $values {
            Values::U8($cells) => $do,
            Values::U16($cells) => $do,
            Values::U32($cells) => $do,
            Values::U64($cells) => $do,
            Values::I32($cells) => $do,
            Values::Text($cells) => $do,
        }
    };
}

impl Values {
    /// The number of cells.
    pub fn len(&self) -> usize {
        each_type!(self, cells => cells.len())
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of the type of the cells, as data frames call it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Values::U8(_) => "u8",
            Values::U16(_) => "u16",
            Values::U32(_) => "u32",
            Values::U64(_) => "u64",
            Values::I32(_) => "i32",
            Values::Text(_) => "text",
        }
    }

    fn reserve(&mut self, rows: usize) {
        each_type!(self, cells => cells.reserve_exact(rows));
    }

    fn append(&mut self, other: &Values) {
        match (self, other) {
            (Values::U8(cells), Values::U8(more)) => cells.extend_from_slice(more),
            (Values::U16(cells), Values::U16(more)) => cells.extend_from_slice(more),
            (Values::U32(cells), Values::U32(more)) => cells.extend_from_slice(more),
            (Values::U64(cells), Values::U64(more)) => cells.extend_from_slice(more),
            (Values::I32(cells), Values::I32(more)) => cells.extend_from_slice(more),
            (Values::Text(cells), Values::Text(more)) => cells.extend_from_slice(more),
            _ => unreachable!("the columns of one schema have one type"),
        }
    }
}

/// The type of a cell: a number or a short text, either of which may be missing.
pub(super) trait Cell: Sized {
    /// An empty column of this type.
    fn empty() -> (Values, Option<Vec<bool>>);
    /// Appends cells to such a column.
    fn extend(values: &mut Values, valid: Option<&mut Vec<bool>>, cells: impl Iterator<Item = Self> + Clone);
}

macro_rules! cells {
    ($($number:ty => $variant:ident)+) => {$(
        impl Cell for $number {
            fn empty() -> (Values, Option<Vec<bool>>) {
                (Values::$variant(Vec::new()), None)
            }

            fn extend(values: &mut Values, _: Option<&mut Vec<bool>>, cells: impl Iterator<Item = Self> + Clone) {
                if let Values::$variant(vector) = values {
                    vector.extend(cells);
                }
            }
        }

        impl Cell for Option<$number> {
            fn empty() -> (Values, Option<Vec<bool>>) {
                (Values::$variant(Vec::new()), Some(Vec::new()))
            }

            fn extend(values: &mut Values, valid: Option<&mut Vec<bool>>, cells: impl Iterator<Item = Self> + Clone) {
                if let (Values::$variant(vector), Some(valid)) = (values, valid) {
                    vector.extend(cells.clone().map(Option::unwrap_or_default));
                    valid.extend(cells.map(|cell| cell.is_some()));
                }
            }
        }
    )+};
}

cells! { u8 => U8 u16 => U16 u32 => U32 u64 => U64 i32 => I32 }

/// A short text that may be missing.
impl<const LENGTH: usize> Cell for Option<ArrayString<LENGTH>> {
    fn empty() -> (Values, Option<Vec<bool>>) {
        (Values::Text(Texts::default()), Some(Vec::new()))
    }

    fn extend(values: &mut Values, valid: Option<&mut Vec<bool>>, cells: impl Iterator<Item = Self> + Clone) {
        if let (Values::Text(texts), Some(valid)) = (values, valid) {
            for cell in cells {
                texts.push(cell.as_deref().unwrap_or_default());
                valid.push(cell.is_some());
            }
        }
    }
}

/// Reads one column off many rows of type `R`.
type Fill<R> = Box<dyn Fn(&[R], &mut Column) + Send + Sync>;

/// How a column is made from rows of type `R`.
pub(super) struct ColumnSpec<R> {
    empty: Column,
    fill: Fill<R>,
}

impl<R: 'static> ColumnSpec<R> {
    /// The column `name`, whose cell in each row is what `get` says.
    pub(super) fn new<C: Cell + 'static>(
        name: impl Into<Arc<str>>,
        about: &'static str,
        categories: Option<Categories>,
        get: impl Fn(&R) -> C + Send + Sync + 'static,
    ) -> ColumnSpec<R> {
        let (values, valid) = C::empty();
        let empty = Column { name: name.into(), about, categories, values, valid };
        let fill: Fill<R> = Box::new(move |rows, column| {
            C::extend(&mut column.values, column.valid.as_mut(), rows.iter().map(&get));
        });
        ColumnSpec { empty, fill }
    }
}

/// An empty table with room for `rows` rows.
pub(super) fn empty_table<R>(specs: &[ColumnSpec<R>], rows: usize) -> Table {
    let mut table = Table { columns: specs.iter().map(|spec| spec.empty.clone()).collect() };
    table.reserve(rows);
    table
}

/// Adds `rows` to the end of `table`.
pub(super) fn add_rows<R>(rows: &[R], specs: &[ColumnSpec<R>], table: &mut Table) {
    for (spec, column) in specs.iter().zip(&mut table.columns) {
        (spec.fill)(rows, column);
    }
}
