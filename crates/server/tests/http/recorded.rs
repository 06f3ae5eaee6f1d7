//! Recorded games: the list, and each game on its board.

use games::GAMES;

use crate::common::{DAMAGED, Recordings};
use crate::{Answer, Request, address, serving};

const GAMES_RECORDED: usize = 250;

fn get(path: &str) -> Answer {
    use std::sync::LazyLock;
    static AT: LazyLock<std::net::SocketAddr> =
        LazyLock::new(|| serving(Some(Recordings::new(GAMES_RECORDED))));
    Request::get(path).set("host", &AT.to_string()).send_to(*AT)
}

#[test]
fn the_list_has_tables_and_leads_to_every_game() {
    let first = get("/games");
    assert_eq!(first.status, 200);
    assert!(first.body.contains("<bdi>anna</bdi>") && first.body.contains("href=\"/games/100\""));
    assert!(
        first.body.contains("href=\"/games/from/101\"")
            && !first.body.contains("href=\"/games/101\"")
    );
    let last = get("/games/from/201");
    assert!(last.body.contains("href=\"/games/250\"") && !last.body.contains("<bdi>anna</bdi>"));
    assert!(
        last.body.contains("href=\"/games/from/101\"")
            && !last.body.contains("href=\"/games/from/301\"")
    );
    assert!(get("/play/reversi").body.contains("href=\"/games\""));
}

#[test]
fn the_games_of_a_participant_are_found_by_their_result() {
    let list = get("/games").body;
    assert!(list.contains("href=\"/games/of/anna\""));
    assert!(list.contains("href=\"/games/of/%3Cscript%3Ealert%281%29%3C%2Fscript%3E\""));
    let all = get("/games/of/anna");
    assert_eq!(all.status, 200);
    assert!(all.body.contains("href=\"/games/of/anna/won\""));
    // A page has a hundred games, one of which is damaged.
    assert!(all.body.contains("href=\"/games/of/anna/all/102\""), "the next page");
    let fouls = get("/games/of/%3Cscript%3Ealert%281%29%3C%2Fscript%3E/fouls/102").body;
    assert!(fouls.contains("href=\"/games/102\"") && !fouls.contains("<script>alert"));
    let lost = get("/games/of/anna/lost");
    assert!(lost.status == 200 && !lost.body.contains("<li value"), "anna wins every game");
    assert!(lost.body.contains("href=\"/games/1\""), "the best game");
    let against = get("/games/against/%3Cscript%3Ealert%281%29%3C%2Fscript%3E/of/anna").body;
    assert!(against.contains("href=\"/games/1\"") && !against.contains("<script>alert"));
    assert!(against.contains("%2Fscript%3E/of/anna/won\""), "the filter is kept");
    assert!(!get("/games/against/nobody/of/anna/won").body.contains("href=\"/games/1\""));
    for path in ["of/nobody", "of/anna/some", "of/anna/all/0", "of/anna/all/x"] {
        assert_eq!(get(&format!("/games/{path}")).status, 404, "{path}");
    }
}

#[test]
fn a_game_has_its_moves_and_its_neighbours() {
    for number in [1, 2, 3, 4, 5, GAMES_RECORDED] {
        let page = get(&format!("/games/{number}"));
        assert_eq!(page.status, 200, "{number}");
        assert!(
            page.body.contains("\"took_us\":[1500000") && page.body.contains("\"opening\":1"),
            "{number}"
        );
        let neighbours = [number - 1, number + 1]
            .map(|other| page.body.contains(&format!("href=\"/games/{other}\"")));
        assert_eq!(neighbours, [number > 1, number < GAMES_RECORDED], "{number}");
        assert!(page.body.contains(GAMES[number % GAMES.len()].title), "{number}");
    }
}

#[test]
fn names_from_files_are_only_text() {
    for path in ["/games", "/games/1"] {
        let page = get(path).body;
        assert!(!page.contains("<script>alert") && !page.contains("Friday <b>"), "{path}");
    }
}

#[test]
fn games_that_are_not_there_and_damaged_ones_are_refused() {
    let damaged = format!("/games/{DAMAGED}");
    let cases = [
        ("/games/0", 404),
        ("/games/251", 404),
        ("/games/from/0", 404),
        ("/games/from/251", 404),
        ("/games/x", 404),
        ("/games/-1", 404),
        ("/games/99999999999999999999999", 404),
        ("/games/x/recording", 404),
        ("/games/from/x", 404),
        ("/results/", 404),
        ("/results/index.html", 404),
        (&damaged, 422),
    ];
    for (path, status) in cases {
        let answer = get(path);
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.json()["error"].is_string(), "{path}: {}", answer.body);
    }
    assert!(get("/games").body.contains("the sum is another"), "the list goes on");
    assert_eq!(Request::get("/games").send_to(address()).status, 404, "nothing is recorded here");
}
