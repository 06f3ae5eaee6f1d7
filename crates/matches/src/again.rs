//! A shell command that plays a game again, at the level of confinement that the game had.

use rules::{TimeControl, time_text};
use sandbox::Level;

use super::pair_runner::Game;
use players::OwnTerms;
use submission::shell;

/// The level of confinement that `ludoteka match` uses without the flag `--level`.
const USUAL: Level = Level::ALL[1];

impl Game<'_> {
    /// A command that plays the match up to this game. The seed and the game's number determine the
    /// board and the engines' random choices.
    pub(crate) fn again(&self) -> String {
        let terms = self.terms;
        let mut words = ["ludoteka", "match", self.spec.name].map(str::to_string).to_vec();
        words.extend(self.words.iter().map(shell::quoted));
        let mut add =
            |flag: &str, value: String| words.extend([flag.to_string(), shell::quoted(value)]);
        // A parameter that is not set may be drawn at random with the board. So the command repeats
        // every parameter that was set, including those that were set to their default values.
        for (name, value) in
            terms.parameters.all().filter(|(name, _)| terms.parameters.is_set(name))
        {
            add("--set", format!("{name}={value}"));
        }
        for (compiler, options) in terms.compilers.all_set() {
            add("--compiler-options", format!("{compiler} {options}"));
        }
        terms.data.iter().for_each(|folder| add("--data", folder.display().to_string()));
        if let Some(openings) = &terms.openings {
            add("--openings", openings.path.display().to_string());
        }
        add("--games", self.number.next_multiple_of(2).to_string());
        add("--seed", terms.seed.to_string());
        let numbers = [
            ("--opening", terms.opening.map(|moves| moves as u64)),
            ("--nodes", terms.nodes),
            ("--memory", terms.memory.map(|bytes| bytes >> 20)),
            ("--level", (terms.level != USUAL).then(|| terms.level.number().into())),
        ];
        for (flag, number) in numbers {
            number.into_iter().for_each(|number| add(flag, number.to_string()));
        }
        if terms.time != self.spec.contest.time {
            clock(terms.time).for_each(|(flag, time)| add(flag, time));
        }
        for (suffix, player) in ["-a", "-b"].into_iter().zip(self.contestants) {
            own(&player.own).for_each(|(flag, value)| add(&format!("{flag}{suffix}"), value));
        }
        if terms.openings.as_ref().is_some_and(|openings| openings.is_shuffled) {
            words.push("--shuffle".to_string());
        }
        words.join(" ")
    }
}

/// The flags that set a clock.
fn clock(time: TimeControl) -> impl Iterator<Item = (&'static str, String)> {
    let TimeControl { game, increment, each_move } = time;
    let increment = Some(increment).filter(|time| !time.is_zero());
    [("--game-time", game), ("--increment", increment), ("--move-time", each_move)]
        .into_iter()
        .filter_map(|(flag, time)| Some((flag, time_text(time?))))
}

/// The flags that set what holds for one player alone, without the letter of the player. An engine's
/// name has its number of positions.
fn own(own: &OwnTerms) -> impl Iterator<Item = (&'static str, String)> {
    let numbers =
        [("--memory", own.memory.map(|bytes| bytes >> 20)), ("--level", own.level.map(u64::from))];
    let numbers = numbers.into_iter().filter_map(|(flag, n)| Some((flag, n?.to_string())));
    let data = own.data.iter().map(|folder| ("--data", folder.clone()));
    own.time.into_iter().flat_map(|time| clock(time.into())).chain(numbers).chain(data)
}
