//! Pages and files.

use games::GAMES;

use crate::Request;

/// Addresses of files that a page loads.
fn assets(page: &str) -> Vec<String> {
    page.split('"').filter(|part| part.starts_with("/assets/")).map(str::to_string).collect()
}

#[test]
fn every_page_answers_and_may_do_nothing_but_its_own() {
    let mut paths = vec!["/".to_string()];
    paths.extend(GAMES.iter().flat_map(|spec| ["play", "rules"].map(|kind| format!("/{kind}/{}", spec.name))));
    for path in paths {
        let answer = Request::get(&path).send();
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains("content-type: text/html"), "{path}");
        for rule in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"] {
            assert!(answer.head.contains(rule), "{path}: {rule}");
        }
        assert!(!answer.head.contains("unsafe-") && answer.head.contains("nosniff"), "{path}");
        // What the policy forbids would not work.
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

#[test]
fn a_page_of_a_game_is_light() {
    for spec in GAMES {
        let page = Request::get(&format!("/play/{}", spec.name)).send();
        let files = assets(&page.body).into_iter().map(|asset| Request::get(&asset).send().body.len());
        let bytes = page.body.len() + files.sum::<usize>();
        assert!(bytes < 150_000, "{}: {bytes} bytes", spec.name);
    }
}

#[test]
fn the_rules_show_the_diagrams_of_a_readme_as_boards() {
    for spec in GAMES {
        let page = Request::get(&format!("/rules/{}", spec.name)).send().body;
        assert!(page.contains("class=\"live\""), "{}", spec.name);
        assert!(!page.contains("```") && page.contains("<p>"), "{}", spec.name);
    }
}
