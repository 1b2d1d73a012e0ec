//! The part of XML Schema that definitions of properties use: elements and attributes, sequences and their like,
//! references, occurrences, and simple types with facets.

use camino::Utf8Path;
use rustc_hash::FxHashSet;

use crate::host::paths;
use crate::yaml::{NodeId, YamlNode};

use super::element::{ByName, Element, QName};
use super::fields::{Clause, Field, FieldType, Simple};
use super::repository::{XmlFile, XmlRepository};

/// The namespace of XML Schema.
pub(super) const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// Types in types are read as deep as this; types may contain themselves.
const MAX_DEPTH: usize = 8;

/// The maximum number of fields of a definition, with those of complex ones.
const MAX_FIELDS: usize = 10_000;

pub(super) const STRING: Simple = Simple { name: "string", clauses: Vec::new() };

/// Returns the type for a built-in type of XML Schema, whatever its prefix and the case of its letters.
pub(super) fn built_in(name: &str) -> Option<Simple> {
    let local = name.rsplit([':', '}']).next().unwrap_or_default();
    let at_least = |bound: &str| vec![Clause::Compare("$greater_or_equal", bound.to_owned())];
    let at_most = |bound: &str| vec![Clause::Compare("$less_or_equal", bound.to_owned())];
    let (name, clauses) = match local.to_ascii_lowercase().as_str() {
        "string" | "normalizedstring" | "token" | "anyuri" | "ncname" | "name" | "qname" | "date"
        | "time" | "duration" | "language" | "id" | "idref" | "nmtoken" | "anysimpletype" | "gyear"
        | "gmonth" | "gday" => ("string", Vec::new()),
        "boolean" => ("boolean", Vec::new()),
        "int" | "integer" | "long" | "short" | "byte" => ("integer", Vec::new()),
        "nonnegativeinteger" | "unsignedint" | "unsignedlong" | "unsignedshort" | "unsignedbyte" => {
            ("integer", at_least("0"))
        }
        "positiveinteger" => ("integer", at_least("1")),
        "negativeinteger" => ("integer", at_most("-1")),
        "nonpositiveinteger" => ("integer", at_most("0")),
        "decimal" | "float" | "double" => ("float", Vec::new()),
        "datetime" => ("timestamp", Vec::new()),
        "base64binary" | "hexbinary" => ("bytes", Vec::new()),
        _ => return None,
    };
    Some(Simple { name, clauses })
}

/// What the schemas in a file define.
#[derive(Debug, Default)]
pub(super) struct Globals {
    namespaces: FxHashSet<String>,
    /// The elements of each name, of all kinds.
    elements: ByName<Vec<NodeId>>,
    /// The locations of other schemas.
    locations: Vec<String>,
}

impl Globals {
    /// Returns what the schemas in a file define: the file itself, or those in its `Types`.
    pub(super) fn of(file: &XmlFile) -> Self {
        let mut globals = Self::default();
        let is_schema = |element: &Element<'_>| element.local() == "schema";
        let root = file.root();
        let schemas: Vec<Element<'_>> = match root {
            Some(root) => {
                let types = root.children_named("Types");
                types.flat_map(Element::children).filter(is_schema).collect()
            }
            None => file.root_of_any().into_iter().filter(is_schema).collect(),
        };
        for schema in schemas {
            // A schema in `Types` without a namespace has that of the file.
            let of_file = || root?.value_of("targetNamespace");
            let namespace = schema.value_of("targetNamespace").or_else(of_file).unwrap_or_default();
            globals.namespaces.insert(namespace.to_owned());
            for child in schema.children() {
                if let Some(name) = child.value_of("name") {
                    globals.elements.entry(QName { namespace, local: name }).push(child.key.id());
                } else if matches!(child.local(), "include" | "import") {
                    globals.locations.extend(child.value_of("schemaLocation").map(str::to_owned));
                }
            }
        }
        globals
    }
}

/// Reads the schemas that a file can use.
struct Reader<'r> {
    repository: &'r XmlRepository,
    /// The files with these schemas.
    files: Vec<usize>,
    is_known: bool,
    /// The number of fields that were read.
    fields: usize,
}

