package import Crypto
import Entra
package import Formats
package import Store

/// The continuation of a native authentication request, before any check: version 1 sends it in the form, version 2 in the JSON
/// body (docs/reference/wire.md#native-auth-endpoints, docs/reference/wire.md#native-auth-v2).
package struct Continuation: Sendable {
    /// The continuation token of the request, or nil if the request has none that this server sealed.
    package let token: ContinuationToken?
    /// The usernames in the JSON body. Usernames in a form have the same parameter as in other requests.
    package let usernames: [String]

    package init(form: Form?, json: JSONValue?, keys: SealingKeys) {
        let text =
            form?[NativeParameter.continuationToken] ?? json?[InteractionInput.continuationTokenMember]?.string
        token = text.flatMap { ContinuationToken(sealed: $0, keys: keys) }
        usernames = [json?[Parameter.username], json?[NativeParameter.attributes]?[InteractionInput.mailMember]]
            .compactMap { $0?.string }
    }
}
