//! Tables for spreadsheets.

use std::fmt::Display;

use errors::cell::cell;
use rules::Language;

use super::facts::plain;
use super::number::{Mean, Ordinal};
use super::tables::{Leaver, Tables};
use stats::Rounded;

/// A table under construction.
struct Sheet(::csv::Writer<Vec<u8>>);

impl Sheet {
    fn new<S: Display>(columns: impl IntoIterator<Item = S>) -> Sheet {
        let mut sheet = Sheet(::csv::Writer::from_writer(Vec::new()));
        sheet.row(columns);
        sheet
    }

    fn row<S: Display>(&mut self, cells: impl IntoIterator<Item = S>) {
        // Writing a row cannot fail, since rows are written to memory and all have the same length.
        let _ = self.0.write_record(cells.into_iter().map(|cell| cell.to_string()));
    }

    fn text(self) -> String {
        String::from_utf8(self.0.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// Cells of different kinds in one row.
macro_rules! cells {
    ($($cell:expr),* $(,)?) => { [$(($cell).to_string()),*] };
}

/// A function that makes the content of a file.
pub(super) type Maker<'a> = Box<dyn Fn() -> String + 'a>;

/// The file with the standings of a stage, counted from 1.
pub(super) fn stage_path(number: usize) -> String {
    format!("standings-{number}.csv")
}

/// All tables, each with its file.
pub(super) fn all(tables: &Tables) -> Vec<(String, Maker<'_>)> {
    let mut all: Vec<(String, Maker<'_>)> = vec![
        ("standings.csv".to_string(), Box::new(|| standings(tables))),
        ("crosstable.csv".to_string(), Box::new(|| crosstable(tables))),
        ("matches.csv".to_string(), Box::new(|| matches(tables))),
        ("fouls.csv".to_string(), Box::new(|| fouls(tables))),
    ];
    all.extend((1..).zip(&tables.stages).map(|(number, stage)| -> (String, Maker<'_>) {
        (stage_path(number), Box::new(move || standings(stage)))
    }));
    all
}

fn standings(tables: &Tables) -> String {
    let columns = "place,participant,name,author,what,points,tie break,head to head,bye,\
        matches won,matches drawn,matches lost,games won,games drawn,games lost,fouls,\
        margin,mean margin,mean margin error,running rating,running deviation,games analysed,\
        mistakes a game,results given away a game,points given away a game,left,reason";
    let stage = (!tables.stages.is_empty()).then_some("stage");
    let mut sheet = Sheet::new(columns.split(',').chain(stage));
    let left = |leaver: Option<&Leaver>| match leaver {
        None => [String::new(), String::new()],
        Some(Leaver { is_disqualified, reason, .. }) => {
            [if *is_disqualified { "disqualified" } else { "withdrawn" }.to_string(), safe(reason)]
        }
    };
    for line in &tables.standings {
        let participant = &tables.participants[line.participant.0];
        let [mean, error] = mean(line.mean_margin);
        let cells = cells![
            line.place,
            line.participant,
            safe(&line.name),
            safe(&participant.author),
            safe(&participant.what.told(Language::English)),
            line.points,
            line.tie_break,
            line.head_to_head,
            u8::from(line.had_bye),
            line.matches.won,
            line.matches.drawn,
            line.matches.lost,
            line.games.won,
            line.games.drawn,
            line.games.lost,
            line.fouls,
            line.margin,
            mean,
            error,
            some(line.running_rating),
            some(line.running_deviation),
            some(line.given_away.map(|given| given.games)),
            some(line.given_away.map(|given| given.mistakes)),
            some(line.given_away.map(|given| given.results)),
            some(line.given_away.map(|given| given.points)),
        ];
        let stage = line.stage.map(|stage| stage.to_string());
        sheet.row(cells.into_iter().chain(left(tables.leaver(line.participant))).chain(stage));
    }
    for leaver in tables.left.iter().filter(|leaver| !leaver.has_place) {
        let participant = &tables.participants[leaver.participant.0];
        let what = participant.what.told(Language::English);
        let known = [leaver.participant.to_string(), safe(&leaver.name), safe(&participant.author)];
        let unknown = columns.split(',').skip(5 + 2).map(|_| String::new());
        let cells = [String::new()].into_iter().chain(known).chain([safe(&what)]).chain(unknown);
        sheet.row(cells.chain(left(Some(leaver))).chain(stage.map(|_| String::new())));
    }
    sheet.text()
}

/// The points of each participant against every other participant, in the order of the standings.
fn crosstable(tables: &Tables) -> String {
    let order: Vec<Ordinal> = tables.standings.iter().map(|line| line.participant).collect();
    let head = cells!["place", "participant", "name", "points"].into_iter();
    let mut sheet =
        Sheet::new(head.chain(order.iter().map(|&participant| safe(tables.name(participant)))));
    for line in &tables.standings {
        let cell = |&other: &Ordinal| {
            some(tables.duel(line.participant, other).map(|duel| duel.points[0]))
        };
        let head = cells![line.place, line.participant, safe(&line.name), line.points].into_iter();
        sheet.row(head.chain(order.iter().map(cell)));
    }
    sheet.text()
}

fn matches(tables: &Tables) -> String {
    let columns = "round,table,extra,first,first's name,second,second's name,stage,pairs,\
        pairs played,games,first won,drawn,second won,first's points,second's points,\
        margin,mean margin,mean margin error,first's fouls,second's fouls,\
        pairs 0-4,pairs 1-3,pairs 2-2,pairs 3-1,pairs 4-0";
    let mut sheet = Sheet::new(columns.split(','));
    for played in &tables.matches {
        let [first, second] = played.participants;
        let [mean, error] = mean(played.mean_margin);
        let pairs = played.pairs_by_half_points;
        let cells = cells![
            played.round,
            played.table,
            played.extra,
            first,
            safe(tables.name(first)),
            second,
            safe(tables.name(second)),
            played.stage.name(),
            played.pairs,
            pairs.iter().sum::<u64>(),
            played.games(),
            played.wins[0],
            played.draws,
            played.wins[1],
            played.points[0],
            played.points[1],
            played.margin,
            mean,
            error,
            played.fouls[0],
            played.fouls[1],
        ];
        sheet.row(cells.into_iter().chain(pairs.map(|number| number.to_string())));
    }
    sheet.text()
}

fn fouls(tables: &Tables) -> String {
    let mut sheet = Sheet::new(
        "round,table,extra,game,line,participant,name,opponent,opponent's name,kind,foul,reproduce,\
         unconfined"
            .split(','),
    );
    for foul in &tables.fouls {
        sheet.row(cells![
            foul.round,
            foul.table,
            foul.extra,
            foul.game,
            foul.line,
            foul.participant,
            safe(tables.name(foul.participant)),
            foul.opponent,
            safe(tables.name(foul.opponent)),
            foul.kind,
            safe(&plain(&foul.what.to_string())),
            safe(foul.reproduce.as_deref().unwrap_or_default()),
            safe(foul.unconfined.as_deref().unwrap_or_default()),
        ]);
    }
    sheet.text()
}

fn some<T: Display>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn mean<const DIGITS: usize>(mean: Option<Mean<DIGITS>>) -> [String; 2] {
    let part = |part: fn(Mean<DIGITS>) -> Rounded<DIGITS>| some(mean.map(part));
    [part(|mean| mean.mean), part(|mean| mean.error)]
}

/// A text that authors choose, such as the name of a program.
fn safe(text: &str) -> String {
    cell(text).into_owned()
}
