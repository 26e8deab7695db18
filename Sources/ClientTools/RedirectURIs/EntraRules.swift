import Entra
import Formats

/// The rules of Entra for registering a redirect URI (docs/reference/protocol.md#redirect-uri-registration), on the platform of
/// the application.
struct EntraRules {
    let question: RedirectURIQuestion

    var verdict: RedirectURIVerdict {
        let format = BrokerFormat(question)
        guard !question.uri.isEmpty || (question.platform.isApple && format.bundleID != nil) else {
            return .rejected(.entra, "the URI is empty, and the SDK has no default to register", .mismatch, nil)
        }
        // An app without a URI of its own uses the SDK's default.
        let uri = question.uri.isEmpty ? format.expected : question.uri
        let entry = RegisteredRedirectURI(platform: clientPlatform, uri: uri)
        guard let problem = RedirectURIRegistration.problem(of: entry, audience: question.authority.audience) else {
            return .accepted(
                .entra, "\(question.uri.isEmpty ? uri : "the URI") can be registered under \(clientPlatform.rawValue)")
        }
        return .rejected(
            .entra, "the URI \(problem)", problem == .notAbsolute ? .notAbsolute : .mismatch, remedy(problem, uri))
    }

    private var clientPlatform: ClientPlatform {
        switch question.platform {
        case .ios, .macos, .android: .publicClient
        case .spa: .spa
        case .web: .web
        }
    }

    private func remedy(_ problem: RedirectURIRegistration.Problem, _ uri: String) -> RedirectURIVerdict.Remedy? {
        switch problem {
        case .fragment: .uri(uri.upTo("#"))
        case .httpNotLoopback: .uri("https" + String(uri.unicodeScalars.dropFirst(4)))
        case .queryWithPersonalAccounts: .uri(uri.upTo("?"))
        case .notAbsolute where question.platform.isApple: .uri(BrokerFormat(question).expected)
        default: problem.hint.map(RedirectURIVerdict.Remedy.advice)
        }
    }
}
