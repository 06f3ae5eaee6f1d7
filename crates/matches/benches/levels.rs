//! Measures the levels of the engines by matches: each level against the one below, level 1 against
//! random moves, and the one-ply players in `starters/` against levels 1 and 2.
//!
//!     cargo bench -p matches --bench levels                    40 games in each match
//!     cargo bench -p matches --bench levels -- reversi 200     only Reversi, 200 games
//!
//! Everything is counted in positions, so the figures are the same on every machine.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use matches::{Match, Score, Terms};
use players::{Contestant, FoulReport, Place, Player, Reply, Turn};
use rules::random::Random;
use rules::{Answer, Parameters, TimeControl};
use sandbox::{Clock, Level, Spawner};
use search::{GameSpec, SkillLevel};
use submission::Compilers;

/// The default number of games in a match.
const GAMES: u64 = 40;

/// The number of positions that the highest level searches for a move.
const FULL: u64 = 65_536;

/// The number of random half-moves before each pair, where the players can be told of them.
const OPENING: usize = 4;

/// For each game: parameters of a board on which the levels differ and a game takes little time.
/// Where a game has random boards, each pair gets another.
const BOARDS: [(&str, &[(&str, &str)]); 5] = [
    ("poziomka", &[("pola", "3"), ("wiersze", "12"), ("kolumny", "12")]),
    ("reversi", &[]),
    ("flood-wars", &[]),
    ("mnk", &[("n", "9"), ("m", "9"), ("k", "5")]),
    ("gangsters", &[("limit", "60")]),
];

/// A row of the table: the two players, and how many per cent of the points the first should take.
struct Row {
    players: [Who; 2],
    wanted: [u32; 2],
}

#[derive(Clone, Copy)]
enum Who {
    Engine(SkillLevel),
    Starter,
    Random,
}

fn main() -> Result<(), Box<dyn Error>> {
    sandbox::serve_if_asked();
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let games = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(GAMES);
    let named = |name: &str| arguments.iter().any(|argument| argument == name);
    let all = !BOARDS.iter().any(|(name, _)| named(name));
    println!("game        players        +    =    -   share, 95 %       wanted");
    for (name, set) in BOARDS.iter().filter(|(name, _)| all || named(name)) {
        let spec = games::find(name).ok_or("the game exists")?;
        for row in rows(spec) {
            report(spec, set, &row, games)?;
        }
    }
    Ok(())
}

fn rows(spec: &GameSpec) -> Vec<Row> {
    let [first, second] = [1, 2].map(SkillLevel::new);
    let rest = [
        ([Who::Engine(first), Who::Random], [70, 100]),
        ([Who::Starter, Who::Engine(first)], [70, 100]),
        ([Who::Starter, Who::Engine(second)], [35, 65]),
    ];
    let levels = spec.levels();
    let steps = levels.windows(2).map(|pair| {
        let most = if pair[1] == spec.full() { 100 } else { 85 };
        ([Who::Engine(pair[1]), Who::Engine(pair[0])], [65, most])
    });
    rest.into_iter().chain(steps).map(|(players, wanted)| Row { players, wanted }).collect()
}

fn report(
    spec: &'static GameSpec,
    set: &[(&str, &str)],
    row: &Row,
    games: u64,
) -> Result<(), Box<dyn Error>> {
    let score = played(spec, set, row, games)?;
    let share = stats::share(&score.pairs).ok_or("there are at least two pairs")?;
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    let [won, lost] = score.wins;
    let players = format!("{} : {}", row.players[0].name(), row.players[1].name());
    let [least, most] = row.wanted;
    println!(
        "{:<11} {players:<12} {won:>3}  {:>3}  {lost:>3}   {value:3.0}, {low:.0} to {high:.0}{}\
        {least} to {most}",
        spec.name,
        score.draws,
        " ".repeat(8)
    );
    if score.fouls != [0, 0] {
        return Err(format!("{:?} fouls", score.fouls).into());
    }
    Ok(())
}

fn played(
    spec: &'static GameSpec,
    set: &[(&str, &str)],
    row: &Row,
    games: u64,
) -> Result<Score, Box<dyn Error>> {
    let mut parameters = Parameters::new(spec.parameters);
    set.iter().try_for_each(|(name, value)| parameters.set(name, value))?;
    let has_starter = row.players.iter().any(|who| matches!(who, Who::Starter));
    let is_told = spec.contest.protocol.as_ref().is_none_or(|protocol| protocol.any_start);
    let terms = Terms {
        parameters,
        games,
        sprt: None,
        seed: 1,
        opening: (is_told || !has_starter).then_some(OPENING),
        openings: None,
        time: TimeControl::game(std::time::Duration::from_secs(3600)),
        nodes: Some(FULL),
        level: Level::Confined,
        compilers: Compilers::for_play(spec.compiler.name),
        compile_time: submission::COMPILE_TIME,
        strict: true,
        data: Vec::new(),
        memory: None,
    };
    let [first, second] = row.players.map(|who| who.contestant(spec));
    let slot = sandbox::slots().into_iter().next().ok_or("there is a processor")?;
    let place = tempfile::tempdir()?;
    let random = |_| Box::new(RandomPlayer(Random::new(0))) as Box<dyn Player>;
    let spawners = vec![Spawner::start(Some(slot))?];
    let contestants = [first?, second?];
    let mut playing = Match::prepare(spec, &contestants, &terms, spawners, place.path(), &random)?;
    let mut score = Score::default();
    playing.play(&AtomicBool::new(false), &mut |record, _| {
        score.count(record);
        Ok(())
    })?;
    Ok(score)
}

impl Who {
    fn name(self) -> String {
        match self {
            Who::Engine(level) => level.number().to_string(),
            Who::Starter => "starter".to_string(),
            Who::Random => "random".to_string(),
        }
    }

    fn contestant(self, spec: &GameSpec) -> Result<Contestant, errors::Error> {
        let starters = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters");
        let text = match self {
            Who::Engine(level) => level.to_string(),
            Who::Starter => starters.join(spec.name).join("player.c").display().to_string(),
            // A match asks its caller for the player of a person.
            Who::Random => "human".to_string(),
        };
        Contestant::read(&text, spec)
    }
}

/// A player that makes random moves.
struct RandomPlayer(Random);

impl Player for RandomPlayer {
    fn start_game(&mut self, place: &Place<'_>) -> Result<(), errors::Error> {
        self.0 = Random::new(place.seed);
        Ok(())
    }

    fn ask(&mut self, turn: &mut Turn<'_>) -> Result<Reply, errors::Error> {
        let moves = turn.table.legal();
        let mv = self.0.pick(&moves).ok_or_else(|| errors::Error::bug("the game is over"))?;
        Ok(Reply::new(Ok(Answer::Move(mv.clone())), Clock::default()))
    }

    fn end_game(&mut self, _: bool) -> Result<Option<FoulReport>, errors::Error> {
        Ok(None)
    }
}
