//! The first screen of a page: what holds, how much, one large picture, what it depends on, and what to do next.

use serde_json::Value;

use crate::figure::{Figure, frame};
use crate::markup::Markup;

/// How the body of a page begins that has a first screen.
pub(crate) const HEADER: &str = "<header class=\"screen\">";

/// What is read before anything is opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Screen {
    /// What it is about in a word or two: the name of the game.
    pub subject: String,
    /// What is asked, small.
    pub question: String,
    /// The verdict, large.
    pub verdict: String,
    /// What is read before the picture: how much.
    pub lead: Vec<Fact>,
    /// The large picture.
    pub picture: Option<Figure>,
    /// What is read after it: what else is to be known, what it depends on, what to do next.
    pub rest: Vec<Fact>,
}

/// A part of the first screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fact {
    /// Its heading.
    pub heading: String,
    /// What it says.
    pub body: Markup,
    /// A small chart below that.
    pub figure: Option<Figure>,
}

impl Screen {
    /// As it stands in a page, with what has to be known before anything is believed; its charts join the others.
    pub(crate) fn markup(&self, doubts: &[String], figures: &mut Vec<Value>) -> Result<Markup, serde_json::Error> {
        let mut body = Markup::new().tag(HEADER).tag("<p class=\"kicker\">");
        if !self.subject.is_empty() {
            body = body.element("b", &self.subject).tag(" \u{b7} ");
        }
        body = body.text(&self.question).tag("</p>");
        body = doubts.iter().fold(body, |body, doubt| body.classed("p", "doubt", doubt));
        body = body.tag(if self.picture.is_some() { "<div class=\"top\">" } else { "<div class=\"top bare\">" });
        body = body.tag("<div class=\"lead\">").element("h1", &self.verdict);
        body = body.with(&facts(&self.lead, figures)?).tag("</div>");
        if let Some(picture) = &self.picture {
            body = body.tag("<div class=\"picture\">").with(&frame(picture, figures)?).tag("</div>");
        }
        body = body.tag("<div class=\"rest\">").with(&facts(&self.rest, figures)?).tag("</div>");
        Ok(body.tag("</div></header>"))
    }
}

fn facts(all: &[Fact], figures: &mut Vec<Value>) -> Result<Markup, serde_json::Error> {
    let mut body = Markup::new();
    for fact in all {
        body = body.tag("<section class=\"fact\">").element("h2", &fact.heading).with(&fact.body);
        if let Some(figure) = &fact.figure {
            body = body.with(&frame(figure, figures)?);
        }
        body = body.tag("</section>");
    }
    Ok(body)
}
