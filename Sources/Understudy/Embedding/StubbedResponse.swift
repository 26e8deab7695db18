import Formats

/// A stubbed response: a response that replaces the server's response, or a change to the server's response.
public struct StubbedResponse: Sendable, Hashable {
    /// The response in the form of the control plane.
    public private(set) var json: JSON

    init(_ json: JSON) { self.json = json }

    /// Returns an error, in the form of the endpoint that receives the request.
    ///
    /// - Parameters:
    ///   - error: A code such as `AADSTS50076`, or an OAuth error such as `server_error`.
    ///   - description: The message in place of the usual one.
    ///   - claims: A claims challenge in the error.
    ///   - suberror: A suberror, such as `basic_action`.
    public static func error(
        _ error: String, description: String? = nil, claims: JSON? = nil, suberror: String? = nil
    ) -> StubbedResponse {
        StubbedResponse(
            .members([
                "error": .string(error), "description": description.map { .string($0) }, "claims": claims,
                "suberror": suberror.map { .string($0) },
            ]))
    }

    /// Returns a response with this content.
    ///
    /// - Parameters:
    ///   - status: The HTTP status, 200 to 599.
    ///   - headers: The headers by name, which replace the server's headers of the same names.
    ///   - body: The body. A string is sent unchanged, any other value as JSON, and nil as an empty body.
    public static func response(status: Int, headers: [String: String] = [:], body: JSON? = nil) -> StubbedResponse {
        StubbedResponse(
            .members([
                "status": .integer(Int64(status)), "headers": headers.isEmpty ? nil : .texts(headers), "body": body,
            ]))
    }

    /// Returns the server's own response with a delay of at most one minute.
    public static func delay(_ duration: Duration) -> StubbedResponse {
        StubbedResponse(["delay": .string(duration.iso8601)])
    }

    /// Returns the server's own response with a connection fault.
    public static func fault(_ fault: ConnectionFault) -> StubbedResponse {
        StubbedResponse(["fault": .string(fault.rawValue)])
    }

    /// Returns the server's own response, sent byte by byte over a duration of at most one minute.
    public static func drip(over duration: Duration) -> StubbedResponse {
        StubbedResponse(["fault": "drip", "duration": .string(duration.iso8601)])
    }

    /// Returns the server's own response with a token fault.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - token: The token with the fault, or nil for every token of the response.
    public static func tokenFault(_ fault: TokenFault, in token: TokenName? = nil) -> StubbedResponse {
        StubbedResponse(
            .members(["fault": .string(fault.rawValue), "token": token.map { .string($0.rawValue) }]))
    }

    /// Returns this response with a delay of at most one minute.
    public func delayed(by duration: Duration) -> StubbedResponse {
        var members = json.object ?? [:]
        members["delay"] = .string(duration.iso8601)
        return StubbedResponse(.object(members))
    }

    /// Returns this response with a connection fault, such as a truncated error.
    public func with(_ fault: ConnectionFault) -> StubbedResponse {
        var members = json.object ?? [:]
        members["fault"] = .string(fault.rawValue)
        return StubbedResponse(.object(members))
    }
}

/// The connection faults of a response.
public enum ConnectionFault: String, Sendable, CaseIterable {
    /// The connection is reset before the server sends anything.
    case reset
    /// The connection is closed before the server sends anything.
    case empty
    /// The body is truncated.
    case truncate
    /// A chunk of the body has an invalid length.
    case malformedChunk
    /// The response is sent byte by byte, over five seconds.
    case drip
}

/// The names of tokens in a response.
public enum TokenName: String, Sendable, CaseIterable {
    /// The access token.
    case accessToken = "access_token"
    /// The id token.
    case idToken = "id_token"
}

/// The faults of a TLS handshake.
public enum HandshakeFault: String, Sendable, CaseIterable {
    /// The server rejects the handshake.
    case refused = "tls"
    /// The certificate has expired.
    case expiredCertificate = "tlsExpiredCertificate"
    /// The certificate is for another host.
    case wrongHost = "tlsWrongHost"
    /// The certificate is from an unknown CA.
    case unknownAuthority = "tlsUnknownAuthority"
}

/// The number of times that a stub goes through its responses.
public enum Repetition: Sendable, Hashable {
    /// The number of times, at most 10,000.
    case times(Int)
    /// No limit: the stub applies until it is removed.
    case always

    var json: JSON {
        switch self {
        case .times(let count): .integer(Int64(count))
        case .always: "always"
        }
    }
}
