import ControlPlane
import Formats

/// A match of requests. All conditions must hold, and a condition that is left out always holds.
///
/// A test matches something that only its own requests have: a tenant that the test created, a client, or the
/// `client-request-id` that MSAL sends.
public struct RequestMatch: Sendable, Hashable {
    /// The `client-request-id` header or parameter.
    public var clientRequestID: String?
    /// The client ID of the application.
    public var clientID: String?
    /// The ID or domain of the tenant, or a word such as `common`.
    public var tenant: String?
    /// The ID or name of the user.
    public var user: String?
    /// The endpoint of the request.
    public var endpoint: RequestedEndpoint?
    /// The `grant_type`.
    public var grantType: String?
    /// The scopes, all of which the request must contain.
    public var scopes: [String]
    /// The headers by name.
    public var headers: [String: String]
    /// The parameters of the query or the form by name.
    public var parameters: [String: String]

    /// Creates a match. A condition that is left out always holds.
    ///
    /// - Parameters:
    ///   - clientRequestID: The `client-request-id` header or parameter.
    ///   - clientID: The client ID of the application.
    ///   - tenant: The ID or domain of the tenant, or a word such as `common`.
    ///   - user: The ID or name of the user.
    ///   - endpoint: The endpoint of the request.
    ///   - grantType: The `grant_type`.
    ///   - scopes: The scopes, all of which the request must contain.
    ///   - headers: The headers by name.
    ///   - parameters: The parameters of the query or the form by name.
    public init(
        clientRequestID: String? = nil, clientID: String? = nil, tenant: String? = nil, user: String? = nil,
        endpoint: RequestedEndpoint? = nil, grantType: String? = nil, scopes: [String] = [],
        headers: [String: String] = [:], parameters: [String: String] = [:]
    ) {
        self.clientRequestID = clientRequestID
        self.clientID = clientID
        self.tenant = tenant
        self.user = user
        self.endpoint = endpoint
        self.grantType = grantType
        self.scopes = scopes
        self.headers = headers
        self.parameters = parameters
    }
}

extension RequestMatch {
    /// The conditions with one text each, by their names in the control plane.
    private var named: KeyValuePairs<String, String?> {
        [
            "clientRequestId": clientRequestID, "clientId": clientID, "tenant": tenant, "user": user,
            "endpoint": endpoint?.rawValue, "grantType": grantType,
            "scope": scopes.isEmpty ? nil : scopes.joined(separator: " "),
        ]
    }

    /// The match in the body of a call.
    var json: JSON {
        var members: [String: JSON] = [:]
        // Allowed (character): the names are those of the table above.
        for (name, text) in named { members[name] = text.map { .string($0) } }
        if !headers.isEmpty { members["header"] = .texts(headers) }
        if !parameters.isEmpty { members["parameter"] = .texts(parameters) }
        return .object(members)
    }

    /// The match in the form of the control plane.
    var exchange: RequestCriteria {
        func sorted(_ pairs: [String: String]) -> [(name: String, value: String)] {
            pairs.sorted { $0.key.precedes($1.key) }.map { ($0.key, $0.value) }
        }
        var match = RequestCriteria()
        match.clientRequestID = clientRequestID
        match.clientID = clientID
        match.tenant = tenant
        match.user = user
        match.endpoint = endpoint?.rawValue
        match.grantType = grantType
        match.scopes = scopes.flatMap { text in
            let words = text.pieces(separatedBy: " ")
            return words.isEmpty ? [text] : words
        }
        match.headers = sorted(headers).map { ($0.name, .exact($0.value)) }
        match.parameters = sorted(parameters)
        return match
    }

    init(_ json: JSON) {
        self.init(
            clientRequestID: json["clientRequestId"]?.string, clientID: json["clientId"]?.string,
            tenant: json["tenant"]?.string, user: json["user"]?.string,
            endpoint: json["endpoint"]?.string.flatMap(RequestedEndpoint.init(rawValue:)),
            grantType: json["grantType"]?.string,
            scopes: json["scope"]?.string?.pieces(separatedBy: " ") ?? [],
            headers: json["header"]?.texts ?? [:], parameters: json["parameter"]?.texts ?? [:])
    }
}
