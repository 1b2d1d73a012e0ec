//! Types `$get_input`, which reads inputs of service templates (TOSCA 2.0 §10.2.1.1).

use rustc_hash::FxHashMap;

use crate::base::cycles;
use crate::diagnostics::{Alternatives, Level, rules};
use crate::model::service::{ParameterView, ServiceView, WorkflowView};
use crate::values::check::Checker;
use crate::values::check_context::CheckContext;
use crate::values::inputs::{InputRef, readable_workflow, reads};
use crate::values::links::Link;
use crate::values::value_type::ValueType;
use crate::values::what::{CallName, What};
use crate::yaml::YamlNode;

use super::steps::type_steps;
use super::{Knowledge, Typed, Typer, check_calls_in};

/// Types `$get_input` at `node`; inputs are only known `inside` a service template.
pub(super) fn type_input<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    arguments: &[YamlNode<'g>],
    inside: bool,
) -> Typed<'g> {
    let unknown = Typed::later(ValueType::Unknown);
    let Some((first, steps)) = arguments.split_first() else { return unknown };
    if cx.types.expressions.call(*first).is_some() {
        check_calls_in(cx, *first, &ValueType::Unknown);
        return unknown;
    }
    let Some(name) = first.as_str() else {
        if !first.is_invalid() {
            let actual = crate::keynames::describe(*first);
            let what = What::Argument(0, CallName::Function("get_input")).to_string();
            let diagnostic =
                rules::wrong_argument_type::new(first.span(), &what, "the name of an input", actual, None);
            cx.report(*first, diagnostic);
        }
        return unknown;
    };
    if !inside {
        return Typed::later(type_steps(cx, ValueType::Unknown, steps, None));
    }
    let Some(input_ref) = cx.typings.inputs.find(node, name) else {
        report_unknown_input(cx, node, *first, name);
        return Typed::later(type_steps(cx, ValueType::Unknown, steps, None));
    };
    let (InputRef::Service(input) | InputRef::Workflow(input)) = input_ref;
    cx.links.record(*first, Link::Input(input.key.source()));
    let has_value = match input_ref {
        InputRef::Service(input) => cx.typings.inputs.value_of(input).is_some(),
        InputRef::Workflow(_) => false,
    };
    // Missing parts of a known value are reported when it is computed.
    let default = input.definition().and_then(|definition| definition.default);
    let default = default.filter(|_| !has_value).map(|default| input.key.tree().node(default.0));
    let ty = type_steps(cx, type_of_input(input), steps, default.map(|default| (default, false)));
    Typed { ty, knowledge: if has_value { Knowledge::Given } else { Knowledge::Unknown } }
}

/// Returns the type of the input `name`, as seen from `node`.
pub(super) fn input_type<'g>(cx: &Typer<'g>, node: YamlNode<'g>, name: &str) -> Option<ValueType<'g>> {
    let (InputRef::Service(input) | InputRef::Workflow(input)) = cx.typings.inputs.find(node, name)?;
    Some(type_of_input(input))
}

fn type_of_input(input: ParameterView<'_>) -> ValueType<'_> {
    let known = input.defined().filter(|field| field.written.data_type().is_some());
    known.map_or(ValueType::Unknown, ValueType::Field)
}

fn report_unknown_input<'g>(cx: &mut Typer<'g>, node: YamlNode<'g>, first: YamlNode<'g>, name: &str) {
    let Some(service) = cx.model.service_around(node) else { return };
    if !service.has_all_inputs() || service.file().unknown_keys().may_define(name) {
        return;
    }
    let workflow = readable_workflow(service, node);
    let in_workflow = workflow.is_some();
    let all = service.inputs().chain(workflow.into_iter().flat_map(WorkflowView::inputs));
    let names: Vec<&str> = all.map(ParameterView::name).collect();
    let diagnostic = rules::unknown_input::new(first.span(), name, &Alternatives::new(name, names));
    // The standard does not define which inputs a workflow may read.
    let diagnostic = if in_workflow { diagnostic.at_level(Level::Warning) } else { diagnostic };
    cx.report(first, diagnostic);
}

/// Reports defaults and values of inputs that depend on each other in a cycle (10.2.1.1-06).
pub(super) fn check_input_cycles<'g>(cx: &mut Checker<'g>, service: ServiceView<'g>) {
    let inputs: Vec<ParameterView<'g>> = service.inputs().collect();
    let name = |index: usize| inputs[index].name();
    let indexes: FxHashMap<&'g str, usize> = (0..inputs.len()).map(|index| (name(index), index)).collect();
    let reads = inputs.iter().map(|input| {
        let given = input.definition().into_iter().flat_map(|input| [input.value, input.default]);
        let reads = given.flatten().flat_map(|value| reads(cx.types, service.node(value.0)));
        reads.filter_map(|(name, call)| Some((*indexes.get(name)?, call))).collect()
    });
    let reads: Vec<Vec<(usize, YamlNode<'g>)>> = reads.collect();
    let needs: Vec<Vec<usize>> =
        reads.iter().map(|reads| reads.iter().map(|(needed, _)| *needed).collect()).collect();
    for mut cycle in cycles(&needs) {
        let first = cycle.chain[0];
        cycle.chain.rotate_left(1);
        let names: Vec<&str> = cycle.chain.iter().map(|index| name(*index)).collect();
        if let Some((_, argument)) = reads[first].iter().find(|(needed, _)| *needed == cycle.chain[0]) {
            cx.report(*argument, rules::input_cycle::new(argument.span(), name(first), &names));
        }
    }
}
