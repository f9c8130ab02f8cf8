//! Write one column chunk: a dictionary page, where the column has a dictionary, and one data page.

use std::borrow::Cow;
use std::ops::Range;

use polars_parquet_format::thrift::protocol::TCompactOutputProtocol;
use polars_parquet_format::{
    ColumnChunk, ColumnMetaData, CompressionCodec, DataPageHeader, DictionaryPageHeader, Encoding, PageHeader,
    PageType, Statistics,
};
use zstd::bulk::Compressor;

use super::encode::{Number, delta, hybrid, width_of};
use super::{Column, ParquetError, Values, physical_type};

/// The fastest level of zstd. Encoded pages are small already, so that higher levels gain little.
const COMPRESSION_LEVEL: i32 = 1;

/// A file that is being written, and the buffers that all its pages use.
pub(super) struct Pages {
    file: Vec<u8>,
    compressor: Compressor<'static>,
    /// The data page in progress.
    plain: Vec<u8>,
    compressed: Vec<u8>,
    /// Dictionary indices to be packed.
    small: Vec<u8>,
}

/// The most entries of a dictionary. An index is one byte.
const INDICES: usize = 1 << 8;
/// The largest difference between two numbers of a dictionary, plus one.
const WIDEST: usize = 1 << 16;

/// How the values of a data page are encoded, and their statistics.
struct Encoded {
    encoding: Encoding,
    /// The dictionary page and the number of its entries.
    dictionary: Option<(Vec<u8>, usize)>,
    /// The number of values that are present.
    present: usize,
    limits: Option<(Vec<u8>, Vec<u8>)>,
}

fn failed(error: &impl std::fmt::Display) -> ParquetError {
    ParquetError::Compression(error.to_string())
}

impl Pages {
    pub(super) fn new(file: Vec<u8>) -> Result<Pages, ParquetError> {
        let compressor = Compressor::new(COMPRESSION_LEVEL).map_err(|error| failed(&error))?;
        Ok(Pages { file, compressor, plain: Vec::new(), compressed: Vec::new(), small: Vec::new() })
    }

    /// The number of bytes written so far.
    pub(super) fn position(&self) -> i64 {
        self.file.len() as i64
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.file
    }

    /// Writes the values of a column in the range `rows` as one column chunk.
    pub(super) fn column(&mut self, column: &Column<'_>, rows: Range<usize>) -> Result<ColumnChunk, ParquetError> {
        let count = rows.len();
        let valid = column.valid.map(|valid| &valid[rows.clone()]);
        self.levels(valid);
        let encoded = match (column.values, column.categories) {
            (Values::U8(codes), Some(categories)) => {
                self.codes(&present(&codes[rows], valid), column.name, categories)?
            }
            (Values::U8(values), None) => self.numbers(&present(&values[rows], valid)),
            (Values::U16(values), _) => self.numbers(&present(&values[rows], valid)),
            (Values::U32(values), _) => self.numbers(&present(&values[rows], valid)),
            (Values::U64(values), _) => self.numbers(&present(&values[rows], valid)),
            (Values::I32(values), _) => self.numbers(&present(&values[rows], valid)),
            (Values::Text(bytes, ends), _) => self.texts(bytes, ends, rows, valid),
        };
        self.chunk(column, count, encoded)
    }

    /// Begins the data page with the definition levels, which say which values are present.
    fn levels(&mut self, valid: Option<&[bool]>) {
        self.plain.clear();
        if let Some(valid) = valid {
            self.small.clear();
            self.small.extend(valid.iter().map(|&is_there| u8::from(is_there)));
            self.plain.extend_from_slice(&[0; 4]);
            hybrid(&mut self.plain, &self.small, 1);
            let length = self.plain.len() as u32 - 4;
            self.plain[..4].copy_from_slice(&length.to_le_bytes());
        }
    }

    /// Encodes numbers: as indices into a dictionary where that is short, otherwise as differences from one to the next.
    fn numbers<T: Number>(&mut self, values: &[T]) -> Encoded {
        let Some((least, most)) = limits(values) else { return NOTHING };
        let limits = Some((T::bytes(least.stored()), T::bytes(most.stored())));
        let Some(entries) = self.dictionary(values, least, most) else {
            delta(&mut self.plain, values);
            let encoding = Encoding::DELTA_BINARY_PACKED;
            return Encoded { encoding, dictionary: None, present: values.len(), limits };
        };
        let dictionary = entries.iter().flat_map(|&above| T::bytes(least.stored().wrapping_add(above))).collect();
        indexed(&mut self.plain, &self.small, dictionary, entries.len() as u64 - 1, limits)
    }

