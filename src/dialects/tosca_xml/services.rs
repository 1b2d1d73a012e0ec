//! Files with several service templates: TOSCA 2.0 has one in a file.

use std::ops::Range;

use crate::yaml::Tree;

use super::definitions;
use super::element::Element;
use super::kinds::Kind;
use super::prefixes::symbolic;

const SERVICE: &str = "ServiceTemplate";

/// The texts of files that a file with several service templates becomes.
#[derive(Debug)]
pub struct SeparateServices {
    /// The other definitions, which the services use.
    pub definitions: String,
    /// The service templates, each with a name.
    pub services: Vec<(String, String)>,
}

/// Separates the service templates of a file, or returns `None` unless it has several.
#[must_use]
pub fn separate_services(tree: &Tree) -> Option<SeparateServices> {
    let root = tree.root().filter(|_| tree.is_xml()).and_then(definitions).map(Element::new)?;
    let services: Vec<Element<'_>> = root.children_named(SERVICE).collect();
    if services.len() < 2 {
        return None;
    }
    let without = |is_removed: &dyn Fn(&Element<'_>) -> bool| {
        let parts = root.children().filter(is_removed).map(|element| element.value.span().range());
        without(tree.source(), parts)
    };
    let alone = |(index, service): (usize, &Element<'_>)| {
        let name = service.value_of("id").map_or_else(|| format!("service_{}", index + 1), symbolic);
        let is_other = |element: &Element<'_>| {
            Kind::of_element(element.name()).is_some() && element.key.id() != service.key.id()
        };
        (name, without(&is_other))
    };
    Some(SeparateServices {
        definitions: without(&|element| element.name() == SERVICE),
        services: services.iter().enumerate().map(alone).collect(),
    })
}

/// Returns a text without parts, which are in order.
fn without(text: &str, parts: impl Iterator<Item = Range<usize>>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut position = 0;
    for part in parts {
        out.push_str(text.get(position..part.start).unwrap_or_default());
        position = part.end;
    }
    out.push_str(text.get(position..).unwrap_or_default());
    out
}
