import ArgumentParser
import ClientTools
import Directory
import Entra
import Understudy

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Validates a configuration and lists every problem.",
        discussion: """
            Warns about redirect URIs that MSAL for iOS and macOS would reject; understudy lint redirect-uri explains them. \
            The exit code is 1 if there is a problem; warnings do not change the exit code.
            """)

    @Argument(help: "The configuration file (default: the file that serve reads).")
    var file: String?

    func validate() throws {
        if file?.isEmpty == true { throw ValidationError("check: the file name must not be empty") }
    }

    func run() throws {
        let sources: OptionSources
        let given: ServerOptions
        do throws(StartFailure) {
            sources = OptionSources(
                given: file.map { ["config": $0] } ?? [:], environment: try ProcessEnvironment.settings())
            given = try sources.options()
        } catch {
            Output.errors(error.lines)
            throw ExitCode(error.exitCode)
        }
        let source = sources.source(given, exists: ProcessEnvironment.fileExists)
        let configuration: Configuration
        do throws(Configuration.Problems) {
            configuration = try Configuration.load(source, adviser: .appleSDKs)
            try configuration.checkServer(given.over(configuration.server))
        } catch {
            for problem in error.problems { try Output.line("\(problem)") }
            for warning in error.warnings { try Output.line("warning: \(warning)") }
            Output.errors(["\(error.problems.count) problem\(error.problems.count == 1 ? "" : "s")"])
            throw ExitCode(1)
        }
        for warning in configuration.warnings { try Output.line("warning: \(warning)") }
        try Output.line("\(source.name): no problems")
    }
}

extension RedirectURIAdviser {
    /// The advice on the redirect URIs of Apple apps, by the rules of MSAL.
    fileprivate static let appleSDKs = RedirectURIAdviser { entry in
        let authority: AuthorityKind =
            switch entry.tenantKind {
            case .external: .ciam
            case .b2c: .b2c
            case .consumers: .consumers
            case .workforce: entry.audience == .personalOnly ? .consumers : .tenant
            }
        return RegistrationAdvice.warning(on: entry.uri, clientID: entry.appId, authority: authority).map {
            Advice($0.message, hint: $0.hint)
        }
    }
}
