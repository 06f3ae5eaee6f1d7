//! The commands, one file each.

mod alike;
mod analyse;
mod asking;
mod bench;
mod cases;
mod completions;
mod convert;
mod doctor;
mod forget;
mod games;
mod grade;
mod gtp;
mod judge;
mod r#match;
mod perft;
pub(crate) mod play;
mod player;
mod program;
mod regret;
mod replay;
mod serve;
pub(crate) mod show;
mod solve;
mod store;
mod suite;
mod tournament;
mod verify;
mod worker;

use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;

/// A command with its arguments.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Serve(serve::Serve),
    Games(games::Games),
    Show(show::Show),
    Play(play::Play),
    Solve(solve::Solve),
    Perft(perft::Perft),
    Bench(bench::Bench),
    Cases(cases::Cases),
    Match(r#match::Match),
    Replay(replay::Replay),
    Convert(convert::Convert),
    Analyse(analyse::Analyse),
    Regret(regret::Regret),
    Suite(suite::Suite),
    Tournament(tournament::Tournament),
    Merge(tournament::merge::Merge),
    Worker(worker::Worker),
    Store(store::Store),
    Verify(verify::Verify),
    Judge(judge::Judge),
    Grade(grade::Grade),
    Alike(alike::Alike),
    Program(program::Program),
    Forget(forget::Forget),
    Gtp(gtp::Gtp),
    Player(player::Player),
    Doctor(doctor::Doctor),
    Completions(completions::Completions),
    Manual(completions::Manual),
}

impl Command {
    /// Runs the command. `whole` is the description of the whole command line.
    pub(crate) fn run(self, whole: fn() -> clap::Command) -> Result<ExitCode, Failure> {
        let mut out = anstream::stdout();
        match self {
            Command::Serve(serve) => serve.run(&mut out)?,
            Command::Games(games) => games.run(&mut out)?,
            Command::Show(show) => show.run(&mut out)?,
            Command::Play(play) => play.run(&mut out)?,
            Command::Solve(solve) => return solve.run(&mut out),
            Command::Perft(perft) => perft.run(&mut out)?,
            Command::Bench(bench) => bench.run(&mut out)?,
            Command::Cases(cases) => cases.run(&mut out)?,
            Command::Match(command) => return command.run(&mut out),
            Command::Replay(replay) => replay.run(&mut out)?,
            Command::Convert(convert) => convert.run(&mut out)?,
            Command::Analyse(analyse) => analyse.run(&mut out)?,
            Command::Regret(regret) => return regret.run(&mut out),
            Command::Suite(suite) => suite.run(&mut out)?,
            Command::Tournament(tournament) => return tournament.run(&mut out),
            Command::Merge(merge) => return merge.run(&mut out),
            Command::Worker(worker) => return worker.run(&mut out),
            Command::Store(store) => store.run(&mut out)?,
            Command::Verify(verify) => verify.run(&mut out)?,
            Command::Judge(judge) => return judge.run(&mut out),
            Command::Grade(grade) => return grade.run(&mut out),
            Command::Alike(alike) => return alike.run(&mut out),
            Command::Program(program) => return program.run(),
            Command::Forget(forget) => forget.run(&mut out)?,
            Command::Gtp(gtp) => gtp.run(&mut out)?,
            Command::Player(player) => player.run(&mut out)?,
            Command::Doctor(doctor) => doctor.run(&mut out)?,
            Command::Completions(completions) => completions.run(whole(), &mut out)?,
            Command::Manual(manual) => manual.run(whole())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
