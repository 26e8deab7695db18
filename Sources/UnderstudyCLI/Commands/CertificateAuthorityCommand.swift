import ArgumentParser
import Directory
import Understudy

struct CertificateAuthorityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca", abstract: "Prints the CA certificate that clients must trust.",
        discussion: """
            With --seed or --data-dir the certificate is that of every server with the same; without them the running \
            server is asked for it.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case pem
        case der
        case mobileconfig
    }

    @Option(help: "pem, der, or mobileconfig for Apple devices.")
    var format = Format.pem

    @OptionGroup var arguments: ServerArguments

    func run() throws {
        do throws(StartFailure) {
            let options = try EffectiveOptions.read(arguments)
            if let authority = try CertificateAuthorityExport.stored(options) {
                switch format {
                case .pem: Output.text(authority.pem)
                case .der: Output.text(authority.der)
                case .mobileconfig: Output.text(authority.mobileConfig)
                }
                return
            }
            let answer = try LocalRequest.get("/_understudy/ca.\(format.rawValue)", options)
            guard answer.status == 200 else { throw .system("the server answered with status \(answer.status)") }
            Output.text(answer.body)
        } catch {
            Output.errors(error.lines)
            throw ExitCode(error.exitCode)
        }
    }
}
