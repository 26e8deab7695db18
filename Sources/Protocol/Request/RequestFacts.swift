package import Crypto
package import Directory
package import Entra
package import Formats
package import HTTP
import Store

/// The facts about a request that matches compare. Stubs are matched before there is a response, journal entries afterwards.
///
/// Creating the value costs a few retains, because each fact is computed only when a match reads it.
package struct RequestFacts: Sendable {
    /// The endpoint, a name of `EndpointName`.
    package let endpoint: String
    package let request: HTTPRequest
    /// The named segments of the path.
    package let captures: Captures
    /// The query, or nil if it cannot be decoded.
    package let query: Form?
    /// The form, or nil if the request has none or the form cannot be decoded.
    package let form: Form?
    /// The client's `client-request-id`, or the ID that the server created for the request.
    package let correlationID: String
    /// The directory at the time of the request.
    package let directory: Directory
    /// The keys that open the codes, refresh tokens and continuation tokens of the request.
    package let sealing: SealingKeys
    /// Returns the person whom the response identifies. Nil until there is a response. Called only when a match needs the person.
    package var responseSubject: (@Sendable () -> RequestSubject)?
    /// Returns the tenant of the managed identity for which an Azure host requests a token. Called only when a match needs the
    /// tenant.
    package let hostTenant: (@Sendable () -> TenantID?)?

    private let lookup = ParameterLookup()

    package init(
        endpoint: String, request: HTTPRequest, captures: Captures, query: Form?, form: Form?, correlationID: String,
        directory: Directory, sealing: SealingKeys, hostTenant: (@Sendable () -> TenantID?)? = nil
    ) {
        self.endpoint = endpoint
        self.request = request
        self.captures = captures
        self.query = query
        self.form = form
        self.correlationID = correlationID
        self.directory = directory
        self.sealing = sealing
        self.hostTenant = hostTenant
    }

    /// Returns a parameter of the form, or else of the query. Returns nil if the parameter is missing or empty.
    package func parameter(_ name: String) -> String? {
        guard let value = form?[name] ?? query?[name], !value.isEmpty else { return nil }
        return value
    }

    /// Whether the form or the query has a parameter with this name and value.
    package func hasParameter(_ name: String, _ value: String) -> Bool {
        lookup.values(of: name, in: self).contains { $0.isExactly(value) }
    }

    /// Returns the first value of a parameter, form before query.
    package func firstValue(of name: String) -> String? { lookup.values(of: name, in: self).first }

    /// Whether the request contains a scope. Scopes are compared without regard to case (docs/reference/protocol.md#consent).
    package func requestsScope(_ scope: String) -> Bool { lookup.hasScope(scope, in: self) }

    /// The `client-request-id` as the client sent it, in a header, the query or the form.
    package var clientRequestID: String? {
        request.headers[Parameter.clientRequestID] ?? query?[Parameter.clientRequestID]
            ?? form?[Parameter.clientRequestID]
    }

    package var grantType: String? { parameter(Parameter.grantType) }

    /// The requested scopes, in order.
    package var scopes: [String] { (parameter(Parameter.scope) ?? "").pieces(separatedBy: " ") }

    /// The tenant segment of the path.
    package var tenantSegment: String? { captures["tenant"] }

    /// The client ID. The sources, in this order, are the parameter, Basic authentication, the client assertion, the access token
    /// in the request, and the continuation token.
    package var clientID: String? {
        if let id = parameter(Parameter.clientID) { return id }
        if let basic = authorization("Basic"), let bytes = Base64.decodeStandard(basic.utf8) {
            let id = bytes.prefix { $0 != UInt8(ascii: ":") }
            return Percent.decode(id, plusIsSpace: true)
        }
        let claims =
            UnverifiedClaims(parameter(Parameter.clientAssertion)).map { [$0["sub"], $0["iss"]] }
            ?? UnverifiedClaims(authorization("Bearer"), sealing).map { [$0["appid"], $0["azp"]] }
        return claims?.lazy.compactMap(\.self).first ?? journey.token?.client.description
    }

    /// The bearer token of the request, or nil.
    package var bearer: String? { authorization("Bearer") }

    /// Returns the credentials after a scheme in `Authorization`, or nil.
    package func authorization(_ scheme: String) -> String? {
        AuthorizationHeader.credentials(request.headers["Authorization"], scheme: scheme)
    }

    /// Whether the request belongs to native authentication, at an endpoint of its own or at the token endpoint.
    package var isNative: Bool {
        if EndpointName.isNative(endpoint) { return true }
        guard endpoint.isExactly("token"), let form, let segment = tenantSegment else { return false }
        return NativeFlow.ends(form, at: segment, in: directory)
    }

    /// The continuation data in a request of native authentication.
    package var journey: Continuation {
        let isJSON = form == nil && EndpointName.isNative(endpoint)
        return Continuation(form: form, json: isJSON ? JSONValue(parsing: request.body) : nil, keys: sealing)
    }
}
