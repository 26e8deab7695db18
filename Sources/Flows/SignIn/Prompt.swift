import Entra
import Wire

/// What the client asks of the pages (OpenID Connect Core §3.1.2.1; docs/reference/protocol.md#authorize-parameters,
/// docs/reference/protocol.md#prompt).
enum Prompt: Sendable {
    /// No page unless one is needed.
    case unspecified
    /// Never a page.
    case none
    /// Credentials, whatever the session holds.
    case login
    case selectAccount
    case consent
    /// Sign-up in external tenants; elsewhere as `login`.
    case create
    /// v1: an administrator grants the static permissions for the whole tenant.
    case adminConsent

    /// Whether credentials are to be entered, whatever the session holds.
    var wantsCredentials: Bool {
        switch self {
        case .login, .create: true
        case .unspecified, .none, .selectAccount, .consent, .adminConsent: false
        }
    }

    private static let common: [ExactString: Prompt] = [
        "none": .none, "login": .login, "select_account": .selectAccount, "consent": .consent,
    ]
    private static let ofVersionOne: [ExactString: Prompt] = [
        "admin_consent": .adminConsent, "refresh_session": .login, "attempt_none": .unspecified,
    ]
    private static let ofVersionTwo: [ExactString: Prompt] = ["create": .create, "no_session": .unspecified]

    /// Throws AADSTS90100 for an unknown value and for several values at once.
    init(parsing value: String?, endpoint: EndpointVersion) throws(EntraError) {
        guard let value, !value.isEmpty else {
            self = .unspecified
            return
        }
        if let prompt = Prompt.common[value] ?? (endpoint == .v1 ? Prompt.ofVersionOne : Prompt.ofVersionTwo)[value] {
            self = prompt
        } else {
            throw EntraError(.invalidParameter, [.parameter: Parameter.prompt])
        }
    }
}
