//! Small numbers as runs of one value and as bits (Apache Parquet, Encodings: RLE / bit-packing hybrid).

use arrow_array::builder::BooleanBufferBuilder;

/// Bits of a place among so many.
pub(crate) fn width_of(values: usize) -> usize {
    (usize::BITS - values.saturating_sub(1).leading_zeros()).max(1) as usize
}

/// Which rows have a value, after how many bytes say so.
pub(crate) fn levels(valid: &mut BooleanBufferBuilder, nulls: usize, bytes: &mut Vec<u8>) {
    let (rows, mut said) = (valid.len(), Vec::new());
    if nulls == 0 || nulls == rows {
        varint((rows as u64) << 1, &mut said);
        said.push(u8::from(nulls == 0));
    } else {
        varint((rows.div_ceil(8) as u64) << 1 | 1, &mut said);
        said.extend_from_slice(valid.finish().values());
    }
    bytes.extend_from_slice(&(said.len() as u32).to_le_bytes());
    bytes.append(&mut said);
}

/// Places in so many bits each: one run where all are the same.
pub(crate) fn packed(places: &[u8], width: usize, bytes: &mut Vec<u8>) {
    if places.iter().all(|place| *place == places[0]) {
        varint((places.len() as u64) << 1, bytes);
        bytes.push(places[0]);
        return;
    }
    varint((places.len().div_ceil(8) as u64) << 1 | 1, bytes);
    for eight in places.chunks(8) {
        let all = eight.iter().enumerate().fold(0, |all, (at, place)| all | u64::from(*place) << (at * width));
        bytes.extend_from_slice(&all.to_le_bytes()[..width]);
    }
}

/// Seven bits a byte, the lowest first.
fn varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_as_many_bits_as_it_needs() {
        assert_eq!([0, 1, 2, 3, 4, 5, 255, 256].map(width_of), [1, 1, 1, 2, 2, 3, 8, 8]);
        let bytes = |number| {
            let mut bytes = Vec::new();
            varint(number, &mut bytes);
            bytes
        };
        assert_eq!([bytes(0), bytes(127), bytes(128), bytes(300)], [vec![0], vec![127], vec![128, 1], vec![172, 2]]);
        let mut out = Vec::new();
        packed(&[0, 1, 2, 3, 4, 5, 6, 7], 3, &mut out);
        // the example of the format's page on encodings
        assert_eq!(out, [3, 0b1000_1000, 0b1100_0110, 0b1111_1010]);
    }
}
