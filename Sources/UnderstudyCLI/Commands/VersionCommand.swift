import ArgumentParser
import Understudy

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "version", abstract: "Prints the version.")

    func run() {
        print("understudy \(Version.text)")
    }
}
