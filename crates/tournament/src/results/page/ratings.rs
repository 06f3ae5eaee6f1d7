//! Ratings with their error bars, and the probability that one participant is stronger than
//! another.

use maud::{Markup, html};

use super::{NOTHING, Page, column, density, ends, signed, wide};
use crate::results::conclusions::About;
use crate::results::number::{Ordinal, Range};
use crate::results::ratings::{Rated, RatingTable};
use stats::Rounded;

/// A table with more columns is not readable.
const MOST_COLUMNS: usize = 40;

/// The width of a drawing in its own units.
const WIDTH: f64 = 240.0;

/// The ratings with their bars, what the games prove, and who is probably stronger.
pub(super) fn all(page: Page<'_>) -> Markup {
    let proofs =
        page.tables.conclusions.iter().filter(|conclusion| conclusion.about == About::Proof);
    let proofs: Vec<_> = proofs.collect();
    html! {
        @if let Some(table) = &page.tables.ratings {
            (meaning(page, table)) (self::table(page, table))
        }
        @if !proofs.is_empty() {
            h3 { (say!(page, "what-games-prove")) }
            ul .conclusions { @for proof in proofs { li { (page.t(&proof.says)) } } }
        }
        @if let Some(table) = &page.tables.ratings { (superiority(page, table)) }
    }
}

/// An explanation of ratings for newcomers.
fn meaning(page: Page<'_>, table: &RatingTable) -> Markup {
    let is_open =
        |rated: &Rated| rated.elo.is_some_and(|elo| elo.low.is_none() || elo.high.is_none());
    html! {
        p .explained {
            (say!(page, "rating-is")) " "
            (say!(page, "rating-luck")) " "
            strong {
                (say!(page, "rating-overlap"))
            }
            " " (say!(page, "rating-more-games"))
            @if table.participants.iter().any(is_open) {
                " " (say!(page, "rating-arrow"))
            }
            @if !table.is_connected {
                " " (say!(page, "rating-groups"))
            }
        }
    }
}

/// The rating of each participant.
fn table(page: Page<'_>, table: &RatingTable) -> Markup {
    let axis = Axis::of(&table.participants);
    let shown = html! {
        table .ratings {
            thead {
                tr {
                    (column(&say!(page, "rank"), Some(say!(page, "by-rating")))) (column(&say!(page, "name"), None))
                    @if !table.is_connected {
                        (column(&say!(page, "group"), Some(say!(page, "linked-by-games"))))
                    }
                    (column(&say!(page, "rating"), Some(say!(page, "elo-above-mean"))))
                    th scope="col" .bar { (axis.labels(page)) }
                    th scope="col" .more { (say!(page, "from-to-heading")) }
                    th scope="col" .more { (say!(page, "games")) }
                    th scope="col" .more title=(say!(page, "share-of-points")) {
                        (say!(page, "score"))
                    }
                }
            }
            tbody {
                @for (rank, rated) in table.participants.iter().enumerate() {
                    @let value = rated.elo.map(|elo| whole(elo.value));
                    @let range = rated.elo.map(|elo| ends(page, elo.low.map(whole), elo.high.map(whole)));
                    tr {
                        td .place { (Ordinal(rank)) }
                        th scope="row" { (page.name(rated.participant)) }
                        @if !table.is_connected { td { (rated.group) } }
                        td { (value.as_deref().unwrap_or(NOTHING)) }
                        td .bar { (axis.bar(page, rated.elo)) }
                        td .more { (range.unwrap_or_default()) }
                        td .more { (rated.games) }
                        td .more {
                            @if let Some(share) = rated.share { (page.number(share)) " %" }
                            @else { (NOTHING) }
                        }
                    }
                }
            }
        }
    };
    wide(&say!(page, "ratings"), &shown)
}

/// Writes a rating without decimals, since decimals would promise too much precision.
fn whole(elo: Rounded<1>) -> String {
    signed(format!("{:.0}", elo.value() + 0.0))
}

/// The scale of the bars.
struct Axis {
    /// The Elo points at the ends of the axis: `reach` at the right end, and `-reach` at the left
    /// end.
    reach: f64,
}

