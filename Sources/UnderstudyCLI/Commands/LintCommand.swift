import ArgumentParser

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Checks which SDKs accept a redirect URI or an Info.plist, and explains rejections.",
        subcommands: [LintRedirectURICommand.self, LintPlistCommand.self])

    func run() throws {
        throw ValidationError("lint requires a subcommand: redirect-uri or plist")
    }
}
