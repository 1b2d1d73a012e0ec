//! Arguments for files that are imported by URL.

use std::sync::Arc;
use std::time::Duration;

use clap::{ArgGroup, Args};

use crate::host::{Network, NetworkOptions};
use crate::load::Urls;

/// Whether and how URLs are fetched.
#[derive(Debug, Args)]
#[command(next_help_heading = "Network", group = ArgGroup::new("network").args(["allow_net", "offline"]))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct NetworkArguments {
    /// Fetch what is imported by URL, and record its checksums in `tosca.lock`
    #[arg(long)]
    allow_net: bool,

    /// Use what was fetched before, and send no request
    #[arg(long)]
    offline: bool,

    /// Use only what is in `tosca.lock`
    #[arg(long, requires = "network")]
    locked: bool,

    /// Also send requests to addresses that are not public, such as those of a local network
    #[arg(long, requires = "allow_net")]
    allow_private_net: bool,

    /// Maximum size of a fetched file in bytes [default: 268435456]
    #[arg(long, value_name = "BYTES", requires = "allow_net", value_parser = clap::value_parser!(u64).range(1..))]
    max_fetch_size: Option<u64>,

    /// Maximum time for a file in seconds [default: 60]
    #[arg(long, value_name = "SECONDS", requires = "allow_net", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    fetch_timeout: Option<u64>,
}

impl NetworkArguments {
    /// Returns how a run gets files at URLs.
    pub(super) fn urls(&self) -> Urls {
        if !self.allow_net && !self.offline {
            return Urls::default();
        }
        let mut options = NetworkOptions::default();
        options.is_offline = self.offline;
        options.allows_private = self.allow_private_net;
        options.max_bytes = self.max_fetch_size.unwrap_or(options.max_bytes);
        options.timeout = self.fetch_timeout.map_or(options.timeout, Duration::from_secs);
        Urls::new(Arc::new(Network::new(options)), self.locked)
    }
}
