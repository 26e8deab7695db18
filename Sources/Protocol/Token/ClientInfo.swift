import Directory
import Entra
import Formats

/// The `client_info` value: the home identity, from which clients make their account key `uid.utid`
/// (docs/reference/protocol.md#token-response).
enum ClientInfo {
    /// Returns the value as base64url JSON without padding. Under a b2c policy, `uid` includes the name of the policy. For a
    /// personal account, the value also repeats the profile.
    static func encoded(
        for subject: TokenSubject, pairwiseSubject: String, userFlow: UserFlow? = nil
    ) -> String {
        let user = subject.user
        guard subject.isPersonalAccount else { return encoded(for: user.home, userFlow: userFlow) }
        let json = JSONWriter.object { json in
            json.field("ver", "1.0")
            json.field("sub", pairwiseSubject)
            json.field("name", user.displayName)
            json.field("preferred_username", user.signInName)
            json.field("oid", user.id.description)
            json.field("tid", subject.tenant.id.description)
            json.field("home_oid", user.home.objectID.description)
            json.field("uid", user.home.objectID.description)
            json.field("utid", user.home.tenantID.description)
        }
        return Base64.url(json)
    }

    /// Returns the value for a work account. Errors carry the same value (docs/reference/wire.md#error-response-fields).
    static func encoded(for home: User.Home, userFlow: UserFlow? = nil) -> String {
        let json = JSONWriter.object { json in
            json.field("uid", home.objectID.description + (userFlow.map { "-\($0.name)" } ?? ""))
            json.field("utid", home.tenantID.description)
        }
        return Base64.url(json)
    }

    /// Whether the `client_info` parameter requests the value. Native authentication sends `true`
    /// (docs/reference/wire.md#native-auth-endpoints).
    static func isWanted(_ parameter: String?) -> Bool {
        parameter == "1" || parameter == "true"
    }
}
