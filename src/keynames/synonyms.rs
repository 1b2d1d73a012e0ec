//! Words that people write for keynames: those of neighboring entities, of other languages, and natural ones.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::diagnostics::quoted;
use crate::yaml::{Scalar, YamlNode};

use super::meta::{Expected, Keyname, Meta, Role, ShapeNotation};

/// Keynames, each with words that stand for it. A word stands for the first of its keynames that its entity has and that
/// its value fits.
const SYNONYMS: &[(&str, &str)] = &[
    // Files and their sections.
    ("tosca_definitions_version", "apiVersion openapi schema $schema swagger tosca tosca_version version"),
    ("service_template", "app application blueprint service spec template topology"),
    ("imports", "dependencies include includes libraries modules profiles require uses using"),
    ("functions", "macros methods"),
    ("repositories", "registries repos sources"),
    // Imports, repositories and artifacts.
    (
        "url",
        "$ref address file href import include link location path ref registry server source src template \
         uri",
    ),
    ("profile", "from id import library module name package ref source"),
    ("namespace", "alias as name ns prefix"),
    ("file", "content filename filepath href image location name path ref script source src uri"),
    ("file", "url"),
    ("primary", "url"),
    ("repository", "registry repo"),
    ("artifact_version", "tag"),
    ("mime_type", "contentType content_type media_type mime"),
    ("file_ext", "ext extension extensions file_extension file_extensions suffix suffixes"),
    // Types.
    (
        "derived_from",
        "base base_type extends extends_from implements inherit inherits inherits_from instance_of is \
         is_a isa kind parent super superclass supertype type",
    ),
    ("node_type", "for implements kind node substitutes target"),
    (
        "type",
        "$ref capability capability_type class datatype derived_from extends format instance_of is kind \
         ref relationship resource schema template",
    ),
    ("data_type", "base number number_type primitive value_type"),
    ("units", "conversions factors multipliers scale suffixes"),
    ("canonical_unit", "base_unit default_unit si_unit standard_unit unit"),
    // Definitions of values.
    ("default", "defaultValue fallback init initial preset"),
    ("required", "mandatory"),
    (
        "entry_schema",
        "additionalProperties elem element element_type elements entries entry entry_type item item_type \
         items of schema subtype value_type values",
    ),
    ("key_schema", "key key_type keys"),
    ("validation", "assert check condition constraint rule rules validator"),
    ("value", "content expression from get path result source val"),
    // Requirements.
    ("capability", "endpoint interface needs port requires target_capability"),
    ("node", "host id name on ref resource service source target target_node target_type template to"),
    ("relationship", "connection edge link rel through via"),
    ("count_range", "cardinality count instances minOccurs multiplicity range"),
    ("count", "amount cardinality num number quantity replicas scale"),
    ("node_filter", "condition constraints match select selector where"),
    ("substitution_filter", "condition filter node_filter when where"),
    ("valid_capability_types", "capabilities target target_types targets to valid_targets"),
    (
        "valid_source_node_types",
        "allowed_sources from source_types sources valid_node_types valid_nodes valid_sources",
    ),
    // Groups and policies.
    (
        "members",
        "contains elements items member_types node node_templates node_types nodes target_types targets \
         types valid_member_types valid_members",
    ),
    (
        "targets",
        "applies_to for groups members node_templates node_types nodes on scope subjects target_types \
         types valid_target_types valid_targets",
    ),
    ("triggers", "actions events handlers hooks on rules when"),
    ("condition", "constraint filter guard if when where"),
    ("event", "alarm name notification on signal source trigger type when"),
    ("action", "activities call do effect execute operations perform run steps tasks then workflow"),
    // Workflows.
    ("steps", "actions activities jobs nodes sequence stages states tasks"),
    ("precondition", "condition if when"),
    ("target", "element for host hosts node node_template on template to"),
    ("filter", "condition if when where"),
    ("activities", "action actions calls commands do operations run steps tasks"),
    ("on_success", "and_then before followed_by next on_complete then transitions when_done"),
    ("on_failure", "catch else fallback on_error rescue"),
    ("inline", "call call_workflow execute include invoke run run_workflow start workflow"),
    ("call_operation", "call execute invoke name operation operation_call run start task"),
    ("set_state", "change_state set status"),
    ("operation", "call name"),
    ("workflow", "name"),
    // Interfaces and functions.
    ("operations", "actions commands functions hooks methods procedures scripts steps tasks"),
    ("notifications", "alerts callbacks events signals"),
    ("signatures", "overloads variants"),
    ("arguments", "args input parameters params"),
    ("result", "return return_type returns type"),
    (
        "implementation",
        "action artifact body cmd code command exec executor file handler image path playbook primary run \
         script shell source",
    ),
    (
        "primary",
        "artifact cmd code command entrypoint exec image implementation main name path playbook run \
         script shell source",
    ),
    ("dependencies", "artifacts depends_on files includes libraries needs requires scripts secondary"),
    // Sections of services.
    (
        "node_templates",
        "components containers elements instances nodes resources services templates topology",
    ),
    ("relationship_templates", "connections edges links relations relationships"),
    ("workflows", "jobs pipelines plans playbooks processes stages tasks"),
    ("policies", "constraints rules scaling"),
    ("groups", "clusters collections pools sets"),
    ("substitution_mappings", "implements mapping mappings substitutes"),
    // Sections of many entities.
    (
        "inputs",
        "args arguments config data env environment in locals parameters params properties values \
         variables vars with",
    ),
    ("outputs", "attributes export exports out response result results return returns values"),
    (
        "properties",
        "args arguments columns config configuration data elements env environment fields inputs keys \
         members options parameters params props schema settings spec values variables vars with",
    ),
    ("attributes", "output outputs results runtime state status"),
    ("capabilities", "endpoints expose exposes offers ports provides services"),
    (
        "requirements",
        "connections consumes dependencies dependsOn depends_on links needs relations relationships \
         requires uses",
    ),
    ("interfaces", "actions handlers hooks lifecycle methods operations scripts"),
    ("artifacts", "assets files images resources"),
    ("description", "about comment comments desc doc docs documentation help info label note summary title"),
    (
        "metadata",
        "abstract annotations author deprecated example examples icon id immutable info labels meta name \
         owner readOnly secret sensitive tags version",
    ),
];

