import ArgumentParser
import Directory
import FoundationEssentials

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a commented starter configuration; never overwrites.")

    @Argument(help: "Where to write it.")
    var file = "understudy.yaml"

    func run() throws {
        do {
            try Data(StarterConfiguration.text.utf8).write(to: URL(filePath: file), options: .withoutOverwriting)
        } catch {
            let reason =
                ProcessEnvironment.fileExists(file) ? "exists already, and is left as it is" : "cannot be written"
            Output.errors(["\(file): \(reason)"])
            throw ExitCode(1)
        }
        Output.line("Wrote \(file). Run: understudy serve --config \(file)")
    }
}
