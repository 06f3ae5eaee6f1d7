//! Pages and files.

use std::io::{Read, Write};

use flate2::read::GzDecoder;
use games::GAMES;
use page::say;
use rules::Language;

use crate::{Request, address, connect};

/// The addresses of the files that a page loads.
fn assets(page: &str) -> Vec<String> {
    page.split('"').filter(|part| part.starts_with("/assets/")).map(str::to_string).collect()
}

#[test]
fn every_page_answers_and_may_do_nothing_but_its_own() {
    let mut paths = vec!["/".to_string()];
    paths.extend(
        GAMES
            .iter()
            .flat_map(|spec| ["play", "rules"].map(|kind| format!("/{kind}/{}", spec.name))),
    );
    for path in paths {
        let answer = Request::get(&path).send();
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains("content-type: text/html"), "{path}");
        for rule in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(answer.head.contains(rule), "{path}: {rule}");
        }
        assert!(!answer.head.contains("unsafe-") && answer.head.contains("nosniff"), "{path}");
        // The policy forbids inline scripts and styles, so they would not work.
        for forbidden in [" style=\"", "<style", " onclick=", "<script>"] {
            assert!(!answer.body.contains(forbidden), "{path}: {forbidden}");
        }
        for asset in assets(&answer.body) {
            let file = Request::get(&asset).send();
            assert_eq!(file.status, 200, "{asset}");
            assert!(file.head.contains("immutable") && !file.body.is_empty(), "{asset}");
        }
    }
}

/// Shorter responses are sent as they are.
const SHORTEST: usize = 1000;

/// The size of a content as transferred, and its uncompressed text. A short one is not packed.
fn packed(path: &str) -> (usize, String) {
    let request = Request::get(path).set("accept-encoding", "deflate, gzip;q=0.9, br");
    let mut stream = connect(address());
    stream.write_all(&request.bytes()).expect("the server reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server answers");
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    if answer.len() - end < SHORTEST && !head.contains("content-encoding") {
        return (answer.len() - end, String::from_utf8_lossy(&answer[end..]).into_owned());
    }
    assert!(
        head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"),
        "{path}: {head}"
    );
    let mut text = String::new();
    GzDecoder::new(&answer[end..]).read_to_string(&mut text).expect("it is packed");
    (answer.len() - end, text)
}

#[test]
fn a_page_of_a_game_is_light() {
    for spec in GAMES {
        let (page, text) = packed(&format!("/play/{}", spec.name));
        let assets = assets(&text).into_iter().filter(|asset| !asset.ends_with(".svg"));
        let sizes: Vec<_> = assets.map(|asset| (packed(&asset).0, asset)).collect();
        let board = sizes.iter().find(|(_, asset)| asset.ends_with("/board.js"));
        assert!(board.is_some_and(|&(bytes, _)| bytes < 22_528), "{}: {board:?}", spec.name);
        let bytes = page + sizes.iter().map(|(bytes, _)| bytes).sum::<usize>();
        assert!(bytes < 80_000, "{}: {bytes} bytes", spec.name);
    }
}

#[test]
fn who_takes_no_gzip_gets_plain_text() {
    let plain = Request::get("/").send();
    for accepted in ["gzip;q=0", "gzip; q=0.0", "br", "identity"] {
        let answer = Request::get("/").set("accept-encoding", accepted).send();
        assert_eq!(answer.body, plain.body, "{accepted}");
    }
    assert_eq!(packed("/").1, plain.body);
}

#[test]
fn the_rules_show_the_diagrams_of_a_readme_as_boards() {
    for spec in GAMES {
        let page = Request::get(&format!("/rules/{}", spec.name)).send().body;
        assert!(page.contains("class=\"live\""), "{}", spec.name);
        assert!(!page.contains("```") && page.contains("<p>"), "{}", spec.name);
    }
}

#[test]
fn a_page_has_the_texts_of_one_language_only() {
    let thinking = Language::ALL.map(|language| say(language, "thinking"));
    for (number, language) in Language::ALL.into_iter().enumerate() {
        let page = Request::get("/play/reversi").set("accept-language", language.code()).send();
        assert!(page.body.contains(&format!("<html lang=\"{}\">", language.code())));
        let has: Vec<bool> = thinking.iter().map(|text| page.body.contains(text)).collect();
        assert!((0..has.len()).all(|other| has[other] == (other == number)), "{has:?}");
    }
}

#[test]
fn a_link_chooses_a_language_and_a_cookie_keeps_it() {
    let chosen = Request::get("/play/mnk?lang=ro").set("accept-language", "pl").send();
    assert_eq!(chosen.status, 303);
    assert!(chosen.head.contains("location: /play/mnk\r\n"), "{}", chosen.head);
    assert!(chosen.head.contains("set-cookie: lang=ro; path=/;"), "{}", chosen.head);
    let page = Request::get("/play/mnk").set("accept-language", "pl").set("cookie", "lang=ro");
    assert!(page.send().body.contains("<html lang=\"ro\">"));
}
