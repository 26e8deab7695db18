import ArgumentParser
import Directory
import Platform

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a commented starter configuration; never overwrites.")

    @Argument(help: "Where to write it.")
    var file = "understudy.yaml"

    func run() throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            let reason =
                errno == EEXIST ? "exists already, and is left as it is" : "cannot be written: \(systemReason())"
            Output.errors(["\(file): \(reason)"])
            throw ExitCode(1)
        }
        let isWritten = Output.write(StarterConfiguration.text, to: descriptor)
        guard close(descriptor) == 0, isWritten else {
            let reason = systemReason()
            unlink(file)
            Output.errors(["\(file): cannot be written: \(reason)"])
            throw ExitCode(1)
        }
        try Output.line("Wrote \(file). Run: understudy serve --config \(file)")
    }

    private func systemReason() -> String { String(cString: strerror(errno)) }
}
