//! Inputs of service templates, which `$get_input` reads (TOSCA 2.0 §10.2.1.1).

use rustc_hash::FxHashMap;

use crate::base::circles;
use crate::diagnostics::{Level, codes, suggest};
use crate::model::service::{ParameterView, ServiceView, WorkflowView};
use crate::values::check::Checker;
use crate::values::inputs::{Found, readable_workflow, reads};
use crate::values::judge::Judge;
use crate::values::links::Link;
use crate::values::value_type::ValueType;
use crate::values::what::{CallName, What};
use crate::yaml::Node;

use super::steps::type_steps;
use super::{Fixed, Typed, Typer, loose};

/// What `$get_input` at `node` gives; `inside` a service template only.
pub(super) fn type_input<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    arguments: &[Node<'g>],
    inside: bool,
) -> Typed<'g> {
    let unknown = Typed::later(ValueType::Unknown);
    let Some((first, steps)) = arguments.split_first() else { return unknown };
    if cx.types.expressions.call(*first).is_some() {
        loose(cx, *first, &ValueType::Unknown);
        return unknown;
    }
    let Some(name) = first.as_str() else {
        if !first.is_invalid() {
            let got = crate::keynames::describe(*first);
            let what = What::Argument(0, CallName::Function("get_input")).to_string();
            let found =
                codes::wrong_argument_type::new(first.span(), &what, "the name of an input", got, None);
            cx.report(*first, found);
        }
        return unknown;
    };
    if !inside {
        return Typed::later(type_steps(cx, ValueType::Unknown, steps, None));
    }
    let Some(found) = cx.typings.inputs.find(node, name) else {
        unknown_input(cx, node, *first, name);
        return Typed::later(type_steps(cx, ValueType::Unknown, steps, None));
    };
    let (Found::Service(input) | Found::Workflow(input)) = found;
    cx.links.note(*first, Link::Input(input.key.source()));
    let has_value = match found {
        Found::Service(input) => cx.typings.inputs.value_of(input).is_some(),
        Found::Workflow(_) => false,
    };
    // What a known value lacks shows when it is computed.
    let default = input.definition().and_then(|definition| definition.default);
    let default = default.filter(|_| !has_value).map(|default| input.key.tree().node(default.0));
    let of = type_steps(cx, type_of_input(input), steps, default.map(|default| (default, false)));
    Typed { of, fixed: if has_value { Fixed::Given } else { Fixed::No } }
}

/// The type of the input `name`, as `node` sees it.
pub(super) fn input_type<'g>(cx: &Typer<'g>, node: Node<'g>, name: &str) -> Option<ValueType<'g>> {
    let (Found::Service(input) | Found::Workflow(input)) = cx.typings.inputs.find(node, name)?;
    Some(type_of_input(input))
}

fn type_of_input(input: ParameterView<'_>) -> ValueType<'_> {
    let known = input.defined().filter(|field| field.written.data_type().is_some());
    known.map_or(ValueType::Unknown, ValueType::Field)
}

fn unknown_input<'g>(cx: &mut Typer<'g>, node: Node<'g>, at: Node<'g>, name: &str) {
    let Some(service) = cx.model.service_around(node) else { return };
    if !service.has_all_inputs() {
        return;
    }
    let workflow = readable_workflow(service, node);
    let in_workflow = workflow.is_some();
    let all = service.inputs().chain(workflow.into_iter().flat_map(WorkflowView::inputs));
    let names: Vec<&str> = all.map(ParameterView::name).collect();
    let found = codes::unknown_input::new(at.span(), name, suggest(name, names.iter().copied()));
    // What a workflow may read is left open.
    let found = if in_workflow { found.at_level(Level::Warning) } else { found };
    cx.report(at, found);
}

/// Defaults and values of inputs that need each other (10.2.1.1-06).
pub(super) fn input_circles<'g>(cx: &mut Checker<'g>, service: ServiceView<'g>) {
    let inputs: Vec<ParameterView<'g>> = service.inputs().collect();
    let name = |at: usize| inputs[at].name();
    let numbers: FxHashMap<&'g str, usize> = (0..inputs.len()).map(|at| (name(at), at)).collect();
    let reads = inputs.iter().map(|input| {
        let given = input.definition().into_iter().flat_map(|input| [input.value, input.default]);
        let reads = given.flatten().flat_map(|value| reads(cx.types, service.node(value.0)));
        reads.filter_map(|(name, call)| Some((*numbers.get(name)?, call))).collect()
    });
    let reads: Vec<Vec<(usize, Node<'g>)>> = reads.collect();
    let needs: Vec<Vec<usize>> =
        reads.iter().map(|reads| reads.iter().map(|(needed, _)| *needed).collect()).collect();
    for mut circle in circles(&needs) {
        let first = circle.chain[0];
        circle.chain.rotate_left(1);
        let names: Vec<&str> = circle.chain.iter().map(|at| name(*at)).collect();
        if let Some((_, at)) = reads[first].iter().find(|(needed, _)| *needed == circle.chain[0]) {
            cx.report(*at, codes::input_cycle::new(at.span(), name(first), &names));
        }
    }
}
