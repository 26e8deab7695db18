import ArgumentParser
import ClientTools
import Directory
import Entra
import Formats
import Platform
import Understudy

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a commented starter configuration; never overwrites.")

    @Argument(help: "The file to write. By default, serve and check read understudy.yaml in the current folder.")
    var file = OptionSources.initialFile

    func run() throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            let reason =
                errno == EEXIST
                ? "already exists; init does not overwrite files" : "cannot be written: \(systemReason())"
            Output.errors(["\(file): \(reason)"])
            throw ExitCode(1)
        }
        let isWritten = Output.write(StarterConfiguration.text, to: descriptor)
        guard close(descriptor) == 0, isWritten else {
            let reason = systemReason()
            unlink(file)
            Output.errors(["\(file): cannot be written: \(reason)"])
            throw ExitCode(1)
        }
        let found = OptionSources.defaultLocations.first(where: ProcessEnvironment.fileExists)
        let option = found?.isExactly(file) == true ? "" : " --config \(file)"
        try Output.line("Wrote \(file). Run: understudy serve\(option)")
    }

    private func systemReason() -> String { String(cString: strerror(errno)) }
}

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
        let overrides: ServerOptions
        do throws(StartFailure) {
            sources = OptionSources(
                commandLine: file.map { ["config": $0] } ?? [:], environment: try ProcessEnvironment.settings())
            overrides = try sources.options()
        } catch {
            Output.errors(error.lines)
            throw ExitCode(error.exitCode)
        }
        let source = sources.source(overrides, exists: ProcessEnvironment.fileExists)
        let configuration: Configuration
        do throws(Configuration.Problems) {
            configuration = try Configuration.load(source, adviser: .appleSDKs)
            try configuration.checkServer(overrides.over(configuration.server))
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

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Prints the configuration's JSON Schema.")

    func run() throws {
        try Output.line(String(decoding: ConfigurationSchema.json(), as: UTF8.self))
    }
}
