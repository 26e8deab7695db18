import ArgumentParser
import Understudy

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "version", abstract: "Prints the version.")

    func run() throws {
        try Output.line("understudy \(Version.text)")
    }
}
