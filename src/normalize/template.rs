//! The content of a service template, with everything that types and the standard add (TOSCA 2.0 §6.9, §7,
//! §8).

pub(super) mod activity;
pub(super) mod candidates;
pub(super) mod interface;
pub(super) mod node;
pub(super) mod policy;
pub(super) mod properties;
pub(super) mod relationship;
pub(super) mod requirement;
pub(super) mod resolve;
pub(super) mod service;
pub(super) mod substitution;
pub(super) mod workflow;

pub(super) use candidates::CandidateCache;
