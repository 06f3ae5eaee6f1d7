//! Stores values of other crates as plain numbers.

/// Clocks in milliseconds, as in records.
pub(super) mod time {
    use std::time::Duration;

    use rules::TimeControl;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use matches::record::TimeRecord;

    pub(in super::super) fn serialize<S: Serializer>(
        time: &TimeControl,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        TimeRecord::from(*time).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<TimeControl, D::Error> {
        let TimeRecord { game_ms, increment_ms, move_ms } = TimeRecord::deserialize(deserializer)?;
        let time = |ms: Option<u64>| ms.map(Duration::from_millis);
        Ok(TimeControl {
            game: time(game_ms),
            increment: time(increment_ms).unwrap_or_default(),
            each_move: time(move_ms),
        })
    }
}

/// A level's number.
pub(super) mod level {
    use sandbox::Level;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
    pub(in super::super) fn serialize<S: Serializer>(
        level: &Level,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        level.number().serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Level, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let level = Level::ALL.into_iter().find(|level| level.number() == number);
        level.ok_or_else(|| D::Error::custom(format!("there is no level {number}")))
    }
}

/// A skill level's number.
pub(super) mod skill {
    use search::SkillLevel;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
    pub(in super::super) fn serialize<S: Serializer>(
        level: &SkillLevel,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        level.number().serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<SkillLevel, D::Error> {
        u8::deserialize(deserializer).map(SkillLevel::new)
    }
}
