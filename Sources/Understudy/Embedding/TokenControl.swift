extension Understudy {
    /// The tools for tokens: issuing tokens for tests, valid or with faults, and inspecting tokens.
    public struct TokenControl: Sendable {
        let control: ControlPlane

        /// Issues a token as the service would, with the changes in the order.
        ///
        /// - Parameter order: The user or client, the API, and the faults of the token.
        /// - Throws: ``ControlError`` of status 404 for an unknown tenant, user, client or API, and 400 for contradictory values.
        public func mint(_ order: TokenOrder) throws(ControlError) -> MintedToken {
            let answer = try control.json(.control("POST", "tokens", body: order.json))
            return MintedToken(
                text: try (answer["token"]?.string).promised("token"),
                header: try answer["header"].promised("header"), claims: try answer["claims"].promised("claims"))
        }

        /// Inspects a token, and returns its content and the reasons for an API to reject the token.
        ///
        /// - Parameters:
        ///   - token: The token.
        ///   - audience: The audience that the API expects.
        ///   - issuer: The issuer that the API expects.
        ///   - nonce: The nonce that the client sent.
        ///   - scope: A scope that the API requires.
        ///   - role: A role that the API requires.
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

    /// The order of a token. Values that are left out are those that the service would use.
    public struct TokenOrder: Sendable, Hashable {
        /// The kind of token.
        public enum Kind: String, Sendable, CaseIterable {
            /// An access token, for an API.
            case access
            /// An ID token, for the client, about its user.
            case id
        }

        /// The token faults, with which an API must reject the token.
        public enum Fault: String, Sendable, CaseIterable {
            /// The token expired an hour ago.
            case expired
            /// The token becomes valid in an hour.
            case notYetValid
            /// The token is for another API.
            case wrongAudience
            /// The token is from another issuer.
            case wrongIssuer
            /// The signature does not verify.
            case badSignature
            /// The header says that the token has no signature.
            case algNone
            /// The key of the token is not published.
            case unknownKey
            /// The header names no key.
            case noKeyID
        }

        /// The kind of token: for an API, or for the client.
        public var kind: Kind = .access
        /// The ID or domain of the tenant.
        public var tenant: String?
        /// The application that the token is issued to.
        public var client: String?
        /// The ID or name of the user, or nil for an application's own token.
        public var user: String?
        /// The client ID or App ID URI of the API, or nil for the client itself.
        public var resource: String?
        /// The delegated permissions.
        public var scopes: [String] = []
        /// The app roles.
        public var roles: [String] = []
        /// The version, 1 or 2, or nil for the API's choice.
        public var version: Int?
        /// The nonce of an id token.
        public var nonce: String?
        /// The lifetime. Set either the lifetime or `expiresAt`.
        public var lifetime: Duration?
        /// The time from which the token is valid.
        public var notBefore: Instant?
        /// The time at which the token expires.
        public var expiresAt: Instant?
        /// The claims to add or replace. A null value removes the claim.
        public var claims: [String: JSON] = [:]
        /// The header members to add or replace. A null value removes the member.
        public var header: [String: JSON] = [:]
        /// The faults of the token.
        public var faults: [Fault] = []

        /// Creates the order of a token about a user. Set other values afterwards.
        ///
        /// - Parameters:
        ///   - kind: The kind of token: for an API, or for the client.
        ///   - user: The ID or name of the user.
        ///   - client: The application that receives the token, or nil for the first application of the tenant.
        ///   - resource: The client ID or App ID URI of the API, or nil for the client itself.
        ///   - scopes: The delegated permissions.
        ///   - faults: The faults of the token.
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

        /// Creates the order of an application's own token. Set other values afterwards.
        ///
        /// - Parameters:
        ///   - client: The application that receives the token.
        ///   - resource: The client ID or App ID URI of the API, or nil for the client itself.
        ///   - roles: The app roles.
        ///   - faults: The faults of the token.
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

    /// A token issued for a test.
    public struct MintedToken: Sendable, Hashable {
        /// The encoded token.
        public let text: String
        /// The header of the token.
        public let header: JSON
        /// The claims of the token.
        public let claims: JSON
    }

    /// The content of a token, and the reasons to reject the token.
    public struct TokenInspection: Sendable, Hashable {
        /// A check that failed.
        public struct Reason: Sendable, Hashable {
            /// The name of the check, such as `signature`, `time` or `audience`.
            public let check: String
            /// The reason for the failure.
            public let detail: String
        }

        /// Whether no check failed.
        public let isValid: Bool
        /// The checks that failed.
        public let reasons: [Reason]
        /// The observations that are no reason to reject the token.
        public let remarks: [String]
        /// The ID of the tenant that issued the token, or nil if the tenant is unknown.
        public let tenant: String?
        /// The header, or null if the header cannot be read.
        public let header: JSON
        /// The claims, or null if the claims cannot be read.
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
