//! Tests of files: pages, spreadsheets, JSON.

use super::*;

#[test]
fn pages_are_well_formed_and_escaped_and_lead_somewhere() {
    for sample in samples() {
        let files = files(&Tables::of(&sample).expect("of this tournament"));
        let named: BTreeMap<&str, &File> =
            files.iter().map(|file| (file.path.as_str(), file)).collect();
        let programs: Vec<&str> =
            sample.participants.iter().filter_map(|named| named.file.as_deref()).collect();
        for file in files.iter().filter(|file| file.path.ends_with(".html")) {
            let text = std::str::from_utf8(&file.bytes).expect("UTF-8");
            assert!(
                !text.contains("<i>") && !text.contains("<Cup>") && !text.contains('\u{202e}'),
                "{}",
                file.path
            );
            assert!(!text.contains("http:") && !text.contains("https:"), "nothing from elsewhere");
            let runs = |script: &&str| {
                !script.starts_with("type=\"application/json\"")
                    && !script.starts_with("defer src=")
            };
            assert_eq!(
                text.split("<script ").skip(1).find(runs),
                None,
                "no script stands in a page"
            );
            assert!(!text.contains("<style") && !text.contains("style="), "nor a style");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{}", file.path);
            for path in links(text) {
                let root = if file.path.contains('/') {
                    path.strip_prefix("../").unwrap_or("?")
                } else {
                    path
                };
                let is_beside = [ANNOUNCEMENT, GAMES].contains(&root) || programs.contains(&root);
                assert!(is_beside || named.contains_key(root), "{} leads to {path}", file.path);
            }
            assert_balanced(text);
        }
    }
}

fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("href=\"").skip(1).filter_map(|rest| rest.split(['"', '#']).next());
    targets.filter(|target| !target.is_empty())
}

/// Asserts that the HTML elements of a page are nested properly.
fn assert_balanced(page: &str) {
    let mut open = vec!["html".to_string()];
    let body = page.split_once("</head>").expect("a head").1;
    for tag in body.split('<').skip(1) {
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} do not end");
}

#[test]
fn spreadsheets_take_no_formula_and_every_row_is_whole() {
    let sample = &samples()[3];
    let tables = Tables::of(sample).expect("of this tournament");
    for file in files(&tables).iter().filter(|file| file.path.ends_with(".csv")) {
        let mut reader = ::csv::Reader::from_reader(&file.bytes[..]);
        let columns = reader.headers().expect("a head").len();
        for row in reader.records() {
            let row = row.expect("as long as the head");
            assert_eq!(row.len(), columns);
            assert!(row.iter().all(|cell| !cell.starts_with('=')), "{}: {row:?}", file.path);
        }
    }
    let text = |path: &str| {
        let file = files(&tables).into_iter().find(|file| file.path == path).expect("the file");
        String::from_utf8(file.bytes).expect("UTF-8")
    };
    let rows: Vec<usize> = ["standings.csv", "crosstable.csv", "matches.csv"]
        .map(|path| text(path).lines().count() - 1)
        .to_vec();
    assert_eq!(rows, [7, 7, 42]);
}

#[test]
fn the_json_has_its_stable_names() {
    let sample = &samples()[3];
    let all = files(&Tables::of(sample).expect("of this tournament"));
    let json = all.iter().find(|file| file.path == "results.json").expect("the file");
    let value: serde_json::Value = serde_json::from_slice(&json.bytes).expect("JSON");
    let names = |value: &serde_json::Value| {
        let names = value.as_object().expect("an object").keys();
        names.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        names(&value),
        "bracket byes conclusions duels format foul_kinds fouls game \
         has_margins left matches participants points \
         progress ratings schedule settings stage standings test title"
    );
    assert_eq!(
        names(&value["standings"][0]),
        "fouls games had_bye head_to_head margin matches mean_margin name participant place \
         points running_deviation running_rating tie_break"
    );
    assert_eq!(
        names(&value["matches"][0]),
        "draws extra fouls line margin mean_margin pairs pairs_by_half_points participants points \
         round stage table winner wins"
    );
    assert_eq!(names(&value["ratings"]), "is_connected participants superiority");
    assert_eq!((value["format"].as_u64(), value["stage"].as_str()), (Some(2), Some("over")));
    assert_eq!(names(&value["conclusions"][0]), "about arguments key text");
    assert_eq!(names(&value["settings"][0]), "label value");
    assert_eq!(value["ratings"]["superiority"].as_array().map(Vec::len), Some(7));
}

#[test]
fn the_bar_of_somebody_unbeaten_has_no_end() {
    let mut sample = played(Format::RoundRobin { cycles: 1 }, Points::ByMatch, 2, 1, 3);
    let pairs =
        if sample.matches[0].pairing.first == 0 { [0, 0, 0, 0, 10] } else { [10, 0, 0, 0, 0] };
    sample.matches[0] =
        MatchFacts { tally: Tally { pairs, ..Tally::default() }, pairs: 10, ..sample.matches[0] };
    let tables = Tables::of(&sample).expect("of this tournament");
    let elo = tables.ratings.as_ref().expect("ratings").participants[0].elo.expect("a rating");
    let low = elo.low.expect("points were made");
    assert!(low < elo.value && elo.high.is_none(), "{elo:?}");
    let all = files(&tables);
    let text = |path: &str| {
        let file = all.iter().find(|file| file.path == path).expect("the file");
        String::from_utf8(file.bytes.clone()).expect("UTF-8")
    };
    let index = text("index.html");
    let whole = format!("{:.0}", low.value());
    assert!(
        index.contains(&format!("at least {whole}"))
            && index.contains(&format!("at most \u{2212}{whole}")),
        "{index}"
    );
    assert_eq!(index.matches(" 10L").count(), 2, "an arrow each");
    assert!(text("players/1.html").contains(&format!("at least {low}")));
    let json: serde_json::Value = serde_json::from_str(&text("results.json")).expect("JSON");
    let elo = &json["ratings"]["participants"][0]["elo"];
    assert!(elo["high"].is_null() && elo["low"].as_f64() == Some(low.value()), "{elo}");
}

