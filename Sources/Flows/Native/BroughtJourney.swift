package import Crypto
import Entra
package import State
package import Wire

/// What a request of native authentication says of its journey, before anybody judges it: version 1 in its form, version 2 in its
/// JSON body (docs/reference/wire.md#native-auth-endpoints, docs/reference/wire.md#native-auth-v2).
package struct BroughtJourney: Sendable {
    /// What the request goes on with; nil where it brings nothing that this server sealed.
    package let token: ContinuationToken?
    /// The user names that the JSON gives. Those of a form stand where other requests have theirs, too.
    package let usernames: [String]

    package init(form: Form?, json: JSONValue?, keys: SealingKeys) {
        let text =
            form?[NativeParameter.continuationToken] ?? json?[InteractionInput.continuationTokenMember]?.string
        token = text.flatMap { ContinuationToken(sealed: $0, keys: keys) }
        usernames = [json?[Parameter.username], json?[NativeParameter.attributes]?[InteractionInput.mailMember]]
            .compactMap { $0?.string }
    }
}
