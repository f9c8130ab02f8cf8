//! The two encodings of the Parquet format that the files use.
//!
//! `hybrid` is RLE/bit-packing, for dictionary indices and definition levels. `delta` is `DELTA_BINARY_PACKED`.

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

/// A whole number that a column can hold.
pub(super) trait Number: Copy + Ord + Default {
    /// The bits of the type that it is stored as, 32 or 64.
    const BITS: u32;

    /// The value converted to its stored type, with the low bits kept.
    fn stored(self) -> i64;

    /// The bytes of a stored number, as pages and statistics hold them.
    fn bytes(stored: i64) -> Vec<u8> {
        stored.to_le_bytes()[..Self::BITS as usize / 8].to_vec()
    }

    /// Cuts a difference of two stored numbers to the bits of the stored type.
    fn wrapped(difference: i64) -> u64 {
        difference as u64 & u64::MAX >> (64 - Self::BITS)
    }
}

macro_rules! numbers {
    ($($number:ty as $stored:ty),+) => {$(
        impl Number for $number {
            const BITS: u32 = <$stored>::BITS;

            fn stored(self) -> i64 {
                self as $stored as i64
            }
        }
    )+};
}

numbers! { u8 as i32, u16 as i32, u32 as i32, u64 as i64, i32 as i32 }

/// Appends `values`, each below `2^width` with a `width` of at most 8. Equal values become one run, others are bit-packed.
pub(super) fn hybrid(out: &mut Vec<u8>, values: &[u8], width: u32) {
    let [first, others @ ..] = values else { return };
    // All values are equal when each equals the next.
    if *others == values[..others.len()] {
        varint(out, (values.len() as u64) << 1);
        out.push(*first);
        return;
    }
    varint(out, (values.len().div_ceil(8) as u64) << 1 | 1);
    let (begun, step) = (out.len(), width as usize);
    let length = values.len().div_ceil(8) * step;
    // Eight values are written as 8 bytes; the next eight overwrite the bytes above `width`.
    out.resize(begun + length + 8, 0);
    let packed = &mut out[begun..];
    let mut at = 0;
    let mut push = |eight| {
        packed[at..at + 8].copy_from_slice(&joined(u64::from_le_bytes(eight), width).to_le_bytes());
        at += step;
    };
    let (eights, rest) = values.as_chunks();
    for &eight in eights {
        push(eight);
    }
    if !rest.is_empty() {
        let mut eight = [0; 8];
        eight[..rest.len()].copy_from_slice(rest);
        push(eight);
    }
    out.truncate(begun + length);
}

/// Packs eight bytes: takes the low `width` bits of each and puts them side by side. The other bits must be zero.
const fn joined(bytes: u64, width: u32) -> u64 {
    let gap = 8 - width;
    let pairs = bytes & 0x00FF_00FF_00FF_00FF | (bytes & 0xFF00_FF00_FF00_FF00) >> gap;
    let fours = pairs & 0x0000_FFFF_0000_FFFF | (pairs & 0xFFFF_0000_FFFF_0000) >> (2 * gap);
    fours & 0x0000_0000_FFFF_FFFF | (fours & 0xFFFF_FFFF_0000_0000) >> (4 * gap)
}

const BLOCK: usize = 128;
const MINIBLOCKS: usize = 4;
const MINIBLOCK: usize = BLOCK / MINIBLOCKS;

/// Appends `values` as differences from one to the next. Differences wrap around in the stored type.
pub(super) fn delta<T: Number>(out: &mut Vec<u8>, values: &[T]) {
    let [first, others @ ..] = values else { return };
    varint(out, BLOCK as u64);
    varint(out, MINIBLOCKS as u64);
    varint(out, values.len() as u64);
    zigzag(out, first.stored());
    let mut deltas = [0i64; BLOCK];
    for (block, before) in others.chunks(BLOCK).zip(values.chunks(BLOCK)) {
        for (delta, (value, before)) in deltas.iter_mut().zip(block.iter().zip(before)) {
            let difference = value.stored().wrapping_sub(before.stored());
            *delta = if T::BITS == 32 { difference as i32 as i64 } else { difference };
        }
        let used = &deltas[..block.len()];
        let least = used.iter().copied().min().expect("a block has values");
        zigzag(out, least);
        let excess = |delta: i64| T::wrapped(delta.wrapping_sub(least));
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

/// Appends one miniblock of numbers of `width` bits each and fills it up with zeros.
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
