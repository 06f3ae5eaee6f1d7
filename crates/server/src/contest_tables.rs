//! The tables on a contest's page: the standings, the visitor's opponents, the last pairs.

use classroom::{Entrant, FinalState, GamePlace, PairPlayed, Row, Score};
use maud::{Markup, html};
use page::embedded;
use rules::Message;
use serde_json::json;

use crate::class_words;
use crate::class_words::{say, text};
use crate::contest_people;
use crate::contest_view::View;

/// So many pairs are listed.
const MOST_PAIRS: usize = 200;
const LAST_PAIRS: usize = 20;
/// So many of the last games are drawn. Each is played again for each page.
const LAST_BOARDS: usize = 6;

/// The tables for whoever looks.
pub(crate) struct Tables<'a>(pub(crate) &'a View<'a>);

impl Tables<'_> {
    pub(crate) fn all(&self) -> Markup {
        let view = self.0;
        html! {
            @if view.sees_own() {
                h2 { (self.say("standings")) }
                div id="standings" data-live { (self.standings()) }
            } @else { p class="quiet" { (self.say("standings-hidden")) } }
            @if view.sees_own() && view.own().is_some() { (self.own_versions()) (self.own()) }
            @if view.sees_all() { div id="last-games" data-live { (self.last()) } }
        }
    }

    fn say(&self, key: &'static str) -> String {
        say(self.0.layout, key)
    }

    fn told(&self, message: &Message) -> String {
        class_words::told(message, self.0.contest.training.spec, self.0.layout.language)
    }

    fn standings(&self) -> Markup {
        let (view, standings) = (self.0, self.0.room.standings());
        let [done, all] = standings.pairs;
        let is_seen = |row: &&Row| view.sees_all() || view.is_own(row.entrant);
        let rows: Vec<&Row> = standings.rows.iter().filter(is_seen).collect();
        html! {
            p class="quiet" {
                (text("pairs-played").number("n", done).number("all", all)
                    .told(view.layout.language))
                @if done < all && view.room.final_state() == FinalState::Waiting {
                    " " (self.say("rated-so-far"))
                }
            }
            div class="wide" tabindex="0" role="region" aria-label=(self.say("standings")) {
                table class="standings" {
                    thead { tr {
                        @for key in ["place", "program", "points", "won", "drawn", "lost", "margin",
                            "fouls", "rating"] { th scope="col" { (self.say(key)) } }
                    } }
                    tbody { @for row in rows { (self.row(row)) } }
                }
            }
        }
    }

    fn row(&self, row: &Row) -> Markup {
        let view = self.0;
        let Score { pairs: [won, drawn, lost], margin, fouls } = row.sum;
        let elo = row.elo.map(|elo| {
            let bar = (elo.high - elo.low) / 2.0;
            if bar.is_finite() {
                format!("{:+.0} ± {bar:.0}", elo.value)
            } else {
                "…".to_string()
            }
        });
        html! {
            tr aria-current=[view.is_own(row.entrant).then_some("true")] {
                // Nobody has a place who has not played.
                td {
                    @match row.place.filter(|_| row.sum.played() > 0) {
                        Some(place) => (place),
                        None => "–",
                    }
                }
                th scope="row" {
                    bdi { (view.name(row.entrant)) }
                    @if row.rests { " " span class="quiet" { (self.say("rests")) } }
                }
                td { (row.sum.points()) }
                td { (won) } td { (drawn) } td { (lost) }
                td { (format!("{margin:+}")) }
                td { (fouls) }
                td { (elo.unwrap_or_default()) }
            }
        }
    }

    /// What each version of the visitor has won so far, once there are two to compare.
    fn own_versions(&self) -> Markup {
        let view = self.0;
        let versions = view.own_versions().into_iter();
        let scores = versions.map(|version| {
            let score = view.open.contests.score(&view.room, Entrant::Version(version.number));
            (version.ordinal, score)
        });
        let scores: Vec<_> = scores.filter(|(_, score)| score.played() > 0).collect();
        html! {
            @if scores.len() > 1 {
                h2 { (self.say("own-versions")) }
                ul class="records" {
                    @for (ordinal, score) in &scores {
                        @let percent = score.percent();
                        @let told = text("share-of-pairs").number("version", *ordinal)
                            .number("percent", percent).number("n", score.played())
                            .told(view.layout.language);
                        li {
                            meter min="0" max="100" value=(percent) aria-label=(told) {} " "
                            (told)
                        }
                    }
                }
            }
        }
    }

    /// The visitor's score against each opponent, the worst first, with its games and fouls.
    fn own(&self) -> Markup {
        let view = self.0;
        let Some(own) = view.own() else { return html! {} };
        let own = Entrant::Version(own.version.number);
        let standings = view.room.standings();
        let row = standings.rows.iter().find(|row| row.entrant == own);
        let mut against = row.map(|row| row.against.clone()).unwrap_or_default();
        against.sort_by_key(|(_, score)| (score.margin, score.points()));
        let pairs = view.open.contests.pairs_of(&view.room, own, MOST_PAIRS);
        html! {
            h2 { (self.say("own-pairs")) }
            @if row.is_some_and(|row| row.rests) && view.room.final_state() == FinalState::Waiting {
                p class="verdict bad" { (self.say("rests-why")) }
                (contest_people::play_again(view))
            }
            @if against.is_empty() { p class="quiet" { (self.say("no-pairs-yet")) } } @else {
                div class="wide" tabindex="0" role="region" aria-label=(self.say("own-pairs")) {
                    table class="opponents" {
                        thead { tr {
                            @for key in ["opponent", "won", "drawn", "lost", "margin", "games-of-pair"] {
                                th scope="col" { (self.say(key)) }
                            }
                        } }
                        tbody {
                            @for (opponent, score) in &against {
                                (self.opponent(own, *opponent, score, &pairs))
                            }
                        }
                    }
                }
            }
        }
    }

    /// The visitor's score against an opponent, and the games among these pairs.
    fn opponent(
        &self,
        own: Entrant,
        opponent: Entrant,
        score: &Score,
        pairs: &[PairPlayed],
    ) -> Markup {
        let [won, drawn, lost] = score.pairs;
        let met: Vec<_> = pairs.iter().filter(|pair| pair.entrants.contains(&opponent)).collect();
        let by_default = score.played().saturating_sub(met.len() as u64);
        html! {
            tr {
                th scope="row" { bdi { (self.0.name(opponent)) } }
                td { (won) } td { (drawn) } td { (lost) }
                td { (format!("{:+}", score.margin)) }
                td {
                    @for pair in met {
                        (self.games(pair))
                        @for (who, foul) in pair.fouls.iter().flatten() {
                            @if pair.entrants[*who] == own {
                                span class="why" { (self.told(foul)) } "; "
                            }
                        }
                    }
                    @if by_default > 0 {
                        span class="quiet" {
                            (text("pairs-by-default").number("n", by_default)
                                .told(self.0.layout.language))
                        }
                    }
                }
            }
        }
    }

    /// Links to the games of a pair.
    fn games(&self, pair: &PairPlayed) -> Markup {
        let (view, name) = (self.0, &self.0.contest.keys.name);
        html! {
            @for (index, game) in pair.games.iter().enumerate() {
                a href={ "/contests/" (name) "/games/" (game.file) "/" (game.byte) } {
                    (text("game-number").number("n", index + 1).told(view.layout.language))
                } " "
            }
        }
    }

    /// The ends of the last games as small boards.
    fn boards(&self, pairs: &[PairPlayed]) -> Markup {
        let (view, name) = (self.0, &self.0.contest.keys.name);
        html! {
            ol class="boards" {
                @for pair in pairs.iter().take(LAST_BOARDS) {
                    @let [GamePlace { file, byte }, _] = pair.games;
                    @let [a, b] = pair.entrants.map(|one| view.name(one));
                    // An old game may be gone.
                    @if let Ok(end) = view.open.contests.last_move(&view.room, pair.games[0]) {
                        li { a href={ "/contests/" (name) "/games/" (file) "/" (byte) } {
                            div class="end" aria-hidden="true" { (embedded(None, &json!(end))) }
                            span { bdi { (a) } " – " bdi { (b) } }
                        } }
                    }
                }
            }
        }
    }

    /// The last pairs of all.
    fn last(&self) -> Markup {
        let view = self.0;
        let pairs = view.open.contests.pairs(&view.room, LAST_PAIRS);
        html! {
            @if !pairs.is_empty() {
                h2 { (self.say("last-pairs")) }
                (self.boards(&pairs))
                ul class="records" {
                    @for pair in &pairs {
                        @let [a, b] = pair.entrants.map(|one| view.name(one));
                        @let margin: i64 = pair.margins.iter().copied().map(i64::from).sum();
                        li {
                            bdi { (a) } " – " bdi { (b) } " "
                            span class="quiet" { (format!("{margin:+}")) } " " (self.games(pair))
                        }
                    }
                }
            }
        }
    }
}
