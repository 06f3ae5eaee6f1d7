//! The spawner as a separate program, for tests and for programs that cannot call `serve_if_asked`
//! first in `main`.

fn main() {
    sandbox::serve_if_asked();
    eprintln!("the sandbox starts sandbox-spawner; it cannot be started by hand");
    std::process::exit(2);
}
