import Wire

extension Understudy {
    /// One answer laid down for a request to come: in place of the server's own, or the server's own with something done to it.
    public struct ScriptedResponse: Sendable, Hashable {
        /// As the control plane reads it.
        public private(set) var json: JSON

        init(_ json: JSON) { self.json = json }

        /// An error of the catalogue, told as the endpoint that it meets tells its own.
        ///
        /// - Parameters:
        ///   - code: The code, as `AADSTS50076`.
        ///   - claims: A claims challenge beside it.
        ///   - suberror: A suberror beside it, as `basic_action`.
        public static func error(_ code: String, claims: JSON? = nil, suberror: String? = nil) -> ScriptedResponse {
            ScriptedResponse(
                .members(["error": .string(code), "claims": claims, "suberror": suberror.map { .string($0) }]))
        }

        /// A response as it is given.
        ///
        /// - Parameters:
        ///   - status: The HTTP status, 200 to 599.
        ///   - headers: Headers by name, in place of the server's own of these names.
        ///   - body: Text goes out as it is, anything else as JSON; nil for none.
        public static func response(status: Int, headers: [String: String] = [:], body: JSON? = nil) -> ScriptedResponse
        {
            ScriptedResponse(
                .members([
                    "status": .integer(Int64(status)), "headers": headers.isEmpty ? nil : .texts(headers), "body": body,
                ]))
        }

        /// The server's own answer, that much later: a minute at most.
        public static func delay(_ duration: Duration) -> ScriptedResponse {
            ScriptedResponse(["delay": JSON(duration)])
        }

        /// The server's own answer, with which something goes wrong on its way.
        public static func fault(_ fault: WireFault) -> ScriptedResponse {
            ScriptedResponse(["fault": .string(fault.rawValue)])
        }

        /// The server's own answer, byte by byte over that time: a minute at most.
        public static func drip(over duration: Duration) -> ScriptedResponse {
            ScriptedResponse(["fault": "drip", "duration": JSON(duration)])
        }

        /// The server's own answer with something wrong in its tokens.
        ///
        /// - Parameters:
        ///   - flaw: What is wrong.
        ///   - token: The one token that has it; nil for every token of the answer.
        public static func brokenToken(_ flaw: TokenFlaw, in token: TokenName? = nil) -> ScriptedResponse {
            ScriptedResponse(
                .members(["fault": .string(flaw.rawValue), "token": token.map { .string($0.rawValue) }]))
        }

        /// The same that much later: a minute at most.
        public func delayed(by duration: Duration) -> ScriptedResponse {
            var members = json.object ?? [:]
            members["delay"] = JSON(duration)
            return ScriptedResponse(.object(members))
        }

        /// The same, with which something goes wrong on its way: an error that is truncated.
        public func with(_ fault: WireFault) -> ScriptedResponse {
            var members = json.object ?? [:]
            members["fault"] = .string(fault.rawValue)
            return ScriptedResponse(.object(members))
        }
    }

    /// What goes wrong with an answer on its way.
    public enum WireFault: String, Sendable, CaseIterable {
        /// The connection is reset before anything is sent.
        case reset
        /// The connection is closed before anything is sent.
        case empty
        /// The body ends too early.
        case truncate
        /// A chunk of the body has no proper length.
        case malformedChunk
        /// The answer comes byte by byte, over five seconds.
        case drip
    }

    /// What is wrong with a token.
    public enum TokenFlaw: String, Sendable, CaseIterable {
        /// The signature does not verify.
        case wrongSignature
        /// It has expired.
        case expiredToken
        /// It is not valid yet.
        case notYetValidToken
        /// Its key is not among the published ones.
        case unknownKid
    }

    /// Tokens of an answer, by their names there.
    public enum TokenName: String, Sendable, CaseIterable {
        /// The access token.
        case accessToken = "access_token"
        /// The id token.
        case idToken = "id_token"
    }

    /// How a TLS handshake goes wrong.
    public enum HandshakeFlaw: String, Sendable, CaseIterable {
        /// The handshake is refused.
        case refused = "tls"
        /// The certificate has expired.
        case expiredCertificate = "tlsExpiredCertificate"
        /// The certificate is for another host.
        case wrongHost = "tlsWrongHost"
        /// The certificate is of an authority that nobody trusts.
        case unknownAuthority = "tlsUnknownAuthority"
    }

    /// How often a list of answers is gone through.
    public enum Repetition: Sendable, Hashable {
        /// So many times, 10,000 at most.
        case times(Int)
        /// Again and again, until it is taken back.
        case always

        var json: JSON {
            switch self {
            case .times(let count): .integer(Int64(count))
            case .always: "always"
            }
        }
    }
}
