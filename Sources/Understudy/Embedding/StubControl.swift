import ControlPlane
import Formats
import Protocol

/// The stubs: prepared responses that matching requests consume in order.
public struct StubControl: Sendable {
    let control: ControlCalls

    /// Adds a stub for requests.
    ///
    /// - Parameters:
    ///   - responses: The responses to matching requests in order, at most 1,000.
    ///   - match: The requests. The match must have a condition, so that concurrent tests do not consume each other's
    ///     responses.
    ///   - repetition: How often the stub goes through the list.
    /// - Returns: The ID of the stub, for listing and removing the stub.
    /// - Throws: ``ControlError`` of status 400 for invalid combinations, and 507 if there are too many stubs.
    @discardableResult
    public func add(
        _ responses: StubbedResponse..., for match: RequestMatch, repeating repetition: Repetition = .times(1)
    ) throws(ControlError) -> String {
        try add(match.json, responses.map(\.json), repetition)
    }

    /// Adds a stub for the next TLS handshakes with a host name.
    ///
    /// - Parameters:
    ///   - faults: The faults of the handshakes in order.
    ///   - host: The host name that clients request.
    ///   - repetition: How often the stub goes through the list.
    /// - Returns: The ID of the stub, for listing and removing the stub.
    /// - Throws: ``ControlError`` of status 400 for an invalid host name, and 507 if there are too many stubs.
    @discardableResult
    public func add(
        _ faults: HandshakeFault..., forHost host: String, repeating repetition: Repetition = .times(1)
    ) throws(ControlError) -> String {
        try add(["host": .string(host)], faults.map { ["fault": .string($0.rawValue)] }, repetition)
    }

    /// Returns the stubs, including spent stubs.
    ///
    /// - Parameters:
    ///   - match: The conditions that the match of a returned stub must contain.
    ///   - showsSecrets: Whether tokens, codes and passwords are shown instead of masked.
    /// - Throws: ``ControlError`` of status 400 for an invalid match.
    public func list(
        _ match: RequestMatch = RequestMatch(), showsSecrets: Bool = false
    ) throws(ControlError) -> [Stub] {
        try control.call { (server) throws(ProblemDocument) in
            try list(StubControl.filter(match), server, showsSecrets)
        }
    }

    /// Returns one stub.
    ///
    /// - Parameters:
    ///   - id: The ID that ``add(_:for:repeating:)`` returned.
    ///   - showsSecrets: Whether tokens, codes and passwords are shown instead of masked.
    /// - Throws: ``ControlError`` of status 404 if there is no stub with this ID.
    public func stub(_ id: String, showsSecrets: Bool = false) throws(ControlError) -> Stub {
        let found = try control.call { (server) throws(ProblemDocument) in
            try list(StubFilter(id: id), server, showsSecrets)
        }
        return try found.first.unwrapped("responses")
    }

    /// Removes stubs.
    ///
    /// - Parameter match: The conditions that the match of a removed stub must contain; by default, all stubs are removed.
    /// - Returns: The number of removed stubs.
    /// - Throws: ``ControlError`` of status 400 for an invalid match.
    @discardableResult
    public func remove(_ match: RequestMatch = RequestMatch()) throws(ControlError) -> Int {
        try control.call { (server) throws(ProblemDocument) in
            try server.removeStubs(StubControl.filter(match), in: server.directory)
        }
    }

    /// Removes one stub.
    ///
    /// - Parameter id: The ID that ``add(_:for:repeating:)`` returned.
    /// - Throws: ``ControlError`` of status 404 if there is no stub with this ID.
    public func remove(id: String) throws(ControlError) {
        try control.call { (server) throws(ProblemDocument) in
            _ = try server.removeStubs(StubFilter(id: id), in: server.directory)
        }
    }

    /// Adds a stub by its document, which the server keeps and returns.
    private func add(
        _ match: JSON, _ responses: [JSON], _ repetition: Repetition
    ) throws(ControlError) -> String {
        let document: JSON = ["match": match, "responses": .array(responses), "times": repetition.json]
        return try control.call { (server) throws(ProblemDocument) in
            let stub = try StubRequest.stub(document.value, id: server.random.guid().description)
            try server.stubs.add(stub)
            return stub.id
        }
    }

    private static func filter(_ match: RequestMatch) throws(ProblemDocument) -> StubFilter {
        let exchange = match.exchange
        try ControlArguments.check { exchange.check(&$0) }
        return StubFilter(match: exchange)
    }

    private func list(
        _ filter: StubFilter, _ server: Server, _ showsSecrets: Bool
    ) throws(ProblemDocument) -> [Stub] {
        try server.listStubs(filter, in: server.directory, showsSecrets: showsSecrets).map {
            Stub($0.stub, JSON($0.document))
        }
    }
}

/// A stub: its responses, and the number of responses left.
public struct Stub: Sendable, Hashable {
    /// The ID for removing the stub.
    public let id: String
    /// The requests that the stub matches. The match is empty for a stub for handshakes.
    public let match: RequestMatch
    /// The host name of the handshakes, or nil for a stub for requests.
    public let host: String?
    /// The responses in order.
    public let responses: [StubbedResponse]
    /// The number of times that the stub goes through the list.
    public let repetition: Repetition
    /// The number of responses used so far.
    public let consumed: Int
    /// The number of responses left, or nil if the stub has no limit.
    public let left: Int?

    /// Creates the stub from the server's stub, and from its document with masked secrets.
    init(_ stub: ControlPlane.Stub, _ document: JSON) {
        id = stub.id
        match = RequestMatch(document["match"] ?? .null)
        host = document["match"]?["host"]?.string
        responses = (document["responses"]?.array ?? []).map(StubbedResponse.init)
        repetition =
            switch stub.times {
            case .count(let count): .times(count)
            case .always: .always
            }
        consumed = stub.consumed
        left = stub.left
    }
}