/// Returns the fields of the element or type that a `PropertiesDefinition` in `file` names, or `None` if its schema is not
/// known.
pub(super) fn fields<'r>(
    repository: &'r XmlRepository,
    file: usize,
    definition: Element<'r>,
) -> Option<Vec<Field<'r>>> {
    let mut reader = Reader { repository, files: Vec::new(), is_known: true, fields: 0 };
    reader.schemas_of(file);
    let names = &repository.files[file].namespaces;
    let (at, target) = match (definition.attribute("element"), definition.attribute("type")) {
        (Some(element), None) => reader.global("element", names.qualified(element)?)?,
        (None, Some(of_type)) => reader.global("complexType", names.qualified(of_type)?)?,
        _ => return None,
    };
    let fields = match target.local() {
        "element" => match reader.type_of(at, target, 0) {
            FieldType::Complex(fields) => fields,
            FieldType::Simple(_) => return None,
        },
        _ => reader.content(at, target, 0),
    };
    reader.is_known.then_some(fields)
}

/// Whether the schema of a `PropertiesDefinition` is known, and has what it names.
pub(super) fn is_known(repository: &XmlRepository, file: usize, definition: Element<'_>) -> Option<bool> {
    let mut reader = Reader { repository, files: Vec::new(), is_known: true, fields: 0 };
    reader.schemas_of(file);
    let names = &repository.files[file].namespaces;
    let (kinds, node): (&[&str], _) = match (definition.attribute("element"), definition.attribute("type")) {
        (Some(element), None) => (&["element"], element),
        (None, Some(of_type)) => (&["complexType", "simpleType"], of_type),
        _ => return None,
    };
    let name = names.qualified(node)?;
    let has_namespace =
        reader.files.iter().any(|file| repository.globals(*file).namespaces.contains(name.namespace));
    has_namespace.then(|| kinds.iter().any(|kind| reader.global(kind, name).is_some()))
}

impl<'r> Reader<'r> {
    /// Adds the schemas in a file, and those that it imports.
    fn schemas_of(&mut self, file: usize) {
        self.add(file);
        let imports =
            self.repository.files[file].root().into_iter().flat_map(|root| root.children_named("Import"));
        for import in imports.filter(|import| import.value_of("importType") == Some(XSD)) {
            if let Some(location) = import.value_of("location") {
                self.located(file, location);
            }
        }
    }

    /// Adds the schemas in a file, and those that they name.
    fn add(&mut self, file: usize) {
        if self.files.contains(&file) {
            return;
        }
        self.files.push(file);
        for location in &self.repository.globals(file).locations {
            self.located(file, location);
        }
    }

    fn located(&mut self, from: usize, location: &str) {
        let directory = self.repository.files[from].path.parent().unwrap_or(Utf8Path::new(""));
        let path = paths::clean(&paths::join(directory, Utf8Path::new(location)));
        match self.repository.index_of(&path) {
            Some(file) => self.add(file),
            None => self.is_known = false,
        }
    }

    fn global(&self, kind: &str, name: QName<'_>) -> Option<(usize, Element<'r>)> {
        self.files.iter().find_map(|&file| {
            let tree = self.repository.files[file].tree();
            let elements = self.repository.globals(file).elements.get(name)?.iter();
            let element =
                elements.map(|id| Element::at(tree, *id)).find(|element| element.local() == kind)?;
            Some((file, element))
        })
    }

