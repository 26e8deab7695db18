package import Entra
import Formats
import Synchronization

/// The responses that a native authentication test suite has queued. Each correlation ID and endpoint has a queue, which is
/// consumed in order (docs/reference/wire.md#native-contract). Safe to use from any thread.
package final class NativeContract: Sendable {
    /// The grant with which the suites for iOS ask for tokens. No real tenant knows the grant.
    static let codeGrant = "passwordless_otp"
    /// The maximum number of queued responses in all queues.
    package static let capacity = 10_000

    private struct Key: Hashable {
        let correlationID: ByteString
        let endpoint: NativeEndpoint

        init(_ correlationID: String, _ endpoint: NativeEndpoint) {
            self.correlationID = ByteString(correlationID.asciiLowercased)
            self.endpoint = endpoint
        }
    }

    private struct Queues {
        var byKey: [Key: ArraySlice<NativeContractResponse>] = [:]
        var count = 0
    }

    private let queues = Mutex(Queues())

    package init() {}

    /// Returns the default response of an endpoint whose queue is empty.
    package static func defaultResponse(at endpoint: NativeEndpoint) -> NativeContractResponse? {
        let name =
            switch endpoint {
            case .initiate: "InitiateSuccess"
            case .challenge, .signUpChallenge, .resetChallenge: "ChallengeTypeOOB"
            case .introspect: "IntrospectSuccess"
            case .token: "TokenSuccess"
            case .signUpStart: "SignUpStartSuccess"
            case .signUpContinue: "SignUpContinueSuccess"
            case .resetStart: "SSPRStartSuccess"
            case .resetContinue: "SSPRContinueSuccess"
            case .resetSubmit: "SSPRSubmitSuccess"
            case .resetPoll: "SSPRPollSuccess"
            case .registerIntrospect: "RegistraionIntrospectSuccess"
            case .registerChallenge: "RegistraionChallengeSuccess"
            case .registerContinue: "RegistrationContinueSuccess"
            }
        return NativeContractResponse.named(name)
    }

    /// The result of queuing responses.
    package enum Outcome: Sendable, Equatable {
        case done
        /// The queues have no room for these responses. Nothing was added.
        case full
    }

    /// Adds responses to the end of a queue.
    package func append(
        _ responses: [NativeContractResponse], for correlationID: String, at endpoint: NativeEndpoint
    ) -> Outcome {
        queues.withLock { queues in
            // An empty list creates no queue, because the capacity counts only responses.
            guard !responses.isEmpty else { return .done }
            guard queues.count + responses.count <= NativeContract.capacity else { return .full }
            queues.byKey[Key(correlationID, endpoint), default: []] += responses
            queues.count += responses.count
            return .done
        }
    }

    /// Removes and returns the next response, or returns nil if the queue is empty.
    package func next(for correlationID: String, at endpoint: NativeEndpoint) -> NativeContractResponse? {
        queues.withLock { queues in
            let key = Key(correlationID, endpoint)
            guard var waiting = queues.byKey[key], let response = waiting.popFirst() else { return nil }
            queues.byKey[key] = waiting.isEmpty ? nil : waiting
            queues.count -= 1
            return response
        }
    }

    /// Deletes the queued responses of one correlation ID, or all if `correlationID` is nil.
    package func removeAll(for correlationID: String? = nil) {
        queues.withLock { queues in
            guard let correlationID else {
                queues = Queues()
                return
            }
            let id = ByteString(correlationID.asciiLowercased)
            for (key, waiting) in queues.byKey where key.correlationID == id {
                queues.count -= waiting.count
                queues.byKey[key] = nil
            }
        }
    }

    /// The names of all queued responses, by correlation ID and endpoint, as JSON.
    package var json: [UInt8] {
        let waiting = queues.withLock { $0.byKey }
        let ids = Dictionary(grouping: waiting.keys) { $0.correlationID }
        return JSONWriter.object { json in
            for (id, keys) in ids.sorted(by: { $0.key < $1.key }) {
                json.object(id.string) { entry in
                    for key in keys.sorted(by: { $0.endpoint.rawValue.precedes($1.endpoint.rawValue) }) {
                        entry.field(key.endpoint.rawValue, (waiting[key] ?? []).map(\.name))
                    }
                }
            }
        }
    }
}

/// The body of `POST /config/response`: `{"correlationId", "endpoint", "responseList": ["Name", …]}`
/// (docs/reference/wire.md#native-contract).
package struct NativeContractRequest: Sendable {
    package let correlationID: String
    package let endpoint: NativeEndpoint
    package let responses: [NativeContractResponse]

    /// Parses the body. Throws AADSTS9000410 if the body is not a JSON object, and AADSTS90100 with the name of a missing or
    /// invalid member.
    package init(_ body: [UInt8]) throws(EntraError) {
        correlationID = try NativeContractRequest.correlationID(body)
        let json = JSONValue(parsing: body)
        guard let endpoint = json?["endpoint"]?.string.flatMap(NativeEndpoint.init(rawValue:)) else {
            throw NativeContractRequest.problem("endpoint")
        }
        guard let names = json?["responseList"]?.array else { throw NativeContractRequest.problem("responseList") }
        var responses: [NativeContractResponse] = []
        for name in names {
            guard let response = name.string.flatMap(NativeContractResponse.named) else {
                throw NativeContractRequest.problem("responseList")
            }
            responses.append(response)
        }
        self.endpoint = endpoint
        self.responses = responses
    }

    /// Returns the correlation ID of a body, which must be a GUID. Throws the errors of `init`.
    package static func correlationID(_ body: [UInt8]) throws(EntraError) -> String {
        guard let json = JSONValue(parsing: body), json.object != nil else {
            throw EntraError(.malformedJSONParameter, [.parameter: "body"])
        }
        guard let id = json["correlationId"]?.string, GUID(id) != nil else { throw problem("correlationId") }
        return id
    }

    private static func problem(_ member: String) -> EntraError {
        EntraError(.invalidParameter, [.parameter: member])
    }
}
