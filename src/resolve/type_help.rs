//! Help for unknown types that other languages or earlier versions have.

use super::former_scalars::SCALARS;

/// Returns the built-in data type that the name of a type of another language stands for.
pub(super) fn built_in_for(name: &str) -> Option<&'static str> {
    match name {
        "int" | "long" | "number" => Some("integer"),
        "str" | "text" => Some("string"),
        "bool" => Some("boolean"),
        "double" | "real" => Some("float"),
        "array" => Some("list"),
        "object" | "dict" => Some("map"),
        "datetime" | "date" => Some("timestamp"),
        "null" => Some("nil"),
        _ => None,
    }
}

/// Returns the collection that `name` is in the syntax of another language, such as `list<string>`, and its schemas.
fn collection_of(name: &str) -> Option<(&'static str, String)> {
    let is_name = |name: &str| !name.is_empty() && !name.contains(['<', '>', '[', ']', '(', ')', ' ']);
    let inside = |text: &str| -> Option<(String, String)> {
        let (collection, inner) = text.split_once(['<', '[', '('])?;
        let inner = inner.strip_suffix(['>', ']', ')'])?;
        Some((collection.trim().to_ascii_lowercase(), inner.trim().to_owned()))
    };
    let of_list = |entry: &str| is_name(entry).then(|| ("list", format!("`entry_schema: {entry}`")));
    if let Some(entry) = name.strip_suffix("[]").or_else(|| name.strip_prefix("[]")) {
        return of_list(entry.trim());
    }
    let (collection, inner) = name
        .split_once(" of ")
        .map(|(collection, inner)| (collection.trim().to_ascii_lowercase(), inner.trim().to_owned()))
        .or_else(|| inside(name))?;
    match (collection.as_str(), inner.split_once(',')) {
        ("list" | "array", None) => of_list(&inner),
        ("map" | "dict", None) if is_name(&inner) => Some(("map", format!("`entry_schema: {inner}`"))),
        ("map" | "dict", Some((key, entry))) if is_name(key.trim()) && is_name(entry.trim()) => {
            Some(("map", format!("`key_schema: {}` and `entry_schema: {}`", key.trim(), entry.trim())))
        }
        _ => None,
    }
}

/// Returns the help for an unknown type; `is_native` if the file is written in TOSCA 2.0.
pub(super) fn help(name: &str, is_data_type: bool, is_native: bool, suggestion: Option<&str>) -> String {
    if let Some((collection, schemas)) = collection_of(name).filter(|_| is_data_type) {
        return format!("write `type: {collection}` and {schemas}");
    }
    if let Some(suggestion) = suggestion {
        return format!("did you mean `{suggestion}`?");
    }
    if !is_native {
        return "define it, or import a file that defines it".to_owned();
    }
    if name == "range" {
        return "use a list of two integers, or define a data type; TOSCA 2.0 has no ranges".to_owned();
    }
    if name.starts_with(SCALARS) {
        return "define a data type derived from `scalar`, or use one of the profile `org.oasis-open.tosca.simple:2.0`; TOSCA 2.0 has no built-in type of this name".to_owned();
    }
    if name.starts_with("tosca.") {
        return "add `- profile: org.oasis-open.tosca.simple:2.0` to `imports`; TOSCA 2.0 has no implicit imports".to_owned();
    }
    "define it, or import a file that defines it".to_owned()
}
