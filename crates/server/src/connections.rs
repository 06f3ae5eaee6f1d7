//! Accepts connections, and bounds their number and how long a client may be silent.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// How many connections are served at a time, and how long a client may be silent.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// The most connections of one address. Loopback is not counted, and an IPv6 network of 64 bits
    /// counts as one address, since one machine may use all of it.
    pub per_address: usize,
    /// Addresses that are not counted: a proxy makes the connections of many visitors.
    pub proxies: Vec<IpAddr>,
    /// The time for the head of a request, also for the next one on a kept connection. So an idle
    /// connection ends, and a browser opens a new one when it needs it.
    pub head_time: Duration,
}

impl Default for ConnectionLimits {
    /// A browser opens six connections to a site, so 64 serve a classroom behind one address for a
    /// page each.
    fn default() -> ConnectionLimits {
        let head_time = Duration::from_secs(20);
        ConnectionLimits { per_address: 64, proxies: Vec::new(), head_time }
    }
}

/// The most connections in all, if the limit of open files allows more.
const MOST: usize = 4096;

/// The files that the process opens besides connections.
const OTHER_FILES: usize = 64;

/// The response to a connection beyond a limit. The client may not have sent a request yet.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\
content-type: text/plain\r\nretry-after: 20\r\n\r\n\
too many connections from this address: try again in 20 seconds\n";

/// Serves the router on this listener until the process ends.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: ConnectionLimits) {
    let open = Arc::new(Open { limits, most: most_in_all(), counts: Mutex::default() });
    loop {
        match listener.accept().await {
            Ok((stream, client)) => match Open::enter(&open, client.ip()) {
                Some(entered) => {
                    tokio::spawn(converse(stream, client.ip(), router.clone(), entered));
                }
                None => refuse(&stream),
            },
            // The client has gone already, or no file can be opened now.
            Err(error) if is_of_client(&error) => {}
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, from: IpAddr, router: Router, entered: Entered) {
    // Without this option, each answer on a kept connection waits for an acknowledgement that the
    // client delays by 40 ms. If the system refuses the option, answers are only slower.
    let _ = stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(entered.open.limits.head_time);
    // The client may leave at any time, which is no error of the server.
    let service = TowerToHyperService::new(router);
    let with_client = service_fn(|mut request: Request<Incoming>| {
        let client = client(from, request.headers(), &entered.open.limits.proxies);
        request.extensions_mut().insert(client);
        service.call(request)
    });
    let _ = http.serve_connection(TokioIo::new(stream), with_client).await;
}

/// The address of whoever sends a request, which has it as an extension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

/// The sender of a request that came from this address. A proxy, which may run on this machine,
/// adds the address of its client at the end of a header; from others the header means nothing.
fn client(from: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> Client {
    let from = from.to_canonical();
    let is_proxy = from.is_loopback() || proxies.contains(&from);
    let named = || {
        let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        all.rsplit(',').next()?.trim().parse().ok()
    };
    Client(if is_proxy { named().unwrap_or(from) } else { from })
}

/// Tells the client why it is not served, if the socket takes the words at once.
fn refuse(stream: &TcpStream) {
    let _ = stream.try_write(TOO_MANY);
}

/// The open connections.
struct Open {
    limits: ConnectionLimits,
    most: usize,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    all: usize,
    of: HashMap<IpAddr, usize>,
}

/// A connection that is counted until this value is dropped.
struct Entered {
    open: Arc<Open>,
    address: Option<IpAddr>,
}

impl Open {
    /// Counts a connection from this address; `None` if there are too many.
    fn enter(open: &Arc<Open>, address: IpAddr) -> Option<Entered> {
        let address = address.to_canonical();
        let is_free = address.is_loopback() || open.limits.proxies.contains(&address);
        let address = (!is_free).then(|| network(address));
        let mut counts = open.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.all >= open.most {
            return None;
        }
        if let Some(address) = address {
            let count = counts.of.entry(address).or_default();
            if *count >= open.limits.per_address {
                return None;
            }
            *count += 1;
        }
        counts.all += 1;
        Some(Entered { open: Arc::clone(open), address })
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut counts = self.open.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all -= 1;
        let Some(address) = self.address else { return };
        if let Some(count) = counts.of.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                counts.of.remove(&address);
            }
        }
    }
}

/// The address under which a client is counted.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

/// The most connections in all: what the limit of open files leaves.
#[cfg(unix)]
fn most_in_all() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let files = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    (files / 4 * 3).min(files.saturating_sub(OTHER_FILES)).clamp(8, MOST)
}

#[cfg(not(unix))]
fn most_in_all() -> usize {
    MOST - OTHER_FILES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(per_address: usize, proxies: &[&str], most: usize) -> Arc<Open> {
        let proxies = proxies.iter().map(|proxy| proxy.parse().expect("an address")).collect();
        let limits = ConnectionLimits { per_address, proxies, ..ConnectionLimits::default() };
        Arc::new(Open { limits, most, counts: Mutex::default() })
    }

    fn enter(open: &Arc<Open>, address: &str) -> Option<Entered> {
        Open::enter(open, address.parse().expect("an address"))
    }

    #[test]
    fn an_address_has_its_share_and_gets_it_back() {
        let open = open(2, &["10.0.0.9"], 100);
        let one = enter(&open, "10.0.0.1");
        let two = enter(&open, "::ffff:10.0.0.1");
        assert!(one.is_some() && two.is_some() && enter(&open, "10.0.0.1").is_none());
        assert!(enter(&open, "10.0.0.2").is_some());
        drop(one);
        assert!(enter(&open, "10.0.0.1").is_some());
        let many = |address| (0..50).map(|_| enter(&open, address)).collect::<Vec<_>>();
        for address in ["127.0.0.1", "::1", "10.0.0.9"] {
            assert!(many(address).iter().all(Option::is_some), "{address}");
        }
        drop(two);
        let counts = open.counts.lock().expect("no panic");
        assert!(counts.all == 0 && counts.of.is_empty(), "nothing is left");
    }

    #[test]
    fn only_a_proxy_says_who_its_client_is() {
        let headers = [("x-forwarded-for", "9.9.9.9"), ("x-forwarded-for", "8.8.8.8, 10.0.0.7")];
        let headers: HeaderMap = headers
            .into_iter()
            .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")))
            .fold(HeaderMap::new(), |mut all, (name, value)| {
                all.append::<axum::http::HeaderName>(name, value);
                all
            });
        let proxy = "10.0.0.9";
        for (from, sender) in [
            ("10.0.0.1", "10.0.0.1"),
            (proxy, "10.0.0.7"),
            ("::ffff:10.0.0.9", "10.0.0.7"),
            ("127.0.0.1", "10.0.0.7"),
        ] {
            let proxies = [proxy.parse().expect("an address")];
            let Client(found) = client(from.parse().expect("an address"), &headers, &proxies);
            assert_eq!(found, sender.parse::<IpAddr>().expect("an address"), "{from}");
        }
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let open = open(1, &[], 100);
        let _one = enter(&open, "2001:db8::1").expect("the first");
        assert!(enter(&open, "2001:db8::2").is_none());
        assert!(enter(&open, "2001:db8:0:1::1").is_some());
    }

    #[test]
    fn all_together_have_a_limit_too() {
        let open = open(2, &[], 3);
        let entered: Vec<_> = (0..5).map(|_| enter(&open, "127.0.0.1")).collect();
        assert_eq!(entered.iter().flatten().count(), 3);
    }
}
