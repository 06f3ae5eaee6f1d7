//! Reports that different kinds of machines have played a tournament.

use rules::Message;
use serde::{Deserialize, Serialize};

/// The processors of the workers that have played, if they differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machines(Vec<String>);

impl Machines {
    /// Returns `None` if all games were played on equal machines.
    pub(crate) fn of(processors: Vec<String>) -> Option<Machines> {
        (processors.len() > 1 && processors.is_sorted_by(|one, next| one < next))
            .then_some(Machines(processors))
    }

    /// A sentence about the machines.
    pub(crate) fn message(&self) -> Message {
        text!("machines", names = self.0.clone())
    }

    #[cfg(feature = "store")]
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).expect("texts")
    }

    /// Reads the text that [`json`](Machines::json) wrote.
    pub(crate) fn read(text: &str) -> Result<Machines, String> {
        let Machines(processors) = serde_json::from_str(text).map_err(|error| error.to_string())?;
        Machines::of(processors)
            .ok_or_else(|| "expected different processors, in order".to_string())
    }
}
