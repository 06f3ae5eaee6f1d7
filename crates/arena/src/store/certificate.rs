//! Why a server's certificate is not accepted.

use std::io;

/// What the library says of a certificate, and what an organiser has to know.
const OBJECTIONS: [(&str, &str); 3] = [
    (
        "CaUsedAsEndEntity",
        "it is that of an authority, which may not vouch for itself; another one has to be signed by it for the server",
    ),
    ("UnsupportedCertVersion", "it is of version 1, and has to be of version 3, with a `subjectAltName`"),
    (
        "UnknownIssuer",
        "nobody whom this machine knows has signed it; `sslrootcert` names a file of an authority of your own",
    ),
];

/// Why, if that is what went wrong.
pub(super) fn objection(error: &sqlx::Error) -> Option<String> {
    let sqlx::Error::Io(error) = error else { return None };
    let words = Some(error.to_string()).filter(|_| error.kind() == io::ErrorKind::InvalidData)?;
    let why = words.strip_prefix("invalid peer certificate: ")?;
    let known = OBJECTIONS.iter().find(|(name, _)| why.contains(name));
    Some(known.map_or_else(|| why.to_string(), |(_, meaning)| (*meaning).to_string()))
}
