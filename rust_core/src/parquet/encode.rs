//! Numbers as bits: the encodings of Parquet that the files use.
//!
//! `hybrid` is RLE/bit-packing (for dictionary indices and definition levels), `delta` is `DELTA_BINARY_PACKED`.

/// Appends an unsigned LEB128 number.
fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn zigzag(out: &mut Vec<u8>, value: i64) {
    varint(out, (value << 1 ^ value >> 63) as u64);
}

/// The bits needed for numbers up to `largest`, at least one.
pub(super) const fn width_of(largest: u64) -> u32 {
    let bits = 64 - largest.leading_zeros();
    if bits == 0 { 1 } else { bits }
}

/// Appends `values`, each below `2^width`, `width` at most 16: one run when all are equal, else all bit-packed.
pub(super) fn hybrid(out: &mut Vec<u8>, values: &[u16], width: u32) {
    let Some(&first) = values.first() else { return };
    if values.iter().all(|&value| value == first) {
        varint(out, (values.len() as u64) << 1);
        out.extend_from_slice(&first.to_le_bytes()[..width.div_ceil(8) as usize]);
        return;
    }
    varint(out, (values.len().div_ceil(8) as u64) << 1 | 1);
    let eights = values.chunks_exact(8);
    let rest = eights.remainder();
    if width <= 8 {
        for eight in eights {
            let packed = eight.iter().rev().fold(0u64, |packed, &value| packed << width | value as u64);
            out.extend_from_slice(&packed.to_le_bytes()[..width as usize]);
        }
    } else {
        for eight in eights {
            let packed = eight.iter().rev().fold(0u128, |packed, &value| packed << width | value as u128);
            out.extend_from_slice(&packed.to_le_bytes()[..width as usize]);
        }
    }
    if !rest.is_empty() {
        let packed = rest.iter().rev().fold(0u128, |packed, &value| packed << width | value as u128);
        out.extend_from_slice(&packed.to_le_bytes()[..width as usize]);
    }
}

const BLOCK: usize = 128;
const MINIBLOCKS: usize = 4;
const MINIBLOCK: usize = BLOCK / MINIBLOCKS;

/// Appends `values` as differences. `bits` is 32 or 64, the size of the numbers: differences wrap around there.
pub(super) fn delta(out: &mut Vec<u8>, values: &[i64], bits: u32) {
    let wrap = |value: i64| if bits == 32 { value as i32 as i64 } else { value };
    varint(out, BLOCK as u64);
    varint(out, MINIBLOCKS as u64);
    varint(out, values.len() as u64);
    zigzag(out, values.first().copied().unwrap_or(0));
    let mut deltas = [0i64; BLOCK];
    let mut before = values.first().copied().unwrap_or(0);
    for block in values.get(1..).unwrap_or_default().chunks(BLOCK) {
        for (delta, &value) in deltas.iter_mut().zip(block) {
            *delta = wrap(value.wrapping_sub(before));
            before = value;
        }
        let used = &deltas[..block.len()];
        let least = used.iter().copied().min().expect("a block has values");
        zigzag(out, least);
        let excess = |delta: i64| {
            let excess = delta.wrapping_sub(least) as u64;
            if bits == 32 { excess & u32::MAX as u64 } else { excess }
        };
        let widths_at = out.len();
        out.extend_from_slice(&[0; MINIBLOCKS]);
        for (number, miniblock) in used.chunks(MINIBLOCK).enumerate() {
            let largest = miniblock.iter().copied().map(excess).max().expect("a miniblock has values");
            if largest == 0 {
                continue;
            }
            let width = width_of(largest);
            out[widths_at + number] = width as u8;
            pack(out, miniblock.iter().copied().map(excess), width);
        }
    }
}

/// Appends a miniblock of numbers of `width` bits each, filled up with zeros.
fn pack(out: &mut Vec<u8>, values: impl Iterator<Item = u64>, width: u32) {
    let end = out.len() + MINIBLOCK * width as usize / 8;
    let (mut packed, mut filled) = (0u128, 0);
    for value in values {
        packed |= (value as u128) << filled;
        filled += width;
        while filled >= 8 {
            out.push(packed as u8);
            packed >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        out.push(packed as u8);
    }
    out.resize(end, 0);
}