/// The keynames that each word stands for, in the order of the table.
static KEYNAMES_BY_WORD: LazyLock<FxHashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut by_word: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for (keyname, words) in SYNONYMS {
        for word in words.split_ascii_whitespace() {
            by_word.entry(word).or_default().push(keyname);
        }
    }
    by_word
});

/// Returns the keyname that `name`, a key of `map`, stands for, if `map` does not have it.
pub(super) fn synonym(name: &str, map: YamlNode<'_>, meta: &Meta) -> Option<&'static Keyname> {
    let (_, value) = map.entry(name)?;
    let keynames = KEYNAMES_BY_WORD.get(name)?;
    let rows = || {
        keynames
            .iter()
            .filter_map(|keyname| meta.keyname(keyname))
            .filter(|row| map.entry(row.name).is_none())
    };
    rows().find(|row| fits(value, row)).or_else(|| rows().next())
}

/// Words for a section of types of any kind.
const TYPES: &[&str] = &["definitions", "schemas", "structs", "type_definitions", "typedefs", "types"];

/// Returns the section that a word for types of any kind stands for, as far as its definitions show it, and the help.
pub(super) fn types(
    (key, value): (YamlNode<'_>, YamlNode<'_>),
    map: YamlNode<'_>,
    meta: &Meta,
) -> Option<(Option<&'static str>, String)> {
    if !TYPES.contains(&key.text()) || meta.keyname("data_types").is_none() {
        return None;
    }
    if value.is_mapping() && value.entries().all(|(key, _)| meta.keyname_at(key).is_some()) {
        return Some((None, format!("remove {}, and indent what is below it less", quoted(key.text()))));
    }
    let sections: Vec<&Keyname> = meta
        .keynames
        .iter()
        .filter(|row| row.name.ends_with("_types") && has_shape(value, &row.expected))
        .collect();
    match sections[..] {
        [only] if map.entry(only.name).is_none() => {
            Some((Some(only.name), format!("did you mean {}?", quoted(only.name))))
        }
        _ => Some((
            None,
            "use the section of the kind of type, such as `node_types` or `data_types`".to_owned(),
        )),
    }
}

/// Returns the help for a word with this value that stands for the keyname of `row`.
pub(super) fn synonym_help(row: &Keyname, value: YamlNode<'_>, meta: &Meta) -> String {
    match row.expected {
        Expected::Named(_) if meta.role != Role::Type && !fits(value, row) => {
            format!("assign the requirements of the type under `{}:`", row.name)
        }
        Expected::Metadata if !value.is_mapping() => format!("put it under `{}:`, or remove it", row.name),
        Expected::List(_) if row.name == "imports" => match imported_profiles(value) {
            Some(imports) => format!("write `imports: [ {imports} ]`"),
            None => "did you mean `imports`?".to_owned(),
        },
        _ => format!("did you mean `{}`?", row.name),
    }
}

/// Returns the imports of the profiles that are the items of a list, or the values of a map, whose keys are their
/// namespaces.
fn imported_profiles(value: YamlNode<'_>) -> Option<String> {
    const MAX_PROFILES: usize = 4;
    let profile = |node: YamlNode<'_>| {
        let text = node.as_str()?;
        (!text.contains(['/', ' ', ',']) && !is_yaml_file(text)).then(|| text.to_owned())
    };
    let listed = value.items().map(|item| Some(format!("{{ profile: {} }}", profile(item)?)));
    let named = value.entries().map(|(key, value)| {
        Some(format!("{{ profile: {}, namespace: {} }}", profile(value)?, key.as_str()?))
    });
    let imports: Option<Vec<String>> = listed.chain(named).take(MAX_PROFILES + 1).collect();
    imports.filter(|imports| (1..=MAX_PROFILES).contains(&imports.len())).map(|imports| imports.join(", "))
}

