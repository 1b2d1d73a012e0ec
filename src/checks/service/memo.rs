//! What was worked out for one template and holds for others of the same file.

use std::rc::Rc;

use camino::Utf8PathBuf;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::model::service::NodeTemplateId;
use crate::model::types::{CapabilityId, Fields, InterfaceId, RequirementId};
use crate::resolve::DefinitionId;
use crate::yaml::{Node, NodeId};

use super::inputs::Needs;
use super::names::Names;
use super::relationships::Used;
use super::requirements::Known;

/// Answers that were found once; each is made at its first use.
#[derive(Default)]
pub(super) struct Memo<'g> {
    /// Inputs that may have no value, by name.
    pub(super) optional_inputs: Option<FxHashMap<&'g str, Node<'g>>>,
    /// Paths that were asked for, and where they lead if nothing is there.
    pub(super) files: FxHashMap<&'g str, Option<Utf8PathBuf>>,
    /// The artifacts of node types and all that derive from them, templates included.
    pub(super) artifacts: FxHashMap<DefinitionId, Rc<FxHashSet<&'g str>>>,
    /// Fields of types by name.
    pub(super) members: FxHashMap<(DefinitionId, Fields), Rc<Names<'g>>>,
    /// Fields of capabilities by name.
    pub(super) capability_members: FxHashMap<(CapabilityId, Fields), Rc<Names<'g>>>,
    /// Relationships of a type, by the requirements that use them.
    pub(super) relationships: FxHashMap<(RequirementId, DefinitionId), Rc<Used<'g>>>,
    /// Inputs that interfaces leave to templates.
    pub(super) needs: FxHashMap<InterfaceId, Rc<Needs<'g>>>,
    /// The node templates that are of types that are wanted somewhere.
    pub(super) fitting: FxHashMap<(FileId, NodeId), Rc<[NodeTemplateId]>>,
    /// What was looked up for requirements.
    pub(super) requirements: Known<'g>,
}
