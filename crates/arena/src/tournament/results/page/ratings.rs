//! Ratings with their error bars, and who is how likely the stronger.

use maud::{Markup, html};

use super::{NOTHING, Page, column, mean, signed, wide};
use crate::tournament::results::number::{Mean, Ordinal};
use crate::tournament::results::ratings::{Rated, RatingTable};

/// A table of more columns shows nothing to people.
const MOST_COLUMNS: usize = 40;

/// How wide a drawing is, in its own units.
const WIDTH: f64 = 240.0;

/// Everybody's rating.
pub(super) fn table(page: Page<'_>, table: &RatingTable) -> Markup {
    let axis = Axis::of(&table.entrants);
    let shown = html! {
        table .ratings {
            caption { span {
                "Elo points above the mean, by all games at once; the bar is the interval that holds the true rating in 95 of \
                 100 cases."
                @if !table.is_connected {
                    " No games link the groups: ratings of different groups cannot be compared."
                }
            } }
            thead {
                tr {
                    (column("#", "rank by rating")) (column("Name", ""))
                    @if !table.is_connected { (column("Group", "whom games link")) }
                    (column("Elo", "with half the width of the 95 % interval"))
                    th scope="col" .bar { (axis.labels()) }
                    (column("Games", "")) (column("Score", "share of the points of games"))
                }
            }
            tbody {
                @for (rank, rated) in table.entrants.iter().enumerate() {
                    tr {
                        td .place { (Ordinal(rank)) }
                        th scope="row" { (page.name(rated.entrant)) }
                        @if !table.is_connected { td { (rated.group) } }
                        td { (mean(rated.elo)) }
                        td .bar { (axis.bar(rated.elo)) }
                        td { (rated.games) }
                        td { @if let Some(share) = rated.share { (share) " %" } @else { (NOTHING) } }
                    }
                }
            }
        }
    };
    wide("Ratings", &shown)
}

/// The scale of the bars.
struct Axis {
    /// Elo points at either end.
    reach: f64,
}

impl Axis {
    fn of(entrants: &[Rated]) -> Axis {
        let far = |elo: Mean<1>| elo.mean.value().abs() + elo.error.value();
        let farthest = entrants.iter().filter_map(|rated| rated.elo).map(far).fold(0.0, f64::max);
        // Somebody of whom little is known must not make everybody else's bar a dot.
        Axis { reach: ((farthest / 100.0).ceil() * 100.0).clamp(100.0, 1500.0) }
    }

    fn at(&self, elo: f64) -> String {
        let part = (elo / self.reach).clamp(-1.0, 1.0);
        format!("{:.1}", WIDTH / 2.0 + part * (WIDTH / 2.0 - 8.0))
    }

    fn labels(&self) -> Markup {
        let ends = [-self.reach, 0.0, self.reach];
        html! {
            svg viewBox="0 0 240 20" role="img" aria-label="scale of the bars" {
                @for (elo, anchor) in ends.into_iter().zip(["start", "middle", "end"]) {
                    text x=(self.at(elo)) y="15" text-anchor=(anchor) { (signed(elo)) }
                }
            }
        }
    }

    fn bar(&self, elo: Option<Mean<1>>) -> Markup {
        let Some(Mean { mean, error }) = elo else { return html! { (NOTHING) } };
        let (low, high) = (self.at(mean.value() - error.value()), self.at(mean.value() + error.value()));
        let label = format!("{} give or take {error}", signed(mean));
        html! {
            svg viewBox="0 0 240 20" role="img" aria-label=(label) {
                @for elo in [-0.5 * self.reach, 0.0, 0.5 * self.reach] {
                    line .grid x1=(self.at(elo)) x2=(self.at(elo)) y1="0" y2="20" {}
                }
                line .reach x1=(low) x2=(high) y1="10" y2="10" {}
                @for end in [&low, &high] { line .reach x1=(end) x2=(end) y1="6" y2="14" {} }
                circle cx=(self.at(mean.value())) cy="10" r="4" {}
            }
        }
    }
}

/// How likely everybody is stronger than everybody else.
pub(super) fn superiority(page: Page<'_>, table: &RatingTable) -> Markup {
    let order: Vec<Ordinal> = table.entrants.iter().map(|rated| rated.entrant).collect();
    if order.len() > MOST_COLUMNS {
        return html! {};
    }
    let shown = html! {
        table .cross .likely {
            caption { span {
                "How likely the one on the left is stronger than the one above, in percent; from 97.5 on their 95 % \
                 interval says so, too."
            } }
            thead {
                tr {
                    th scope="col" { "Name" }
                    @for (rank, &entrant) in order.iter().enumerate() {
                        th scope="col" { abbr title=(page.tables.name(entrant)) { (Ordinal(rank)) } }
                    }
                }
            }
            tbody {
                @for (rank, &entrant) in order.iter().enumerate() {
                    tr {
                        th scope="row" { span .place { (Ordinal(rank)) } " " (page.name(entrant)) }
                        @for &other in &order { (likely(table, entrant, other)) }
                    }
                }
            }
        }
    };
    html! { h3 { "Who is the stronger?" } (wide("Likelihood of superiority", &shown)) }
}

fn likely(table: &RatingTable, entrant: Ordinal, other: Ordinal) -> Markup {
    if entrant == other {
        return html! { td .self aria-label="the same" {} };
    }
    let Some(likely) = table.superiority[entrant.0][other.0] else { return html! { td .empty { "·" } } };
    // One of eleven shades; the number says the same.
    let shade = format!("p{:.0}", 10.0 * likely.value());
    html! { td class=(shade) { (format!("{:.1}", 100.0 * likely.value())) } }
}
