//! Column chunks: a dictionary page where there is a dictionary, and one data page.

use std::ops::Range;

use polars_parquet_format::thrift::protocol::TCompactOutputProtocol;
use polars_parquet_format::{
    ColumnChunk, ColumnMetaData, CompressionCodec, DataPageHeader, DictionaryPageHeader, Encoding, PageHeader,
    PageType, Statistics,
};
use zstd::bulk::Compressor;

use super::encode::{delta, hybrid, width_of};
use super::{Column, ParquetError, Values, physical_type};

/// Of zstd's levels the fastest; what is left to compress is small.
const COMPRESSION_LEVEL: i32 = 1;

/// A file being written, with buffers that its pages share.
pub(super) struct Pages {
    file: Vec<u8>,
    compressor: Compressor<'static>,
    plain: Vec<u8>,
    compressed: Vec<u8>,
    indices: Vec<u16>,
    wide: Vec<i64>,
}

/// What a data page holds beside its definition levels.
struct Encoded {
    encoding: Encoding,
    dictionary: Option<(Vec<u8>, usize)>,
    body: Vec<u8>,
    /// How many values are not missing.
    present: usize,
    limits: Option<(Vec<u8>, Vec<u8>)>,
}

fn failed(error: &impl std::fmt::Display) -> ParquetError {
    ParquetError::Compression(error.to_string())
}

