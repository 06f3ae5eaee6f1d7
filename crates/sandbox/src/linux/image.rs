//! What `execve` is given, at addresses that never change and that nobody can guess.
//!
//! The seccomp filter is in force before the program is executed, so it must let `execve` pass once and not again. It
//! lets it pass with exactly the three pointers of this block. The block lies at a random one of 2^34 addresses, and
//! the program, whose memory is its own, has no way to learn which: a second `execve` with other pointers ends it.
//! (Were it to guess right, it would execute what Landlock lets it, which is itself, under the same filter.) With the
//! addresses fixed, one filter serves all jobs of a spawner.
#![allow(unsafe_code, reason = "a block of memory at a chosen address, filled with pointers into itself")]

use std::io;
use std::ptr;

/// Room for the path, the two lists of pointers, and the strings.
const PATH: usize = 8 << 10;
const ARGUMENTS: usize = 64 << 10;
const ENVIRONMENT: usize = 16 << 10;
const STRINGS: usize = 256 << 10;
const SIZE: usize = PATH + ARGUMENTS + ENVIRONMENT + STRINGS;

/// The block of memory.
#[derive(Debug)]
pub(crate) struct Image {
    base: *mut u8,
}

impl Image {
    /// An empty block at a random address.
    pub(crate) fn new() -> io::Result<Image> {
        for _ in 0..64 {
            let wanted = ptr::without_provenance_mut(random_address()?);
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
            // SAFETY: fresh memory is asked for, and no mapping that exists is replaced.
            let base = unsafe { libc::mmap(wanted, SIZE, protection, flags, -1, 0) };
            if base == wanted {
                return Ok(Image { base: base.cast() });
            }
        }
        Err(io::Error::other("no free address for a block of memory was found"))
    }

    /// Path, arguments and environment, as `execve` wants them.
    pub(crate) fn pointers(&self) -> [*const u8; 3] {
        [0, PATH, PATH + ARGUMENTS].map(|offset| self.base.wrapping_add(offset).cast_const())
    }

    /// Fills the block in.
    ///
    /// # Errors
    /// When it does not fit, or a text has a zero byte in it.
    pub(crate) fn fill(&mut self, path: &[u8], arguments: &[Vec<u8>], environment: &[Vec<u8>]) -> io::Result<()> {
        if path.len() >= PATH || arguments.len() >= ARGUMENTS / 8 || environment.len() >= ENVIRONMENT / 8 {
            return Err(io::Error::from_raw_os_error(libc::E2BIG));
        }
        self.put_text(0, path)?;
        let mut free = PATH + ARGUMENTS + ENVIRONMENT;
        self.put_list(PATH, arguments, &mut free)?;
        self.put_list(PATH + ARGUMENTS, environment, &mut free)
    }

    fn put_list(&mut self, at: usize, texts: &[Vec<u8>], free: &mut usize) -> io::Result<()> {
        for (i, text) in texts.iter().enumerate() {
            self.put_pointer(at + 8 * i, self.base.wrapping_add(*free));
            self.put_text(*free, text)?;
            *free += text.len() + 1;
        }
        self.put_pointer(at + 8 * texts.len(), ptr::null());
        Ok(())
    }

    fn put_text(&mut self, at: usize, text: &[u8]) -> io::Result<()> {
        if text.contains(&0) {
            return Err(io::Error::from_raw_os_error(libc::EINVAL));
        }
        if at + text.len() >= SIZE {
            return Err(io::Error::from_raw_os_error(libc::E2BIG));
        }
        // SAFETY: the text and its zero end before the block does, as has been checked; they do not overlap.
        unsafe {
            ptr::copy_nonoverlapping(text.as_ptr(), self.base.add(at), text.len());
            self.base.add(at + text.len()).write(0);
        }
        Ok(())
    }

    fn put_pointer(&mut self, at: usize, pointer: *const u8) {
        assert!(at.is_multiple_of(8) && at + 8 <= SIZE, "pointers lie within the block");
        // SAFETY: within the block, as has just been checked, and aligned, since the block begins at a page.
        unsafe { self.base.add(at).cast::<*const u8>().write(pointer) };
    }
}

/// A multiple of the largest page size below 2^46, which every program's address space has.
fn random_address() -> io::Result<usize> {
    let mut bytes = [0; 8];
    // SAFETY: the buffer is as long as is said.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if got != 8 {
        return Err(io::Error::last_os_error());
    }
    const PAGES: usize = (1 << 46) - 1;
    Ok(usize::from_ne_bytes(bytes) & PAGES & !0xfff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut image = Image::new().expect("memory");
        let texts = |count, length| vec![vec![b'a'; length]; count];
        image.fill(b"/bin/true", &texts(100, 1000), &texts(10, 10)).expect("it fits");
        for (path, arguments, environment) in [
            (vec![b'a'; PATH], vec![], vec![]),
            (vec![], texts(ARGUMENTS / 8, 0), vec![]),
            (vec![], texts(3, 100 << 10), vec![]),
            (vec![], vec![], texts(ENVIRONMENT / 8, 0)),
            (vec![0], vec![], vec![]),
        ] {
            assert!(image.fill(&path, &arguments, &environment).is_err());
        }
    }

    #[test]
    fn no_two_blocks_share_an_address() {
        let [a, b] = [(); 2].map(|()| Image::new().expect("memory").pointers());
        assert!(a.iter().all(|pointer| !b.contains(pointer)));
    }
}
