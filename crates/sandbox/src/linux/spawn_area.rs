//! Memory that the spawner and its zygotes share at the same address. It holds the instructions for
//! a child.
#![allow(
    unsafe_code,
    reason = "texts and lists are laid out in memory that comes from the kernel and that processes \
    share"
)]

use std::ffi::c_char;
use std::io;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use super::pre_exec::PreExec;

/// A job is shorter than 192 KiB. Here each text of a job needs its own bytes, a zero byte and a
/// pointer, so this size is large enough. Unused pages take no memory.
const SIZE: usize = 4 << 20;

/// The beginning of the spawn area.
#[derive(Debug)]
struct Head {
    pre_exec: AtomicPtr<PreExec>,
    /// The last result of a zygote: the number of a process or of a descriptor, or a negative error
    /// number.
    result: AtomicI32,
}

/// The memory, which exists until the process ends. It holds one child's setup at a time.
#[derive(Debug)]
pub(crate) struct SpawnArea {
    start: NonNull<u8>,
    used: usize,
}

/// The part of the spawn area that a zygote uses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mailbox(NonNull<Head>);

impl SpawnArea {
    /// Maps the memory.
    ///
    /// # Errors
    /// Fails if there is no memory left.
    pub(crate) fn new() -> io::Result<SpawnArea> {
        let (access, kind) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        // SAFETY: the kernel chooses the address of new memory.
        let start = unsafe { libc::mmap(ptr::null_mut(), SIZE, access, kind, -1, 0) };
        let start = NonNull::new(start.cast()).filter(|_| start != libc::MAP_FAILED);
        let start: NonNull<u8> = start.ok_or_else(io::Error::last_os_error)?;
        let head = Head { pre_exec: AtomicPtr::default(), result: AtomicI32::new(-libc::ESRCH) };
        // SAFETY: a page is larger than a `Head` and has a stricter alignment.
        unsafe { start.cast::<Head>().write(head) };
        Ok(SpawnArea { start, used: size_of::<Head>() })
    }

    /// The part of the spawn area for the zygote that is made after this call.
    pub(crate) fn mailbox(&self) -> Mailbox {
        Mailbox(self.start.cast())
    }

    /// Removes the previous instructions.
    pub(crate) fn clear(&mut self) {
        self.used = size_of::<Head>();
    }

    /// Copies values to the spawn area, and returns their address, which is valid until the next
    /// [`clear`](SpawnArea::clear).
    fn put<T>(&mut self, values: &[T]) -> io::Result<NonNull<T>> {
        let from = self.used.next_multiple_of(align_of::<T>());
        let to = from + size_of_val(values);
        if to > SIZE {
            return Err(io::Error::from_raw_os_error(libc::E2BIG));
        }
        self.used = to;
        // SAFETY: nobody else uses the memory between `from` and `to`; the start of a page is
        // aligned for every type.
        unsafe {
            let place = self.start.add(from).cast::<T>();
            ptr::copy_nonoverlapping(values.as_ptr(), place.as_ptr(), values.len());
            Ok(place)
        }
    }

    /// Copies values to the spawn area.
    pub(crate) fn list<T: Copy>(&mut self, values: &[T]) -> io::Result<*const T> {
        Ok(self.put(values)?.as_ptr().cast_const())
    }

    /// Lays out a child's setup.
    pub(crate) fn place(&mut self, pre_exec: PreExec) -> io::Result<&PreExec> {
        let place = self.put(&[MaybeUninit::<PreExec>::uninit()])?;
        // SAFETY: the place is aligned, long enough and unused, and the spawn area is borrowed as
        // long as the reference lives. A `PreExec` owns nothing, so it need not be dropped.
        Ok(unsafe { (*place.as_ptr()).write(pre_exec) })
    }

    /// Copies a text, with a zero byte after it.
    ///
    /// # Errors
    /// Fails if the text contains a zero byte.
    pub(crate) fn text(&mut self, text: &[u8]) -> io::Result<*const c_char> {
        if text.contains(&0) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a zero byte in a text"));
        }
        let place = self.put(text)?;
        self.put(&[0_u8])?;
        Ok(place.as_ptr().cast_const().cast())
    }

    /// Copies texts and, after them, a list of their addresses that ends in a null pointer.
    pub(crate) fn texts(&mut self, texts: &[Vec<u8>]) -> io::Result<*const *const c_char> {
        let mut list = texts.iter().map(|text| self.text(text)).collect::<io::Result<Vec<_>>>()?;
        list.push(ptr::null());
        self.list(&list)
    }
}

impl Mailbox {
    fn head(&self) -> &Head {
        // SAFETY: the `Head` was written before the mailbox was made, and only its atomics change.
        unsafe { self.0.as_ref() }
    }

    pub(crate) fn order(self, pre_exec: &PreExec) {
        self.head().pre_exec.store(ptr::from_ref(pre_exec).cast_mut(), Ordering::Release);
    }

    pub(crate) fn pre_exec(self) -> *const PreExec {
        self.head().pre_exec.load(Ordering::Acquire)
    }

    pub(crate) fn report(self, result: i32) {
        self.head().result.store(result, Ordering::Release);
    }

    pub(crate) fn result(self) -> i32 {
        self.head().result.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    #[test]
    fn what_is_laid_out_lies_there_until_it_is_cleared() {
        let mut area = SpawnArea::new().expect("there is memory");
        let numbers = area.put(&[1_u64, 2, 3]).expect("there is room");
        let words = [b"a word".to_vec(), Vec::new()];
        let list = area.texts(&words).expect("there is room");
        assert!(area.text(b"torn\0apart").is_err());
        // SAFETY: all of the text was written just now.
        unsafe {
            assert_eq!([numbers.read(), numbers.add(2).read()], [1, 3]);
            for (number, word) in words.iter().enumerate() {
                assert_eq!(CStr::from_ptr(*list.add(number)).to_bytes(), word);
            }
            assert!((*list.add(words.len())).is_null());
        }
        while area.put(&[0_u64; 1 << 10]).is_ok() {}
        area.clear();
        assert_eq!(area.put(&[7_u64]).expect("there is room again"), numbers);
    }
}
