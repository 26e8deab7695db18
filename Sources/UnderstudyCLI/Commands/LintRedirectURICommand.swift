import Advice
import ArgumentParser
import Wire

struct LintRedirectURICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redirect-uri", abstract: "Tells which SDKs accept a redirect URI, why not, and the correct form.",
        discussion: """
            For MSAL for iOS and macOS before 2.0 (msal1) and since (msal2), with a broker (broker), for ADAL (adal) and for \
            Entra's rules of registration (entra). An empty URI stands for the SDK's default. Exit code 0 when all \
            asked about accept every URI, 1 when one does not.
            """)

    @Argument(help: ArgumentHelp("The redirect URIs.", valueName: "uri"))
    var uris: [String]

    @OptionGroup var arguments: LintArguments

    func run() throws {
        let judges = arguments.judges.isEmpty ? RedirectURIJudge.on(arguments.platform) : arguments.judges
        var report = LintReport()
        for uri in uris {
            var question = RedirectURIQuestion(uri: uri)
            question.bundleID = arguments.bundleID
            question.clientID = arguments.clientID
            question.authority = arguments.authority
            question.platform = arguments.platform
            report.add(
                RedirectURILinter.verdicts(question, by: judges), title: uri.isEmpty ? "(no redirect URI)" : uri,
                subject: [JSONValue.Member("uri", .string(uri))])
        }
        try report.finish(json: arguments.json)
    }
}
