//! First.
use sandbox::*;
use std::path::Path;
use std::time::Duration;
fn spawner() -> Spawner {
    Spawner::start_from(Path::new(env!("CARGO_BIN_EXE_sandbox-spawner")), None).unwrap()
}
#[test]
fn runs() {
    let mut s = spawner();
    println!("{:?}", s.levels());
    let t = std::time::Instant::now();
    for _ in 0..500 {
        s.run(&Job::new("/usr/bin/cat", Profile::Native), b"hello\n").unwrap();
    }
    println!("{:?} each", t.elapsed() / 500);
    println!("{:?}", s.run(&Job::new("/usr/bin/cat", Profile::Native), b"hello\n").unwrap());
    println!("{:?}", s.run(&Job::new("/usr/bin/nope", Profile::Native), b"hello\n"));
    let mut r = s.open(&Job::new("/usr/bin/cat", Profile::Native)).unwrap();
    let t = std::time::Instant::now();
    for _ in 0..20000 {
        r.write(b"a1\n").unwrap();
        assert_eq!(r.read_line(Duration::from_secs(1)).unwrap(), Heard::Line(b"a1".to_vec()));
    }
    println!("{:?} each {:?}", t.elapsed() / 20000, r.clock());
    println!("{:?}", r.finish(Duration::from_secs(1)).unwrap());
}
