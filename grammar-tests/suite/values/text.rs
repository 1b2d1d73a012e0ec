//! Prints a project as TOSCA files.

use std::fmt::Write as _;

use super::project::{
    Assigned, EntityType, Expression, Field, Index, Key, Kind, Member, Part, Path, Project, Start, Step,
    Template,
};

/// Returns the files of a project, the service template first.
pub(crate) fn files(project: &Project) -> Vec<(String, String)> {
    let mut files = vec![("main.yaml".to_owned(), file(project, project.files.len()))];
    for (at, one) in project.files.iter().enumerate().rev() {
        files.push((one.path.clone(), file(project, at)));
    }
    files
}

/// Returns the file of inputs.
pub(crate) fn inputs(project: &Project) -> String {
    let mut text = String::new();
    for input in &project.inputs {
        if let Some(given) = &input.given {
            let _ = writeln!(text, "{}: {}", input.field.name, expression(given));
        }
    }
    if text.is_empty() { "{}\n".to_owned() } else { text }
}

fn file(project: &Project, number: usize) -> String {
    let writer = Writer { project, number };
    let mut text = "tosca_definitions_version: tosca_2_0\n".to_owned();
    if number > 0 {
        text.push_str("imports:\n");
    }
    for one in &project.files[..number] {
        let namespace = one.namespace.as_ref().map(|name| format!(", namespace: {name}")).unwrap_or_default();
        // Paths are relative to the importing file.
        let below = project.files.get(number).is_some_and(|own| own.path.starts_with("lib/"));
        let path = match one.path.strip_prefix("lib/") {
            Some(rest) if below => rest.to_owned(),
            _ if below => format!("../{}", one.path),
            _ => one.path.clone(),
        };
        let _ = writeln!(text, "- {{ url: {path}{namespace} }}");
    }
    text.push_str(&writer.data_types());
    text.push_str(&writer.types("capability_types", &project.capability_types, ""));
    text.push_str(&writer.types("relationship_types", &project.relationship_types, ""));
    if number == 0 {
        text.push_str("artifact_types:\n  Image: {}\n");
    }
    text.push_str(&writer.types("node_types", &project.node_types, &writer.name(0, "Image")));
    if number == project.files.len() {
        text.push_str(&writer.service());
    }
    text
}

/// Writes the file with this number.
struct Writer<'p> {
    project: &'p Project,
    number: usize,
}

