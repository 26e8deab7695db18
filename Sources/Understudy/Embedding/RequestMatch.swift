import Wire

extension Understudy {
    /// Which requests are meant. What is not named may be anything; what is named must all be so.
    ///
    /// A test names something that only its own requests have: a tenant made for it, a client, or the `client-request-id` that MSAL
    /// sends.
    public struct RequestMatch: Sendable, Hashable {
        /// The `client-request-id` header or parameter.
        public var clientRequestID: String?
        /// The application.
        public var clientID: String?
        /// Id or domain of the tenant, or a word as `common`.
        public var tenant: String?
        /// Id or name of the user.
        public var user: String?
        /// Where the request goes.
        public var endpoint: RequestedEndpoint?
        /// The `grant_type`.
        public var grantType: String?
        /// Scopes that are all asked for.
        public var scopes: [String]
        /// Headers by name.
        public var headers: [String: String]
        /// Parameters of query or form by name.
        public var parameters: [String: String]

        /// What is left out may be anything.
        ///
        /// - Parameters:
        ///   - clientRequestID: The `client-request-id` header or parameter.
        ///   - clientID: The application.
        ///   - tenant: Id or domain of the tenant, or a word as `common`.
        ///   - user: Id or name of the user.
        ///   - endpoint: Where the request goes.
        ///   - grantType: The `grant_type`.
        ///   - scopes: Scopes that are all asked for.
        ///   - headers: Headers by name.
        ///   - parameters: Parameters of query or form by name.
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
}

extension Understudy.RequestMatch {
    /// What is one text each, by the names of the control plane.
    private var named: KeyValuePairs<String, String?> {
        [
            "clientRequestId": clientRequestID, "clientId": clientID, "tenant": tenant, "user": user,
            "endpoint": endpoint?.rawValue, "grantType": grantType,
            "scope": scopes.isEmpty ? nil : scopes.joined(separator: " "),
        ]
    }

    /// As the body of a call has it.
    var json: Understudy.JSON {
        var members: [String: Understudy.JSON] = [:]
        // Allowed (character): the names are those of the table above.
        for (name, text) in named { members[name] = text.map { .string($0) } }
        if !headers.isEmpty { members["header"] = .texts(headers) }
        if !parameters.isEmpty { members["parameter"] = .texts(parameters) }
        return .object(members)
    }

    /// As the query of a call has it.
    var query: Form {
        var form = Form(of: named)
        for (name, pairs) in [("header", headers), ("parameter", parameters)] {
            for pair in pairs.sorted(by: { $0.key.precedes($1.key) }) { form.append(name, "\(pair.key):\(pair.value)") }
        }
        return form
    }

    init(_ json: Understudy.JSON) {
        self.init(
            clientRequestID: json["clientRequestId"]?.string, clientID: json["clientId"]?.string,
            tenant: json["tenant"]?.string, user: json["user"]?.string,
            endpoint: json["endpoint"]?.string.flatMap(Understudy.RequestedEndpoint.init(rawValue:)),
            grantType: json["grantType"]?.string,
            scopes: json["scope"]?.string?.pieces(separatedBy: " ") ?? [],
            headers: json["header"]?.texts ?? [:], parameters: json["parameter"]?.texts ?? [:])
    }
}
