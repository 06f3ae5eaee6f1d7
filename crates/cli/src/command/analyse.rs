//! `ludoteka analyse`: what each move of a recorded game gave away.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::iter;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use matches::record::table;
use rules::{Outcome, Parameters, Side};
use search::{
    GameSpec, Handler, Instance, Limits, Loss, MadeMove, NeverStop, Score, Worth, learn, proven_end,
};
use serde_json::{Value, json};

use crate::arguments;
use crate::failure::Failure;
use crate::palette::{FAINT, STRONG, WRONG};
use crate::records::{self, Found, Numbers};
use crate::words::{self, counted};

/// Say what each move of a recorded game gave away
///
/// For each move of the game, engine and solver value every legal move, and the move made is
/// compared with the best one. A proven value is printed as a win, a loss, a draw or a margin. All
/// other values are estimates, which are better with more time, from the view of the side that moves:
/// in points of the game, or in the engine's unit if the game has no points. If the better value is
/// not proven, the other move is "perhaps better". All processors search, each another position.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Analyse {
    /// A file that `ludoteka match --record` has written, or the folder of a tournament
    #[arg(value_name = "RECORD")]
    file: PathBuf,
    /// The game's number in the list of `ludoteka replay --list`
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    game: u64,
    /// How long to think about each position, e.g. `500ms`
    #[arg(long, value_name = "TIME", value_parser = arguments::time, conflicts_with = "nodes")]
    time: Option<Duration>,
    /// How many positions to search for each move; unlike with --time, the answer is the same on
    /// every machine
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: u64,
    /// Print a line of JSON for each move instead of the text
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka match mnk engine:1 engine:2 --games 2 --record games.jsonl
  ludoteka analyse games.jsonl                     # the first game, 100,000 positions a move
  ludoteka analyse games.jsonl --game 2 --time 1s  # with more time
  ludoteka analyse games.jsonl --json              # one line of JSON for each move";