impl Axis {
    fn of(participants: &[Rated]) -> Axis {
        let ranges = participants.iter().filter_map(|rated| rated.elo);
        let ends = ranges.flat_map(|Range { value, low, high }| [Some(value), low, high]).flatten();
        let farthest = ends.map(|elo| elo.value().abs()).fold(0.0, f64::max);
        // The axis is bounded, so that one very long bar does not make all others tiny.
        Axis { reach: ((farthest / 100.0).ceil() * 100.0).clamp(100.0, 1500.0) }
    }

    fn at(&self, elo: f64) -> String {
        let part = (elo / self.reach).clamp(-1.0, 1.0);
        format!("{:.1}", WIDTH / 2.0 + part * (WIDTH / 2.0 - 8.0))
    }

    fn labels(&self, page: Page<'_>) -> Markup {
        let ends = [-self.reach, 0.0, self.reach];
        html! {
            svg viewBox="0 0 240 20" role="img" aria-label=(say!(page, "scale")) {
                @for (elo, anchor) in ends.into_iter().zip(["start", "middle", "end"]) {
                    text x=(self.at(elo)) y="15" text-anchor=(anchor) { (signed(elo)) }
                }
            }
        }
    }

    fn bar(&self, page: Page<'_>, elo: Option<Range<1>>) -> Markup {
        let Some(Range { value, low, high }) = elo else { return html! { (NOTHING) } };
        let [left, right] =
            [low.map_or(-self.reach, Rounded::value), high.map_or(self.reach, Rounded::value)];
        let ends = ends(page, low.map(whole), high.map(whole));
        let label = format!("{}: {ends}", whole(value));
        html! {
            svg viewBox="0 0 240 20" role="img" aria-label=(label) {
                path .grid d={
                    @for elo in [-0.5, 0.0, 0.5] { "M" (self.at(elo * self.reach)) " 0v20" }
                } {}
                path .reach d={
                    "M" (self.at(left)) " 10H" (self.at(right))
                    (self.end(low, -1.0)) (self.end(high, 1.0))
                } {}
                circle cx=(self.at(value.value())) cy="10" r="4" {}
            }
        }
    }

    /// A stroke across the bar's end, or an arrow if the bar has no end on this side.
    fn end(&self, elo: Option<Rounded<1>>, side: f64) -> String {
        if let Some(elo) = elo {
            return format!("M{} 6v8", self.at(elo.value()));
        }
        let tip = WIDTH / 2.0 + side * (WIDTH / 2.0 - 4.0);
        let back = tip - 6.0 * side;
        format!("M{back} 5L{tip} 10L{back} 15")
    }
}

/// For every two participants, the probability that one is stronger than the other.
fn superiority(page: Page<'_>, table: &RatingTable) -> Markup {
    let order: Vec<Ordinal> = table.participants.iter().map(|rated| rated.participant).collect();
    if order.len() > MOST_COLUMNS {
        return html! {};
    }
    let shown = html! {
        table class={ "cross likely " (density(order.len())) } {
            thead {
                tr {
                    th scope="col" { (say!(page, "name")) }
                    @for (rank, &participant) in order.iter().enumerate() {
                        th scope="col" {
                            abbr title=(page.tables.name(participant)) { (Ordinal(rank)) }
                        }
                    }
                }
            }
            tbody {
                @for (rank, &participant) in order.iter().enumerate() {
                    tr {
                        th scope="row" title=(page.tables.name(participant)) {
                            span .place { (Ordinal(rank)) } " " (page.name(participant))
                        }
                        @for &other in &order { (likely(page, table, participant, other)) }
                    }
                }
            }
        }
    };
    html! {
        details {
            summary { (say!(page, "how-likely")) }
            p .note {
                (say!(page, "likely-means"))
            }
            (wide(&say!(page, "likely-table"), &shown))
        }
    }
}

fn likely(page: Page<'_>, table: &RatingTable, participant: Ordinal, other: Ordinal) -> Markup {
    if participant == other {
        return html! { td .self aria-label=(say!(page, "the-same")) {} };
    }
    let Some(likely) = table.superiority[participant.0][other.0] else {
        return html! { td .empty { "·" } };
    };
    // Each cell has one of eleven shades. The shade shows the same probability as the number in the
    // cell.
    let shade = format!("p{:.0}", 10.0 * likely.value());
    html! { td class=(shade) { (page.number(format!("{:.1}", 100.0 * likely.value()))) } }
}