    /// Turns numbers into indices of a dictionary. Returns its entries, each as the difference to `least`: all numbers of the
    /// range where these are few, otherwise those that occur. Returns `None` where there would be too many, as for running
    /// numbers.
    fn dictionary<T: Number>(&mut self, values: &[T], least: T, most: T) -> Option<Vec<i64>> {
        let least = least.stored();
        let above = |value: T| T::wrapped(value.stored().wrapping_sub(least)) as usize;
        let spread = above(most);
        if spread >= values.len().min(WIDEST) {
            return None;
        }
        self.small.clear();
        if spread < INDICES {
            // Every number of the range has an entry, so that an index is the difference to `least`.
            self.small.extend(values.iter().map(|&value| above(value) as u8));
            return Some((0..=spread as i64).collect());
        }
        let mut occurs = vec![false; spread + 1];
        for &value in values {
            occurs[above(value)] = true;
        }
        let entries: Vec<i64> = (0..=spread as i64).filter(|&above| occurs[above as usize]).collect();
        if entries.len() > INDICES {
            return None;
        }
        let mut index_of = vec![0; spread + 1];
        for (&above, index) in entries.iter().zip(0..=u8::MAX) {
            index_of[above as usize] = index;
        }
        self.small.extend(values.iter().map(|&value| index_of[above(value)]));
        Some(entries)
    }

    /// Encodes codes of categories; the dictionary holds the texts of the categories.
    fn codes(&mut self, codes: &[u8], name: &str, categories: &[String]) -> Result<Encoded, ParquetError> {
        let Some((_, most)) = limits(codes) else { return Ok(NOTHING) };
        let Some(categories) = categories.get(..=usize::from(most)) else {
            return Err(ParquetError::Code { name: name.to_owned(), code: most });
        };
        let entry = |text: &String| [&(text.len() as u32).to_le_bytes()[..], text.as_bytes()].concat();
        let dictionary = categories.iter().flat_map(entry).collect();
        Ok(indexed(&mut self.plain, codes, dictionary, most.into(), None))
    }

    /// Encodes texts plainly. Few of them are equal; the compressor finds what they share.
    fn texts(&mut self, bytes: &[u8], ends: &[usize], rows: Range<usize>, valid: Option<&[bool]>) -> Encoded {
        let (mut present, first) = (0, rows.start);
        for row in rows {
            if valid.is_some_and(|valid| !valid[row - first]) {
                continue;
            }
            let begun = if row == 0 { 0 } else { ends[row - 1] };
            self.plain.extend_from_slice(&((ends[row] - begun) as u32).to_le_bytes());
            self.plain.extend_from_slice(&bytes[begun..ends[row]]);
            present += 1;
        }
        Encoded { present, ..NOTHING }
    }

