//! One page: markup, numbers, a script and a style in one file that works offline.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::markup::{Markup, escaped};

/// Shared by all pages.
pub const STYLE: &str = include_str!("../web/dist/style.css");
/// Draws the charts of a report.
pub const REPORT_SCRIPT: &str = include_str!("../web/dist/report.js");
/// Shows motion.
pub const REPLAY_SCRIPT: &str = include_str!("../web/dist/replay.js");

/// What a page is made of.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a, T: Serialize> {
    /// Title, as text.
    pub title: &'a str,
    /// What is read without the script.
    pub body: &'a Markup,
    /// What the script shows: it finds it as JSON in the element `data`.
    pub data: &'a T,
    /// A bundled script, of those above.
    pub script: &'static str,
}

/// How every page begins.
pub(crate) const OPENING: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
                                  <meta name=\"generator\" content=\"tolley\">\n";
/// What stands before the body of every page.
pub(crate) const BODY: &str = "<body>\n";

impl<T: Serialize> Page<'_, T> {
    /// The whole file. The page may run its own script and use its own style, and nothing else: it loads nothing.
    pub fn html(&self) -> Result<String, serde_json::Error> {
        let (title, body, data) = (escaped(self.title), self.body.as_str(), json(self.data)?);
        let [script_hash, style_hash] = [self.script, STYLE].map(hash);
        let script = self.script;
        Ok(format!(
            "{OPENING}\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '{script_hash}'; \
             style-src '{style_hash}'; img-src data:; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n\
             <style>{STYLE}</style>\n\
             </head>\n\
             {BODY}\
             {body}\n\
             <script type=\"application/json\" id=\"data\">{data}</script>\n\
             <script>{script}</script>\n\
             </body>\n\
             </html>\n"
        ))
    }
}

/// JSON that can stand in a script element: nothing in it ends the element, opens a comment or breaks a line.
fn json<T: Serialize>(data: &T) -> Result<String, serde_json::Error> {
    let plain = serde_json::to_string(data)?;
    let mut safe = String::with_capacity(plain.len());
    for character in plain.chars() {
        match character {
            // these stand in strings alone, where the escape means the same
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => safe += &format!("\\u{:04x}", character as u32),
            _ => safe.push(character),
        }
    }
    Ok(safe)
}

/// As a Content-Security-Policy names a source.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use serde_json::json as object;

    use super::*;

    #[test]
    fn numbers_and_names_cannot_end_the_element_that_holds_them() {
        let data = object!({ "name": "</script><!--<script>\u{2028}\u{2029}&", "more": 0.1 });
        let safe = json(&data).expect("JSON");
        assert!(!safe.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{safe}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&safe).expect("the same"), data);
    }

    #[test]
    fn a_script_or_style_cannot_end_its_own_element() {
        for text in [REPORT_SCRIPT, REPLAY_SCRIPT, STYLE] {
            let lower = text.to_ascii_lowercase();
            for end in ["</script", "</style", "<!--", "<script"] {
                assert!(!lower.contains(end), "{end}");
            }
            assert!(!text.contains('\r'), "a reader would make another text of it, with another hash");
        }
    }

    #[test]
    fn a_page_names_nothing_outside_of_itself() {
        let body = Markup::new().element("h1", "a < b");
        let page = Page { title: "a </title> b", body: &body, data: &object!({}), script: REPLAY_SCRIPT };
        let html = page.html().expect("a page");
        assert!(html.contains("<title>a &lt;/title&gt; b</title>") && html.contains("<h1>a &lt; b</h1>"));
        let head = &html[..html.find("<style>").expect("a style")];
        assert!(head.contains("default-src 'none'") && !head.contains("http:") && !head.contains("https:"), "{head}");
        assert_eq!(hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }
}
