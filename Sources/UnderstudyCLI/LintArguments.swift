import ArgumentParser
import ClientTools
import Formats

extension RedirectURIJudge: ExpressibleByArgument {}
extension AppPlatform: ExpressibleByArgument {}

/// The options for judging redirect URIs and Info.plist files.
struct LintArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The app's bundle id, or the package name on Android.", valueName: "id"))
    var bundleID: String?
    @Option(help: ArgumentHelp("The app's client id.", valueName: "id"))
    var clientID: String?
    @Option(
        name: .customLong("authority"),
        help: ArgumentHelp(
            "The authority's URL or its kind: \(AuthorityKind.names.joined(separator: ", ")).", valueName: "kind"))
    var authorityName = AuthorityKind.common.rawValue
    @Option(help: "The app's platform.")
    var platform = AppPlatform.ios
    @Option(name: .customLong("sdk"), help: "Check only this SDK; can be repeated.")
    var judges: [RedirectURIJudge] = []
    @Flag(help: "Print a JSON array for scripts.")
    var json = false

    var authority: AuthorityKind { AuthorityKind(named: authorityName) ?? .common }

    func validate() throws {
        guard AuthorityKind(named: authorityName) != nil else {
            throw ValidationError(
                "--authority \(authorityName) is not valid: use the URL of an authority, or one of "
                    + AuthorityKind.names.joined(separator: ", "))
        }
    }
}

/// The verdicts of a lint command, before they are printed.
struct LintReport {
    private var blocks: [String] = []
    private var values: [JSONValue] = []
    private(set) var isClean = true

    /// Adds verdicts. `title` heads the verdicts for people, and `subject` identifies them in JSON.
    mutating func add(_ verdicts: [RedirectURIVerdict], title: String, subject: [JSONValue.Member]) {
        blocks.append(([title] + verdicts.flatMap(\.lines)).joined(separator: "\n"))
        values += verdicts.map { $0.json(of: subject) }
        if !verdicts.allSatisfy(\.isAccepted) { isClean = false }
    }

    /// Prints all verdicts. Throws exit code 1 if a judge rejects a URI.
    func finish(json: Bool) throws {
        if json {
            try Output.line(String(decoding: JSONWriter.value(.array(values)), as: UTF8.self))
        } else {
            try Output.line(blocks.joined(separator: "\n\n"))
        }
        if !isClean { throw ExitCode(1) }
    }
}
