package import Formats

/// A next step that a response of native authentication API version 2 offers (docs/reference/wire.md#native-auth-v2). The raw
/// value is the name of the relation. The first three relations are in the response of `authorize-challenge`, the others in
/// `_links`.
package enum InteractionLink: String, Sendable, CaseIterable {
    case signIn = "sign_in"
    case signUp = "sign_up"
    case resetPassword = "reset_password"
    case submitAttributes
    case challenge
    case riskVerify = "riskverify"
    case verify
    case update
    case poll

    /// The short name of the link's endpoint.
    package var name: String { "interaction-\(rawValue)" }

    /// The path, below the tenant, at which flows begin and end. Clients know this path, so it is not a link.
    package static let authorizeChallengePath = "oauth2/v2.0/authorize-challenge"

    /// The relation of a challenge after a code was sent.
    package static let resend = "resend"
    /// The relation that leads back to `authorize-challenge`.
    package static let `continue` = "continue"

    /// Returns the path below the tenant. Clients cut a URL at `/api/` and append the rest to their authority. `type` and `id`
    /// name an authentication method, for the links that belong to a method.
    package func path(type: String, id: String) -> String {
        "api/v2.0/\(suffix("auth/methods/\(type)/\(id)"))"
    }

    private func suffix(_ method: String) -> String {
        switch self {
        case .signIn: "signin/start"
        case .signUp: "signup/start"
        case .resetPassword: "resetpassword/start"
        case .submitAttributes: "signup/submitattributes"
        case .challenge: "\(method)/challenge"
        case .riskVerify: "\(method)/riskverify"
        case .verify: "\(method)/verify"
        case .update: method
        case .poll: "\(method)/pollUpdate"
        }
    }

    /// Whether the link belongs to one authentication method.
    package var isOfMethod: Bool {
        switch self {
        case .signIn, .signUp, .resetPassword, .submitAttributes: false
        case .challenge, .riskVerify, .verify, .update, .poll: true
        }
    }
}

/// A resource in HAL (draft-kelly-json-hal §4): its own members, its embedded resources, and its links to the next steps, by
/// relation.
package struct HALDocument: Sendable, Equatable {
    /// A link: a relation and the URL of its target.
    package struct Link: Sendable, Equatable {
        package let relation: String
        package let href: String

        package init(_ relation: String, to href: String) {
            self.relation = relation
            self.href = href
        }
    }

    /// The embedded resources of one relation.
    package struct Embedded: Sendable, Equatable {
        package let relation: String
        package let documents: [HALDocument]

        package init(_ relation: String, _ documents: [HALDocument]) {
            self.relation = relation
            self.documents = documents
        }
    }

    package var members: [JSONValue.Member]
    package var embedded: [Embedded]
    package var links: [Link]

    package init(_ members: [JSONValue.Member] = [], embedded: [Embedded] = [], links: [Link] = []) {
        self.members = members
        self.embedded = embedded
        self.links = links
    }

    /// The JSON object. `_embedded` and `_links` are the last members and are omitted if empty.
    package var value: JSONValue {
        var members = members
        if !embedded.isEmpty {
            let lists = embedded.map { JSONValue.Member($0.relation, .array($0.documents.map(\.value))) }
            members.append(JSONValue.Member("_embedded", .object(lists)))
        }
        if !links.isEmpty {
            let objects = links.map {
                JSONValue.Member($0.relation, .object([JSONValue.Member("href", .string($0.href))]))
            }
            members.append(JSONValue.Member("_links", .object(objects)))
        }
        return .object(members)
    }

    package var json: [UInt8] { JSONWriter.value(value) }
}
