import Testing
@testable import Understudy

/// These tests cover settings in environment variables (docs/reference/interface.md#command-line). An unknown variable ends the
/// start with exit code 64.
@Suite struct OptionSourcesTests {
    private static func problem(_ name: String, _ value: String) -> String? {
        do throws(StartFailure) {
            _ = try OptionSources(commandLine: [:], environment: [name: value]).options()
            return nil
        } catch {
            return error.exitCode == 64 ? error.lines.joined() : "exit code \(error.exitCode)"
        }
    }

    @Test(
        "Variables that Kubernetes sets for a service named understudy are ignored",
        arguments: [
            ("SERVICE_HOST", "10.0.0.7"), ("SERVICE_PORT", "8080"), ("SERVICE_PORT_HTTP", "8080"),
            ("SERVICE_PORT_HTTP_ALT", "8081"), ("PORT", "tcp://10.0.0.7:8080"),
            ("PORT_8080_TCP", "tcp://10.0.0.7:8080"),
            ("PORT_53_UDP", "udp://10.0.0.7:53"), ("PORT_8080_TCP_PROTO", "tcp"), ("PORT_8080_TCP_PORT", "8080"),
            ("PORT_8080_TCP_ADDR", "10.0.0.7"),
        ])
    func ignoresKubernetesServiceVariables(_ name: String, _ value: String) {
        #expect(OptionSourcesTests.problem("UNDERSTUDY_" + name, value) == nil)
    }

    @Test(
        "An empty variable is rejected, including the inline configuration", arguments: ["CONFIG", "CONFIG_INLINE"])
    func rejectsEmptyVariable(name: String) {
        let problem = OptionSourcesTests.problem("UNDERSTUDY_" + name, "")
        #expect(problem == "UNDERSTUDY_\(name) must not be empty")
    }

    @Test(
        "Any other unknown variable is rejected with a suggestion",
        arguments: [
            ("PORT", "9000", "did you mean UNDERSTUDY_HTTP_PORT or UNDERSTUDY_HTTPS_PORT?"),
            ("PORT_HTTP", "9000", nil), ("PORT_8080_TCP", "9000", nil), ("PORT_8080_TCP_HOST", "x", nil),
            ("SERVICE_NAME", "x", nil), ("SERVICE", "x", nil),
            ("HTTP_PROT", "1", "did you mean UNDERSTUDY_HTTP_PORT?"), ("", "1", nil),
        ] as [(String, String, String?)])
    func rejectsUnknownVariableWithSuggestion(_ name: String, _ value: String, _ hint: String?) throws {
        let problem = try #require(OptionSourcesTests.problem("UNDERSTUDY_" + name, value))
        #expect(problem.hasPrefix("UNDERSTUDY_\(name): no such setting; "))
        if let hint { #expect(problem.hasSuffix(hint)) }
    }
}
