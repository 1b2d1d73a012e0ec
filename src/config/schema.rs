//! The JSON Schema of configurations, for editors.

use serde_json::{Map, Value, json};

use crate::diagnostics::{ALL, Level, RENAMED};

use super::keys::{self, KEYS, Key, SettingKind};
use super::parse::per_path;

/// The schema of `tosca.toml`: every key, rule and enumerated value.
#[must_use]
pub fn schema() -> Value {
    let properties: Map<String, Value> = KEYS.iter().map(property).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:tosca:settings:1",
        "title": "tosca.toml",
        "description": "Settings of tosca, a validator and toolchain for TOSCA 2.0",
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "$defs": {
            "level": { "enum": keys::LEVELS },
            "levelWithReason": {
                "type": "object",
                "additionalProperties": false,
                "required": ["level"],
                "properties": { "level": { "$ref": "#/$defs/level" }, "reason": { "type": "string" } }
            },
            "lenientLevel": { "anyOf": [{ "$ref": "#/$defs/level" }, { "$ref": "#/$defs/levelWithReason" }] },
            "errorLevel": {
                "description": "Turning off an error needs a reason",
                "anyOf": [{ "enum": ["error", "warning", "info"] }, { "$ref": "#/$defs/levelWithReason" }]
            },
            "levels": levels(),
        }
    })
}

/// The schema of a table from rules to levels: names and codes are listed, areas match a pattern.
fn levels() -> Value {
    let mut properties = Map::new();
    for rule in ALL {
        let kind = if rule.level == Level::Error { "errorLevel" } else { "lenientLevel" };
        for name in [rule.name, rule.code] {
            let value = json!({ "description": rule.summary(), "$ref": format!("#/$defs/{kind}") });
            properties.insert(name.to_owned(), value);
        }
    }
    for (former, current) in RENAMED {
        let mut value = properties[*current].clone();
        value["deprecated"] = json!(true);
        value["description"] = json!(format!("Renamed to `{current}`"));
        properties.insert((*former).to_owned(), value);
    }
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "patternProperties": { "^[Tt][0-9]{1,3}$": { "$ref": "#/$defs/lenientLevel" } }
    })
}

fn property(key: &Key) -> (String, Value) {
    let list = |items: Value| json!({ "anyOf": [items.clone(), { "type": "array", "items": items }] });
    let mut value = match key.kind {
        SettingKind::Switch => json!({ "type": "boolean" }),
        SettingKind::Word(words) => json!({ "enum": words }),
        SettingKind::Outputs(words) => {
            let pattern = format!("^({})(=.+)?$", words.join("|"));
            list(json!({ "type": "string", "pattern": pattern }))
        }
        SettingKind::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        SettingKind::Most => json!({ "anyOf": [{ "type": "integer", "minimum": 1 }, { "const": "none" }] }),
        SettingKind::File | SettingKind::Directory | SettingKind::Version => {
            json!({ "type": "string", "minLength": 1 })
        }
        SettingKind::Files
        | SettingKind::Directories
        | SettingKind::Names
        | SettingKind::Patterns
        | SettingKind::Codes => list(json!({ "type": "string", "minLength": 1 })),
        SettingKind::Levels => json!({ "$ref": "#/$defs/levels" }),
        SettingKind::Urls => {
            json!({ "type": "object", "additionalProperties": { "type": "string", "minLength": 1 } })
        }
        SettingKind::PerPath => {
            let mut properties: Map<String, Value> =
                KEYS.iter().filter(|key| per_path(key)).map(property).collect();
            properties.insert("paths".to_owned(), list(json!({ "type": "string", "minLength": 1 })));
            json!({
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["paths"],
                    "properties": properties,
                }
            })
        }
    };
    value["description"] = json!(key.what);
    (key.name.to_owned(), value)
}
