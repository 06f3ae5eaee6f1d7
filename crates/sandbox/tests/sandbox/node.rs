//! Tests programs with threads at level 1, mostly programs for node.

use sandbox::{How, Level, Profile};

use crate::profiles::{complaint, denied, job, printed, tool};
use crate::{badbot, confined, spawner};

#[test]
fn node_computes_with_threads_and_opens_no_socket() {
    let Some(node) = tool("node") else { return };
    let job = |code: &str| job(&node, Profile::Node, &["-e", code]);
    let double = "console.log(2 * Number(require('fs').readFileSync(0)))";
    assert_eq!(printed(&job(double), "21\n"), "42\n");
    let lines = "require('readline').createInterface({input: process.stdin})\
        .on('line', l => console.log(l))";
    assert_eq!(printed(&job(lines), "a\nb\n"), "a\nb\n");
    let missing = "for (const path of ['/nowhere', '/dev/null/x', '/dev/stdin']) \
        try { require('fs').statSync(path); console.log('there') } \
        catch (e) { console.log(e.code) }";
    assert_eq!(printed(&job(missing), ""), "ENOENT\nENOTDIR\nthere\n");
    assert_eq!(denied(&job("require('net').createServer().listen(0)")), "socket");
    assert_eq!(denied(&job("require('os').networkInterfaces()")), "socket");
    let write = "try { require('fs').writeFileSync('/tmp/node-was-here', 'x') } \
        catch { console.log('refused') }";
    assert_eq!(printed(&job(write), ""), "refused\n");
    let secret = tempfile::NamedTempFile::new().expect("a file");
    // 0o10000000 is O_PATH: it opens a file only to ask about it.
    for question in [
        "fs.statSync(path)",
        "fs.lstatSync(path)",
        "fs.openSync(path, 0o10000000)",
        "fs.statSync('/proc/self/root' + path)",
        "fs.statSync('/usr/../proc/self/root' + path)",
        "process.chdir('/')",
    ] {
        let path = secret.path().display();
        let ask = format!(
            "const fs = require('fs'), path = '{path}'; \
             try {{ {question} }} catch (e) {{ console.log(e.code) }}"
        );
        assert_eq!(printed(&job(&ask), ""), "EACCES\n", "{question}");
    }
}

/// Another thread may change the path after the spawner has checked it and before the kernel reads
/// it.
#[test]
fn threads_learn_no_size_by_exchanging_a_path() {
    if !confined() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answer");
    std::fs::write(&file, "x").expect("ours");
    let mut job = job(
        &badbot(),
        Profile::Node,
        &["size-by-swapped-path", file.to_str().expect("a plain name")],
    );
    for is_readable in [false, true] {
        let ended = spawner().run(&job, b"").expect("the job makes sense");
        assert_eq!(
            (ended.how, ended.breach),
            (How::Exited(i32::from(!is_readable)), None),
            "{is_readable}"
        );
        let said = if is_readable { &b"done\n"[..] } else { b"refused: permission denied\n" };
        assert_eq!(ended.stdout, said);
        job.readable = vec![file.clone()];
    }
    job.level = Some(Level::Limits);
    job.readable.clear();
    assert_eq!(printed(&job, ""), "done\n");
}

#[test]
fn node_knows_the_machine_and_itself_and_no_other_process() {
    let Some(node) = tool("node") else { return };
    let mut own = job(&node, Profile::Node, &["-e"]);
    own.arguments.push(
        "const os = require('os'), fs = require('fs'), { Worker } = require('worker_threads');
        console.log(os.cpus().map(cpu => cpu.model), os.totalmem(), os.freemem() > 0, \
            os.uptime() > 0, os.loadavg().length);
        console.log(process.memoryUsage().rss > 1e6, process.availableMemory?.() > 0, \
            fs.readFileSync('/proc/self/stat').length > 9);
        console.log(fs.readFileSync('/proc/self/status', 'latin1')\
            .includes('\\nPid:\\t' + process.pid));
        new Worker('require(\"worker_threads\").parentPort.postMessage(7)', { eval: true })\
            .on('message', m => console.log(m));"
            .into(),
    );
    own.level = Some(Level::Limits);
    let without = printed(&own, "");
    own.level = Some(Level::Confined);
    let mut spawner = spawner();
    for _ in 0..2 {
        let ended = spawner.run(&own, b"").expect("the job makes sense");
        assert_eq!(String::from_utf8_lossy(&ended.stdout), without, "{}", complaint(&ended));
    }
    let job = |code: &str| job(&node, Profile::Node, &["-e", code]);
    for path in [
        "/proc",
        "/proc/net/tcp",
        "/proc/self/net/tcp",
        "/proc/thread-self/net/tcp",
        "/proc/self/environ",
    ] {
        let code = format!(
            "const fs = require('fs'); for (const ask of [fs.readFileSync, fs.readdirSync]) \
                try {{ ask('{path}'); console.log(ask) }} catch (e) {{ console.log(e.code) }}"
        );
        assert!(!printed(&job(&code), "").contains("function"), "{path}");
    }
    let id = std::process::id();
    for (path, file) in [
        (format!("/proc/{id}/cmdline"), "cmdline"),
        (format!("/proc/{id}/net/tcp"), "net/tcp"),
        (format!("/usr/../proc/{id}/task/{id}/stat"), &*format!("task/{id}/stat")),
    ] {
        let code = format!("try {{ require('fs').readFileSync('{path}') }} catch {{}}");
        assert_eq!(denied(&job(&code)), format!("to read /proc/{id}/{file}"));
    }
}