#[test]
fn every_match_leads_to_its_first_game() {
    for sample in samples() {
        let tables = Tables::of(&sample).expect("of this tournament");
        let mut next = 1;
        for totals in &sample.matches {
            let of = |played: &&Match| {
                (played.round.0, played.table.0, played.extra)
                    == (totals.pairing.round, totals.pairing.table, totals.pairing.extra)
            };
            let played = tables.matches.iter().find(of).expect("it is known");
            assert_eq!(played.line, (totals.tally.games() > 0).then_some(next));
            next += totals.tally.games() as usize;
            let page = page::participant(&tables, Ordinal(totals.pairing.first));
            let is_led = played
                .line
                .is_none_or(|line| page.contains(&format!("href=\"../replay.html#g={line}\"")));
            assert!(is_led, "the row of a match leads to its games");
        }
    }
}

#[test]
fn those_who_share_a_place_share_it_in_the_crosstable() {
    let mut sample = played(Format::RoundRobin { cycles: 1 }, Points::ByMatch, 2, 1, 3);
    let tally = Tally { pairs: [0, 0, 10, 0, 0], ..Tally::default() };
    sample.matches[0] = MatchFacts { tally, pairs: 10, ..sample.matches[0] };
    let tables = Tables::of(&sample).expect("of this tournament");
    let places: Vec<usize> = tables.standings.iter().map(|line| line.place.0).collect();
    assert_eq!(places, [0, 0]);
    let index = files(&tables).into_iter().find(|file| file.path == "index.html");
    let index = String::from_utf8(index.expect("the file").bytes).expect("UTF-8");
    let cross = index.split("<table class=\"cross loose\">").nth(1).expect("a crosstable");
    let cross = cross.split("</table>").next().expect("it ends");
    assert_eq!(cross.matches("<span class=\"place\">1</span>").count(), 2, "{cross}");
}

/// Whatever people and programs are called, nothing else on the pages changes: nobody's name is taken
/// for a word, and no word for a name.
#[test]
fn names_that_are_words_stay() {
    let words = ["Games", "and", "Time", "Second", "(the end)", "not decided", "Points"];
    let neutral = |number: usize| format!("\u{27e6}{number}\u{27e7}");
    for (sample, language) in samples()
        .into_iter()
        .flat_map(|sample| [(sample.clone(), Language::Polish), (sample, Language::Romanian)])
    {
        let pages = |name: &dyn Fn(usize) -> String| {
            let mut sample = Facts { language, ..sample.clone() };
            for (number, participant) in sample.participants.iter_mut().enumerate() {
                participant.name = name(number);
                participant.author = name(number + 1);
            }
            let files = files(&Tables::of(&sample).expect("of this tournament"));
            let pages = files.into_iter().filter(|file| file.path.ends_with(".html"));
            pages.map(|file| String::from_utf8(file.bytes).expect("UTF-8")).collect::<Vec<_>>()
        };
        let called =
            |number: usize| words.get(number).map_or(neutral(number), |word| word.to_string());
        let expected = pages(&neutral).into_iter().map(|page| {
            (0..words.len())
                .fold(page, |page, number| page.replace(&neutral(number), &called(number)))
        });
        assert_eq!(pages(&called), expected.collect::<Vec<_>>());
    }
}

#[test]
fn every_language_has_all_sentences() {
    rules::kit::check_catalogue(WORDS, &[]);
}

#[test]
fn pages_in_other_languages_have_no_english_sentences() {
    let english = [
        "the", "of", "and", "game", "games", "by", "with", "points", "match", "matches", "lost",
        "won", "who", "against", "only", "from",
    ];
    for (sample, language) in samples()
        .into_iter()
        .flat_map(|sample| [(sample.clone(), Language::Polish), (sample, Language::Romanian)])
    {
        let sample = Facts { language, ..sample };
        // What the organiser and the participants are called is not translated.
        let escape = |name: &str| {
            name.replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .replace('"', "&quot;")
        };
        let named =
            sample.participants.iter().map(|one| &one.name).chain([&sample.title, &sample.game]);
        let names: Vec<_> = named.map(|name| escape(name)).collect();
        let files = files(&Tables::of(&sample).expect("of this tournament"));
        for file in files.iter().filter(|file| file.path.ends_with(".html")) {
            let text = std::str::from_utf8(&file.bytes).expect("UTF-8");
            assert!(text.contains(&format!("<html lang=\"{}\"", language.code())));
            for line in visible(text) {
                let line = names.iter().fold(line.to_string(), |line, name| line.replace(name, ""));
                let is_file = [".csv", ".json"].iter().any(|ending| line.contains(ending));
                let mut words = line.split(|c: char| !c.is_alphanumeric());
                let found = words.find(|word| english.contains(&&*word.to_lowercase()));
                assert!(is_file || found.is_none(), "{} in {language:?}: {line}", file.path);
            }
        }
    }
}

/// The texts of a page between its tags, without code and data.
fn visible(page: &str) -> Vec<&str> {
    let body = page.split_once("<body").expect("a body").1;
    let mut texts = Vec::new();
    let mut hidden = 0;
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a whole tag");
        let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
        if ["code", "pre", "script", "bdi"].contains(&name) {
            hidden += if tag.starts_with('/') { -1 } else { 1 };
        }
        if hidden == 0 {
            texts.push(text);
        }
    }
    texts
}
