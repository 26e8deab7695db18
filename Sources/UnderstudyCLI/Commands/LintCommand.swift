import ArgumentParser

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Tells which SDKs accept a redirect URI or an Info.plist, and why not.",
        subcommands: [LintRedirectURICommand.self, LintPlistCommand.self])

    func run() throws {
        throw ValidationError("lint: name what to look at, redirect-uri or plist")
    }
}
