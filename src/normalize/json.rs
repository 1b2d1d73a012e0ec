//! The JSON form, written while it is made: no more of it is in memory than a node and the definitions.

use std::cell::RefCell;
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::model::service::ServiceView;

use super::builder::Builder;
use super::lines::Lines;
use super::model::{FORMAT_VERSION, FileHead};
use super::template::candidates::Candidate;
use super::template::service::ServiceTemplate;
use super::types::Definitions;

/// Writes a document that people can read as well.
pub(super) fn document(document: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, Lines::default());
    document.serialize(&mut serializer)?;
    out.write_all(b"\n")
}

/// Writes the model that `builder` makes.
pub(super) fn write(builder: Builder<'_>, out: &mut dyn Write) -> io::Result<()> {
    let service = builder.model.service(builder.file.id);
    let builder = RefCell::new(builder);
    let service_template = service.map(|service| {
        let nodes = Nodes { builder: &builder, service };
        builder.borrow_mut().service_template(service, |_| nodes)
    });
    let streamed = Streamed {
        format_version: FORMAT_VERSION,
        head: builder.borrow().file_head(),
        service_template,
        candidate_sets: Later(&builder, |builder| std::mem::take(&mut builder.template.sets)),
        definitions: Later(&builder, Builder::definitions),
    };
    document(&streamed, out)
}

/// A [`Model`](super::Model) whose parts are made when they are written, in this order.
#[derive(serde::Serialize)]
struct Streamed<'b, 'g> {
    format_version: &'static str,
    #[serde(flatten)]
    head: FileHead,
    #[serde(skip_serializing_if = "Option::is_none")]
    service_template: Option<ServiceTemplate<Nodes<'b, 'g>>>,
    candidate_sets: Later<'b, 'g, Vec<Vec<Candidate>>>,
    #[serde(flatten)]
    definitions: Later<'b, 'g, Definitions>,
}

/// Something that is made when it is written, once.
struct Later<'b, 'g, T>(&'b RefCell<Builder<'g>>, fn(&mut Builder<'g>) -> T);

impl<T: Serialize> Serialize for Later<'_, '_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let made = (self.1)(&mut self.0.borrow_mut());
        made.serialize(serializer)
    }
}

/// The node templates of a service.
struct Nodes<'b, 'g> {
    builder: &'b RefCell<Builder<'g>>,
    service: ServiceView<'g>,
}

impl Serialize for Nodes<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for template in self.service.node_templates().iter() {
            let node = self.builder.borrow_mut().node_template(template);
            map.serialize_entry(template.name(), &node)?;
        }
        map.end()
    }
}