/// Whether `value` may be the value of the keyname of `row` as it is written.
pub(super) fn fits(value: YamlNode<'_>, row: &Keyname) -> bool {
    let text = value.as_str();
    match row.name {
        "tosca_definitions_version" => text.is_some_and(|text| text.starts_with("tosca_")),
        "url" => text.is_some_and(|text| text.contains('/') || is_yaml_file(text)),
        "imports" => has_shape(value, &row.expected) && imported_profiles(value).is_none(),
        "inline" => text.map_or(value.is_mapping(), |text| !text.contains('.')),
        "call_operation" | "operation" => text.is_some_and(|text| text.contains('.')),
        _ => has_shape(value, &row.expected),
    }
}

/// Whether `text` is the name of a YAML file.
fn is_yaml_file(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(_, extension)| matches!(extension, "yaml" | "yml"))
}

/// Whether `value` has the shape `expected`, as far as its first entries show.
fn has_shape(value: YamlNode<'_>, expected: &Expected) -> bool {
    const MAX_ENTRIES: usize = 3;
    match expected {
        Expected::Any | Expected::Value | Expected::Version => true,
        Expected::Text | Expected::Name(_) => value.as_str().is_some(),
        Expected::Boolean => matches!(value.scalar(), Some(Scalar::Bool(_))),
        Expected::Metadata | Expected::Special(ShapeNotation::Other, "a function call") => value.is_mapping(),
        Expected::Map(inner) => {
            value.is_mapping() && value.entries().take(MAX_ENTRIES).all(|(_, value)| has_shape(value, inner))
        }
        Expected::Words(_) => value.is_sequence(),
        Expected::List(inner) => {
            value.is_sequence() && value.items().take(MAX_ENTRIES).all(|item| has_shape(item, inner))
        }
        Expected::Named(inner) => {
            let is_entry =
                |item: YamlNode<'_>| item.only_entry().is_some_and(|(_, value)| has_shape(value, inner));
            value.is_sequence() && value.items().take(MAX_ENTRIES).all(is_entry)
        }
        Expected::Either(first, second) => has_shape(value, first) || has_shape(value, second),
        Expected::Entity(meta) => {
            let meta = meta();
            let are_keynames = || value.entries().all(|(key, _)| meta.keyname_at(key).is_some());
            value.is_mapping() && are_keynames()
                || meta.short.is_some() && value.as_str().is_some()
                || meta.null_body && value.is_null()
        }
        Expected::Special(notation, _) => match notation {
            ShapeNotation::Boolean => matches!(value.scalar(), Some(Scalar::Bool(_))),
            ShapeNotation::Text => value.as_str().is_some(),
            ShapeNotation::Integer => matches!(value.scalar(), Some(Scalar::Integer(_))),
            ShapeNotation::List => value.is_sequence(),
            ShapeNotation::Map | ShapeNotation::NamedEntry => value.is_mapping(),
            ShapeNotation::Other => true,
        },
    }
}
