import ControlPlane
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif
import Entra
import Formats
import Protocol

/// The tools for tokens: issuing tokens for tests, valid or with faults, and inspecting tokens.
public struct TokenControl: Sendable {
    let control: ControlCalls

    /// Issues a token as the service would, with the changes in the specification.
    ///
    /// - Parameter specification: The user or client, the API, and the faults of the token.
    /// - Throws: ``ControlError`` of status 404 for an unknown tenant, user, client or API, and 400 for contradictory values.
    public func mint(_ specification: TokenSpecification) throws(ControlError) -> MintedToken {
        try control.call { (server) throws(ProblemDocument) in
            let request = specification.request
            try request.check()
            return MintedToken(try request.mint(server.controls, services: control.services))
        }
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
        try control.call { (_) throws(ProblemDocument) in
            var expectation = Protocol::TokenInspection.Expectation()
            expectation.audience = audience
            expectation.issuer = issuer
            expectation.nonce = nonce
            expectation.scope = scope
            expectation.role = role
            let request = try InspectRequest(checking: token, expectation)
            return TokenInspection(request.inspection(services: control.services))
        }
    }
}

/// The specification of a token to mint. Values that are left out are those that the service would use.
public struct TokenSpecification: Sendable, Hashable {
    /// The kind of token.
    public enum Kind: String, Sendable, CaseIterable {
        /// An access token, for an API.
        case access
        /// An ID token, for the client, about its user.
        case id
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
    public var notBefore: Date?
    /// The time at which the token expires.
    public var expiresAt: Date?
    /// The claims to add or replace. A null value removes the claim.
    public var claims: [String: JSON] = [:]
    /// The header members to add or replace. A null value removes the member.
    public var header: [String: JSON] = [:]
    /// The faults of the token.
    public var faults: [TokenFault] = []

    /// Creates the specification of a token about a user. Set other values afterwards.
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
        faults: [TokenFault] = []
    ) {
        self.kind = kind
        self.user = user
        self.client = client
        self.resource = resource
        self.scopes = scopes
        self.faults = faults
    }

    /// Creates the specification of an application's own token. Set other values afterwards.
    ///
    /// - Parameters:
    ///   - client: The application that receives the token.
    ///   - resource: The client ID or App ID URI of the API, or nil for the client itself.
    ///   - roles: The app roles.
    ///   - faults: The faults of the token.
    public init(client: String, resource: String? = nil, roles: [String] = [], faults: [TokenFault] = []) {
        self.client = client
        self.resource = resource
        self.roles = roles
        self.faults = faults
    }

    var request: MintRequest {
        var request = MintRequest(kind == .access ? .access : .id)
        request.tenant = tenant
        request.client = client
        request.user = user
        request.resource = resource
        request.scopes = scopes
        request.roles = roles
        request.version = version
        request.nonce = nonce
        request.lifetime = lifetime
        request.notBefore = notBefore.map { Timestamp($0) }
        request.expiresAt = expiresAt.map { Timestamp($0) }
        request.claims = JSON.object(claims).value.object ?? []
        request.header = JSON.object(header).value.object ?? []
        request.faults = faults.compactMap(\.kind)
        return request
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

    init(_ token: Protocol::MintedToken) {
        text = token.text
        header = JSON(token.header)
        claims = JSON(token.claims)
    }
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
    /// The observations that are not a reason to reject the token.
    public let remarks: [String]
    /// The ID of the tenant that issued the token, or nil if the tenant is unknown.
    public let tenant: String?
    /// The header, or null if the header cannot be read.
    public let header: JSON
    /// The claims, or null if the claims cannot be read.
    public let claims: JSON

    init(_ inspection: Protocol::TokenInspection) {
        isValid = inspection.reasons.isEmpty
        reasons = inspection.reasons.map { Reason(check: $0.check, detail: $0.detail) }
        remarks = inspection.remarks
        tenant = inspection.tenant?.description
        header = JSON(inspection.header)
        claims = JSON(inspection.claims)
    }
}