#[test]
fn node_is_told_of_its_own_files_what_is_true() {
    let Some(node) = tool("node") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let name = |name: &str| folder.path().join(name);
    let module = r"
        const fs = require('fs'), own = __filename, beside = __dirname + '/link.js';
        const paths = [own, beside, own + '/', own + '/x', __dirname, '/lib', '/lib/', '/lib/.',
            '/dev/null', '/nowhere', '', '/proc/self'];
        const shown = s =>
            [s.mode, s.size, s.ino, s.dev, s.nlink, s.isSymbolicLink(), s.mtimeMs].join();
        const links = ask => p => { try { return shown(ask(p)) } catch (e) { return e.code } };
        const stats = paths.slice(0, -1).map(links(fs.statSync));
        const own_links = paths.map(links(fs.lstatSync));
        const open = fs.openSync(own), descriptor = fs.openSync(__dirname + '/more.js');
        const small = [0, open, descriptor].map(fd => fs.fstatSync(fd).size);
        const real = [own, beside].map(p => fs.realpathSync(p));
        real.push(fs.realpathSync.native(beside));
        console.log(stats, own_links, small, real, require('./more'));
        console.log(fs.existsSync(own), fs.readFileSync(own).length);
        fs.promises.stat(own).then(s => {
            console.log(shown(s));
            fs.stat('/nowhere', e => console.log(e.code));
        });";
    std::fs::write(name("main.js"), module).expect("ours");
    std::fs::write(name("more.js"), "module.exports = require('./link.js') && 7").expect("ours");
    std::os::unix::fs::symlink("more.js", name("link.js")).expect("ours");
    let mut job = job(&node, Profile::Node, &[name("main.js").to_str().expect("a plain name")]);
    job.readable.extend([name("main.js"), name("more.js")]);
    job.level = Some(Level::Limits);
    let without = printed(&job, "");
    job.level = Some(Level::Confined);
    assert_eq!(printed(&job, ""), without);
}

/// A program tries to change the priority of another process of the same user. Everybody may take
/// the lowest priority for themselves, whatever they had.
#[test]
fn nobody_elses_priority_is_changed() {
    let Some(node) = tool("node") else { return };
    let mut other = std::process::Command::new("sleep").arg("60").spawn().expect("sleep runs");
    let script = format!(
        "const os = require('os'); os.setPriority(19); try {{ os.setPriority({}, 19) }} catch (e) \
        {{ console.log(e.code) }}",
        other.id()
    );
    let stat = std::path::PathBuf::from(format!("/proc/{}/stat", other.id()));
    let nice = || {
        let stat = std::fs::read_to_string(&stat).expect("it runs");
        stat.rsplit_once(')')
            .and_then(|(_, rest)| rest.split_whitespace().nth(16))
            .map(str::to_string)
    };
    let before = nice();
    let said = printed(&job(&node, Profile::Node, &["-e", &script]), "");
    let after = nice();
    other.kill().expect("it is ours");
    other.wait().expect("it ends");
    assert_eq!((said.as_str(), after), ("ERR_SYSTEM_ERROR\n", before));
}

/// The number of threads is limited, since each takes a process number and some kernel memory.
#[test]
fn threads_have_a_number() {
    if !confined() {
        return;
    }
    let mut job = job(&badbot(), Profile::Node, &["threads"]);
    assert_eq!(denied(&job), "too many threads");
    job.level = Some(Level::Limits);
    job.profile = Profile::Native;
    assert_eq!(printed(&job, ""), "done\n");
}
