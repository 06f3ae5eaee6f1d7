//! Unix sockets that preserve message boundaries and carry descriptors.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};

/// The longest message. It is below 208 KiB, the kernel's default limit for a packet.
pub(crate) const LONGEST: usize = 192 << 10;
/// The most descriptors that come with one message.
const MOST_DESCRIPTORS: usize = 4;

/// One end of a connection that carries packets.
#[derive(Debug)]
pub(crate) struct Channel(OwnedFd);

impl Channel {
    /// Two connected ends.
    pub(crate) fn pair() -> io::Result<(Channel, Channel)> {
        let (a, b) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        Ok((Channel(a), Channel(b)))
    }

    pub(crate) fn from_descriptor(descriptor: OwnedFd) -> Channel {
        Channel(descriptor)
    }

    pub(crate) fn into_descriptor(self) -> OwnedFd {
        self.0
    }

    /// Sends one packet and copies of these descriptors.
    pub(crate) fn send(&self, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        if !descriptors.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(descriptors))
        {
            return Err(io::Error::other("too many descriptors for one message"));
        }
        // If the other end is dead, the call returns an error instead of raising a signal.
        let flags = SendFlags::NOSIGNAL;
        rustix::io::retry_on_intr(|| {
            sendmsg(&self.0, &[IoSlice::new(bytes)], &mut ancillary, flags)
        })?;
        Ok(())
    }

    /// Waits for a packet; an empty packet means that the other end was closed.
    pub(crate) fn receive(&self, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut parts = [IoSliceMut::new(buffer)];
        let received = loop {
            match recvmsg(&self.0, &mut parts, &mut ancillary, RecvFlags::CMSG_CLOEXEC) {
                // If the other end was closed before it had read all its packets, the first call
                // fails with this error. The next calls return the packets that the other end had
                // sent.
                Err(Errno::INTR | Errno::CONNRESET) => {}
                other => break other?,
            }
        };
        let messages = ancillary.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
            _ => None,
        });
        Ok((received.bytes, messages.flatten().collect()))
    }
}

impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
