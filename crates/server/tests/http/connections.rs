//! Tests that silent clients lose their connections, and that the others do not.

use std::io::{Read, Write};
use std::thread::sleep;
use std::time::Duration;

use server::ConnectionLimits;

use crate::{connect, free_port, running};

/// The time for the head of a request in these tests.
const HEAD_TIME: Duration = Duration::from_millis(300);

#[test]
fn whoever_sends_no_request_in_time_is_disconnected() {
    let limits = ConnectionLimits { head_time: HEAD_TIME, ..ConnectionLimits::default() };
    let address = running(free_port().with_limits(limits));
    let request = format!("GET / HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let mut whole = Vec::new();

    let mut silent = connect(address);
    silent.read_to_end(&mut whole).expect("the server closes the connection");

    // One byte at a time is no request either.
    let mut slow = connect(address);
    let mut sent = 0;
    for byte in request.bytes().cycle() {
        sleep(HEAD_TIME / 20);
        if slow.write_all(&[byte]).is_err() || sent > request.len() {
            break;
        }
        sent += 1;
    }
    assert!(sent < request.len(), "the server reads {sent} of {} bytes", request.len());

    // A kept connection ends when it is idle, after the answer.
    let mut idle = connect(address);
    idle.write_all(request.as_bytes()).expect("the server reads");
    let mut answer = Vec::new();
    idle.read_to_end(&mut answer).expect("the server closes the connection");
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
}
