//! The command `tolley`.

fn main() -> std::process::ExitCode {
    tolley::command()
}
