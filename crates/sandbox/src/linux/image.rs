//! What `execve` is given: a path and two lists of texts.

use std::ffi::{CString, c_char};
use std::io;
use std::ptr;

/// A program's path, arguments and environment. They may not be changed while a child executes them.
#[derive(Debug)]
pub(crate) struct Image {
    path: CString,
    arguments: List,
    environment: List,
}

impl Image {
    /// # Errors
    /// When a text has a zero byte in it.
    pub(crate) fn new(path: &[u8], arguments: &[Vec<u8>], environment: &[Vec<u8>]) -> io::Result<Image> {
        let (arguments, environment) = (List::new(arguments)?, List::new(environment)?);
        Ok(Image { path: CString::new(path)?, arguments, environment })
    }

    pub(crate) fn path(&self) -> *const c_char {
        self.path.as_ptr()
    }

    /// Ends in a null pointer, as does the environment.
    pub(crate) fn arguments(&self) -> *const *const c_char {
        self.arguments.pointers.as_ptr()
    }

    pub(crate) fn environment(&self) -> *const *const c_char {
        self.environment.pointers.as_ptr()
    }
}

/// Texts, and where they lie.
#[derive(Debug)]
struct List {
    /// Held for the pointers.
    _texts: Vec<CString>,
    pointers: Vec<*const c_char>,
}

impl List {
    fn new(texts: &[Vec<u8>]) -> io::Result<List> {
        let texts = texts.iter().map(|text| Ok(CString::new(text.as_slice())?)).collect::<io::Result<Vec<_>>>()?;
        let pointers = texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect();
        Ok(List { _texts: texts, pointers })
    }
}
