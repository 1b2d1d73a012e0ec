//! Describes what is at a position: the meaning of a name, its definition, documentation, type and value.
//!
//! Definitions are shown as written, in the words of their file; types with everything that they inherit.

use std::fmt::Write as _;

use crate::base::{FileId, Span};
use crate::functions::Function;
use crate::literals::Notation;
use crate::model::Model;
use crate::model::service::ParameterView;
use crate::show;
use crate::values::{self, UnknownReason, ValueType, What};
use crate::yaml::YamlNode;

use super::referent::{PartKind, Referent, TableKeyname};
use super::signature::signatures;

/// The maximum number of lines of a definition.
const MAX_LINES: usize = 40;
/// The maximum number of definitions of a member that refines others.
const MAX_DEFINITIONS: usize = 4;

/// What is at a position.
#[derive(Clone, Debug)]
pub struct Hover {
    /// The name.
    pub span: Span,
    /// What it means, as Markdown.
    pub text: String,
}

/// Returns what the name at a byte of a file means, or `None` if that is unknown.
#[must_use]
pub fn hover(model: &Model, file: FileId, offset: u32) -> Option<Hover> {
    let (referent, span) = super::at(model, file, offset)?;
    let mut page = Page::default();
    page.paragraph(&capitalized(&referent.in_words(model)));
    match referent {
        Referent::Keyname(keyname) => self::keyname(&mut page, keyname),
        Referent::BuiltInFunction(_) | Referent::Function(_) => {
            function(&mut page, model, referent);
            value_of_call(&mut page, model, file, span);
        }
        Referent::BuiltInType(_) => {}
        Referent::Type(id) => page.code(&show::text(&model.types, model.types.get(id))),
        _ => {
            definitions(&mut page, model, referent);
            parameter_value(&mut page, model, referent);
        }
    }
    Some(Hover { span, text: page.text })
}

/// Markdown in the making.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn paragraph(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.text.push_str(text.trim_end());
    }

    /// Adds TOSCA; a long text is cut.
    fn code(&mut self, text: &str) {
        let count = text.lines().count();
        let shown: Vec<&str> = text.lines().take(MAX_LINES).collect();
        let mut block = format!("```yaml\n{}\n```", shown.join("\n"));
        if count > MAX_LINES {
            let _ = write!(block, "\n\n{} more lines", count - MAX_LINES);
        }
        self.paragraph(&block);
    }
}

fn keyname(page: &mut Page, keyname: TableKeyname) {
    let TableKeyname { table, keyname } = keyname;
    page.paragraph(&format!("{}: {}", keyname.doc.trim().trim_end_matches('.'), keyname.expected.describe()));
    page.paragraph(&format!("TOSCA 2.0 §{}", table.section));
}

fn function(page: &mut Page, model: &Model, referent: Referent) {
    for signature in signatures(model, referent) {
        page.code(&signature.label);
    }
    if let Referent::BuiltInFunction(name) = referent
        && let Some(function) = Function::named(name)
    {
        page.paragraph(function.doc.trim());
        page.paragraph(&format!("TOSCA 2.0 §{}", function.section));
    } else {
        definitions(page, model, referent);
    }
}

/// Adds the type and the value of the call whose function is named at `span`.
fn value_of_call(page: &mut Page, model: &Model, file: FileId, span: Span) {
    let Some(file) = model.types.graph.get(file) else { return };
    let calls = model.types.names.calls(file.id).iter().map(|call| file.node(*call));
    let is_named_here = |call: &YamlNode<'_>| {
        let key = call.only_entry().map_or_else(|| call.span(), |(key, _)| key.span());
        key.start <= span.start && span.end <= key.end
    };
    if let Some(call) = calls.into_iter().find(is_named_here) {
        value(page, model, call, None, What::Named("the", "expression"));
    }
}

/// Adds the value of an input or output.
fn parameter_value(page: &mut Page, model: &Model, referent: Referent) {
    let Referent::Part(part @ (PartKind::Input | PartKind::Output), key) = referent else { return };
    let Some(service) = model.service(key.file) else { return };
    let is_it = |parameter: &ParameterView<'_>| parameter.key.source() == key;
    let parameter = match part {
        PartKind::Input => service.inputs().find(is_it),
        _ => service.outputs().find(is_it),
    };
    let Some(field) = parameter.and_then(|parameter| parameter.field) else { return };
    let effective = field.effective();
    if let Some(node) = effective.value.or(effective.default) {
        value(page, model, node, Some(&ValueType::Field(field)), What::Named(part.noun(), field.name()));
    }
}

/// Adds the type of a value and, as far as it is known, the value.
fn value<'m>(
    page: &mut Page,
    model: &'m Model,
    node: YamlNode<'m>,
    expected: Option<&ValueType<'m>>,
    what: What<'_>,
) {
    let evaluation = values::evaluate(model, node, expected, what);
    let mut text = format!("Type: {}", evaluation.data_type);
    match (&evaluation.value, &evaluation.unknown) {
        (Some(value), _) => {
            let written = value.to_yaml(Notation::Tosca);
            let written = written.trim_end();
            if written.contains('\n') {
                page.paragraph(&format!("{text}\n\nValue:"));
                page.code(written);
                return;
            }
            let _ = write!(text, "\n\nValue: `{written}`");
        }
        (None, Some(part)) => match &part.reason {
            UnknownReason::NoInput(name) => {
                let _ = write!(text, "\n\nThe value depends on input `{name}`.");
            }
            UnknownReason::RunTime => text.push_str("\n\nThe value is known only at run time."),
            _ => {}
        },
        (None, None) => {}
    }
    page.paragraph(&text);
}

/// Adds the definitions of something, the nearest first: what it refines follows.
fn definitions(page: &mut Page, model: &Model, referent: Referent) {
    let chain = std::iter::successors(Some(referent), |referent| referent.refined(model));
    let mut keys: Vec<YamlNode<'_>> = chain.filter_map(|referent| referent.node(model)).collect();
    // A member of a narrower type may have no separate definition.
    keys.dedup_by_key(|key| key.source());
    for (index, key) in keys.into_iter().take(MAX_DEFINITIONS).enumerate() {
        let Some(text) = written_entry(model, key) else { continue };
        let file = model.types.graph.file(key.tree().file()).source();
        let place = format!("{}:{}", file.path, file.position(key.span().start).line);
        if index > 0 {
            page.paragraph(&format!("refines, in `{place}`:"));
        }
        page.code(&text);
        if index == 0 {
            page.paragraph(&format!("Defined in `{place}`"));
        }
    }
}

/// Returns the entry with this key as written, without its indentation.
fn written_entry(model: &Model, key: YamlNode<'_>) -> Option<String> {
    key.tree().origin(key.id())?;
    let text = model.types.graph.file(key.tree().file()).source().text.as_str();
    let (start, value) = (key.span().start, key.entry_value().span());
    let end = value.end.max(key.span().end);
    let line_start = text.get(..start as usize)?.rfind('\n').map_or(0, |index| index + 1);
    let indent = start as usize - line_start;
    let written = text.get(start as usize..end as usize)?;
    let lines = written.lines().enumerate().map(|(index, line)| {
        let blank = line.len() - line.trim_start_matches(' ').len();
        if index == 0 { line } else { line.get(blank.min(indent)..).unwrap_or("") }
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// Returns a text with a capital letter.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
