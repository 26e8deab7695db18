package import Crypto
package import Directory
package import Entra
import Flows
package import HTTP
import State
package import Wire

/// What a request is matched by: scripts look at it before there is an answer, the journal afterwards.
///
/// Making one costs a few retains: everything is worked out when a match asks for it.
package struct ExchangeFacts: Sendable {
    /// A name of `EndpointName`.
    package let endpoint: String
    package let request: HTTPRequest
    /// The named segments of the path.
    package let captures: Captures
    /// Nil where it cannot be decoded.
    package let query: Form?
    /// Nil where there is none, or where it cannot be decoded.
    package let form: Form?
    /// The client's `client-request-id`, or the one made for the exchange.
    package let correlationID: String
    /// The directory of the request.
    package let directory: Directory
    /// Open the codes, refresh tokens and continuation tokens that clients bring.
    package let sealing: SealingKeys
    /// What the answer tells about the person, once there is one; worked out where a match asks.
    package var answered: (@Sendable () -> ExchangePerson)?
    /// The tenant of the managed identity that an Azure host's code asks for; worked out where a match asks.
    package let hostTenant: (@Sendable () -> TenantID?)?

    private let lookup = ExchangeLookup()

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

    /// A parameter of the form, else of the query; an empty one counts as absent.
    package func parameter(_ name: String) -> String? {
        guard let value = form?[name] ?? query?[name], !value.isEmpty else { return nil }
        return value
    }

    /// Whether a parameter of that name has that value, in form or query.
    package func hasParameter(_ name: String, _ value: String) -> Bool {
        lookup.values(of: name, in: self).contains { $0.isExactly(value) }
    }

    /// The first value of a parameter, form before query.
    package func firstValue(of name: String) -> String? { lookup.values(of: name, in: self).first }

    /// Whether a scope is among those asked for. Scopes are compared without regard to case (docs/reference/protocol.md#consent).
    package func asksFor(_ scope: String) -> Bool { lookup.hasScope(scope, in: self) }

    /// As sent, whatever its form: header, query or form.
    package var clientRequestID: String? {
        request.headers[Parameter.clientRequestID] ?? query?[Parameter.clientRequestID]
            ?? form?[Parameter.clientRequestID]
    }

    package var grantType: String? { parameter(Parameter.grantType) }

    /// The scopes asked for, in order.
    package var scopes: [String] { (parameter(Parameter.scope) ?? "").pieces(separatedBy: " ") }

    /// The tenant as the path names it.
    package var tenantSegment: String? { captures["tenant"] }

    /// The client: by parameter, by Basic authentication, by its assertion, by the access token that is presented, or by the
    /// continuation token.
    package var clientID: String? {
        if let id = parameter(Parameter.clientID) { return id }
        if let basic = authorization("Basic"), let bytes = Base64.decodeStandard(basic.utf8) {
            let id = bytes.prefix { $0 != UInt8(ascii: ":") }
            return Percent.decode(id, plusIsSpace: true)
        }
        let claims =
            UnverifiedClaims(parameter(Parameter.clientAssertion)).map { [$0["sub"], $0["iss"]] }
            ?? UnverifiedClaims(authorization("Bearer")).map { [$0["appid"], $0["azp"]] }
        return claims?.lazy.compactMap(\.self).first ?? journey.token?.client.description
    }

    /// The access token that is presented.
    var bearer: String? { authorization("Bearer") }

    /// What follows a scheme in `Authorization`.
    func authorization(_ scheme: String) -> String? {
        AuthorizationHeader.credentials(request.headers["Authorization"], scheme: scheme)
    }
}
