//! The address of a store, as a command-line argument.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use tournament::store::Address;

/// Reads an address. The error does not repeat an invalid address, as clap would, since it may
/// contain a password.
#[derive(Clone)]
pub(crate) struct AddressParser;

impl TypedValueParser for AddressParser {
    type Value = Address;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Address, Error> {
        let refused = |why: String| {
            let of = argument.map_or_else(String::new, |argument| format!("'{argument}': "));
            Error::raw(ErrorKind::ValueValidation, format!("{of}{why}\n")).with_cmd(command)
        };
        let text = value.to_str().ok_or_else(|| refused("it is not UTF-8".to_string()))?;
        text.parse().map_err(|why: errors::Error| refused(why.to_string()))
    }
}