    fn qualified(&self, file: usize, node: YamlNode<'r>) -> Option<QName<'r>> {
        self.repository.files[file].namespaces.qualified(node)
    }

    /// Returns the type of an element or attribute.
    fn type_of(&mut self, file: usize, element: Element<'r>, depth: usize) -> FieldType<'r> {
        if depth > MAX_DEPTH {
            self.is_known = false;
            return FieldType::Simple(STRING);
        }
        if let Some(node) = element.attribute("type") {
            return self.named(file, node, depth);
        }
        let inner = |name: &str| element.children().find(|child| child.local() == name);
        if let Some(complex) = inner("complexType") {
            return FieldType::Complex(self.content(file, complex, depth + 1));
        }
        match inner("simpleType") {
            Some(simple) => FieldType::Simple(self.simple(file, simple, depth + 1)),
            None => FieldType::Simple(STRING),
        }
    }

    fn named(&mut self, file: usize, node: YamlNode<'r>, depth: usize) -> FieldType<'r> {
        let Some(name) = self.qualified(file, node) else { return FieldType::Simple(STRING) };
        if depth > MAX_DEPTH {
            self.is_known = false;
            return FieldType::Simple(STRING);
        }
        if name.namespace == XSD {
            return FieldType::Simple(built_in(name.local).unwrap_or(STRING));
        }
        if let Some((file, complex)) = self.global("complexType", name) {
            return FieldType::Complex(self.content(file, complex, depth + 1));
        }
        match self.global("simpleType", name) {
            Some((file, simple)) => FieldType::Simple(self.simple(file, simple, depth + 1)),
            None => {
                self.is_known = false;
                FieldType::Simple(STRING)
            }
        }
    }

    /// Returns the fields of a complex type, or of a part of it.
    fn content(&mut self, file: usize, element: Element<'r>, depth: usize) -> Vec<Field<'r>> {
        if depth > MAX_DEPTH {
            self.is_known = false;
            return Vec::new();
        }
        let mut fields = Vec::new();
        for child in element.children() {
            match child.local() {
                "sequence" | "all" | "choice" | "complexContent" | "simpleContent" => {
                    let mut inner = self.content(file, child, depth + 1);
                    if child.local() == "choice" {
                        for field in &mut inner {
                            field.is_required = false;
                        }
                    }
                    fields.extend(inner);
                }
                "extension" | "restriction" => {
                    if let Some(base) = child.attribute("base")
                        && let FieldType::Complex(inherited) = self.named(file, base, depth + 1)
                    {
                        fields.extend(inherited);
                    }
                    fields.extend(self.content(file, child, depth + 1));
                }
                "group" | "attributeGroup" => {
                    let name = child.attribute("ref").and_then(|node| self.qualified(file, node));
                    match name.and_then(|name| self.global(child.local(), name)) {
                        Some((file, group)) => fields.extend(self.content(file, group, depth + 1)),
                        None => self.is_known = false,
                    }
                }
                "element" | "attribute" => fields.extend(self.field(file, child, depth)),
                "any" | "anyAttribute" => self.is_known = false,
                _ => {}
            }
        }
        fields
    }

    fn field(&mut self, file: usize, element: Element<'r>, depth: usize) -> Option<Field<'r>> {
        self.fields += 1;
        if self.fields > MAX_FIELDS {
            self.is_known = false;
            return None;
        }
        let (of_file, definition) = match element.attribute("ref") {
            Some(reference) => {
                let name = self.qualified(file, reference)?;
                self.global(element.local(), name)?
            }
            None => (file, element),
        };
        let many = element.value_of("maxOccurs").is_some_and(|most| most != "0" && most != "1");
        let is_required = match element.local() {
            "attribute" => element.value_of("use") == Some("required"),
            _ => element.value_of("minOccurs") != Some("0"),
        };
        let documentation = definition
            .children()
            .find(|child| child.local() == "annotation")
            .and_then(|annotation| annotation.children().find(|child| child.local() == "documentation"));
        Some(Field {
            name: definition.value_of("name")?,
            value: self.type_of(of_file, definition, depth + 1),
            is_list: many,
            is_required,
            default: definition.attribute("default").or_else(|| definition.attribute("fixed")),
            description: documentation.and_then(Element::text),
            at: element,
            lost: Vec::new(),
        })
    }

    /// Returns a simple type with its facets.
    fn simple(&mut self, file: usize, element: Element<'r>, depth: usize) -> Simple {
        let Some(restriction) = element.children().find(|child| child.local() == "restriction") else {
            // Lists and unions are strings.
            return STRING;
        };
        let base = match restriction.attribute("base") {
            Some(base) => self.named(file, base, depth + 1),
            None => FieldType::Simple(STRING),
        };
        let FieldType::Simple(mut simple) = base else { return STRING };
        let mut values = Vec::new();
        for facet in restriction.children() {
            let Some(value) = facet.value_of("value").map(str::to_owned) else { continue };
            simple.clauses.push(match facet.local() {
                "enumeration" => {
                    values.push(value);
                    continue;
                }
                "pattern" => Clause::Matches(format!("^({value})$")),
                "minInclusive" => Clause::Compare("$greater_or_equal", value),
                "minExclusive" => Clause::Compare("$greater_than", value),
                "maxInclusive" => Clause::Compare("$less_or_equal", value),
                "maxExclusive" => Clause::Compare("$less_than", value),
                "length" => Clause::Length("$equal", value),
                "minLength" => Clause::Length("$greater_or_equal", value),
                "maxLength" => Clause::Length("$less_or_equal", value),
                _ => continue,
            });
        }
        if !values.is_empty() {
            simple.clauses.push(Clause::Values(values));
        }
        simple
    }
}
