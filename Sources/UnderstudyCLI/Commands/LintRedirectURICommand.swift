import ArgumentParser
import ClientTools
import Formats

struct LintRedirectURICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redirect-uri",
        abstract: "Checks which SDKs accept a redirect URI, and shows reasons and the correct form.",
        discussion: """
            Checks MSAL for iOS and macOS before version 2.0 (msal1) and since version 2.0 (msal2), MSAL with a broker \
            (broker), ADAL (adal), and Entra's registration rules (entra). An empty URI means the SDK's default. The exit \
            code is 0 if all selected SDKs accept every URI, and 1 otherwise.
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
