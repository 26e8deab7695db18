import Entra
import Formats

/// The `prompt` parameter (OpenID Connect Core §3.1.2.1; docs/reference/protocol.md#authorize-parameters,
/// docs/reference/protocol.md#prompt).
enum Prompt: Sendable {
    /// No page is shown unless one is needed.
    case unspecified
    /// No page is ever shown.
    case none
    /// The user must enter credentials, whatever the session holds.
    case login
    case selectAccount
    case consent
    /// The user signs up in external tenants. In other tenants, the value equals `login`.
    case create
    /// An administrator grants the static permissions for the whole tenant (v1).
    case adminConsent

    /// Whether the user must enter credentials, whatever the session holds.
    var wantsCredentials: Bool {
        switch self {
        case .login, .create: true
        case .unspecified, .none, .selectAccount, .consent, .adminConsent: false
        }
    }

    private static let common: [ByteString: Prompt] = [
        "none": .none, "login": .login, "select_account": .selectAccount, "consent": .consent,
    ]
    private static let ofVersionOne: [ByteString: Prompt] = [
        "admin_consent": .adminConsent, "refresh_session": .login, "attempt_none": .unspecified,
    ]
    private static let ofVersionTwo: [ByteString: Prompt] = ["create": .create, "no_session": .unspecified]

    /// Parses the parameter. Throws AADSTS90100 for an unknown value and for several values.
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
