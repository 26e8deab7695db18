import ArgumentParser
import ClientTools
import Directory
import Entra
import Formats
import Understudy

struct LintPlistCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plist",
        abstract: "Lists what an Info.plist lacks for its redirect URIs, with the lines to paste.",
        discussion: """
            Reads XML and binary property lists. The command checks the URIs of --redirect-uri. Without that option, the \
            command checks the URIs of the configuration that can belong only to this app, or MSAL's default if there are \
            none. The exit code is 0 if all selected SDKs accept the file, and 1 otherwise.
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
            for uri in linter.concerning(uris) {
                report.add(
                    linter.verdicts(on: uri, by: judges), title: "\(file): \(uri)",
                    subject: [JSONValue.Member("file", .string(file)), JSONValue.Member("uri", .string(uri))])
            }
        }
        try report.finish(json: arguments.json)
    }

    private func info(_ file: String) throws -> InfoPlist {
        do {
            let bytes = try ConfigurationFiles.system.read(file, PropertyListLimits().bytes).get()
            // If the file leaves the bundle ID to the build, a redirect URI in MSAL's form contains the bundle ID.
            let told = uris.lazy.compactMap { BundleID.told(by: $0) }.first
            return try InfoPlist(PropertyList.parse(bytes), bundleID: arguments.bundleID, orElse: told)
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
