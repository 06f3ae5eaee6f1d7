//! A line of shell that plays a game again, confined as it was.

use rules::TimeControl;
use sandbox::Level;

use super::contestant::{Contestant, Kind, Speech};
use super::station::Game;
use crate::entry::shell;

/// What has no flag: `ludoteka match` confines programs so.
const USUAL: Level = Level::ALL[1];

impl Contestant {
    /// Who takes part, in words that [`Contestant::read`] takes.
    pub(crate) fn words(&self) -> String {
        match &self.kind {
            Kind::Engine(level) => format!("engine:{}", level.number()),
            Kind::Person => "human".to_string(),
            Kind::Program { speech, entry, arguments } => {
                let speech = match speech {
                    Speech::Own => "",
                    Speech::Lines => "line:",
                    Speech::Gtp => "gtp:",
                };
                let command = [shell::program(&entry.by_hand)].into_iter().chain(arguments.iter().map(shell::quoted));
                format!("{speech}{}", command.collect::<Vec<_>>().join(" "))
            }
        }
    }
}

impl Game<'_> {
    /// The match up to this game: boards, and what engines leave to chance, follow from the seed and the game's number.
    pub(crate) fn again(&self) -> String {
        let terms = self.terms;
        let mut words = ["ludoteka", "match", self.spec.name].map(str::to_string).to_vec();
        words.extend(self.words.iter().map(shell::quoted));
        let mut add = |flag: &str, value: String| words.extend([flag.to_string(), shell::quoted(value)]);
        // Set to its default is not the same as not set, where boards are drawn.
        for (name, value) in terms.parameters.all().filter(|(name, _)| terms.parameters.is_set(name)) {
            add("--set", format!("{name}={value}"));
        }
        add("--games", self.number.next_multiple_of(2).to_string());
        add("--seed", terms.seed.to_string());
        let clock = if terms.time == self.spec.contest.time { Vec::new() } else { clock(terms.time) };
        let numbers = [
            ("--opening", terms.opening.map(|moves| moves as u64)),
            ("--nodes", terms.nodes),
            ("--memory", terms.memory.map(|bytes| bytes >> 20)),
            ("--level", (terms.level != USUAL).then(|| terms.level.number().into())),
        ];
        for (flag, number) in clock.into_iter().chain(numbers) {
            number.into_iter().for_each(|number| add(flag, number.to_string()));
        }
        words.join(" ")
    }
}

/// The flags of a clock, in milliseconds.
fn clock(time: TimeControl) -> Vec<(&'static str, Option<u64>)> {
    let ms = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let increment = Some(ms(time.increment)).filter(|&ms| ms > 0);
    vec![("--game-ms", time.game.map(ms)), ("--increment-ms", increment), ("--move-ms", time.each_move.map(ms))]
}
