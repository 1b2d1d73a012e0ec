//! Settings that an editor gives, by the names of the flags of `tosca check`.

use camino::Utf8PathBuf;
use serde_json::{Map, Value};

use crate::Options;
use crate::diagnostics::{ALL, suggest};
use crate::dialects::Spec;
use crate::load::Inputs;

/// What an editor sets; paths count from the workspace folder.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    given: Map<String, Value>,
}

/// The names of all settings.
const NAMES: &[&str] = &[
    "function",
    "ignore",
    "inputs",
    "map-url",
    "max-alias-nodes",
    "max-depth",
    "max-file-size",
    "max-files",
    "max-nodes",
    "profile-path",
    "root",
    "select",
    "spec",
    "strict",
    "substitutes",
];

impl Settings {
    /// Reads settings, which may stand below `tosca`; with what is wrong with them, in words.
    pub(super) fn read(value: &Value) -> (Self, Vec<String>) {
        let value = value.get("tosca").unwrap_or(value);
        let mut problems = Vec::new();
        let mut given = Map::new();
        match value {
            Value::Object(map) => given.clone_from(map),
            Value::Null => {}
            other => problems.push(format!("settings are a map, not `{other}`")),
        }
        given.retain(|_, value| !value.is_null());
        given.retain(|name, _| {
            let known = NAMES.contains(&name.as_str());
            if !known {
                let near = suggest(name, NAMES.iter().copied());
                let near = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
                problems.push(format!("unknown setting `{name}`{near}"));
            }
            known
        });
        let settings = Self { given };
        problems.extend(settings.apply(&mut Options::default()));
        (settings, problems)
    }

    /// Puts the settings into options; gives what is wrong with them, in words.
    pub(super) fn apply(&self, options: &mut Options) -> Vec<String> {
        let mut problems = Vec::new();
        for (name, value) in &self.given {
            if let Err(wanted) = set(options, name, value) {
                problems.push(format!("setting `{name}` is {wanted}, not `{value}`"));
            }
        }
        problems
    }
}

/// Sets one option; else tells what was wanted.
fn set(options: &mut Options, name: &str, value: &Value) -> Result<(), &'static str> {
    let load = &mut options.load;
    match name {
        "function" => load.functions = texts(value)?,
        "ignore" => options.off = codes(value)?,
        "inputs" => load.inputs = Inputs::In(path(value)?),
        "map-url" => load.url_map = pairs(value)?,
        "max-alias-nodes" => load.limits.alias_nodes = number(value)?,
        "max-depth" => load.limits.depth = number(value)?,
        "max-file-size" => {
            load.limits.bytes = number(value).map(|most| most.min(u32::MAX as usize) as u64)?;
        }
        "max-files" => load.limits.files = number(value)?,
        "max-nodes" => load.limits.nodes = number(value)?,
        "profile-path" => load.profile_path = texts(value)?.into_iter().map(Utf8PathBuf::from).collect(),
        "root" => load.root = Some(path(value)?),
        "select" => options.select = codes(value)?,
        "spec" => {
            load.spec = match value.as_str() {
                Some("csd06") => Spec::Csd06,
                Some("csd07") => Spec::Csd07,
                Some("os") => Spec::Os,
                _ => return Err("`csd06`, `csd07` or `os`"),
            }
        }
        "strict" => load.strict = value.as_bool().ok_or("`true` or `false`")?,
        "substitutes" => options.substitutes = value.as_bool().ok_or("`true` or `false`")?,
        _ => {}
    }
    Ok(())
}

fn path(value: &Value) -> Result<Utf8PathBuf, &'static str> {
    value.as_str().map(Utf8PathBuf::from).ok_or("a path")
}

fn number(value: &Value) -> Result<usize, &'static str> {
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    number.filter(|number| *number > 0).ok_or("a number of at least 1")
}

/// A list of texts; one may stand alone.
fn texts(value: &Value) -> Result<Vec<String>, &'static str> {
    const WANTED: &str = "a list of texts";
    match value {
        Value::String(one) => Ok(vec![one.clone()]),
        Value::Array(list) => {
            list.iter().map(|item| item.as_str().map(str::to_owned).ok_or(WANTED)).collect()
        }
        _ => Err(WANTED),
    }
}

fn codes(value: &Value) -> Result<Vec<String>, &'static str> {
    const WANTED: &str = "a list of codes, or beginnings of codes";
    let names = texts(value).map_err(|_| WANTED)?;
    let known = |name: &String| ALL.iter().any(|code| code.is_named(name));
    if names.iter().all(known) { Ok(names) } else { Err(WANTED) }
}

/// A map from URLs to paths, or a list of `URL=PATH`.
fn pairs(value: &Value) -> Result<Vec<(String, Utf8PathBuf)>, &'static str> {
    const WANTED: &str = "a map from URLs to paths";
    if let Value::Object(map) = value {
        let pair = |(url, path): (&String, &Value)| Some((url.clone(), path.as_str()?.into()));
        return map.iter().map(pair).collect::<Option<_>>().ok_or(WANTED);
    }
    let split =
        |text: String| text.rsplit_once('=').map(|(url, path)| (url.to_owned(), Utf8PathBuf::from(path)));
    texts(value).map_err(|_| WANTED)?.into_iter().map(split).collect::<Option<_>>().ok_or(WANTED)
}
