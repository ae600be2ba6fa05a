//! The manifest as JSON text and back.

use experiment::study::MeasureKind;
use serde_json::{Map, Value, json};
use tolley_experiment as experiment;

use crate::manifest::{Axis, BaseValue, Follower, Manifest, MeasureEntry, Scalar};
use crate::schema::{ColumnEntry, ColumnType, TableEntry};

/// What every manifest opens with.
const FORMAT: &str = "tolley-dataset";
/// Rises when an older reader could not understand the layout.
const FORMAT_VERSION: u64 = 1;

/// The plan: what decides the rows, apart from the versions.
pub(crate) fn plan(manifest: &Manifest) -> Value {
    let base: Map<String, Value> =
        manifest.base.iter().map(|base| (manifest.keys[base.key].clone(), scalar(&base.value))).collect();
    let follower =
        |follower: &Follower| json!({ "key": manifest.keys[follower.key], "preset": manifest.keys[follower.preset] });
    let axis = |axis: &Axis| json!({ "key": manifest.keys[axis.key], "values": axis.values.iter().map(scalar).collect::<Vec<_>>() });
    json!({
        "study": manifest.study,
        "seed": manifest.seed,
        "repeats": manifest.repeats,
        "streams": manifest.streams,
        "block_trials": manifest.block_trials,
        "base": base,
        "from_presets": manifest.followers.iter().map(follower).collect::<Vec<_>>(),
        "axes": manifest.axes.iter().map(axis).collect::<Vec<_>>(),
    })
}

