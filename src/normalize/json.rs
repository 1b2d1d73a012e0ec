//! Streams the JSON form: only one node and the definitions are in memory at a time.

use std::cell::RefCell;
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::model::service::ServiceView;

use super::context::Cx;
use super::lines::Lines;
use super::model::{FileHead, FormatHead, definitions, file_head};
use super::template::candidates::Candidate;
use super::template::resolve;
use super::template::service::{ServiceTemplate, resolved_node, service_template};
use super::types::Definitions;

/// Writes a document in a layout that is readable for people.
pub(super) fn document(document: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, Lines::default());
    document.serialize(&mut serializer)?;
    out.write_all(b"\n")
}

/// Writes the model of the file.
pub(super) fn write(mut cx: Cx<'_>, out: &mut dyn Write) -> io::Result<()> {
    let service = cx.model.service(cx.file.id);
    let head = file_head(&mut cx);
    let cx = RefCell::new(cx);
    let service_template = service.map(|service| {
        let nodes = Nodes { cx: &cx, service };
        let mut template = service_template(&mut cx.borrow_mut(), service, |_| nodes);
        resolve::service(&mut cx.borrow_mut(), service, &mut template);
        template
    });
    let streamed = Streamed {
        format: FormatHead::default(),
        head,
        service_template,
        candidate_sets: Later(&cx, |cx| std::mem::take(&mut cx.template.sets)),
        definitions: Later(&cx, definitions),
    };
    document(&streamed, out)
}

/// A [`NormalModel`](super::Model) whose parts are computed when they are written, in this order.
#[derive(serde::Serialize)]
struct Streamed<'b, 'g> {
    #[serde(flatten)]
    format: FormatHead,
    #[serde(flatten)]
    head: FileHead,
    #[serde(skip_serializing_if = "Option::is_none")]
    service_template: Option<ServiceTemplate<Nodes<'b, 'g>>>,
    candidate_sets: Later<'b, 'g, Vec<Vec<Candidate>>>,
    #[serde(flatten)]
    definitions: Later<'b, 'g, Definitions>,
}

/// A part that is computed when it is written, once.
struct Later<'b, 'g, T>(&'b RefCell<Cx<'g>>, fn(&mut Cx<'g>) -> T);

impl<T: Serialize> Serialize for Later<'_, '_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let made = (self.1)(&mut self.0.borrow_mut());
        made.serialize(serializer)
    }
}

/// The node templates of a service.
struct Nodes<'b, 'g> {
    cx: &'b RefCell<Cx<'g>>,
    service: ServiceView<'g>,
}

impl Serialize for Nodes<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for template in self.service.node_templates().iter() {
            let node = resolved_node(&mut self.cx.borrow_mut(), template);
            map.serialize_entry(template.name(), &node)?;
        }
        map.end()
    }
}
