//! Rewrites a file to TOSCA 2.0: one element of the tables of TOSCA 1.0 after the other.
//!
//! The parts of the result are made first and written then, because imports come first, and what a file imports
//! is known last.

mod artifacts;
mod boundary;
mod context;
mod file;
mod implementations;
mod interfaces;
mod part;
mod plans;
mod policies;
mod properties;
mod requirements;
mod service;
mod types;

pub(super) use file::lower;
pub(super) use interfaces::{nearest as nearest_interfaces, of_chain as interfaces_of_chain};
pub(super) use policies::applies;
pub(super) use requirements::{members, required_capability};
pub(super) use service::{Target, Topology};
