//! Tables as columns of plain vectors.
//!
//! Knows nothing of the game: a [`Spec`] says how a column is named, what it means and how it is read off a row.

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

/// Texts one behind the other.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Texts {
    /// All of them.
    pub bytes: Vec<u8>,
    /// Where each ends.
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

/// What a column's numbers stand for.
#[derive(Clone, PartialEq, Debug)]
pub enum Domain {
    /// Themselves.
    Number,
    /// The categories, by index.
    Enum(Arc<[String]>),
}

/// One column of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its name, shared by the columns made from one specification.
    pub name: Arc<str>,
    /// What it means and in which unit, for people.
    pub about: &'static str,
    /// What its numbers stand for.
    pub domain: Domain,
    /// The cells; where `valid` says no the number means nothing.
    pub values: Values,
    /// Whether each cell has a value; `None` when the column never lacks one.
    pub valid: Option<Vec<bool>>,
}

/// Columns of equal length.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Table {
    /// The columns in their fixed order.
    pub columns: Vec<Column>,
}

impl Table {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// The column of this name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| &*column.name == name)
    }

    /// The rows of tables with the same columns as `empty`, one table behind the other. Columns are put together side by side
    /// on the threads of the pool this runs in.
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

/// Does the same to the vector of any type.
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

    /// The type's name, as data frames call it.
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

/// A type of cell: a number, or one that may be missing.
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
pub(super) struct Spec<R> {
    empty: Column,
    fill: Fill<R>,
}

impl<R: 'static> Spec<R> {
    /// The column `name`, whose cell in each row is what `get` says.
    pub(super) fn new<C: Cell + 'static>(
        name: impl Into<Arc<str>>,
        about: &'static str,
        domain: Domain,
        get: impl Fn(&R) -> C + Send + Sync + 'static,
    ) -> Spec<R> {
        let (values, valid) = C::empty();
        let empty = Column { name: name.into(), about, domain, values, valid };
        let fill: Fill<R> = Box::new(move |rows, column| {
            C::extend(&mut column.values, column.valid.as_mut(), rows.iter().map(&get));
        });
        Spec { empty, fill }
    }
}

/// An empty table with room for `rows` rows.
pub(super) fn empty_table<R>(specs: &[Spec<R>], rows: usize) -> Table {
    let mut table = Table { columns: specs.iter().map(|spec| spec.empty.clone()).collect() };
    table.reserve(rows);
    table
}

/// Adds `rows` to the end of `table`.
pub(super) fn add_rows<R>(rows: &[R], specs: &[Spec<R>], table: &mut Table) {
    for (spec, column) in specs.iter().zip(&mut table.columns) {
        (spec.fill)(rows, column);
    }
}