    /// Compresses and writes the pages of `count` values.
    fn chunk(&mut self, column: &Column<'_>, count: usize, encoded: Encoded) -> Result<ColumnChunk, ParquetError> {
        let begun = self.position();
        let mut uncompressed = 0;
        let mut encodings = vec![Encoding::RLE, encoded.encoding];
        let dictionary_page_offset = encoded.dictionary.is_some().then_some(begun);
        if let Some((dictionary, entries)) = encoded.dictionary {
            encodings.push(Encoding::PLAIN);
            let header = DictionaryPageHeader {
                num_values: entries as i32,
                encoding: Encoding::PLAIN,
                is_sorted: Some(column.categories.is_none()),
            };
            uncompressed += self.page(PageType::DICTIONARY_PAGE, &dictionary, None, Some(header))?;
        }
        let data_page_offset = self.position();
        let header = DataPageHeader {
            num_values: count as i32,
            encoding: encoded.encoding,
            definition_level_encoding: Encoding::RLE,
            repetition_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let page = std::mem::take(&mut self.plain);
        uncompressed += self.page(PageType::DATA_PAGE, &page, Some(header), None)?;
        self.plain = page;
        let (min_value, max_value) = encoded.limits.unzip();
        let statistics = Statistics {
            max: None,
            min: None,
            null_count: Some((count - encoded.present) as i64),
            distinct_count: None,
            is_max_value_exact: max_value.is_some().then_some(true),
            is_min_value_exact: min_value.is_some().then_some(true),
            max_value,
            min_value,
        };
        let meta = ColumnMetaData {
            type_: physical_type(column),
            encodings,
            path_in_schema: vec![column.name.to_owned()],
            codec: CompressionCodec::ZSTD,
            num_values: count as i64,
            total_uncompressed_size: uncompressed,
            total_compressed_size: self.position() - begun,
            key_value_metadata: None,
            data_page_offset,
            index_page_offset: None,
            dictionary_page_offset,
            statistics: Some(statistics),
            encoding_stats: None,
            bloom_filter_offset: None,
            bloom_filter_length: None,
            size_statistics: None,
        };
        Ok(ColumnChunk {
            file_path: None,
            file_offset: begun,
            meta_data: Some(meta),
            offset_index_offset: None,
            offset_index_length: None,
            column_index_offset: None,
            column_index_length: None,
            crypto_metadata: None,
            encrypted_column_metadata: None,
        })
    }

    /// Writes one page; returns its size before compression, header included.
    fn page(
        &mut self,
        type_: PageType,
        plain: &[u8],
        data_page_header: Option<DataPageHeader>,
        dictionary_page_header: Option<DictionaryPageHeader>,
    ) -> Result<i64, ParquetError> {
        let bound = zstd::zstd_safe::compress_bound(plain.len());
        if self.compressed.len() < bound {
            self.compressed.resize(bound, 0);
        }
        let size = self.compressor.compress_to_buffer(plain, &mut self.compressed).map_err(|error| failed(&error))?;
        let header = PageHeader {
            type_,
            uncompressed_page_size: plain.len() as i32,
            compressed_page_size: size as i32,
            crc: None,
            data_page_header,
            index_page_header: None,
            dictionary_page_header,
            data_page_header_v2: None,
        };
        let begun = self.file.len();
        header
            .write_to_out_protocol(&mut TCompactOutputProtocol::new(&mut self.file))
            .map_err(|error| failed(&error))?;
        let header_size = self.file.len() - begun;
        self.file.extend_from_slice(&self.compressed[..size]);
        Ok((header_size + plain.len()) as i64)
    }
}

/// The encoding of a page without values, and of a plain page.
const NOTHING: Encoded = Encoded { encoding: Encoding::PLAIN, dictionary: None, present: 0, limits: None };

/// Appends dictionary indices to the page; `largest` is the index of the last entry.
fn indexed(
    page: &mut Vec<u8>,
    indices: &[u8],
    dictionary: Vec<u8>,
    largest: u64,
    limits: Option<(Vec<u8>, Vec<u8>)>,
) -> Encoded {
    let width = width_of(largest);
    page.push(width as u8);
    hybrid(page, indices, width);
    let dictionary = Some((dictionary, largest as usize + 1));
    Encoded { encoding: Encoding::RLE_DICTIONARY, dictionary, present: indices.len(), limits }
}

/// Returns the values that are present.
fn present<'a, T: Number>(values: &'a [T], valid: Option<&[bool]>) -> Cow<'a, [T]> {
    let Some(valid) = valid else { return Cow::Borrowed(values) };
    let there = valid.iter().filter(|&&is_there| is_there).count();
    if there == 0 || there == values.len() {
        return Cow::Borrowed(&values[..there]);
    }
    // A missing value is overwritten by the next one, so that the loop has no branch.
    let mut present = vec![T::default(); there + 1];
    let mut at = 0;
    for (&value, &is_there) in values.iter().zip(valid) {
        present[at] = value;
        at += usize::from(is_there);
    }
    present.truncate(there);
    Cow::Owned(present)
}

/// The smallest and the largest value; `None` for an empty column.
fn limits<T: Number>(values: &[T]) -> Option<(T, T)> {
    let &first = values.first()?;
    Some(values.iter().fold((first, first), |(least, most), &value| (least.min(value), most.max(value))))
}
