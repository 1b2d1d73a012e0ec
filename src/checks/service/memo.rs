//! Caches of the checks of one file, shared by its templates.

use std::rc::Rc;

use camino::Utf8PathBuf;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::model::service::NodeTemplateId;
use crate::model::types::{CapabilityId, FieldId, Fields, InterfaceId, RequirementId};
use crate::resolve::DefinitionId;
use crate::yaml::{NodeId, YamlNode};

use super::computed::ComputedDefaults;
use super::inputs::RequiredInputs;
use super::names::Names;
use super::relationships::UsedRelationship;
use super::requirements::RequirementCache;

/// Cached results; each is computed at its first use.
#[derive(Default)]
pub(super) struct Memo<'g> {
    /// Inputs that may have no value, by name.
    pub(super) optional_inputs: Option<FxHashMap<&'g str, YamlNode<'g>>>,
    /// File names in implementations, with the full path if the file is missing.
    pub(super) files: FxHashMap<&'g str, Option<Utf8PathBuf>>,
    /// Names of the artifacts of a node type, its derived types and their templates.
    pub(super) artifacts: FxHashMap<DefinitionId, Rc<FxHashSet<&'g str>>>,
    /// Fields of types by name.
    pub(super) members: FxHashMap<(DefinitionId, Fields), Rc<Names<'g>>>,
    /// Fields of capabilities by name.
    pub(super) capability_members: FxHashMap<(CapabilityId, Fields), Rc<Names<'g>>>,
    /// Relationships of requirements, by requirement and relationship type.
    pub(super) relationships: FxHashMap<(RequirementId, DefinitionId), Rc<UsedRelationship<'g>>>,
    /// Properties whose defaults have calls, by type, capability or relationship.
    pub(super) computed_defaults: FxHashMap<ComputedDefaults, Rc<[FieldId]>>,
    /// Whether the validation clauses of a property read other values.
    pub(super) reading_clauses: FxHashMap<FieldId, bool>,
    /// Inputs that an interface leaves to templates.
    pub(super) required_inputs: FxHashMap<InterfaceId, Rc<RequiredInputs<'g>>>,
    /// The node templates whose type matches an expected type or list, by the node that names it.
    pub(super) fitting: FxHashMap<(FileId, NodeId), Rc<[NodeTemplateId]>>,
    /// Whether the file contains a name of a secret.
    pub(super) has_secrets: Option<bool>,
    /// Results for requirements.
    pub(super) requirements: RequirementCache<'g>,
}
