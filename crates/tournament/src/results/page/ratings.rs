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
            h3 { (page.t("What these games prove, and what they do not")) }
            ul .conclusions { @for proof in proofs { li { (page.t(proof)) } } }
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
            (page.t("The standings say who won this tournament. A rating says how strong a \
            participant seems by all games together. 0 is the middle of this field; a participant \
            with 200 more than another wins about three of four points against the other.")) " "
            (page.t("But luck plays a part, too. If the same players met again, every number here \
            would be a little different. So each rating has a bar: the true strength almost always \
            lies somewhere on this bar.")) " "
            strong {
                (page.t("If the bars of two participants overlap much, these games do not show \
                which of them is stronger, even if one won the tournament."))
            }
            " " (page.t("More games make the bars shorter."))
            @if table.participants.iter().any(is_open) {
                " " (page.t("An arrow is an open end: a participant who won every game may be \
                stronger by any amount, and one who lost every game may be weaker by any amount."))
            }
            @if !table.is_connected {
                " " (page.t("Between the groups no games were played, so ratings of different \
                groups cannot be compared."))
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
                    (column(page, "Rank", "by rating")) (column(page, "Name", ""))
                    @if !table.is_connected {
                        (column(page, "Group", "participants who are linked by games"))
                    }
                    (column(page, "Rating", "Elo points above the mean"))
                    th scope="col" .bar { (axis.labels(page)) }
                    th scope="col" .more { (page.t("From – to")) }
                    th scope="col" .more { (page.t("Games")) }
                    th scope="col" .more title=(page.t("share of the points of games")) {
                        (page.t("Score"))
                    }
                }
            }
            tbody {
                @for (rank, rated) in table.participants.iter().enumerate() {
                    @let value = rated.elo.map(|elo| whole(elo.value));
                    @let range = rated.elo.map(|elo| ends(elo.low.map(whole), elo.high.map(whole)));
                    tr {
                        td .place { (Ordinal(rank)) }
                        th scope="row" { (page.name(rated.participant)) }
                        @if !table.is_connected { td { (rated.group) } }
                        td { (value.as_deref().unwrap_or(NOTHING)) }
                        td .bar { (axis.bar(page, rated.elo)) }
                        td .more { (page.t(&range.unwrap_or_default())) }
                        td .more { (rated.games) }
                        td .more {
                            @if let Some(share) = rated.share { (share) " %" }
                            @else { (NOTHING) }
                        }
                    }
                }
            }
        }
    };
    wide(page, "Ratings", &shown)
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
            svg viewBox="0 0 240 20" role="img" aria-label=(page.t("scale of the bars")) {
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
        let label = format!("{}: {}", whole(value), page.t(&ends(low.map(whole), high.map(whole))));
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
                    th scope="col" { (page.t("Name")) }
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
            summary { (page.t("How likely is it that one participant is stronger than another?")) }
            p .note {
                (page.t("The probability, in percent, that the participant on the left is stronger \
                than the one above, by all games. 50 says nothing. 97.5 or more is nearly certain, \
                but between two equally strong participants it happens in 5 of 100 cases."))
            }
            (wide(page, "The probability that one participant is stronger than another", &shown))
        }
    }
}

fn likely(page: Page<'_>, table: &RatingTable, participant: Ordinal, other: Ordinal) -> Markup {
    if participant == other {
        return html! { td .self aria-label=(page.t("the same")) {} };
    }
    let Some(likely) = table.superiority[participant.0][other.0] else {
        return html! { td .empty { "·" } };
    };
    // Each cell has one of eleven shades. The shade shows the same probability as the number in the
    // cell.
    let shade = format!("p{:.0}", 10.0 * likely.value());
    html! { td class=(shade) { (format!("{:.1}", 100.0 * likely.value())) } }
}
