//! Programs' files, which are stored under the checksums of their content.

use super::Store;
use errors::Error;
use matches::record::checksum;

impl Store {
    /// Stores a file, and returns the SHA-256 by which it can be read again.
    ///
    /// # Errors
    /// Fails if the store cannot take the file.
    pub fn put_file(&mut self, bytes: &[u8]) -> Result<String, Error> {
        let hash = checksum(bytes);
        // A damaged file is written again.
        const PUT: &str = "\
INSERT INTO file (hash, bytes) VALUES ($1, $2)
ON CONFLICT (hash) DO UPDATE SET bytes = excluded.bytes WHERE file.bytes <> excluded.bytes";
        self.link.work(async |connection| {
            sqlx::query(PUT).bind(hash.as_str()).bind(bytes).execute(connection).await.map(drop)
        })?;
        Ok(hash)
    }

    /// The file with this SHA-256.
    ///
    /// # Errors
    /// Fails if there is no such file, the file is damaged, or the store fails.
    pub fn file(&mut self, hash: &str) -> Result<Vec<u8>, Error> {
        let found: Option<Vec<u8>> = self.link.work(async |connection| {
            let found = sqlx::query_scalar("SELECT bytes FROM file WHERE hash = $1").bind(hash);
            found.fetch_optional(connection).await
        })?;
        let address = self.address();
        let bytes = found
            .ok_or_else(|| Error::not_found(format!("the store {address} has no file {hash}")))?;
        if checksum(&bytes) == hash {
            Ok(bytes)
        } else {
            Err(Error::corrupt(format!(
                "the file {hash} in the store {address} is damaged: its content has another \
                checksum"
            )))
        }
    }
}
