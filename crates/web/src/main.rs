//! Writes the folder of pages: `web FOLDER MODULE.wasm…`, where each module's name is its game's, or
//! `check` for the module that checks results.

use std::error::Error;
use std::ffi::OsStr;
use std::path::Path;
use std::{env, fs, io::Write};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::{Compression, write::GzEncoder};
use play::folder;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let target = arguments.next().ok_or("expected a folder, and then a module for each game")?;
    let target = Path::new(&target);
    for file in folder(games::GAMES) {
        write(&target.join(file.path), file.text.as_bytes())?;
    }
    for module in arguments {
        let module = Path::new(&module);
        let name = module.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        if name != "check" && games::find(name).is_none() {
            return Err(format!("{}: no game has this name", module.display()).into());
        }
        let script = target.join("files").join(format!("engine-{name}.js"));
        write(&script, in_script(&fs::read(module)?)?.as_bytes())?;
    }
    Ok(())
}

fn write(path: &Path, content: &[u8]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(path.parent().ok_or("a file lies in a folder")?)?;
    Ok(fs::write(path, content)?)
}

/// A script with the module in it, since from disk a browser loads nothing but scripts.
fn in_script(module: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(module)?;
    Ok(format!("ludoteka.engine = \"{}\";\n", BASE64_STANDARD.encode(packed.finish()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(text: &str) -> usize {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text.as_bytes()).expect("memory takes it");
        packed.finish().expect("memory takes it").len()
    }

    /// What a page loads before its engine, as a host sends it.
    #[test]
    fn a_board_is_soon_there() {
        let files = folder(games::GAMES);
        let is_script = |path: &str| path.starts_with("files/");
        let (shared, pages): (Vec<_>, Vec<_>) =
            files.iter().partition(|file| is_script(&file.path));
        let shared: usize = shared.iter().map(|file| packed(&file.text)).sum();
        let page = pages.iter().map(|file| packed(&file.text)).max().expect("there are pages");
        assert!(shared + page < 100_000, "{shared} and {page} bytes");
    }
}