/// The text of `manifest.json`.
pub(crate) fn write(manifest: &Manifest) -> String {
    let measure = |measure: &MeasureEntry| json!({ "column": measure.column, "kind": kind_name(measure.kind) });
    let value = json!({
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "tolley_version": manifest.tolley_version,
        "physics_version": manifest.physics_version,
        "plan_blake3": manifest.plan_hash(),
        "plan": plan(manifest),
        "keys": manifest.keys,
        "points": table(&manifest.points),
        "tables": manifest.tables.iter().map(table).collect::<Vec<_>>(),
        "measures": manifest.measures.iter().map(measure).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

/// The manifest in the text of `manifest.json`, or what is wrong with it.
pub(crate) fn read(text: &[u8]) -> Result<Manifest, String> {
    let value: Value = serde_json::from_slice(text).map_err(|error| format!("is no JSON: {error}"))?;
    if text_of(&value, "format").ok() != Some(FORMAT) {
        return Err(format!("is no manifest of a dataset: \"format\" is not \"{FORMAT}\""));
    }
    let version = whole_of(&value, "format_version")?;
    if version != FORMAT_VERSION {
        return Err(format!("has format_version {version}; this program reads {FORMAT_VERSION}"));
    }
    let manifest = read_version_1(&value)?;
    if text_of(&value, "plan_blake3")? != manifest.plan_hash() {
        return Err("was changed: \"plan_blake3\" does not fit the plan".to_owned());
    }
    Ok(manifest)
}

fn read_version_1(value: &Value) -> Result<Manifest, String> {
    let plan = field(value, "plan")?;
    let keys = each(value, "keys", |key| key.as_str().map(str::to_owned).ok_or_else(|| "a key is no text".to_owned()))?;
    let points = read_table(field(value, "points")?)?;
    if points.columns.len() != keys.len() + 1 {
        return Err("\"points\" and \"keys\" do not fit each other".to_owned());
    }
    let key_of = |path: &str| {
        keys.iter().position(|key| key == path).ok_or_else(|| format!("\"plan\" names {path}, which is no key"))
    };
    let value_of = |key: usize, value: &Value| {
        read_scalar(&points.columns[key + 1].kind, value).ok_or_else(|| format!("{} cannot be {value}", keys[key]))
    };
    let base = field(plan, "base")?.as_object().ok_or("\"base\" is no object")?;
    let base = base.iter().map(|(path, value)| {
        let key = key_of(path)?;
        Ok(BaseValue { key, value: value_of(key, value)? })
    });
    let base = base.collect::<Result<_, String>>()?;
    let followers = each(plan, "from_presets", |follower| {
        Ok(Follower { key: key_of(text_of(follower, "key")?)?, preset: key_of(text_of(follower, "preset")?)? })
    })?;
    let axes = each(plan, "axes", |axis| {
        let key = key_of(text_of(axis, "key")?)?;
        let values = each(axis, "values", |value| value_of(key, value))?;
        if values.is_empty() { Err(format!("the axis {} has no value", keys[key])) } else { Ok(Axis { key, values }) }
    })?;
    let manifest = Manifest {
        tolley_version: text_of(value, "tolley_version")?.to_owned(),
        physics_version: u32::try_from(whole_of(value, "physics_version")?).map_err(|e| e.to_string())?,
        study: text_of(plan, "study")?.to_owned(),
        seed: whole_of(plan, "seed")?,
        repeats: whole_of(plan, "repeats")?,
        streams: text_of(plan, "streams")?.to_owned(),
        block_trials: whole_of(plan, "block_trials")?,
        base,
        followers,
        axes,
        tables: each(value, "tables", read_table)?,
        measures: each(value, "measures", read_measure)?,
        points,
        keys,
    };
    if manifest.tables.is_empty() || manifest.block_trials == 0 || manifest.repeats == 0 {
        return Err("has no table, or blocks or points of no trial".to_owned());
    }
    Ok(manifest)
}

fn table(table: &TableEntry) -> Value {
    json!({
        "name": table.name,
        "about": table.about,
        "columns": table.columns.iter().map(column).collect::<Vec<_>>(),
    })
}

fn column(column: &ColumnEntry) -> Value {
    let (kind, names) = match &column.kind {
        ColumnType::F64 => ("f64", None),
        ColumnType::U32 => ("u32", None),
        ColumnType::U64 => ("u64", None),
        ColumnType::Bool => ("bool", None),
        ColumnType::Name(names) => ("name", Some(names)),
    };
    let mut value = json!({
        "name": column.name, "kind": kind, "unit": column.unit, "about": column.about, "nullable": column.nullable,
    });
    if let Some(names) = names {
        value["names"] = json!(names);
    }
    value
}

fn read_table(value: &Value) -> Result<TableEntry, String> {
    Ok(TableEntry {
        name: text_of(value, "name")?.to_owned(),
        about: text_of(value, "about")?.to_owned(),
        columns: each(value, "columns", read_column)?,
    })
}

fn read_column(value: &Value) -> Result<ColumnEntry, String> {
    let name = |name: &Value| name.as_str().map(str::to_owned).ok_or_else(|| "a name is no text".to_owned());
    let kind = match text_of(value, "kind")? {
        "f64" => ColumnType::F64,
        "u32" => ColumnType::U32,
        "u64" => ColumnType::U64,
        "bool" => ColumnType::Bool,
        "name" => ColumnType::Name(each(value, "names", name)?),
        other => return Err(format!("\"{other}\" is no kind of column")),
    };
    Ok(ColumnEntry {
        name: text_of(value, "name")?.to_owned(),
        unit: text_of(value, "unit")?.to_owned(),
        about: text_of(value, "about")?.to_owned(),
        kind,
        nullable: field(value, "nullable")?.as_bool().ok_or("\"nullable\" is neither true nor false")?,
    })
}

fn kind_name(kind: MeasureKind) -> &'static str {
    match kind {
        MeasureKind::Share => "share",
        MeasureKind::Mean => "mean",
        MeasureKind::Fair => "fair",
    }
}

fn read_measure(value: &Value) -> Result<MeasureEntry, String> {
    let kind = match text_of(value, "kind")? {
        "share" => MeasureKind::Share,
        "mean" => MeasureKind::Mean,
        "fair" => MeasureKind::Fair,
        other => return Err(format!("\"{other}\" is no kind of measure")),
    };
    Ok(MeasureEntry { column: text_of(value, "column")?.to_owned(), kind })
}

/// Infinities, which JSON does not know, are texts.
fn scalar(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Number(number) if number.is_finite() => json!(number),
        Scalar::Number(number) => json!(number.to_string()),
        Scalar::Count(count) => json!(count),
        Scalar::Choice(choice) => json!(choice),
        Scalar::Flag(flag) => json!(flag),
    }
}

fn read_scalar(kind: &ColumnType, value: &Value) -> Option<Scalar> {
    match kind {
        ColumnType::F64 => {
            let number = value.as_f64().or_else(|| value.as_str().and_then(|text| text.parse().ok()));
            number.map(Scalar::Number)
        }
        ColumnType::U32 | ColumnType::U64 => value.as_u64().map(Scalar::Count),
        ColumnType::Bool => value.as_bool().map(Scalar::Flag),
        ColumnType::Name(names) => {
            let choice = value.as_str().filter(|choice| names.iter().any(|name| name == choice));
            choice.map(|choice| Scalar::Choice(choice.to_owned()))
        }
    }
}

fn field<'a>(value: &'a Value, name: &str) -> Result<&'a Value, String> {
    value.get(name).ok_or_else(|| format!("has no \"{name}\""))
}

fn text_of<'a>(value: &'a Value, name: &str) -> Result<&'a str, String> {
    field(value, name)?.as_str().ok_or_else(|| format!("\"{name}\" is no text"))
}

fn whole_of(value: &Value, name: &str) -> Result<u64, String> {
    field(value, name)?.as_u64().ok_or_else(|| format!("\"{name}\" is no whole number"))
}

fn each<T>(value: &Value, name: &str, read: impl Fn(&Value) -> Result<T, String>) -> Result<Vec<T>, String> {
    field(value, name)?.as_array().ok_or_else(|| format!("\"{name}\" is no list"))?.iter().map(read).collect()
}
