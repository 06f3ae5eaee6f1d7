//! A running `ludoteka serve`, and programs to test on it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::ludoteka;

/// A running server, which ends when this value is dropped.
pub(crate) struct Served {
    child: Child,
    pub(crate) at: String,
    /// The printed address.
    pub(crate) link: String,
    /// Sent with every request, with a line break at its end; empty for nobody.
    cookie: String,
    /// A class decides the roles of programs.
    is_class: bool,
}

impl Served {
    pub(crate) fn new(folder: &Path, arguments: &[&str]) -> Served {
        let mut serve = ludoteka(folder, &[&["serve"], arguments].concat());
        let mut child = serve.stdout(Stdio::piped()).spawn().expect("ludoteka runs");
        let output = child.stdout.take().expect("a pipe");
        // The address comes last.
        let mut lines = BufReader::new(output).lines().map(|line| line.expect("it prints"));
        let line = lines.find(|line| line.contains("Ctrl-C")).expect("an address");
        let link = line.split(' ').find(|word| word.contains("http://")).expect("an address");
        let at = link.split('/').nth(2).expect("a host").to_string();
        let (link, is_class) = (link.to_string(), arguments.contains(&"--class"));
        let mut served = Served { child, at, link, cookie: String::new(), is_class };
        served.open_link();
        served
    }

    /// Opens the printed address, as its owner does: the token in it becomes a cookie.
    fn open_link(&mut self) {
        let path = self.link.split_once(&*self.at).map_or("", |(_, path)| path).to_string();
        if path.starts_with("/link/") {
            let opened = self.whole(&format!("GET {path}"), "", "");
            let cookie = opened.lines().find_map(|line| line.strip_prefix("set-cookie: "));
            let cookie = cookie.and_then(|cookie| cookie.split(';').next()).expect("a cookie");
            self.cookie = format!("cookie: {cookie}\r\n");
        }
    }

    /// The same server for somebody who has no link.
    pub(crate) fn without_link(&mut self) -> &Served {
        self.cookie.clear();
        self
    }

    /// The status and the content of a response.
    pub(crate) fn ask(&self, request: &str, headers: &str, body: &str) -> (u16, String) {
        let answer = self.whole(request, headers, body);
        let (head, content) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
        (status, content.to_string())
    }

    /// A response with its head.
    pub(crate) fn whole(&self, request: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.at).expect("it listens");
        let (at, cookie, length) = (&self.at, &self.cookie, body.len());
        write!(
            stream,
            "{request} HTTP/1.1\r\nhost: {at}\r\n{headers}{cookie}connection: close\r\n\
            content-length: {length}\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers in UTF-8");
        answer
    }

    /// The same server for whoever has this cookie.
    pub(crate) fn with_token(&mut self, token: &str) -> &Served {
        self.cookie = format!("cookie: a=b; ludoteka-link={token}\r\n");
        self
    }

    /// Ends the server at once, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it is ours");
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        self.ask(&format!("GET {path}"), "", "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let json = "content-type: application/json\r\n";
        let (status, content) = self.ask(&format!("POST {path}"), json, &body.to_string());
        (status, serde_json::from_str(&content).expect("JSON"))
    }

    pub(crate) fn post_status(&self, path: &str, body: &Value) -> u16 {
        let json = "content-type: application/json\r\n";
        self.ask(&format!("POST {path}"), json, &body.to_string()).0
    }

    /// The news of a trial, or the sentence of a refusal.
    pub(crate) fn news(&self, trial: u64) -> (u16, Value) {
        let (status, content) = self.get(&format!("/trials/{trial}/now"));
        (status, serde_json::from_str(&content).expect("JSON"))
    }

    /// Uploads files. A class decides the role.
    pub(crate) fn upload(&self, game: &str, role: &str, files: &[(&str, &str)]) -> (u16, Value) {
        let files: Vec<_> =
            files.iter().map(|(name, text)| json!([name, STANDARD.encode(text)])).collect();
        let sent = if self.is_class {
            json!({ "files": files })
        } else {
            json!({ "role": role, "files": files })
        };
        self.post(&format!("/api/{game}/test"), &sent)
    }

    /// Uploads a program and waits for the end of its trial. Returns its number and its news.
    pub(crate) fn tried(&self, game: &str, role: &str, files: &[(&str, &str)]) -> (u64, Value) {
        let (status, made) = self.upload(game, role, files);
        assert_eq!(status, 200, "{made}");
        let trial = made["trial"].as_u64().expect("a number");
        (trial, self.end_of(trial))
    }

    pub(crate) fn end_of(&self, trial: u64) -> Value {
        loop {
            let (status, news) = self.news(trial);
            assert_eq!(status, 200, "{news}");
            if news["over"] == true {
                return news;
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    pub(crate) fn game(&self, trial: u64, game: &Value) -> Value {
        let (status, content) = self.get(&format!("/trials/{trial}/games/{game}"));
        assert_eq!(status, 200, "{content}");
        serde_json::from_str(&content).expect("JSON")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn starter(path: &str) -> String {
    let starters = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters");
    fs::read_to_string(starters.join(path)).expect("a starter")
}

/// Runs a script of the browser tests with these arguments, where there is a browser.
pub(crate) fn in_browser(script: &str, arguments: &[String]) {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/browser");
    let chromium =
        std::env::var_os("CHROMIUM").map_or(PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    let found = scripts.join("node_modules/playwright-core").is_dir() && chromium.is_file();
    if !testing::is_there("chromium, or what its tests are written with,", found) {
        return;
    }
    let output = Command::new("node").current_dir(&scripts).arg(script).args(arguments).output();
    let output = output.expect("node starts");
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{}", text.concat());
}
