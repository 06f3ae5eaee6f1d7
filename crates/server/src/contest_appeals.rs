//! The appeals against games of a contest's final: who reads them, writes them and answers them.

use classroom::{Answer, Appeal, FinalState, Holder};
use maud::{Markup, html};

use crate::class_words::{say, text};
use crate::contest_view::View;
use crate::visitor;

/// The appeals that the visitor reads, and the form for another one.
pub(crate) fn appeals(view: &View<'_>) -> Markup {
    let state = view.room.final_state();
    if !matches!(state, FinalState::Provisional | FinalState::Confirmed) {
        return html! {};
    }
    let is_open = state == FinalState::Provisional;
    let mut all = view.open.contests.appeals(&view.room);
    all.retain(|(appeal, answer)| sees(view, appeal, answer.as_ref()));
    let may_appeal = is_open && view.own().is_some();
    html! {
        @if may_appeal || !all.is_empty() {
            h2 { (say(view.layout, "appeals")) }
            @for (appeal, answer) in &all {
                // What was asked is answered also after the end.
                (one(view, appeal, answer.as_ref(), view.may_decide))
            }
            @if may_appeal { (form(view)) }
        }
    }
}

/// Others read an appeal once an organiser has read and answered it.
fn sees(view: &View<'_>, appeal: &Appeal, answer: Option<&Answer>) -> bool {
    let is_own = view.person.as_deref() == Some(&*appeal.person);
    let is_public = answer.is_some() && view.sees_all();
    is_own || is_public || view.sees_person(&appeal.person)
}

fn one(view: &View<'_>, appeal: &Appeal, answer: Option<&Answer>, may_answer: bool) -> Markup {
    let layout = view.layout;
    let author = view.participants.iter().find(|one| one.version.person == appeal.person);
    html! {
        section class="appeal" {
            h3 {
                @if let Some(author) = author { bdi { (author.name) } ", " }
                a href={ "/games/" (appeal.game) } {
                    (text("game-number").number("n", appeal.game).told(layout.language))
                }
            }
            p class="said" { (appeal.why) }
            @if let Some(answer) = answer {
                @let holder = Holder::Organiser(answer.who.clone());
                @let who = visitor::name(view.open, &holder, layout);
                p { (text("answer-of").name("who", who).told(layout.language)) }
                p class="said" { (answer.answer) }
            } @else { p class="quiet" { (say(layout, "not-answered-yet")) } }
            @if may_answer {
                form data-post={ "/api/contests/" (view.contest.keys.name) "/answer" } {
                    input type="hidden" name="to" value=(appeal.number);
                    label { (say(layout, "answer"))
                        textarea name="answer" rows="3" maxlength="1000" required {}
                    }
                    button { (say(layout, "answer-appeal")) }
                }
            }
        }
    }
}

fn form(view: &View<'_>) -> Markup {
    let layout = view.layout;
    html! {
        form data-post={ "/api/contests/" (view.contest.keys.name) "/own/appeal" } {
            p { (say(layout, "appeal-how")) }
            label { (say(layout, "number-of-game")) " "
                input name="game" type="number" min="1" required;
            }
            label { (say(layout, "reason"))
                textarea name="why" rows="3" maxlength="1000" required {}
            }
            button { (say(layout, "appeal")) }
        }
    }
}
