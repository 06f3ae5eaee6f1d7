//! Messages in JSON, for files and for other programs.
//!
//! ```json
//! {"key": "leads", "arguments": {"name": "Anna", "points": 7.5}, "text": "Anna leads ..."}
//! ```
//!
//! `text` is the English text. A text without a key is written alone, as older files have it. In an
//! argument, a number is a number, a name is a text, a side is `{"side": "first"}` or
//! `{"side": "second"}`, a list is an array, and a message is an object of this form.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::message::SIDES;
use crate::{Argument, Message, Side};

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.any_key().is_empty() {
            return serializer.collect_str(self);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("key", self.any_key())?;
        if !self.arguments.is_empty() {
            map.serialize_entry("arguments", &self.arguments)?;
        }
        map.serialize_entry("text", &self.to_string())?;
        map.end()
    }
}

impl Serialize for Argument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Argument::Number(number) => serializer.serialize_u64(*number),
            Argument::Decimal(text) => match text.parse::<f64>() {
                Ok(number) => serializer.serialize_f64(number),
                Err(_) => serializer.serialize_str(text),
            },
            Argument::Name(name) => serializer.serialize_str(name),
            Argument::Message(message) => message.serialize(serializer),
            Argument::Side(side) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("side", SIDES[side.index()])?;
                map.end()
            }
            Argument::List(all) => {
                let mut list = serializer.serialize_seq(Some(all.len()))?;
                all.iter().try_for_each(|one| list.serialize_element(one))?;
                list.end()
            }
        }
    }
}

/// Reads a message. A text alone is a message without a key: older files have such texts.
impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
        match Argument::deserialize(deserializer)? {
            Argument::Message(message) => Ok(message),
            Argument::Name(text) => Ok(Message::plain(text)),
            _ => Err(de::Error::custom("expected a message: a text, or an object with a text")),
        }
    }
}

impl<'de> Deserialize<'de> for Argument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Argument, D::Error> {
        deserializer.deserialize_any(ArgumentVisitor)
    }
}

struct ArgumentVisitor;

impl<'de> Visitor<'de> for ArgumentVisitor {
    type Value = Argument;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a text, a list, a side or a message")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Argument, E> {
        Ok(Argument::Number(number))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Argument, E> {
        Ok(u64::try_from(number)
            .map_or_else(|_| Argument::Decimal(number.to_string()), Argument::Number))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Argument, E> {
        Ok(Argument::Decimal(number.to_string()))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Argument, E> {
        Ok(Argument::Name(text.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Argument, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = list.next_element()? {
            all.push(one);
        }
        Ok(Argument::List(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Argument, A::Error> {
        let (mut key, mut arguments, mut text) = (String::new(), BTreeMap::new(), None);
        while let Some(field) = map.next_key::<String>()? {
            match field.as_str() {
                "key" => key = map.next_value()?,
                "arguments" => arguments = map.next_value()?,
                "text" => text = Some(map.next_value::<String>()?),
                "side" => return side(&map.next_value::<String>()?),
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        let text = text.ok_or_else(|| de::Error::missing_field("text"))?;
        Ok(Argument::Message(Message::read(key, arguments, text)))
    }
}

fn side<E: de::Error>(name: &str) -> Result<Argument, E> {
    let found = Side::BOTH.into_iter().find(|side| SIDES[side.index()] == name);
    found.map(Argument::Side).ok_or_else(|| E::unknown_variant(name, &SIDES))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, Language, message};

    const WORDS: Catalogue = Catalogue::new(&[
        "first = black\nwon = {side}, {who}, {n}, {share} %: {why}\nwhy = out of time",
        "first = czarne\nwon = {side}; {who}; {n}; {share} %: {why}\nwhy = po czasie",
    ]);

    #[test]
    fn what_is_written_is_read_and_finds_its_texts_again() {
        let message = message!(
            WORDS,
            "won",
            side = Side::First,
            who = vec!["Jan", "and", "Ola"],
            n = 12_345_u64,
            share = Argument::Decimal("53.5".to_string()),
            why = message!(WORDS, "why"),
        );
        let json = serde_json::to_string(&message).expect("texts");
        assert_eq!(
            json,
            "{\"key\":\"won\",\"arguments\":{\"n\":12345,\"share\":53.5,\
            \"side\":{\"side\":\"first\"},\"who\":[\"Jan\",\"and\",\"Ola\"],\
            \"why\":{\"key\":\"why\",\"text\":\"out of time\"}},\
            \"text\":\"black, Jan, and and Ola, 12\u{202f}345, 53.5 %: out of time\"}"
        );
        let mut read: Message = serde_json::from_str(&json).expect("a message");
        assert_eq!(read.told(Language::Polish), message.to_string(), "no texts are known yet");
        read.adopt(&[crate::WORDS, WORDS]);
        assert_eq!(read, message);
        let polish = "czarne; Jan, and i Ola; 12\u{202f}345; 53,5 %: po czasie";
        assert_eq!(read.told(Language::Polish), polish);
    }

    #[test]
    fn texts_without_a_key_stay_as_they_are() {
        for json in ["\"why\"", "{\"text\":\"why\"}"] {
            let mut read: Message = serde_json::from_str(json).expect("a message");
            read.adopt(&[WORDS]);
            assert_eq!(read, Message::plain("why"));
            assert_eq!(read.told(Language::Polish), "why");
            assert_eq!(serde_json::to_string(&read).expect("a text"), "\"why\"");
        }
        for json in ["3", "[]", "{}", "{\"key\":\"why\"}", "{\"side\":\"third\"}"] {
            assert!(serde_json::from_str::<Message>(json).is_err(), "{json}");
        }
    }
}