impl Writer<'_> {
    /// A name that file `file` defines, as this file refers to it.
    fn name(&self, file: usize, name: &str) -> String {
        let namespace = self.project.files.get(file).and_then(|one| one.namespace.as_ref());
        match namespace.filter(|_| file != self.number) {
            Some(namespace) => format!("{namespace}:{name}"),
            None => name.to_owned(),
        }
    }

    /// The keynames of a schema.
    fn schema(&self, kind: &Kind) -> String {
        match kind {
            Kind::Boolean => "type: boolean".to_owned(),
            Kind::Integer => "type: integer".to_owned(),
            Kind::Float => "type: float".to_owned(),
            Kind::String => "type: string".to_owned(),
            Kind::Timestamp => "type: timestamp".to_owned(),
            Kind::Version => "type: version".to_owned(),
            Kind::Scalar(scalar) => format!("type: {}", self.name(0, scalar.name())),
            Kind::List(of) => format!("type: list, entry_schema: {{ {} }}", self.schema(of)),
            Kind::Map(of) => format!("type: map, entry_schema: {{ {} }}", self.schema(of)),
            Kind::Data(of) => {
                let data_type = &self.project.data_types[*of];
                format!("type: {}", self.name(data_type.file, &data_type.name))
            }
        }
    }

    fn field(&self, field: &Field) -> String {
        let mut keynames: Vec<String> = field.kind.iter().map(|kind| self.schema(kind)).collect();
        if !field.is_required {
            keynames.push("required: false".to_owned());
        }
        let values = [("default", &field.default), ("value", &field.fixed), ("validation", &field.clause)];
        for (keyname, value) in values {
            keynames.extend(value.iter().map(|value| format!("{keyname}: {}", expression(value))));
        }
        format!("{}: {{ {} }}", field.name, keynames.join(", "))
    }

    fn fields(&self, fields: &[Field], indent: usize) -> String {
        let mut text = String::new();
        // An empty refinement of a map would be a value (§9.3).
        for field in fields.iter().filter(|field| !field.is_empty()) {
            if text.is_empty() {
                let _ = writeln!(text, "{:indent$}properties:", "");
            }
            let _ = writeln!(text, "{:indent$}  {}", "", self.field(field));
        }
        text
    }

    fn data_types(&self) -> String {
        let mut text = String::new();
        if self.number == 0 {
            text.push_str(
                "  Size: { derived_from: scalar, data_type: integer, units: { B: 1, kB: 1000, MB: 1000000 } }\n  \
                 Length: { derived_from: scalar, units: { m: 1, cm: 0.01, km: 1000 } }\n",
            );
        }
        for data_type in self.project.data_types.iter().filter(|one| one.file == self.number) {
            let _ = writeln!(text, "  {}:", data_type.name);
            if let Some(parent) = &data_type.parent {
                let name = match parent {
                    Kind::List(_) => "list".to_owned(),
                    Kind::Map(_) => "map".to_owned(),
                    other => self.schema(other).replacen("type: ", "", 1),
                };
                let _ = writeln!(text, "    derived_from: {name}");
                if let Kind::List(of) | Kind::Map(of) = parent {
                    let _ = writeln!(text, "    entry_schema: {{ {} }}", self.schema(of));
                }
            }
            if let Some(clause) = &data_type.clause {
                let _ = writeln!(text, "    validation: {}", expression(clause));
            }
            text.push_str(&self.fields(&data_type.fields, 4));
        }
        if text.is_empty() { text } else { format!("data_types:\n{text}") }
    }

    fn types(&self, section: &str, types: &[EntityType], image: &str) -> String {
        let mut text = String::new();
        for one in types.iter().filter(|one| one.file == self.number) {
            let _ = writeln!(text, "  {}:", one.name);
            match one.parent {
                Some(parent) => {
                    let _ = writeln!(
                        text,
                        "    derived_from: {}",
                        self.name(types[parent].file, &types[parent].name)
                    );
                }
                None if section == "node_types" => {
                    let _ = writeln!(text, "    attributes: {{ state: {{ type: string }} }}");
                    let _ = writeln!(
                        text,
                        "    artifacts: {{ image: {{ type: {image}, file: \"https://example.org/image\" }} }}"
                    );
                }
                None => {
                    let _ = writeln!(text, "    description: A type.");
                }
            }
            text.push_str(&self.fields(&one.fields, 4));
            if !one.capabilities.is_empty() {
                text.push_str("    capabilities:\n");
            }
            for member in &one.capabilities {
                let _ = writeln!(text, "      {}:", member.name);
                let of = &self.project.capability_types[member.of];
                let _ = writeln!(text, "        type: {}", self.name(of.file, &of.name));
                text.push_str(&self.fields(&member.fields, 8));
            }
            if !one.requirements.is_empty() {
                text.push_str("    requirements:\n");
            }
            for member in &one.requirements {
                text.push_str(&self.requirement_definition(member));
            }
        }
        if text.is_empty() { text } else { format!("{section}:\n{text}") }
    }

    fn requirement_definition(&self, member: &Member) -> String {
        let project = self.project;
        let mut text = format!("    - {}:\n", member.name);
        let relationship = &project.relationship_types[member.of];
        if !member.is_refinement {
            let capability = &project.capability_types[member.target.0];
            let node = &project.node_types[member.target.1];
            let _ = writeln!(text, "        capability: {}", self.name(capability.file, &capability.name));
            let _ = writeln!(text, "        node: {}", self.name(node.file, &node.name));
            let _ = writeln!(text, "        count_range: [ 0, UNBOUNDED ]");
        }
        let _ = writeln!(text, "        relationship:");
        let _ = writeln!(text, "          type: {}", self.name(relationship.file, &relationship.name));
        text.push_str(&self.fields(&member.fields, 10));
        text
    }

    fn service(&self) -> String {
        let project = self.project;
        let mut text = "service_template:\n".to_owned();
        if !project.inputs.is_empty() {
            text.push_str("  inputs:\n");
        }
        for input in &project.inputs {
            let _ = writeln!(text, "    {}", self.field(&input.field));
        }
        text.push_str("  node_templates:\n");
        for template in &project.templates {
            text.push_str(&self.template(template));
        }
        if !project.outputs.is_empty() {
            text.push_str("  outputs:\n");
        }
        for output in &project.outputs {
            let schema = output.kind.iter().map(|kind| self.schema(kind) + ", ").collect::<String>();
            let _ = writeln!(text, "    {}: {{ {schema}value: {} }}", output.name, expression(&output.value));
        }
        text
    }

    fn template(&self, template: &Template) -> String {
        let project = self.project;
        let mut text = format!("    {}:\n", template.name);
        if let Some(copied) = template.copy {
            let _ = writeln!(text, "      copy: {}", project.templates[copied].name);
        }
        if template.is_type_written {
            let node_type = &project.node_types[template.node_type];
            let _ = writeln!(text, "      type: {}", self.name(node_type.file, &node_type.name));
        }
        if let Some(count) = template.count {
            let _ = writeln!(text, "      count: {count}");
        }
        text.push_str(&assigned(&template.properties, 6));
        if !template.capabilities.is_empty() {
            text.push_str("      capabilities:\n");
        }
        for (name, properties) in &template.capabilities {
            if properties.is_empty() {
                let _ = writeln!(text, "        {name}: {{}}");
                continue;
            }
            let _ = writeln!(text, "        {name}:");
            text.push_str(&assigned(properties, 10));
        }
        match template.requirements.as_deref() {
            None => {}
            Some([]) => text.push_str("      requirements: []\n"),
            Some(_) => text.push_str("      requirements:\n"),
        }
        for requirement in template.requirements.iter().flatten() {
            let target = &project.templates[requirement.target].name;
            let node = match &requirement.index {
                Some(index) => format!("[ {target}, {} ]", expression(index)),
                None => target.clone(),
            };
            let _ = writeln!(text, "      - {}:\n          node: {node}", requirement.name);
            if let Some(count) = requirement.count {
                let _ = writeln!(text, "          count: {count}");
            }
            if !requirement.properties.is_empty() {
                let _ = writeln!(text, "          relationship:");
                text.push_str(&assigned(&requirement.properties, 12));
            }
        }
        text
    }
}