impl Pages {
    pub(super) fn new(file: Vec<u8>) -> Result<Pages, ParquetError> {
        let compressor = Compressor::new(COMPRESSION_LEVEL).map_err(|error| failed(&error))?;
        let (plain, compressed, indices, wide) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Pages { file, compressor, plain, compressed, indices, wide })
    }

    /// Where the next byte goes.
    pub(super) fn position(&self) -> i64 {
        self.file.len() as i64
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.file
    }

    /// Writes the `rows` of a column.
    pub(super) fn column(&mut self, column: &Column<'_>, rows: Range<usize>) -> Result<ColumnChunk, ParquetError> {
        let count = rows.len();
        let valid = column.valid.map(|valid| &valid[rows.clone()]);
        self.levels(valid);
        let encoded = match (column.values, column.categories) {
            (Values::U8(values), Some(categories)) => {
                self.indices.clear();
                self.indices.extend(present(&values[rows], valid).map(u16::from));
                match self.indices.iter().find(|&&code| code as usize >= categories.len()) {
                    Some(&code) => return Err(ParquetError::Code { name: column.name.to_owned(), code }),
                    None => self.indexed(texts(categories), categories.len(), None),
                }
            }
            (Values::U8(values), None) => self.numbers(present(&values[rows], valid).map(u16::from), u8::MAX.into()),
            (Values::U16(values), _) => self.numbers(present(&values[rows], valid), u16::MAX),
            (Values::U32(values), _) => {
                self.differences(present(&values[rows], valid), 32, |value| value as i32 as i64)
            }
            (Values::U64(values), _) => self.differences(present(&values[rows], valid), 64, |value| value as i64),
            (Values::I32(values), _) => self.differences(present(&values[rows], valid), 32, |value| value as i64),
            (Values::Text(bytes, ends), _) => plain_texts(bytes, ends, rows, valid),
        };
        self.chunk(column, count, encoded)
    }

    /// Puts the definition levels on the page: which values are there.
    fn levels(&mut self, valid: Option<&[bool]>) {
        self.plain.clear();
        if let Some(valid) = valid {
            self.indices.clear();
            self.indices.extend(valid.iter().map(|&is_there| u16::from(is_there)));
            self.plain.extend_from_slice(&[0; 4]);
            hybrid(&mut self.plain, &self.indices, 1);
            let length = self.plain.len() as u32 - 4;
            self.plain[..4].copy_from_slice(&length.to_le_bytes());
        }
    }

    /// Numbers up to `largest`, by a dictionary of those that occur.
    fn numbers(&mut self, values: impl Iterator<Item = u16>, largest: u16) -> Encoded {
        self.indices.clear();
        self.indices.extend(values);
        let mut occurs = vec![false; largest as usize + 1];
        for &value in &self.indices {
            occurs[value as usize] = true;
        }
        let mut index_of = vec![0u16; occurs.len()];
        let mut dictionary = Vec::new();
        let occurring = (0..=largest).filter(|&value| occurs[value as usize]);
        for (index, value) in occurring.enumerate() {
            index_of[value as usize] = index as u16;
            dictionary.extend_from_slice(&u32::from(value).to_le_bytes());
        }
        for value in &mut self.indices {
            *value = index_of[*value as usize];
        }
        let limits = dictionary.first_chunk::<4>().zip(dictionary.last_chunk::<4>());
        let limits = limits.map(|(least, most)| (least.to_vec(), most.to_vec()));
        let entries = dictionary.len() / 4;
        self.indexed(dictionary, entries, limits)
    }

    /// The indices at hand with their dictionary.
    fn indexed(&self, dictionary: Vec<u8>, entries: usize, limits: Option<(Vec<u8>, Vec<u8>)>) -> Encoded {
        if self.indices.is_empty() {
            // Readers do not expect indices into nothing.
            return Encoded { encoding: Encoding::PLAIN, dictionary: None, body: Vec::new(), present: 0, limits: None };
        }
        let width = width_of(entries as u64 - 1);
        let mut body = vec![width as u8];
        hybrid(&mut body, &self.indices, width);
        let (encoding, present) = (Encoding::RLE_DICTIONARY, self.indices.len());
        Encoded { encoding, dictionary: Some((dictionary, entries)), body, present, limits }
    }

    /// Numbers of 32 or 64 bits by their differences.
    fn differences<T: Copy + Ord + Into<i128>>(
        &mut self,
        values: impl Iterator<Item = T> + Clone,
        bits: u32,
        stored: impl Fn(T) -> i64,
    ) -> Encoded {
        self.wide.clear();
        self.wide.extend(values.clone().map(stored));
        let bytes = |value: T| value.into().to_le_bytes()[..bits as usize / 8].to_vec();
        let limits = values.clone().min().zip(values.max()).map(|(least, most)| (bytes(least), bytes(most)));
        let mut body = Vec::new();
        delta(&mut body, &self.wide, bits);
        Encoded { encoding: Encoding::DELTA_BINARY_PACKED, dictionary: None, body, present: self.wide.len(), limits }
    }

    /// Writes the pages of `count` values.
    fn chunk(&mut self, column: &Column<'_>, count: usize, encoded: Encoded) -> Result<ColumnChunk, ParquetError> {
        let begun = self.position();
        let mut uncompressed = 0;
        let mut encodings = vec![Encoding::RLE, encoded.encoding];
        let dictionary_page_offset = encoded.dictionary.is_some().then_some(begun);
        let mut levels = std::mem::take(&mut self.plain);
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
        levels.extend_from_slice(&encoded.body);
        uncompressed += self.page(PageType::DATA_PAGE, &levels, Some(header), None)?;
        self.plain = levels;
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
        self.compressed.resize(zstd::zstd_safe::compress_bound(plain.len()), 0);
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

/// The values that are not missing.
fn present<T: Copy>(values: &[T], valid: Option<&[bool]>) -> impl Iterator<Item = T> + Clone {
    values.iter().enumerate().filter(move |&(i, _)| valid.is_none_or(|valid| valid[i])).map(|(_, &value)| value)
}

/// Texts as they are: few of them are alike, and what they share is left to the compressor.
fn plain_texts(bytes: &[u8], ends: &[usize], rows: Range<usize>, valid: Option<&[bool]>) -> Encoded {
    let (mut body, mut present, first) = (Vec::new(), 0, rows.start);
    for row in rows {
        if valid.is_some_and(|valid| !valid[row - first]) {
            continue;
        }
        let begun = if row == 0 { 0 } else { ends[row - 1] };
        body.extend_from_slice(&((ends[row] - begun) as u32).to_le_bytes());
        body.extend_from_slice(&bytes[begun..ends[row]]);
        present += 1;
    }
    Encoded { encoding: Encoding::PLAIN, dictionary: None, body, present, limits: None }
}

/// Texts as a dictionary page has them.
fn texts(categories: &[String]) -> Vec<u8> {
    categories.iter().flat_map(|text| [&(text.len() as u32).to_le_bytes()[..], text.as_bytes()].concat()).collect()
}
