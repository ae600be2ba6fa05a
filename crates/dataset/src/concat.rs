//! Batches of the same columns, one after the other.

use std::sync::Arc;

use arrow_array::builder::Int8Builder;
use arrow_array::cast::AsArray;
use arrow_array::types::Int8Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType};
use arrow_select::concat::concat;

/// All rows; `None` of no batch.
pub(crate) fn batches(batches: &[RecordBatch]) -> Result<Option<RecordBatch>, ArrowError> {
    let Some(first) = batches.first() else { return Ok(None) };
    let column = |at: usize| {
        let parts: Vec<&ArrayRef> = batches.iter().map(|batch| batch.column(at)).collect();
        match first.column(at).data_type() {
            DataType::Dictionary(..) => names(&parts),
            _ => concat(&parts.iter().map(|part| part.as_ref()).collect::<Vec<_>>()),
        }
    };
    let columns = (0..first.num_columns()).map(column).collect::<Result<Vec<_>, _>>()?;
    RecordBatch::try_new(first.schema(), columns).map(Some)
}

/// Names, each once; Arrow's own way may keep some twice, and then has more than its indices can tell.
fn names(parts: &[&ArrayRef]) -> Result<ArrayRef, ArrowError> {
    let all: Vec<&DictionaryArray<Int8Type>> = parts.iter().map(|part| part.as_dictionary()).collect();
    let names = all[0].values();
    if all.iter().all(|part| Arc::ptr_eq(part.values(), names)) {
        let keys = concat(&all.iter().map(|part| part.keys() as &dyn Array).collect::<Vec<_>>())?;
        return Ok(Arc::new(DictionaryArray::try_new(keys.as_primitive::<Int8Type>().clone(), Arc::clone(names))?));
    }
    let mut names: Vec<&str> = Vec::new();
    let mut indices = Int8Builder::new();
    for part in all {
        let values = part.values().as_string::<i32>();
        let mut places: Vec<Option<i8>> = Vec::with_capacity(values.len());
        for name in (0..values.len()).map(|value| values.value(value)) {
            let place = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            places.push(i8::try_from(place).ok());
        }
        for key in part.keys() {
            match key.map(|key| places.get(key as usize).copied().flatten()) {
                None => indices.append_null(),
                Some(Some(index)) => indices.append_value(index),
                Some(None) => return Err(ArrowError::DictionaryKeyOverflowError),
            }
        }
    }
    let names: StringArray = names.into_iter().map(Some).collect();
    Ok(Arc::new(DictionaryArray::try_new(indices.finish(), Arc::new(names))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{Int8Array, UInt32Array};
    use arrow_schema::{Field, Schema};

    fn batch(keys: Vec<Option<i8>>, names: &[&str]) -> RecordBatch {
        let rows: UInt32Array = (0..keys.len() as u32).collect();
        let names: StringArray = names.iter().map(|name| Some(*name)).collect();
        let column = DictionaryArray::<Int8Type>::new(Int8Array::from(keys), Arc::new(names));
        let schema = Schema::new(vec![
            Field::new("row", DataType::UInt32, false),
            Field::new("name", column.data_type().clone(), true),
        ]);
        RecordBatch::try_new(Arc::new(schema), vec![Arc::new(rows), Arc::new(column)]).expect("a batch")
    }

    #[test]
    fn many_batches_with_the_same_names_keep_each_once() {
        // 64 blocks of 9 names are 576, far more than an index can tell
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        let many: Vec<RecordBatch> = (0..64).map(|_| batch(vec![Some(8), None, Some(0)], &names)).collect();
        let joined = batches(&many).expect("it fits").expect("rows");
        let column = joined.column(1).as_dictionary::<Int8Type>();
        assert_eq!((joined.num_rows(), column.values().len()), (192, 9));
        assert_eq!(column.keys().iter().skip(3).take(3).collect::<Vec<_>>(), [Some(8), None, Some(0)]);
        let other = batch(vec![Some(1)], &["x", "a"]);
        let joined = batches(&[many[0].clone(), other]).expect("it fits").expect("rows");
        assert_eq!(joined.column(1).as_dictionary::<Int8Type>().keys().value(3), 0, "a is the first name");
        assert!(batches(&[]).expect("nothing").is_none());
    }
}
