//! The address of a store, as a command-line argument.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use tournament::store::Address;

/// Reads an address. The error for an invalid address does not repeat the address, since it may
/// contain a password. Clap's own error would repeat the address.
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

/// Replaces the password of each address in a text by `***`; `None` if there is no password. Clap's
/// errors repeat unexpected arguments, which may be addresses.
pub(crate) fn without_password(text: &str) -> Option<String> {
    let (mut shown, mut rest, mut has_any) = (String::new(), text, false);
    while let Some((before, after)) = rest.split_once("://") {
        let role = after.split(['/', '\'', '"', ' ', '\n']).next().unwrap_or_default();
        let password = role.rsplit_once('@').and_then(|(role, _)| role.split_once(':'));
        shown += before;
        shown += "://";
        rest = after;
        if let Some((user, password)) = password {
            shown += user;
            shown += ":***";
            rest = &after[user.len() + 1 + password.len()..];
            has_any = true;
        }
    }
    has_any.then(|| shown + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_left_out_wherever_it_stands() {
        let said =
            "unexpected argument 'postgres://anna:ge@heim@db/x' found, not a://b or c://d:e@f";
        let shown =
            "unexpected argument 'postgres://anna:***@db/x' found, not a://b or c://d:***@f";
        assert_eq!(without_password(said).as_deref(), Some(shown));
        assert_eq!(without_password("postgres://anna@db:5432/x"), None);
    }
}
