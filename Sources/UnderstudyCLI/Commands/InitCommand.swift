import ArgumentParser
import Directory
import Formats
import Platform
import Understudy

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a commented starter configuration; never overwrites.")

    @Argument(help: "The file to write. By default, serve and check read understudy.yaml in the current folder.")
    var file = OptionSources.initialFile

    func run() throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            let reason =
                errno == EEXIST
                ? "already exists; init does not overwrite files" : "cannot be written: \(systemReason())"
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
        let found = OptionSources.usualPlaces.first(where: ProcessEnvironment.fileExists)
        let option = found?.isExactly(file) == true ? "" : " --config \(file)"
        try Output.line("Wrote \(file). Run: understudy serve\(option)")
    }

    private func systemReason() -> String { String(cString: strerror(errno)) }
}