fn assigned(properties: &Assigned, indent: usize) -> String {
    let mut text = String::new();
    if !properties.is_empty() {
        let _ = writeln!(text, "{:indent$}properties:", "");
    }
    for (name, value) in properties {
        let _ = writeln!(text, "{:indent$}  {name}: {}", "", expression(value));
    }
    text
}

/// Returns an expression in YAML.
pub(crate) fn expression(value: &Expression) -> String {
    match value {
        Expression::Literal(_, text) => text.clone(),
        Expression::List(items) => bracketed(items.iter().map(expression)),
        Expression::Map(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| match key {
                    Key::Written(key) => format!("{}: {}", string(key), expression(value)),
                    Key::Computed(key) => format!("? {} : {}", expression(key), expression(value)),
                })
                .collect();
            if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
        }
        Expression::Call(name, arguments) => {
            format!("{{ ${name}: {} }}", bracketed(arguments.iter().map(expression)))
        }
        Expression::Input(name, parts) if parts.is_empty() => format!("{{ $get_input: {name} }}"),
        Expression::Input(name, parts) => {
            let items = std::iter::once(name.clone()).chain(parts.iter().map(part));
            format!("{{ $get_input: {} }}", bracketed(items))
        }
        Expression::Property(path) => format!("{{ $get_property: {} }}", bracketed(items(path).into_iter())),
        Expression::Value(parts) if parts.is_empty() => "$value".to_owned(),
        Expression::Value(parts) => format!("{{ $value: {} }}", bracketed(parts.iter().map(part))),
        Expression::NodeIndex => "$node_index".to_owned(),
        Expression::RelationshipIndex => "$relationship_index".to_owned(),
        Expression::RunTime(name, arguments) => format!("{{ ${name}: {arguments} }}"),
    }
}

/// Returns a string in quotes, with the escape of a leading dollar sign.
pub(crate) fn string(text: &str) -> String {
    let escape = if text.starts_with('$') { "$" } else { "" };
    format!("\"{escape}{text}\"")
}

fn bracketed(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "[]".to_owned() } else { format!("[ {} ]", items.join(", ")) }
}

fn part(part: &Part) -> String {
    match part {
        Part::Name(name) => name.clone(),
        Part::At(index) => index.to_string(),
        Part::Computed(value) => expression(value),
    }
}

fn items(path: &Path) -> Vec<String> {
    let index = |index: &Option<Index>| match index {
        None => None,
        Some(Index::At(index)) => Some(index.to_string()),
        Some(Index::All) => Some("ALL".to_owned()),
        Some(Index::Computed(value)) => Some(expression(value)),
    };
    let mut items = Vec::new();
    match &path.start {
        Start::Own => items.push("SELF".to_owned()),
        Start::Node(name, at) => items.extend([Some(name.clone()), index(at)].into_iter().flatten()),
    }
    for step in &path.steps {
        match step {
            Step::Relationship(name, at) => {
                items.extend(["RELATIONSHIP".to_owned(), name.clone()]);
                items.extend(index(at));
            }
            Step::Source => items.push("SOURCE".to_owned()),
            Step::Target => items.push("TARGET".to_owned()),
            Step::Capability(name) => items.extend(["CAPABILITY".to_owned(), name.clone()]),
            Step::TargetCapability => items.push("CAPABILITY".to_owned()),
        }
    }
    items.push(path.property.clone());
    items.extend(path.parts.iter().map(part));
    items
}
