import ArgumentParser
import Directory
import Formats
import Understudy

struct HealthcheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "healthcheck",
        abstract: "Checks the running server: exit code 0 if the server is ready, 1 if not.",
        discussion: """
            If the configuration cannot be read, the command takes the ports from the options and the environment, and \
            reports the problem on standard error.
            """)

    @OptionGroup var arguments: ServerLookupArguments

    func run() throws {
        var problems: [String] = []
        let health: String
        do throws(StartFailure) {
            let (options, problem) = try EffectiveOptions.resolve(arguments.optionValues)
            problems = problem?.lines ?? []
            let response = try LocalRequest.get("/_understudy/health", options)
            guard response.status == 200 else { throw .system("the server is not ready: status \(response.status)") }
            health = String(decoding: response.body, as: UTF8.self)
        } catch {
            Output.errors(problems + error.lines)
            throw ExitCode(error.exitCode == 64 ? 64 : 1)
        }
        for problem in problems { Output.note(problem) }
        try Output.line(health)
    }
}

struct CertificateAuthorityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca", abstract: "Prints the CA certificate that clients must trust.",
        discussion: """
            With --seed or --data-dir the command derives or reads the certificate itself; without both the command asks \
            the running server.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case pem
        case der
        case mobileconfig
    }

    @Option(help: "pem, der, or mobileconfig for Apple devices.")
    var format = Format.pem

    @OptionGroup var arguments: ServerKeyArguments

    func run() throws {
        let certificate: [UInt8]
        do throws(StartFailure) {
            certificate = try loadCertificate()
        } catch {
            Output.errors(error.lines)
            throw ExitCode(error.exitCode)
        }
        try Output.text(certificate)
    }

    private func loadCertificate() throws(StartFailure) -> [UInt8] {
        let options = try EffectiveOptions.read(arguments.optionValues)
        if let authority = try CertificateAuthorityExport.stored(options) {
            return switch format {
            case .pem: authority.pem
            case .der: authority.der
            case .mobileconfig: authority.mobileConfig
            }
        }
        let response = try LocalRequest.get("/_understudy/ca.\(format.rawValue)", options)
        guard response.status == 200 else {
            let detail = JSONValue(parsing: response.body)?["detail"]?.string
            throw .system(detail ?? "the server returned status \(response.status)")
        }
        return response.body
    }
}
