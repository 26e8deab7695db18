import ControlPlane
import Formats
import HTTP
import Synchronization
import TestTags
import Testing
import Transport
@testable import Understudy

/// Every operation of the control plane and of Microsoft Graph has its typed counterpart.
@Suite struct OperationCoverageTests {
    /// Method and path of each operation, captures as `{}`, by its id; those of the protocol are for clients.
    private static func operations() throws -> [String: String] {
        let document = try YAMLNode.parse(OpenAPIDocument.bytes).json
        var operations: [String: String] = [:]
        for path in try #require(document["paths"]?.object) {
            for operation in path.value.object ?? [] where operation.name != "parameters" {
                guard operation.value["tags"]?.array?.first?.string != "protocol" else { continue }
                let id = try #require(operation.value["operationId"]?.string)
                operations[id] = "\(operation.name.uppercased()) \(path.name)"
            }
        }
        return operations
    }

    @Test("The table of typed operations has every operation of Config/openapi.yaml once, and no other")
    func tableHasEveryOperationOnce() throws {
        let typed = TypedOperation.table.map(\.id)
        #expect(Set(typed) == Set(try OperationCoverageTests.operations().keys))
        #expect(typed.count == Set(typed).count)
    }

    /// The operations that are documents of the server, which have no other form than bytes.
    private static let documents = [
        "metrics", "openAPI", "openAPIJSON", "configurationSchema", "errorCatalog", "caPEM", "caDER", "caMobileConfig",
        "sshCA",
    ]

    @Test(
        "Only Microsoft Graph and documents send a request; other typed operations call the server directly",
        .tags(.slow))
    func onlyGraphAndDocumentsSendRequests() throws {
        let operations = try OperationCoverageTests.operations()
        let recorder = Recorder()
        let original = try UnderstudyServer.start()
        let server = UnderstudyServer(original) { recorder.record($0) }
        for operation in TypedOperation.table {
            try server.reset()
            recorder.clear()
            do {
                try operation.call(server)
            } catch {
                Issue.record("\(operation.id): \(error)")
            }
            let expected = operations[operation.id] ?? "none"
            let isByRequest =
                !expected.contains(" /_understudy/") || OperationCoverageTests.documents.contains(operation.id)
            let isRequested = recorder.requests.contains { OperationCoverageTests.matches($0, operation: expected) }
            #expect(isRequested == isByRequest, "\(operation.id)")
        }
    }

    /// Whether a request such as `GET /v1.0/users/7` matches the operation `GET /v1.0/users/{id}`.
    private static func matches(_ request: String, operation: String) -> Bool {
        let pieces = request.split(separator: "/")
        let pattern = operation.split(separator: "/")
        return pieces.count == pattern.count
            && zip(pieces, pattern).allSatisfy { $1.hasPrefix("{") ? !$0.hasPrefix("$") : $0 == $1 }
    }

    private final class Recorder: Sendable {
        private let recorded = Mutex<[String]>([])

        var requests: [String] { recorded.withLock { $0 } }

        func record(_ request: HTTPRequest) { recorded.withLock { $0.append("\(request.method) \(request.path)") } }

        func clear() { recorded.withLock { $0 = [] } }
    }
}

extension UnderstudyServer {
    /// Creates an object for the same server. Each call in process is passed to `observer` first.
    convenience init(_ other: UnderstudyServer, observer: @escaping @Sendable (HTTPRequest) -> Void) {
        let control = other.control
        self.init(
            server: other.server, transport: other.transport, stateFile: nil, changeFeed: nil,
            control: ControlCalls(other.server) {
                observer($0)
                return control.respond($0, $1)
            })
    }
}
