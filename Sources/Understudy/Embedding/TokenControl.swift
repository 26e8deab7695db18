extension Understudy {
    /// Tokens to order, sound or broken, and what is wrong with one.
    public struct TokenControl: Sendable {
        let control: ControlPlane

        /// Makes a token as the service would issue it, but for what the order says.
        ///
        /// - Parameter order: About whom, for which API, and with which faults.
        /// - Throws: ``ControlError`` of status 404 for a tenant, user, client or API that is not there, 400 for an order that
        ///   contradicts itself.
        public func mint(_ order: TokenOrder) throws(ControlError) -> MintedToken {
            let answer = try control.json(.control("POST", "tokens", body: order.json))
            return MintedToken(
                text: try (answer["token"]?.string).promised("token"),
                header: try answer["header"].promised("header"), claims: try answer["claims"].promised("claims"))
        }

        /// What a token says, and why an API would refuse it.
        ///
        /// - Parameters:
        ///   - token: The token.
        ///   - audience: The audience that the API wants.
        ///   - issuer: The issuer that the API wants.
        ///   - nonce: The nonce that the client sent.
        ///   - scope: A scope that the API wants.
        ///   - role: A role that the API wants.
        /// - Throws: ``ControlError`` of status 400 for an empty text.
        public func inspect(
            _ token: String, audience: String? = nil, issuer: String? = nil, nonce: String? = nil, scope: String? = nil,
            role: String? = nil
        ) throws(ControlError) -> TokenInspection {
            let wanted: KeyValuePairs = [
                "token": token, "audience": audience, "issuer": issuer, "nonce": nonce, "scope": scope, "role": role,
            ]
            let body = JSON.object(
                // Allowed (character): the names are those of the table above.
                Dictionary(wanted.compactMap { name, text in text.map { (name, .string($0)) } }) { $1 })
            return try TokenInspection(control.json(.control("POST", "tokens", "inspect", body: body)))
        }
    }

    /// A token to be made. What is left out is as the service would have it.
    public struct TokenOrder: Sendable, Hashable {
        /// What a token is for.
        public enum Kind: String, Sendable, CaseIterable {
            /// For an API.
            case access
            /// For the client, about its user.
            case id
        }

        /// Common cases of tokens that must be refused.
        public enum Fault: String, Sendable, CaseIterable {
            /// It expired an hour ago.
            case expired
            /// It is valid in an hour.
            case notYetValid
            /// It is for another API.
            case wrongAudience
            /// It is of another issuer.
            case wrongIssuer
            /// Its signature does not verify.
            case badSignature
            /// Its header says that it has no signature.
            case algNone
            /// Its key is not among the published ones.
            case unknownKey
            /// Its header names no key.
            case noKeyID
        }

        /// For an API, or for the client.
        public var kind: Kind = .access
        /// Id or domain of the tenant.
        public var tenant: String?
        /// The application that the token is issued to.
        public var client: String?
        /// Id or name of the user; nil for an application's own token.
        public var user: String?
        /// The API, by id or App ID URI; nil for the client itself.
        public var resource: String?
        /// Delegated permissions.
        public var scopes: [String] = []
        /// Roles.
        public var roles: [String] = []
        /// The version, 1 or 2; nil for the API's own.
        public var version: Int?
        /// The nonce of an id token.
        public var nonce: String?
        /// How long it is good; not beside `expiresAt`.
        public var lifetime: Duration?
        /// From when it is good.
        public var notBefore: Instant?
        /// Until when it is good.
        public var expiresAt: Instant?
        /// In place of those that would be; null takes one away.
        public var claims: [String: JSON] = [:]
        /// In place of those of the header that would be; null takes one away.
        public var header: [String: JSON] = [:]
        /// What is wrong with it.
        public var faults: [Fault] = []

        /// A token about a user. What else it has to be is set afterwards.
        ///
        /// - Parameters:
        ///   - kind: For an API, or for the client.
        ///   - user: Id or name.
        ///   - client: The application that it is issued to; nil for the first one of the tenant.
        ///   - resource: The API, by id or App ID URI; nil for the client itself.
        ///   - scopes: Delegated permissions.
        ///   - faults: What is wrong with it.
        public init(
            _ kind: Kind = .access, user: String, client: String? = nil, resource: String? = nil, scopes: [String] = [],
            faults: [Fault] = []
        ) {
            self.kind = kind
            self.user = user
            self.client = client
            self.resource = resource
            self.scopes = scopes
            self.faults = faults
        }

        /// An application's own token. What else it has to be is set afterwards.
        ///
        /// - Parameters:
        ///   - client: The application that it is issued to.
        ///   - resource: The API, by id or App ID URI; nil for the client itself.
        ///   - roles: Roles.
        ///   - faults: What is wrong with it.
        public init(client: String, resource: String? = nil, roles: [String] = [], faults: [Fault] = []) {
            self.client = client
            self.resource = resource
            self.roles = roles
            self.faults = faults
        }

        var json: JSON {
            .members([
                "kind": .string(kind.rawValue), "tenant": tenant.map { .string($0) },
                "client": client.map { .string($0) }, "user": user.map { .string($0) },
                "resource": resource.map { .string($0) }, "scopes": scopes.isEmpty ? nil : .list(scopes),
                "roles": roles.isEmpty ? nil : .list(roles), "version": version.map { .integer(Int64($0)) },
                "nonce": nonce.map { .string($0) }, "lifetime": lifetime.map { JSON($0) },
                "notBefore": notBefore.map { JSON($0) }, "expiresAt": expiresAt.map { JSON($0) },
                "claims": claims.isEmpty ? nil : .object(claims), "header": header.isEmpty ? nil : .object(header),
                "faults": faults.isEmpty ? nil : .list(faults.map(\.rawValue)),
            ])
        }
    }

    /// A token made to order.
    public struct MintedToken: Sendable, Hashable {
        /// The token as it is sent.
        public let text: String
        /// Its header.
        public let header: JSON
        /// Its claims.
        public let claims: JSON
    }

    /// What a token says, and why it would be refused.
    public struct TokenInspection: Sendable, Hashable {
        /// A check that failed.
        public struct Reason: Sendable, Hashable {
            /// The check, in a word: `signature`, `time`, `audience` …
            public let check: String
            /// What is wrong.
            public let detail: String
        }

        /// Whether no check failed.
        public let isValid: Bool
        /// The checks that failed.
        public let reasons: [Reason]
        /// What else there is to know.
        public let remarks: [String]
        /// The id of the tenant that issued it; nil where that is not known.
        public let tenant: String?
        /// Its header; null where it has none that can be read.
        public let header: JSON
        /// Its claims; null where it has none that can be read.
        public let claims: JSON

        init(_ json: JSON) throws(ControlError) {
            isValid = try (json["valid"]?.bool).promised("valid")
            reasons = (json["reasons"]?.array ?? []).map {
                Reason(check: $0["check"]?.string ?? "", detail: $0["detail"]?.string ?? "")
            }
            remarks = json["remarks"]?.strings ?? []
            tenant = json["tenant"]?.string
            header = json["header"] ?? .null
            claims = json["claims"] ?? .null
        }
    }
}
