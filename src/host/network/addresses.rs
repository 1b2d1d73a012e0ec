//! Addresses that are not public: those of this machine, of local networks, and those reserved for other purposes.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Looks up addresses, and fails if one of them is not public. The connection is made to the addresses that were looked
/// at, so a later answer of the name server changes nothing.
#[derive(Debug, Default)]
pub(super) struct PublicAddresses(DefaultResolver);

/// A host has an address that is not public.
#[derive(Debug)]
pub(super) struct NotPublic;

impl Display for NotPublic {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the address is not public")
    }
}

impl Error for NotPublic {}

impl Resolver for PublicAddresses {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let addresses = self.0.resolve(uri, config, timeout)?;
        // The user chose the proxy.
        let is_proxy = config.proxy().is_some_and(|proxy| Some(proxy.host()) == uri.host());
        if !is_proxy && addresses.iter().any(|address| !is_public(address.ip())) {
            return Err(ureq::Error::Other(Box::new(NotPublic)));
        }
        Ok(addresses)
    }
}

/// Whether an address is one of the public internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_shared = first == 100 && (64..128).contains(&second);
    let is_benchmark = first == 198 && (second == 18 || second == 19);
    let is_protocol = (first, second, third) == (192, 0, 0);
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || first == 0
        || first >= 240
        || is_shared
        || is_benchmark
        || is_protocol)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let inner = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match parts {
        // Addresses that contain one of the other kind.
        [0, 0, 0, 0, 0, 0xffff, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => inner(high, low),
        [0x2001, 0xdb8 | 0, ..] => false,
        // What is not in this range is local, multicast or reserved.
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}
