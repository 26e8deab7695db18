import ArgumentParser
import ClientTools
import Directory
import Entra
import Formats
import Understudy

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Checks which SDKs accept a redirect URI, an Info.plist or header names, and explains rejections.",
        subcommands: [LintRedirectURICommand.self, LintPlistCommand.self, LintHeadersCommand.self])

    func run() throws {
        throw ValidationError("lint requires a subcommand: redirect-uri, plist or headers")
    }
}

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
            var candidate = RedirectURICandidate(uri: uri)
            candidate.bundleID = arguments.bundleID
            candidate.clientID = arguments.clientID
            candidate.authority = arguments.authority
            candidate.platform = arguments.platform
            report.add(
                RedirectURILinter.verdicts(candidate, by: judges), title: uri.isEmpty ? "(no redirect URI)" : uri,
                subject: [JSONValue.Member("uri", .string(uri))])
        }
        try report.finish(json: arguments.json)
    }
}

struct LintPlistCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plist",
        abstract: "Lists what an Info.plist lacks for its redirect URIs, with the lines to paste.",
        discussion: """
            Reads property lists in the XML form. Convert a binary file with plutil -convert xml1. The command checks the \
            URIs of --redirect-uri. Without that option, the command checks the URIs of the configuration that can belong \
            only to this app, or MSAL's default if there are none. The exit code is 0 if all selected SDKs accept the file, \
            and 1 otherwise.
            """)

    @Argument(help: ArgumentHelp("Info.plist files, one for each app.", valueName: "file"))
    var files: [String]
    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp("A redirect URI of the app; can be repeated.", valueName: "uri"))
    var uris: [String] = []
    @Option(help: ArgumentHelp("A configuration whose applications register the redirect URIs.", valueName: "file"))
    var config: String?

    @OptionGroup var arguments: LintArguments

    func validate() throws {
        guard arguments.platform.isApple else {
            throw ValidationError("--platform \(arguments.platform.rawValue): only ios and macos have an Info.plist")
        }
    }

    func run() throws {
        let registered = try config.map(LintPlistCommand.registered(in:))
        var report = LintReport()
        for file in files {
            var linter = PlistLinter(try info(file))
            linter.clientID = arguments.clientID
            linter.authority = arguments.authority
            linter.platform = arguments.platform
            linter.registered = registered
            let judges = arguments.judges.isEmpty ? linter.judges : arguments.judges
            for uri in linter.urisToCheck(uris) {
                report.add(
                    linter.verdicts(on: uri, by: judges), title: "\(file): \(uri.isEmpty ? "(no redirect URI)" : uri)",
                    subject: [JSONValue.Member("file", .string(file)), JSONValue.Member("uri", .string(uri))])
            }
        }
        try report.finish(json: arguments.json)
    }

    private func info(_ file: String) throws -> InfoPlist {
        do {
            let bytes = try ConfigurationFiles.system.read(file, PropertyListLimits().bytes).get()
            // If the file leaves the bundle ID to the build, a redirect URI in MSAL's form contains the bundle ID.
            let fallback = uris.lazy.compactMap { BundleID.named(in: $0) }.first
            return try InfoPlist(PropertyList.parse(bytes), bundleID: arguments.bundleID, orElse: fallback)
        } catch let failure as FileFailure {
            Output.errors(["\(file): cannot be read: \(failure.reason)"])
        } catch let error as PropertyListError {
            Output.errors(["\(file)\(error.line.map { ":\($0)" } ?? ""): \(error.message)"])
        } catch InfoPlist.Failure.malformed(let message) {
            Output.errors(["\(file): \(message)"])
        } catch InfoPlist.Failure.unknownBundleID {
            Output.errors(["\(file): the file does not contain the bundle id; set --bundle-id"])
            throw ExitCode.validationFailure
        }
        throw ExitCode(1)
    }

    private static func registered(in path: String) throws -> [String] {
        do throws(Configuration.Problems) {
            let tenants = try Configuration.load(.file(path)).directory.tenants
            return tenants.flatMap(\.applications).flatMap(\.redirectURIs)
                .filter { $0.platform == .publicClient }.map(\.uri.string)
        } catch {
            Output.errors(error.problems.map(\.description))
            throw ExitCode(78)
        }
    }
}

struct LintHeadersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "headers",
        abstract: "Checks which header names MSAL sends for a native authentication request interceptor.",
        discussion: """
            Checks the names that an app's MSALNativeAuthRequestInterceptor returns. MSAL sends a header whose name starts with \
            x- and with none of the reserved prefixes \(NativeHeader.reservedPrefixes.joined(separator: ", ")), and silently \
            drops every other header. The exit code is 0 if MSAL sends all headers, and 1 otherwise.
            """)

    @Argument(help: ArgumentHelp("The header names.", valueName: "name"))
    var names: [String]
    @Flag(help: "Print a JSON array for scripts.")
    var json = false

    func run() throws {
        let verdicts = names.map(HeaderVerdict.init)
        if json {
            try Output.line(String(decoding: JSONWriter.value(.array(verdicts.map(\.json))), as: UTF8.self))
        } else {
            for line in verdicts.flatMap(\.lines) { try Output.line(line) }
        }
        if !verdicts.allSatisfy(\.isSent) { throw ExitCode(1) }
    }
}

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