impl Analyse {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let numbers = Numbers::of(&records::in_folder(&self.file))?;
        let found = Found::in_file(&self.file, self.game, numbers)?;
        let misfit =
            |why| Failure::input(format!("{}, game {}: {why}", self.file.display(), found.number));
        let mut board = table(&found.record, found.spec).map_err(|why| misfit(why.to_string()))?;
        while board.undo() {}
        let mut questions = Vec::new();
        for (number, name) in found.record.opening.iter().chain(&found.record.moves).enumerate() {
            if number >= found.record.opening.len() {
                let (turn, moves) = (board.turn(), board.moves());
                questions.push(Question { number: number + 1, turn, name, moves });
            }
            board.play(name).map_err(|why| misfit(why.to_string()))?;
        }
        let open = opener(&found)?;
        let engine = open().engine;
        let (point, has_points) = (engine.point(), engine.every_point_counts());
        if !self.json {
            writeln!(out, "{STRONG}{}{STRONG:#}", found.title())?;
        }
        let mut losses = [Losses::default(), Losses::default()];
        let mut tell = |&Question { number, turn, name, .. }: &Question<'_>, values: &[_]| {
            let made = MadeMove::new(name, values, point);
            let judged = Judged { number, turn, name, found: made, point, has_points };
            losses[turn.index()].add(&judged);
            if self.json {
                writeln!(out, "{}", judged.json(found.spec))
            } else {
                judged.write(found.spec, out)
            }
        };
        // A move is told once the values of the answers to it are known.
        let mut waiting: Option<Vec<Worth>> = None;
        let mut told = 0;
        self.answer(&open, &questions, |question, values| {
            let Some(mut before) = waiting.replace(values.to_vec()) else { return Ok(()) };
            let last = &questions[told];
            if let Some(made) = before.iter_mut().find(|worth| worth.value.mv == last.name) {
                learn(made, question.turn == last.turn, values);
            }
            told += 1;
            tell(last, &before)
        })?;
        if let Some(values) = waiting {
            tell(&questions[told], &values)?;
        }
        if !self.json {
            for (side, losses) in found.spec.sides.iter().zip(&losses) {
                writeln!(out, "{side}: {}", losses.told())?;
            }
        }
        Ok(())
    }

    /// Finds the answers to all questions, one on each processor, and tells them in the order of the
    /// questions. Ends soon after an answer could not be told.
    fn answer(
        &self,
        open: &(impl Fn() -> Instance + Sync),
        questions: &[Question<'_>],
        mut tell: impl FnMut(&Question<'_>, &[Worth]) -> io::Result<()>,
    ) -> io::Result<()> {
        let (next, (sender, answers)) = (AtomicUsize::new(0), mpsc::channel());
        thread::scope(|scope| {
            let processors = thread::available_parallelism().map_or(1, NonZero::get);
            for _ in 0..processors.min(questions.len()) {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || {
                    let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                    for number in numbers.take_while(|&number| number < questions.len()) {
                        let values = self.values(open(), &questions[number].moves);
                        if sender.send((number, values)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut told = 0;
            for (number, values) in answers {
                waiting.insert(number, values);
                while let Some(values) = waiting.remove(&told) {
                    tell(&questions[told], &values)?;
                    told += 1;
                }
            }
            Ok(())
        })
    }

    /// The value of every legal move. The instance is new, so the values depend only on the
    /// position.
    fn values(&self, mut instance: Instance, moves: &[String]) -> Vec<Worth> {
        instance.go_to(moves);
        match self.time {
            None => instance.values(Limits::nodes(self.nodes), &mut NeverStop),
            Some(time) => instance.values(Limits::NONE, &mut Until { began: Instant::now(), time }),
        }
    }
}

/// Stops a search when its time is over.
struct Until {
    began: Instant,
    time: Duration,
}

impl Handler for Until {
    fn stop(&mut self, _nodes: u64) -> bool {
        self.is_over(1.0)
    }

    fn is_over(&mut self, share: f64) -> bool {
        self.began.elapsed() >= self.time.mul_f64(share)
    }
}

/// Opens instances of a record's game. Fails if the record has a bad parameter.
fn opener(found: &Found) -> Result<impl Fn() -> Instance + Sync, Failure> {
    let mut parameters = Parameters::new(found.spec.parameters);
    for (name, value) in &found.record.parameters {
        parameters.set(name, value).map_err(|bad| Failure::input(bad.to_string()))?;
    }
    let open = found.spec.open;
    open(&parameters, None)?;
    Ok(move || open(&parameters, None).expect("these parameters have just been accepted"))
}

/// A move that was made, and all moves before it.
struct Question<'a> {
    /// The number of the move in the game, from 1.
    number: usize,
    turn: Side,
    name: &'a str,
    moves: Vec<String>,
}

/// A move that was made, and the best move.
struct Judged<'a> {
    number: usize,
    turn: Side,
    name: &'a str,
    found: MadeMove<'a>,
    point: Score,
    /// Whether a win can have several margins.
    has_points: bool,
}

impl Judged<'_> {
    fn write(&self, spec: &GameSpec, out: &mut dyn Write) -> io::Result<()> {
        let (number, side, name) = (self.number, spec.sides[self.turn.index()], self.name);
        write!(out, "{number:>3}. {side} {STRONG}{name}{STRONG:#}")?;
        let told =
            |worth: Option<&Worth>| worth.map_or_else(String::new, |worth| self.worth(spec, worth));
        let (made, best) = (told(self.found.made), told(self.found.best));
        let better = self.found.best.map_or("", |best| &best.value.mv);
        match self.found.loss {
            Loss::Unknown => writeln!(out, "  {FAINT}not searched: set more time{FAINT:#}"),
            Loss::None => writeln!(out, "  {FAINT}{made}{FAINT:#}"),
            Loss::Points(points) => {
                writeln!(out, "  {WRONG}-{points:.1}{WRONG:#}  {made}; better: {better}, {best}")
            }
            Loss::Result => {
                writeln!(out, "  {WRONG}mistake{WRONG:#}  {made}; better: {better}, {best}")
            }
            Loss::Unsure => {
                writeln!(out, "  {FAINT}{made}; perhaps better: {better}, {best}{FAINT:#}")
            }
        }
    }

    /// A value in words. A proved value reads like `black wins by 6 points`, with `or more` if only
    /// the winner is proved. An estimate is from the view of the side to move, and reads like
    /// `about +1.3`.
    fn worth(&self, spec: &GameSpec, worth: &Worth) -> String {
        let told = |margin| words::result(spec, Outcome { margin: margin * self.turn.sign() });
        match (worth.margin(), winner(worth)) {
            (Some(margin), _) => told(margin),
            (None, Some(bound)) if self.has_points => format!("{} or more", told(bound)),
            (None, Some(bound)) => told(bound),
            (None, None) => format!("about {:+.1}", self.points(worth)),
        }
    }

    fn points(&self, worth: &Worth) -> f64 {
        f64::from(worth.value.score) / f64::from(self.point)
    }

    fn json(&self, spec: &GameSpec) -> Value {
        let told = |worth: &Worth| {
            let margin = worth.margin().or(winner(worth));
            let mut told = json!({
                "exact": worth.margin().is_some(),
                "depth": worth.value.depth,
                "at_least": worth.at_least,
                "at_most": worth.at_most,
                "certainty": worth.certainty.name(),
            });
            match margin {
                Some(margin) => told["margin"] = json!(margin),
                None => told["points"] = json!(self.points(worth)),
            }
            told
        };
        let MadeMove { made, best, loss, is_proved, .. } = self.found;
        let points = match loss {
            Loss::None => Some(0.0),
            Loss::Points(points) => Some(points),
            Loss::Result | Loss::Unsure | Loss::Unknown => None,
        };
        json!({
            "number": self.number,
            "side": spec.sides[self.turn.index()],
            "move": self.name,
            "worth": made.map(told),
            "best": best.map(|best| &best.value.mv),
            "best_worth": best.map(told),
            "loss": loss.kind(),
            "points": points,
            "exact": is_proved,
            "mistake": self.found.is_mistake(),
        })
    }
}

/// The margin of a score that names the winner. It is a bound of the true margin.
fn winner(worth: &Worth) -> Option<i32> {
    proven_end(worth.value.score).map(|(margin, _)| margin)
}

/// How much the moves of one side lost in a game.
#[derive(Default)]
struct Losses {
    moves: u64,
    points: f64,
    worst: Option<(f64, usize)>,
    results: Vec<usize>,
    unsure: u64,
    unknown: u64,
}

impl Losses {
    fn add(&mut self, judged: &Judged<'_>) {
        self.moves += 1;
        match judged.found.loss {
            Loss::None => {}
            Loss::Unsure => self.unsure += 1,
            Loss::Points(points) => {
                self.points += points;
                if self.worst.is_none_or(|(worst, _)| worst < points) {
                    self.worst = Some((points, judged.number));
                }
            }
            Loss::Result => self.results.push(judged.number),
            Loss::Unknown => self.unknown += 1,
        }
    }

    fn told(&self) -> String {
        let mut told =
            format!("{:.1} points given away in {}", self.points, counted(self.moves, "move"));
        if let Some((worst, number)) = self.worst {
            told += &format!(", most with move {number}: {worst:.1}");
        }
        if !self.results.is_empty() {
            let numbers: Vec<_> = self.results.iter().map(usize::to_string).collect();
            told += &format!("; a result given away with move {}", numbers.join(", "));
        }
        if self.unsure > 0 {
            told += &format!("; {} perhaps not the best", self.unsure);
        }
        if self.unknown > 0 {
            told += &format!("; {} not looked at", self.unknown);
        }
        told
    }
}
