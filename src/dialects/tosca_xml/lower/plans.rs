//! Plans become workflows.

use super::super::element::Element;
use super::super::prefixes::symbolic;
use super::context::Context;
use super::interfaces::parameters;
use super::part::{Map, Part};

/// The artifact types of plan languages: a part of their URIs.
const LANGUAGES: &[(&str, &str)] = &[("BPMN", "Bpmn"), ("bpel", "Bpel")];

/// Adds the plans of a service as workflows.
pub(super) fn plans<'t>(context: &mut Context<'t, '_>, service_map: &mut Map<'t>, service: Element<'t>) {
    let mut plans = service.items("Plans", "Plan").peekable();
    let Some(first) = plans.peek() else { return };
    let mut workflows = Map::new(first.key);
    for plan in plans {
        let Some(id) = plan.attribute("id") else { continue };
        context.applied("plan", plan.key);
        let mut map = Map::new(plan.value);
        context.common(&mut map, plan);
        for name in ["name", "planType", "planLanguage"] {
            if let Some(value) = plan.attribute(name) {
                map.note(format!("tosca_xml.{name}"), value, Part::literal(value.text(), value));
            }
        }
        let inputs = parameters(context, plan, "InputParameters", "InputParameter");
        map.add_map("inputs", inputs);
        implementation(context, &mut map, plan);
        context.lose_children(&mut map, plan, &["OutputParameters", "Precondition", "PlanModel"]);
        let key = symbolic(id.text());
        if !workflows.has(&key) {
            workflows.add(key, id, Part::Map(map));
        }
    }
    service_map.add_map("workflows", workflows);
}

fn implementation<'t>(context: &mut Context<'t, '_>, map: &mut Map<'t>, plan: Element<'t>) {
    let reference = plan.child("PlanModelReference").and_then(|model| model.attribute("reference"));
    let language = plan.value_of("planLanguage").unwrap_or_default();
    let known = LANGUAGES.iter().find(|(part, _)| language.contains(part));
    let type_name = context.base(known.map_or("Plan", |(_, name)| name));
    let at = reference.unwrap_or(plan.key);
    let mut artifact = Map::new(at);
    artifact.add_text("type", type_name, at);
    // An inline model is kept; the file is for a tool that writes it there.
    let file = match reference {
        Some(reference) => context.relative(context.file, reference.text().trim()),
        None => format!("plans/{}", symbolic(plan.value_of("id").unwrap_or_default())),
    };
    artifact.add_text("file", file, at);
    let mut implementation = Map::new(at);
    implementation.add_map("primary", artifact);
    map.add_map("implementation", implementation);
}
